"""The verdict of an answer: its first word, never anything inferred."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from rulings.languages import LANGUAGES


class Verdict(NamedTuple):
    """``key``: yes, no, yes_if or no_if. ``end``: where the verdict's word and its mark end in the text."""

    key: str
    end: int


def verdict(answer: str, language: str) -> Verdict | None:
    """The verdict an answer in a language begins with.

    A full stop settles it, even when more sentences follow; a comma or a dash makes it conditional. With any other
    mark, or none, the word is not a verdict: neither «Да-да», «Да…» nor «Да!» is one.
    """
    pattern = _pattern(language)
    match = pattern.match(answer) if pattern else None
    if match is None:
        return None
    key = "yes" if match["yes"] else "no"
    return Verdict(key if match["stop"] else f"{key}_if", match.end())


@functools.cache
def _pattern(language: str) -> re.Pattern[str] | None:
    """``None`` for a language whose answers are not stamped. A hyphen is a dash where no letter follows it; several
    full stops are an ellipsis."""
    row = LANGUAGES[language]
    if not row.is_stamped:
        return None
    return re.compile(
        rf"\s*(?:(?P<yes>{row.yes})|(?P<no>{row.no}))\s*(?:(?P<stop>\.(?!\.))|,|[\u2012-\u2015]|-+(?=\s|$))",
        re.IGNORECASE,
    )
