"""Commands that say what is wrong with the database instead of showing where the program stood."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from rulings.addresses import find_game
from rulings.models import Game


class TellingCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except DatabaseError as error:
            raise CommandError(_trouble(error)) from error


def game_called(address: str) -> Game:
    """The game at an address, or at one it once had."""
    game = find_game(address)
    if game is None:
        raise CommandError(_("No game here is called “%(text)s”.") % {"text": address})
    return game


def _trouble(error: DatabaseError) -> str:
    """What is wrong with the database, and what helps, in the reader's language."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return _("The database isn’t ready. This makes it so: %(command)s") % {"command": "manage.py load_kb"}
    except DatabaseError:
        pass  # it can't even be asked
    return _("The database doesn’t answer: %(error)s. Nothing was written; try again in a little while.") % {
        "error": error
    }
