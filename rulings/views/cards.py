"""A card: its names, its rulings in full, where it is mentioned, what stands near it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rulings.kinds import RULING, TERM
from rulings.labels import CARD_KIND_PLURALS
from rulings.models import Card, Entry, Game, Mention, Source
from rulings.models.mentions import REFUSED
from rulings.models.names import give_names
from rulings.views.entries import Crumb, Referring, said_in
from rulings.views.moved import or_moved

MENTIONS, NEAR = 200, 8  # shown at most


class MentionsIn(NamedTuple):
    """The entries of one source that mention the card, each with the sentence in which it does."""

    source: Source
    entries: list[Referring]


@require_safe
@or_moved
def card_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    rows = Card.objects.select_related("game__parent").with_counts()
    card = get_object_or_404(rows, game__slug=game, slug=slug)
    own = list(Entry.objects.live().own_of(card).placed().official_first())
    places = list(Mention.objects.live().filter(card=card).exclude(entry__cards=card).in_order()[:MENTIONS])
    near = near_to(card, [*(entry.pk for entry in own), *(place.entry_id for place in places)])
    give_names([card, *near, *_games(card, own, places)])
    context = {
        "game": card.game,
        "thing": card,
        "card": card,
        "crumbs": [Crumb(str(CARD_KIND_PLURALS[card.kind]), f"{card.game.get_absolute_url()}#{card.kind}")],
        "rulings": [entry for entry in own if entry.kind == RULING],
        "rules": [entry for entry in own if entry.kind != RULING],
        "mentions": by_source(places),
        "near": near,
        "sources": list({entry.source_id: entry.source for entry in own}.values()),
    }
    return render(request, "rulings/card.html", context)


def by_source(places: Iterable[Mention]) -> list[MentionsIn]:
    """The first place of each entry, by source."""
    first: dict[int, Mention] = {}
    for place in places:
        first.setdefault(place.entry_id, place)
    found: dict[int, MentionsIn] = {}
    for place in sorted(first.values(), key=lambda place: (place.entry.source_id, place.entry.position)):
        group = found.setdefault(place.entry.source_id, MentionsIn(place.entry.source, []))
        group.entries.append(said_in(place))
    return list(found.values())


def near_to(card: Card, entries: list[int]) -> list[Card]:
    """Cards that the same texts mention, those that most of them do first. Terms stand everywhere and say little,
    unless it is a term itself."""
    inside = Count("mentions__entry", filter=~Q(mentions__made_by=REFUSED), distinct=True)
    cards = Card.objects.filter(mentions__entry__in=entries).exclude(pk=card.pk).select_related("game")
    if not card.is_term:
        cards = cards.exclude(kind=TERM)
    return list(cards.annotate(together=inside).with_counts().order_by("-together", "slug")[:NEAR])


def _games(card: Card, own: Iterable[Entry], places: Iterable[Mention]) -> list[Game]:
    games = [card.game, *(entry.source.game for entry in own), *(place.entry.source.game for place in places)]
    return [*games, card.game.parent] if card.game.parent else games
