"""A node while its children and blocks are still coming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulings.documents import Block, Document, Node, ParseError, Problem
from rulings.kinds import CHAPTER, ERRATUM, NOTE, RULING
from rulings.parsers.problems import oddities

# What is an entry even before it has a text.
_ALWAYS = {RULING, NOTE, ERRATUM}


@dataclass
class Draft:
    """``first`` and ``last`` are the lines of its own text; the other fields are as in ``Node``."""

    kind: str
    level: int = 0
    title: str = ""
    number: str = ""
    mark: str = ""
    answer: str = ""
    printed: str = ""
    heading: tuple[int, int] | None = None
    first: int = 0
    last: int = 0
    blocks: list[Block] = field(default_factory=list)
    children: list[Draft] = field(default_factory=list)

    def reach(self, first: int, last: int) -> None:
        """Its text reaches over these lines too."""
        self.first = self.first or first
        self.last = max(self.last, last)

    def add(self, blocks: Sequence[Block], last: int) -> None:
        self.blocks += blocks
        self.reach(blocks[0].line, last)

    def node(self) -> Node:
        """A heading without a text of its own is a chapter, whatever it was begun as."""
        return Node(
            kind=self.kind if self.blocks or self.kind in _ALWAYS else CHAPTER,
            title=self.title,
            number=self.number,
            mark=self.mark,
            answer=self.answer,
            printed=self.printed if self.printed != self.title else "",
            heading=self.heading,
            lines=(self.first, self.last) if self.first else None,
            blocks=tuple(self.blocks),
            children=tuple(child.node() for child in self.children),
        )


def document(titles: Sequence[str], roots: Sequence[Draft], problems: Sequence[Problem]) -> Document:
    """The finished tree with everything that is odd in it, in order of lines. Raises ``ParseError`` for no entry."""
    if not roots:
        raise ParseError("no-entries")
    tree = Document(tuple(titles), tuple(root.node() for root in roots))
    found = sorted([*problems, *oddities(tree)], key=lambda problem: problem.line)
    return Document(tree.titles, tree.nodes, tuple(found))
