"""An entry in a list: what a reader sees of it there and where it leads.

Lists are long and a page has many, so they are read as plain rows: half the cost of model instances.
"""

from __future__ import annotations

from typing import NamedTuple

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


def line_fields(prefix: str = "") -> list[str]:
    """What ``values_list()`` asks for, in the order of ``Line``; ``prefix`` leads to the entry («entry__»)."""
    own = [*Line._fields[:-3], "source__slug", "source__game__slug", "parent__title"]
    return [prefix + name for name in own]
