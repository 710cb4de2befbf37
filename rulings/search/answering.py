"""From a query to the documents that answer it, best first, before any row is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings.languages import lemmas
from rulings.search.clauses import CHATTER, Alternative, Clause
from rulings.search.filters import Mask, chosen, restricted
from rulings.search.names import Named
from rulings.search.nearness import closeness, with_phrase
from rulings.search.query import Part, Query
from rulings.search.ranking import Ranking
from rulings.search.readings import Reading, is_suspicious
from rulings.search.state import State

# The least coverage that counts as an answer, by how many words' worth of meaning the query carries: two words must
# nearly both be there, a long question needs a part of its words.
LEAST = {1: 0.75, 2: 0.62, 3: 0.5, 4: 0.42}
LEAST_OF_MANY = 0.33
BETTER = 0.15  # how much more of the query another reading must explain
CLOSE = 20  # best documents whose words' nearness is looked at
NEARNESS = 0.35  # what it is worth that the words stand together, as a part of the score


@dataclass(frozen=True)
class Answer:
    """``docs`` and ``scores``: the best documents that pass every filter, best first, of ``total``. ``matching``:
    all that match, whatever the filters beside the query; ``filters``: which of those each filter leaves."""

    reading: Reading
    docs: NDArray[np.int64]
    scores: NDArray[np.float32]
    total: int
    matching: NDArray[np.int64]
    filters: dict[str, Mask]
    named: tuple[Named, ...]

    @property
    def tokens(self) -> frozenset[str]:
        """Every token that a word of an answer may have matched by."""
        return frozenset(token for clause in self.reading.clauses for token in clause.tokens)


def answer(query: Query, state: State, top: int = 10) -> Answer:
    """The ``top`` documents for the best reading of a query."""
    only, plain = restricted(query, state.snapshot, state.names)
    surfaces = [*query.surfaces, *(word for value in plain for word in value.split())]
    reading, ranking, named = _read(query, surfaces, state)
    if reading.clauses:
        enough = (ranking.coverage >= _least(reading)).nonzero()[0]
        docs, scores = ranking.docs[enough], ranking.scores[enough]
    else:
        docs = np.flatnonzero(state.snapshot.is_entry) if only is not None else ranking.docs
        scores = np.zeros(len(docs), np.float32)
    for mask in _masks(query, only, state):
        keep = mask[docs]
        docs, scores = docs[keep], scores[keep]
    filters = {name: mask[docs] for name, mask in chosen(query, state.snapshot).items()}
    matching = docs
    if filters:
        keep = np.logical_and.reduce(list(filters.values()))
        docs, scores = docs[keep], scores[keep]
    best = _best(query, reading, docs, scores, state, top)
    return Answer(reading, best.docs, best.scores, len(docs), matching, filters, named)


def _masks(query: Query, only: Mask | None, state: State) -> Iterator[Mask]:
    """What the query language demands of a document, each as a mask of all."""
    if only is not None:
        yield only
    for part in query.excluded:
        yield ~_with_part(part, state)
    for group in query.groups:
        if any(part.is_phrase for part in group):
            yield np.logical_or.reduce([_with_part(part, state) for part in group])


def _least(reading: Reading) -> float:
    meaning = sum(clause.importance for clause in reading.clauses if clause.importance > CHATTER)
    return LEAST.get(max(1, round(meaning)), LEAST_OF_MANY)


# ── readings ───────────────────────────────────────────────────────────────


def _read(query: Query, surfaces: list[str], state: State) -> tuple[Reading, Ranking, tuple[Named, ...]]:
    """The reading that explains most of the query; as typed when that explains all of it."""
    is_plain = query.is_plain
    if is_plain or not query.groups:
        best = state.reader.as_typed(surfaces)
    else:
        best = Reading(tuple(surfaces), _clauses(query, state))
    ranking, named = _rank(best, query, state)
    suspicious = is_suspicious(query.searched)
    # Nothing explains more than all: where that would be no gain, other readings need not be looked at.
    if is_plain and not query.is_literal and (ranking.best_coverage < 1.001 - BETTER or suspicious):
        for other in state.reader.others(query.searched, best):
            other_ranking, other_named = _rank(other, query, state)
            gain = other_ranking.best_coverage - ranking.best_coverage
            if gain > BETTER or (suspicious and other_ranking.best_coverage > 0.999):
                best, ranking, named = other, other_ranking, other_named
    return best, ranking, named


def _rank(reading: Reading, query: Query, state: State) -> tuple[Ranking, tuple[Named, ...]]:
    tokens = [state.reader.tokens(surface) for surface in reading.surfaces]
    named = tuple(state.names.find(tokens, query.game))
    return state.ranker.rank(reading.clauses, named, _least(reading)), named


def _clauses(query: Query, state: State) -> tuple[Clause, ...]:
    """The clauses of a query that uses the query language: taken at its word."""
    result = []
    for group in query.groups:
        alternatives: list[Alternative] = []
        for part in group:
            words = [state.reader.clause(surface) for surface in part.surfaces]
            if all(word.alternatives for word in words):
                alternatives.append(Alternative(tuple(word.tokens for word in words), 1.0, 1.0))
        surface = " ".join(surface for part in group for surface in part.surfaces)
        result.append(Clause(surface, tuple(alternatives)))
    return tuple(result)


def _with_part(part: Part, state: State) -> Mask:
    """The documents that have a word or a phrase."""
    return with_phrase(state.snapshot, [frozenset(lemmas(surface)) for surface in part.surfaces])


# ── the last touches ───────────────────────────────────────────────────────


class _Best(NamedTuple):
    docs: NDArray[np.int64]
    scores: NDArray[np.float32]


def _best(
    query: Query, reading: Reading, docs: NDArray[np.int64], scores: NDArray[np.float32], state: State, top: int
) -> _Best:
    """The best documents, best first, with what nearness adds; the reader's language breaks ties."""
    if query.interface:
        languages, codes = state.snapshot.column("language")
        own = languages.index(query.interface) if query.interface in languages else -1
        scores = scores * np.where(codes[docs] == own, np.float32(1), np.float32(0.999))
    count = max(top, CLOSE)
    if len(scores) > count:
        # Those of the last place's score too, so that a page doesn't depend on how many are asked for.
        likely = (scores >= np.partition(scores, -count)[-count]).nonzero()[0]
        docs, scores = docs[likely], scores[likely]
    order = (-scores).argsort(kind="stable")  # of equal ones the earliest documents, for they stand in order
    words = [clause.tokens for clause in reading.clauses if clause.alternatives]
    if len(words) > 1:
        first = order[:CLOSE]
        if len(first) > top:  # those that nearness could not bring into the best need not be looked at
            first = first[scores[first] * np.float32(1 + NEARNESS) >= scores[first[top - 1]]]
        near = closeness(state.snapshot, docs[first].tolist(), words)
        scores = scores.copy()
        scores[first] *= 1 + NEARNESS * np.array(near, np.float32)
        order = (-scores).argsort(kind="stable")
    return _Best(docs[order[:top]], scores[order[:top]])
