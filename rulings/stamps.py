"""Which state the data is in: what pages are made of, and so how long they may be kept (docs/adr/0010)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import time_ns

from django.conf import settings

from rulings.models import content
from rulings.search.storage import Storage

# A file changed so short a time ago may change again within the same tick of its clock: what was read before and
# after can't be told apart.
_SETTLED = 0.1  # seconds

# The times of the database's files, and the token that was read while they stood so.
_known: tuple[str, str] | None = None


def data_stamp() -> str | None:
    """Changes whenever content or the index is written to, and with nothing else; ``None`` when that can't be told
    (no SQLite file, or an index that changed too short a time ago to tell from the next change)."""
    database, index = _database_files(), _index_files()
    if not database or not database[0].exists():
        return None
    indexed = _times(index)
    if indexed is None:
        return None
    token = _token(database)
    return f"{token}/{indexed}" if token else None


def _token(files: list[Path]) -> str | None:
    """The token of the content; the database is asked only where its files have changed."""
    global _known
    times = _times(files)
    known = _known
    if times and known and known[0] == times:
        return known[1]
    token = content.token()
    if token and times and times == _times(files):
        _known = (times, token)
    return token


def _database_files() -> list[Path]:
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return []
    return [Path(str(database["NAME"])), Path(f"{database['NAME']}-wal")]


def _index_files() -> list[Path]:
    index = Path(str(settings.HAYSTACK_CONNECTIONS["default"]["PATH"]))
    used = Storage(index).current()  # every commit makes files in it
    return [index, *([used] if used else [])]


def _times(files: Iterable[Path]) -> str | None:
    """The times and sizes of files; ``None`` where one changed just now."""
    newest = 0
    parts = []
    for path in files:
        try:
            state = path.stat()
        except FileNotFoundError:
            parts.append("-")
            continue
        if state.st_size == 0:  # a write-ahead log that only readers have opened
            parts.append("-")
            continue
        newest = max(newest, state.st_mtime_ns)
        parts.append(f"{state.st_mtime_ns}.{state.st_size}")
    return "/".join(parts) if time_ns() - newest >= _SETTLED * 1e9 else None
