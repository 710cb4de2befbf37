"""Which state the content is in: a token that every write to a content table replaces by a fresh one.

Triggers of the database do it, so it holds for whatever writes: forms, imports, raw updates, other processes. The
token is written in the same transaction, so a rollback brings the old one back; it is random, so a database that was
restored from a copy never comes by the token of another state. SQLite alone has the triggers.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections

TABLE = "content_token"
# What is written because somebody reads; everything else of the app is content.
WRITTEN_BY_READERS = frozenset({"rulings_missedquery", "rulings_logincount"})
_EVENTS = ("insert", "update", "delete")


def content_tables() -> list[str]:
    models = apps.get_app_config("rulings").get_models(include_auto_created=True)
    tables = {model._meta.db_table for model in models if model._meta.managed}
    return sorted(tables - WRITTEN_BY_READERS)


def watch(using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Put the triggers on every content table (a migration that makes a table anew takes them away) and begin a new
    state. Called after every ``migrate``."""
    connection = connections[using]
    existing = set(connection.introspection.table_names())
    if connection.vendor != "sqlite" or not existing.issuperset(content_tables()):
        return
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} (token TEXT NOT NULL)")
        cursor.execute(f"DELETE FROM {TABLE}")  # noqa: S608 (names of this module and of models, here and below)
        cursor.execute(f"INSERT INTO {TABLE} VALUES ({_FRESH})")  # noqa: S608
        for table in content_tables():
            for event in _EVENTS:
                change = f"UPDATE {TABLE} SET token = {_FRESH}"  # noqa: S608
                name = f"{TABLE}_{table}_{event}"
                cursor.execute(f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON {table} BEGIN {change}; END")


_FRESH = "hex(randomblob(12))"


def token() -> str | None:
    """The same as long as no content was written; ``None`` when that can't be told: a database without triggers on
    all content tables, or one that doesn't answer."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        return None
    triggers = f"SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name GLOB '{TABLE}_*'"  # noqa: S608
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT token, ({triggers}) FROM {TABLE}")  # noqa: S608
            found = cursor.fetchone()
    except (DatabaseError, InterfaceError):
        return None
    return found[0] if found and found[1] == len(content_tables()) * len(_EVENTS) else None
