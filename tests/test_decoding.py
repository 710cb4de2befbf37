"""What is decoded of an index is what Whoosh itself reads there, whatever was written and deleted before."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from itertools import product
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whoosh import query
from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex
from whoosh.reading import TermNotFound

from rulings.search import snapshot as snapshots
from rulings.search.backend import backend
from rulings.search.nearness import with_phrase
from rulings.search.snapshot import Snapshot

WORDS = ("жаба", "корона", "город", "меч", "конь")
KEYS = range(6)
documents = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12)
# A commit: rows that are written (again), and rows that are deleted.
commits = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from(KEYS), documents, max_size=4), st.sets(st.sampled_from(KEYS), max_size=2)
    ),
    min_size=1,
    max_size=6,
)


def write(index: FileIndex, written: dict[int, list[str]], deleted: set[int], merge: bool) -> None:
    writer = index.writer(compound=False)
    for key in {*written, *deleted}:
        writer.delete_by_term("id", f"rulings.entry.{key}")
    for key, words in written.items():
        text = " ".join(words)
        weights = " ".join(f"{word}^{words.count(word) * 1.5:.3f}" for word in dict.fromkeys(words))
        writer.add_document(
            id=f"rulings.entry.{key}", django_ct="rulings.entry", django_id=str(key), text=text, title="", bag=weights
        )
    writer.commit(merge=merge)


def by_whoosh(index: FileIndex, asked: query.Query) -> set[str]:
    with index.searcher() as searcher:
        return {hit["django_id"] for hit in searcher.search(asked, limit=None)}


def by_us(snapshot: Snapshot, docs: Sequence[int] | np.ndarray[tuple[int], np.dtype[np.int64]]) -> set[str]:
    return {str(snapshot.keys[doc]) for doc in docs}


@pytest.mark.usefixtures("kb")
@settings(max_examples=60)
@given(commits, st.booleans(), st.booleans(), st.lists(st.sampled_from(WORDS), min_size=2, max_size=3))
def test_decoded_postings_are_whooshs(
    history: list[tuple[dict[int, list[str]], set[int]]], merge: bool, is_warm: bool, phrase: list[str]
) -> None:
    """Whether a segment is read as a whole, or a term when it is asked for."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(snapshots, "_SMALL", 50 if is_warm else 0):
        index = FileStorage(folder).create_index(backend().schema)
        known: Snapshot | None = None
        for written, deleted in history:
            write(index, written, deleted, merge)
            snapshot = Snapshot(index.reader(), known.segments if known else None)
            known = snapshot
            for word in WORDS:
                decoded = snapshot.postings("bag", word)
                assert by_us(snapshot, decoded.docs) == by_whoosh(index, query.Term("bag", word))
                assert np.array_equal(np.sort(decoded.docs), decoded.docs)
                assert dict(zip(decoded.docs.tolist(), decoded.weights.tolist(), strict=True)) == weights_of(
                    index, word
                )
            together = np.flatnonzero(with_phrase(snapshot, [frozenset([word]) for word in phrase]) & snapshot.live)
            assert by_us(snapshot, together) == by_whoosh(index, query.Phrase("text", phrase))
            either = with_phrase(snapshot, [frozenset([word, WORDS[0]]) for word in phrase]) & snapshot.live
            ways = [query.Phrase("text", [*way]) for way in product(*((word, WORDS[0]) for word in phrase))]
            assert by_us(snapshot, np.flatnonzero(either)) == by_whoosh(index, query.Or(ways))
            assert {str(key) for key in snapshot.keys[snapshot.is_entry]} == by_whoosh(index, query.Every())


def weights_of(index: FileIndex, word: str) -> dict[int, float]:
    """Document → weight, posting by posting, as Whoosh reads them."""
    found: dict[int, float] = {}
    with index.reader() as reader:
        try:
            matcher = reader.postings("bag", word)
        except TermNotFound:
            return found
        while matcher.is_active():
            found[matcher.id()] = float(np.float32(matcher.weight()))
            matcher.next()
    return found
