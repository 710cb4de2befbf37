"""What a query may name: cards, entries and table talk, by the form tables kept in the index."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings.languages import code, fold, words

Keys = frozenset[str]


class Named(NamedTuple):
    """A name of a card, a game or an entry, as the query meets it. ``doc`` is the document that holds it."""

    model: str
    key: int
    doc: int
    game: str
    text: str
    language: str
    role: str
    forms: tuple[Keys, ...]


class Talk(NamedTuple):
    """What players say, and each thing that it may mean; ``game`` is empty when all players say it."""

    doc: int
    game: str
    said: tuple[Keys, ...]
    means: tuple[tuple[Keys, ...], ...]


class NameTable:
    """The names and the table talk of one segment; documents by their numbers there."""

    def __init__(
        self,
        named: list[Named],
        talk: Iterable[tuple[int, dict[str, Any]]],
        codes: Iterable[tuple[int, str]],
        games: Sequence[str],
    ) -> None:
        self.by_first: dict[str, list[Named]] = defaultdict(list)
        self.by_word: dict[str, list[tuple[Named, int]]] = defaultdict(list)
        self.words: dict[int, tuple[str, ...]] = {}
        self.talk: dict[str, list[Talk]] = defaultdict(list)
        self.codes: dict[str, list[int]] = defaultdict(list)
        self.games = [name for name in named if name.model == "rulings.game"]
        for name in named:
            for key in name.forms[0] if name.forms else ():
                self.by_first[key].append(name)
            if name.model != "rulings.game":
                own = tuple(fold(word.text) for word in words(name.text))
                self.words[id(name)] = own
                for place, word in enumerate(own):
                    self.by_word[word].append((name, place))
        self.sorted = sorted(self.by_word)
        self._cards = [name for name in named if name.model == "rulings.card"]
        for doc, content in talk:
            means = tuple(_key_sets(meaning) for meaning in content["means"] if meaning)
            for saying in content["said"]:
                entry = Talk(doc, games[doc], _key_sets(saying), means)
                for key in entry.said[0] if entry.said else ():
                    self.talk[key].append(entry)
        for doc, printed in codes:
            if folded := code(printed):
                self.codes[folded].append(doc)

    @cached_property
    def by_any(self) -> dict[str, set[int]]:
        """Cards, by every key of every word of their names; few searches ask for it."""
        found: dict[str, set[int]] = defaultdict(set)
        for name in self._cards:
            for key in frozenset().union(*name.forms):
                found[key].add(name.key)
        return found


def _key_sets(forms: Iterable[Iterable[str]]) -> tuple[Keys, ...]:
    return tuple(frozenset(keys) for keys in forms)


class Names:
    """The names and the table talk of all segments, deleted documents left out."""

    def __init__(
        self, tables: Sequence[tuple[NameTable, int]], live: NDArray[np.bool_], keys: NDArray[np.int64]
    ) -> None:
        self._tables, self._live, self._keys = tables, live, keys

    def find(self, tokens: Sequence[Keys], games: Collection[str] | None = None) -> list[Named]:
        """The longest names of cards and entries (of these games; ``None``: of any) that stand in the query's words,
        left to right; several when they share a place."""
        found: list[Named] = []
        at = 0
        while at < len(tokens):
            here = [
                named
                for named in self._beginning_with(tokens[at])
                if named.model != "rulings.game"
                and (games is None or named.game in games)
                and _stands(named.forms, tokens, at)
            ]
            longest = max((len(named.forms) for named in here), default=1)
            found += [named for named in here if len(named.forms) == longest]
            at += longest
        return found

    def called(self, tokens: Sequence[Keys]) -> list[Named]:
        """The names that consist of these words."""
        if not tokens:
            return []
        return [
            named
            for named in self._beginning_with(tokens[0])
            if len(named.forms) == len(tokens) and _stands(named.forms, tokens, 0)
        ]

    def games_called(self, tokens: Sequence[Keys]) -> set[str]:
        """Addresses of the games with a name that consists of these words, or else of those with one that has them side
        by side: nobody types «Игра престолов: Живая карточная игра» out."""
        if not tokens:
            return set()
        games = [named for table, offset in self._tables for named in table.games if self._live[named.doc + offset]]
        whole = {named.game for named in games if len(named.forms) == len(tokens) and _stands(named.forms, tokens, 0)}
        return whole or {named.game for named in games if _has(named.forms, tokens)}

    def cards_with(self, tokens: Iterable[str]) -> set[int]:
        """Keys of the cards with any of these in any of their names."""
        return {key for token in tokens for table, _ in self._tables for key in table.by_any.get(token, ())}

    def coded(self, value: str) -> set[int]:
        """Keys of the cards with this code."""
        return {
            int(self._keys[doc + offset])
            for table, offset in self._tables
            for doc in table.codes.get(code(value), ())
            if self._live[doc + offset]
        }

    def synonyms(self, tokens: Sequence[Keys], at: int) -> list[Talk]:
        """The longest table talk at a word."""
        found: list[Talk] = []
        for table, offset in self._tables:
            for key in tokens[at]:
                for talk in table.talk.get(key, ()):
                    length = len(found[0].said) if found else 0
                    if (
                        len(talk.said) >= length
                        and self._live[talk.doc + offset]
                        and talk not in found
                        and _stands(talk.said, tokens, at)
                    ):
                        found = [talk] if len(talk.said) > length else [*found, talk]
        return found

    def offers(self, typed: Sequence[str], game: str = "") -> list[Named]:
        """Names of cards and entries whose words go on as the folded words typed so far: those that begin so first,
        then the shortest. The first two letters begin too many; another word may have just begun."""
        if len("".join(typed)) < 2:
            return []
        found: dict[Named, int] = {}
        for table, offset in self._tables:
            at = bisect_left(table.sorted, typed[0])
            while at < len(table.sorted) and table.sorted[at].startswith(typed[0]):
                for named, place in table.by_word[table.sorted[at]]:
                    own = table.words[id(named)]
                    if (
                        self._live[named.doc + offset]
                        and (not game or named.game == game)
                        and _goes_on(own, place, typed)
                    ):
                        here = named._replace(doc=named.doc + offset)
                        found[here] = min(found.get(here, place), place)
                at += 1
        return sorted(
            found, key=lambda named: (found[named] > 0, named.role == "alias", len(named.text), named.text, named.key)
        )

    def _beginning_with(self, keys: Keys) -> Iterator[Named]:
        seen = set()
        for table, offset in self._tables:
            for key in keys:
                for named in table.by_first.get(key, ()):
                    if id(named) not in seen and self._live[named.doc + offset]:
                        seen.add(id(named))
                        yield named._replace(doc=named.doc + offset)


def _stands(forms: tuple[Keys, ...], tokens: Sequence[Keys], at: int) -> bool:
    return at + len(forms) <= len(tokens) and all(
        not forms[offset].isdisjoint(tokens[at + offset]) for offset in range(len(forms))
    )


def _has(forms: tuple[Keys, ...], tokens: Sequence[Keys]) -> bool:
    """Whether words stand side by side in a name."""
    return any(_stands(forms[at : at + len(tokens)], tokens, 0) for at in range(len(forms) - len(tokens) + 1))


def _goes_on(own: Sequence[str], place: int, typed: Sequence[str]) -> bool:
    """Whether the words of a name from a place on begin as the typed ones do."""
    return place + len(typed) <= len(own) and all(
        own[place + offset].startswith(word) for offset, word in enumerate(typed)
    )
