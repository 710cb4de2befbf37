"""A piece of a text that is known again by its words and by what stands around them (ADR 31). No Django."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

from rulings.languages import words

AROUND = 24  # characters before and after a piece by which it is known again
_ALIKE = 12  # of them have to be there still
_EDGE = 6  # characters for which the edge of the text counts, where all that stood before it is there still


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
        """Where it stands in another state of its text: the likeliest place, of equals the nearest one. Where hardly
        anything stood around it, that was the whole text, and has to begin or end it still."""
        places = self._at_the_edges(text) if self._was_whole else self._places(text, _EDGE)
        if not places:
            return None
        start = max(places, key=lambda at: (places[at], -abs(at - self.start)))
        return Standing.at(start, start + len(self.surface), text)

    def everywhere(self, text: str) -> list[Standing]:
        """All places of any text that are like its own. What was a whole text has to be one; the edges of another one
        say nothing."""
        same = {len(self.before): 0} if text == self._around else {}
        places = same if self._was_whole else self._places(text, 0)
        return [Standing.at(start, start + len(self.surface), text) for start in places]

    @property
    def _around(self) -> str:
        """The piece with what stood around it."""
        return f"{self.before}{self.surface}{self.after}"

    @property
    def _was_whole(self) -> bool:
        """Whether the text had hardly anything else."""
        return len(self.before) + len(self.after) < _ALIKE

    def _at_the_edges(self, text: str) -> dict[int, int]:
        """Where what was a whole text begins or ends another one; a bare piece has to be all of it."""
        whole = self._around
        edges = {0, len(text) - len(whole)} if whole != self.surface or whole == text else set()
        kept = {at + len(self.before) for at in edges if at >= 0 and text.startswith(whole, at)}
        return dict.fromkeys(kept.intersection(_whole_words(text, self.surface)), 0)

    def _places(self, text: str, edge: int) -> dict[int, int]:
        """Where its words stand as whole words with enough of what stood around them: start → how many characters."""
        places = {at: self._likeness(at, text, edge) for at in _whole_words(text, self.surface)}
        return {at: likeness for at, likeness in places.items() if likeness >= _ALIKE}

    def _likeness(self, at: int, text: str, edge: int) -> int:
        """How many characters around a place are those that stood around the piece; an edge of the text that is where
        it was counts for as many as are given."""
        end = at + len(self.surface)
        before, after = text[max(0, at - AROUND) : at][::-1], text[end : end + AROUND]
        return _alike(self.before[::-1], before, edge) + _alike(self.after, after, edge)


def _whole_words(text: str, surface: str) -> list[int]:
    """Where a piece stands in a text as whole words."""
    if not surface or surface not in text:
        return []
    own = list(words(text))
    starts, ends = {word.start for word in own}, {word.end for word in own}
    found = (match.start() for match in re.finditer(re.escape(surface), text))
    return [at for at in found if at in starts and at + len(surface) in ends]


def _alike(one: str, other: str, edge: int) -> int:
    """How many characters two texts begin with alike, and those of the edge, where both end there as one."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return same + edge * (one == other and len(one) < AROUND)
