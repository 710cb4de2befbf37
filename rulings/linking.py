"""Longest match of names over a text. No Django: targets are whatever the caller knows them by.

A name's *forms* are made once, when it is saved: for each of its words the lemmas it may have. A word of a text
meets a word of a name when they share a lemma, so matching a text is a look-up of its words' lemmas.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rulings.languages import LANGUAGES, Word, fold, lemmas, words, written_in

ALWAYS, CAPITALISED, QUOTED, NEVER = "always", "capitalised", "quoted", "never"
# Of two names that fit the same place, the pickier one knows better: «Талисман» in quotes is the game.
_PICKINESS = {QUOTED: 2, CAPITALISED: 1, ALWAYS: 0}

_BETWEEN = re.compile(r"[ \u00a0\t]*[-\u2010-\u2014]?[ \u00a0\t]*[«»„“”\"']?[ \u00a0\t]*")
_QUOTES_BEFORE = "«„“\"'"
_QUOTES_AFTER = "»”“\"'"

Forms = list[list[str]]


def forms(name: str, language: str) -> Forms:
    """The form table of a name: for each of its words, the lemmas by which it is recognised."""
    return [sorted(lemmas(word.text, language)) for word in words(name)]


def default_recognise(name: str, *, is_term: bool) -> str:
    """How a name is recognised unless somebody says otherwise: single words of cards only when capitalised."""
    single = sum(1 for _ in words(name)) == 1
    return CAPITALISED if single and not is_term else ALWAYS


class LexiconName(NamedTuple):
    """A name as the lexicon needs it. ``rank``: how far its game is from the text's, 0 the same."""

    target: Hashable
    text: str
    language: str
    forms: Forms
    recognise: str
    rank: int = 0


class Span(NamedTuple):
    """A place in a text and what it may mean, best first; more than one target of the same worth is a tie."""

    start: int
    end: int
    targets: tuple[Hashable, ...]


@dataclass(frozen=True)
class _Entry:
    name: LexiconName
    keys: tuple[frozenset[str], ...]
    between: tuple[str, ...]

    @property
    def order(self) -> tuple[int, int]:
        return (self.name.rank, -_PICKINESS[self.name.recognise])


class Lexicon:
    """The names that a text of one game and one language may mention."""

    def __init__(self, names: Iterable[LexiconName], language: str) -> None:
        self.language = language
        self._by_first: dict[str, list[_Entry]] = defaultdict(list)
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
        for entries in self._by_first.values():
            entries.sort(key=lambda entry: -len(entry.keys))

    def find(self, text: str) -> list[Span]:
        """The longest names of the text, left to right, none overlapping another."""
        found: list[Span] = []
        tokens = list(words(text))
        keys = [self._keys(token) for token in tokens]
        at = 0
        while at < len(tokens):
            span, length = self._match(text, tokens, keys, at)
            if span:
                found.append(span)
            at += length
        return found

    def _keys(self, token: Word) -> frozenset[str]:
        if written_in(token.text, self.language):
            return frozenset(lemmas(token.text, self.language))
        return frozenset((fold(token.text), *lemmas(token.text, "en")))

    def _match(
        self, text: str, tokens: Sequence[Word], keys: Sequence[frozenset[str]], at: int
    ) -> tuple[Span | None, int]:
        candidates = {id(entry): entry for key in keys[at] for entry in self._by_first.get(key, ())}
        best: list[_Entry] = []
        length = 0
        for entry in sorted(candidates.values(), key=lambda entry: -len(entry.keys)):
            if len(entry.keys) < length:
                break
            if self._fits(text, tokens, keys, at, entry):
                best.append(entry)
                length = len(entry.keys)
        if not best:
            return None, 1
        top = min(entry.order for entry in best)
        targets = dict.fromkeys(entry.name.target for entry in best if entry.order == top)
        return Span(tokens[at].start, tokens[at + length - 1].end, tuple(targets)), length

    def _fits(self, text: str, tokens: Sequence[Word], keys: Sequence[frozenset[str]], at: int, entry: _Entry) -> bool:
        count = len(entry.keys)
        if at + count > len(tokens):
            return False
        for offset in range(count):
            if keys[at + offset].isdisjoint(entry.keys[offset]):
                return False
            if offset:
                gap = text[tokens[at + offset - 1].end : tokens[at + offset].start]
                own = entry.between[offset - 1]
                if not _BETWEEN.fullmatch(gap) and (not own or "\n" in gap or gap.strip() != own):
                    return False
        start, end = tokens[at].start, tokens[at + count - 1].end
        if entry.name.recognise == CAPITALISED:
            return tokens[at].text[:1].isupper()
        if entry.name.recognise == QUOTED:
            return text[start - 1 : start] in _quotes(_QUOTES_BEFORE) and text[end : end + 1] in _quotes(_QUOTES_AFTER)
        return True


def _quotes(marks: str) -> set[str]:
    return set(marks)


def _separators(name: str) -> tuple[str, ...]:
    tokens = list(words(name))
    return tuple(name[left.end : right.start].strip() for left, right in pairwise(tokens))
