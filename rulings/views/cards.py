"""A card: its names, its rulings in full, where it is mentioned, what stands near it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rulings.anchors import page_ids
from rulings.kinds import RULING, TERM
from rulings.labels import CARD_KIND_PLURALS
from rulings.models import Card, Entry, Source
from rulings.models.games import whole_texts
from rulings.models.names import give_names
from rulings.models.states import shown
from rulings.views.asking import page_asked, reads
from rulings.views.entries import Crumb
from rulings.views.moved import or_moved
from rulings.views.referring import Referring, referring_page
from rulings.views.telling import Told, told, voice_of

NEAR = 8  # shown at most


class Shown(NamedTuple):
    """An entry in full; ``place`` is its id on the page."""

    entry: Entry
    place: str
    told: Told


class MentionsIn(NamedTuple):
    """The entries of one source that mention the card, each with the sentence in which it does."""

    source: Source
    entries: list[Referring]


@require_safe
@or_moved
@reads("page")
def card_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    rows = Card.objects.select_related("game__parent").with_counts()
    card = get_object_or_404(rows, game__slug=game, slug=slug)
    own = list(Entry.objects.live().own_of(card).for_page().official_first())
    mentions = referring_page(Q(card=card.pk) & ~Q(entry__cards=card.pk), page_asked(request))
    near = near_to(card, [*(entry.pk for entry in own), *(item.entry.pk for item in mentions.entries)])
    give_names([card, *near, *card.game.lineage, *(entry.source.game for entry in own)])
    shown_in_full = in_full(own)
    context = {
        "game": card.game,
        "thing": card,
        "card": card,
        "crumbs": [Crumb(str(CARD_KIND_PLURALS[card.kind]), f"{card.game.get_absolute_url()}#{card.kind}")],
        "rulings": [item for item in shown_in_full if item.entry.kind == RULING],
        "rules": [item for item in shown_in_full if item.entry.kind != RULING],
        "mentions": by_source(mentions.entries),
        "paging": mentions,
        "near": near,
        "sources": list({entry.source_id: entry.source for entry in own}.values()),
    }
    return render(request, "rulings/card.html", context)


def in_full(entries: Sequence[Entry]) -> list[Shown]:
    places = page_ids((entry.source.game.slug, entry.source.slug, entry.anchor) for entry in entries)
    return [Shown(*item) for item in zip(entries, places, told([*map(voice_of, entries)]), strict=True)]


def by_source(entries: Iterable[Referring]) -> list[MentionsIn]:
    found: dict[int, list[Referring]] = {}
    for item in entries:
        found.setdefault(item.entry.source_id, []).append(item)
    sources = Source.objects.filter(pk__in=found).select_related("game__parent").defer(*whole_texts()).order_by("pk")
    return [MentionsIn(source, found[source.pk]) for source in sources]


def near_to(card: Card, entries: list[int]) -> list[Card]:
    """Cards that the same texts mention, those that most of them do first. Terms stand everywhere and say little,
    unless it is a term itself."""
    inside = Count("mentions__entry", filter=shown("mentions__"), distinct=True)
    cards = Card.objects.filter(mentions__entry__in=entries).exclude(pk=card.pk).select_related("game")
    if not card.is_term:
        cards = cards.exclude(kind=TERM)
    cards = cards.annotate(together=inside).filter(together__gt=0).with_rulings_count()
    return list(cards.order_by(F("together").desc(), "slug")[:NEAR])
