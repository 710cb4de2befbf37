"""Keeping the index in step with the database.

Every row of the index has a stamp, and so has its document. What was missed (a busy index, a killed process, a
database restored from a copy) is found by comparing stamps and caught up; an index that can't be used is rebuilt
beside the site. Nothing here ever fails a save.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.db import close_old_connections
from django.db.models import Count, Model, QuerySet, Sum
from haystack import connections
from haystack.exceptions import SearchBackendError
from whoosh.filedb.filestore import FileStorage
from whoosh.index import IndexError as WhooshIndexError
from whoosh.index import LockError
from whoosh.reading import ReaderClosed

from rulings.models import Entry
from rulings.search.backend import Backend
from rulings.search.segments import MODELS, close
from rulings.search.snapshot import Snapshot
from rulings.search.storage import BusyError

log = logging.getLogger(__name__)
# What a busy, full, missing or damaged index raises: Whoosh reads pickles and numbers from files and checks nothing.
INDEX_ERRORS = (
    *(BusyError, LockError, WhooshIndexError, SearchBackendError, ReaderClosed, OSError, EOFError),
    *(ValueError, KeyError, IndexError, AttributeError, TypeError, ImportError, AssertionError),
)
_BATCH = 500  # rows read at once


def backend() -> Backend:
    """The backend of this thread."""
    found = connections["default"].get_backend()
    assert isinstance(found, Backend)
    return found


# ── after a commit ─────────────────────────────────────────────────────────


def update(keys: Sequence[int], model: type[Model] = Entry) -> None:
    """Index these rows as they are now: those the index is to have are written, all others taken out."""
    if _held.is_set():
        return
    try:
        here = backend()
        live = list(_rows(model).filter(pk__in=keys))
        gone = set(keys) - {row.pk for row in live}
        here.write(
            list(here.documents(_index(model), live)), [f"{model._meta.label_lower}.{key}" for key in sorted(gone)]
        )
    except INDEX_ERRORS as error:
        log.warning("the index is behind by %d rows of %s: %r", len(keys), model._meta.label_lower, error)
        fall_behind()


def remove(keys: Sequence[int], model: type[Model] = Entry) -> None:
    """Take rows out of the index; those that were never in it are no matter."""
    if keys:
        update(keys, model)


@contextmanager
def in_one_go() -> Iterator[None]:
    """Leave the index alone and bring it up once, at the end: for loading much at a time."""
    _held.set()
    try:
        yield
    finally:
        _held.clear()
        repair()


def fall_behind() -> None:
    """Remember that the index misses something, and catch up when it can be written again."""
    try:
        backend().folders.set_behind(True)
    except OSError:
        log.warning("the index folder can't be written", exc_info=True)
    _in_background(catch_up)


# ── catching up ────────────────────────────────────────────────────────────


def catch_up() -> int:
    """Write whatever the index misses or has too much; returns how many rows that was."""
    here = backend()
    here.follow()
    with here.folders.writing(60.0):
        here.folders.set_behind(False)  # whoever falls behind from now on says so again
    changed = _bring_up(here, None)
    log.info("the index caught up with %d rows", changed)
    return changed


def _bring_up(here: Backend, folder: Path | None) -> int:
    """Bring the index (or a folder that isn't in use yet) to what the database has."""
    changed = 0
    indexed = Snapshot(_reader(here, folder)).stamps()
    for at, label in enumerate(MODELS):
        model = apps.get_model(label)
        known = indexed.get(at, {})
        wanted = dict(_rows(model).values_list("pk", "stamp"))
        stale = [key for key, stamp in wanted.items() if known.get(key) != stamp]
        gone = [key for key in known if key not in wanted]
        for start in range(0, len(stale), _BATCH):
            rows = _rows(model).filter(pk__in=stale[start : start + _BATCH])
            _write(here, folder, list(here.documents(_index(model), rows)), [])
        if gone:
            _write(here, folder, [], [f"{label}.{key}" for key in gone])
        changed += len(stale) + len(gone)
    return changed


def _reader(here: Backend, folder: Path | None) -> Any:
    return here.reader() if folder is None else FileStorage(str(folder)).open_index(schema=here.schema).reader()


def _write(here: Backend, folder: Path | None, documents: list[dict[str, Any]], gone: list[str]) -> None:
    if folder is None:
        here.write(documents, gone)
        return
    with here.writer(folder) as writer:
        here.replace(writer, documents, gone)


def rebuild() -> None:
    """Make the index anew beside the one in use, and put it in use. Searches go on meanwhile."""
    here = backend()

    def documents() -> Iterator[dict[str, Any]]:
        for label in MODELS:
            model = apps.get_model(label)
            yield from here.documents(_index(model), _rows(model).order_by("pk").iterator(chunk_size=_BATCH))

    here.rebuild(documents, lambda folder: _bring_up(here, folder))
    here.folders.set_behind(False)


# ── the condition of the index ─────────────────────────────────────────────


class Condition(NamedTuple):
    """``key``: fine, missing, damaged, other-version or behind."""

    key: str
    detail: str = ""

    @property
    def is_readable(self) -> bool:
        return self.key in {"fine", "behind"}


def condition() -> Condition:
    """What state the index is in, compared with the database by counts and sums of stamps."""
    try:
        here = backend()
        folder = here.folders.current()
        if folder is None:
            return Condition("missing")
        here.follow()
        if here.folders.made_by(folder) != here.signature():
            return Condition("other-version")
        indexed = Snapshot(here.reader()).stamps()
    except INDEX_ERRORS as error:
        return Condition("damaged", repr(error))
    for at, label in enumerate(MODELS):
        sums = _rows(apps.get_model(label)).aggregate(count=Count("pk"), sum=Sum("stamp"))
        known = indexed.get(at, {})
        if (sums["count"], sums["sum"] or 0) != (len(known), sum(known.values())):
            return Condition("behind", label)
    return Condition("behind") if here.folders.is_behind else Condition("fine")


def repair() -> Condition:
    """Bring the index to what the database has, whatever its condition; returns what that was."""
    found = condition()
    if found.key != "fine":
        log.warning("the index is %s %s", found.key, found.detail)
    if found.key == "behind":
        catch_up()
    elif not found.is_readable:
        rebuild()
    return found


def answers() -> bool:
    """Whether the index can be read."""
    try:
        close(backend().reader())
    except INDEX_ERRORS:
        log.exception("the index does not answer")
        return False
    return True


# ── helpers ────────────────────────────────────────────────────────────────


def _index(model: type[Model]) -> Any:
    return connections["default"].get_unified_index().get_index(model)


def _rows(model: type[Model]) -> QuerySet[Any]:
    """The rows of a model that the index is to have."""
    rows: QuerySet[Any] = _index(model).index_queryset()
    return rows


_background = threading.Lock()
_held = threading.Event()


def _in_background(task: Any) -> None:
    """Run a task in a thread of its own, unless one is running; what it can't do now is done at the next start."""

    def run() -> None:
        try:
            task()
        except INDEX_ERRORS:
            log.exception("the index could not be repaired")
        finally:
            close_old_connections()
            _background.release()

    if _background.acquire(blocking=False):
        threading.Thread(target=run, daemon=True, name="index").start()
