"""What every plain-text format shares: lines, headings and their levels, lists, call-outs, the tree.

A format says which lines are its own (``Marks``); everything else is guessed here from a line's length, final
punctuation and neighbours, and corrected by the outline. Guessing belongs here, knowing to the outline.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rulings.documents import Block, BlockKind, Document, Node, Outline, ParseError, Problem, names
from rulings.kinds import CHAPTER, ERRATUM, NOTE, RULING, SECTION
from rulings.languages import LANGUAGES, Language
from rulings.parsers.problems import oddities

PieceKind = Literal["heading", "item", "text", "question", "answer", "note"]


class Piece(NamedTuple):
    """A paragraph of the source and what it seems to be. ``mark`` and ``number`` as in ``Node``."""

    kind: PieceKind
    line: int
    text: str
    mark: str = ""
    number: str = ""
    last: int = 0
    near: bool = False  # stands right under the piece before it, without a blank line


# What a format knows of a line; ``None`` leaves the line to the guess.
Marks = Callable[[int, str], Piece | None]

HEADING_LENGTH = 120  # characters; longer lines are text
_SHOUT_WORDS = 4  # a line of so few words that ends with «:» or «!» is a heading
_ITEM = re.compile(r"(?P<mark>\d+(?:\s?[-\u2013]\s?\d+)?[.)]|[•·▪◦‣*\u2013\u2014-])[ \t\u00a0]+(?P<text>\S.*)")
_CLOSING = "»”\"')]\u2019"
_POSTSCRIPT = re.compile(r"(?P<mark>(?:P\.\s?)+S\.|З\.\s?Ы\.|PS:)\s*(?P<text>\S.*)")


def lines(text: str) -> list[tuple[int, str, bool]]:
    """(number, text, stands right under another) of every line that isn't blank."""
    found = []
    blank = True
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        stripped = line.strip(" \t\u00a0\ufeff\v\f")
        if stripped:
            found.append((number, stripped, not blank))
        blank = not stripped
    return found


def ends_open(text: str) -> bool:
    """Whether a line lacks the final punctuation of a sentence."""
    return not text.rstrip(_CLOSING).endswith((".", "!", "?", "…", ":", ";", ","))


def _looks_like_heading(text: str) -> bool:
    if len(text) > HEADING_LENGTH or text.lstrip("«„“\"'([")[:1].islower():
        return False
    return ends_open(text) or (len(text.split()) <= _SHOUT_WORDS and text.endswith((":", "!")))


def _is_shouted(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 1 and all(char.isupper() for char in letters)


class _Source:
    """One pass over a source's lines: first what each is, then the level of the headings."""

    def __init__(self, text: str, outline: Outline, marks: Marks) -> None:
        self.outline = outline
        self.language = LANGUAGES[outline.language]
        self.marks = marks
        self.titles: list[str] = []
        self.problems: list[Problem] = []
        self.pieces: list[Piece] = self._joined(self._classified(self._without_title(lines(text))))
        self._settle_items()
        self._settle_last()
        if not self.pieces:
            raise ParseError("no-entries")

    def _without_title(self, found: list[tuple[int, str, bool]]) -> list[tuple[int, str, bool]]:
        """The first line is the source's title unless the outline or the line itself says otherwise."""
        number, first, _ = found[0]
        if len(found) == 1 or self.outline.level(first) or self.marks(number, first) or not _looks_like_heading(first):
            return found
        self.titles.append(first)
        rest = found[1:]
        while rest and rest[0][1] == first:
            self.problems.append(Problem("title-twice", rest[0][0]))
            self.titles.append(rest.pop(0)[1])
        return rest

    def _classified(self, found: list[tuple[int, str, bool]]) -> list[Piece]:
        return [self._piece(number, text)._replace(last=number, near=near) for number, text, near in found]

    def _piece(self, number: int, text: str) -> Piece:
        if self.outline.level(text):
            return Piece("heading", number, text)
        own = self.marks(number, text)
        if own:
            return own
        if match := _POSTSCRIPT.fullmatch(text):
            return Piece("note", number, match["text"], match["mark"], match["mark"].rstrip(":"))
        if match := _ITEM.fullmatch(text):
            return Piece("item", number, match["text"], match["mark"], match["mark"].rstrip(".)"))
        if names(self.outline.plain, text) or self.call_out(text) or self.is_credit(text):
            return Piece("text", number, text)
        return Piece("heading" if _looks_like_heading(text) else "text", number, text)

    def _joined(self, pieces: list[Piece]) -> list[Piece]:
        """Two heading lines without a blank line between them are one heading over two lines."""
        result: list[Piece] = []
        for piece in pieces:
            before = result[-1] if result else None
            if (
                before
                and piece.near
                and before.kind == piece.kind == "heading"
                and not piece.mark
                and not self.outline.level(piece.text)
                and not self.outline.level(before.text)
            ):
                result[-1] = before._replace(text=f"{before.text} {piece.text}", last=piece.last)
            else:
                result.append(piece)
        return result

    def _settle_items(self) -> None:
        """A numbered line without final punctuation is a heading, unless its neighbours make it a list."""
        was_item = False
        for at, piece in enumerate(self.pieces):
            following = self.pieces[at + 1] if at + 1 < len(self.pieces) else None
            alone = not (following and following.kind == "item" and _follows(piece.number, following.number)) and not (
                was_item and _follows(self.pieces[at - 1].number, piece.number)
            )
            titled = self.outline.level(piece.text) or (
                alone and following and piece.number and len(piece.text) <= HEADING_LENGTH and ends_open(piece.text)
            )
            if piece.kind == "item" and piece.number.isdigit() and titled:
                self.pieces[at] = piece._replace(kind="heading")
            was_item = self.pieces[at].kind == "item"

    def _settle_last(self) -> None:
        """A heading with nothing under it at the end of the text is no heading: a credit, a date."""
        last = self.pieces[-1] if self.pieces else None
        if last and last.kind == "heading" and not self.outline.level(last.text):
            self.pieces[-1] = last._replace(kind="note")

    def call_out(self, text: str) -> BlockKind | None:
        """Whether a paragraph is an example or an exception: it begins with the word and a colon."""
        if _begins(text, self.language.examples):
            return "example"
        return "exception" if _begins(text, self.language.exceptions) else None

    def is_credit(self, text: str) -> bool:
        return any(text.startswith(f"{word}:") for word in self.language.credits)

    def levels(self) -> list[int]:
        """The level of every heading (0 for other pieces), 1 the highest.

        The outline knows; capitals are the first level; a numbered heading stands under the last unnumbered
        one; a heading right above another is a chapter, under the heading right above it or beside the chapter
        before; any other heading stands under the chapter before it.
        """
        result = [0] * len(self.pieces)
        chapter = unnumbered = 0
        for at, piece in enumerate(self.pieces):
            if piece.kind != "heading":
                continue
            above = result[at - 1] if at else 0
            is_chapter = at + 1 < len(self.pieces) and self.pieces[at + 1].kind == "heading"
            level = self.outline.level(piece.text)
            if level is None:
                if piece.mark:
                    level = unnumbered + 1
                elif _is_shouted(piece.text):
                    level = 1
                elif is_chapter:
                    level = above + 1 if above else max(chapter, 1)
                else:
                    level = chapter + 1
            if is_chapter:
                chapter = level
            elif level <= chapter:
                chapter = level - 1
            if not piece.mark:
                unnumbered = level
            result[at] = level
        return result


def _follows(number: str, following: str) -> bool:
    return number.isdigit() and following.isdigit() and int(following) == int(number) + 1


def _begins(text: str, words: Sequence[str]) -> bool:
    return any(re.match(rf"{re.escape(word)}(?:\s\d+)?\s?:", text) for word in words)


@dataclass
class _Draft:
    """A node while its children and blocks are still coming."""

    kind: str
    level: int
    title: str = ""
    number: str = ""
    mark: str = ""
    answer: str = ""
    heading: tuple[int, int] | None = None
    first: int = 0
    last: int = 0
    blocks: list[Block] = field(default_factory=list)
    children: list[_Draft] = field(default_factory=list)

    def add(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self.first = self.first or block.line
            self.last = max(self.last, block.line)
            self.blocks.append(block)

    def node(self) -> Node:
        own = bool(self.blocks) or self.kind in (RULING, NOTE, ERRATUM)
        return Node(
            kind=self.kind if own else CHAPTER,
            title=self.title,
            number=self.number,
            mark=self.mark,
            answer=self.answer,
            heading=self.heading,
            lines=(self.first, self.last) if self.first else None,
            blocks=tuple(self.blocks),
            children=tuple(child.node() for child in self.children),
        )


class Tree:
    """Puts the pieces of a source into a tree. ``section`` is the kind of a heading with a text of its own;
    ``lift`` also takes examples out of the middle of a paragraph («Например, …»)."""

    def __init__(self, text: str, outline: Outline, marks: Marks, *, section: str = SECTION, lift: bool = False):
        self.outline = outline
        self.source = _Source(text, outline, marks)
        self.language: Language = self.source.language
        self.section = section
        self.lift = lift
        self.roots: list[_Draft] = []
        self.open: list[_Draft] = []  # the headings above what comes next
        self.leaf: _Draft | None = None  # a numbered item or a question that takes what comes next
        self.chapter_number = ""

    def parse(self) -> Document:
        for piece, level in zip(self.source.pieces, self.source.levels(), strict=True):
            getattr(self, f"_{piece.kind}")(piece, level)
        nodes = tuple(draft.node() for draft in self.roots)
        document = Document(tuple(self.source.titles), nodes)
        problems = [*self.source.problems, *oddities(document)]
        return Document(document.titles, nodes, tuple(sorted(problems, key=lambda problem: problem.line)))

    # ── one method a kind of piece ──

    def _heading(self, piece: Piece, level: int) -> None:
        level = self._level_by_number(piece, level)
        while self.open and self.open[-1].level >= level:
            self.open.pop()
        draft = _Draft(
            self.section, level, piece.text, piece.number, piece.mark, heading=(piece.line, piece.last or piece.line)
        )
        self._attach(draft)
        self.open.append(draft)
        self.leaf = None

    def _item(self, piece: Piece, _: int) -> None:
        title = self.open[-1].title if self.open else ""
        kind = ERRATUM if names(self.outline.errata, title) else SECTION if names(self.outline.entries, title) else ""
        if kind and piece.number[:1].isdigit():
            self._begin(_Draft(kind, 0, number=piece.number, mark=piece.mark))
            self._add(self._blocks(piece._replace(mark="")))
        else:
            self._add(self._blocks(piece, "item"))

    def _text(self, piece: Piece, _: int) -> None:
        if self.leaf and self.leaf.kind == RULING and not self.leaf.blocks:
            self.source.problems.append(Problem("answer-unmarked", piece.line))
        title = self.open[-1].title if self.open else ""
        run_in = re.match(
            r"(?P<title>[^.!?:\u2013\u2014]{2,80}?)\s+(?P<dash>[-\u2013\u2014])\s+(?P<text>\S.*)", piece.text
        )
        if self.source.is_credit(piece.text):
            self._note(piece, 0)
        elif run_in and names(self.outline.run_in, title):
            self._begin(_Draft(SECTION, 0, run_in["title"], answer=run_in["dash"]))
            self._add(self._blocks(piece._replace(text=run_in["text"])))
        else:
            self._add(self._blocks(piece, self.source.call_out(piece.text) or "paragraph"))

    def _question(self, piece: Piece, _: int) -> None:
        self._begin(_Draft(RULING, 0, piece.text, piece.number, piece.mark, first=piece.line, last=piece.line))

    def _answer(self, piece: Piece, _: int) -> None:
        if not self.leaf or self.leaf.kind != RULING or self.leaf.answer:
            raise ParseError("answer-without-question", piece.line, piece.text[:60])
        if self.leaf.blocks:  # what stood between the question and its answer belongs to the question
            asked = " ".join(block.text for block in self.leaf.blocks)
            self.leaf.title, self.leaf.blocks = f"{self.leaf.title} {asked}", []
            self.source.problems = [p for p in self.source.problems if p != ("answer-unmarked", piece.line, "")]
        self.leaf.answer = piece.mark
        self._add(self._blocks(piece._replace(mark="")))

    def _note(self, piece: Piece, _: int) -> None:
        if not piece.mark:
            self.open.clear()  # a credit speaks of the whole source
        draft = _Draft(NOTE, 0, number=piece.number, mark=piece.mark)
        self._begin(draft)
        self._add(self._blocks(piece._replace(mark="")))
        self.leaf = draft if piece.mark else None

    # ── building ──

    def _level_by_number(self, piece: Piece, level: int) -> int:
        """«(3.1)» after a chapter whose numbers are (2.…) has left that chapter; (2.4.1) stands under (2.4)."""
        if "." not in piece.number:
            self.chapter_number = self.chapter_number if piece.number else ""
            return level
        chapter, _, rest = piece.number.partition(".")
        if not self.chapter_number and self.open:
            self.chapter_number = chapter
        top = self.open[0].level if self.open and self.chapter_number == chapter else 0
        return top + 1 + rest.count(".")

    def _attach(self, draft: _Draft) -> None:
        (self.open[-1].children if self.open else self.roots).append(draft)

    def _begin(self, draft: _Draft) -> None:
        self._attach(draft)
        self.leaf = draft

    def _add(self, blocks: list[Block]) -> None:
        target = self.leaf or (self.open[-1] if self.open else None)
        if target is None:
            target = _Draft(NOTE, 0)  # a foreword: text before the first heading
            self._begin(target)
        target.add(blocks)

    def _blocks(self, piece: Piece, kind: BlockKind = "paragraph") -> list[Block]:
        first, *rest = self._lifted(piece, kind)
        marker = piece.mark if kind == "item" else ""
        return [Block(first[0], first[1], piece.line, marker), *(Block(k, text, piece.line) for k, text in rest)]

    def _lifted(self, piece: Piece, kind: BlockKind) -> list[tuple[BlockKind, str]]:
        """A paragraph cut where an exception or an example stands in it, so that each is a call-out of its own."""
        if kind != "paragraph":
            return [(kind, piece.text)]
        marks = "|".join(re.escape(word) for word in self.language.exceptions)
        head, exception = _cut(piece.text, rf"(?:{marks}):")
        parts: list[tuple[BlockKind, str]] = [(kind, head)] if head else []
        words = "|".join(re.escape(word) for word in self.language.examples if self.lift)
        if words and head:
            before, rest = _cut(head, rf"(?:{words})\b(?!:)")
            if rest:
                example, after = _sentence(rest)
                parts = [(kind, before), ("example", example), (kind, after)]
                parts = [part for part in parts if part[1]]
        return [*parts, ("exception", exception)] if exception else parts


def _cut(text: str, pattern: str) -> tuple[str, str]:
    """The text before and from the first sentence that begins with the pattern."""
    match = re.search(rf"(?:^|(?<=[.!?…])\s+)(?={pattern})", text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def _sentence(text: str) -> tuple[str, str]:
    match = re.search(r"(?<=[.!?…])\s+(?=[^\W\d_a-zа-яё])", text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")
