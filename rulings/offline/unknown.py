"""How much the words of a query mean that no text here has: a device has no dictionary to ask.

People put everyday words beside what they ask about («корона повелений перепутал»). A copy says how much those mean
that are typed most, and which endings tell it of others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from rulings.languages import LANGUAGES, is_noun_alone, lemmas
from rulings.languages.frequent import ends, frequent, telling_endings
from rulings.search import clauses, vocabulary
from rulings.search.names import Keys

_LIKE_OTHERS = 7  # letters; a shorter word may be taken for another one, mistyped


class Told(NamedTuple):
    """Weights in hundredths → the words, and the endings of words, that mean as much; each between spaces."""

    frequent: dict[int, str]
    endings: dict[int, str]


def told(spoken: Collection[str], here: Keys) -> Told:
    """``spoken``: the words that a copy knows besides; ``here``: the lemmas that stand in it."""
    endings = {ending: weight for code in LANGUAGES for ending, weight in telling_endings(code).items()}
    asked = {}
    for word in {word for code in LANGUAGES for word in frequent(code)} - {*spoken}:
        if here.isdisjoint(lemmas(word)):
            weight = importance(word, frozenset())
            # What its ending tells need not be said of a word that is like no other.
            if len(word) < _LIKE_OTHERS or weight != next((endings[end] for end in ends(word) if end in endings), 0):
                asked[word] = weight
    return Told(_by_weight(asked), _by_weight(endings))


def importance(word: str, own: Keys) -> int:
    """How much of a question's meaning a word carries, in hundredths: of a noun what it does where nothing has it.
    Negative when no dictionary has it. ``own``: the lemmas of its own that stand somewhere."""
    weight = clauses.importance(word, own)
    if weight == 1.0 and is_noun_alone(word):
        weight = clauses.MISSING
    return round(weight * 100) if vocabulary.is_real(word) else round(weight * -100)


def _by_weight(weights: dict[str, int]) -> dict[int, str]:
    found: dict[int, list[str]] = defaultdict(list)
    for word, weight in sorted(weights.items()):
        found[weight].append(word)
    return {weight: " ".join(words) for weight, words in sorted(found.items())}
