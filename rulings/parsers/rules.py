"""Rules text: headings, paragraphs, lists; numbered items and run-in titles as entries where the outline says so."""

from __future__ import annotations

from rulings.documents import Document, Outline
from rulings.parsers.pieces import Above, Piece
from rulings.parsers.tree import Tree


def _marks(text: str, above: Above) -> list[Piece] | None:
    return None


def parse(text: str, outline: Outline) -> Document:
    return Tree(text, outline, _marks, lift=True).parse()
