"""What a link leads to, in short: the piece of a page that a script shows beside the link."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rulings.dressing import sentence
from rulings.kinds import CHAPTER, RULING
from rulings.models import Card, Entry, Game, Mention
from rulings.models.names import give_names
from rulings.views.having import having
from rulings.views.moved import moved_from

RULINGS, CHILDREN = 2, 3  # shown at most


@require_safe
def preview(request: HttpRequest, path: str) -> HttpResponse:
    """Of the thing whose page stands at the path."""
    try:
        context = _of(path.strip("/").split("/"))
    except Http404:
        moved = moved_from(path, under="preview/")
        if moved is None:
            raise
        return moved
    response = render(request, "rulings/preview.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _of(parts: list[str]) -> dict[str, Any]:
    if len(parts) == 1:
        return _game(get_object_or_404(Game.objects.select_related("parent"), slug=parts[0]))
    if len(parts) != 3:
        raise Http404
    game, source, last = parts
    if source == "cards":
        return _card(game, last)
    rows = Entry.objects.live().for_page()
    entry = get_object_or_404(rows, source__game__slug=game, source__slug=source, anchor=last)
    chapter_card = entry.chapter_card
    return _card(chapter_card.game.slug, chapter_card.slug) if chapter_card else _entry(entry)


def _game(game: Game) -> dict[str, Any]:
    give_names([game])
    counts = Entry.objects.live().of_game(game).kind_counts()
    return {"thing": game, "game": game, "has": having(counts)}


def _card(game: str, slug: str) -> dict[str, Any]:
    """Its first rulings; where nobody asked about it, a place where the rules speak of it."""
    rows = Card.objects.select_related("game__parent").with_counts()
    card = get_object_or_404(rows, game__slug=game, slug=slug)
    give_names([card, card.game])
    own = list(Entry.objects.live().own_of(card).official_first().lines())
    rulings = [line for line in own if line.kind == RULING]
    context: dict[str, Any] = {"thing": card, "card": card, "game": card.game, "rulings": rulings[:RULINGS]}
    if not rulings:
        context["rule"] = next((line for line in own if line.text), None)
    if not own:
        places = Mention.objects.live().filter(card=card, field="text").in_order()[:1].places()
        context["place"] = next(
            ((place.entry, sentence(place.entry.text, place.start, place.end)) for place in places), None
        )
    return context


def _entry(entry: Entry) -> dict[str, Any]:
    give_names([entry.source.game])
    children = Entry.objects.live().filter(parent=entry).order_by("position") if entry.kind == CHAPTER else None
    return {
        "thing": entry,
        "entry": entry,
        "game": entry.source.game,
        "children": list(children[:CHILDREN].lines()) if children is not None else [],
    }
