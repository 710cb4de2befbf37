"""References inside a text: «(2.5)», «п. 2.5», «шаг 4», «см. «…» на стр. 9 правил», «в разделе III». No Django.

What a reference leads to is for the caller to find: here it is only seen, with its place and what it names.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Literal, NamedTuple

from rulings.languages import words

Kind = Literal["number", "step", "title"]


class Reference(NamedTuple):
    """``number``: an entry by its printed number (``value`` «2.5»); ``step``: one of numbered entries side by side;
    ``title``: a heading (empty when only a page or a part is named). ``is_elsewhere``: a book, page or part is named,
    so that it is a citation when its target isn't here."""

    start: int
    end: int
    kind: Kind
    value: str
    is_elsewhere: bool


_PAGES = r"\d+(?:\s?[-\u2013]\s?\d+)?"
_TITLE = r"[«„“](?P<title>[^«»„“”\n]{2,90})[»”]"

# What a language calls a page, a part of a book, a numbered paragraph, a step.
_RUSSIAN = {
    "page": rf"(?:на\s+)?\(?(?:страниц\w+|стр\.)\s?{_PAGES}\)?",
    "book": r"(?:\s+(?:книг\w+|правил\w*|базов\w+|игр\w+|дополнени\w+|документ\w+|буклет\w+|памятк\w+|эт\w+))*",
    "part": r"(?:раздел\w*|секци\w+|глав\w+|част\w+)",
    "number": r"(?:п\.|пп\.|пункт\w*|правил\w*)",
    "step": r"(?:шаг\w*\.?)",
}
_POLISH = {
    "page": rf"(?:na\s+)?\(?(?:stroni\w+|str\.)\s?{_PAGES}\)?",
    "book": r"(?:\s+(?:instrukcji|zasad|księgi|podręcznika|podstawow\w+|gry|dodatku|dokumentu|tej|tego))*",
    "part": r"(?:rozdzia\w+|sekcj\w+|część|części)",
    "number": r"(?:pkt\.?|punk\w+|zasad\w*)",
    "step": r"(?:krok\w*\.?)",
}
_LANGUAGES = {"ru": _RUSSIAN, "pl": _POLISH}


def _patterns(terms: dict[str, str]) -> list[tuple[Kind, bool, re.Pattern[str]]]:
    page, book, part = terms["page"], terms["book"], terms["part"]
    preposition = r"(?:в|из|w|z)\s+"
    roman = r"(?P<value>[IVXLC]+|\d+(?:\.\d+)*)\b"
    forms: tuple[tuple[Kind, bool, str], ...] = (
        # «Встречи» на странице 9 правил базовой игры; «Что такое Погибель?» в разделе III (стр.15)
        ("title", True, rf"{_TITLE}\s+(?:{preposition}{part}\s+{roman}{book}\s*)?{page}{book}"),
        # в разделе III этого документа
        ("title", True, rf"{part}\s+(?P<roman>(?-i:[IVXLC]+))\b{book}(?:\s*{page})?"),
        # ниже, в части Схватки
        ("title", True, rf"{preposition}{part}\s+(?P<title>(?-i:[А-ЯЁA-ZŁŚŻŹĆ])[^\W\d_]+(?:\s+[^\W\d_]+)?)"),
        ("number", False, r"\((?P<value>\d+(?:\.\d+)+)\)"),
        ("number", True, rf"\b{terms['number']}\s?(?P<value>\d+(?:\.\d+)+)"),
        ("step", False, rf"\b{terms['step']}\s(?P<value>\d+)\b"),
    )
    return [(kind, is_elsewhere, re.compile(pattern, re.IGNORECASE)) for kind, is_elsewhere, pattern in forms]


_COMPILED = {language: _patterns(terms) for language, terms in _LANGUAGES.items()}


def references(text: str, language: str) -> Iterator[Reference]:
    """The references of a text, left to right, none overlapping another; the longer forms are tried first."""
    taken: list[Reference] = []  # left to right
    for kind, is_elsewhere, pattern in _COMPILED.get(language, ()):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            value = (groups.get("title") or "") if kind == "title" else match["value"]
            # Without brackets: a mention begins and ends with a word.
            first = match.start("title") if groups.get("title") else match.start()
            own = list(words(text[first : match.end()]))
            start, end = first + own[0].start, first + own[-1].end
            at = bisect_left(taken, (start,))
            is_free = (not at or taken[at - 1].end <= start) and (at == len(taken) or end <= taken[at].start)
            if is_free:
                taken.insert(at, Reference(start, end, kind, value.strip(), is_elsewhere))
    yield from taken
