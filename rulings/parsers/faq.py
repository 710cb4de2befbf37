"""Questions and answers under headings: «В1. …» / «О. …», «P. …» / «O. …», «Q: …» / «A: …»."""

from __future__ import annotations

import re

from rulings.documents import Document, Outline
from rulings.languages import LANGUAGES
from rulings.parsers.plain import Piece, Tree

# Capital letters that look alike in both alphabets: a typist's В may be a Latin B, an О a Latin O or a zero.
_ALIKE = str.maketrans({"В": "[ВB]", "О": "[ОO0]", "O": "[OО0]", "P": "[PР]", "A": "[AА]"})


def _mark(words: tuple[str, ...]) -> str:
    return "|".join(word.translate(_ALIKE) if len(word) == 1 else word for word in words)


def parse(text: str, outline: Outline) -> Document:
    language = LANGUAGES[outline.language]
    question = re.compile(rf"(?P<mark>(?P<number>(?:{_mark(language.questions)})\s?\d*)[.:)])\s*(?P<text>\S.*)")
    answer = re.compile(rf"(?P<mark>(?:{_mark(language.answers)})\s?\d*[.:)])\s*(?P<text>\S.*)")
    postscript = re.compile(r"P\.\s?S\.")

    def marks(line: int, text: str) -> Piece | None:
        if postscript.match(text):
            return None
        if match := question.fullmatch(text):
            return Piece("question", line, match["text"], match["mark"], match["number"])
        if match := answer.fullmatch(text):
            return Piece("answer", line, match["text"], match["mark"])
        return None

    return Tree(text, outline, marks).parse()
