"""Failures that are no fault of the code."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError, OperationalError

RETRY_AFTER = "30"  # seconds until a database that doesn't answer may be asked again, as a header says it


def is_unavailable(failure: Exception) -> bool:
    """Whether the database doesn't answer. A damaged SQLite file is a ``DatabaseError`` of no kind of its own; the
    other kinds are faults of the code."""
    return type(failure) is DatabaseError or isinstance(failure, OperationalError | InterfaceError)
