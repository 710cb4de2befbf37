"""The log-in of the admin, throttled (docs/adr/0011-log-in-throttle.md)."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import ngettext

from rulings.accounts import address_of, logged_in, try_log_in


class LogInForm(AdminAuthenticationForm):
    """The log-in of the admin; ``wait`` is how long too many tries lock a name out at an address."""

    wait = timedelta()

    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password or self.request is None:
            return super().clean() or {}
        address = address_of(self.request)
        self.wait = try_log_in(name, address)
        if self.wait:
            minutes = math.ceil(self.wait.total_seconds() / 60)
            raise ValidationError(
                ngettext(
                    "Too many tries. Wait %(minutes)d minute and try again.",
                    "Too many tries. Wait %(minutes)d minutes and try again.",
                    minutes,
                )
                % {"minutes": minutes},
                code="locked",
            )
        data = super().clean() or {}
        logged_in(name, address)
        return data
