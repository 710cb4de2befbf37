"""The knowledge base is loaded once a run: what comes later, in another worker or as a site, takes a copy."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

DATABASE, INDEX = "kb.sqlite3", "index"  # as they are called in a data folder


@contextmanager
def once(factory: pytest.TempPathFactory, name: str) -> Iterator[tuple[Path, bool]]:
    """A folder that all workers of a run share, and whether it is this worker that fills it: the others wait."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    folder = factory.getbasetemp().parent / f"{name}-{run}" if run else factory.mktemp(name)
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_first = not (folder / "filled").exists()
        yield folder, is_first
        if is_first:
            (folder / "filled").touch()


def load(factory: pytest.TempPathFactory) -> Path:
    """Load the knowledge base into the database and the index of this process. Returns a data folder to copy."""
    with once(factory, "loaded") as (folder, is_first):
        if is_first:
            call_command("load_kb", verbosity=0)
            _copy_index(settings.DATA_DIR, folder)
        connection.ensure_connection()
        with closing(sqlite3.connect(folder / DATABASE)) as kept:
            if is_first:
                connection.connection.backup(kept)
            else:
                kept.backup(connection.connection)
                _copy_index(folder, settings.DATA_DIR)
    return folder


def copy(loaded: Path, folder: Path) -> None:
    """Make a folder the data folder of a site."""
    shutil.copy(loaded / DATABASE, folder)
    _copy_index(loaded, folder)


def _copy_index(here: Path, there: Path) -> None:
    shutil.copytree(here / INDEX, there / INDEX, dirs_exist_ok=True)
