"""Accounts of editors, and how often one may try to log in (docs/adr/0011-log-in-throttle.md)."""

from __future__ import annotations

import hashlib
import ipaddress
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from rulings.models import LogInCount

EDITORS = "Редакторы"  # the group that a migration makes; its members edit the content and nothing else

WINDOW = timedelta(minutes=15)
TRIES = 5  # of one name from one address within the window
TRIES_OF_ADDRESS = 50  # of all names from one address, so that nobody goes through a list of names


@transaction.atomic
def make_editor(name: str, password: str) -> User:
    """A new account in the group of editors. Raises ``ValidationError`` for a name that is taken or not a name,
    and for a weak password."""
    user = User(username=User.normalize_username(name), is_staff=True)
    if User.objects.filter(username=user.username).exists():
        raise ValidationError(_("There is an account “%(name)s” already.") % {"name": name})
    user.set_password(password)
    user.full_clean()
    validate_password(password, user)
    user.save()
    user.groups.add(Group.objects.get(name=EDITORS))
    return user


# ── log-ins ────────────────────────────────────────────────────────────────


def try_log_in(name: str, address: str) -> timedelta:
    """Count a try before the password is looked at; how long one has to wait, zero when one may try.

    Counting first means that tries at the same moment, in any number of processes, can't slip through together.
    """
    now = timezone.now()
    limits = {_pair(name, address): TRIES, _digest(address): TRIES_OF_ADDRESS}
    with transaction.atomic():
        LogInCount.objects.filter(since__lte=now - WINDOW).delete()
        wait = _wait(limits, now, spare=1)
        if wait:
            return wait
        for key in limits:
            LogInCount.objects.get_or_create(key=key, defaults={"since": now})
        LogInCount.objects.filter(key__in=limits).update(count=F("count") + 1)
        return _wait(limits, now)


def logged_in(name: str, address: str) -> None:
    """The password was right: forget the tries of this name, and this one of the address."""
    LogInCount.objects.filter(key=_pair(name, address)).delete()
    LogInCount.objects.filter(key=_digest(address), count__gt=0).update(count=F("count") - 1)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from: an IPv4 address, or the /64 network that one IPv6 customer has.

    ``TRUSTED_PROXIES`` says how many proxies in front of the site add to ``X-Forwarded-For``; what stands before
    their entries was written by the visitor and is not believed.
    """
    hops = [*request.headers.get("X-Forwarded-For", "").split(","), request.META.get("REMOTE_ADDR", "")]
    proxies: int = settings.TRUSTED_PROXIES
    hop: str = (hops[-1 - proxies] if proxies < len(hops) else hops[0]).strip()
    try:
        address = ipaddress.ip_address(hop)
    except ValueError:
        return hop
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _wait(limits: dict[str, int], now: datetime, spare: int = 0) -> timedelta:
    """Until the last of the counts that are used up expires; ``spare`` is what a next try would add."""
    counts = LogInCount.objects.filter(key__in=limits)
    used_up = [row.since + WINDOW - now for row in counts if row.count + spare > limits[row.key]]
    return max(used_up, default=timedelta())


def _pair(name: str, address: str) -> str:
    normal: str = User.normalize_username(name)
    return _digest(f"{normal.casefold()}\x00{address}")


def _digest(text: str) -> str:
    return hashlib.sha256(f"{settings.SECRET_KEY}\x00{text}".encode()).hexdigest()
