"""Longest match of names over a text. No Django: targets are whatever the caller knows them by.

A name's *forms* are made once, when it is saved: for each of its words the lemmas it may have. A word of a text
meets a word of a name when they share a lemma, so matching a text is a look-up of its words' lemmas.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rulings.languages import LANGUAGES, Word, fold, lemmas, words, written_in

ALWAYS, CAPITALISED, QUOTED, NEVER = "always", "capitalised", "quoted", "never"
# Of two names that fit the same place, the pickier one knows better: «Талисман» in quotes is the game.
_PICKINESS = {QUOTED: 2, CAPITALISED: 1, ALWAYS: 0}

_BETWEEN = re.compile(r"[ \u00a0\t]*[-\u2010-\u2014]?[ \u00a0\t]*[«»„“”\"']?[ \u00a0\t]*")
_QUOTES_BEFORE = frozenset("«„“\"'")
_QUOTES_AFTER = frozenset("»”“\"'")

Forms = list[list[str]]


def forms(name: str, language: str) -> Forms:
    """The form table of a name: for each of its words, the lemmas by which it is recognised."""
    return [sorted(lemmas(word.text, language)) for word in words(name)]


def default_recognise(name: str, *, is_term: bool) -> str:
    """How a name is recognised unless somebody says otherwise: single words of cards only when capitalised."""
    single = sum(1 for _ in words(name)) == 1
    return CAPITALISED if single and not is_term else ALWAYS


class LexiconName(NamedTuple):
    """A name as the lexicon needs it. ``rank``: how far its game is from the text's, 0 the same. ``is_main``: not an
    alias or abbreviation."""

    target: Hashable
    text: str
    language: str
    forms: Forms
    recognise: str
    rank: int = 0
    is_main: bool = True


class Span(NamedTuple):
    """A place in a text and what it may mean: ``targets`` of the best fit (more than one is a tie), then the
    ``others`` that fit less well, best first."""

    start: int
    end: int
    targets: tuple[Hashable, ...]
    others: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class _Entry:
    name: LexiconName
    keys: tuple[frozenset[str], ...]
    between: tuple[str, ...]

    @property
    def order(self) -> tuple[int, int, bool]:
        return (self.name.rank, -_PICKINESS[self.name.recognise], not self.name.is_main)


class _Text(NamedTuple):
    """A text with its words and the lemmas of each."""

    text: str
    words: list[Word]
    keys: list[frozenset[str]]

    def gap(self, at: int) -> str:
        """What stands between a word and the next one."""
        return self.text[self.words[at].end : self.words[at + 1].start]


class Lexicon:
    """The names that a text of one game and one language may mention."""

    def __init__(self, names: Iterable[LexiconName], language: str) -> None:
        self.language = language
        self._by_first: dict[str, list[_Entry]] = defaultdict(list)
        self._pairs: dict[str, list[_Entry]] = defaultdict(list)  # names of two words, by either of them
        own_script = LANGUAGES[language].letters
        for name in names:
            foreign = name.language != language
            if (
                not name.forms
                or name.recognise == NEVER
                or (foreign and LANGUAGES[name.language].letters == own_script)
            ):
                continue
            entry = _Entry(name, tuple(frozenset(keys) for keys in name.forms), _separators(name.text))
            for key in entry.keys[0]:
                self._by_first[key].append(entry)
            for key in {key for keys in entry.keys for key in keys} if len(entry.keys) == 2 else ():
                self._pairs[key].append(entry)
        joiners = "|".join(re.escape(word) for word in LANGUAGES[language].joiners)
        # «и», «и/или», «, », «/»: between two things of one kind.
        self._joiner = re.compile(rf"\s*(?:[,/]\s*|\s(?:{joiners})(?:/(?:{joiners}))?\s)\s*", re.IGNORECASE)

    def find(self, text: str) -> list[Span]:
        """The longest names of the text, left to right, none overlapping another."""
        found: list[Span] = []
        tokens = list(words(text))
        whole = _Text(text, tokens, [self._keys(token) for token in tokens])
        at = 0
        while at < len(tokens):
            span, length = self._match(whole, at)
            if span:
                found.append(span)
            at += length
        return sorted([*found, *self._elliptical(whole, found)])

    def _keys(self, token: Word) -> frozenset[str]:
        if written_in(token.text, self.language):
            return frozenset(lemmas(token.text, self.language))
        return frozenset((fold(token.text), *lemmas(token.text, "en")))

    # ── whole names ──

    def _match(self, text: _Text, at: int) -> tuple[Span | None, int]:
        """The longest name that begins at a word, and how many words to go on after."""
        candidates = {id(entry): entry for key in text.keys[at] for entry in self._by_first.get(key, ())}
        fitting: list[_Entry] = []
        length = 0
        for entry in sorted(candidates.values(), key=lambda entry: -len(entry.keys)):
            if len(entry.keys) < length:
                break
            if self._fits(text, at, entry):
                fitting.append(entry)
                length = len(entry.keys)
        if not fitting:
            return None, 1
        return _span(text.words[at].start, text.words[at + length - 1].end, fitting), length

    def _fits(self, text: _Text, at: int, entry: _Entry) -> bool:
        count = len(entry.keys)
        if at + count > len(text.words):
            return False
        for offset in range(count):
            if text.keys[at + offset].isdisjoint(entry.keys[offset]):
                return False
            if offset:
                gap, own = text.gap(at + offset - 1), entry.between[offset - 1]
                if not _BETWEEN.fullmatch(gap) and (not own or "\n" in gap or gap.strip() != own):
                    return False
        start, end = text.words[at].start, text.words[at + count - 1].end
        if entry.name.recognise == CAPITALISED:
            return text.words[at].text[:1].isupper()
        if entry.name.recognise == QUOTED:
            return text.text[start - 1 : start] in _QUOTES_BEFORE and text.text[end : end + 1] in _QUOTES_AFTER
        return True

    # ── names that share a word with the one beside them ──

    def _elliptical(self, text: _Text, found: Sequence[Span]) -> Iterator[Span]:
        """«w Krainie Zewnętrznej i/lub Środkowej», «длительные или постоянные эффекты»: a word of a two-word name
        whose other word stands once for both."""
        taken = {at for at, word in enumerate(text.words) if any(span.start <= word.start < span.end for span in found)}
        for at, word in enumerate(text.words):
            if at in taken:
                continue
            fitting = [
                entry
                for shared in self._shared(text, at)
                for key in text.keys[at]
                for entry in self._pairs.get(key, ())
                if _completes(entry, text.keys[at], text.keys[shared])
                and (entry.name.recognise == ALWAYS or word.text[:1].isupper())
                and entry.name.recognise != QUOTED
            ]
            if fitting:
                yield _span(word.start, word.end, fitting)

    def _shared(self, text: _Text, at: int) -> Iterator[int]:
        """The words that the word may share with a name beside it: those of the two before a joiner on its left, and
        the second one after a joiner on its right."""
        last = len(text.words) - 1
        for joined in range(at - 1, max(at - 4, 0), -1):  # the joiner itself is up to two words: «и/или»
            if self._joins(text, joined, at):
                yield from (joined, joined - 1)
                break
        for joined in range(at + 1, min(at + 4, last)):
            if self._joins(text, at, joined):
                yield joined + 1
                break

    def _joins(self, text: _Text, left: int, right: int) -> bool:
        gap = text.text[text.words[left].end : text.words[right].start]
        return "\n" not in gap and self._joiner.fullmatch(gap) is not None


def _completes(entry: _Entry, own: frozenset[str], shared: frozenset[str]) -> bool:
    """Whether two words, in either order, are the two of a name."""
    first, second = entry.keys
    return (not own.isdisjoint(first) and not shared.isdisjoint(second)) or (
        not own.isdisjoint(second) and not shared.isdisjoint(first)
    )


def _span(start: int, end: int, fitting: Iterable[_Entry]) -> Span:
    ordered = sorted(fitting, key=lambda entry: entry.order)
    targets = dict.fromkeys(entry.name.target for entry in ordered)
    best = dict.fromkeys(entry.name.target for entry in ordered if entry.order == ordered[0].order)
    return Span(start, end, tuple(best), tuple(target for target in targets if target not in best))


def _separators(name: str) -> tuple[str, ...]:
    return tuple(name[left.end : right.start].strip() for left, right in pairwise(words(name)))
