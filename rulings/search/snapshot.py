"""One state of the index: its segments side by side, documents numbered through, deleted ones masked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulings.models.questions import Question
from rulings.search.caches import Cache, Groups
from rulings.search.segments import COLUMNS, ENTRY, Segment, close, leaf_name
from rulings.search.tables import NOTHING, Ids, Mask, Postings

PLACED = ("title", "text")  # the fields whose words have places
PLACE_BITS = 32  # of a number that says a document and a place in it
# Where words stand, how near words that are asked together do, and the data of documents are kept: reading these anew
# was half the time of a search, and of suggestions.
_STANDING, _NEAR = 32_000_000, 16_000_000  # bytes of the first two
_CACHED = 2_000  # documents whose data is kept
_ASKED = 20_000  # questions that were among the best
_SMALL = 50  # documents of a segment that is read at once


# Where a word stands in a document: its places in each of the placed fields, in order.
Places = tuple[list[int], ...]


Tokens = frozenset[str]  # by any of which a word may stand


def _bytes(places: Places) -> int:
    return 250 + 36 * sum(map(len, places))  # an entry of a table, a tuple and its lists; a number and its place in one


_UNKNOWN = Question("", "", 0, ())  # the same as no other one


class Snapshot:
    """``parts``: each segment with the number of its first document. ``keys`` and ``models``: which row a document
    is of; ``live``: documents that were not deleted; ``is_entry``: those of them that are entries."""

    def __init__(self, reader: Any, known: dict[str, Segment] | None = None) -> None:
        self.segments: dict[str, Segment] = {}
        self.parts: list[tuple[Segment, int]] = []
        self.size: int = reader.doc_count_all()
        self.live = np.ones(self.size, bool)
        for leaf, offset in reader.leaf_readers():
            if not leaf.doc_count_all():
                close(leaf)
                continue
            name = leaf_name(leaf)
            segment = (known or {}).get(name)
            if segment is None:
                segment = Segment(leaf)
                if segment.size < _SMALL:  # an edit's: a term that it hasn't would be looked for in its files
                    segment.warm()
            else:
                close(leaf)
            self.segments[name] = segment
            self.parts.append((segment, offset))
            self.live[[offset + doc for doc in leaf.segment().deleted_docs()]] = False
        self._has_deleted = not self.live.all()
        self.keys = self._joined([segment.keys for segment, _ in self.parts], np.int64)
        self.models = self._joined([segment.models for segment, _ in self.parts], np.int8)
        self.is_entry = self.live & (self.models == ENTRY)
        self._known_places: Groups[Tokens, int, Places] = Groups(_STANDING, _bytes)
        self._known_nearness: Groups[frozenset[Tokens], int, float] = Groups(_NEAR, lambda _: 120)
        self._data: Cache[int, dict[str, Any]] = Cache(_CACHED)
        self._questions: Cache[int, Question] = Cache(_ASKED)
        self._columns = {name: self._column(name) for name in COLUMNS}

    @staticmethod
    def _joined(arrays: list[Any], kind: type) -> NDArray[Any]:
        return np.concatenate(arrays) if arrays else np.empty(0, kind)

    def _column(self, name: str) -> tuple[list[str], Ids]:
        values = sorted({value for segment, _ in self.parts for value in segment.columns[name][0]})
        places = {value: at for at, value in enumerate(values)}
        codes = []
        for segment, _ in self.parts:
            own, numbers = segment.columns[name]
            codes.append(np.array([places[value] for value in own], np.int64)[numbers])
        return values, self._joined(codes, np.int64)

    def column(self, name: str) -> tuple[list[str], Ids]:
        """The values of a filter and, for each document, which of them it has."""
        return self._columns[name]

    def of_game(self, game: str) -> Mask:
        """Which documents are of a game; none of a game that isn't here."""
        games, codes = self.column("game")
        mask: Mask = codes == (games.index(game) if game in games else -1)
        return mask

    def postings(self, field: str, term: str) -> Postings:
        """The term's postings over all segments, deleted documents left out."""
        parts = []
        for segment, offset in self.parts:
            docs, weights = segment.table(field, term).postings(term)
            if len(docs):
                parts.append((docs + offset, weights) if offset else (docs, weights))
        if not parts:
            return NOTHING
        if len(parts) == 1:
            ((docs, weights),) = parts
        else:
            docs, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        if self._has_deleted:
            keep = self.live[docs]
            docs, weights = docs[keep], weights[keep]
        return Postings(docs, weights)

    def standing(self, field: str, tokens: Tokens) -> Ids:
        """Where any of the tokens stands in a field, in live documents: the number of the document shifted by
        ``PLACE_BITS``, and the place there; in ascending order."""
        found = []
        for segment, offset in self.parts:
            for token in tokens:
                docs, places = segment.table(field, token).standing(token)
                found.append((docs + offset << PLACE_BITS) + places)
        places = np.concatenate(found) if found else np.empty(0, np.int64)
        if len(tokens) > 1:
            places.sort(kind="stable")  # each token's are in order: to merge them costs less than to sort
        return places[self.live[places >> PLACE_BITS]] if self._has_deleted else places

    def places(self, tokens: Tokens, docs: list[int]) -> list[Places]:
        """For each of these documents, where any of the tokens stands in it."""
        return self._known_places.get(tokens, docs, lambda missing: self._read_places(tokens, missing))

    def nearness(
        self, words: frozenset[Tokens], docs: list[int], measure: Callable[[list[int]], list[float]]
    ) -> list[float]:
        """What is measured of each of these documents for words asked together, kept while there is room: a filter, the
        next page and the next letter ask the same words again."""
        return self._known_nearness.get(words, docs, measure)

    def _read_places(self, tokens: Tokens, docs: list[int]) -> list[Places]:
        found: list[Places] = [tuple([] for _ in PLACED) for _ in docs]
        numbers = np.array(docs)
        for segment, offset in self.parts:
            local = (numbers - offset).astype(np.int32)  # numbers of other segments' documents match nothing here
            for at, field in enumerate(PLACED):
                for token in tokens:
                    for number, places in segment.table(field, token).places(token, local):
                        found[number][at].extend(places)
        # A word that has two of the tokens stands at one place.
        return [tuple(sorted({*places}) for places in fields) for fields in found]

    def at(self, doc: int) -> tuple[Segment, int]:
        """The segment of a document and its number there."""
        segment, offset = next(part for part in reversed(self.parts) if part[1] <= doc)
        return segment, doc - offset

    def data(self, doc: int) -> dict[str, Any]:
        """The JSON kept beside a document; it is only read."""
        return self._data.get(doc, self._read_data)

    def _read_data(self, doc: int) -> dict[str, Any]:
        segment, local = self.at(doc)
        return segment.data(local)

    def value(self, column: str, doc: int) -> str:
        """What a document has of a column."""
        segment, local = self.at(doc)
        return segment.value(column, local)

    def question(self, doc: int) -> Question:
        """What an entry asks."""
        return self._questions.get(doc, self._question)

    def _question(self, doc: int) -> Question:
        words, ref, family, cards = self.data(doc).get("asks") or _UNKNOWN  # of an index that is about to be rebuilt
        return Question(words, ref, family, tuple(cards))

    def stamps(self) -> dict[int, dict[int, int]]:
        """Model → key → the version in which the row is indexed, of live documents."""
        found: dict[int, dict[int, int]] = {}
        columns = (self.models[self.live], self.keys[self.live], self._stamps()[self.live])
        for model, key, stamp in zip(*(column.tolist() for column in columns), strict=True):
            found.setdefault(model, {})[key] = stamp
        return found

    def sums(self) -> dict[int, tuple[int, int]]:
        """Model → how many rows are indexed and the sum of their stamps."""
        stamps = self._stamps()
        masks = {int(model): self.live & (self.models == model) for model in np.unique(self.models[self.live])}
        return {model: (int(mask.sum()), int(stamps[mask].sum())) for model, mask in masks.items()}

    def _stamps(self) -> Ids:
        stamps: Ids = self._joined([segment.stamps for segment, _ in self.parts], np.int64)
        return stamps
