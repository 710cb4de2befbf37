"""Numbered clarifications: «(2.4) Title» above each, chapters with or without a number; «(2.4) Text.» too."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulings.documents import Document, Outline
from rulings.kinds import CLARIFICATION
from rulings.parsers.lines import CLOSING, Line, ends_open, lines, look
from rulings.parsers.marks import bare_decimal, decimal, item
from rulings.parsers.pairs import pair_marks
from rulings.parsers.pieces import Above, Piece
from rulings.parsers.tree import Tree

_SHORT_WORDS = 6  # a numbered sentence of so few words may be a title with a full stop


def parse(text: str, outline: Outline) -> Document:
    paragraphs = lines(text)
    numbered = [mark.text for line in paragraphs if (mark := decimal(line.text))]
    calling = _calling_titles(paragraphs)
    mostly_titles = 2 * sum(map(_is_title, numbered)) >= len(numbered)
    asked = pair_marks(outline.language, sure=False)

    def read(text: str, above: Above) -> list[Piece] | None:
        if bare := bare_decimal(text):
            return [Piece("heading", 0, "", bare.mark, bare.number, fixed=True)]
        mark = decimal(text)
        if not mark:
            return asked(text, above)
        short = mostly_titles and len(mark.text.split()) <= _SHORT_WORDS and mark.text.endswith(".")
        if _is_title(mark.text) or text in calling or (short and look(mark.text.rstrip("."))):
            return [Piece("heading", 0, mark.text, mark.mark, mark.number, look="open", fixed=True)]
        return [
            Piece("heading", 0, "", mark.mark, mark.number, fixed=True),
            Piece("text", 0, mark.text, fixed=True),
        ]

    return Tree(text, outline, read, section=CLARIFICATION).parse()


def _is_title(text: str) -> bool:
    if look(text) in {"open", "?"}:
        return True
    count = len(text.split())
    return (ends_open(text) and count <= 2 * _SHORT_WORDS) or (text[-1] in "»”" and count <= _SHORT_WORDS)


def _calling_titles(paragraphs: Sequence[Line]) -> set[str]:
    """Numbered lines that end with «!», «?» or «…» over a text of their own: «(2.4) Зима близко!». Over the next
    number such a line is all that the clarification says."""
    found: set[str] = set()
    for line, following in pairwise(paragraphs):
        mark = decimal(line.text)
        ending = mark.text.rstrip(CLOSING) if mark else ""
        if not ending.endswith(("!", "?", "…")) or decimal(following.text) or bare_decimal(following.text):
            continue
        is_short = ending.endswith("?") or len(ending.split()) <= 2 * _SHORT_WORDS
        if is_short and look(ending.rstrip("!?…")) and (item(following.text) or not look(following.text)):
            found.add(line.text)
    return found
