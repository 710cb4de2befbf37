"""Text in, tree out: one file a format, one line in ``PARSERS``. No disk, no database.

A parser is a function ``parse(text, outline) -> Document``. It raises ``ParseError`` or returns the whole text
as a tree, never a part of it. ``Format(parse, "What it is")`` in its place says what people call the format.
``SUFFIXES`` says which file names belong to a format that needs no outline.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulings.documents import Document, Outline, ParseError
from rulings.languages import LANGUAGES
from rulings.parsers import clarifications, faq, markdown, rules
from rulings.parsers.lines import is_blank

Parser = Callable[[str, Outline], Document]


@dataclass(frozen=True)
class Format:
    """A parser and what its format is called where people choose one."""

    parse: Parser
    label: str

    def __call__(self, text: str, outline: Outline) -> Document:
        return self.parse(text, outline)


PARSERS: dict[str, Parser] = {
    "faq": faq.parse,
    "clarifications": clarifications.parse,
    "rules": rules.parse,
    "markdown": markdown.parse,
}

SUFFIXES = {".md": "markdown", ".markdown": "markdown"}


def parse(text: str, outline: Outline) -> Document:
    """The tree of a source in the format its outline names.

    Raises ``ParseError`` for a text that can't become a tree, with the line that is to blame.
    """
    if is_blank(text):
        raise ParseError("empty")
    if outline.language not in LANGUAGES:
        raise ParseError("outline-language", detail=outline.language)
    if outline.format not in PARSERS:
        raise ParseError("format", detail=outline.format)
    return PARSERS[outline.format](text, outline)
