"""Questions and answers under headings: «В1. …» / «О. …», «P. …» / «O. …», «Q: …» / «A: …»."""

from __future__ import annotations

from rulings.documents import Document, Outline
from rulings.parsers.pairs import pair_marks
from rulings.parsers.tree import Tree


def parse(text: str, outline: Outline) -> Document:
    return Tree(text, outline, pair_marks(outline.language, sure=True), asks=True).parse()
