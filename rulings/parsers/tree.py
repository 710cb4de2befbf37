"""The pieces of a plain text become a tree of drafts. What every plain-text format shares; a format adds its marks."""

from __future__ import annotations

import re

from rulings.documents import Block, BlockKind, Document, Outline, ParseError, Problem, names
from rulings.kinds import ERRATUM, NOTE, RULING, SECTION
from rulings.parsers import titles
from rulings.parsers.drafts import Draft, document
from rulings.parsers.levels import Heading, Levels
from rulings.parsers.lines import has_letters, lines
from rulings.parsers.numbering import style, value
from rulings.parsers.pieces import Marks, Piece, Reader, joined
from rulings.parsers.settling import settle

_RUN_IN = re.compile(
    r"(?P<title>[^.!?:\u2013\u2014]{2,80}?)(?P<mark>\s+[-\u2013\u2014]|:)\s+(?P<text>\S.*)",
)


class Tree:
    """``section`` is the kind of a heading with a text of its own; ``lift`` also takes examples out of the middle
    of a paragraph («…. Например, …»); ``asks``: the text is a FAQ."""

    def __init__(
        self,
        text: str,
        outline: Outline,
        marks: Marks,
        *,
        section: str = SECTION,
        lift: bool = False,
        asks: bool = False,
    ) -> None:
        self.outline = outline
        self.reader = Reader(outline, marks, asks=asks)
        pieces = self.reader.read(lines(text))
        self.titles, pieces, self.problems = titles.split(pieces, self.reader)
        self.pieces = settle(joined(pieces), self.reader)
        self.marked = any(piece.kind == "question" and piece.fixed for piece in self.pieces)
        self.section = section
        self.lift = lift
        self.roots: list[Draft] = []
        self.open: list[Draft] = []  # the headings above what comes next
        self.leaf: Draft | None = None  # a numbered item, a question or a note that takes what comes next
        self.credit: Draft | None = None  # who made the document, while its lines are coming

    def parse(self) -> Document:
        for piece, level in zip(self.pieces, self._levels(), strict=True):
            if piece.kind == "heading":
                self._heading(piece, level)
            elif piece.kind == "item":
                self._item(piece)
            elif piece.kind == "question":
                self._question(piece)
            elif piece.kind == "answer":
                self._answer(piece)
            elif piece.kind == "note" or self.reader.is_credit(piece.text):
                self._note(piece)
            else:
                self._text(piece)
        return document(self.titles, self.roots, self.problems)

    def _levels(self) -> list[int]:
        """The level of every heading, 0 for other pieces."""
        places = [at for at, piece in enumerate(self.pieces) if piece.kind == "heading"]
        named = frozenset(int(level) for level, headings in self.outline.headings.items() if headings)
        # Among numbered clarifications one without a number is one of them; in rules it is a part of the last.
        levels = Levels([self._facts(at) for at in places], named, flat=self.section != SECTION).all()
        result = [0] * len(self.pieces)
        for at, level in zip(places, levels, strict=True):
            result[at] = level
        return result

    def _facts(self, at: int) -> Heading:
        piece = self.pieces[at]
        return Heading(
            shape="" if piece.number else self.reader.shape(piece),
            style=style(piece) if piece.number else "",
            values=tuple(value(part)[0] for part in piece.number.split(".")) if piece.number else (),
            known=piece.known,
            natural=piece.look == "open",
            introduces=bool(self.reader.words.introduction.match(piece.text)),
            over=at + 1 < len(self.pieces) and self.pieces[at + 1].kind == "heading",
            under=at > 0 and self.pieces[at - 1].kind == "heading",
        )

    # ── one method a kind of piece ──

    def _heading(self, piece: Piece, level: int) -> None:
        while self.open and self.open[-1].level >= level:
            self.open.pop()
        draft = Draft(
            self.section,
            level,
            piece.text,
            piece.number,
            piece.mark,
            printed=piece.printed,
            heading=(piece.line, piece.last),
        )
        self._attach(draft)
        self.open.append(draft)
        self.leaf = self.credit = None

    def _item(self, piece: Piece) -> None:
        above = self.open[-1].title if self.open else ""
        run_in = self._run_in(piece)
        if run_in:
            self._begin(run_in, piece)
        elif piece.number[:1].isdigit() and self._is_errata(above):
            self._begin(Draft(ERRATUM, number=piece.number, mark=piece.mark), piece)
        elif piece.number[:1].isdigit() and names(self.outline.entries, above):
            self._begin(Draft(self.section, number=piece.number, mark=piece.mark), piece)
        else:
            self._unmarked(piece)
            self._add([Block("item", piece.text, piece.line, piece.mark)], piece.last)

    def _text(self, piece: Piece) -> None:
        if self._is_question_going_on(piece):
            return
        self._unmarked(piece)
        run_in = self._run_in(piece)
        if run_in:
            self._begin(run_in, piece)
        else:
            self._add(self._blocks(piece), piece.last)

    def _question(self, piece: Piece) -> None:
        draft = Draft(RULING, 0, piece.text, piece.number, piece.mark, first=piece.line, last=piece.last)
        self._attach(draft)
        self.leaf, self.credit = draft, None
        if self.marked and not piece.fixed:
            self.problems.append(Problem("question-unmarked", piece.line))

    def _answer(self, piece: Piece) -> None:
        ruling = self.leaf
        if not ruling or ruling.kind != RULING or ruling.answer:
            if self.reader.asks:
                raise ParseError("answer-without-question", piece.line, piece.whole[:60])
            self._text(piece.as_text())
            return
        # What stood between the question and its answer belongs to the question.
        asked = [" ".join(part for part in (block.marker, block.text) if part) for block in ruling.blocks]
        ruling.title = " ".join(part for part in (ruling.title, *asked) if part)
        if asked and self.problems and self.problems[-1] == ("answer-unmarked", ruling.blocks[0].line, ""):
            self.problems.pop()
        ruling.blocks = []
        ruling.answer = piece.mark
        ruling.reach(piece.line, piece.last)
        if piece.text:
            self._add(self._blocks(piece), piece.last)

    def _note(self, piece: Piece) -> None:
        if self.credit and not piece.mark:  # its lines are one note
            self.credit.add([Block("paragraph", piece.text, piece.line)], piece.last)
            return
        if not piece.mark:
            self.open.clear()  # a credit speaks of the whole source
        draft = Draft(NOTE, number=piece.number, mark=piece.mark, first=piece.line, last=piece.last)
        self._attach(draft)
        self.leaf = draft if piece.mark else None
        self.credit = None if piece.mark else draft
        if piece.text:
            draft.add(self._blocks(piece._replace(mark="")), piece.last)

    # ── what a piece is in the tree ──

    def _is_errata(self, above: str) -> bool:
        return names(self.outline.errata, above) or bool(self.reader.words.errata.match(above))

    def _run_in(self, piece: Piece) -> Draft | None:
        """«Title - text» under a heading of which the outline says so."""
        above = self.open[-1] if self.open else None
        if not above or not names(self.outline.run_in, above.title) or self.reader.call_out(piece.text):
            return None
        match = _RUN_IN.fullmatch(piece.text)
        if not match or (match["mark"] == ":" and len(match["title"].split()) > 6):
            return None
        number = piece.number if piece.number[:1].isdigit() else ""
        return Draft(
            self.section,
            title=match["title"],
            number=number,
            mark=piece.mark,
            printed=f"{match['title']}{match['mark']}",
        )

    def _is_question_going_on(self, piece: Piece) -> bool:
        """A question may take a second paragraph: it ends with «?», and the first one doesn't."""
        ruling = self.leaf
        if not ruling or ruling.kind != RULING or ruling.answer or ruling.blocks:
            return False
        if ruling.title and (ruling.title.rstrip("»”\"')").endswith("?") or not piece.text.endswith("?")):
            return False
        ruling.title = f"{ruling.title} {piece.text}".strip()
        ruling.reach(piece.line, piece.last)
        return True

    def _unmarked(self, piece: Piece) -> None:
        ruling = self.leaf
        if self.marked and ruling and ruling.kind == RULING and not ruling.answer and not ruling.blocks:
            self.problems.append(Problem("answer-unmarked", piece.line))

    # ── building ──

    def _attach(self, draft: Draft) -> None:
        (self.open[-1].children if self.open else self.roots).append(draft)

    def _begin(self, draft: Draft, piece: Piece) -> None:
        """An entry that is not a heading and begins with this piece."""
        text = piece.text
        if draft.printed:
            text = text[len(draft.printed) :].lstrip()
        self._attach(draft)
        self.leaf, self.credit = draft, None
        draft.add(self._blocks(piece._replace(text=text, mark="")), piece.last)

    def _add(self, blocks: list[Block], last: int) -> None:
        target = self.leaf or (self.open[-1] if self.open else None)
        if target is None:
            target = Draft(NOTE)  # a foreword: text before the first heading
            self._attach(target)
            self.leaf = target
        self.credit = None
        # A line of signs that separates an entry from the next is none of the lines the entry speaks of.
        target.add(blocks, last if has_letters(blocks[0].text) else target.last or last)

    def _blocks(self, piece: Piece) -> list[Block]:
        whole = self.reader.call_out(piece.text)
        if not whole and not self.lift and self.reader.words.instance.match(piece.text):
            whole = "example"
        parts = [(whole, piece.text)] if whole else self._lifted(piece.text)
        return [Block(kind, text, piece.line) for kind, text in parts]

    def _lifted(self, text: str) -> list[tuple[BlockKind, str]]:
        """A paragraph cut where an example or an exception stands in it, so that each is a call-out of its own.

        With a colon it reaches to the end of the paragraph, without one («Например, …») over one sentence.
        """
        words = self.reader.words
        patterns: tuple[tuple[BlockKind, re.Pattern[str]], ...] = (
            ("exception", words.inner_exception),
            ("example", words.inner_example),
        )
        for kind, pattern in patterns:
            head, call_out = _cut(text, pattern)
            if call_out:
                return [*self._lifted(head), (kind, call_out)] if head else [(kind, call_out)]
        if self.lift:
            head, found = _cut(text, words.inner_instance)
            if found:
                example, after = _sentence(found)
                parts: list[tuple[BlockKind, str]] = [("paragraph", head), ("example", example), ("paragraph", after)]
                return [part for part in parts if part[1]]
        return [("paragraph", text)]


def _cut(text: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    """The text before and from the first sentence that begins with the pattern."""
    match = pattern.search(text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def _sentence(text: str) -> tuple[str, str]:
    """The first sentence and what follows. A full stop before a lower-case letter or a digit ends none («Np. przy»)."""
    for match in re.finditer(r"(?<=[.!?…])[»”\")]*\s+(?=[«„“\"(]?(?P<next>[^\W\d_]))", text):
        if match["next"].isupper():
            return text[: match.start()] + match.group().strip(), text[match.end() :]
    return text, ""
