"""Questions and answers of a plain text, line by line: the mark, and what it may be mistaken for."""

from __future__ import annotations

import re

from rulings.parsers.marks import item, may_be_an_item, named, pairs, postscript
from rulings.parsers.pieces import Above, Marks, Piece


def pair_marks(language: str, *, sure: bool) -> Marks:
    """What knows the marks of questions and answers.

    ``sure``: the text is a FAQ. In another text only a marked line that asks is a question, and only what follows
    one is an answer; in a FAQ an answer without a question is an error.
    """
    marks = pairs(language)

    def read(text: str, above: Above) -> list[Piece] | None:
        if postscript(text):
            return None
        answer = marks.answer.fullmatch(text) or (marks.foreign_answer.fullmatch(text) if above.waits else None)
        if answer and (above.waits or (sure and not may_be_an_item(answer["mark"]))):
            return [Piece("answer", 0, answer["text"], answer["mark"], fixed=True)]
        question = marks.question.fullmatch(text) or marks.foreign_question.fullmatch(text)
        if not question or _goes_on_a_list(text, above.piece) or not (sure or "?" in question["text"]):
            return None
        return _asked(question)

    def _asked(question: re.Match[str]) -> list[Piece]:
        """A question, and its answer when that stands on the same line: «В: …? О: …»."""
        text = question["text"]
        found = marks.inline_answer.search(text)
        answer = marks.answer.fullmatch(text[found.end() :]) if found else None
        if not found or not answer:
            return [Piece("question", 0, text, question["mark"], named(question), fixed=True)]
        return [
            Piece("question", 0, text[: found.start("gap")], question["mark"], named(question), fixed=True),
            Piece("answer", 0, answer["text"], answer["mark"], fixed=True),
        ]

    return read


def _goes_on_a_list(text: str, above: Piece | None) -> bool:
    """«В)» after «Б)» is no question."""
    mark = item(text)
    return bool(mark and above and above.kind == "item" and mark.mark[-1:] == ")" == above.mark[-1:])
