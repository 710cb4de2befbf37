"""How well entries answer a reading of a query.

The index holds BM25 without rarity for every lemma of an entry (the ``bag``). A clause scores by the best of its
alternatives, times its rarity. The sum is multiplied by the coverage: how much of what the query's words mean an
entry has at all. All words first, then most of them by their weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings.kinds import ENTRY_KINDS
from rulings.search.caches import Cache
from rulings.search.clauses import Clause, Scored
from rulings.search.names import Named
from rulings.search.nearness import standing_together
from rulings.search.snapshot import Snapshot
from rulings.search.tables import NOTHING

Docs = NDArray[np.int64]
Scores = NDArray[np.float32]
Sums = NDArray[np.complex64]

OWN, DEFINED, MENTIONED = 1.6, 3.0, 0.5  # what naming a thing is worth to its own entries, its definition, others
COMMON = 0.4  # importance of a word that every entry has, beside one that a single entry has
_MANY = 8  # documents are many that are more than one in so many
ROUNDED = 0.999  # sums of 32 bits are this exact at least
_CACHED = 4_000_000  # array elements kept for words that were asked for


class Ranking(NamedTuple):
    """Entries that have something of the query, in ascending order, with their scores and coverage (0 to 1); and the
    best coverage."""

    docs: Docs
    scores: Scores
    coverage: Scores
    best_coverage: float


class _Scored(NamedTuple):
    """A clause: the entries that meet it; ``sums``: its score there (the real part) and how much of the query's
    meaning they have by it (the imaginary part), both times its importance; and that importance. Where they are many,
    ``all`` has the sums of all documents, so that none need be looked for."""

    docs: Docs
    sums: Sums
    importance: float
    all: Sums | None

    def add_to(self, sums: Sums, docs: Docs) -> None:
        """Add the sums of some documents."""
        if self.docs is docs:  # as often as one word decides which are looked at
            sums += self.sums
        elif self.all is not None:
            sums += self.all[docs]
        elif len(self.docs) < len(docs):
            at, has = _looked_up(self.docs, docs)
            sums[at[has]] += self.sums[has]
        elif len(self.docs):
            at, has = _looked_up(docs, self.docs)
            sums[has] += self.sums[at[has]]


def _looked_up(these: Docs, among: Docs) -> tuple[Docs, NDArray[np.bool_]]:
    """(place among the others, whether it is there at all) of each of these documents; both in ascending order, and
    the others are not none."""
    at = among.searchsorted(these)
    return at, among.take(at, mode="clip") == these


class _Room:
    """The documents that some terms stand in, ascending: arithmetic on these alone costs what they cost, not what the
    index does. Where they are many it is on all documents, which needs no search for the place of each."""

    def __init__(self, found: Sequence[Docs], size: int) -> None:
        self._docs: Docs | None = None
        self.size = size
        if len(found) == 1:
            self._docs = found[0]
        elif sum(map(len, found)) < size // _MANY:
            self._docs = _union(found, size)
        if self._docs is not None:
            self.size = len(self._docs)

    def zeros(self) -> Scores:
        return np.zeros(self.size, np.float32)

    def at(self, docs: Docs) -> Docs:
        """The places of some of the documents."""
        return docs if self._docs is None else self._docs.searchsorted(docs)

    def docs(self, places: Docs) -> Docs:
        """The documents of some places."""
        return places if self._docs is None else self._docs[places]

    def all(self) -> Docs | slice:
        """What picks the documents out of an array of all."""
        return slice(None) if self._docs is None else self._docs


def _union(found: Sequence[Docs], size: int) -> Docs:
    if len(found) == 1:
        return found[0]
    has = np.zeros(size, bool)
    for docs in found:
        has[docs] = True
    return has.nonzero()[0]


class Ranker:
    """Ranks the entries of one snapshot. What was worked out for a word is kept while there is room."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.entries = max(1, int(snapshot.is_entry.sum()))
        kinds, codes = snapshot.column("kind")
        weights = np.array([ENTRY_KINDS[kind].weight if kind in ENTRY_KINDS else 0.0 for kind in kinds], np.float32)
        self.weights = np.where(snapshot.is_entry, weights[codes] if len(codes) else 0.0, 0.0).astype(np.float32)
        self._clauses: Cache[Scored, _Scored] = Cache(
            _CACHED, lambda scored: 4 * len(scored.docs) + 20 + (0 if scored.all is None else 2 * len(scored.all))
        )
        self._things: Cache[Named, tuple[Docs, Scores]] = Cache(_CACHED, lambda pair: 2 * len(pair[0]) + 20)

    def rank(self, clauses: Sequence[Clause], named: Sequence[Named], least: float = 0.0) -> Ranking:
        """``named``: what the query names; its own entries, those that define it and those that mention it gain.

        ``least``: entries of a lower coverage, as exact as sums are, are left out; the best coverage is that of all.
        """
        found = [self._clauses.get(clause.scored_by, self._clause) for clause in clauses]
        whole = sum(scored.importance for scored in found) or 1.0
        needed = least * whole * ROUNDED
        docs = self._reaching(found, needed)
        sums = self._sums(found, docs)
        best = float(sums.imag.max(initial=0.0)) / whole
        if best * whole < needed:
            return Ranking(NOTHING.docs, sums.real[:0], sums.imag[:0], self.rank(clauses, ()).best_coverage)
        if least:
            enough = (sums.imag >= needed).nonzero()[0]
            docs, sums = docs[enough], sums[enough]
        coverage = sums.imag / np.float32(whole)
        final = sums.real * self.weights[docs]
        for name in dict.fromkeys(named) if len(docs) else ():
            where, worth = self._things.get(name, self._thing)
            at, has = _looked_up(where, docs)
            final[at[has]] += worth[has]
        return Ranking(docs, final * coverage * coverage, coverage, best)

    def _reaching(self, found: Sequence[_Scored], needed: float) -> Docs:
        """The entries that may have so much of what the query means.

        Those that only have words which together mean less need not be looked at: they are most, for a word that
        means little is one that many have. This is what MaxScore (Turtle and Flood, 1995) does with scores.
        """
        essential = sorted(found, key=lambda scored: len(scored.docs))
        while len(essential) > 1 and essential[-1].importance < needed:
            needed -= essential.pop().importance
        return _union([scored.docs for scored in essential], self.snapshot.size)

    def _sums(self, found: Sequence[_Scored], docs: Docs) -> Sums:
        """The sums of some documents over all clauses."""
        if len(found) == 1:
            return found[0].sums
        if len(docs) <= self.snapshot.size // _MANY:
            sums = np.zeros(len(docs), np.complex64)
            for scored in found:
                scored.add_to(sums, docs)
            return sums
        sums = np.zeros(self.snapshot.size, np.complex64)
        for scored in found:
            if scored.all is None:
                sums[scored.docs] += scored.sums
            else:
                sums += scored.all
        return sums[docs]

    def _clause(self, asked: Scored) -> _Scored:
        alternatives, importance = asked
        tokens = {token for alternative in alternatives for word in alternative.words for token in word}
        postings = {token: self.snapshot.postings("bag", token) for token in tokens}
        found = [own.docs for own in postings.values()]
        if not all(alternative.words for alternative in alternatives):  # those that are of a game have none
            found.append(np.arange(self.snapshot.size))
        room = _Room(found, self.snapshot.size)
        best, present = room.zeros(), room.zeros()
        for alternative in alternatives:
            group = room.zeros() if alternative.words else np.ones(room.size, np.float32)
            whole = self.snapshot.is_entry[room.all()].copy()
            if alternative.game:
                whole &= self.snapshot.of_game(alternative.game)[room.all()]
            if alternative.is_phrase:
                whole &= standing_together(self.snapshot, alternative.words)[room.all()]
            for word in alternative.words:
                score = room.zeros()
                for token in word:
                    at = room.at(postings[token].docs)
                    score[at] = np.maximum(score[at], postings[token].weights)
                whole &= score > 0
                group += score
            np.maximum(best, group * whole * np.float32(alternative.weight), out=best)
            np.maximum(present, whole * np.float32(alternative.presence), out=present)
        places = (best != 0).nonzero()[0]
        idf = self._idf(len(places))
        share = importance * (COMMON + (1 - COMMON) * min(1.0, idf / self._idf(1)))
        sums = np.empty(len(places), np.complex64)
        sums.real = best[places] * np.float32(idf * importance)
        sums.imag = present[places] * np.float32(share)
        docs = room.docs(places)
        everywhere = None
        if len(docs) > self.snapshot.size // _MANY:
            everywhere = np.zeros(self.snapshot.size, np.complex64)
            everywhere[docs] = sums
        return _Scored(docs, sums, share, everywhere)

    def _thing(self, named: Named) -> tuple[Docs, Scores]:
        """What it is worth to an entry that the query names it, its own card, or a card it defines or mentions."""
        score = np.zeros(self.snapshot.size, np.float32)
        if named.model == "rulings.entry":
            score[named.doc] = OWN
        else:
            for prefix, worth in (("m", MENTIONED), ("o", OWN), ("d", DEFINED)):
                score[self.snapshot.postings("things", f"{prefix}{named.key}").docs] = worth
        docs = np.flatnonzero(score)
        return docs, score[docs] * np.float32(self._idf(max(1, len(docs))))

    def _idf(self, frequency: int) -> float:
        return float(np.log(1 + (self.entries - frequency + 0.5) / (frequency + 0.5)))
