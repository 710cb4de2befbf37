"""Keeping the index in step with the database.

Every row of the index has a stamp, and so has its document. What was missed (a busy index, a killed process, a
database restored from a copy) is found by comparing stamps and caught up; an index that can't be used is rebuilt
beside the site. Nothing here ever fails a save.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DatabaseError, close_old_connections, transaction
from django.db.models import Count, Model, QuerySet, Sum
from haystack import connections

from rulings.batches import BATCH, batches
from rulings.models import Entry
from rulings.search import state
from rulings.search.backend import Backend, backend
from rulings.search.segments import MODELS
from rulings.search.snapshot import Snapshot
from rulings.search.storage import BusyError, UnusableError

log = logging.getLogger(__name__)
TROUBLE = (BusyError, UnusableError, OSError)  # what a busy, full, missing or damaged index raises
_AT_ONCE = 5_000  # rows written with one commit: others wait for it
_PATIENCE = 60.0  # seconds that catching up waits for other writers
_DOOR = 20.0  # seconds that a start waits for the index at most
_TURN = 0.0005  # seconds until a thread that reads the index lets another go on; Python's own are ten times as many
_LOOK = 5.0  # seconds between two looks whether another process fell behind
_AGAIN = (0, 2, 10, 60, 300)  # seconds before each attempt to repair in the background

# ── after a commit ─────────────────────────────────────────────────────────


def update_on_commit(keys: Iterable[int], model: type[Model] = Entry) -> None:
    """Index these rows as they are then, together with all others of the transaction.

    Whatever is asked for in a transaction is written with the first of its hooks: committing to the index costs as
    much as some hundred rows. What a savepoint took back is in the database as it was, and does no harm.
    """
    if not transaction.get_connection().run_on_commit:
        _waiting.keys = {}  # of a transaction that was rolled back
    _waiting.keys.setdefault(model, {}).update(dict.fromkeys(keys))
    transaction.on_commit(_update_waiting)


def _update_waiting() -> None:
    waiting, _waiting.keys = _waiting.keys, {}
    update({model: list(keys) for model, keys in waiting.items()})


def update(keys: Mapping[type[Model], Sequence[int]]) -> None:
    """Index rows as they are now: those the index is to have are written, all others taken out."""
    if _held.is_set() or not any(keys.values()):
        return
    try:
        _write(backend(), None, keys)
        state.settle()
    except (*TROUBLE, DatabaseError) as error:  # the rows are saved by now: reading them again may fail too
        log.warning("the index is behind by %d rows: %r", sum(map(len, keys.values())), error)
        fall_behind()


@contextmanager
def in_one_go() -> Iterator[None]:
    """Leave the index alone and bring it up once, at the end: for loading much at a time."""
    _held.set()
    try:
        yield
    finally:
        _held.clear()
        try:
            if backend().folders.current() is None:  # the very first time there is nothing to repair
                rebuild()
            else:
                repair()
        except TROUBLE as error:
            log.warning("the index could not be brought up, whoever serves the site does it: %r", error)
            fall_behind()


def fall_behind() -> None:
    """Remember that the index misses something, and catch up when it can be written again."""
    try:
        backend().folders.set_behind()
    except OSError:
        log.warning("the index folder can't be written", exc_info=True)
    repair_soon()


# ── catching up ────────────────────────────────────────────────────────────


def catch_up() -> int:
    """Write whatever the index misses or has too much; returns how many rows that was."""
    here = backend()
    here.follow()
    with _no_longer_behind(here):
        changed = _bring_up(here, None)
    log.info("the index caught up with %d rows", changed)
    return changed


@contextmanager
def _no_longer_behind(here: Backend) -> Iterator[None]:
    """Around what writes all that the index misses: whoever falls behind while it does says so again, and where it
    fails, or the process dies, it is still behind."""
    seen = here.folders.behind()
    yield
    here.folders.catch_up_with(seen)


def _bring_up(here: Backend, folder: Path | None) -> int:
    """Bring the index (or a folder that isn't in use yet) to what the database has."""
    changed = 0
    indexed = Snapshot(here.reader() if folder is None else here.reader_of(folder)).stamps()
    for at, label in enumerate(MODELS):
        model = apps.get_model(label)
        known = indexed.get(at, {})
        wanted = dict(_rows(model).values_list("pk", "stamp"))
        differing = [key for key in {*known, *wanted} if known.get(key) != wanted.get(key)]
        for some in batches(differing, _AT_ONCE):
            _write(here, folder, {model: some})
        changed += len(differing)
    return changed


def _write(here: Backend, folder: Path | None, keys: Mapping[type[Model], Sequence[int]]) -> None:
    """Bring rows of the index to what the database has, with one commit."""
    with here.writer(folder) as writer:
        for model, of_model in keys.items():
            here.bring_up(writer, _index(model), of_model)


def rebuild() -> None:
    """Make the index anew beside the one in use, and put it in use. Searches go on meanwhile."""
    here = backend()
    with here.folders.repairing(_PATIENCE):
        _rebuild(here)


def _rebuild(here: Backend) -> None:
    with _no_longer_behind(here):
        here.rebuild(lambda: all_documents(here), lambda folder: _bring_up(here, folder))


def all_documents(here: Backend) -> Iterator[dict[str, Any]]:
    """What the index is to have, row by row, as Whoosh's documents."""
    for label in MODELS:
        model = apps.get_model(label)
        yield from here.documents(_index(model), _rows(model).order_by("pk").iterator(chunk_size=BATCH))


# ── the condition of the index ─────────────────────────────────────────────


class Condition(NamedTuple):
    """``key``: fine, missing (or never filled), damaged, other-version or behind."""

    key: str
    detail: str = ""

    @property
    def is_readable(self) -> bool:
        return self.key in {"fine", "behind", "other-version"}

    def __str__(self) -> str:
        return f"{self.key} ({self.detail})" if self.detail else self.key


def condition() -> Condition:
    """What state the index is in, compared with the database by counts and sums of stamps."""
    found = at_a_glance()
    if found.key == "missing" and _is_filled():
        found = at_a_glance()
    if not found.is_readable:
        return found
    try:
        indexed = state.current().snapshot.sums()
    except UnusableError as error:
        return Condition("damaged", str(error))
    if found.key != "fine":
        return found
    missed = _differing(indexed)
    return Condition("behind", missed) if missed else found


def _differing(indexed: Mapping[int, tuple[int, int]]) -> str:
    """A model of which the index has other rows than the database, by how many they are and the sum of their stamps;
    empty where there is none."""
    for at, label in enumerate(MODELS):
        rows = _rows(apps.get_model(label)).aggregate(count=Count("pk"), sum=Sum("stamp"))
        if (rows["count"], rows["sum"] or 0) != indexed.get(at, (0, 0)):
            return label
    return ""


def _is_filled() -> bool:
    """Whether an index that was emptied has every row again, as after Haystack's ``clear_index`` and ``update_index``:
    then it is whole."""
    here = backend()
    try:
        folder = here.folders.current()
        if folder is None or here.folders.made_by(folder) != here.signature():
            return False
        here.mark()
        if not has_rows() or _differing(Snapshot(here.reader()).sums()):
            return False
        here.folders.set_whole(folder)
    except TROUBLE:
        return False
    return True


def at_a_glance() -> Condition:
    """What the files say of themselves, without what is in them: cheap at any size."""
    try:
        here = backend()
        folder = here.folders.current()
        if folder is None or not here.folders.is_whole(folder):
            return Condition("missing")
        if damage := here.folders.damage(folder):
            return Condition("damaged", damage)
        here.mark()
        if here.folders.made_by(folder) != here.signature():
            return Condition("other-version")
    except TROUBLE as error:
        return Condition("damaged", repr(error))
    return Condition("behind") if here.folders.is_behind else Condition("fine")


def has_rows() -> bool:
    """Whether the database has anything that the index should have."""
    return any(_rows(apps.get_model(label)).exists() for label in MODELS)


def repair() -> Condition:
    """Bring the index to what the database has, whatever its condition; returns what that was."""
    found = condition()
    if found.key == "fine":
        return found
    log.warning("the index is %s", found)
    here = backend()
    with here.folders.repairing(_PATIENCE):
        now = condition()  # another process may have repaired it meanwhile
        if now.key == "behind":
            catch_up()
        elif now.key != "fine":
            _rebuild(here)
    return found


def tidy() -> None:
    """Merge what edits have scattered, a little at a time, so that no edit has to; where that is not enough, make the
    index anew."""
    here = backend()
    while here.tidy():
        state.settle()  # no search of this process has to decode it
    if here.is_scattered():
        with here.folders.repairing(_PATIENCE):
            if here.is_scattered():  # another process may have made it anew meanwhile
                _rebuild(here)


# ── in the background ──────────────────────────────────────────────────────


def start() -> None:
    """What a process that serves the site does before it takes requests: have the index at hand.

    Whoever asks meanwhile waits at the door, once, instead of at every first search. A large index that takes longer
    than ``_DOOR`` seconds is read on while the site serves; one that is damaged or missing is waited for by nobody, and
    no repair is.
    """
    is_ready = threading.Event()

    def task() -> None:
        try:
            if at_a_glance().is_readable:
                state.current().warm()
        except UnusableError as error:
            _note_damage(error)
        finally:
            is_ready.set()
        repair()
        state.current().warm()

    sys.setswitchinterval(_TURN)
    _in_background(task)
    is_ready.wait(_DOOR)


def watch() -> None:
    """What it does from then on: catch up with what others missed, and merge what edits leave."""
    threading.Thread(target=keep_up, args=(threading.Event(),), daemon=True, name="watch").start()


def keep_up(until: threading.Event) -> None:
    """Look now and then, until that is set, whether somebody fell behind: a command that did is gone by the time that
    the index can be written again. Where nobody did, tidy up."""
    while not until.wait(_LOOK):
        with suppress(OSError):  # a folder that can't be looked into now is looked into again
            if backend().folders.is_behind:
                repair_soon()
            elif at_a_glance().key == "fine" and backend().is_untidy():
                _in_background(tidy)


def met_damage(error: UnusableError, used: state.State | None) -> None:
    """A search couldn't read the index: say so and have it made anew. ``used``: the state that it read, if it had one;
    what is wrong with a folder that was used before is no fault of the one in use now."""
    _note_damage(error, used.mark.folder if used else None)
    repair_soon()


def _note_damage(error: UnusableError, met_in: Path | None = None) -> None:
    """Say once that the folder in use can't be read, and write it into it: nobody tries again."""
    folders = backend().folders
    try:
        folder = folders.current()
        if met_in not in (None, folder):
            log.warning("an index that is no longer in use can't be read: %s", error)
        elif folder is not None and folders.is_whole(folder) and not folders.damage(folder):
            log.error("the index can't be read, the database answers instead: %s", error)
            folders.set_damaged(folder, str(error))
    except OSError:
        log.warning("the index folder can't be written", exc_info=True)


def repair_soon() -> None:
    """Repair the index in the background, unless that is being done already."""
    _in_background(repair)


def _in_background(task: Callable[[], object]) -> None:
    """Run a task in a thread of its own, unless one is running; again when it fails, less and less often."""

    def run() -> None:
        try:
            if not any(_succeeds(task, seconds) for seconds in _AGAIN):
                log.error("the index could not be repaired; the next start tries again")
                return
        finally:
            close_old_connections()
            _background.release()
        if backend().folders.is_behind:  # somebody fell behind while this was done
            repair_soon()

    if _background.acquire(blocking=False):
        threading.Thread(target=run, daemon=True, name="index").start()


def _succeeds(task: Callable[[], object], seconds: float) -> bool:
    time.sleep(seconds)
    try:
        task()
    except BusyError:
        log.info("another process has the index")
    except (*TROUBLE, DatabaseError):
        log.exception("the index could not be repaired yet")
    else:
        return True
    return False


# ── helpers ────────────────────────────────────────────────────────────────


def _index(model: type[Model]) -> Any:
    return connections["default"].get_unified_index().get_index(model)


def _rows(model: type[Model]) -> QuerySet[Any]:
    """The rows of a model that the index is to have."""
    rows: QuerySet[Any] = _index(model).index_queryset()
    return rows


_background = threading.Lock()
_held = threading.Event()


class _Waiting(threading.local):
    """What the transaction of this thread is to index when it commits."""

    def __init__(self) -> None:
        self.keys: dict[type[Model], dict[int, None]] = {}


_waiting = _Waiting()
