"""What a query may name: cards, entries and table talk, by the form tables kept in the index."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings.keyboards import skeleton, skeletons
from rulings.languages import code, fold, words, written_in
from rulings.search.lexemes import Lexemes
from rulings.search.slips import Comparable

Keys = frozenset[str]


class Named(NamedTuple):
    """A name of a card, a game or an entry, as the query meets it. ``doc`` is the document that holds it;
    ``language`` is empty where its words are not what is looked for: of a code, and of a name in a prefix."""

    model: str
    key: int
    doc: int
    game: str
    text: str
    language: str
    role: str
    forms: tuple[Keys, ...]


class Talk(NamedTuple):
    """What players say, and each thing that it may mean, none for a thing that isn't here; ``game`` is empty when all
    players say it."""

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
        codes: Iterable[Named],
        games: Sequence[str],
    ) -> None:
        self.by_first: dict[str, list[Named]] = defaultdict(list)
        self.by_word: dict[str, list[tuple[Named, int]]] = defaultdict(list)
        self._docs: dict[str, list[int]] = defaultdict(list)  # of every word of names and of what players say
        self.words: dict[int, tuple[str, ...]] = {}
        self.talk: dict[str, list[Talk]] = defaultdict(list)
        self.codes: dict[str, list[Named]] = defaultdict(list)
        self.games = [name for name in named if name.model == "rulings.game"]
        for name in named:
            for key in name.forms[0] if name.forms else ():
                self.by_first[key].append(name)
            self.words[id(name)] = own = tuple(fold(word.text) for word in words(name.text))
            if name.model != "rulings.game":
                for place, word in enumerate(own):
                    self.by_word[word].append((name, place))
                    self._docs[word].append(name.doc)
        self.sorted = sorted(self.by_word)
        self._cards = [name for name in named if name.model == "rulings.card"]
        self._spoken: list[str] = []
        for doc, content in talk:
            spelled = content.get("spelled", ())  # an index of before has none
            self._spoken += spelled
            for word in {*map(fold, spelled)}.union(*(keys for saying in content["said"] for keys in saying)):
                self._docs[word].append(doc)
            means = tuple(_key_sets(meaning) for meaning in content["means"] if meaning)
            for saying in content["said"]:
                entry = Talk(doc, games[doc], _key_sets(saying), means)
                for key in entry.said[0] if entry.said else ():
                    self.talk[key].append(entry)
        for name in codes:
            self.codes[code(name.text)].append(name)

    def docs(self, word: str) -> Sequence[int]:
        """The documents with a folded word in a name or in what players say, or a lemma of what they say."""
        return self._docs.get(word, ())

    @cached_property
    def by_any(self) -> dict[str, list[Named]]:
        """Names of cards, by every key of every word of theirs; few searches ask for it."""
        found: dict[str, list[Named]] = defaultdict(list)
        for name in self._cards:
            for key in frozenset().union(*name.forms):
                found[key].append(name)
        return found

    @cached_property
    def comparable(self) -> Comparable:
        """The words of names and of what players say: many stand in no text."""
        return Comparable({*self.by_word, *map(fold, self._spoken)})

    @cached_property
    def lexemes(self) -> Lexemes:
        """Every form of the words that players say and may type without accents: most stand in no text."""
        said = {key for found in self.talk.values() for talk in found for keys in talk.said for key in keys}
        return Lexemes(dict.fromkeys(word for word in self._spoken if not written_in(word, "ru")), said)

    @cached_property
    def by_skeleton(self) -> dict[str, list[str]]:
        """The Russian words that players say, by how they are spelled in Latin letters."""
        found: dict[str, list[str]] = defaultdict(list)
        for word in dict.fromkeys(self._spoken):
            if written_in(word, "ru"):
                found[skeleton(fold(word))].append(word)
        return found


def _key_sets(forms: Iterable[Iterable[str]]) -> tuple[Keys, ...]:
    return tuple(frozenset(keys) for keys in forms)


class Names:
    """The names and the table talk of all segments, deleted documents left out."""

    def __init__(self, tables: Sequence[tuple[NameTable, int]], live: NDArray[np.bool_]) -> None:
        self._tables, self._live = tables, live

    def warm(self) -> None:
        """Have every form of the words that players say at hand."""
        for table, _ in self._tables:
            table.lexemes.warm()
            table.comparable  # noqa: B018  made when it is first asked for

    def transliterated(self, word: str) -> list[str]:
        """The Russian words that players say which a folded word in Latin letters may spell."""
        if not word.isascii():
            return []
        spellings = skeletons(word)
        found = (
            one
            for table, offset in self._tables
            for spelling in spellings
            for one in table.by_skeleton.get(spelling, ())
            if self._is_live(table, offset, fold(one))
        )
        return [one for one in found if len(one) > 1]

    def near(self, word: str, limit: float, *, is_said: bool = True) -> dict[str, float]:
        """The words of names and (``is_said``) of what players say within so many slips of a folded word, with their
        distance."""
        return {
            near: far
            for table, offset in self._tables
            for near, far in table.comparable.near(word, limit).items()
            if (is_said or near in table.by_word) and self._is_live(table, offset, near)
        }

    def lemmas(self, form: str) -> Keys:
        """The words that players say which a folded form is of."""
        return frozenset(
            lemma
            for table, offset in self._tables
            for lemma in table.lexemes.lemmas(form)
            if self._is_live(table, offset, lemma)
        )

    def _is_live(self, table: NameTable, offset: int, word: str) -> bool:
        return any(self._live[doc + offset] for doc in table.docs(word))

    def find(
        self, tokens: Sequence[Keys], games: Collection[str] | None = None, alone: Sequence[Keys] | None = None
    ) -> list[Named]:
        """The longest names of cards and entries (of these games; ``None``: of any) that stand in the query's words,
        left to right; several when they share a place. ``alone``: by what each word may be a whole name, if not by
        all of its tokens."""
        return [named for _, here in self._places(tokens, games, alone or tokens) for named in here]

    def _places(
        self, tokens: Sequence[Keys], games: Collection[str] | None, alone: Sequence[Keys]
    ) -> Iterator[tuple[int, list[Named]]]:
        """Where the longest names begin, and those there."""
        at = 0
        while at < len(tokens):
            here = [
                named
                for named in self._beginning_with(tokens[at])
                if named.model != "rulings.game"
                and (games is None or named.game in games)
                and _stands(named.forms, alone if len(named.forms) == 1 else tokens, at)
            ]
            longest = max((len(named.forms) for named in here), default=1)
            if here:
                yield at, [named for named in here if len(named.forms) == longest]
            at += longest

    def called(self, tokens: Sequence[Keys]) -> list[Named]:
        """The names that consist of these words."""
        if not tokens:
            return []
        return [
            named
            for named in self._beginning_with(tokens[0])
            if len(named.forms) == len(tokens) and _stands(named.forms, tokens, 0)
        ]

    def cards_called(self, tokens: Sequence[Keys]) -> list[Named]:
        """The names of cards that consist of these words, or else those that have them side by side."""
        whole = [named for named in self.called(tokens) if named.model == "rulings.card"]
        return whole or [
            named for named in dict.fromkeys(self._cards_with(tokens[0] if tokens else ())) if _has(named.forms, tokens)
        ]

    def games_called(self, tokens: Sequence[Keys], *, in_part: bool = True) -> set[str]:
        """Addresses of the games with a name that consists of these words, or else (``in_part``) of those with one that
        has them side by side: nobody types «Игра престолов: Живая карточная игра» out."""
        if not tokens:
            return set()
        games = [*self._games()]
        whole = {named.game for named in games if len(named.forms) == len(tokens) and _stands(named.forms, tokens, 0)}
        return whole or {named.game for named in games if in_part and _has(named.forms, tokens)}

    def may_name_games(self, tokens: Iterable[Keys]) -> bool:
        """Whether any of these is a word of a game's name: mostly none is."""
        return not all(map(self._game_keys.isdisjoint, tokens))

    def games_at(self, tokens: Sequence[Keys], at: int, known: Sequence[bool]) -> tuple[int, set[str]]:
        """The longest run of words from one on that is a name of games, and their addresses; (0, none) when there is no
        such name. Part of a name is one where nothing else is known of its words: «андор» of «Легенды Андора»."""
        if tokens[at].isdisjoint(self._game_keys):
            return 0, set()
        most = min(len(tokens), at + self._longest_game)
        end = next((to for to in range(at, most) if tokens[to].isdisjoint(self._game_keys)), most)
        for to in range(end, at, -1):
            if found := self.games_called(tokens[at:to], in_part=not any(known[at:to])):
                return to - at, found
        return 0, set()

    @cached_property
    def _game_keys(self) -> Keys:
        return frozenset(key for name in self._games() for keys in name.forms for key in keys)

    @cached_property
    def _longest_game(self) -> int:
        return max((len(named.forms) for named in self._games()), default=0)

    def _games(self) -> Iterator[Named]:
        return (named for table, offset in self._tables for named in table.games if self._live[named.doc + offset])

    def cards_with(self, tokens: Iterable[str]) -> set[int]:
        """Keys of the cards with any of these in any of their names."""
        return {named.key for named in self._cards_with(tokens)}

    def _cards_with(self, tokens: Iterable[str]) -> Iterator[Named]:
        for token in tokens:
            for table, offset in self._tables:
                for named in table.by_any.get(token, ()):
                    if self._live[named.doc + offset]:
                        yield named._replace(doc=named.doc + offset)

    def coded(self, value: str) -> list[Named]:
        """The cards with this code."""
        return [
            named._replace(doc=named.doc + offset)
            for table, offset in self._tables
            for named in table.codes.get(code(value), ())
            if self._live[named.doc + offset]
        ]

    def synonyms(self, tokens: Sequence[Keys], at: int, longest: int) -> list[Talk]:
        """The longest table talk at a word, of up to so many; none that a name begins or ends in the midst of: «взять
        карту» is not said in «взять карту Тьмы»."""
        found: list[Talk] = []
        for table, offset in self._tables:
            for key in tokens[at]:
                for talk in table.talk.get(key, ()):
                    length = len(found[0].said) if found else 0
                    if (
                        length <= len(talk.said) <= longest
                        and self._live[talk.doc + offset]
                        and talk not in found
                        and _stands(talk.said, tokens, at)
                        and (len(talk.said) == 1 or not self._is_cut(tokens, at, at + len(talk.said)))
                    ):
                        found = [talk] if len(talk.said) > length else [*found, talk]
        return found

    def _is_cut(self, tokens: Sequence[Keys], start: int, end: int) -> bool:
        """Whether a name stands across either end of a run of words."""
        spans = ((at, at + len(here[0].forms)) for at, here in self._places(tokens, None, tokens))
        return any(begins < start < ends < end or start < begins < end < ends for begins, ends in spans)

    def offers(self, typed: Sequence[str], games: Collection[str] | None = None) -> list[Named]:
        """Names of cards and entries (of these games; ``None``: of any) whose words go on as the folded words typed so
        far: those that begin so first, then the shortest. The first two letters begin too many; another word may have
        just begun."""
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
                        and (games is None or named.game in games)
                        and _goes_on(own, place, typed)
                    ):
                        here = named._replace(doc=named.doc + offset)
                        found[here] = min(found.get(here, place), place)
                at += 1
        return sorted(found, key=lambda named: _offered(named, found[named]))

    def games_offered(self, typed: Sequence[str], games: Collection[str] | None = None) -> list[Named]:
        """Names of games (of these; ``None``: of any) that go on as typed, as ``offers`` has those of other things."""
        if len("".join(typed)) < 2:
            return []
        found = {}
        for table, offset in self._tables:
            for named in table.games:  # few: a word of each is compared in no time
                own = table.words[id(named)]
                place = next((at for at in range(len(own)) if _goes_on(own, at, typed)), None)
                if place is not None and self._live[named.doc + offset] and (games is None or named.game in games):
                    found[named] = place
        return sorted(found, key=lambda named: _offered(named, found[named]))

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


def _offered(named: Named, place: int) -> tuple[bool, bool, int, str, int]:
    """What offered names are sorted by; ``place``: of the word that goes on as typed."""
    return place > 0, named.role == "alias", len(named.text), named.text, named.key


def _goes_on(own: Sequence[str], place: int, typed: Sequence[str]) -> bool:
    """Whether the words of a name from a place on begin as the typed ones do."""
    return place + len(typed) <= len(own) and all(
        own[place + offset].startswith(word) for offset, word in enumerate(typed)
    )
