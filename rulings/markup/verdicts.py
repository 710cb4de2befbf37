"""The verdict of an answer: its first word, never anything inferred."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulings.languages import LANGUAGES

_YES = "|".join(language.yes for language in LANGUAGES.values())
_NO = "|".join(language.no for language in LANGUAGES.values())
_VERDICT = re.compile(rf"\s*(?:(?P<yes>{_YES})|(?P<no>{_NO}))(?P<after>\s*[.,!\u2013\u2014-]|\s*$)", re.IGNORECASE)


class Verdict(NamedTuple):
    """``key``: yes, no, yes_if or no_if. ``end``: where the verdict's word and its mark end in the text."""

    key: str
    end: int


def verdict(answer: str) -> Verdict | None:
    """The verdict an answer begins with; none is inferred from anything but its first word.

    A full stop settles it, even when more sentences follow; a comma or a dash makes it conditional.
    """
    match = _VERDICT.match(answer)
    if match is None:
        return None
    after = match["after"].strip()
    key = "yes" if match["yes"] else "no"
    return Verdict(key if after in {"", ".", "!"} else f"{key}_if", match.end())
