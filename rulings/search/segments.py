"""What is decoded of one segment of the index. A segment never changes, so neither does this.

Postings are decoded when a term is first asked for and kept while there is room; what every search needs (which
rows the documents are of, the values of filters, names, the form table) is read at once.
"""

from __future__ import annotations

import json
import threading
import weakref
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from whoosh.codec.whoosh3 import W3LeafMatcher
from whoosh.reading import TermNotFound

from rulings.search.caches import Cache
from rulings.search.names import Named, NameTable
from rulings.search.storage import guarded
from rulings.search.vocabulary import WordTable

Ids = NDArray[np.int64]
Floats = NDArray[np.float32]
Places = dict[int, list[int]]  # document → the numbers of the words where a term stands

MODELS = ("rulings.entry", "rulings.card", "rulings.game", "rulings.synonym")
ENTRY, SYNONYM = MODELS.index("rulings.entry"), MODELS.index("rulings.synonym")
COLUMNS = ("game", "kind", "language", "authority")
_CACHED_POSTINGS = 8_000_000  # array elements
_RARE = 100  # a term is frequent that stands in more than one of so many documents
_CACHED_PLACES = 2_000_000  # documents


class Postings(NamedTuple):
    """Documents in ascending order and the weight of the term in each."""

    docs: Ids
    weights: Floats


NOTHING = Postings(np.empty(0, np.int64), np.empty(0, np.float32))


def decode(matcher: Any) -> Postings:
    """All postings of a term, read block by block instead of one by one.

    A block is (differences of document numbers, weights); ``None`` for the weights: all are 1, a single number: all
    are that.
    """
    if not isinstance(matcher, W3LeafMatcher):  # a term of few documents lies in the term table itself
        pairs = []
        while matcher.is_active():
            pairs.append((matcher.id(), matcher.weight()))
            matcher.next()
        return Postings(np.array([p[0] for p in pairs], np.int64), np.array([p[1] for p in pairs], np.float32))
    ids, weights = [], []
    while matcher.is_active():
        matcher._read_data()
        block_ids, block_weights, _ = matcher._data
        ids.append(np.cumsum(np.array(block_ids, np.int64)))
        size = len(block_ids)
        weights.append(
            np.array(block_weights, np.float32)
            if isinstance(block_weights, tuple)
            else np.full(size, 1.0 if block_weights is None else block_weights, np.float32)
        )
        matcher._next_block()
    return Postings(np.concatenate(ids), np.concatenate(weights))


def close(reader: Any) -> None:
    """Close a reader that may be closed already."""
    if not getattr(reader, "is_closed", True):  # that of an empty index has nothing to close
        reader.close()


def leaf_name(reader: Any) -> str:
    """The name of the segment that a leaf reader reads; unique over all folders."""
    return str(reader.segment().segment_id())


class Segment:
    """One segment, decoded. ``keys`` and ``models``: which row each document is of; ``stamps``: in which version."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        weakref.finalize(self, close, reader).atexit = False  # other threads may still read it then
        self._lock = threading.Lock()  # Whoosh's readers move in their files
        self.size: int = reader.doc_count_all()
        self._postings: Cache[tuple[str, str], Postings] = Cache(
            _CACHED_POSTINGS, lambda found: 2 * len(found.docs) + 8
        )
        self._places: Cache[tuple[str, str], Places] = Cache(_CACHED_PLACES, lambda found: len(found) + 1)
        self.stored: list[dict[str, Any]] = [{}] * self.size
        with guarded():
            for number, fields in reader.iter_docs():
                fields.pop("text", None)  # it is Haystack's; ours is in the database
                self.stored[number] = fields
        places = {model: at for at, model in enumerate(MODELS)}
        self.models = np.array([places.get(fields.get("django_ct", ""), -1) for fields in self.stored], np.int8)
        self.keys = np.array([int(fields.get("django_id", 0)) for fields in self.stored], np.int64)
        self.stamps = np.array([int(fields.get("stamp") or 0) for fields in self.stored], np.int64)
        self.columns = {name: _codes([fields.get(name, "") for fields in self.stored]) for name in COLUMNS}

    def data(self, doc: int) -> dict[str, Any]:
        """The JSON kept beside a document."""
        content = self.stored[doc].get("data")
        return json.loads(content) if content else {}

    def postings(self, field: str, term: str) -> Postings:
        return self._postings.get((field, term), self._read_postings)

    def places(self, field: str, term: str) -> Places:
        """Where the term stands in each document."""
        return self._places.get((field, term), self._read_places)

    def warm(self) -> None:
        """Decode the terms that stand in many documents: others are decoded quickly when they are asked for."""
        for term in self.words.lemmas:
            with self._lock, guarded():
                frequency = self._reader.doc_frequency("bag", term)
            if frequency * _RARE > self.size:
                self.postings("bag", term)

    def terms(self, field: str) -> list[str]:
        """Every term of a field."""
        with self._lock, guarded():
            return [term.decode() if isinstance(term, bytes) else term for term in self._reader.lexicon(field)]

    def _read_postings(self, key: tuple[str, str]) -> Postings:
        with self._lock, guarded():
            try:
                return decode(self._reader.postings(*key))
            except TermNotFound:
                return NOTHING

    def _read_places(self, key: tuple[str, str]) -> Places:
        found: Places = {}
        with self._lock, guarded():
            try:
                matcher = self._reader.postings(*key)
            except TermNotFound:
                return found
            while matcher.is_active():
                found[matcher.id()] = matcher.value_as("positions")
                matcher.next()
        return found

    @cached_property
    def words(self) -> WordTable:
        """The form table of the segment's words."""
        return WordTable(self.terms("forms"))

    @cached_property
    def names(self) -> NameTable:
        """The names and the table talk in the segment."""
        named, talk, codes = [], [], []
        for doc in np.flatnonzero(self.models != ENTRY):
            content = self.data(int(doc))
            if self.models[doc] == SYNONYM:
                talk.append((int(doc), content))
            elif content:
                named += self._named(int(doc), content)
                codes.append((int(doc), content.get("code", "")))
        for doc in np.flatnonzero(self.models == ENTRY):
            if '"names":[]' not in self.stored[doc].get("data", '"names":[]'):
                named += self._named(int(doc), self.data(int(doc)))
        return NameTable(named, talk, codes, [fields.get("game", "") for fields in self.stored])

    def _named(self, doc: int, content: dict[str, Any]) -> list[Named]:
        return [
            Named(
                MODELS[self.models[doc]],
                int(self.keys[doc]),
                doc,
                self.stored[doc].get("game", ""),
                text,
                language,
                role,
                tuple(frozenset(keys) for keys in forms),
            )
            for text, language, role, forms in content["names"]
        ]


def _codes(values: list[str]) -> tuple[list[str], Ids]:
    """The different values, and for each document which of them it has."""
    unique, codes = np.unique(np.array(values, dtype=str), return_inverse=True)
    return [str(value) for value in unique], codes.astype(np.int64)
