"""Say that the site can't be served where it is asked to be, before anything else is done for it."""

from __future__ import annotations

import errno
import socket
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = "Fail when another program serves at HOST and PORT."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
        with socket.socket(family) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                door.bind((settings.HOST, settings.PORT))
            except OSError as failure:
                if failure.errno != errno.EADDRINUSE:
                    raise CommandError(f"{settings.HOST}:{settings.PORT}: {failure.strerror}") from failure
                words = _("Port %(port)d is taken by another program: choose another, like this: %(command)s")
                facts = {"port": settings.PORT, "command": f"make run PORT={settings.PORT + 1}"}
                raise CommandError(words % facts) from failure
