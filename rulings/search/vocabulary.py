"""The words of the index: their form table, and the nearest real word to one that isn't there."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from rulings.keyboards import distance, skeleton, tolerance
from rulings.languages import LANGUAGES, root, written_in

_BEST = 3  # real words that a mistyped one may stand for


class Vocabulary:
    """``forms``: folded surface → lemmas, of every word of every document and name."""

    def __init__(self, terms: Iterable[str]) -> None:
        forms: dict[str, set[str]] = defaultdict(set)
        for term in terms:
            surface, _, lemmas = term.partition("=")
            forms[surface].update(lemmas.split(","))
        self.forms: dict[str, frozenset[str]] = {surface: frozenset(keys) for surface, keys in forms.items()}
        self.lemmas: frozenset[str] = frozenset(key for keys in self.forms.values() for key in keys)
        self._by_skeleton: dict[str, list[str]] = defaultdict(list)
        for surface in self.forms:
            if written_in(surface, "ru"):
                self._by_skeleton[skeleton(surface)].append(surface)
        self._families: dict[tuple[str, str], list[str]] = defaultdict(list)
        for lemma in self.lemmas:
            for code in LANGUAGES:
                if written_in(lemma, code) and (family := root(lemma, code)):
                    self._families[(code, family)].append(lemma)
        self._sorted = sorted(self.forms)
        self._surfaces = [surface for surface in self.forms if len(surface) > 2 and surface.isalpha()]
        self._masks = _masks(self._surfaces)

    def beginning(self, prefix: str, limit: int) -> frozenset[str]:
        """The lemmas of the first real words that begin so."""
        at = bisect_left(self._sorted, prefix)
        found: set[str] = set()
        for surface in self._sorted[at : at + limit]:
            if not surface.startswith(prefix):
                break
            found |= self.forms[surface]
        return frozenset(found)

    def relatives(self, lemma: str) -> set[str]:
        """Lemmas of the same family: of another part of speech, or with another suffix."""
        found: set[str] = set()
        for code in LANGUAGES:
            if written_in(lemma, code) and (family := root(lemma, code)):
                found.update(self._families.get((code, family), ()))
        return found - {lemma}

    def transliterated(self, word: str) -> list[str]:
        """Real Russian words that a folded word in Latin letters may spell."""
        if not word.isascii():
            return []
        spellings = {skeleton(word), skeleton(word.replace("j", "zh"))}
        return [surface for spelling in spellings for surface in self._by_skeleton.get(spelling, ())]

    def nearest(self, word: str, looser: float = 0.0) -> list[tuple[str, float]]:
        """Real words that a folded word may be a slip of, with their distance; the nearest first. ``looser``: how
        many slips more than a word of this length may have."""
        limit = tolerance(word)
        if not limit or not self._surfaces:
            return []
        limit += looser
        mask = _masks([word])[0]
        differing = np.bitwise_count(np.bitwise_xor(self._masks, mask)).sum(axis=1)
        near = np.nonzero(differing <= 2 * limit + 1)[0]
        found = []
        for at in near:
            surface = self._surfaces[at]
            slips = distance(word, surface, limit)
            if slips <= limit:
                found.append((surface, slips))
        found.sort(key=lambda item: (item[1], item[0]))
        return found[:_BEST]


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
