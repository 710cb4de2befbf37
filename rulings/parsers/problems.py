"""What is odd in a source: shown, not repaired. Every finding names its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulings.documents import Document, Node, Problem
from rulings.kinds import RULING
from rulings.languages import fold

# Opening and closing marks. One closing mark may close two quotes: «Завод «Пионер» is good Russian.
_QUOTES = (("«", "»"), ("„", '”“"'))
_SMILEY = re.compile(r"[:;]-?\(")
_MIXED = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[а-яА-ЯёЁ])[a-zA-Zа-яА-ЯёЁ]{3,}\b")
# A Latin abbreviation with a Russian ending is how people write: «FAQа».
_DECLINED = re.compile(r"[A-Z]{2,}[а-яё]{1,3}")
_LOOKALIKES = (frozenset("aceopxyABCEHKMOPTX"), frozenset("асеорхуАВСЕНКМОРТХ"))
_NO_SPACE = re.compile(r"[»”][.!?][^\W\d_]")
_SENTENCE = re.compile(r"[.!?…]\s+(?P<next>[^\W\d_])")
_RANGE = re.compile(r"(?P<lead>.*?)(?P<first>\d+)(?:\s?[-\u2013\u2014]\s?(?P<last>\d+))?[.)]*")
_ALIKE_MARKS = str.maketrans("BOP", "ВОР")


def oddities(document: Document) -> Iterator[Problem]:
    """Everything odd in the tree, in no particular order."""
    yield from _siblings(document.nodes)
    decimals: list[tuple[str, int]] = []
    for placed in document.walk():
        node = placed.node
        yield from _siblings(node.children)
        yield from _texts(node)
        yield from _numbers((block.marker, block.line) for block in node.blocks if block.marker[:1].isdigit())
        if re.fullmatch(r"\d+(?:\.\d+)+", node.number):
            decimals.append((node.number, _line(node)))
        if node.kind == RULING:
            if "?" not in node.title and not node.title.rstrip('»”" ').endswith("…"):
                yield Problem("question-mark", _line(node), node.number)
            if not node.blocks:
                yield Problem("no-answer", _line(node), node.number)
    yield from _decimals(decimals)


def _line(node: Node) -> int:
    return (node.heading or node.lines or (0, 0))[0]


# ── words and signs ────────────────────────────────────────────────────────


def _texts(node: Node) -> Iterator[Problem]:
    for line, text in ((_line(node), node.title), *((block.line, block.text) for block in node.blocks)):
        if opened := _never_closed(text):
            yield Problem("quote-open", line, opened)
        if text.count("(") - len(_SMILEY.findall(text)) > text.count(")"):
            yield Problem("bracket-open", line, "(")
        for match in _MIXED.finditer(text):
            if _is_mistyped(match.group()):
                yield Problem("mixed-letters", line, match.group())
        if joined := _NO_SPACE.search(text):
            yield Problem("no-space", line, joined.group())


def _never_closed(text: str) -> str:
    """The opening quote after which no closing one comes; straight quotes when one of them has no other."""
    for opening, closing in _QUOTES:
        last = text.rfind(opening)
        if last >= 0 and not any(mark in text[last:] for mark in closing):
            return opening
        if text.count(opening) > sum(map(text.count, closing)) and _is_left_open(text, opening, closing):
            return opening
    return '"' if "„" not in text and _is_straight_open(text) else ""


def _is_straight_open(text: str) -> bool:
    """Whether a straight quote is left without its other; one after a digit that closes nothing says inches."""
    is_open = False
    for mark in re.finditer(r'(?P<digit>\d\s?)?"', text):
        if is_open or not mark["digit"]:
            is_open = not is_open
    return is_open


def _is_left_open(text: str, opening: str, closing: str) -> bool:
    """Whether a sentence ends inside the first quote before the next one opens."""
    first = text.find(opening)
    between = text[first : text.find(opening, first + 1)]
    is_closed = any(mark in between for mark in closing)
    return not is_closed and any(match["next"].isupper() for match in _SENTENCE.finditer(between))


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
    """A heading that stands twice, a number twice, missing or out of order under one heading."""
    seen: set[str] = set()
    for node in nodes:
        if node.title and node.heading:
            title = fold(node.title)
            if title in seen:
                yield Problem("heading-twice", node.heading[0], node.title)
            seen.add(title)
    yield from _numbers((node.number, _line(node)) for node in nodes if "." not in node.number.strip(" ."))


def _numbers(numbers: Iterable[tuple[str, int]]) -> Iterator[Problem]:
    """«В1, В3»: a number is missing; «3, 3»: it stands twice. A new 1 begins a new list; a range counts as all of it.

    What is printed before the number counts apart, whatever alphabet it was typed in.
    """
    last: dict[str, int] = {}
    for number, line in numbers:
        match = _RANGE.fullmatch(number)
        if not match:
            continue
        lead, first = match["lead"].translate(_ALIKE_MARKS), int(match["first"])
        before = last.get(lead)
        if before is not None and first == before:
            yield Problem("number-twice", line, number.rstrip(".)"))
        elif before is not None and first > before + 1:
            yield _missing(line, match["lead"], before + 1, first - 1)
        elif before is not None and 1 < first < before:
            yield Problem("number-order", line, number.rstrip(".)"))
        last[lead] = int(match["last"] or first)


def _decimals(numbers: list[tuple[str, int]]) -> Iterator[Problem]:
    """«2.4, 2.6»: the same over the whole text, where a number that stands elsewhere is out of order, not missing."""
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
        elif lead in highest:
            gap = [one for one in range(highest[lead] + 1, last) if (*lead, one) not in present]
            if gap:
                yield _missing(line, f"{'.'.join(map(str, lead))}.", gap[0], gap[-1])
        seen.add(parts)
        highest[lead] = max(last, highest.get(lead, 0))
        before = parts


def _missing(line: int, lead: str, first: int, last: int) -> Problem:
    return Problem("number-missing", line, f"{lead}{first}" if first == last else f"{lead}{first}\u2013{lead}{last}")
