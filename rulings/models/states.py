"""What readers see: states of entries, makers of mentions, and the conditions they make.

``prefix`` leads from the rows that are asked for to the entry or the mention («sources__entries__»).
"""

from __future__ import annotations

from django.db.models import Q

DRAFT, PUBLISHED, WITHDRAWN = "draft", "published", "withdrawn"
FOUND, CONFIRMED, REFUSED, CHOSEN = "found", "confirmed", "refused", "chosen"


def live(prefix: str = "") -> Q:
    """Entries that a reader can see: published, not removed by an editor, and under no heading that isn't so."""
    return Q(**{f"{prefix}state": PUBLISHED, f"{prefix}removed": False, f"{prefix}hidden": False})


def shown(prefix: str = "") -> Q:
    """Mentions that no editor refused, wherever they stand."""
    return ~Q(**{f"{prefix}made_by": REFUSED})


def seen(prefix: str = "") -> Q:
    """Mentions that a reader can see: shown, in an entry that is live."""
    return shown(prefix) & live(f"{prefix}entry__")
