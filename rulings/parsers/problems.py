"""What is odd in a source: shown, not repaired. Every finding names its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulings.documents import Document, Node, Problem
from rulings.kinds import RULING

_PAIRS = (("«", "»"), ("(", ")"))
_MIXED = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[а-яА-ЯёЁ])[a-zA-Zа-яА-ЯёЁ]{3,}\b")
_NO_SPACE = re.compile(r"[»”][.!?][^\W\d_]")


def oddities(document: Document) -> Iterator[Problem]:
    """Everything odd in the tree, in no particular order."""
    seen: dict[str, int] = {}
    siblings: list[tuple[Node, ...]] = [document.nodes]
    for placed in document.walk():
        node = placed.node
        siblings.append(node.children)
        yield from _text(node)
        if node.kind == RULING:
            if not node.title.rstrip('»”" ').endswith(("?", "…")):
                yield Problem("question-mark", _line(node), node.number)
            if not node.blocks:
                yield Problem("no-answer", _line(node), node.number)
        elif node.title and node.heading:
            if node.title in seen:
                yield Problem("heading-twice", node.heading[0], node.title)
            seen[node.title] = node.heading[0]
    for nodes in siblings:
        yield from _numbers(nodes)


def _line(node: Node) -> int:
    return (node.heading or node.lines or (0, 0))[0]


def _text(node: Node) -> Iterator[Problem]:
    pieces = [(_line(node), node.title), *((block.line, block.text) for block in node.blocks)]
    for line, text in pieces:
        for opening, closing in _PAIRS:
            if text.count(opening) > text.count(closing):
                yield Problem("quote-open" if opening == "«" else "bracket-open", line, opening)
        for match in _MIXED.finditer(text):
            yield Problem("mixed-letters", line, match.group())
        if joined := _NO_SPACE.search(text):
            yield Problem("no-space", line, joined.group())


def _numbers(nodes: tuple[Node, ...]) -> Iterator[Problem]:
    """A number that stands twice or is left out among the entries of one heading."""
    before: tuple[str, int] | None = None
    counts: Counter[str] = Counter()
    for node in nodes:
        match = re.fullmatch(r"(?P<lead>.*?)(?P<last>\d+)", node.number)
        if not match:
            before = None
            continue
        counts[node.number] += 1
        lead, last = match["lead"], int(match["last"])
        if counts[node.number] > 1:
            yield Problem("number-twice", _line(node), node.number)
        elif before and before[0] == lead:
            for missing in range(before[1] + 1, min(last, before[1] + 10)):
                yield Problem("number-missing", _line(node), f"{lead}{missing}")
        before = (lead, last)
