"""Words that a mistyped one is compared with."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rulings.keyboards import distance

_COMPARED = 800  # words that a mistyped one is compared with, those of the likest letters


class Comparable:
    """Folded words, of three letters at least and of nothing else."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = [word for word in words if len(word) > 2 and word.isalpha()]
        self._masks = _masks(self._words)

    def near(self, word: str, limit: float) -> dict[str, float]:
        """Those within so many slips of a folded word, with their distance."""
        differing = np.bitwise_count(np.bitwise_xor(self._masks, _masks([word])[0])).sum(axis=1)
        likely = np.flatnonzero(differing <= 2 * limit + 1)
        if len(likely) > _COMPARED:
            likely = likely[np.argsort(differing[likely], kind="stable")[:_COMPARED]]
        found = {}
        for at in likely:
            if (far := distance(word, self._words[at], limit)) <= limit:
                found[self._words[at]] = far
        return found


def _masks(words: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """Which letters each word has, as bits of two 64-bit numbers: words with few letters in common are not compared."""
    rows = np.zeros((len(words), 2), np.uint64)
    for at, word in enumerate(words):
        low = high = 0
        for char in word:
            place = ord(char) % 127
            if place < 64:
                low |= 1 << place
            else:
                high |= 1 << (place - 64)
        rows[at] = (low, high)
    return rows
