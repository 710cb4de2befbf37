"""manage.py load_kb: migrate, names, sources, publish. Safe to repeat."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from rulings.importing import import_document
from rulings.management.commands.import_document import failure_text
from rulings.management.telling import TellingCommand
from rulings.naming import load_names, names_files
from rulings.reading import ImportFailure, fixture_sources, is_deleted
from rulings.search import indexing
from rulings.search.storage import BusyError, locked
from rulings.talk import load_talk, talk_files

WAIT = 300  # seconds for another that loads


class Command(TellingCommand):
    help = "Prepare the knowledge base: database, names, the sources that come with the site. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with locked(settings.DATA_DIR / "load.lock", WAIT):  # two at once would make every table twice
                call_command("migrate", verbosity=0, interactive=False)
                with indexing.in_one_go():
                    self.load()
        except BusyError as error:
            raise CommandError(_("The knowledge base is being loaded already.")) from error
        except ImportFailure as failure:
            raise CommandError(failure_text(failure)) from failure

    def load(self) -> None:
        for path in names_files():
            load_names(path)
        for path in talk_files():
            load_talk(path)
        for path in fixture_sources():
            if is_deleted(path):  # by an editor: it doesn't return by itself
                continue
            report = import_document(path)
            self.stdout.write(
                f"{path.name}: +{len(report.created)} ~{len(report.updated)} ={len(report.unchanged)} "
                f"-{len(report.removed)}"
            )
        for path in names_files():  # names of entries, which are here now
            report_names = load_names(path)
            for entry in report_names.missing_entries:
                self.stderr.write(f"{path.name}: {entry}?")
