"""From a query to the documents that answer it, best first, before any row is fetched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings.models.questions import by_question
from rulings.search.filters import chosen
from rulings.search.meaning import Phrase, understood
from rulings.search.names import Named
from rulings.search.nearness import closeness
from rulings.search.query import Query, Restriction
from rulings.search.readings import Reading
from rulings.search.snapshot import Snapshot
from rulings.search.state import State
from rulings.search.tables import Mask

WHOLE = 0.99  # coverage of an answer that has the words themselves
CLOSE = 20  # best documents whose words' nearness is looked at
NEARNESS = 0.35  # what it is worth that the words stand together, as a part of the score


class Answer(NamedTuple):
    """``docs`` and ``scores``: the best documents that pass every filter, best first, of ``total``. ``matching``:
    all that match, whatever the filters beside the query; ``filters``: which of those each filter leaves;
    ``unknown``: prefixes with a value that nothing is called, which was searched for as words; ``phrases``: what was
    asked for in quotes; ``is_here``: whether
    anything answers the words, whatever the signs and the filters leave of it."""

    reading: Reading
    docs: NDArray[np.int64]
    scores: NDArray[np.float32]
    total: int
    matching: NDArray[np.int64]
    filters: dict[str, Mask]
    named: tuple[Named, ...]
    unknown: tuple[Restriction, ...]
    phrases: tuple[Phrase, ...]
    is_here: bool

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """What was asked about and is said of things that aren't here."""
        return tuple(clause.surface for clause in self.reading.clauses if clause.is_elsewhere)

    @property
    def tokens(self) -> frozenset[str]:
        """Every token that a word of an answer may have matched by."""
        return frozenset(token for clause in self.reading.clauses for token in clause.tokens)


def answer(query: Query, state: State, top: int = 10) -> Answer:
    """The ``top`` documents for the best reading of a query."""
    meaning = understood(query, state)
    reading, ranking = meaning.reading, meaning.ranking
    if reading.clauses:
        docs, scores = ranking.docs, ranking.scores
        if len(reading.clauses) == 1:
            scores = _itself_first(scores, ranking.coverage)
    else:
        docs = np.flatnonzero(state.snapshot.is_entry) if query.is_narrowing else ranking.docs
        scores = np.zeros(len(docs), np.float32)
        if meaning.own is not None:
            scores[meaning.own[docs]] = state.ranker.weights[docs][meaning.own[docs]]
    is_here = len(docs) > 0
    for mask in meaning.masks:
        keep = mask[docs]
        docs, scores = docs[keep], scores[keep]
    filters = {name: mask[docs] for name, mask in chosen(query, state.snapshot).items()}
    matching = docs
    if filters:
        keep = np.logical_and.reduce(list(filters.values()))
        docs, scores = docs[keep], scores[keep]
    best = _best(query, reading, docs, scores, state, top)
    return Answer(
        reading,
        best.docs,
        best.scores,
        len(docs),
        matching,
        filters,
        meaning.named,
        meaning.unknown,
        meaning.phrases,
        is_here,
    )


def _itself_first(scores: NDArray[np.float32], coverage: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores of the answers to a single word: those that have it come before those that have what stands for it. With
    other words beside it, what the answers have of those tells more."""
    itself = coverage > WHOLE
    if itself.all() or not itself.any():
        return scores
    lowest, highest = scores[itself].min(), scores[~itself].max()
    return scores if highest < lowest else np.where(itself, scores, scores * np.float32(0.99) * lowest / highest)


def official_first(docs: Sequence[int], snapshot: Snapshot) -> list[int]:
    """Entries in their order, but of those that answer the same question the official ones first. It is decided among
    the best, so that a page doesn't depend on how many are asked for."""
    authorities, codes = snapshot.column("authority")
    own = codes[docs[:CLOSE]].tolist()
    if len({*own}) < 2:
        return [*docs]
    ordered = [*docs]
    for places in by_question(range(len(own)), lambda at: snapshot.question(docs[at])):
        better = sorted(places, key=lambda at: authorities[own[at]] != "official")
        for at, other in zip(places, better, strict=True):
            ordered[at] = docs[other]
    return ordered


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
    words = frozenset(clause.tokens for clause in reading.clauses if clause.tokens)
    if len(words) > 1:
        first = order[:CLOSE]
        near = closeness(state.snapshot, docs[first].tolist(), words)
        scores = scores.copy()
        scores[first] *= 1 + NEARNESS * np.array(near, np.float32)
        order = (-scores).argsort(kind="stable")
    return _Best(docs[order[:top]], scores[order[:top]])
