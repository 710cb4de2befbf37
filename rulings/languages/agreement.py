"""Whether an adjective and a noun agree: «Ognisty Miecz» and «Miecz Ognisty» do, in whatever case both stand."""

from __future__ import annotations

import functools
from itertools import product

from rulings.languages.dictionaries import Tag
from rulings.languages.table import LANGUAGES
from rulings.languages.words import is_readable, spelled


def agree(one: str, other: str, language: str) -> bool:
    """Whether one of two words of a text may be a noun and the other its adjective, in the same case, number and
    gender. Words that the dictionary lacks, and those of a language without one, agree with nothing."""
    return any(_agree(*pair) for pair in product(_tags(one, language), _tags(other, language)))


@functools.lru_cache(maxsize=10_000)
def _tags(word: str, language: str) -> tuple[Tag, ...]:
    tagger, plain = LANGUAGES[language].tagger, spelled(word)
    return tuple(tagger(plain)) if tagger and is_readable(plain, language) else ()


def _agree(one: Tag, other: Tag) -> bool:
    if one.is_noun == other.is_noun or one.cases.isdisjoint(other.cases) or one.numbers.isdisjoint(other.numbers):
        return False
    return not one.genders or not other.genders or not one.genders.isdisjoint(other.genders)
