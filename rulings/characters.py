"""What of a text can be shown at all."""

from __future__ import annotations

import re
import unicodedata

# What XML 1.0 has no place for (https://www.w3.org/TR/xml/#charsets), and so no feed; a page shows none of it either.
# The zero byte is left: whoever reads a text refuses it, because no text has one.
_UNSHOWABLE = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


# Letters and signs by their category, and blank all the same: fillers of Hangul, the empty cell of Braille.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def showable(text: str) -> str:
    """A text without control characters (but tabs and line ends) and without what is no character."""
    return _UNSHOWABLE.sub("", text)


def typed(text: str) -> str:
    """A text that somebody asks with, as it may be shown and searched for: without control characters, which nobody
    types, and without spaces around it."""
    return showable(text).replace("\x00", "").strip()


def is_visible(text: str) -> bool:
    """Whether a reader sees anything of a text: a letter, a digit or a sign, not only spaces and marks."""
    return any(unicodedata.category(char)[0] in "LNPS" and char not in _BLANK for char in text)
