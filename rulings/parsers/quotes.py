"""Quotes of a line: which are never closed, and which run into the next word."""

from __future__ import annotations

import re
from collections.abc import Collection

_MARK = re.compile(r'[«»„“”"]')
_SENTENCE = re.compile(r"[.!?…]\s+(?P<next>[^\W\d_])")
_BEFORE_OPENING = " \t\u00a0([{/-\u2013\u2014«„“"
_RUN_IN = re.compile(r'(?:(?<=\S)[»”“]|(?<!\S)"[^"\s](?:[^"]*[^"\s])?")[.,;:!?…]?[^\W\d_]')


def never_closed(text: str) -> str:
    """The first opening quote that no closing one ends; empty when there is none.

    One closing mark may close two quotes: «Завод «Пионер» is good Russian; but not once a sentence has ended between
    them. Straight quotes don't stand inside each other.
    """
    opened: dict[str, int] = {}  # what is open, in order, and where the last of each shape began
    for match in _MARK.finditer(text):
        mark, at = match.group(), match.start()
        if _opens(text, at, opened):
            if mark in opened and _is_left(text[opened[mark] : at], mark):
                return mark
            opened[mark] = at
        else:
            shapes = {"»": "«", '"': '"„“'}.get(mark, "„“")
            closed = max((one for one in opened if one in shapes), key=opened.__getitem__, default="")
            opened.pop(closed, None)
    return next(iter(opened), "")


def _opens(text: str, at: int, opened: Collection[str]) -> bool:
    """Whether a mark opens a quote: by its shape, or where it may be either by what stands around it."""
    mark, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if mark in "«»„":
        return mark != "»"
    starts_word = (not before or before in _BEFORE_OPENING) and bool(after.strip())
    if mark != '"':
        return starts_word and (not opened if mark == "”" else "„" not in opened)
    if '"' in opened:
        return starts_word
    is_inches = re.search(r"\d\s?$", text[max(at - 2, 0) : at])
    return not is_inches and (starts_word or not opened)


def _is_left(between: str, mark: str) -> bool:
    """Whether a quote is left open where the next one of its shape opens."""
    return mark == '"' or between.isspace() or any(match["next"].isupper() for match in _SENTENCE.finditer(between))


def run_in(text: str) -> str:
    """A closing quote with the letter of the next word that stands right after it; empty when there is none."""
    found = _RUN_IN.search(text)
    return re.sub(r'^"[^"]*', "", found.group()) if found else ""
