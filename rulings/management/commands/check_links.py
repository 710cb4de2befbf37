"""manage.py check_links: links that lead nowhere (then it fails), and what has no name in an interface language."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.auditing import nameless
from rulings.following import dead_links
from rulings.interface import interface_languages
from rulings.labels import LANGUAGE_NAMES
from rulings.management.telling import TellingCommand


class Command(TellingCommand):
    help = "Look for links that lead nowhere and for things without a name in one of the languages."

    def handle(self, *args: Any, **options: Any) -> None:
        dead = list(dead_links())
        for link in dead:
            self.stdout.write(f"{link.entry.path}: {link.path}")
        for language in interface_languages():
            things = nameless(language)
            text = _("without a name (%(language)s): %(n)d")
            self.stdout.write(text % {"language": LANGUAGE_NAMES[language], "n": len(things)})
            if options["verbosity"] > 1:
                for thing in things:
                    self.stdout.write(f"  {thing.path}: {thing}")
        if dead:
            raise CommandError(
                ngettext("%(n)d link leads nowhere", "%(n)d links lead nowhere", len(dead)) % {"n": len(dead)}
            )
        self.stdout.write(_("every link leads somewhere"))
