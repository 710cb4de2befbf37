"""A tree in a few lines, for tests that decide it by hand."""

from __future__ import annotations

from rulings.documents import Document, Outline
from rulings.parsers import parse


def sketch(document: Document) -> list[str]:
    """One line an entry: two spaces a level, its kind, number, title and lines."""
    lines = []
    for placed in document.walk():
        node = placed.node
        span = "" if node.lines is None else "-".join(map(str, sorted(set(node.lines))))
        facts = (node.kind, node.number, node.title, span)
        lines.append("  " * len(placed.path) + " ".join(fact for fact in facts if fact))
    return lines


def sketched(
    text: str,
    format: str = "rules",  # noqa: A002
    language: str = "ru",
    outline: dict[str, object] | None = None,
) -> list[str]:
    facts = {"format": format, "language": language, "title": "Проба", **(outline or {})}
    return sketch(parse(text, Outline.from_dict(facts)))
