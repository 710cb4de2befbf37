"""One state of the index, decoded for ranking: postings as numpy arrays above an ordinary Whoosh index.

A segment of the index never changes, so what is decoded of it is kept as long as the segment lives; only its
deletions are read anew with every state. A snapshot is the segments side by side, its documents numbered through.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from whoosh.codec.whoosh3 import W3LeafMatcher
from whoosh.reading import TermNotFound

Ids = NDArray[np.int32]
Floats = NDArray[np.float32]

COLUMNS = ("game", "kind", "language", "authority")
_CACHED_TERMS = 20_000
_CACHED_PLACES = 1_000

Places = dict[int, list[int]]  # document → where in it


class Postings(NamedTuple):
    """Documents in ascending order and the weight of the term in each."""

    docs: Ids
    weights: Floats


NOTHING = Postings(np.empty(0, np.int32), np.empty(0, np.float32))


def decode(matcher: Any) -> Postings:
    """All postings of a term, read block by block instead of one by one."""
    if not isinstance(matcher, W3LeafMatcher):
        pairs = []
        while matcher.is_active():
            pairs.append((matcher.id(), matcher.weight()))
            matcher.next()
        return Postings(np.array([p[0] for p in pairs], np.int32), np.array([p[1] for p in pairs], np.float32))
    ids: list[int] = []
    weights: list[float] = []
    while matcher.is_active():
        matcher._read_ids()
        matcher._read_weights()
        ids.extend(matcher._ids)
        weights.extend(matcher._weights)
        matcher._next_block()
    return Postings(np.array(ids, np.int32), np.array(weights, np.float32))


class Segment:
    """What is decoded of one segment."""

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.size: int = reader.doc_count_all()
        self._lock = threading.Lock()
        self._terms: OrderedDict[tuple[str, str], Postings] = OrderedDict()
        self._places: OrderedDict[tuple[str, str], Places] = OrderedDict()
        self.stored: list[dict[str, Any]] = [{}] * self.size
        for number, fields in reader.iter_docs():
            self.stored[number] = fields

    def postings(self, field: str, term: str) -> Postings:
        key = (field, term)
        with self._lock:
            if (found := self._terms.get(key)) is not None:
                self._terms.move_to_end(key)
                return found
            try:
                found = decode(self.reader.postings(field, term))
            except TermNotFound:
                found = NOTHING
            self._terms[key] = found
            if len(self._terms) > _CACHED_TERMS:
                self._terms.popitem(last=False)
            return found

    def places(self, field: str, term: str) -> Places:
        """Where the term stands in each document: numbers of words."""
        key = (field, term)
        with self._lock:
            found = self._places.get(key)
            if found is None:
                found = {}
                try:
                    matcher = self.reader.postings(field, term)
                except TermNotFound:
                    matcher = None
                while matcher is not None and matcher.is_active():
                    found[matcher.id()] = matcher.value_as("positions")
                    matcher.next()
                self._places[key] = found
                if len(self._places) > _CACHED_PLACES:
                    self._places.popitem(last=False)
            else:
                self._places.move_to_end(key)
            return found


class Thing(NamedTuple):
    """What a document is of: ``rulings.entry`` and its key."""

    model: str
    key: int


class Snapshot:
    """The documents of one state of the index. Deleted documents stay in the arrays and are masked."""

    def __init__(self, reader: Any, known: dict[str, Segment] | None = None) -> None:
        leaves = [(leaf, offset) for leaf, offset in reader.leaf_readers() if leaf.doc_count_all()]
        self.segments: dict[str, Segment] = {}
        self._parts: list[tuple[Segment, int]] = []
        for leaf, offset in leaves:
            name = leaf.segment().segment_id()
            segment = (known or {}).get(name) or Segment(leaf)
            self.segments[name] = segment
            self._parts.append((segment, offset))
        self.size: int = reader.doc_count_all()
        self.live = np.ones(self.size, bool)
        for leaf, offset in leaves:
            self.live[[offset + number for number in leaf.segment().deleted_docs()]] = False
        self._columns: dict[str, tuple[list[str], Ids]] = {}
        self.things = [
            Thing(fields["django_ct"], int(fields["django_id"])) if fields else Thing("", 0)
            for segment, _ in self._parts
            for fields in segment.stored
        ]
        self.is_entry = np.array([thing.model == "rulings.entry" for thing in self.things], bool) & self.live

    def postings(self, field: str, term: str) -> Postings:
        """The term's postings over all segments, deleted documents left out."""
        parts = [(segment.postings(field, term), offset) for segment, offset in self._parts]
        if not any(len(part.docs) for part, _ in parts):
            return NOTHING
        docs = np.concatenate([part.docs + offset for part, offset in parts]).astype(np.int32)
        weights = np.concatenate([part.weights for part, _ in parts])
        keep = self.live[docs]
        return Postings(docs[keep], weights[keep]) if not keep.all() else Postings(docs, weights)

    def places(self, field: str, tokens: Iterable[str], doc: int) -> list[int]:
        """Where any of the tokens stands in a document's field, in order."""
        for segment, offset in reversed(self._parts):
            if doc >= offset:
                found = {place for token in tokens for place in segment.places(field, token).get(doc - offset, ())}
                return sorted(found)
        return []

    def column(self, name: str) -> tuple[list[str], Ids]:
        """The values of a filter and, for each document, which of them it has."""
        if name not in self._columns:
            found = [fields.get(name, "") for segment, _ in self._parts for fields in segment.stored]
            values = sorted(set(found))
            places = {value: at for at, value in enumerate(values)}
            self._columns[name] = (values, np.array([places[value] for value in found], np.int32))
        return self._columns[name]

    def stored(self, doc: int) -> dict[str, Any]:
        """What is kept beside a document."""
        segment, offset = next(part for part in reversed(self._parts) if part[1] <= doc)
        return segment.stored[doc - offset]

    def documents(self, model: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """(number, stored fields) of the live documents of a model."""
        at = 0
        for segment, _ in self._parts:
            for fields in segment.stored:
                if self.live[at] and fields.get("django_ct") == model:
                    yield at, fields
                at += 1

    def terms(self, field: str) -> Iterator[str]:
        """Every term of a field; one that stands in several segments comes several times."""
        for segment, _ in self._parts:
            for term in segment.reader.lexicon(field):
                yield term.decode("utf-8") if isinstance(term, bytes) else term


def data(fields: dict[str, Any]) -> Any:
    """The JSON kept beside a document."""
    return json.loads(fields["data"]) if fields.get("data") else []
