"""The one table of what things are: kinds of entries and of cards. Plain keys, no Django.

The rows stand in the order in which lists name them, the most telling kind first. Labels are translated where they
are shown. ``weight`` says how much an entry of that kind counts in
search beside others that match as well; ``icon`` names a symbol of the icon sheet.
"""

from __future__ import annotations

from typing import NamedTuple


class EntryKind(NamedTuple):
    key: str
    icon: str
    weight: float
    proxy: str  # the model that speaks of this kind alone


class CardKind(NamedTuple):
    key: str
    icon: str


CHAPTER, SECTION, RULING, CLARIFICATION, ERRATUM, NOTE = (
    "chapter",
    "section",
    "ruling",
    "clarification",
    "erratum",
    "note",
)
TERM, SPACE = "term", "space"

ENTRY_KINDS: dict[str, EntryKind] = {
    kind.key: kind
    for kind in (
        EntryKind(RULING, "question", 1.0, "Ruling"),
        EntryKind(SECTION, "text", 1.0, "RulesSection"),
        EntryKind(CLARIFICATION, "text", 1.0, "RulesSection"),
        EntryKind(ERRATUM, "pencil", 1.0, "Erratum"),
        EntryKind(CHAPTER, "book", 0.8, "RulesSection"),
        EntryKind(NOTE, "note", 0.8, "RulesSection"),
    )
}

CARD_KINDS: dict[str, CardKind] = {
    kind.key: kind
    for kind in (
        CardKind(SPACE, "board"),
        CardKind("character", "person"),
        CardKind("spell", "spark"),
        CardKind("adventure", "card"),
        CardKind("object", "bag"),
        CardKind("creature", "claw"),
        CardKind("card", "card"),
        CardKind("scenario", "flag"),
        CardKind(TERM, "term"),
    )
}
