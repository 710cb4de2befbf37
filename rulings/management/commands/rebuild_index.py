"""manage.py rebuild_index: Haystack's command, without the time in which nothing is found."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from haystack.management.commands.rebuild_index import Command as HaystackCommand

from rulings.search import indexing
from rulings.search.storage import BusyError, RebuildingError


class Command(HaystackCommand):  # type: ignore[misc]
    help = "Make the search index anew beside the one in use, then put it in use. Searches go on meanwhile."

    def handle(self, **options: Any) -> None:
        """Haystack's options are taken; a rebuild never asks, for nothing is wiped out before its time. There is one
        index to rebuild."""
        if unknown := ", ".join(alias for alias in options.get("using") or () if alias != "default"):
            raise CommandError(_("There is no such index: %(names)s") % {"names": unknown})
        try:
            indexing.rebuild()
        except RebuildingError as error:
            raise CommandError(_("Another process is rebuilding the index.")) from error
        except BusyError as error:
            raise CommandError(_("Another process writes to the index; try again later.")) from error
        if options["verbosity"]:
            self.stdout.write(_("The index was rebuilt."))
