"""The piece of a text that shows why it was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulings.languages import Word, lemmas, words

LENGTH = 220  # characters


def matches(text: str, tokens: frozenset[str]) -> Iterator[Word]:
    """The words of a text that share a token with the query."""
    for word in words(text):
        if not tokens.isdisjoint(lemmas(word.text)):
            yield word


def best_paragraph(text: str, tokens: frozenset[str]) -> tuple[str, str]:
    """The paragraph with the most of the query's tokens, and its id on the entry's page."""
    best, at, most = "", 0, -1
    for number, paragraph in enumerate(text.split("\n")):
        found = len({key for word in matches(paragraph, tokens) for key in lemmas(word.text)} & tokens)
        if found > most:
            best, at, most = paragraph, number, found
    return best, f"p{at + 1}" if text else ""


def mark(text: str, tokens: frozenset[str], length: int = LENGTH) -> str:
    """A piece of a text as safe HTML, whole words of the query marked; without tags it is a substring of the text."""
    places = list(matches(text, tokens))
    start = _start(text, [place.start for place in places], length)
    end = len(text) if len(text) - start <= length else text.rfind(" ", start, start + length)
    end = end if end > start else start + length
    parts, at = [], start
    for place in places:
        if place.start >= at and place.end <= end:
            parts += [escape(text[at : place.start]), f"<mark>{escape(text[place.start : place.end])}</mark>"]
            at = place.end
    return "".join([*parts, escape(text[at:end])])


def _start(text: str, starts: Sequence[int], length: int) -> int:
    """Where the piece with the most marks begins: at the text, or at a word a little before the first mark."""
    if len(text) <= length or not starts:
        return 0
    best = max(starts, key=lambda start: sum(start <= other < start + length - 60 for other in starts))
    if best < length // 2:
        return 0
    return text.rfind(" ", 0, best - 40) + 1
