"""manage.py create_editor: an account for an editor (KB_EDITOR and KB_EDITOR_PASSWORD, or it asks)."""

from __future__ import annotations

import getpass
import os
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from rulings.accounts import make_editor
from rulings.management.telling import TellingCommand


class Command(TellingCommand):
    help = "Make an account for an editor. Takes KB_EDITOR and KB_EDITOR_PASSWORD from the environment, or asks."

    def handle(self, *args: Any, **options: Any) -> None:
        name = os.environ.get("KB_EDITOR") or self.ask(_("Name: "))
        password = os.environ.get("KB_EDITOR_PASSWORD") or self.ask_password()
        try:
            editor = make_editor(name, password)
        except ValidationError as error:
            raise CommandError("\n".join(error.messages)) from error
        self.stdout.write(_("“%(name)s” can log in at /admin/ now.") % {"name": editor.get_username()})

    def ask(self, prompt: str) -> str:
        try:
            return input(prompt).strip()
        except EOFError as error:
            raise CommandError(_("Nobody is there to answer: set KB_EDITOR and KB_EDITOR_PASSWORD.")) from error

    def ask_password(self) -> str:
        try:
            password = getpass.getpass(_("Password: "))
            if password != getpass.getpass(_("Password again: ")):
                raise CommandError(_("These are two different passwords."))
        except EOFError as error:
            raise CommandError(_("Nobody is there to answer: set KB_EDITOR and KB_EDITOR_PASSWORD.")) from error
        return password
