"""A text's lines, and what can be said of one line by itself."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from rulings.documents import lines_of
from rulings.languages import fold, parses
from rulings.languages import words as words_of

HEADING_LENGTH = 120  # characters; longer lines are text
_QUESTION_WORDS, _COLON_WORDS, _SHOUT_WORDS = 12, 6, 4  # longer lines that end with «?», «:», «!» are text
_BLANK = "".join(map(chr, (*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200C))))
_BLANK += "\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
CLOSING = "»”“\"')]\u2019"
_OPENING = "«„“”\"'([\u2018"
_NEVER = re.compile(r"https?:|www\.|@|©|\([cс]\)|\.{4,}|…{2,}", re.IGNORECASE)
_ROW = re.compile(r"\d{1,3}(?:\s?[-\u2013\u2014]\s?\d{1,3}\s?[-:\u2013\u2014]|:)\s")  # «1–2: мимо», of a table
_ABBREVIATIONS = {"стр", "рис", "гл", "str", "rys"}
# A sentence that ends inside a line: after it another one begins.
_BREAK = re.compile(rf"[.!?…][{re.escape(CLOSING)}]*\s+[{re.escape(_OPENING)}]*(?P<next>[^\W\d_])")


class Line(NamedTuple):
    """A line that isn't blank. ``near``: it stands right under another, and blank lines mean something here."""

    number: int
    text: str
    near: bool


def lines(text: str) -> list[Line]:
    """The lines of a text that have something on them, without the white space around them.

    Where (nearly) no paragraph is set off by a blank line, standing close says nothing: then no line is near.
    """
    found: list[Line] = []
    blank = True
    for number, raw in enumerate(lines_of(text), 1):
        line = raw.strip(_BLANK)
        if line:
            found.append(Line(number, line, not blank))
        blank = not line
    if sum(line.near for line in found) > 0.9 * (len(found) - 1):
        return [line._replace(near=False) for line in found]
    return found


def is_blank(text: str) -> bool:
    return not text.strip(_BLANK)


# ── headings ───────────────────────────────────────────────────────────────

# Why a line may be a heading: it lacks final punctuation, or it ends with a mark that only its neighbours can judge.
Look = Literal["", "open", "?", "!", ":"]


def look(text: str) -> Look:
    """Whether a line looks like a heading: short, in one piece, not beginning in lower case. Empty: it doesn't."""
    start = text.lstrip(_OPENING)
    if len(text) > HEADING_LENGTH or not start or start[0].islower() or not any(map(str.isalpha, text)):
        return ""
    if _NEVER.search(text) or _ROW.match(text) or has_break(text):
        return ""
    if ends_open(text) or (is_shouted(text) and text[-1] in ".," and len(text) > 7):
        return "open"
    last, count = text.rstrip(CLOSING)[-1:], len(text.split())
    if last == "?" and count <= _QUESTION_WORDS:
        return "?"
    if count <= _SHOUT_WORDS and (last == "!" or is_quoted(text)):
        return "!"
    return ":" if text.endswith(":") and count <= _COLON_WORDS else ""


def ends_open(text: str) -> bool:
    """Whether a line lacks the final punctuation of a sentence."""
    return not text.rstrip(CLOSING).endswith((".", "!", "?", "…", ":", ";", ","))


def is_quoted(text: str) -> bool:
    """Whether a line is one quote from end to end: «Тише…», the name of a card."""
    return text[0] in '«„“"' and text[-1] in '»”“"' and not any(mark in text[1:-1] for mark in '«»„”“"')


def is_shouted(text: str) -> bool:
    """Whether a line is in capitals."""
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 1 and all(char.isupper() for char in letters)


def has_break(text: str) -> bool:
    """Whether a second sentence begins inside a line. «Глава 1. Начало» and «Манчкин. Вопросы» are one still."""
    for match in _BREAK.finditer(text):
        before = text[: match.start()].split()
        last = before[-1].strip(_OPENING) if before else ""
        is_short = len(last) < 3 or last.isupper() or last.lower() in _ABBREVIATIONS
        if match["next"].isupper() and len(before) > 2 and not is_short:
            return True
    return False


def has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def is_sentence(text: str, language: str, modals: frozenset[str]) -> bool:
    """Whether a line has a verb: «Игрок может:» goes on after its colon, «Состав игры:» is a heading."""
    for word in words_of(text):
        found = parses(word.text, language)
        parts = {parse.part for parse in found}
        if ("verb" in parts and "noun" not in parts) or any(parse.lemma in modals for parse in found):
            return True
    return False


def opens_with(text: str, *openings: str) -> bool:
    """Whether the first word of a text is one of these, folded."""
    first = next(words_of(text), None)
    return first is not None and fold(first.text) in openings
