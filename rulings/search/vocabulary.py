"""The words of the index: their form table, and the nearest real word to one that isn't there.

The form table has the forms that stand in the texts; the others are looked for only where those don't answer
(``lexemes``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from rulings.keyboards import LONGEST, distance, skeleton, skeletons, slips, tolerance
from rulings.languages import LANGUAGES, fold, in_dictionary, lemmas, root, written_in
from rulings.search.caches import Cache
from rulings.search.lexemes import Lexemes
from rulings.search.slips import Comparable

NEAREST = 3  # real words that a mistyped one may stand for
PARTED = 2  # letters at least of a word that was typed together with another
REAL = 4  # of one that only a dictionary has: they have too many shorter ones
_CACHED = 5_000  # beginnings of words


class WordTable:
    """The words of one segment: «surface=lemma,lemma», and «=spelled» where that is not the surface. ``forms``:
    folded surface → lemmas; ``standing``: those that a text has, and no dictionary form alone."""

    def __init__(self, terms: Iterable[str]) -> None:
        forms: dict[str, frozenset[str]] = {}
        self._samples: dict[str, str] = {}  # lemma → a spelled form of it
        for term in terms:
            surface, found, *spelled = term.split("=")
            own = frozenset(found.split(","))
            forms[surface] = forms.get(surface, frozenset()) | own
            for lemma in own:
                self._samples.setdefault(lemma, spelled[0] if spelled else surface)
        self.lemmas = {*self._samples}
        self.standing = frozenset(forms)
        for lemma in self.lemmas:
            forms.setdefault(lemma, frozenset([lemma]))  # people type dictionary forms that no text may have
        self.forms = forms
        self.sorted = sorted(forms)
        self.by_skeleton: dict[str, list[str]] = defaultdict(list)
        self.families: dict[tuple[str, str], list[str]] = defaultdict(list)
        for surface in forms:
            if written_in(surface, "ru"):
                self.by_skeleton[skeleton(surface)].append(surface)
        for lemma in self.lemmas:
            for code in LANGUAGES:
                if written_in(lemma, code) and (family := root(lemma, code)):
                    self.families[(code, family)].append(lemma)
        self.comparable = Comparable(forms)

    @cached_property
    def lexemes(self) -> Lexemes:
        """Every form of the words."""
        return Lexemes(self._samples.values(), self.lemmas)


class Vocabulary:
    """The words of all segments."""

    def __init__(self, tables: Sequence[WordTable]) -> None:
        self._tables = tables
        self._begun: Cache[tuple[str, int], frozenset[str]] = Cache(_CACHED)

    def warm(self) -> None:
        """Have every form of the words at hand, before one is mistyped."""
        for table in self._tables:
            table.lexemes.warm()

    def lemmas(self, surface: str) -> frozenset[str]:
        """The lemmas of a folded surface, as the texts have it; else those of the index that it is another form of."""
        found = [table.forms[surface] for table in self._tables if surface in table.forms]
        if not found:
            own = frozenset(lemmas(surface))
            found = [own & table.lemmas for table in self._tables]
        if not any(found) and (surface.isascii() or not is_real(surface)):  # it may lack its accents
            found = [table.lexemes.lemmas(surface) for table in self._tables]
        return frozenset().union(*found)

    def beginning(self, prefix: str, limit: int) -> frozenset[str]:
        """The lemmas of the first real words that begin so."""
        return self._begun.get((prefix, limit), self._beginning)

    def _beginning(self, asked: tuple[str, int]) -> frozenset[str]:
        prefix, limit = asked
        found: set[str] = set()
        for table in self._tables:
            at = bisect_left(table.sorted, prefix)
            for surface in table.sorted[at : at + limit]:
                if not surface.startswith(prefix):
                    break
                found |= table.forms[surface]
        return frozenset(found)

    def parted(self, surface: str) -> list[str]:
        """A word as two that were typed without a space between them, one of them of the texts, the most alike in
        length; else as it is."""
        places = range(PARTED, min(len(surface), LONGEST) - PARTED + 1)
        pairs = [(surface[:at], surface[at:]) for at in places]
        here = [pair for pair in pairs if any(map(self._has, pair)) and all(map(self._is_word, pair))]
        return [*max(here, key=lambda pair: min(map(len, pair)))] if here else [surface]

    def _has(self, word: str) -> bool:
        return any(fold(word) in table.forms for table in self._tables)

    def _is_word(self, word: str) -> bool:
        return self._has(word) or (len(word) >= REAL and is_real(word))

    def relatives(self, lemma: str) -> set[str]:
        """Lemmas of the same family: of another part of speech, or with another suffix."""
        families = [(code, family) for code in LANGUAGES if written_in(lemma, code) and (family := root(lemma, code))]
        return {
            relative for table in self._tables for family in families for relative in table.families.get(family, ())
        } - {lemma}

    def transliterated(self, word: str) -> list[str]:
        """Real Russian words that a folded word in Latin letters may spell; and the code that one typed in Russian
        letters sounds like («С9» for S9)."""
        if not word.isascii():
            sounds = skeleton(word) if any(char.isdigit() for char in word) else ""
            return [sounds] if any(sounds in table.forms for table in self._tables) else []
        spellings = skeletons(word)
        found = [
            surface
            for table in self._tables
            for spelling in spellings
            for surface in table.by_skeleton.get(spelling, ())
        ] or [form for table in self._tables for spelling in spellings for form in table.lexemes.spelled(spelling)]
        # A letter typed over and over is no word of one letter, nor is one of no Russian word.
        return [found for found in dict.fromkeys(found) if len(found) > 1 or skeleton(found) == word]

    def nearest(self, word: str, looser: float = 0.0) -> list[tuple[str, float]]:
        """Real words that a folded word may be a slip of, with their distance; the nearest first. ``looser``: how
        many slips more than a word of this length may have; then only of words as they stand in the texts."""
        limit = tolerance(word)
        if not limit:
            return []
        limit += looser
        found = {
            near: far
            for table in self._tables
            for near, far in table.comparable.near(word, limit).items()
            if not looser or near in table.standing
        }
        for form in slips(word) if not looser else ():
            if (
                form not in found
                and any(table.lexemes.lemmas(form) for table in self._tables)
                and (far := distance(word, form, limit)) <= limit
            ):
                found[form] = far
        return sorted(found.items(), key=lambda item: (item[1], item[0]))[:NEAREST]


def is_real(surface: str) -> bool:
    """Whether a dictionary has a word: then it was meant, though no text has it."""
    return any(in_dictionary(surface, code) for code in LANGUAGES)
