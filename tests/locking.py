"""What is asked of the database before it is locked for writing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from django.db import connection
from django.test.utils import CaptureQueriesContext


def asked_before_the_lock(write: Callable[[], object]) -> list[str]:
    """SQLite's write lock is taken where a transaction begins (here a savepoint in the test's own)."""
    with CaptureQueriesContext(connection) as captured:
        write()
    asked = [query["sql"] for query in captured.captured_queries]
    before = list(takewhile(lambda sql: not sql.startswith("SAVEPOINT"), asked))
    assert len(before) < len(asked)
    return before
