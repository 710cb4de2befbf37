"""manage.py publish [--game SLUG]"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from rulings.management.telling import TellingCommand, game_called
from rulings.models import Entry
from rulings.publishing import publish
from rulings.search import indexing


class Command(TellingCommand):
    help = "Render every entry anew, find its mentions and index it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="", help="only this game, by its address")

    def handle(self, *args: Any, **options: Any) -> None:
        entries = Entry.objects.in_order().only("pk")
        if options["game"]:
            entries = entries.filter(source__game=game_called(options["game"]))
        with indexing.in_one_go():
            count = publish(entries)
        self.stdout.write(_("published: %(count)d") % {"count": count})
