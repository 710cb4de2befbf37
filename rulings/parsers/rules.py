"""Rules text: headings, paragraphs, lists; numbered items and run-in titles as entries where the outline says so."""

from __future__ import annotations

from rulings.documents import Document, Outline
from rulings.parsers.plain import Piece, Tree


def _marks(line: int, text: str) -> Piece | None:
    return None


def parse(text: str, outline: Outline) -> Document:
    return Tree(text, outline, _marks, lift=True).parse()
