"""Knowing entries again: which row each node of a changed document already has.

Surest likeness first. What needs only the node and its headings comes once; what stands under a heading that is
known again is looked for until nothing more is found, since every heading found makes its children easier to find.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulings.documents import Placed
from rulings.kinds import RULING
from rulings.markup import compose
from rulings.models import Entry
from rulings.models.states import WITHDRAWN

_LONG = 60  # characters: a text of so many says by itself which entry it is; «Да.» and «Нет.» don't
_NEARLY, _ALIKE = 0.9, 0.75  # how like are a text and the same with a misprint mended; with some words changed
_PAIRS = 20_000  # more under one heading aren't compared word by word: they are another document
_ROOT = -1


@dataclass
class Planned:
    """A node on its way to a row. ``origin`` is the checksum of what the source says."""

    placed: Placed
    body: str
    origin: str
    entry: Entry | None = None

    @classmethod
    def of(cls, placed: Placed) -> Planned:
        body = compose(placed.node.blocks)
        return cls(placed, body, hashlib.sha256(f"{placed.node.title}\x00{body}".encode()).hexdigest())

    @property
    def kind(self) -> str:
        return self.placed.node.kind

    @property
    def title(self) -> str:
        return self.placed.node.title

    @property
    def number(self) -> str:
        return self.placed.node.number


def match(plan: Sequence[Planned], existing: Sequence[Entry]) -> None:
    """Give each planned node the row it already has, in reading order among equals.

    Title and text together, under the same headings, then under others; then the title under the same headings.
    Then, under a heading that is known again: a title or a text that is nearly the same, then the number. A heading
    that has another title is the one under which most of what stands under it stood before.
    """
    matching = _Matching(plan, existing)
    matching.by_words()
    while matching.by_children() or matching.under_known_headings():
        pass


class _Matching:
    def __init__(self, plan: Sequence[Planned], existing: Sequence[Entry]) -> None:
        self.plan = plan
        self.rows = {entry.pk: entry for entry in existing}
        # What is in the source goes before what has left it.
        self.free = {row.pk: row for row in sorted(existing, key=lambda row: row.state == WITHDRAWN)}

    def by_words(self) -> None:
        paths = {key: self._headings(entry) for key, entry in self.rows.items()}
        self._take(lambda node: (node.origin, node.placed.path), lambda row: (row.origin, paths[row.pk]))
        self._take(
            lambda node: node.origin if node.title or len(node.body) >= _LONG else None,
            lambda row: row.origin,
        )
        self._take(
            lambda node: (node.title, node.placed.path) if node.title else None,
            lambda row: (row.title, paths[row.pk]),
        )

    def by_children(self) -> bool:
        """Headings with another title, from the lowest up; whether any was found."""
        now: dict[int, Counter[int]] = {}  # a node → how many of its children stood under each row
        found = False
        for at in range(len(self.plan) - 1, -1, -1):
            node = self.plan[at]
            if node.entry is None and at in now:
                row, votes = now[at].most_common(1)[0]
                if row in self.free and 2 * votes > now[at].total() and 2 * votes > self._children_found(row):
                    found = self._match(node, self.free[row])
            if node.entry is not None and node.entry.parent_id is not None:
                now.setdefault(node.placed.parent, Counter())[node.entry.parent_id] += 1
        return found

    def _children_found(self, row: int) -> int:
        return sum(node.entry is not None and node.entry.parent_id == row for node in self.plan)

    def under_known_headings(self) -> bool:
        """Whether any was found."""
        before = len(self.free)
        self._take(
            lambda node: self._under(node, node.title) if node.title else None,
            lambda row: (_above(row), row.kind, row.title),
        )
        self._take_alike()
        self._take(
            lambda node: self._under(node, node.number) if _tells(node.kind, node.number) else None,
            # What has left the source comes back by its words or not at all: numbers are given again.
            lambda row: None if row.state == WITHDRAWN else (_above(row), row.kind, row.number),
        )
        return len(self.free) < before

    def _take(self, key_of_node: Callable[[Planned], Hashable], key_of_row: Callable[[Entry], Hashable]) -> None:
        """Match what has the same key; ``None`` is no key."""
        waiting: dict[Hashable, list[Entry]] = {}
        for row in self.free.values():
            waiting.setdefault(key_of_row(row), []).append(row)
        for node in self.plan:
            if node.entry is None and (key := key_of_node(node)) is not None and (rows := waiting.get(key)):
                self._match(node, rows.pop(0))

    def _take_alike(self) -> None:
        """Match titles or texts with a word or a letter changed, the likest first."""
        rows: dict[Hashable, list[Entry]] = {}
        for row in self.free.values():
            rows.setdefault((_above(row), row.kind), []).append(row)
        nodes: dict[Hashable, list[Planned]] = {}
        for node in self.plan:
            if node.entry is None and (place := self._under(node)) in rows:
                nodes.setdefault(place, []).append(node)
        for place, waiting in nodes.items():
            if len(waiting) * len(rows[place]) > _PAIRS:
                continue
            pairs = [
                (likeness, -at, -seat, node, row)
                for at, node in enumerate(waiting)
                for seat, row in enumerate(rows[place])
                if (likeness := _likeness(node, row))
            ]
            for _, _, _, node, row in sorted(pairs, key=lambda pair: pair[:3], reverse=True):
                if node.entry is None and row.pk in self.free:
                    self._match(node, row)

    def _under(self, node: Planned, *words: str) -> Hashable:
        """A key of what stands under the same row; ``None`` under a heading that is not known again."""
        parent = _ROOT
        if node.placed.parent >= 0:
            above = self.plan[node.placed.parent].entry
            if above is None:
                return None
            parent = above.pk
        return (parent, node.kind, *words)

    def _match(self, node: Planned, row: Entry) -> bool:
        node.entry = row
        del self.free[row.pk]
        return True

    def _headings(self, entry: Entry) -> tuple[str, ...]:
        return tuple(row.title for row in self._all_above(entry))[::-1]

    def _all_above(self, entry: Entry) -> Iterator[Entry]:
        parent = entry.parent_id
        while parent is not None:
            yield self.rows[parent]
            parent = self.rows[parent].parent_id


def _above(row: Entry) -> int:
    return _ROOT if row.parent_id is None else row.parent_id


def _tells(kind: str, number: str) -> bool:
    """Whether a printed number tells an entry from its neighbours: a question's bare mark («В.», «Q») doesn't."""
    return any(map(str.isdigit, number)) if kind == RULING else bool(number)


def _likeness(node: Planned, row: Entry) -> float:
    """How like a row is to a node, 0 when it is another thing.

    A long text is enough; a title has to be nearly the same, or alike above the same text. What an editor removed
    has to be nearly the same: a new entry that passed for it would never be seen.
    """
    same_text = bool(node.body) and node.body == row.body
    if same_text and len(node.body) >= _LONG:
        return 2.0
    if node.title and row.title:
        least = _ALIKE if same_text and not row.removed else _NEARLY
        return _ratio(node.title, row.title, least)
    return _ratio(node.body, row.body, _NEARLY) if not node.title and not row.title else 0.0


def _ratio(one: str, other: str, least: float) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0
