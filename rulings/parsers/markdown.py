"""Markdown: headings are sections, question and answer pairs are rulings, everything else stays as it is.

``**Q:** …`` / ``**A:** …``, ``В: … / О: …``, ``P: … / O: …``, bold or not, in a list or not, are pairs whatever the
language of the source is; so is a heading that asks, right above an answer. A front matter (TOML between
``+++`` lines, or ``key: value`` between ``---`` lines) may stand for the outline file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rulings.documents import Block, Document, Outline, ParseError, Problem, lines_of
from rulings.kinds import NOTE, RULING, SECTION
from rulings.parsers import marks
from rulings.parsers.drafts import Draft, document
from rulings.parsers.titles import MOSTLY, said

_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(?P<mark>#{1,6})(?:[ \t]+(?P<text>.*))?")
_CLOSING_HASHES = re.compile(r"(?:^|(?<![ \t])[ \t]+)#+$")
_SETEXT = re.compile(r" {0,3}(?P<line>=+|-+)[ \t]*")
_NO_SETEXT = re.compile(r" {0,3}(?:[-*+>|]|\d+[.)])[ \t]|\||>")  # a list, a quote, a table
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_EMPHASIS = re.compile(r"(\*\*|__|\*|(?<!\w)_|`)(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^()]*\)")
_LEAD = re.compile(r"(?P<lead> {0,3}(?:[-*+][ \t]+|>[ \t]?)?)(?P<bold>\*\*\*|\*\*|__|\*|_|)(?P<rest>.*)")
_YAML = re.compile(r"[A-Za-z][\w-]*[ \t]*:.*|[ \t].*|-[ \t].*|#.*|")
_YAML_FACT = re.compile(r"(?P<key>[A-Za-z]\w*)[ \t]*:[ \t]+(?P<quote>[\"']?)(?P<value>.*?)(?P=quote)[ \t]*")


# ── front matter ───────────────────────────────────────────────────────────


def front_matter(text: str) -> Outline | None:
    """The outline that a Markdown file carries at its head, if it does. Of YAML only plain facts are read, and
    what other programs keep there is left alone."""
    lines = lines_of(text.removeprefix("\ufeff"))
    end = _front_end(lines)
    if not end:
        return None
    inside = lines[1 : end - 1]
    if lines[0].startswith("+"):
        try:
            return Outline.from_toml("\n".join(inside))
        except ParseError as error:
            problem = error.problem
            raise ParseError(problem.key, problem.line and problem.line + 1, problem.detail) from error
    blank = Outline()
    facts = [match for line in inside if (match := _YAML_FACT.fullmatch(line))]
    return Outline.from_dict(
        {fact["key"]: fact["value"] for fact in facts if isinstance(getattr(blank, fact["key"], None), str)}
    )


def _front_end(lines: Sequence[str]) -> int:
    """How many lines the front matter has."""
    fence = lines[0].rstrip()
    if fence not in {"+++", "---"}:
        return 0
    for at, line in enumerate(lines[1:], 2):
        if line.rstrip() == fence:
            return at if at > 2 else 0
        if fence == "---" and not _YAML.fullmatch(line):
            return 0
    return 0


# ── lines ──────────────────────────────────────────────────────────────────


class _Line(NamedTuple):
    """``level`` is that of a heading; ``text`` of a heading is its title. ``code``: inside a fence. ``empty``: the
    signs of a heading («##») with no words."""

    number: int
    text: str
    level: int = 0
    mark: str = ""
    printed: str = ""
    last: int = 0
    code: bool = False
    empty: bool = False


def _lines(lines: Sequence[str], skip: int) -> list[_Line]:
    """The lines after the front matter; a heading is one, its underline swallowed."""
    found: list[_Line] = []
    fence = ""
    at = skip
    while at < len(lines):
        line, number = lines[at], at + 1
        at += 1
        opening = _FENCE.match(line)
        if fence:
            if opening and opening["fence"].startswith(fence) and line.strip() == opening["fence"]:
                fence = ""
            found.append(_Line(number, line, code=True))
        elif opening:
            fence = opening["fence"]
            found.append(_Line(number, line, code=True))
        elif match := _ATX.fullmatch(line.rstrip()):
            title = _CLOSING_HASHES.sub("", match["text"] or "")
            if _plain(title).strip("*_` \t"):
                found.append(_Line(number, title, len(match["mark"]), match["mark"], match["text"], number))
            else:
                found.append(_Line(number, line, empty=True))
        elif _is_underlined(lines, at - 1):
            under = lines[at].strip()
            level = 1 if under[0] == "=" else 2
            found.append(_Line(number, line.strip(), level, "", f"{line.strip()}\n{under}", number + 1))
            at += 1
        else:
            found.append(_Line(number, line))
    return found


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    """Whether a line is a paragraph by itself with a setext underline below it."""
    line = lines[at]
    if not line.strip() or line.startswith(("    ", "\t")) or at + 1 >= len(lines) or _NO_SETEXT.match(line):
        return False
    under = _SETEXT.fullmatch(lines[at + 1])
    return under is not None and len(under["line"]) > 1 and (at == 0 or not lines[at - 1].strip())


# ── questions and answers ──────────────────────────────────────────────────


class _Asked(NamedTuple):
    """A line that begins with the mark of a question or an answer, taken apart as printed."""

    kind: Literal["question", "answer"]
    mark: str
    number: str
    printed: str
    bold: str  # emphasis that began before the mark and ends in the text


def _asked(line: str, language: str, *, waits: bool) -> _Asked | None:
    """``waits``: a question stands above that no answer followed. Only then «A:», «0.» and «О)» are answers."""
    lead = _LEAD.fullmatch(line)
    if not lead:
        return None
    bold, rest = lead["bold"], lead["rest"]
    closing = rest.find(bold) if bold else -1
    if bold and closing < 0:
        bold, rest = "", f"{bold}{rest}"
    plain = rest[:closing] + rest[closing + len(bold) :] if bold else rest
    if marks.postscript(plain):
        return None
    own, english = marks.pairs(language), marks.pairs("en")
    other_questions, other_answers = marks.foreign_pairs(language, bold=bool(bold))
    answers = [own.answer, *([own.foreign_answer, *other_answers] if waits or bold else [])]
    questions = [own.question, own.foreign_question, *other_questions]
    if bold:
        answers.append(english.answer)
        questions.append(english.question)
    for kind, patterns in (("answer", answers), ("question", questions)):
        match = next((found for pattern in patterns if (found := pattern.fullmatch(plain))), None)
        if match is None or (not bold and not waits and marks.may_be_an_item(match["mark"])):
            continue
        end = len(match["mark"])
        ends_in_mark = bool(bold) and closing <= end
        printed = rest[end + len(bold) :] if ends_in_mark else rest[end:]
        mark = lead["lead"].lstrip() + bold + (rest[: end + len(bold)] if ends_in_mark else rest[:end])
        return _Asked(
            "answer" if kind == "answer" else "question",
            mark,
            marks.named(match),
            printed.strip(),
            "" if ends_in_mark else bold,
        )
    return None


def _plain(title: str) -> str:
    """A title without emphasis, links and a hard break at its end: titles are plain text."""
    title = title.removesuffix("\\")
    return re.sub(r"\\([^\w\s])", r"\1", _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", title))).strip()


# ── the tree ───────────────────────────────────────────────────────────────


@dataclass
class _Section(Draft):
    """``body``: the numbered lines of its Markdown, ``empty`` those that are headings without words. ``bold``:
    emphasis in which its question began."""

    body: list[tuple[int, str]] = field(default_factory=list)
    empty: set[int] = field(default_factory=set)
    bold: str = ""
    answer_bold: str = ""

    def close(self) -> None:
        """Title and body are complete. Rules at the end of a text (``---``) are not what its lines speak of; headings
        without words were printed and say nothing."""
        self.ask()
        written = [(number, line) for number, line in self.body if line.strip()]
        told = [number for number, line in written if not _RULE.fullmatch(line) and number not in self.empty]
        if written and not told and self.title and self.kind != RULING:
            self.printed = "\n".join([self.printed, *(line for _, line in written)])
        elif written:
            first = written[0][0]
            whole = "\n".join(line for _, line in self.body).strip("\r\n")
            text = "\n".join(line for number, line in self.body if number not in self.empty).strip("\r\n")
            text = text if told else whole
            printed = whole if self.answer_bold or text != whole else ""
            self.add([Block("markdown", f"{self.answer_bold}{text}", first, printed=printed)], (told or [first])[-1])

    def ask(self) -> None:
        """Its title is all that was printed of it until now."""
        self.title = self.title or _plain(self.printed.removesuffix(self.bold) if self.bold else self.printed)


class _Tree:
    def __init__(self, outline: Outline) -> None:
        self.language = outline.language
        self.words = marks.words(outline.language)
        self.roots: list[Draft] = []
        self.all: list[_Section] = []
        self.above: list[_Section] = []
        self.target: _Section | None = None  # what takes the lines to come
        self.problems: list[Problem] = []
        self.loose: list[str] = []  # the title, and headings without words above all else

    def grow(self, lines: Sequence[_Line]) -> None:
        blank = True
        for at, line in enumerate(lines):
            if line.level:
                told = (one for one in lines[at + 1 : at + 4] if one.level or (one.text.strip() and not one.empty))
                self._heading(line, next(told, None))
            elif line.empty:
                self._empty(line)
            elif line.code or (not self._pair(line) and not (blank and self._note(line))):
                self._body(line)
            blank = not line.level and not line.text.strip()
        for draft in self.all:
            draft.close()

    def _begin(self, draft: _Section) -> _Section:
        (self.above[-1].children if self.above else self.roots).append(draft)
        self.all.append(draft)
        self.target = draft
        return draft

    def _waits(self) -> bool:
        ruling = self.target
        return ruling is not None and ruling.kind == RULING and not ruling.answer

    def _heading(self, line: _Line, following: _Line | None) -> None:
        while self.above and self.above[-1].level >= line.level:
            self.above.pop()
        title = _plain(line.text)
        question = _asked(title, self.language, waits=False)
        answered = following and not following.level and _asked(following.text, self.language, waits=True)
        asks = answered and answered.kind == "answer" and title.endswith("?")
        if question and question.kind == "question" and (asks or title.endswith("?")):
            draft = self._numbered(line, RULING, question.mark, question.number, question.printed)
        elif asks:
            draft = self._numbered(line, RULING, "", "", title)
        else:
            number = marks.decimal(title) or marks.item(title) or marks.roman(title)
            if number and number.number:
                draft = self._numbered(line, SECTION, number.mark, number.number, number.text)
            else:
                draft = self._numbered(line, SECTION, "", "", title)
        self._begin(draft)
        if draft.kind == RULING:
            draft.reach(line.number, line.last)
        else:
            self.above.append(draft)

    def _numbered(self, line: _Line, kind: str, mark: str, number: str, title: str) -> _Section:
        printed, lead = line.printed, line.mark
        if mark and printed.startswith(mark):
            printed, lead = printed[len(mark) :].lstrip(), f"{lead} {mark}".strip()
        return _Section(kind, line.level, title, number, lead, printed=printed, heading=(line.number, line.last))

    def _pair(self, line: _Line) -> bool:
        found = _asked(line.text, self.language, waits=self._waits())
        if not found:
            return False
        if found.kind == "question":
            draft = _Section(RULING, 9, number=found.number, mark=found.mark, printed=found.printed, bold=found.bold)
            self._begin(draft).reach(line.number, line.number)
            return True
        ruling = self.target
        if ruling is None or not self._waits():
            raise ParseError("answer-without-question", line.number, line.text.strip()[:60])
        # What stood between the question and its answer belongs to the question.
        written = [(number, text.strip()) for number, text in ruling.body if text.strip()]
        more = [text for _, text in written]
        if written and self.problems and self.problems[-1] == ("answer-unmarked", written[0][0], ""):
            self.problems.pop()
        ruling.printed = " ".join(part for part in (ruling.printed, *more) if part)
        ruling.title = f"{ruling.title} {_plain(' '.join(more))}".strip() if ruling.title else ""
        ruling.body = [(line.number, found.printed)]
        ruling.answer, ruling.answer_bold = found.mark, found.bold
        ruling.reach(line.number, line.number)
        return True

    def _note(self, line: _Line) -> bool:
        """A postscript in its place, or who made the document."""
        lead = _LEAD.fullmatch(line.text)
        postscript = marks.postscript(line.text.strip())
        if postscript:
            draft = self._begin(_Section(NOTE, number=postscript.number, mark=postscript.mark))
            draft.body.append((line.number, postscript.text))
            draft.reach(line.number, line.number)
            return True
        if lead and not lead["lead"].strip() and self.words.credit.match(lead["rest"]):
            self.above.clear()
            self._begin(_Section(NOTE)).body.append((line.number, line.text))
            return True
        return False

    def _empty(self, line: _Line) -> None:
        """No section begins here, and nothing ends."""
        self.problems.append(Problem("heading-empty", line.number, line.text.strip()))
        if self.target is None:
            self.loose.append(line.text)
        elif self._waits():
            self.target.ask()
            self.target.printed = f"{self.target.printed}\n{line.text}"
        else:
            self.target.body.append((line.number, line.text))
            self.target.empty.add(line.number)

    def _body(self, line: _Line) -> None:
        written = bool(line.text.strip())
        target = self.target
        if target is None:
            if not written:
                return
            target = self._begin(_Section(NOTE))  # a foreword
        if written and self._waits() and not line.code:
            # The lines of its paragraph go with a question, up to the one that ends it.
            is_close = line.number == target.last + 1 and not target.printed.rstrip("*_").endswith("?")
            if not target.body and (is_close or not target.printed):
                target.printed = f"{target.printed} {line.text.strip()}".strip()
                target.reach(line.number, line.number)
                return
            if not any(text.strip() for _, text in target.body):
                self.problems.append(Problem("answer-unmarked", line.number))
        target.body.append((line.number, line.text))


def parse(text: str, outline: Outline) -> Document:
    """A first heading of the first level is the document's title, if it says so or stands above all others."""
    split = lines_of(text.removeprefix("\ufeff"))
    end = _front_end(split)
    titles = [line for line in split[:end] if line.strip()]
    lines = _lines(split, end)
    headings = [line for line in lines if line.level]
    first = headings[0] if headings else None
    above = lines[: lines.index(first)] if first else []
    tree = _Tree(outline)
    if first and first.level == 1 and all(line.empty or not line.text.strip() for line in above):
        alone = sum(line.level == 1 for line in headings) == 1 and (len(headings) > 1 or not outline.title)
        if alone or said(_plain(first.text), outline.title, outline.language) > MOSTLY:
            tree.grow(above)
            tree.loose.append(f"{first.mark} {first.printed}".strip())
            lines = lines[len(above) + 1 :]
    tree.grow(lines)
    return document([*titles, *tree.loose], tree.roots, tree.problems)
