"""What was asked: a typed query and the filters chosen beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulings.languages import Word, words

MAX_LENGTH = 1000  # characters; nobody asks a longer question


@dataclass(frozen=True)
class Query:
    """A query as typed, its words, and the filters chosen beside it. ``interface`` breaks ties."""

    text: str
    game: str = ""
    kind: str = ""
    language: str = ""
    authority: str = ""
    interface: str = ""
    words: tuple[Word, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(words(self.text)))
