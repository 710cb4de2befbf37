"""A game on paper: all its texts with all their answers, in reading order, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rulings.anchors import page_ids
from rulings.models import Entry, Game, Source
from rulings.models.games import whole_texts
from rulings.models.names import give_names
from rulings.views.entries import Crumb
from rulings.views.moved import or_moved

MOST = 1000  # entries; a game with more is printed by its sections
FIRST_LEVEL, LAST_LEVEL = 3, 6  # of headings, under the game's and the source's


class Piece(NamedTuple):
    """An entry under its heading; ``place`` is its id on the page."""

    level: int
    entry: Entry
    place: str


class Sheet(NamedTuple):
    """A source with what is printed of it."""

    source: Source
    pieces: list[Piece]


@require_safe
@or_moved
def paper_page(request: HttpRequest, game: str) -> HttpResponse:
    row = get_object_or_404(Game.objects.select_related("parent"), slug=game)
    give_names(row.lineage)
    sources = {source.pk: source for source in Source.objects.filter(game=row).defer(*whole_texts()).order_by("pk")}
    entries = list(
        Entry.objects.live().filter(source__in=sources).order_by("source", "position").defer("body")[: MOST + 1]
    )
    context = {
        "game": row,
        "thing": row,
        "crumbs": [Crumb(row.name_in(), row.get_absolute_url())],
        "sheets": sheets(sources, entries[:MOST], row),
        "is_cut": len(entries) > MOST,
        "shared_path": row.get_absolute_url(),
    }
    return render(request, "rulings/paper.html", context)


def sheets(sources: dict[int, Source], entries: Sequence[Entry], game: Game) -> list[Sheet]:
    """Entries by source; the level of a heading is that of its place in the tree."""
    levels: dict[int, int] = {}
    pieces: dict[int, list[Piece]] = {key: [] for key in sources}
    places = page_ids((game.slug, sources[entry.source_id].slug, entry.anchor) for entry in entries)
    for entry, place in zip(entries, places, strict=True):
        level = min(LAST_LEVEL, levels.get(entry.parent_id or 0, FIRST_LEVEL - 1) + 1)
        levels[entry.pk] = level
        entry.source = sources[entry.source_id]
        entry.source.game = game
        pieces[entry.source_id].append(Piece(level, entry, place))
    return [Sheet(source, pieces[key]) for key, source in sources.items() if pieces[key]]
