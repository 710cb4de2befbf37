"""manage.py import_document PATH… [--dry-run]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from rulings.importing import ImportReport, import_document
from rulings.labels import problem_text
from rulings.management.telling import TellingCommand
from rulings.reading import ImportFailure


class Command(TellingCommand):
    help = "Import documents: each file with its outline (TOML) beside it. All of them or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, write nothing")
        parser.add_argument("--game", default="", help="the game's address, instead of the outline's")
        parser.add_argument("--language", default="", help="the language, instead of the outline's")

    def handle(self, *args: Any, **options: Any) -> None:
        how = {name: options[name] for name in ("dry_run", "game", "language")}
        try:
            with transaction.atomic():
                reports = [import_document(path, **how) for path in options["paths"]]
        except ImportFailure as failure:
            raise CommandError(failure_text(failure)) from failure
        for report in reports:  # only now is it true
            self.report(report, verbose=options["verbosity"] > 1 or options["dry_run"])

    def report(self, report: ImportReport, *, verbose: bool) -> None:
        parts = (
            (_("created"), report.created),
            (_("updated"), report.updated),
            (_("unchanged"), report.unchanged),
            (_("removed"), report.removed),
            (_("kept as edited"), report.kept),
        )
        counts = ", ".join(f"{label}: {len(entries)}" for label, entries in parts)
        self.stdout.write(f"{report.path.name}: {report.source} — {counts}")
        for label, entries in parts:
            if label != _("unchanged") and (verbose or entries is report.kept):
                for entry in entries:
                    self.stdout.write(f"  {label}: {entry}")
        for problem in report.warnings:
            place = f"{report.path.name}:{problem.line}" if problem.line else report.path.name
            self.stdout.write(f"  {place}: {problem_text(problem.key, problem.detail)}")


def failure_text(failure: ImportFailure) -> str:
    """«path:line: what is wrong» in the reader's language."""
    place = f"{failure.path}:{failure.problem.line}" if failure.problem.line else str(failure.path)
    return f"{place}: {problem_text(failure.problem.key, failure.problem.detail)}"
