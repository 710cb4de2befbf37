"""What a game, a chapter or a group has, in words."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.kinds import CHAPTER, ENTRY_KINDS, NOTE
from rulings.labels import counted


def having(counts: Mapping[str, int]) -> list[str]:
    """What there is to read, in words, by how many there are of each kind; the most telling kind first."""
    return [counted(kind, counts[kind]) for kind in ENTRY_KINDS if kind not in (CHAPTER, NOTE) and counts.get(kind)]
