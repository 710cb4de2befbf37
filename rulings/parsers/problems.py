"""What is odd in a source: shown, not repaired. Every finding names its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulings.documents import Document, Node, Problem
from rulings.kinds import RULING
from rulings.languages import fold
from rulings.parsers.quotes import never_closed, run_in

_SMILEY = re.compile(r"[:;]-?\(")
_MIXED = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[а-яА-ЯёЁ])[a-zA-Zа-яА-ЯёЁ]{3,}\b")
# A Latin abbreviation with a Russian ending is how people write: «FAQа».
_DECLINED = re.compile(r"[A-Z]{2,}[а-яё]{1,3}")
_LOOKALIKES = (frozenset("aceopxyABCEHKMOPTX"), frozenset("асеорхуАВСЕНКМОРТХ"))
_RANGE = re.compile(r"(?P<lead>.*?)(?P<first>\d+)(?:\s?[-\u2013\u2014]\s?(?P<last>\d+))?[.)]*")
_ALIKE_MARKS = str.maketrans("BOP", "ВОР")


def oddities(document: Document) -> Iterator[Problem]:
    """Everything odd in the tree, in no particular order."""
    yield from _siblings(document.nodes)
    decimals: list[tuple[str, int]] = []
    numbers: list[_Number] = []
    for place, placed in enumerate(document.walk()):
        node = placed.node
        yield from _siblings(node.children)
        yield from _texts(node)
        if "." not in node.number.strip(" ."):
            numbers += _number(node.number, _line(node), ("entries", placed.parent))
        for block in node.blocks:
            if block.marker[:1].isdigit():
                numbers += _number(block.marker, block.line, ("items", place))
        if re.fullmatch(r"\d+(?:\.\d+)+", node.number):
            decimals.append((node.number, _line(node)))
        if node.kind == RULING:
            if "?" not in node.title and not node.title.rstrip('»”" ').endswith("…"):
                yield Problem("question-mark", _line(node), node.number)
            if not node.blocks:
                yield Problem("no-answer", _line(node), node.number)
    yield from _numbers(numbers)
    yield from _decimals(decimals)


def _line(node: Node) -> int:
    return (node.heading or node.lines or (0, 0))[0]


# ── words and signs ────────────────────────────────────────────────────────


def _texts(node: Node) -> Iterator[Problem]:
    for line, text in ((_line(node), node.title), *((block.line, block.text) for block in node.blocks)):
        if opened := never_closed(text):
            yield Problem("quote-open", line, opened)
        if text.count("(") - len(_SMILEY.findall(text)) > text.count(")"):
            yield Problem("bracket-open", line, "(")
        for match in _MIXED.finditer(text):
            if _is_mistyped(match.group()):
                yield Problem("mixed-letters", line, match.group())
        if joined := run_in(text):
            yield Problem("no-space", line, joined)


def _is_mistyped(word: str) -> bool:
    """Whether the letters of the rarer alphabet all look like letters of the other: «еcли» with a Latin c."""
    if _DECLINED.fullmatch(word):
        return False
    latin = [char for char in word if char.isascii()]
    cyrillic = [char for char in word if not char.isascii()]
    rare, alike = (latin, _LOOKALIKES[0]) if len(latin) <= len(cyrillic) else (cyrillic, _LOOKALIKES[1])
    return alike.issuperset(rare)


# ── numbers and headings ───────────────────────────────────────────────────


def _siblings(nodes: tuple[Node, ...]) -> Iterator[Problem]:
    """A heading that stands twice under one heading."""
    seen: set[str] = set()
    for node in nodes:
        if node.title and node.heading:
            title = fold(node.title)
            if title in seen:
                yield Problem("heading-twice", node.heading[0], node.title)
            seen.add(title)


class _Number(NamedTuple):
    """A printed number. ``row``: what it counts, entries under one heading or items in one entry, and what is printed
    before it, whatever alphabet that was typed in. A range («2-6») is first and last."""

    row: tuple[str, int, str]
    lead: str
    first: int
    last: int
    printed: str
    line: int


def _number(printed: str, line: int, row: tuple[str, int]) -> Iterator[_Number]:
    if match := _RANGE.fullmatch(printed):
        first = int(match["first"])
        whole = (*row, match["lead"].translate(_ALIKE_MARKS))
        yield _Number(whole, match["lead"], first, int(match["last"] or first), printed.rstrip(".)"), line)


def _numbers(numbers: Sequence[_Number]) -> Iterator[Problem]:
    """«В1, В3»: a number is missing; «3, 3»: it stands twice. A new 1 begins a new list; a range counts as all of it.

    ``numbers`` in reading order.
    """
    last: dict[tuple[str, int, str], int] = {}
    latest: dict[tuple[str, str], int] = {}  # of entries and of items, by what is printed before the number
    rows: dict[tuple[str, int, str], list[_Number]] = {}
    for number in numbers:
        rows.setdefault(number.row, []).append(number)
    for number in numbers:
        kind, _, lead = number.row
        before = last.get(number.row)
        if before is None:
            goes_on = [one for other in ("entries", "items") if (one := latest.get((other, lead)))]
            yield from _start(number, rows[number.row], goes_on)
        elif number.first == before:
            yield Problem("number-twice", number.line, number.printed)
        elif number.first > before + 1:
            yield _missing(number.line, number.lead, before + 1, number.first - 1)
        elif 1 < number.first < before:
            yield Problem("number-order", number.line, number.printed)
        last[number.row] = latest[kind, lead] = number.last


def _start(number: _Number, row: Sequence[_Number], goes_on: Sequence[int]) -> Iterator[Problem]:
    """What is missing where a row begins: «В2, В3». It may go on with one that began elsewhere; a bare number with
    none after it is no row, and the sums of two dice begin with 2."""
    is_dice = number.first == 2 and row[-1].last == 12
    if number.first <= 1 or number.first - 1 in goes_on or is_dice or (len(row) == 1 and not number.lead):
        return
    reached = max((one for one in goes_on if one < number.first), default=0)
    elsewhere = {one.first for one in row}  # out of order, not missing
    if gap := [one for one in range(reached + 1, number.first) if one not in elsewhere]:
        yield _missing(number.line, number.lead, gap[0], gap[-1])


def _decimals(numbers: list[tuple[str, int]]) -> Iterator[Problem]:
    """«2.4, 2.6»: the same over the whole text, where a number that stands elsewhere is out of order, not missing;
    «2.2» without a «2.1» misses its beginning."""
    present = {tuple(map(int, number.split("."))) for number, _ in numbers}
    highest: dict[tuple[int, ...], int] = {}
    before: tuple[int, ...] = ()
    seen: set[tuple[int, ...]] = set()
    for number, line in numbers:
        parts = tuple(map(int, number.split(".")))
        lead, last = parts[:-1], parts[-1]
        if parts in seen:
            yield Problem("number-twice", line, number)
        elif parts < before:
            yield Problem("number-order", line, number)
        else:
            gap = [one for one in range(highest.get(lead, 0) + 1, last) if (*lead, one) not in present]
            if gap:
                yield _missing(line, f"{'.'.join(map(str, lead))}.", gap[0], gap[-1])
        seen.add(parts)
        highest[lead] = max(last, highest.get(lead, 0))
        before = parts


def _missing(line: int, lead: str, first: int, last: int) -> Problem:
    return Problem("number-missing", line, f"{lead}{first}" if first == last else f"{lead}{first}\u2013{lead}{last}")
