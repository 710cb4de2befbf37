"""What a query means: its words as they are read, and what its signs demand of an answer.

Every piece of a query goes the way of a plain one: its words have synonyms, may be typed on another layout or with a
slip, and weigh what they mean. Signs only add to that: a phrase must stand together, of alternatives one is enough,
what follows a minus must not be there, and a prefix narrows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np

from rulings.languages import code, words
from rulings.search.clauses import CHATTER, RELATED, Alternative, Clause, either
from rulings.search.filters import Meant, about, meant
from rulings.search.names import Keys, Named
from rulings.search.nearness import standing_together, with_phrase
from rulings.search.query import Group, Part, Query, Restriction
from rulings.search.ranking import Ranking
from rulings.search.readings import CORRECTED, Reading, is_suspicious
from rulings.search.state import State
from rulings.search.tables import Mask

# The least coverage that counts as an answer, by how many words' worth of meaning the query carries: two words must
# nearly both be there, a long question needs a part of its words.
LEAST = {1: 0.75, 2: 0.62, 3: 0.5, 4: 0.42}
LEAST_OF_MANY = 0.33
OF_TWO = 0.36  # of a query that names two things or more and that nothing else answers: what is about one of them
BETTER = 0.15  # how much more of the query another reading must explain


class Phrase(NamedTuple):
    """What stood in quotes: by what each of its words may stand in a text, and every token of what stands for it."""

    words: tuple[Keys, ...]
    tokens: Keys


class Meaning(NamedTuple):
    """A query as it is read. ``named``: the things that it names, of those that its prefixes leave; ``masks``: what its
    signs demand of a document, each as a mask of all; ``own``: the documents of the cards in its prefixes, if it
    has any; ``unknown``: its prefixes with a value that nothing is called; ``phrases``: those that it asks for."""

    reading: Reading
    ranking: Ranking
    named: tuple[Named, ...] = ()
    masks: tuple[Mask, ...] = ()
    own: Mask | None = None
    unknown: tuple[Restriction, ...] = ()
    phrases: tuple[Phrase, ...] = ()


class _Read(NamedTuple):
    """A piece of a query: its best reading, what that finds alone, and what it names."""

    reading: Reading
    ranking: Ranking
    named: tuple[Named, ...]


def understood(query: Query, state: State) -> Meaning:
    """The reading that explains most of each piece of a query; as typed when that explains all of it."""
    if query.is_plain:
        return Meaning(*_read(query.surfaces, query.searched, query, state, query.games, CORRECTED))
    return _Understanding(query, state).meaning()


def least(clauses: Sequence[Clause]) -> float:
    """The least coverage that counts as an answer to these clauses."""
    meaning = sum(min(1.0, clause.importance) for clause in clauses if clause.importance > CHATTER)
    needed = LEAST.get(max(1, round(meaning)), LEAST_OF_MANY)
    if round(meaning) != 1:
        return needed
    # A single word is asked about: those that ask for it need not be there.
    return needed * meaning / sum(clause.importance for clause in clauses)


# ── one piece ──────────────────────────────────────────────────────────────


def _read(
    surfaces: Sequence[str], text: str, query: Query, state: State, games: frozenset[str] | None, most: int
) -> _Read:
    """``text``: the piece as typed; ``most``: how many of its words may be corrected."""
    typed = state.reader.as_typed(surfaces)
    best = _ranked(typed, state, games)
    if any(clause.is_elsewhere for clause in typed.clauses):
        return best
    if not len(best.ranking.docs) and len(typed.clauses) < len(surfaces):  # «взять карту» is also taking one
        best = _ranked(state.reader.word_by_word(surfaces), state, games)
    suspicious = is_suspicious(text)
    # Nothing explains more than all: where that would be no gain, other readings need not be looked at.
    if not query.is_literal and (best.ranking.best_coverage < 1.001 - BETTER or suspicious):
        for reading in state.reader.others(text, typed, query.interface, most):
            other = _ranked(reading, state, games)
            gain = other.ranking.best_coverage - best.ranking.best_coverage
            if gain > BETTER or (suspicious and other.ranking.best_coverage > 0.999):
                best = other
    return best


def _ranked(reading: Reading, state: State, games: frozenset[str] | None) -> _Read:
    named = tuple(state.reader.named(reading.surfaces, games))
    return _Read(reading, _rank(reading.clauses, named, reading.surfaces, state), named)


def _rank(clauses: Sequence[Clause], named: Sequence[Named], surfaces: Sequence[str], state: State) -> Ranking:
    """What answers these clauses of some words, which name these things; where nothing has enough of them, and they
    name two things of any game, what is about one. A filter takes answers away, it doesn't choose which are looked
    for."""
    ranking = state.ranker.rank(clauses, named, least(clauses))
    if not len(ranking.docs) and len({(name.model, name.key) for name in state.reader.named(surfaces, None)}) > 1:
        return state.ranker.rank(clauses, named, OF_TWO)
    return ranking


# ── pieces and signs ───────────────────────────────────────────────────────


@dataclass
class _Understanding:
    """Collects what the pieces of a query with signs mean."""

    query: Query
    state: State
    left: int = CORRECTED  # words that may still be corrected
    shown: list[str] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    named: list[Named] = field(default_factory=list)
    surfaces: list[str] = field(default_factory=list)
    whys: list[str] = field(default_factory=list)
    masks: list[Mask] = field(default_factory=list)
    narrowing: list[Mask] = field(default_factory=list)  # of prefixes that are not of games
    games: frozenset[str] | None = None
    cards: list[Named] = field(default_factory=list)
    unknown: list[Restriction] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    demanded: list[Group] = field(default_factory=list)
    excluded: list[Part] = field(default_factory=list)

    def meaning(self) -> Meaning:
        snapshot = self.state.snapshot
        self.games = self.query.games
        for group in self.query.restrictions:
            self._restrict(group)
        for restriction in self.query.barred:
            self._bar(restriction)
        for demanded in self.demanded:
            self._demand(demanded)
        for run in _runs(self.query.groups):
            self._ask(run)
        for part in (*self.query.excluded, *self.excluded):
            self._exclude(part)
        ranking = _rank(self.clauses, self.named, self.surfaces, self.state)
        reading = Reading(tuple(self.shown), tuple(self.clauses), next(filter(None, self.whys), ""))
        named = (*self.cards, *(name for name in self.named if self._is_left(name)))
        own = about({name.key for name in self.cards}, "o", snapshot) if self.cards else None
        masks, phrases = (*self.masks, *self.narrowing), tuple(self.phrases)
        return Meaning(reading, ranking, named, masks, own, tuple(self.unknown), phrases)

    def _read(self, part: Part, most: int | None = None) -> _Read:
        best = _read(part.surfaces, part.typed, self.query, self.state, self.games, self.left if most is None else most)
        if most is None:
            unknown = sum(not self.state.reader.clause(surface).is_known for surface in part.surfaces)
            self.left = max(0, self.left - unknown)
        self.whys.append(best.reading.why)
        return best

    # ── prefixes ──

    def _meant(self, restriction: Restriction) -> Meant | None:
        found = meant(
            restriction, self.state.snapshot, self.state.reader, is_literal=self.query.is_literal or not self.left
        )
        if found is None:
            self.left = max(0, self.left - 1)
            self.unknown.append(restriction)
        else:
            self.whys.append(found.why)
        return found

    def _restrict(self, group: Sequence[Restriction]) -> None:
        found = [one for one in map(self._meant, group) if one]
        if not found:
            self.demanded.append(tuple(map(_part, group)))
            return
        mask = reduce(or_, (one.mask for one in found))
        if all(one.games for one in found):
            self._leave(frozenset().union(*(one.games for one in found)))
            self.masks.append(mask)
        else:
            self.narrowing.append(mask)
        self.cards += [card for one in found for card in one.cards]
        self.shown.append(self._either(one.restriction.text for one in found))

    def _bar(self, restriction: Restriction) -> None:
        found = self._meant(restriction)
        if found is None:
            self.excluded.append(_part(restriction))
            return
        if found.games:
            self._leave(frozenset(self.state.snapshot.column("game")[0]) - found.games)
        (self.masks if found.games else self.narrowing).append(~found.mask)
        self.shown.append(f"-{found.restriction.text}")

    def _leave(self, games: frozenset[str]) -> None:
        self.games = games if self.games is None else self.games & games

    def _is_left(self, named: Named) -> bool:
        """Whether anything that the prefixes leave is about a thing, where they leave more than a game."""
        if not self.narrowing:
            return True
        left = reduce(and_, self.narrowing)
        if named.model == "rulings.entry":
            return bool(left[named.doc])
        return bool((about([named.key], "om", self.state.snapshot) & left).any())

    # ── words ──

    def _ask(self, run: Group) -> None:
        """Words, a phrase, or alternatives."""
        read = [self._read(part) for part in run]
        texts = [
            f'"{one.reading.text}"' if part.is_phrase else one.reading.text for part, one in zip(run, read, strict=True)
        ]
        self._add(read, self._either(texts))
        self.phrases += [
            Phrase(self._tokens(one.reading), frozenset().union(*(clause.tokens for clause in one.reading.clauses)))
            for part, one in zip(run, read, strict=True)
            if part.is_phrase
        ]
        if any(part.is_phrase for part in run):
            self.masks.append(
                reduce(
                    or_,
                    (
                        self._phrase(one.reading) if part.is_phrase else self._having(one.reading)
                        for part, one in zip(run, read, strict=True)
                    ),
                )
            )

    def _demand(self, group: Group) -> None:
        """Words after a prefix that narrows to nothing: whoever narrows to what is not here wants nothing else."""
        read = [self._read(part) for part in group]
        self._add(read, self._either(one.reading.text for one in read))
        self.masks.append(reduce(or_, (self._having(one.reading) for one in read)))

    def _add(self, read: Sequence[_Read], shown: str) -> None:
        self.clauses += read[0].reading.clauses if len(read) == 1 else [either([one.reading.clauses for one in read])]
        self.named += [name for one in read for name in one.named]
        self.surfaces += [surface for one in read for surface in one.reading.surfaces]
        self.shown.append(shown)

    def _exclude(self, part: Part) -> None:
        """What has the words as they are read, or, where nothing has them, what they stand for. They are not corrected:
        a word that isn't here excludes nothing."""
        reading = self._read(part, 0).reading
        mask = self._phrase(reading)
        if len(reading.surfaces) == 1 and code(reading.text):
            mask = mask | self._having(reading)  # a number may be that of the entry
        if not mask[self.state.snapshot.is_entry].any() and len(reading.clauses) == 1:
            mask = reduce(or_, self._stood_for(reading.clauses[0]), mask)
        self.masks.append(~mask)
        self.shown.append(f'-"{reading.text}"' if len(reading.surfaces) > 1 else f"-{reading.text}")

    def _stood_for(self, clause: Clause) -> Iterator[Mask]:
        for alternative in clause.alternatives:
            if alternative.weight > RELATED:
                yield self._in_its_game(alternative, with_phrase(self.state.snapshot, alternative.words))

    def _in_its_game(self, alternative: Alternative, mask: Mask) -> Mask:
        return mask & self.state.snapshot.of_game(alternative.game) if alternative.game else mask

    def _phrase(self, reading: Reading) -> Mask:
        """The documents that have the words of a reading one right after the other, or the thing that they are a name
        of in another language than the document's."""
        snapshot = self.state.snapshot
        tokens = self._tokens(reading)
        mask: Mask = with_phrase(snapshot, tokens)
        languages, codes = snapshot.column("language")
        for named in self.state.names.called(tokens):
            foreign = codes != (languages.index(named.language) if named.language in languages else -1)
            if named.model == "rulings.card":
                mask |= about([named.key], "om", snapshot) & foreign
            elif named.model == "rulings.entry":
                mask[named.doc] |= foreign[named.doc]
        return mask

    def _tokens(self, reading: Reading) -> tuple[Keys, ...]:
        return tuple(self.state.reader.tokens(word.text) for word in words(reading.text))

    def _having(self, reading: Reading) -> Mask:
        """The documents that have every word of a reading, or whatever stands for it."""
        whole: Mask = self.state.snapshot.is_entry.copy()
        for clause in reading.clauses:
            if clause.importance:
                whole &= reduce(or_, map(self._met, clause.alternatives), np.zeros(self.state.snapshot.size, bool))
        return whole

    def _met(self, alternative: Alternative) -> Mask:
        """The documents that have what meets a clause."""
        snapshot = self.state.snapshot
        is_phrase, words = alternative.is_phrase, alternative.words
        mask = standing_together(snapshot, words) if is_phrase else np.ones(snapshot.size, bool)
        for word in words:
            found = np.zeros(snapshot.size, bool)
            for token in word:
                found[snapshot.postings("bag", token).docs] = True
            mask &= found
        return self._in_its_game(alternative, mask)

    def _either(self, texts: Iterable[str]) -> str:
        return f" {self.query.either} ".join(texts)


def _runs(groups: Sequence[Group]) -> Iterator[Group]:
    """The groups, words side by side in one part: they are read together."""
    plain: list[Part] = []

    def together() -> Iterator[Group]:
        if plain:
            surfaces = tuple(surface for part in plain for surface in part.surfaces)
            yield (Part(surfaces, typed=" ".join(part.typed for part in plain)),)
            plain.clear()

    for group in groups:
        if len(group) == 1 and not group[0].is_phrase:
            plain += group
        else:
            yield from together()
            yield group
    yield from together()


def _part(restriction: Restriction) -> Part:
    """The value of a prefix as words."""
    return Part(tuple(word.text for word in words(restriction.value)), typed=restriction.value)
