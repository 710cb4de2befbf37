"""The paragraphs of a plain text: what each seems to be by itself, before its neighbours are asked (``settling``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from rulings.documents import BlockKind, Outline, names
from rulings.languages import LANGUAGES, Language, fold
from rulings.parsers import marks as printed
from rulings.parsers.lines import HEADING_LENGTH, Line, Look, ends_open, has_letters, is_shouted, look

_WRAPPED_LENGTH = 40  # characters of a line that may have been wrapped by a machine

PieceKind = Literal["heading", "item", "text", "question", "answer", "note"]


class Piece(NamedTuple):
    """A paragraph and what it seems to be. ``mark``, ``number`` and ``printed`` as in ``Node``.

    ``known`` is the level the outline gives a heading, ``look`` why the text alone takes it for one. What is
    ``fixed`` is no guess: the outline or the format said so.
    """

    kind: PieceKind
    line: int
    text: str
    mark: str = ""
    number: str = ""
    last: int = 0
    near: bool = False
    known: int | None = None
    look: Look = ""
    printed: str = ""
    fixed: bool = False

    @property
    def guessed(self) -> bool:
        """A heading that only looks like one and has no number."""
        return self.kind == "heading" and not self.fixed and not self.mark

    @property
    def whole(self) -> str:
        """All of it in one line."""
        return " ".join([self.mark, *(self.printed or self.text).split("\n")]).strip()

    def as_text(self) -> Piece:
        """The same paragraph, taken for text."""
        return self._replace(kind="text", text=self.whole, mark="", number="", look="", printed="")


class Above(NamedTuple):
    """What stands above a line: the last piece, and whether a question waits for its answer."""

    piece: Piece | None = None
    waits: bool = False


# What a format knows of a line; ``None`` leaves the line to the guess. Only kind, text, mark, number, look and
# fixed need saying.
Marks = Callable[[str, Above], list[Piece] | None]


class Reader:
    """Takes lines for pieces, one by one, by what the outline, the format and the look of a line say."""

    def __init__(self, outline: Outline, marks: Marks, *, asks: bool = False) -> None:
        self.outline = outline
        self.asks = asks  # the text is a FAQ: what asks in it is a question
        self.marks = marks
        self.language: Language = LANGUAGES[outline.language]
        self.words = printed.words(outline.language)
        self.alone: set[str] = set()  # every line as it stands: «2. Бой» is no heading where «Бой» is one
        self.listing = [*outline.entries, *outline.errata, *outline.run_in]  # whatever they name is a heading

    def read(self, lines: Sequence[Line]) -> list[Piece]:
        self.alone = {line.text for line in lines}
        pieces: list[Piece] = []
        above = Above()
        for line in lines:
            for piece in self._line(line.text, above):
                pieces.append(piece._replace(line=line.number, last=line.number, near=line.near))
                waits = piece.kind == "question" if piece.kind in ("question", "answer") else above.waits
                above = Above(pieces[-1], waits)
        return _underlined(pieces)

    def _line(self, text: str, above: Above) -> list[Piece]:
        mark = printed.decimal(text) or printed.item(text) or printed.roman(text)
        counted = mark if mark and mark.number else None
        bare = counted.text if counted and counted.text not in self.alone else ""  # as an entry has it
        level = self.outline.level(text)
        if level is None and bare:
            level = self.outline.level(bare)
        if level and counted:
            return [_piece("heading", counted, known=level, look=look(counted.text), fixed=True)]
        if level or names(self.listing, text):
            return [Piece("heading", 0, text, known=level, look=look(text), fixed=True)]
        is_plain = names(self.outline.plain, text) or names(self.outline.plain, bare)
        own = None if is_plain else self.marks(text, above)
        if own:
            return own
        if is_plain and not mark:
            return [Piece("text", 0, text, fixed=True)]
        if note := printed.postscript(text):
            return [_piece("note", note, fixed=True)]
        if decimal := printed.decimal(text):
            title = look(decimal.text)
            return [_piece("heading", decimal, look=title) if title else Piece("text", 0, text)]
        if mark := mark or printed.letter(text):
            return [_piece("item", mark, fixed=is_plain)]
        guess = "" if self.is_remark(text) else look(text)
        return [Piece("heading" if guess else "text", 0, text, look=guess)]

    def call_out(self, text: str) -> BlockKind | None:
        """Whether a paragraph is an example or an exception as a whole: it begins with the word as a label."""
        if self.words.example.match(text):
            return "example"
        return "exception" if self.words.exception.match(text) else None

    def is_label(self, text: str) -> bool:
        """«Пример:» alone on its line."""
        return bool(self.words.label.match(text))

    def is_remark(self, text: str) -> bool:
        """A line that no heading looks like, however short: «Да», a call-out, a credit, an edition."""
        patterns = (self.words.aside, self.words.credit, self.words.edition)
        is_verdict = fold(text).strip(" .!") in (fold(self.language.yes), fold(self.language.no))
        matches = any(pattern.match(text) for pattern in patterns)
        return bool(is_verdict or matches or self.call_out(text) or self.is_label(text))

    def is_credit(self, text: str) -> bool:
        """«Перевод: …»: a credit, wherever it stands."""
        return len(text) <= HEADING_LENGTH and bool(self.words.credit.match(text))

    def shape(self, piece: Piece) -> str:
        """What headings of one rank have in common: capitals, «Глава 2», or nothing."""
        if match := self.words.chapter.match(piece.text):
            return match["word"].casefold()
        return "capitals" if is_shouted(piece.text) else ""


def _piece(
    kind: PieceKind, mark: printed.Mark, *, known: int | None = None, look: Look = "", fixed: bool = False
) -> Piece:
    return Piece(kind, 0, mark.text, mark.mark, mark.number, known=known, look=look, fixed=fixed)


# ── lines that belong together ─────────────────────────────────────────────


def _underlined(pieces: list[Piece]) -> list[Piece]:
    """A line of signs right under a heading is its underline."""
    result: list[Piece] = []
    for piece in pieces:
        above = result[-1] if result else None
        if above and above.kind == "heading" and above.text and _is_underline(piece, above):
            result[-1] = above._replace(printed=f"{above.printed or above.text}\n{piece.text}", last=piece.last)
        else:
            result.append(piece)
    return result


def _is_underline(piece: Piece, above: Piece) -> bool:
    return piece.kind == "text" and piece.line == above.last + 1 and not has_letters(piece.text)


def joined(pieces: list[Piece]) -> list[Piece]:
    """Wrapped lines are one paragraph, two heading lines close together one heading; three short lines or more,
    close together, are a list that lost its bullets."""
    result: list[Piece] = []
    at = looked = 0
    while at < len(pieces):
        end = _wrapped_end(pieces, at) if at >= looked else at + 1
        looked = max(looked, end)  # what ends in no sentence ends in none from its second line either
        if end > at + 1 and not ends_open(pieces[end - 1].text):
            result.append(_one([piece.as_text() for piece in pieces[at:end]]))
            at = end
            continue
        end = at + 1
        while end < len(pieces) and _goes_on(pieces[end - 1], pieces[end]):
            end += 1
        result.append(_one(pieces[at:end]))
        at = end
    return _joined_headings(result)


def _wrapped_end(pieces: Sequence[Piece], at: int) -> int:
    """Where the lines end that go on from one that looks like a heading: the next begins in lower case. They are a
    paragraph that was wrapped if the last ends as a sentence does; «Бой и / смерть» is a heading."""
    first, end = pieces[at], at + 1
    if not first.guessed or first.look != "open" or first.printed or is_shouted(first.text):
        return end
    while end < len(pieces):
        piece = pieces[end]
        is_capital = piece.guessed and piece.near and end > at + 1  # a name happens to begin the line
        if not is_capital and not _goes_on(pieces[end - 1].as_text(), piece):
            break
        end += 1
    return end


def _goes_on(before: Piece, piece: Piece) -> bool:
    """Whether a line goes on in the next: it lacks its end, and that one begins in lower case.

    Where standing close says nothing, only a comma or a long line says that it was wrapped.
    """
    if piece.kind != "text" or piece.fixed or before.kind == "heading" or not piece.text[:1].islower():
        return False
    if not (ends_open(before.text) or before.text.endswith(",")):
        return False
    wrapped = before.text.endswith(",") or len(before.text) >= _WRAPPED_LENGTH
    return piece.near or (wrapped and piece.line == before.last + 1)


def _one(pieces: Sequence[Piece]) -> Piece:
    first = pieces[0]
    if len(pieces) == 1:
        return first
    rest = [piece.text for piece in pieces[1:]]
    return first._replace(text=" ".join([first.text, *rest]).strip(), last=pieces[-1].last)


def _joined_headings(pieces: list[Piece]) -> list[Piece]:
    result: list[Piece] = []
    at = 0
    while at < len(pieces):
        end = at + 1
        if pieces[at].guessed and not pieces[at].printed and ": " not in pieces[at].text:
            while end < len(pieces) and pieces[end].near and continues_heading(pieces[end]):
                end += 1
        elif _has_open_title(pieces[at]) and pieces[end : end + 1] and pieces[end].near:
            end += pieces[end].kind == "text" and continues_heading(pieces[end])  # of a number, in lower case
        run = pieces[at:end]
        followed_closely = end < len(pieces) and pieces[end].near
        if len(run) == 1 or followed_closely:
            result += run
        elif len(run) == 2 or all(is_shouted(piece.text) for piece in run):
            text = " ".join(piece.text for piece in run)
            printed = "\n".join(piece.printed or piece.text for piece in run) if run[-1].printed else ""
            result.append(run[0]._replace(text=text, printed=printed, last=run[-1].last, look="open"))
        else:
            result += [piece.as_text() for piece in run]
        at = end
    return result


def _has_open_title(piece: Piece) -> bool:
    return piece.kind == "heading" and piece.number != "" and piece.known is None and ends_open(piece.text or ".")


def continues_heading(piece: Piece) -> bool:
    """Whether a line close below a heading may be more of it: it looks like one, but for its lower case or brackets."""
    if piece.guessed:
        return ": " not in piece.text  # «Иллюстрации: Ева» is a line by itself
    short = 0 < len(piece.text) <= HEADING_LENGTH and piece.text[-1] not in ".,;:"
    return piece.kind == "text" and not piece.fixed and short and piece.text.lstrip('([«„"')[:1].islower()
