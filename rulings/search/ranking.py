"""How well entries answer a reading of a query.

A clause scores by BM25 over the fields, each with its weight, by the best of its alternatives. The sum is
multiplied by the coverage: how much of what the query's words mean an entry has at all. All words first, then most
of them by their weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rulings.kinds import ENTRY_KINDS
from rulings.search.clauses import Clause
from rulings.search.names import Named
from rulings.search.snapshot import Snapshot

Scores = NDArray[np.float32]

FIELDS = {"title": 2.2, "text": 1.0, "headings": 1.2, "names": 1.6, "mentioned": 0.5, "number": 3.0}
_K, _B = 1.2, 0.45  # BM25: how soon repetition stops counting, how much a long field is held against it
_COVERAGE = 2.0  # the power of coverage in the score
_OWN, _DEFINED, _MENTIONED = 1.6, 3.0, 0.5  # what naming a thing is worth to its own entries, its definition, others


@dataclass(frozen=True)
class Ranking:
    """Scores and coverage of every document of the snapshot; 0 where nothing matches."""

    scores: Scores
    coverage: Scores

    @property
    def best_coverage(self) -> float:
        return float(self.coverage.max(initial=0.0))


class Ranker:
    """Ranks the entries of one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.entries = max(1, int(snapshot.is_entry.sum()))
        kinds, codes = snapshot.column("kind")
        weights = np.array([ENTRY_KINDS[kind].weight if kind in ENTRY_KINDS else 0.0 for kind in kinds], np.float32)
        self._weights = np.where(snapshot.is_entry, weights[codes], 0.0).astype(np.float32)
        self._averages: dict[str, float] = {}

    def rank(self, clauses: Sequence[Clause], named: Sequence[Named]) -> Ranking:
        size = self.snapshot.size
        scores, covered = np.zeros(size, np.float32), np.zeros(size, np.float32)
        total = 0.0
        for clause in clauses:
            found, present, idf = self._clause(clause)
            importance = clause.importance * (0.4 + 0.6 * min(1.0, idf / self._idf(1)))
            scores += found * clause.importance
            covered += present * importance
            total += importance
        coverage = covered / total if total else covered
        final = scores * coverage**_COVERAGE * self._weights
        for name in named:
            final += self._thing(name) * coverage**_COVERAGE
        return Ranking(final.astype(np.float32), np.where(final > 0, coverage, 0.0).astype(np.float32))

    def _clause(self, clause: Clause) -> tuple[Scores, Scores, float]:
        """Score, presence (0 to 1) and rarity of a clause in every document."""
        size = self.snapshot.size
        best, present = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for alternative in clause.alternatives:
            group, whole = np.zeros(size, np.float32), np.ones(size, bool)
            for tokens in alternative.words:
                word = self._word(tokens)
                whole &= word > 0
                group += word
            np.maximum(best, group * whole * np.float32(alternative.weight), out=best)
            np.maximum(present, whole * np.float32(alternative.weight), out=present)
        frequency = int((present * self.snapshot.is_entry > 0).sum())
        idf = self._idf(frequency)
        return best * idf, present, idf

    def _word(self, tokens: frozenset[str]) -> Scores:
        """BM25 without rarity, summed over fields: what is repeated in one field soon stops counting."""
        size = self.snapshot.size
        score = np.zeros(size, np.float32)
        for field, weight in FIELDS.items():
            counts = np.zeros(size, np.float32)
            for token in tokens:
                found = self.snapshot.postings(field, token)
                np.maximum.at(counts, found.docs, found.counts)
            docs = np.nonzero(counts)[0]
            if len(docs):
                lengths = self.snapshot.lengths(field)[docs] / self._average(field)
                score[docs] += weight * counts[docs] * (_K + 1) / (counts[docs] + _K * (1 - _B + _B * lengths))
        return score

    def _thing(self, named: Named) -> Scores:
        """What it is worth to an entry that the query names its own card, or one that it defines or mentions."""
        size = self.snapshot.size
        score = np.zeros(size, np.float32)
        key = named.key
        if named.model == "rulings.entry":
            score[[at for at, thing in enumerate(self.snapshot.things) if thing == ("rulings.entry", key)]] = _OWN
            return score * self._idf(1)
        for prefix, worth in (("m", _MENTIONED), ("o", _OWN), ("d", _DEFINED)):
            found = self.snapshot.postings("things", f"{prefix}{key}")
            if prefix != "d" or named.role == "abbreviation":
                score[found.docs] = np.maximum(score[found.docs], worth)
        return score * self._idf(max(1, int((score > 0).sum())))

    def _idf(self, frequency: int) -> float:
        return float(np.log(1 + (self.entries - frequency + 0.5) / (frequency + 0.5)))

    def _average(self, field: str) -> float:
        if field not in self._averages:
            lengths = self.snapshot.lengths(field)
            used = lengths[lengths > 0]
            self._averages[field] = float(used.mean()) if len(used) else 1.0
        return self._averages[field]
