"""The texts of a game as a tree of links: groups, and in them sections, and headings with the number of their
rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rulings.kinds import CHAPTER, NOTE, RULING
from rulings.models import Card, Source
from rulings.models.entries import card_of_heading
from rulings.models.lines import Line
from rulings.views.having import having


@dataclass
class Item:
    """A line of the tree. A heading that only gathers rulings has their number and no children."""

    entry: Line
    card: Card | None = None
    rulings: int = 0
    children: list[Item] = field(default_factory=list)


@dataclass
class Group:
    """A chapter, or the texts of a source that stand under no chapter (then ``entry`` is ``None``)."""

    source: Source
    entry: Line | None
    counts: list[str]
    items: list[Item]


def groups(sources: Iterable[Source], entries: Iterable[Line], chapter_cards: Mapping[int, list[Card]]) -> list[Group]:
    """The groups of all sources in reading order. ``chapter_cards``: chapter → the cards its heading names."""
    return list(_Tree(entries, chapter_cards).groups(sources))


class _Tree:
    def __init__(self, entries: Iterable[Line], chapter_cards: Mapping[int, list[Card]]) -> None:
        self.chapter_cards = chapter_cards
        self.roots: dict[int, list[Line]] = {}
        self.below: dict[int, list[Line]] = {}
        for entry in entries:
            if entry.kind == NOTE and not entry.title and not entry.number:
                continue  # a foreword or a credit: the source has it
            if entry.parent_id is None:
                self.roots.setdefault(entry.source_id, []).append(entry)
            else:
                self.below.setdefault(entry.parent_id, []).append(entry)

    def groups(self, sources: Iterable[Source]) -> Iterator[Group]:
        for source in sources:
            loose: list[Line] = []
            for root in self.roots.get(source.pk, []):
                if root.kind != CHAPTER:
                    loose.append(root)
                    continue
                if loose:
                    yield self._group(source, None, loose)
                    loose = []
                for chapter in self._chapters(root):
                    yield self._group(source, chapter, self.below.get(chapter.pk, []))
            if loose:
                yield self._group(source, None, loose)

    def _chapters(self, root: Line) -> list[Line]:
        """The chapter, or those in it where it holds nothing but chapters of their own."""
        inside = self.below.get(root.pk, [])
        holds_chapters = bool(inside) and all(
            child.kind == CHAPTER and child.pk not in self.chapter_cards for child in inside
        )
        return inside if holds_chapters else [root]

    def _group(self, source: Source, chapter: Line | None, entries: list[Line]) -> Group:
        return Group(source, chapter, having(self._counts(entries)), [self._item(entry) for entry in entries])

    def _item(self, entry: Line) -> Item:
        inside = self.below.get(entry.pk, [])
        card = card_of_heading(entry.kind, self.chapter_cards.get(entry.pk, []))
        if inside and all(child.kind == RULING for child in inside):
            return Item(entry, card, rulings=len(inside))
        return Item(entry, card, children=[self._item(child) for child in inside])

    def _counts(self, entries: Iterable[Line]) -> Counter[str]:
        """How many there are of each kind, with what stands below."""
        counts = Counter[str]()
        for entry in entries:
            counts[entry.kind] += 1
            if entry.pk in self.below:
                counts.update(self._counts(self.below[entry.pk]))
        return counts
