"""Where the entries of a source stand: what is below what, and in which order they are read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulings.batches import BATCH, batches
from rulings.matching import Planned
from rulings.models import Entry


def with_all_below(entries: Iterable[Entry]) -> list[Entry]:
    """The entries and everything under them, in reading order."""
    chosen = list(entries)
    sources = {entry.source_id for entry in chosen}
    rows = list(Entry.objects.filter(source__in=sources).placed().order_by("source", "position", "pk"))
    below = below_each(rows)
    keys = {entry.pk for entry in chosen}
    for entry in chosen:
        keys |= below(entry.pk)
    return [row for row in rows if row.pk in keys]


def below_each(rows: Iterable[Entry]) -> Callable[[int], set[int]]:
    """Of rows of whole sources: a function from an entry's key to the keys of everything under it."""
    children: dict[int | None, list[int]] = {}
    for row in rows:
        children.setdefault(row.parent_id, []).append(row.pk)

    def below(key: int) -> set[int]:
        found: set[int] = set()
        waiting = [key]
        while waiting:
            fresh = set(children.get(waiting.pop(), ())) - found
            found |= fresh
            waiting += fresh
        return found

    return below


def renew_hidden(sources: Collection[int]) -> set[int]:
    """Hide the entries of these sources that stand under a heading that is off the site, and no others. Returns the
    keys of those of which that is another now. Whoever changes a state or a parent calls it."""
    rows = list(Entry.objects.filter(source__in=sources).only("parent", "state", "removed", "hidden"))
    below = below_each(rows)
    covered = set().union(*(below(row.pk) for row in rows if not row.is_published))
    changed = {row.pk for row in rows if row.hidden is not (row.pk in covered)}
    for is_hidden, keys in ((True, changed & covered), (False, changed - covered)):
        for some in batches(sorted(keys)):
            Entry.objects.filter(pk__in=some).update(hidden=is_hidden)
    return changed


class Seat(NamedTuple):
    """Where an entry stood before its source was imported again: under which row, and at which line of the text."""

    parent: int | None
    line: int | None


def seats(rows: Iterable[Entry]) -> dict[int, Seat]:
    return {row.pk: Seat(row.parent_id, row.first_line) for row in rows}


def seat(
    plan: Sequence[Planned], existing: Sequence[Entry], before: Mapping[int, Seat], staying: Collection[int]
) -> list[Entry]:
    """The entries of a source, those side by side in order: that of the document, or, where an editor moved one of
    them, the one they stood in, with what is new behind what the document has before it.

    ``existing`` in the order they stood in, ``before`` where that was. What is not in the document and stays all the
    same (``staying``, by keys) keeps its place behind the entry it stood behind.
    """
    places = {item.entry.pk: at for at, item in enumerate(plan) if item.entry}
    coming = [item.entry for item in plan if item.entry and item.entry.pk not in before]
    stood: dict[int | None, list[Entry]] = {}  # by heading, in the order they stood in
    others: dict[int | None, list[Entry]] = {}
    for row in (*existing, *coming):
        if row.pk in places or row.pk in staying:
            is_here = row.pk in before and before[row.pk].parent == row.parent_id
            (stood if is_here else others).setdefault(row.parent_id, []).append(row)
    seated: list[Entry] = []
    for heading in {**stood, **others}:
        here = stood.get(heading, [])
        if not _were_moved(here, before):
            here = _in_document_order(here, places)
        seated += _with_others(here, others.get(heading, []), places)
    return seated


def _were_moved(rows: Sequence[Entry], before: Mapping[int, Seat]) -> bool:
    """Whether an editor moved some of these: they stood in another order than in the text."""
    lines = [line for row in rows if (line := before[row.pk].line) is not None]
    return any(one > other for one, other in pairwise(lines))


def _in_document_order(rows: Sequence[Entry], places: Mapping[int, int]) -> list[Entry]:
    """Each with what stays behind it though the document doesn't have it."""
    order: list[tuple[int, Entry]] = []
    last = -1
    for row in rows:
        last = places.get(row.pk, last)
        order.append((last, row))
    return [row for _, row in sorted(order, key=lambda pair: pair[0])]


def _with_others(rows: Sequence[Entry], others: Iterable[Entry], places: Mapping[int, int]) -> list[Entry]:
    """Rows with others put in, each behind the one that the document has before it."""
    behind: dict[int | None, list[Entry]] = {}  # key of a row (none: the beginning) → what comes behind it
    known = sorted((places[row.pk], row.pk) for row in rows if row.pk in places)
    end = rows[-1].pk if rows else None
    for row in sorted(others, key=lambda row: places.get(row.pk, len(places))):
        at = bisect_left(known, (places[row.pk], -1)) if row.pk in places else len(known)
        key = end if row.pk not in places else known[at - 1][1] if at else None
        behind.setdefault(key, []).append(row)
    seated = behind.get(None, [])
    for row in rows:
        seated += [row, *behind.get(row.pk, [])]
    return seated


def number_in_order(seated: Sequence[Entry]) -> None:
    """Write the places of entries: in the order given, each with all that stands under it. Nothing where they stand
    so already."""
    keys = {row.pk for row in seated}
    children: dict[int | None, list[Entry]] = {}
    for row in seated:
        children.setdefault(row.parent_id if row.parent_id in keys else None, []).append(row)
    order: list[Entry] = []
    waiting = children.get(None, [])[::-1]
    while waiting:
        row = waiting.pop()
        order.append(row)
        waiting += children.get(row.pk, [])[::-1]
    if all(one.position < other.position for one, other in pairwise(order)):
        return
    moved = [row for position, row in enumerate(order) if row.position != position]
    for position, row in enumerate(order):
        row.position = position
    Entry.objects.bulk_update(moved, ["position"], batch_size=BATCH)
