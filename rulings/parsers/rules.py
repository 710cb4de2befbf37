"""Rules text: headings, paragraphs, lists; numbered items and run-in titles as entries where the outline says so.

Questions and answers that stand in it are rulings.
"""

from __future__ import annotations

from rulings.documents import Document, Outline
from rulings.parsers.pairs import pair_marks
from rulings.parsers.tree import Tree


def parse(text: str, outline: Outline) -> Document:
    return Tree(text, outline, pair_marks(outline.language, sure=False), lift=True).parse()
