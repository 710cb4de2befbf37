"""manage.py relink [--game SLUG] [--restart]: render every entry anew, find its mentions, index it.

A run that was broken off goes on where it stopped; what was done by then stands.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from rulings.management.telling import TellingCommand
from rulings.models import Entry
from rulings.publishing import publish_step_by_step
from rulings.search import indexing

_STEP = 200  # entries
_WIDTH = 30  # characters of the bar


class Command(TellingCommand):
    help = "Render every entry anew, find its mentions and index it; goes on where it was broken off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="", help="only this game, by its address")
        parser.add_argument("--restart", action="store_true", help="from the beginning, not where it was broken off")

    def handle(self, *args: Any, **options: Any) -> None:
        note = Path(settings.DATA_DIR) / "relink.json"
        entries = Entry.objects.order_by("pk")
        if options["game"]:
            entries = entries.filter(source__game__slug=options["game"])
        done_before = 0
        last = 0 if options["restart"] else _stopped_at(note, options["game"])
        if last:
            done_before = entries.filter(pk__lte=last).count()
            entries = entries.filter(pk__gt=last)
        total, done = done_before + entries.count(), done_before
        started = time.monotonic()
        with indexing.in_one_go():
            for rows in publish_step_by_step(entries.values_list("pk", flat=True), _STEP):
                done += len(rows)
                last = max((row.pk for row in rows), default=last)
                note.write_text(json.dumps({"game": options["game"], "last": last}), encoding="utf-8")
                self._show(done, total, (done - done_before) / (time.monotonic() - started))
        note.unlink(missing_ok=True)
        self.stdout.write(_("published: %(count)d") % {"count": done - done_before})

    def _show(self, done: int, total: int, speed: float) -> None:
        """A bar on a screen, a line a step elsewhere."""
        full = _WIDTH * done // max(1, total)
        bar = f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total}, {speed:.0f}/s"
        is_screen = self.stderr.isatty()
        self.stderr.write(f"\r{bar}" if is_screen else bar, ending="" if is_screen and done < total else "\n")


def _stopped_at(note: Path, game: str) -> int:
    """The last entry that a run of the same kind finished before it was broken off; 0 when none was."""
    try:
        found = json.loads(note.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return 0
    return int(found["last"]) if found.get("game") == game else 0
