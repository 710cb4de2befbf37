"""manage.py relink [--game SLUG] [--restart]: render every entry anew, find its mentions, index it.

A run that was broken off goes on where it stopped; what was done by then stands.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from rulings.management.telling import TellingCommand, game_called
from rulings.relinking import Progress, relink

_WIDTH = 30  # characters of the bar


class Command(TellingCommand):
    help = "Render every entry anew, find its mentions and index it; goes on where it was broken off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="", help="only this game, by its address")
        parser.add_argument("--restart", action="store_true", help="from the beginning, not where it was broken off")

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.monotonic()
        fresh = 0
        game = game_called(options["game"]).slug if options["game"] else ""
        for progress in relink(game, restart=options["restart"]):
            fresh = progress.fresh
            self._show(progress, fresh / (time.monotonic() - started))
        self.stdout.write(_("published: %(count)d") % {"count": fresh})

    def _show(self, progress: Progress, speed: float) -> None:
        """A bar on a screen, a line a step elsewhere."""
        done, total, _fresh = progress
        full = _WIDTH * done // max(1, total)
        bar = f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total}, {speed:.0f}/s"
        is_screen = self.stderr.isatty()
        self.stderr.write(f"\r{bar}" if is_screen else bar, ending="" if is_screen and done < total else "\n")
