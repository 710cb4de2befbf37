"""What the query may name: cards, entries and table talk, by the form tables kept in the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from rulings.languages import code, lemmas, words
from rulings.search.snapshot import Snapshot, data

Keys = frozenset[str]


class Named(NamedTuple):
    """A name of a card or an entry, as the query meets it."""

    model: str
    key: int
    doc: int
    game: str
    text: str
    language: str
    role: str
    forms: tuple[Keys, ...]


class Mentioned(NamedTuple):
    """A name found in the query: from word ``start``, ``length`` words of it."""

    named: Named
    start: int
    length: int


class Names:
    """All names and synonyms of a state of the index."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.named: list[Named] = []
        self._by_first: dict[str, list[Named]] = defaultdict(list)
        self._talk: dict[str, list[tuple[tuple[Keys, ...], str, list[tuple[Keys, ...]]]]] = defaultdict(list)
        for model in ("rulings.card", "rulings.entry", "rulings.game"):
            for doc, fields in snapshot.documents(model):
                for text, language, role, forms in data(fields)["names"]:
                    named = Named(
                        model, int(fields["django_id"]), doc, fields["game"], text, language, role, _key_sets(forms)
                    )
                    self.named.append(named)
                    if model != "rulings.game" and named.forms:
                        for key in named.forms[0]:
                            self._by_first[key].append(named)
        self._games = {fields["game"] for _, fields in snapshot.documents("rulings.game")}
        self._codes: dict[str, set[int]] = defaultdict(set)
        for _, fields in snapshot.documents("rulings.card"):
            if printed := code(data(fields)["code"]):
                self._codes[printed].add(int(fields["django_id"]))
        for _, fields in snapshot.documents("rulings.synonym"):
            talk = data(fields)
            if talk["said"]:
                meanings = [_key_sets(meaning) for meaning in talk["means"] if meaning]
                entry = (_key_sets(talk["said"]), fields["game"], meanings)
                for key in entry[0][0]:
                    self._talk[key].append(entry)

    def find(self, tokens: Sequence[Keys], game: str = "") -> list[Mentioned]:
        """The longest names that stand in the query's words, left to right; several when they share a place."""
        found: list[Mentioned] = []
        at = 0
        while at < len(tokens):
            here = [
                Mentioned(named, at, len(named.forms))
                for named in {id(n): n for key in tokens[at] for n in self._by_first.get(key, ())}.values()
                if (not game or named.game == game) and _stands(named.forms, tokens, at)
            ]
            longest = max((mention.length for mention in here), default=1)
            found += [mention for mention in here if mention.length == longest]
            at += longest
        return found

    def cards_called(self, value: str) -> set[int]:
        """Cards with this folded name or code."""
        return {named.key for named in self._called(value, "rulings.card")} | self._codes.get(code(value), set())

    def games_called(self, value: str) -> list[str]:
        """Addresses of the games with this folded name or address."""
        return sorted({named.game for named in self._called(value, "rulings.game")} | ({value} & self._games))

    def _called(self, value: str, model: str) -> list[Named]:
        tokens = [frozenset(lemmas(word.text)) for word in words(value)]
        return [
            named
            for named in self.named
            if named.model == model and tokens and len(named.forms) == len(tokens) and _stands(named.forms, tokens, 0)
        ]

    def synonyms(self, tokens: Sequence[Keys], at: int, game: str = "") -> tuple[int, list[tuple[Keys, ...]]]:
        """The longest table talk at a word, a game's own or anybody's: how many words it is, what it may mean."""
        best = 0
        meanings: list[tuple[Keys, ...]] = []
        for key in tokens[at]:
            for said, of_game, means in self._talk.get(key, ()):
                if (game and of_game and of_game != game) or not _stands(said, tokens, at):
                    continue
                if len(said) > best:
                    best, meanings = len(said), []
                if len(said) == best:
                    meanings += [meaning for meaning in means if meaning not in meanings]
        return best, meanings


def _key_sets(forms: list[list[str]]) -> tuple[Keys, ...]:
    return tuple(frozenset(keys) for keys in forms)


def _stands(forms: tuple[Keys, ...], tokens: Sequence[Keys], at: int) -> bool:
    return at + len(forms) <= len(tokens) and all(
        not forms[offset].isdisjoint(tokens[at + offset]) for offset in range(len(forms))
    )
