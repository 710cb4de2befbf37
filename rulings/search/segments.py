"""What is decoded of one segment of the index. A segment never changes, so neither does this.

What every search needs (which rows the documents are of, the values of filters, names, the form table) is read at
once. Postings are read field by field in the background (``warm``); those of a term that is asked for before are read
alone and kept while there is room.
"""

from __future__ import annotations

import json
import threading
import weakref
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from whoosh.reading import TermNotFound

from rulings.languages import code
from rulings.search.caches import Cache
from rulings.search.names import Named, NameTable
from rulings.search.storage import guarded
from rulings.search.tables import Ids, Table
from rulings.search.vocabulary import WordTable

MODELS = ("rulings.entry", "rulings.card", "rulings.game", "rulings.synonym")
ENTRY, CARD, SYNONYM = (MODELS.index(f"rulings.{name}") for name in ("entry", "card", "synonym"))
COLUMNS = ("game", "kind", "language", "authority")
FIELDS = {"bag": False, "things": False, "title": True, "text": True}  # those that are ranked by; whether with places
_CACHED = 500_000  # postings of terms that were asked for before their field was read
_BATCH = 200  # terms that are read before another thread may read the segment's files


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
        self._fields: dict[str, Table] = {}
        self._terms: Cache[tuple[str, str], Table] = Cache(_CACHED, lambda table: len(table) + 20)
        self._data = [""] * self.size
        self.models, self.keys = np.full(self.size, -1, np.int8), np.zeros(self.size, np.int64)
        self.stamps = np.zeros(self.size, np.int64)
        values = {name: [""] * self.size for name in COLUMNS}
        places = {model: at for at, model in enumerate(MODELS)}
        with guarded():
            for doc, fields in reader.iter_docs():
                self._data[doc] = fields.get("data") or ""
                self.models[doc] = places.get(fields.get("django_ct", ""), -1)
                self.keys[doc] = int(fields.get("django_id", 0))
                self.stamps[doc] = int(fields.get("stamp") or 0)
                for name, column in values.items():
                    column[doc] = fields.get(name, "")
        self.columns = {name: _codes(column) for name, column in values.items()}

    def data(self, doc: int) -> dict[str, Any]:
        """The JSON kept beside a document."""
        content = self._data[doc]
        return json.loads(content) if content else {}

    def value(self, column: str, doc: int) -> str:
        """What a document has of a column."""
        values, codes = self.columns[column]
        return values[int(codes[doc])]

    def table(self, field: str, term: str) -> Table:
        """A table that has the term's postings, if the segment has any."""
        found = self._fields.get(field)
        return found if found is not None else self._terms.get((field, term), self._read_term)

    def warm(self) -> None:
        """Read the postings of every field, one term after the other as they lie in the files."""
        for field, has_places in FIELDS.items():
            if field in self._fields:
                continue
            table = Table(has_places=has_places)
            with guarded():
                terms = iter(self._reader.iter_field(field))
            while self._read_terms(field, terms, table):
                pass
            table.close()
            self._fields[field] = table
        self._terms.clear()

    def terms(self, field: str) -> list[str]:
        """Every term of a field."""
        with self._lock, guarded():
            return [term.decode() if isinstance(term, bytes) else term for term in self._reader.lexicon(field)]

    def _read_terms(self, field: str, terms: Any, table: Table) -> bool:
        """Read the next terms of a field; returns whether there were any."""
        reader = self._reader
        with self._lock, guarded():
            batch = list(islice(terms, _BATCH))
            for term, info in batch:
                matcher = reader.codec().postings_reader(reader._terms._postfile, info, reader.schema[field].format)
                table.add(term.decode(), matcher)
        return bool(batch)

    def _read_term(self, key: tuple[str, str]) -> Table:
        field, term = key
        table = Table(has_places=FIELDS[field])
        reader = self._reader
        with self._lock, guarded(), suppress(TermNotFound):
            table.add(term, reader._terms.matcher(field, term.encode(), reader.schema[field].format))
        table.close()
        return table

    @cached_property
    def words(self) -> WordTable:
        """The form table of the segment's words."""
        return WordTable(self.terms("forms"))

    @cached_property
    def names(self) -> NameTable:
        """The names and the table talk in the segment."""
        named, talk, codes = [], [], list[Named]()
        for doc in np.flatnonzero(self.models != ENTRY):
            content = self.data(int(doc))
            if self.models[doc] == SYNONYM:
                talk.append((int(doc), content))
            elif content:
                named += self._named(int(doc), content["names"])
                if code(printed := content.get("code", "")):
                    codes += self._named(int(doc), [(printed, "", "code", ())])
        for doc in np.flatnonzero(self.models == ENTRY):
            if '"names":[]' not in (self._data[doc] or '"names":[]'):
                named += self._named(int(doc), self.data(int(doc))["names"])
        games, game_of = self.columns["game"]
        return NameTable(named, talk, codes, [games[at] for at in game_of])

    def _named(self, doc: int, names: Iterable[tuple[str, str, str, Iterable[Iterable[str]]]]) -> list[Named]:
        return [
            Named(
                MODELS[self.models[doc]],
                int(self.keys[doc]),
                doc,
                self.value("game", doc),
                text,
                language,
                role,
                tuple(frozenset(keys) for keys in forms),
            )
            for text, language, role, forms in names
        ]


def _codes(values: list[str]) -> tuple[list[str], Ids]:
    """The different values, and for each document which of them it has."""
    unique, codes = np.unique(np.array(values, dtype=str), return_inverse=True)
    return [str(value) for value in unique], codes.astype(np.int64)
