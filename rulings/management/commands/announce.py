"""Say where the site is served: on this machine, and in the local network with a QR code for the phones."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from kb import lan
from rulings import qr


class Command(BaseCommand):
    help = "Print the addresses of the site, and a QR code where other machines reach it."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"http://{lan.own(settings.HOST)}:{settings.PORT}/")
        if settings.LAN_ADDRESS:
            address = f"http://{settings.LAN_ADDRESS}/"
            self.stdout.write(_("On the local network: %(address)s") % {"address": address})
            self.stdout.write(qr.terminal(address, is_coloured=self.stdout.isatty()))
        elif lan.is_open(settings.HOST):
            self.stdout.write(_("This machine is in no local network: other devices can't reach it."))
