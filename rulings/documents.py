"""The parsed tree of a source, and what is known of it beside its text. No Django, no disk, no database."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from rulings.toml import Toml, TomlError

BODY_LENGTH = 100_000  # characters of an entry's own text: more would keep whoever else saves waiting for seconds
LONGEST_TITLE = 1_000  # characters of a title or a question: it stands above its page, in lists and in every result
TITLE_LENGTH = 300  # characters; no longer line is a heading that an outline shortens with «…»
# What may stand before a list item, for those who read lists and those who write them out again.
NUMBER = r"(?:\d{1,3}(?:\s?[-\u2013\u2014]\s?\d{1,3})?[.)]|\(\d{1,3}\)|[a-zA-Zа-яёА-ЯЁ]\))"
BULLET = r"[•·▪▫◦‣⁃∙●○■□◆◇►▶➢➤✓✔★☆*+\u2013\u2014-]"

_LINE_END = re.compile(r"\r\n|\r|\n")

BlockKind = Literal["paragraph", "item", "example", "exception", "markdown"]


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever it ends them with: what its line numbers count, from 1."""
    return _LINE_END.split(text)


class Problem(NamedTuple):
    """What is odd or wrong at a line: a key that the importer words for the reader, and what it speaks of."""

    key: str
    line: int
    detail: str = ""


class ParseError(ValueError):
    """A text that can't become a tree. ``line`` is 0 when no line is to blame."""

    def __init__(self, key: str, line: int = 0, detail: str = "") -> None:
        super().__init__(f"line {line}: {key} {detail}".rstrip())
        self.problem = Problem(key, line, detail)


@dataclass(frozen=True)
class Block:
    """A paragraph, a list item, or a call-out of an entry, verbatim.

    ``marker`` is an item's number or bullet as printed («2-6.», «•»). ``line`` is where it stands in the
    source; a sentence that was lifted out of a paragraph has the paragraph's line. A ``markdown`` block is
    Markdown already and is never escaped. ``printed`` is the text as it stands in the source where that is not
    ``text`` (emphasis that began before the entry's own text).
    """

    kind: BlockKind
    text: str
    line: int
    marker: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Node:
    """An entry of the tree. ``mark`` is what was printed before its title or text («(2.4)», «В1.», «P. S.»);
    ``number`` is the part of it that names the entry. ``heading`` and ``lines`` are (first, last) lines of its
    heading and of its own text; a ruling's lines begin with its question. ``answer`` is the printed mark of a
    ruling's answer («О.»), empty where the source forgot it. ``printed`` is the title as it stands in the
    source where that is more than ``title`` (emphasis, a setext underline).
    """

    kind: str
    title: str = ""
    number: str = ""
    mark: str = ""
    answer: str = ""
    printed: str = ""
    heading: tuple[int, int] | None = None
    lines: tuple[int, int] | None = None
    blocks: tuple[Block, ...] = ()
    children: tuple[Node, ...] = ()

    @property
    def span(self) -> tuple[int | None, int | None]:
        """The first and last line of its text, of its heading when it has none."""
        return self.lines or self.heading or (None, None)


class Placed(NamedTuple):
    """A node with the headings above it and the index of its parent in reading order (-1: none)."""

    node: Node
    path: tuple[str, ...]
    parent: int


@dataclass(frozen=True)
class Document:
    """A source as a tree: the lines of its title, its entries in order, and what is odd in it."""

    titles: tuple[str, ...]
    nodes: tuple[Node, ...]
    problems: tuple[Problem, ...] = ()

    def walk(self) -> Iterator[Placed]:
        """Every node in reading order, parents before children."""
        count = -1

        def visit(nodes: tuple[Node, ...], path: tuple[str, ...], parent: int) -> Iterator[Placed]:
            nonlocal count
            for node in nodes:
                count += 1
                here = count
                yield Placed(node, path, parent)
                yield from visit(node.children, (*path, node.title), here)

        yield from visit(self.nodes, (), -1)

    def text(self) -> str:
        """The tree written out again: the source it came from, white space apart."""
        lines = [*self.titles]
        for placed in self.walk():
            node = placed.node
            is_titled = bool(node.title or node.answer)
            if is_titled:
                lines.append(f"{node.mark} {node.printed or node.title}".strip())
            lead = node.answer if is_titled else node.mark
            for block in node.blocks:
                lines.append(" ".join(part for part in (lead, block.marker, block.printed or block.text) if part))
                lead = ""
            if lead:  # a mark with nothing after it
                lines.append(lead)
        return "\n".join(lines)


@dataclass(frozen=True)
class Outline:
    """What is known of a source beside its text (a TOML file of the same name, or a Markdown file's front matter).

    ``headings``: level → titles, for headings whose level (or being a heading at all) the text can't tell; a
    title that ends with «…» stands for every heading that begins so. ``plain``: lines that look like headings
    and are text. ``entries``: headings under which numbered items are entries of their own; ``errata``: the
    same, and they are errata; ``run_in``: headings under which «Title - text» paragraphs are entries.
    """

    title: str = ""
    game: str = ""
    language: str = ""
    slug: str = ""
    format: str = ""
    edition: str = ""
    version: str = ""
    date: str = ""
    credit: str = ""
    authority: str = "community"
    rights: str = ""
    headings: dict[str, list[str]] = field(default_factory=dict)
    plain: list[str] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    errata: list[str] = field(default_factory=list)
    run_in: list[str] = field(default_factory=list)

    @classmethod
    def from_toml(cls, text: str) -> Outline:
        """Raises ``ParseError`` for what is not TOML, not a key of an outline, or of another type, with its line."""
        try:
            toml = Toml(text)
        except TomlError as error:
            raise ParseError("outline-toml", error.line) from error
        try:
            return cls.from_dict(toml.data)
        except ParseError as error:
            problem = error.problem
            raise ParseError(problem.key, toml.whole.key(problem.detail.split(".")[-1]), problem.detail) from error

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Outline:
        blank = cls()
        kinds = {item.name: type(getattr(blank, item.name)) for item in fields(cls)}
        for key, value in data.items():
            if key not in kinds:
                raise ParseError("outline-key", detail=key)
            if key == "date" and not isinstance(value, str):
                data = {**data, key: str(value)}
            elif not isinstance(value, kinds[key]) or (isinstance(value, list) and not _are_titles(value)):
                raise ParseError("outline-value", detail=key)
            if "\x00" in str(value):
                raise ParseError("outline-value", detail=key)
        for level, titles in data.get("headings", {}).items():
            if level not in {"1", "2", "3", "4", "5", "6"}:
                raise ParseError("outline-level", detail=str(level))
            if not _are_titles(titles):
                raise ParseError("outline-value", detail=f"headings.{level}")
        return cls(**data)

    def not_in(self, document: Document, text: str) -> Iterator[str]:
        """What the outline names and the text doesn't have: a heading that was renamed, or mistyped here."""
        titles = [placed.node.title for placed in document.walk()]
        printed = [*titles, *(line.strip() for line in lines_of(text))]
        for named in (*self.headings.values(), self.plain, self.entries, self.errata, self.run_in):
            yield from (one for one in named if not any(names([one], line) for line in printed))

    def level(self, title: str) -> int | None:
        """The level the outline gives a heading, 1 the highest."""
        for level, titles in self.headings.items():
            if names(titles, title):
                return int(level)
        return None


def _are_titles(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def names(patterns: list[str], title: str) -> bool:
    """Whether one of an outline's titles is this one, however it was composed, spaced and ended.

    Only a line of a heading's length can begin as a title does.
    """
    if not patterns:
        return False
    wanted = _compared(title)
    return any(
        0 < len(start := _compared(pattern[:-1])) <= len(wanted) <= TITLE_LENGTH and wanted.startswith(start)
        if pattern.endswith("…")
        else wanted == _compared(pattern)
        for pattern in patterns
    )


def _compared(title: str) -> str:
    """A title without what an editor can't see or may leave out: composition, kinds of spaces, a last colon."""
    return " ".join(unicodedata.normalize("NFC", title).split()).rstrip(" :")


_BRACKETS = re.compile(r"(?<!\s)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")


def bare(title: str) -> str:
    """A heading without its explanations in brackets and its last colon: «Рассвет (стоя здесь, …)» → «Рассвет»."""
    return _BRACKETS.sub("", title).strip(" .:")
