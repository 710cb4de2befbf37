"""Numbered clarifications: «(2.4) Title» above each, chapters without a number."""

from __future__ import annotations

import re

from rulings.documents import Document, Outline
from rulings.kinds import CLARIFICATION
from rulings.parsers.plain import HEADING_LENGTH, Piece, Tree

_NUMBERED = re.compile(r"(?P<mark>\(?(?P<number>\d+(?:\.\d+)+)\)?\.?)\s+(?P<text>\S.*)")


def _marks(line: int, text: str) -> Piece | None:
    match = _NUMBERED.fullmatch(text)
    if match and len(match["text"]) <= HEADING_LENGTH:
        return Piece("heading", line, match["text"], match["mark"], match["number"])
    return None


def parse(text: str, outline: Outline) -> Document:
    return Tree(text, outline, _marks, section=CLARIFICATION).parse()
