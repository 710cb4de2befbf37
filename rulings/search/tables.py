"""Postings out of Whoosh's blocks: all documents, weights and places of many terms in a few long arrays.

One array for each thing instead of one for each term: a field of 50,000 entries has a hundred thousand terms, most of
them in a handful of documents, and an array of its own costs a term more than what is in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from whoosh.codec.whoosh3 import W3LeafMatcher

Ids = NDArray[np.int64]
Mask = NDArray[np.bool_]  # of all documents: which of them are meant
Floats = NDArray[np.float32]


class Postings(NamedTuple):
    """Documents in ascending order and the weight of the term in each."""

    docs: Ids
    weights: Floats


NOTHING = Postings(np.empty(0, np.int64), np.empty(0, np.float32))


class Table:
    """All postings of the terms that were added, one term after the other. ``has_places``: whether the field has them.

    Numbers of 32 bits: a segment has fewer than 2³¹ documents, and a field fewer than 2³¹ postings and places.
    """

    def __init__(self, *, has_places: bool) -> None:
        self._has_places = has_places
        self._rows: dict[str, tuple[int, int]] = {}  # term → its first posting and the one after its last
        self._docs, self._weights = array("i"), array("f")
        self._ends = array("i", [0])  # one more than there are postings: where the places of each begin and end
        self._places = array("i")
        self._decoded: dict[bytes, array[int]] = {}

    def add(self, term: str, matcher: Any) -> None:
        """Add a term, read block by block instead of one posting after the other.

        A block is (differences of document numbers, weights, values); ``None`` for the weights: all are 1, a single
        number: all are that.
        """
        first = len(self._docs)
        for docs, weights, values in _blocks(matcher):
            self._docs.extend(docs)
            self._weights.extend(weights)
            for value in values if self._has_places else ():
                places = self._decoded.get(value)
                if places is None:
                    places = self._decoded[value] = array("i", matcher.format.decode_positions(value))
                self._places.extend(places)
                self._ends.append(len(self._places))
        self._rows[term] = (first, len(self._docs))

    def close(self) -> None:
        """Nothing is added any more: make the arrays ready to be read."""
        self._decoded.clear()
        self.docs = np.frombuffer(self._docs, np.int32) if self._docs else np.empty(0, np.int32)
        self.weights = np.frombuffer(self._weights, np.float32) if self._weights else np.empty(0, np.float32)
        self._all_places = np.frombuffer(self._places, np.int32) if self._places else np.empty(0, np.int32)
        self._all_ends = np.frombuffer(self._ends, np.int32)

    def __len__(self) -> int:
        return len(self._docs)

    def postings(self, term: str) -> Postings:
        row = self._rows.get(term)
        if row is None:
            return NOTHING
        return Postings(self.docs[row[0] : row[1]].astype(np.int64), self.weights[row[0] : row[1]])

    def standing(self, term: str) -> tuple[Ids, Ids]:
        """(document, place) of everywhere that the term stands, as two arrays."""
        row = self._rows.get(term)
        if row is None:
            return NOTHING.docs, NOTHING.docs
        ends = self._all_ends[row[0] : row[1] + 1]
        docs = np.repeat(self.docs[row[0] : row[1]].astype(np.int64), np.diff(ends))
        return docs, self._all_places[ends[0] : ends[-1]].astype(np.int64)

    def places(self, term: str, docs: NDArray[np.int32]) -> Iterator[tuple[int, array[int]]]:
        """(number in ``docs``, where the term stands there) for each of these documents that has the term."""
        row = self._rows.get(term)
        if row is None:
            return
        own = self.docs[row[0] : row[1]]
        at = np.minimum(own.searchsorted(docs), len(own) - 1)
        has = own[at] == docs
        for number in has.nonzero()[0].tolist():
            posting = row[0] + int(at[number])
            yield number, self._places[self._ends[posting] : self._ends[posting + 1]]


def _blocks(matcher: Any) -> Iterator[tuple[Any, Any, Any]]:
    """(documents, weights, values) of every block."""
    if not isinstance(matcher, W3LeafMatcher):  # a term of few documents lies in the term table itself
        while matcher.is_active():
            yield [matcher.id()], [matcher.weight()], [matcher.value()]
            matcher.next()
        return
    while matcher.is_active():
        matcher._read_data()
        docs, weights, values = matcher._data
        size = len(docs)
        if not isinstance(weights, tuple):
            weights = (1.0 if weights is None else weights,) * size
        yield accumulate(docs), weights, values
        matcher._next_block()
