"""The dictionary words of the index in every form, though no text has it: each is a stem and one of its endings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from rulings.keyboards import skeleton
from rulings.languages import LANGUAGES, Endings, fold, inflections, written_in


class _Lexeme(NamedTuple):
    """``endings``: each between two spaces; a set of them would weigh twenty times as much."""

    endings: str
    lemma: str


class Lexemes:
    """``samples``: one spelled form of each word; ``lemmas``: the words that are meant, of all that it may be of.

    Words of one first letter are looked up in the dictionaries together, when one that begins so is first asked for
    or in the background: fifty thousand words take seconds, and a search is not to wait for more than it needs.
    """

    def __init__(self, samples: Iterable[str], lemmas: Collection[str]) -> None:
        self._lemmas = lemmas
        self._samples: dict[str, list[str]] = defaultdict(list)
        for sample in samples:
            self._samples[_initial(fold(sample))].append(sample)
        self._drawers: dict[str, _Drawer] = {}

    def warm(self) -> None:
        """Look up the words of every letter."""
        for initial in self._samples:
            self._drawer(initial)

    def lemmas(self, form: str) -> frozenset[str]:
        """The words that a folded form is of."""
        return self._drawer(_initial(form)).lemmas(form)

    def spelled(self, spelling: str) -> Iterator[str]:
        """The Russian forms with this skeleton."""
        return self._drawer(spelling[:1].upper()).spelled(spelling)

    def _drawer(self, initial: str) -> _Drawer:
        found = self._drawers.get(initial)
        if found is None:
            found = self._drawers[initial] = _Drawer(self._samples.get(initial, ()), self._lemmas)
        return found


def _initial(word: str) -> str:
    """What a word begins with; a Russian one as its skeleton does, and in upper case, beside Latin ones."""
    return skeleton(word[:1])[:1].upper() if written_in(word[:1], "ru") else word[:1]


class _Drawer:
    """The words of one first letter."""

    def __init__(self, samples: Iterable[str], lemmas: Collection[str]) -> None:
        self._by_stem: dict[str, tuple[_Lexeme, ...]] = {}
        self._by_skeleton: dict[str, tuple[str, ...]] = {}
        joined: dict[Endings, str] = {}  # one copy of each: words that are inflected alike share it
        for sample in samples:
            for code in LANGUAGES:
                for lemma, stem, endings in inflections(sample, code) if written_in(sample, code) else ():
                    if lemma in lemmas:
                        if endings not in joined:
                            joined[endings] = f" {' '.join(ending for ending, _ in endings)} "
                        self._add(stem, _Lexeme(joined[endings], lemma))
        self._longest = max(map(len, self._by_stem), default=0)

    def _add(self, stem: str, lexeme: _Lexeme) -> None:
        known = self._by_stem.get(stem, ())
        if not known and (not stem or written_in(stem, "ru")):
            spelling = skeleton(stem)
            self._by_skeleton[spelling] = (*self._by_skeleton.get(spelling, ()), stem)
        if lexeme not in known:
            self._by_stem[stem] = (*known, lexeme)

    def lemmas(self, form: str) -> frozenset[str]:
        found = [
            lexeme.lemma
            for at in range(min(len(form), self._longest) + 1)
            for lexeme in self._by_stem.get(form[:at], ())
            if f" {form[at:]} " in lexeme.endings
        ]
        return frozenset(found)

    def spelled(self, spelling: str) -> Iterator[str]:
        for at in range(len(spelling) + 1):
            # Where a stem and its ending meet, a letter that both have is written once.
            rests = (spelling[at:], spelling[max(0, at - 1) :])
            for stem in self._by_skeleton.get(spelling[:at], ()):
                for lexeme in self._by_stem[stem]:
                    for ending in lexeme.endings[1:-1].split(" "):
                        if skeleton(ending) in rests and skeleton(stem + ending) == spelling:
                            yield stem + ending
