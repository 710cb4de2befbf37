"""Where the entries of a source stand: what is below what, and in which order they are read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from rulings.batches import BATCH
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


def seat(plan: Sequence[Planned], existing: Sequence[Entry], staying: Collection[int]) -> list[Entry]:
    """The entries of a source in the order of its document. What is not in the document and stays all the same
    (``staying``, by keys) keeps its seat behind the entry it stood behind."""
    planned = {item.entry.pk: index for index, item in enumerate(plan) if item.entry}
    behind: dict[int, list[Entry]] = {}  # index of a planned node (-1: the beginning) → what sits behind it
    last = -1
    for row in existing:
        if row.pk in planned:
            last = planned[row.pk]
        elif row.pk in staying:
            behind.setdefault(last, []).append(row)
    seated = behind.get(-1, [])
    for index, item in enumerate(plan):
        assert item.entry is not None
        seated += [item.entry, *behind.get(index, [])]
    return seated


def number_in_order(seated: Sequence[Entry]) -> None:
    """Write the places of entries: in the order given, each with all that stands under it."""
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
    moved = [row for position, row in enumerate(order) if row.position != position]
    for position, row in enumerate(order):
        row.position = position
    Entry.objects.bulk_update(moved, ["position"], batch_size=BATCH)
