"""Where the index lies on disk: a folder for each rebuild, a pointer to the one in use, a lock for writers.

    index/current          the name of the folder in use; replaced as a whole
    index/<name>/          an ordinary Whoosh index; made.json: what it was made by; whole: it has had every row once;
                           damaged: why it couldn't be read
    index/write.lock       held by the process that writes; the operating system frees it when a process dies
    index/repair.lock      held by the process that rebuilds
    index/behind.<name>    there is something that the index doesn't know yet; each who says so has a file of his own

Nothing here is opened that came from outside: Whoosh's files are pickles.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from whoosh.util.filelock import FileLock, try_for

from rulings.search.analysis import AnalysisError


class BusyError(Exception):
    """Another process held the index for longer than we would wait."""


class RebuildingError(BusyError):
    """Another process rebuilt the index for longer than we would wait."""


class UnusableError(Exception):
    """The index can't be read or written: it is missing, damaged, full, or was never filled."""


@contextmanager
def guarded() -> Iterator[None]:
    """Around calls of Whoosh alone: whatever goes wrong there means that the index can't be used.

    Whoosh reads pickles and numbers from files and checks nothing: damaged ones raise anything, a bare ``Exception``
    included. Our own code stays outside, so that its faults are seen; the analysis, which Whoosh calls, says itself
    that it is its own.
    """
    try:
        yield
    except (BusyError, UnusableError, AnalysisError, MemoryError):
        raise  # a machine without room says nothing about the index
    except Exception as error:
        raise UnusableError(repr(error)) from error


class Mark(NamedTuple):
    """Which state the index is in: another mark is another state."""

    folder: Path
    generation: int


class Storage:
    def __init__(self, root: Path) -> None:
        self.root = root
        self._pointer = root / "current"

    # ── the folder in use ──

    def current(self) -> Path | None:
        """The folder in use, if there is one."""
        try:
            name = self._pointer.read_text(encoding="utf-8", errors="replace").strip()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return None
        folder = self.root / name
        return folder if folder.parent == self.root and name != ".." and folder.is_dir() else None

    def times(self, folder: Path) -> tuple[int, ...]:
        """When the pointer and the folder last changed, in nanoseconds: every commit makes files."""
        return _time(self._pointer), _time(folder)

    def create(self, made_by: str) -> Path:
        """A new folder, not in use yet. ``made_by``: the signature of schema and analysis."""
        folder = self.root / f"{int(time.time())}-{secrets.token_hex(4)}"
        folder.mkdir(parents=True)
        (folder / "made.json").write_text(json.dumps({"made_by": made_by}), encoding="utf-8")
        return folder

    def made_by(self, folder: Path) -> str:
        """The signature of what made a folder; empty when it doesn't say."""
        try:
            content = json.loads((folder / "made.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ""
        return str(content.get("made_by", "")) if isinstance(content, dict) else ""

    def is_whole(self, folder: Path) -> bool:
        """Whether the folder has had every row of the database once: one that hasn't says nothing by its silence."""
        return (folder / "whole").exists()

    def set_whole(self, folder: Path, *, whole: bool = True) -> None:
        if whole:
            (folder / "whole").touch()
        else:
            (folder / "whole").unlink(missing_ok=True)

    def damage(self, folder: Path) -> str:
        """Why a folder couldn't be read when somebody tried; empty: nobody has met any damage."""
        try:
            return (folder / "damaged").read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ""

    def set_damaged(self, folder: Path, why: str) -> None:
        (folder / "damaged").write_text(why, encoding="utf-8")

    def use(self, folder: Path) -> None:
        """Put a folder in use for every process, at once."""
        pointer = self.root / f"current.{secrets.token_hex(4)}"
        with pointer.open("w", encoding="utf-8") as file:
            file.write(folder.name)
            file.flush()
            os.fsync(file.fileno())
        if self._pointer.is_dir():  # not by us
            shutil.rmtree(self._pointer)
        pointer.replace(self._pointer)

    def discard(self, folder: Path) -> None:
        """Remove a folder that came to nothing: it would take the room that the next attempt needs."""
        shutil.rmtree(folder, ignore_errors=True)

    def sweep(self, *kept: Path | None) -> None:
        """Remove all folders but these: what rebuilds before left, finished or not."""
        for other in self.root.iterdir():
            if other.is_dir() and other not in kept:
                shutil.rmtree(other, ignore_errors=True)

    # ── writers ──

    def writing(self, wait: float) -> AbstractContextManager[None]:
        """Be the only writer, in this process and all others. Raises ``BusyError`` after ``wait`` seconds."""
        return locked(self.root / "write.lock", wait)

    def repairing(self, wait: float) -> AbstractContextManager[None]:
        """Be the only one who rebuilds, while others may write. Raises ``RebuildingError`` after ``wait`` seconds."""
        return locked(self.root / "repair.lock", wait, RebuildingError)

    # ── what is still to be indexed ──

    @property
    def is_behind(self) -> bool:
        return bool(self.behind())

    def behind(self) -> frozenset[str]:
        """What was said to be missing, each time by a name of its own; nothing where nothing is."""
        return frozenset(path.name for path in self.root.glob("behind*"))

    def set_behind(self) -> None:
        """There is something that the index doesn't know yet."""
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / f"behind.{secrets.token_hex(4)}").touch()

    def catch_up_with(self, seen: Iterable[str]) -> None:
        """What was said to be missing then (``behind``) is written."""
        for name in seen:
            (self.root / name).unlink(missing_ok=True)


@contextmanager
def locked(path: Path, wait: float, busy: type[BusyError] = BusyError) -> Iterator[None]:
    """Be the only one who has this file locked, in this process and all others. Raises ``BusyError``, or what is to be
    said in its place, after ``wait`` seconds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(str(path))
    if not try_for(lock.acquire, timeout=wait, delay=0.01):
        raise busy
    try:
        yield
    finally:
        lock.release()


def _time(path: Path) -> int:
    """When a path last changed, in nanoseconds; 0 when it isn't there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
