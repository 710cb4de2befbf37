"""What was asked: a typed query in the small query language, and the filters chosen beside it.

``"a phrase"``, ``-word``, ``OR`` / ``ИЛИ`` / ``LUB`` between two words, phrases or prefixes, and prefixes: ``игра:`` /
``gra:`` / ``game:``, ``карта:`` / ``karta:`` / ``card:``, ``тип:`` / ``typ:`` / ``kind:``, ``язык:`` / ``język:`` /
``lang:``. What they are called stands in the table of languages. An unknown prefix is plain text, and so is anything
that can't be read: no query is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from rulings.languages import LANGUAGES, fold, words

MAX_LENGTH = 1000  # characters; nobody asks a longer question
MAX_WORDS = 60  # words that are searched for; the rest of a longer text adds nothing


def prefix_names() -> dict[str, str]:
    """What every prefix narrows, by the prefix as it is compared."""
    return {
        fold(called): name
        for language in LANGUAGES.values()
        for name, prefixes in language.prefixes.items()
        for called in prefixes
    }


PREFIXES = prefix_names()
OR_WORDS = {word for language in LANGUAGES.values() for word in language.either}
ONE_OF = frozenset({"game", "kind", "language"})  # an entry has one of each: of two that are typed either will do
_QUOTES = {'"': '"', "«": "»", "„": "”“", "“": "”"}
_OPENING = "".join(_QUOTES)
# A quoted piece, or anything up to white space; with what may stand before it. Right after a minus a word begins,
# maybe with a key that is a letter on the other layout («-;f,f»).
PIECE = re.compile(
    rf"(?P<minus>[-\u2212](?=[^\W_]|[{_OPENING}]|[;,.'`\[\]][^\W\d_]))?(?:(?P<prefix>[^\W\d_]+):(?=\S))?(?:(?P<open>[{_OPENING}])(?P<quoted>[^\"«»„“”]*)[\"»”“]|(?P<plain>\S+))"
)
# What only a query that uses the language has.
_SIGN = re.compile(rf"[-\u2212:{_OPENING}]|(?<!\S)(?:{'|'.join(sorted(OR_WORDS))})(?!\S)")


class Part(NamedTuple):
    """The words of a piece, or of a phrase; ``typed``: the piece without its signs, as other keyboard layouts read
    it."""

    surfaces: tuple[str, ...]
    is_phrase: bool = False
    typed: str = ""

    @property
    def size(self) -> int:
        return len(self.surfaces)

    @property
    def text(self) -> str:
        """As it may be typed."""
        return f'"{self.typed}"' if self.is_phrase else self.typed

    def cut(self, most: int) -> Part:
        """Its first words."""
        return self._replace(surfaces=self.surfaces[:most])


class Restriction(NamedTuple):
    """``game``, ``card``, ``kind`` or ``language``, and what was typed before and after the colon."""

    name: str
    value: str
    prefix: str = ""

    @property
    def size(self) -> int:
        return sum(1 for _ in words(self.value))

    def cut(self, most: int) -> Restriction:
        """With the first words of its value."""
        *_, last = islice(words(self.value), most)
        return self._replace(value=self.value[: last.end])

    @property
    def text(self) -> str:
        """As it may be typed."""
        return f'{self.prefix}:"{self.value}"' if " " in self.value else f"{self.prefix}:{self.value}"


Group = tuple[Part, ...]


@dataclass(frozen=True)
class Query:
    """A query as typed and the filters chosen beside it. ``interface`` is the reader's language: it breaks ties.
    ``is_literal``: search what was typed, whatever else may have been meant. ``most``: of how many words it may be.

    ``groups``: what must be met, each by any of its parts; ``excluded``: what must not stand in an answer;
    ``restrictions``: what an answer must be of, each by any of its values; ``barred``: what it must not be of;
    ``is_cut``: it is longer than what is searched for.
    """

    text: str
    game: str = ""
    kind: str = ""
    language: str = ""
    authority: str = ""
    interface: str = ""
    is_literal: bool = False
    most: int = field(default=MAX_WORDS, kw_only=True)
    groups: tuple[Group, ...] = field(init=False, default=())
    excluded: tuple[Part, ...] = field(init=False, default=())
    restrictions: tuple[tuple[Restriction, ...], ...] = field(init=False, default=())
    barred: tuple[Restriction, ...] = field(init=False, default=())
    is_cut: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if len(self.text) <= MAX_LENGTH and not _SIGN.search(self.text):  # most are plain: a fifth of a search's time
            surfaces = [word.text for word in words(self.text)]
            if len(surfaces) <= self.most:
                object.__setattr__(self, "groups", tuple((Part((surface,)),) for surface in surfaces))
                return
        groups: list[list[Part]] = []
        excluded: list[Part] = []
        restrictions: list[list[Restriction]] = []
        barred: list[Restriction] = []
        last: list[list[Part]] | list[list[Restriction]] = []  # what an OR goes on with; with nothing after a minus
        joined = False
        left = self.most
        is_cut = len(self.text) > MAX_LENGTH
        for piece, minus in _pieces(self.searched):
            if piece is None:
                joined = True
                continue
            count = piece.size
            if not count:
                continue
            if left <= 0:
                is_cut = True
                break
            if count > left:
                piece, is_cut = piece.cut(left), True
            left -= count
            if isinstance(piece, Part):
                if minus:
                    excluded.append(piece)
                elif joined and last is groups and groups:
                    groups[-1].append(piece)
                else:
                    groups.append([piece])
                last = [] if minus else groups
            else:
                if minus:
                    barred.append(piece)
                elif joined and last is restrictions and restrictions:
                    restrictions[-1].append(piece)
                elif same := _same(piece, restrictions):
                    same.append(piece)
                else:
                    restrictions.append([piece])
                last = [] if minus else restrictions
            joined = False
        object.__setattr__(self, "groups", tuple(map(tuple, groups)))
        object.__setattr__(self, "excluded", tuple(excluded))
        object.__setattr__(self, "restrictions", tuple(map(tuple, restrictions)))
        object.__setattr__(self, "barred", tuple(barred))
        object.__setattr__(self, "is_cut", is_cut)

    @property
    def games(self) -> frozenset[str] | None:
        """The games that the filter leaves; ``None`` for any."""
        return frozenset([self.game]) if self.game else None

    @property
    def searched(self) -> str:
        """As much of what was typed as is searched for."""
        return unicodedata.normalize("NFC", self.text[:MAX_LENGTH])

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Every word that is asked for, in order."""
        return tuple(surface for group in self.groups for part in group for surface in part.surfaces)

    @property  # asked once: a cached one takes a lock
    def is_plain(self) -> bool:
        """Whether nothing of the query language is used in it."""
        return not (self.excluded or self.restrictions or self.barred) and all(
            len(group) == 1 and not group[0].is_phrase for group in self.groups
        )

    @property
    def is_empty(self) -> bool:
        return not (self.groups or self.is_narrowing)

    @property
    def is_narrowing(self) -> bool:
        """Whether it says of what the answers are or are not: without words that are all that is left."""
        return bool(self.restrictions or self.barred or self.excluded)

    @property
    def either(self) -> str:
        """The sign between two of which one is enough, as the reader writes it."""
        language = LANGUAGES.get(self.interface)
        return language.either[0] if language else "OR"


def _same(piece: Restriction, restrictions: list[list[Restriction]]) -> list[Restriction] | None:
    """The restriction to the same, where an entry has only one of it."""
    return next(
        (one for one in restrictions if piece.name in ONE_OF and all(other.name == piece.name for other in one)), None
    )


def _pieces(text: str) -> Iterator[tuple[Part | Restriction | None, bool]]:
    """Every piece of a query (``None`` for an OR), and whether it is excluded."""
    for match in PIECE.finditer(text):
        is_excluded, prefix, is_quoted = bool(match["minus"]), match["prefix"] or "", bool(match["open"])
        raw = match["quoted"] if is_quoted else match["plain"]
        name = PREFIXES.get(fold(prefix), "")
        if not (prefix or is_quoted or is_excluded) and raw in OR_WORDS:
            yield None, False
        elif name and any(words(raw)):
            yield Restriction(name, raw, prefix), is_excluded
        elif is_quoted:
            if prefix:
                yield Part((prefix,), typed=f"{prefix}:"), is_excluded
            surfaces = _surfaces(raw)
            yield Part(surfaces, len(surfaces) > 1, raw), is_excluded
        else:
            yield (
                Part((*_surfaces(prefix), *_surfaces(raw)), typed=f"{prefix}:{raw}" if prefix else raw),
                is_excluded,
            )


def _surfaces(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(text))
