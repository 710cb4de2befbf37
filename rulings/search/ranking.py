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
from rulings.search.clauses import Alternative, Clause
from rulings.search.names import Named
from rulings.search.snapshot import Snapshot

Docs = NDArray[np.int64]
Scores = NDArray[np.float32]

OWN, DEFINED, MENTIONED = 1.6, 3.0, 0.5  # what naming a thing is worth to its own entries, its definition, others
COMMON = 0.4  # importance of a word that every entry has, beside one that a single entry has
_CACHED = 4_000_000  # array elements kept for words that were asked for


class Ranking(NamedTuple):
    """The entries that have anything of the query, in ascending order, with their scores and coverage (0 to 1)."""

    docs: Docs
    scores: Scores
    coverage: Scores

    @property
    def best_coverage(self) -> float:
        return float(self.coverage.max(initial=0.0))


class _Scored(NamedTuple):
    """A clause: the entries that meet it, its score there, how well they meet it, and how rare it is (0 to 1)."""

    docs: Docs
    scores: Scores
    present: Scores
    rarity: float


class Ranker:
    """Ranks the entries of one snapshot. What was worked out for a word is kept while there is room."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.entries = max(1, int(snapshot.is_entry.sum()))
        kinds, codes = snapshot.column("kind")
        weights = np.array([ENTRY_KINDS[kind].weight if kind in ENTRY_KINDS else 0.0 for kind in kinds], np.float32)
        self._weights = np.where(snapshot.is_entry, weights[codes] if len(codes) else 0.0, 0.0).astype(np.float32)
        self._clauses: Cache[tuple[Alternative, ...], _Scored] = Cache(
            _CACHED, lambda scored: 3 * len(scored.docs) + 20
        )
        self._things: Cache[Named, tuple[Docs, Scores]] = Cache(_CACHED, lambda pair: 2 * len(pair[0]) + 20)

    def rank(self, clauses: Sequence[Clause], named: Sequence[Named]) -> Ranking:
        """``named``: what the query names; its own entries, those that define it and those that mention it gain."""
        scores = np.zeros(self.snapshot.size, np.float32)
        covered = np.zeros(self.snapshot.size, np.float32)
        total = 0.0
        for clause in clauses:
            found = self._clauses.get(clause.alternatives, self._clause)
            importance = clause.importance * (COMMON + (1 - COMMON) * found.rarity)
            scores[found.docs] += found.scores * np.float32(clause.importance)
            covered[found.docs] += found.present * np.float32(importance)
            total += importance
        docs = np.flatnonzero(scores)
        coverage = covered[docs] / np.float32(total or 1.0)
        final = scores[docs] * self._weights[docs]
        for name in dict.fromkeys(named):
            where, worth = self._things.get(name, self._thing)
            extra = np.zeros(self.snapshot.size, np.float32)
            extra[where] = worth
            final += extra[docs]
        return Ranking(docs, final * coverage * coverage, coverage)

    def _clause(self, alternatives: tuple[Alternative, ...]) -> _Scored:
        size = self.snapshot.size
        best, present = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for alternative in alternatives:
            group = np.zeros(size, np.float32)
            whole = self.snapshot.is_entry.copy()
            if alternative.game:
                games, codes = self.snapshot.column("game")
                whole &= codes == (games.index(alternative.game) if alternative.game in games else -1)
            for tokens in alternative.words:
                word = self._word(tokens)
                whole &= word > 0
                group += word
            np.maximum(best, group * whole * np.float32(alternative.weight), out=best)
            np.maximum(present, whole * np.float32(alternative.presence), out=present)
        docs = np.flatnonzero(best)
        idf = self._idf(len(docs))
        return _Scored(docs, best[docs] * np.float32(idf), present[docs], min(1.0, idf / self._idf(1)))

    def _word(self, tokens: frozenset[str]) -> Scores:
        score = np.zeros(self.snapshot.size, np.float32)
        for token in tokens:
            found = self.snapshot.postings("bag", token)
            score[found.docs] = np.maximum(score[found.docs], found.weights)
        return score

    def _thing(self, named: Named) -> tuple[Docs, Scores]:
        """What it is worth to an entry that the query names it, its own card, or a card it defines or mentions."""
        score = np.zeros(self.snapshot.size, np.float32)
        if named.model == "rulings.entry":
            score[named.doc] = OWN
        else:
            for prefix, worth in (("m", MENTIONED), ("o", OWN), ("d", DEFINED)):
                if prefix != "d" or named.role == "abbreviation":
                    found = self.snapshot.postings("things", f"{prefix}{named.key}")
                    score[found.docs] = worth
        docs = np.flatnonzero(score)
        return docs, score[docs] * np.float32(self._idf(max(1, len(docs))))

    def _idf(self, frequency: int) -> float:
        return float(np.log(1 + (self.entries - frequency + 0.5) / (frequency + 0.5)))
