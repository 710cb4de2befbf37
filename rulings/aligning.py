"""Two versions of a text side by side: which line of the one is which of the other."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

_Pair = tuple[int, int]  # the place of a line before and after, from 0


def aligned(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """The lines of ``after`` that stand in ``before`` too, in the same order: number → number there, both from 1.

    Lines that each text has once say where it is the same; what is around them, and at both ends, follows line by
    line as long as it is equal. So what stands twice is told apart by what is between. Costs as much as the texts are
    long.
    """
    same: list[_Pair] = []
    ends = ((-1, -1), *_only_ones(before, after), (len(before), len(after)))
    for start, end in pairwise(ends):
        run = _run(before, after, start, end, 1)
        same += run
        same += [] if end == ends[-1] else [end]
        same += _run(before, after, end, run[-1] if run else start, -1)
    return {there + 1: here + 1 for here, there in same}


def _only_ones(before: Sequence[str], after: Sequence[str]) -> list[_Pair]:
    """Where lines stand that each text has once: the longest row of them that has the same order in both."""
    counts = [Counter(lines) for lines in (before, after)]
    places = {line: place for place, line in enumerate(before) if counts[0][line] == 1}
    pairs = [(places[line], place) for place, line in enumerate(after) if counts[1][line] == 1 and line in places]
    lasts: list[int] = []  # of the rows of each length, the first place in ``before`` where one ends
    ends: list[int] = []  # … and which pair that is
    behind: list[int | None] = []  # the pair that each one comes behind
    for at, (here, _) in enumerate(pairs):
        length = bisect_left(lasts, here)
        behind.append(ends[length - 1] if length else None)
        lasts[length : length + 1] = [here]
        ends[length : length + 1] = [at]
    row: list[_Pair] = []
    pair = ends[-1] if ends else None
    while pair is not None:
        row.append(pairs[pair])
        pair = behind[pair]
    return row[::-1]


def _run(before: Sequence[str], after: Sequence[str], start: _Pair, end: _Pair, step: int) -> list[_Pair]:
    """Equal lines side by side, from one pair of places towards another, both excluded."""
    found: list[_Pair] = []
    here, there = start[0] + step, start[1] + step
    while (end[0] - here) * step > 0 and (end[1] - there) * step > 0 and before[here] == after[there]:
        found.append((here, there))
        here, there = here + step, there + step
    return found
