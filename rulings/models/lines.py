"""An entry in a list: what a reader sees of it there and where it leads.

Lists are long and a page has many, so they are read as plain rows: half the cost of model instances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Case, When

from rulings.interface import address, interface_language


class Line(NamedTuple):
    """An entry with its address and ``heading``, the title above it."""

    pk: int
    source_id: int
    parent_id: int | None
    position: int
    kind: str
    number: str
    title: str
    text: str
    verdict: str
    language: str
    anchor: str
    first_line: int | None
    source_slug: str
    game_slug: str
    heading: str | None

    @property
    def path(self) -> str:
        return f"{self.game_slug}/{self.source_slug}/{self.anchor}/"

    def get_absolute_url(self) -> str:
        return address(interface_language(), self.path)


class Voice(NamedTuple):
    """Whose word an entry is: its source as it is told from others. ``edition``: of the source, else of its game."""

    source: int
    game: int
    title: str
    authority: str
    language: str
    edition: str


Voiced = tuple[Line, Voice]


def voiced_fields(prefix: str = "") -> list[Any]:
    """What ``values_list()`` asks for of entries, for ``voiced()``; ``prefix`` leads to the entry («entry__»)."""
    own = ["source", "source__game", "source__title", "source__authority", "source__language"]
    edition = Case(
        When(**{f"{prefix}source__edition": ""}, then=f"{prefix}source__game__edition"),
        default=f"{prefix}source__edition",
    )
    return [*line_fields(prefix), *(prefix + name for name in own), edition]


def voiced(row: Sequence[Any]) -> Voiced:
    """A row of these fields: the entry and whose word it is."""
    size = len(Line._fields)
    return Line._make(row[:size]), Voice._make(row[size:])


def line_fields(prefix: str = "") -> list[str]:
    """What ``values_list()`` asks for, in the order of ``Line``; ``prefix`` leads to the entry («entry__»)."""
    own = [*Line._fields[:-3], "source__slug", "source__game__slug", "parent__title"]
    return [prefix + name for name in own]
