"""What was asked: a typed query in the small query language, and the filters chosen beside it.

``"a phrase"``, ``-word``, ``OR`` / ``ИЛИ`` / ``LUB`` between two words, and prefixes: ``игра:`` / ``gra:`` / ``game:``,
``карта:`` / ``karta:`` / ``card:``, ``тип:`` / ``typ:`` / ``kind:``, ``язык:`` / ``język:`` / ``lang:``. An unknown
prefix is plain text, and so is anything that can't be read: no query is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rulings.languages import fold, words

MAX_LENGTH = 1000  # characters; nobody asks a longer question
MAX_WORDS = 60  # words that are searched for; the rest of a longer text adds nothing

PREFIXES = {
    **dict.fromkeys(("игра", "gra", "game"), "game"),
    **dict.fromkeys(("карта", "karta", "card"), "card"),
    **dict.fromkeys(("тип", "typ", "kind"), "kind"),
    **dict.fromkeys(("язык", "jezyk", "lang"), "language"),
}
OR_WORDS = {"OR", "ИЛИ", "LUB"}
_QUOTES = {'"': '"', "«": "»", "„": "”“", "“": "”"}
_OPENING = "".join(_QUOTES)
# A quoted piece, or anything up to white space; with what may stand before it.
PIECE = re.compile(
    rf"(?P<minus>[-\u2212](?=[^\W\d_]|[{_OPENING}]))?(?:(?P<prefix>[^\W\d_]+):(?=\S))?(?:(?P<open>[{_OPENING}])(?P<quoted>[^\"«»„“”]*)[\"»”“]|(?P<plain>\S+))"
)
# What only a query that uses the language has.
_SIGN = re.compile(rf"[-\u2212:{_OPENING}]|(?<!\S)(?:{'|'.join(sorted(OR_WORDS))})(?!\S)")


class Part(NamedTuple):
    """A word, or the words of a phrase."""

    surfaces: tuple[str, ...]
    is_phrase: bool = False


class Restriction(NamedTuple):
    """``game``, ``card``, ``kind`` or ``language``, and what was typed after it."""

    name: str
    value: str


@dataclass(frozen=True)
class Query:
    """A query as typed and the filters chosen beside it. ``interface`` is the reader's language: it breaks ties.
    ``is_literal``: search what was typed, whatever else may have been meant.

    ``groups``: what must be met, each by any of its parts; ``excluded``: what must not stand in an answer;
    ``is_cut``: it is longer than what is searched for.
    """

    text: str
    game: str = ""
    kind: str = ""
    language: str = ""
    authority: str = ""
    interface: str = ""
    is_literal: bool = False
    groups: tuple[tuple[Part, ...], ...] = field(init=False, default=())
    excluded: tuple[Part, ...] = field(init=False, default=())
    restrictions: tuple[Restriction, ...] = field(init=False, default=())
    is_cut: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if len(self.text) <= MAX_LENGTH and not _SIGN.search(self.text):  # most are plain: a fifth of a search's time
            surfaces = [word.text for word in words(self.text)]
            if len(surfaces) <= MAX_WORDS:
                object.__setattr__(self, "groups", tuple((Part((surface,)),) for surface in surfaces))
                return
        groups: list[list[Part]] = []
        excluded: list[Part] = []
        restrictions: list[Restriction] = []
        joined = False
        left = MAX_WORDS
        is_cut = len(self.text) > MAX_LENGTH
        for part, minus, prefix, raw in _pieces(self.searched):
            if raw in OR_WORDS and not minus:
                joined = bool(groups)
                continue
            if prefix:
                restrictions.append(Restriction(prefix, raw))
                continue
            if not part.surfaces:
                continue
            if left <= 0:
                is_cut = True
                break
            left -= len(part.surfaces)
            if minus:
                excluded.append(part)
            elif joined:
                groups[-1].append(part)
            else:
                groups += [[part]] if part.is_phrase else [[Part((surface,))] for surface in part.surfaces]
            joined = False
        object.__setattr__(self, "groups", tuple(tuple(group) for group in groups))
        object.__setattr__(self, "excluded", tuple(excluded))
        object.__setattr__(self, "restrictions", tuple(restrictions))
        object.__setattr__(self, "is_cut", is_cut)

    @property
    def searched(self) -> str:
        """As much of what was typed as is searched for."""
        return self.text[:MAX_LENGTH]

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Every word that is asked for, in order."""
        return tuple(surface for group in self.groups for part in group for surface in part.surfaces)

    @property
    def is_plain(self) -> bool:
        """Whether nothing of the query language is used in it."""
        return not (self.excluded or self.restrictions) and all(
            len(group) == 1 and not group[0].is_phrase for group in self.groups
        )

    @property
    def is_empty(self) -> bool:
        return not (self.groups or self.restrictions)


def _pieces(text: str) -> Iterator[tuple[Part, bool, str, str]]:
    """(its words, whether it is excluded, its prefix, it as typed) of every piece of a query."""
    for match in PIECE.finditer(text):
        raw = match["quoted"] if match["open"] else match["plain"]
        name = PREFIXES.get(fold(match["prefix"]), "") if match["prefix"] else ""
        if match["prefix"] and not name:
            raw = f"{match['prefix']} {raw}"
        surfaces = tuple(word.text for word in words(raw))
        yield Part(surfaces, bool(match["open"]) and len(surfaces) > 1), bool(match["minus"]), name, raw
