"""A piece of a text that is known again by its words and by what stands around them (ADR 31). No Django."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from rulings.languages import words

AROUND = 24  # characters before and after a piece by which it is known again
_ALIKE = 12  # of them have to be there still


class Standing(NamedTuple):
    """Where a piece of a text begins, how it reads, and what stands before and after it (up to ``AROUND`` characters
    each)."""

    start: int
    surface: str
    before: str
    after: str

    @classmethod
    def at(cls, start: int, end: int, text: str) -> Standing:
        return cls(start, text[start:end], text[max(0, start - AROUND) : start], text[end : end + AROUND])

    @property
    def end(self) -> int:
        return self.start + len(self.surface)

    def again(self, text: str) -> Standing | None:
        """Where it stands in another state of the text: the likeliest place, of equals the nearest one."""
        places = self._places(text)
        if not places:
            return None
        start = max(places, key=lambda at: (places[at], -abs(at - self.start)))
        return Standing.at(start, start + len(self.surface), text)

    def everywhere(self, text: str) -> list[Standing]:
        """All places of any text that are like its own."""
        return [Standing.at(start, start + len(self.surface), text) for start in self._places(text)]

    def _places(self, text: str) -> dict[int, int]:
        """Where its words stand as whole words with enough of what stood around them: start → how many characters.
        With hardly anything around, it was the whole text, and still has to be."""
        if not self.surface or self.surface not in text:
            return {}
        if len(self.before) + len(self.after) < _ALIKE:
            return {len(self.before): 0} if text == f"{self.before}{self.surface}{self.after}" else {}
        own = list(words(text))
        starts, ends = {word.start for word in own}, {word.end for word in own}
        found = (match.start() for match in re.finditer(re.escape(self.surface), text))
        places = {at: self._likeness(at, text) for at in found if at in starts and at + len(self.surface) in ends}
        return {at: likeness for at, likeness in places.items() if likeness >= _ALIKE}

    def _likeness(self, at: int, text: str) -> int:
        """How many characters around a place are those that stood around the piece."""
        end = at + len(self.surface)
        before = _alike(reversed(self.before), reversed(text[max(0, at - AROUND) : at]))
        return before + _alike(self.after, text[end : end + AROUND])


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
