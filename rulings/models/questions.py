"""When entries of several sources answer one question: the same of one card, or translations of each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from rulings.languages import fold, words

T = TypeVar("T")


class Question(NamedTuple):
    """What an entry asks. ``words``: those of its title, however they are written; ``ref``: what translations of one
    entry share; ``family``: the key of the base game; ``cards``: the keys of its own cards."""

    words: str
    ref: str
    family: int
    cards: tuple[int, ...]

    def is_same_as(self, other: Question) -> bool:
        """Two cards may be asked about in the same words («Можно ли отказаться?»). An entry without a card asks about
        what its words say, anywhere in the family."""
        if self.ref and self.ref == other.ref:
            return True
        if not self.words or self.words != other.words:
            return False
        if self.cards and other.cards:
            return not set(self.cards).isdisjoint(other.cards)
        return self.family == other.family


def question_in(title: str) -> str:
    """The words of a title as they are compared."""
    return " ".join(fold(word.text) for word in words(title))


def by_question(things: Iterable[T], question_of: Callable[[T], Question]) -> list[list[T]]:
    """The things in their order, those that answer one question together where the first of them stands."""
    groups: list[list[tuple[Question, T]]] = []
    for thing in things:
        asked = question_of(thing)
        group = next((one for one in groups if any(asked.is_same_as(other) for other, _ in one)), None)
        if group is None:
            groups.append([(asked, thing)])
        else:
            group.append((asked, thing))
    return [[thing for _, thing in group] for group in groups]
