"""A source as it was printed: every line an anchor, every entry an anchor and a link to its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from rulings.documents import lines_of
from rulings.dressing import marked
from rulings.kinds import CHAPTER, RULING
from rulings.languages import fold
from rulings.models import Entry, Source
from rulings.models.lines import Line
from rulings.models.names import give_names
from rulings.search.query import Query
from rulings.views.asking import asked_tokens, found_words, reads, text_asked
from rulings.views.moved import or_moved


class Printed(NamedTuple):
    """A line that has a text. ``starts``: the entries that begin with it; ``level``: 2 or 3 of a heading, else 0."""

    number: int
    html: SafeString
    is_found: bool
    starts: list[Line]
    level: int


@require_safe
@or_moved
@reads("q")
def source_page(request: HttpRequest, game: str, source: str) -> HttpResponse:
    row = get_object_or_404(Source.objects.select_related("game__parent"), game__slug=game, slug=source)
    asked = text_asked(request)
    last = len(lines_of(row.text))  # an editor may give an entry any line
    entries: list[Line] = []
    added: list[Line] = []
    for line in Entry.objects.live().filter(source=row).order_by("position").lines():
        (entries if line.first_line and line.first_line <= last else added).append(line)
    give_names(row.game.lineage)
    lines = printed_lines(row.text, entries, asked)
    context = {
        "game": row.game,
        "thing": row,
        "source": row,
        "lines": lines,
        "added": added,
        "contents": contents([*entries, *added]),
        "asked": asked,
        "found": [line.number for line in lines if line.is_found],
    }
    return render(request, "rulings/source.html", context)


def contents(entries: Sequence[Line]) -> list[tuple[Line, int]]:
    """The headings with how many of them each stands under."""
    depths: dict[int, int] = {}
    for entry in entries:
        if entry.title and entry.kind != RULING:
            depths[entry.pk] = depths.get(entry.parent_id or 0, -1) + 1
    return [(entry, depths[entry.pk]) for entry in entries if entry.pk in depths]


def printed_lines(text: str, entries: Iterable[Line], asked: str = "") -> list[Printed]:
    """The lines that have a text, with what begins there, and the words asked for marked."""
    lines = dict(enumerate(lines_of(text), 1))
    tokens = asked_tokens(Query(asked))
    starts, levels = _beginnings(lines, entries)
    result = []
    for number, line in lines.items():
        if line.strip():
            places = list(found_words(line, tokens))
            html = marked(line, places)
            result.append(Printed(number, html, bool(places), starts.get(number, []), levels.get(number, 0)))
    return result


def _beginnings(lines: dict[int, str], entries: Iterable[Line]) -> tuple[dict[int, list[Line]], dict[int, int]]:
    """Where entries begin (at their heading, where it has a line of its own), and which lines are headings."""
    starts: dict[int, list[Line]] = {}
    levels: dict[int, int] = {}
    for entry in entries:
        assert entry.first_line is not None
        heading = _heading_line(lines, entry, entry.first_line)
        starts.setdefault(heading or entry.first_line, []).append(entry)
        if heading:
            levels[heading] = 2 if entry.parent_id is None else 3
    return starts, levels


def _heading_line(lines: dict[int, str], entry: Line, first: int) -> int:
    """The line of an entry's printed heading: a chapter's own line, or the one before its text that says its
    title; 0 when it has none."""
    if entry.kind == CHAPTER:
        return first
    if not entry.title or entry.kind == RULING:
        return 0
    number = first - 1
    while number > 0 and not lines[number].strip():
        number -= 1
    return number if number > 0 and fold(entry.title) in fold(lines[number]) else 0
