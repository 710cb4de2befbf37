"""All entries linked anew, some at a time, with a note of how far it is: a run that was broken off goes on there.

The note is a file of the data folder. A migration that changes what links lead to writes ``{"due": true}`` into
``relink.json``; what is due is done by itself after ``migrate``, and so with the next start of the site.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS

from rulings.models import Entry
from rulings.publishing import publish_step_by_step
from rulings.search import indexing
from rulings.search.analysis import signature

log = logging.getLogger(__name__)
_STEP = 200  # entries
# The rooms that find and render: what another state of them made is made anew.
_ROOMS = (
    "books.py",
    "codes.py",
    "languages",
    "linking.py",
    "markup",
    "mentioning.py",
    "models/mentions.py",
    "models/names.py",
    "publishing.py",
    "references.py",
    "standing.py",
)


class Progress(NamedTuple):
    """How many entries are done, of how many, and how many of them in this run."""

    done: int
    total: int
    fresh: int


class _Note(NamedTuple):
    """``last``: the last entry that is done; ``due``: it is to be done without being asked for."""

    last: int = 0
    due: bool = False


def relink(game: str = "", *, restart: bool = False) -> Iterator[Progress]:
    """Publish every entry (or those of one game, by its address) anew, from where the last run stopped if it was
    broken off; with ``restart`` from the beginning. Says how far it is, after each step."""
    path = _path(game)
    note = _read(path) or _Note()
    entries = Entry.objects.order_by("pk")
    newest = entries.values_list("pk", flat=True).last() or 0
    # A note that knows of more entries than there are is another database's.
    last = 0 if restart or note.last > newest else note.last
    if game:
        entries = entries.filter(source__game__slug=game)
    before = entries.filter(pk__lte=last).count()
    entries = entries.filter(pk__gt=last)
    total, fresh = before + entries.count(), 0
    with indexing.in_one_go():
        for rows in publish_step_by_step(entries.values_list("pk", flat=True), _STEP):
            fresh += len(rows)
            last = max((row.pk for row in rows), default=last)
            _write(path, note._replace(last=last))
            yield Progress(before + fresh, total, fresh)
    path.unlink(missing_ok=True)


def after_migrate(using: str, **kwargs: Any) -> None:
    """Do what a migration has left to do. Called after every ``migrate``."""
    note = _read(_path()) if using == DEFAULT_DB_ALIAS else None
    if note and note.due:
        log.warning("a migration has changed what links lead to: all are made anew")
        call_command("relink")


# ── the note ──


def _path(game: str = "") -> Path:
    return Path(settings.DATA_DIR) / (f"relink-{game}.json" if game else "relink.json")


def _write(path: Path, note: _Note) -> None:
    fresh = path.with_suffix(".fresh")
    fresh.write_text(json.dumps({"version": _version(), **note._asdict()}), encoding="utf-8")
    fresh.replace(path)  # whole or not at all: the process may be killed


def _read(path: Path) -> _Note | None:
    """``None`` when no run was broken off. One that can't be gone on with begins anew."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:  # no UTF-8 or no JSON
        found = None
    last, due = (found.get("last", 0), found.get("due", False)) if isinstance(found, dict) else (None, False)
    if type(last) is not int:
        log.warning("%s can't be read: everything is linked from the beginning", path)
        return _Note(due=due is True)
    if last and found.get("version") != _version():
        log.warning("%s is of another version of the site: everything is linked from the beginning", path)
        last = 0
    return _Note(last, due is True)


@cache
def _version() -> str:
    """Of the code and the dictionaries that decide what is a link."""
    here = Path(__file__).parent
    files = [path for room in _ROOMS for path in sorted([here / room, *(here / room).rglob("*.py")]) if path.is_file()]
    code = hashlib.sha256(signature().encode())
    for path in files:
        code.update(path.read_bytes())
    return code.hexdigest()
