"""What was asked: the words of a query, each with the tokens it may stand for."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulings.search.analysis import Position, analyse

MAX_LENGTH = 1000  # characters; nobody asks a longer question


@dataclass(frozen=True)
class Query:
    """A query as typed, its words, and the filters chosen beside it."""

    text: str
    game: str = ""
    kind: str = ""
    language: str = ""
    authority: str = ""
    words: tuple[Position, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(analyse(self.text)))

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(key for word in self.words for key in word.keys)
