"""Keeping the index in step with the database. Called when a transaction has committed; never fails a save."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import closing

from django.db.models import Model
from haystack import connections
from haystack.exceptions import SearchBackendError
from whoosh.index import IndexError as WhooshIndexError
from whoosh.index import LockError

from rulings.models import Entry
from rulings.search.backend import Backend

log = logging.getLogger(__name__)
# What a busy, full or damaged index raises.
INDEX_ERRORS = (LockError, WhooshIndexError, SearchBackendError, OSError)


def backend() -> Backend:
    found = connections["default"].get_backend()
    assert isinstance(found, Backend)
    return found


def update(keys: Sequence[int], model: type[Model] = Entry) -> None:
    """Index these rows as they are now: those the index is to have are written, all others taken out."""
    index = connections["default"].get_unified_index().get_index(model)
    live = list(index.index_queryset().filter(pk__in=keys))
    try:
        backend().update(index, live)
    except INDEX_ERRORS:
        log.exception("the index could not be updated for %d rows", len(keys))
    remove(sorted(set(keys) - {row.pk for row in live}), model)


def remove(keys: Sequence[int], model: type[Model] = Entry) -> None:
    """Take rows out of the index; those that were never in it are no matter."""
    if not keys:
        return
    try:
        backend().remove_all(f"{model._meta.label_lower}.{key}" for key in keys)
    except INDEX_ERRORS:
        log.exception("the index could not forget %d rows", len(keys))


def answers() -> bool:
    """Whether the index can be read."""
    try:
        with closing(backend().reader()) as reader:
            reader.doc_count()
    except INDEX_ERRORS:
        log.exception("the index does not answer")
        return False
    return True
