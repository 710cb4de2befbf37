"""Which segments of the index are merged, when, and by whom.

A commit writes a segment. To merge segments takes some ten milliseconds a document, for which every writer waits: that
is left to whoever serves the site (``indexing.tidy``), some documents at a time. A writer merges only where nobody
serves. What was merged as far as it pays is left alone until it is too much of it: then a rebuild beside the index in
use holds nobody up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from whoosh.reading import SegmentReader
from whoosh.writing import SegmentWriter

Segments = Sequence[Any]  # Whoosh's

FEW = 8  # small segments that whoever serves leaves as they are
MANY = 24  # … and whoever writes
SCATTERED = 48  # segments that an index has at most until it is made anew: each costs an edit half a millisecond
_FULL = 25  # documents of a segment that is no longer small: two that nearly have them are still decoded at once


def small(segments: Segments) -> list[Any]:
    """Those that are to be merged once they are many, the smallest first."""
    return sorted((one for one in segments if one.doc_count_all() < _FULL), key=lambda one: one.doc_count_all())


def merging(most: int) -> Callable[[SegmentWriter, Segments], list[Any]]:
    """Whoosh's ``mergetype`` that leaves as many small segments as they are. Of more it merges the smallest into one
    that is no longer small, fewer than two times ``_FULL`` documents with one commit; what has no document left goes.
    """

    def merge(writer: SegmentWriter, segments: Segments) -> list[Any]:
        kept = [one for one in segments if one.deleted_count() < one.doc_count_all()]
        smallest = small(kept)
        if len(smallest) > most:
            taken = 0
            for one in smallest:
                if taken >= _FULL:
                    break
                with closing(SegmentReader(writer.storage, writer.schema, one)) as reader:
                    writer.add_reader(reader)
                taken += one.doc_count_all()
                kept.remove(one)
        return kept

    return merge
