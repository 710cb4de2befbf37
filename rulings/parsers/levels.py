"""How deep each heading of a plain text stands.

The outline knows; the rest is told from how headings follow each other, on these grounds:

* a heading right above another is a chapter: what stands on top of each other goes down step by step;
* the last of such a chain stands where the last one stood before, so a shorter chain begins deeper down;
* headings of one shape (capitals, «Глава 2») are of one rank, and plain ones stand below them;
* numbers that go on are of one rank; what interrupts them stands inside; where they begin anew, the heading
  above them is a chapter like the one above the numbers before;
* a number of several parts stands under the number it begins with.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

DEEPEST = 6


class Heading(NamedTuple):
    """What decides a heading's level.

    ``values`` are the parts of its number and ``style`` how it is printed; ``shape`` is what headings of one rank
    have in common, empty for a plain one. ``over`` and ``under``: it stands right above, right below another.
    """

    shape: str = ""
    style: str = ""
    values: tuple[int, ...] = ()
    known: int | None = None
    natural: bool = True  # it looks like a heading: the outline needn't say that it is one
    introduces: bool = False  # it heads what comes before the numbered headings («Введение»)
    over: bool = False
    under: bool = False

    @property
    def is_plain(self) -> bool:
        return not self.values and not self.shape and self.known is None

    @property
    def is_ranked(self) -> bool:
        return bool(self.shape) and not self.values and self.known is None


class _Open(NamedTuple):
    level: int
    at: int
    heading: Heading


class _Series(NamedTuple):
    """Numbers of one style, under way: their level and the last of them."""

    level: int
    last: int


@dataclass
class Levels:
    """One pass over the headings of a text.

    ``named``: the levels of which the outline names headings. ``flat``: a heading without a number among numbers
    of several parts is one of them, and not inside the last.
    """

    headings: Sequence[Heading]
    named: frozenset[int] = frozenset()
    flat: bool = False
    result: list[int] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    leaf: int = 0  # where the last plain heading of a chain stood; 0: nothing known here
    ranks: dict[str, int] = field(default_factory=dict)
    series: dict[str, _Series] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)  # the last number of each style, over or not
    chapter: int = 1  # the level of the chapter over the numbers before
    major: int = 0  # the first part of the numbers under way, 0 in a new chapter
    major_level: int = 1
    last_major: int = 0

    def __post_init__(self) -> None:
        self.places: dict[str, list[int]] = {}  # of the numbers, by style
        self.majors: dict[int, list[int]] = {}  # of the numbers of several parts, by the first
        self.decimals: list[int] = []
        self.unnumbered: list[int] = []
        self.barriers: list[int] = []  # headings that nothing can stand inside of a number across
        for at, heading in enumerate(self.headings):
            if heading.values:
                self.places.setdefault(heading.style, []).append(at)
                if len(heading.values) > 1:
                    self.majors.setdefault(heading.values[0], []).append(at)
                    self.decimals.append(at)
            else:
                self.unnumbered.append(at)
                if not heading.is_plain:
                    self.barriers.append(at)

    def all(self) -> list[int]:
        """The level of every heading, 1 the highest."""
        while len(self.result) < len(self.headings):
            at = len(self.result)
            heading = self.headings[at]
            if heading.known is not None:
                self._known(at, heading, heading.known)
            elif heading.values:
                self._number(at, heading)
            elif heading.shape:
                self._ranked(at)
            else:
                self._plain(at)
        return self.result

    def _place(self, level: int) -> int:
        """Give the next heading its level."""
        at = len(self.result)
        heading = self.headings[at]
        level = min(max(level, 1), DEEPEST)
        while self.open and self.open[-1].level >= level:
            self.open.pop()
        closed = level if heading.values else level - 1
        self.series = {style: one for style, one in self.series.items() if one.level <= closed}
        self.open.append(_Open(level, at, heading))
        self.result.append(level)
        return level

    def _above(self, at: int) -> int:
        return self.result[at - 1] if self.headings[at].under else 0

    def _below(self, at: int) -> int:
        """The level of the heading right below what ends before ``at``, if it is certain already."""
        if at >= len(self.headings) or not self.headings[at].under:
            return 0
        heading = self.headings[at]
        return heading.known or (self.ranks.get(heading.shape, 0) if heading.is_ranked else 0)

    def _run(self, at: int, same: Callable[[Heading], bool]) -> int:
        """How many of the same sort stand on top of each other."""
        end = at + 1
        while end < len(self.headings) and self.headings[end].under and same(self.headings[end]):
            end += 1
        return end - at

    # ── headings the outline names ──

    def _known(self, at: int, heading: Heading, level: int) -> None:
        self._place(level)
        if heading.values:
            self._count(heading, level)
            return
        self.major = 0
        if heading.over:
            self.leaf = level if self.headings[at + 1].values else 0
        elif not self.leaf or level == self.leaf:
            # Naming the very level that would have been guessed says that what follows stands below.
            from_the_top = self.named >= set(range(1, level + 1))
            self.leaf = level + 1 if from_the_top and heading.natural else level
        elif level < self.leaf:
            self.leaf = level + 1

    # ── headings of a shape ──

    def _ranked(self, at: int) -> None:
        shape = self.headings[at].shape
        run = self._run(at, lambda heading: heading.is_ranked and heading.shape == shape)
        below, above = self._below(at + run), self._above(at)
        if shape in self.ranks:
            start = self.ranks[shape] - run + 1
        elif below:
            start = below - run
        else:
            start = (above or self._rank_above()) + 1
        for offset in range(run):
            self.ranks[shape] = self._place(max(start, 1) + offset)
        self.leaf = self.major = 0

    def _rank_above(self) -> int:
        """The level of the heading of a shape that whatever comes next stands under."""
        return next((one.level for one in reversed(self.open) if one.heading.is_ranked), 0)

    # ── plain headings ──

    def _plain(self, at: int) -> None:
        run = self._run(at, lambda heading: heading.is_plain)
        inside = self._inside(at + run - 1)
        start = self._start(at, run, inside)
        for offset in range(run):
            self.leaf = self._place(start + offset)
        if not inside:
            self.major = 0

    def _start(self, at: int, run: int, inside: int) -> int:
        """The level of the first of a run of plain headings."""
        if above := self._above(at):
            return above + 1
        if below := self._below(at + run):
            return max(below - run, 1)
        if self._heads_numbers(at + run - 1):
            return max(self.chapter - run + 1, 1)
        lowest = inside or self._rank_above() + 1
        end = at + run
        chain = run + (end < len(self.headings) and self.headings[end].under)  # with the number right below
        return max(lowest, self.leaf - chain + 1)

    def _heads_numbers(self, at: int) -> bool:
        """Whether the numbers below a heading begin anew, or stand right below it as others did below another."""
        if at + 1 >= len(self.headings) or not (below := self.headings[at + 1]).values:
            return False
        if len(below.values) > 1:
            return bool(self.last_major) and (below.under or below.values[0] != self.last_major)
        last = self.counted.get(below.style, 0)
        return bool(last) and (below.under or below.values[0] <= last)

    def _inside(self, at: int) -> int:
        """The level of a plain heading inside numbers that go on after it; 0 when they don't."""
        barrier = _after(self.barriers, at, len(self.headings))
        for style, one in sorted(self.series.items(), key=lambda item: -item[1].level):
            place = _after(self.places[style], at, barrier)
            if place < barrier and self.headings[place].values == (one.last + 1,):
                return 0 if place == at + 1 and self.headings[at].over else one.level + 1
        place = _after(self.decimals, at, barrier)
        if not self.major or place >= barrier or self.headings[place].values[0] != self.major:
            return 0
        if place == at + 1 and self.headings[at].over:
            return 0
        above = next((one.level for one in reversed(self.open) if one.heading.values), 0)
        return self.major_level if self.flat else above + 1

    # ── numbers ──

    def _number(self, at: int, heading: Heading) -> None:
        if len(heading.values) == 1:
            self._count(heading, self._place(self._single(at, heading)))
            return
        astray = self._is_astray(at, heading)
        level = self._place(self._decimal(at, heading))
        if not astray:
            self._count(heading, level)

    def _count(self, heading: Heading, level: int) -> None:
        first, *more = heading.values
        if more:
            if first != self.major:
                self.major, self.major_level = first, level
                self.chapter = max(level - 1, 1)
            self.last_major = first
            return
        if heading.style not in self.series:
            self.chapter = max(level - 1, 1)
        self.series[heading.style] = _Series(level, first)
        self.counted[heading.style] = first
        self.major = 0

    def _single(self, at: int, heading: Heading) -> int:
        """«1. …»: its level is that of the numbers it goes on from, or one below the heading it stands under."""
        above, series = self._above(at), self.series.get(heading.style)
        before = self.headings[at - 1] if at else None
        if above and before and before.style != heading.style:
            return above + 1
        if series:
            return series.level
        if not self.open:
            return 1
        top = self.open[-1]
        return top.level if self._is_introduction(top, heading) else top.level + 1

    def _is_introduction(self, top: _Open, heading: Heading) -> bool:
        """Whether the one heading above the numbers has a text and stands beside them: «Введение», or any first
        heading after which all others stand among the numbers."""
        if top.at or not top.heading.is_plain or top.heading.over or heading.values != (1,):
            return False
        places = self.places[heading.style]
        begins_once = all(self.headings[one].values < self.headings[two].values for one, two in pairwise(places))
        return top.heading.introduces or (begins_once and places[-1] > self.unnumbered[-1])

    def _decimal(self, at: int, heading: Heading) -> int:
        """«2.4 …»: under the number it begins with, beside those that begin alike, else under the chapter."""
        values = heading.values
        numbers = [(level, one.values) for level, _, one in reversed(self.open) if one.values]
        for level, one in numbers:
            if len(one) < len(values) and one == values[: len(one)]:
                return level + 1
        alike = [(level, one) for level, one in numbers if len(one) > 1 and one[0] == values[0]]
        for level, one in alike:
            if len(one) == len(values):
                return level
        if alike:
            return alike[0][0]
        if not self.major:
            above = [one for one in self.open if not one.heading.values]
            over = next((one for one in reversed(above) if one.heading.over), above[-1] if above else None)
            return over.level + 1 if over else 1
        if values[0] == self.major or self._is_astray(at, heading):
            return self.major_level
        return self.chapter if any(not one.heading.values for one in self.open) else self.major_level

    def _is_astray(self, at: int, heading: Heading) -> bool:
        """A number out of place: those of the chapter go on after it."""
        if not self.major or heading.values[0] == self.major:
            return False
        end = _after(self.unnumbered, at, len(self.headings))
        return _after(self.majors[self.major], at, end) < end


def _after(places: Sequence[int], at: int, end: int) -> int:
    """The first of the places after ``at``; ``end`` when there is none."""
    found = bisect_right(places, at)
    return places[found] if found < len(places) else end
