"""What editors look through: words that may be names, names that stand nowhere, names that two things share, links
that lead nowhere."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings import auditing
from rulings.admin.history import stored
from rulings.characters import showable
from rulings.deciding import make_card
from rulings.following import dead_links
from rulings.forms import row_key
from rulings.interface import interface_languages
from rulings.labels import LANGUAGE_NAMES
from rulings.languages import LANGUAGES
from rulings.models import Card, Entry, Game, Mention
from rulings.models.names import home_game

_SHOWN = 200  # rows of a list; the rest comes up when these are done


def _candidates(games: list[Game]) -> dict[str, Any]:
    return {"rows": auditing.candidates(games)[:_SHOWN], "kinds": Card.KINDS}


def _never(games: list[Game]) -> dict[str, Any]:
    return {"rows": auditing.never_occurring(games)[:_SHOWN]}


def _shared(games: list[Game]) -> dict[str, Any]:
    entries = Entry.objects.live().filter(source__game__in=games).order_by("source", "position")
    return {"rows": auditing.shared(games)[:_SHOWN], "open": list(islice(auditing.undecided(entries), _SHOWN))}


def _links(games: list[Game]) -> dict[str, Any]:
    keys = {game.pk for game in games}
    dead = [link for link in dead_links() if link.entry.source.game_id in keys]
    nameless = [
        (LANGUAGE_NAMES[language], [thing for thing in auditing.nameless(language) if home_game(thing).pk in keys])
        for language in interface_languages()
    ]
    return {"dead": dead[:_SHOWN], "nameless": nameless}


class Review(NamedTuple):
    title: Any
    explained: Any
    rows: Callable[[list[Game]], dict[str, Any]]


REVIEWS = {
    "candidates": Review(
        gettext_lazy("Words that may be names"),
        gettext_lazy("Capitalised or quoted words that recur and lead nowhere. One press makes a card of them."),
        _candidates,
    ),
    "never": Review(
        gettext_lazy("Names that never occur"),
        gettext_lazy("No text has these names of cards in any form: misspelt, or not asked about yet."),
        _never,
    ),
    "shared": Review(
        gettext_lazy("Names of several things"),
        gettext_lazy("Where nothing tells which of them is meant, there is no link until an editor chooses one."),
        _shared,
    ),
    "links": Review(
        gettext_lazy("Links and languages"),
        gettext_lazy("Links that lead nowhere, and what has no name in one of the languages."),
        _links,
    ),
}


def review_view(request: HttpRequest, name: str) -> HttpResponse:
    if name not in REVIEWS:
        raise Http404
    if not request.user.has_perm("rulings.view_mention"):
        raise PermissionDenied
    games = list(Game.objects.prefetch_related("names"))
    if request.method == "POST":
        _make_card(request, games)
        return HttpResponseRedirect(request.get_full_path())
    chosen = next((game for game in games if game.slug == request.GET.get("game")), None)
    review = REVIEWS[name]
    context = {
        **admin.site.each_context(request),
        "title": review.title,
        "explained": review.explained,
        "opts": Mention._meta,
        "name": name,
        "tabs": [(key, other.title) for key, other in REVIEWS.items()],
        "games": games,
        "game": chosen,
        **review.rows([chosen] if chosen else games),
    }
    return TemplateResponse(request, "admin/rulings/review.html", context)


def _make_card(request: HttpRequest, games: list[Game]) -> None:
    if not request.user.has_perms(["rulings.add_card", "rulings.add_name"]):
        raise PermissionDenied
    game = next((game for game in games if game.pk == row_key(request.POST.get("game", ""))), None)
    language, text = request.POST.get("language", ""), showable(request.POST.get("text", "")).strip()
    if game is None or language not in LANGUAGES:
        raise Http404
    card_admin = admin.site.get_model_admin(Card)
    try:
        card = make_card(game, request.POST.get("kind", ""), text, language)
    except ValidationError as error:
        card_admin.message_user(request, " ".join(error.messages), messages.ERROR)
        return
    card_admin.log_addition(request, card, stored(gettext_lazy("Made of words that recur.")))
    said = _("“%(card)s” is a card now, and a link in %(n)d entries.")
    count = card.mentions.values("entry").distinct().count()
    card_admin.message_user(request, said % {"card": card, "n": count}, messages.SUCCESS)


def review_url(name: str) -> str:
    return reverse("admin:rulings_review", args=[name])
