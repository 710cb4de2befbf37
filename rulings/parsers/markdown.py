"""Markdown: headings are sections, question and answer pairs are rulings, everything else stays as it is.

``**Q:** …`` / ``**A:** …`` and the marks of the source's own language (``В: … / О: …``, ``P: … / O: …``), bold or
not, are pairs. A front matter between ``+++`` lines (TOML) may stand for the outline file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rulings.documents import Block, Document, Node, Outline, ParseError
from rulings.kinds import CHAPTER, NOTE, RULING, SECTION
from rulings.languages import LANGUAGES
from rulings.parsers.problems import oddities

_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(?P<mark>#{1,6})[ \t]+(?P<text>.*\S)[ \t]*")
_CLOSING_HASHES = re.compile(r"[ \t]+#+$")
_SETEXT = re.compile(r" {0,3}(?P<line>=+|-+)[ \t]*")
_EMPHASIS = re.compile(r"(\*\*|__|\*|(?<!\w)_|`)(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_FRONT = re.compile(r"\A\ufeff?\+\+\+[ \t]*\r?\n(?P<toml>.*?)\r?\n\+\+\+[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def front_matter(text: str) -> Outline | None:
    """The outline that a Markdown file carries at its head, if it does."""
    match = _FRONT.match(text)
    return Outline.from_toml(match["toml"]) if match else None


class _Line(NamedTuple):
    number: int
    text: str
    level: int = 0  # of a heading
    mark: str = ""
    title: str = ""
    last: int = 0


@dataclass
class _Draft:
    kind: str
    level: int
    title: str = ""
    number: str = ""
    mark: str = ""
    answer: str = ""
    printed: str = ""
    heading: tuple[int, int] | None = None
    asked: int = 0  # the line of a question
    body: list[tuple[int, str]] = field(default_factory=list)
    children: list[_Draft] = field(default_factory=list)

    def node(self) -> Node:
        numbers = [number for number, line in self.body if line.strip()]
        text = "\n".join(line for _, line in self.body).strip("\n")
        blocks = (Block("markdown", text, numbers[0]),) if numbers else ()
        first = self.asked or (numbers[0] if numbers else 0)
        return Node(
            kind=self.kind if blocks or self.kind == RULING else CHAPTER,
            title=self.title,
            number=self.number,
            mark=self.mark,
            answer=self.answer,
            printed=self.printed if self.printed != self.title else "",
            heading=self.heading,
            lines=(first, numbers[-1] if numbers else first) if first else None,
            blocks=blocks,
            children=tuple(child.node() for child in self.children),
        )


def parse(text: str, outline: Outline) -> Document:
    front = _FRONT.match(text)
    head = front.group().rstrip("\r\n").split("\n") if front else []
    found = list(_lines(text, len(head)))
    titles = [line.rstrip("\r") for line in head]
    tops = [line for line in found if line.level == 1]
    first_heading = next((line for line in found if line.level), None)
    if len(tops) == 1 and first_heading is tops[0]:
        titles.append(f"{tops[0].mark} {tops[0].title}".strip())
        found.remove(tops[0])
    drafts = _tree(found, outline)
    if not drafts:
        raise ParseError("no-entries")
    nodes = tuple(draft.node() for draft in drafts)
    document = Document(tuple(titles), nodes)
    return Document(document.titles, nodes, tuple(sorted(oddities(document), key=lambda problem: problem.line)))


def _lines(text: str, skip: int) -> Iterator[_Line]:
    """The lines after the front matter; a heading is one item, its underline swallowed; code stays as it is."""
    all_lines = re.split(r"\r\n|\r|\n", text)
    fence = ""
    at = skip
    while at < len(all_lines):
        line, number = all_lines[at], at + 1
        at += 1
        opening = _FENCE.match(line)
        if fence:
            if opening and opening["fence"].startswith(fence) and line.strip() == opening["fence"]:
                fence = ""
            yield _Line(number, line)
        elif opening:
            fence = opening["fence"]
            yield _Line(number, line)
        elif match := _ATX.fullmatch(line):
            yield _Line(number, line, len(match["mark"]), match["mark"], match["text"], number)
        elif line.strip() and not line.startswith("    ") and _is_underlined(all_lines, at):
            under = all_lines[at].strip()
            level = 1 if under[0] == "=" else 2
            yield _Line(number, line, level, "", f"{line.strip()}\n{under}", number + 1)
            at += 1
        else:
            yield _Line(number, line)


def _is_underlined(all_lines: list[str], at: int) -> bool:
    """Whether the line before ``at`` is a one-line paragraph with a setext underline below it."""
    if at >= len(all_lines) or not (match := _SETEXT.fullmatch(all_lines[at])):
        return False
    alone = at < 2 or not all_lines[at - 2].strip()
    return alone and len(match["line"]) > 1


def _marks(outline: Outline) -> tuple[re.Pattern[str], re.Pattern[str]]:
    own, english = LANGUAGES[outline.language], LANGUAGES["en"]

    def pattern(words: tuple[str, ...], foreign: tuple[str, ...]) -> re.Pattern[str]:
        mark = rf"(?:(?P<number>(?:{'|'.join(words)})\s?\d*)[.:]|(?P<foreign>(?:{'|'.join(foreign)})\s?\d*):)"
        return re.compile(rf"(?P<bold>\*\*|__)?(?P<mark>{mark})(?P<end>(?P=bold))?\s*(?P<text>.*)")

    return pattern(own.questions, english.questions), pattern(own.answers, english.answers)


def _tree(found: list[_Line], outline: Outline) -> list[_Draft]:
    question, answer = _marks(outline)
    roots: list[_Draft] = []
    above: list[_Draft] = []
    asked: _Draft | None = None
    preface: _Draft | None = None
    fence = ""
    for line in found:
        if line.level:
            fence = ""
            title = _plain(_CLOSING_HASHES.sub("", line.title.partition("\n")[0]))
            while above and above[-1].level >= line.level:
                above.pop()
            draft = _Draft(
                SECTION, line.level, title, mark=line.mark, printed=line.title, heading=(line.number, line.last)
            )
            (above[-1].children if above else roots).append(draft)
            above.append(draft)
            asked = preface = None
            continue
        if opening := _FENCE.match(line.text):
            fence = "" if fence and opening["fence"].startswith(fence) else fence or opening["fence"]
        elif not fence and (match := question.fullmatch(line.text)):
            number = (match["number"] or match["foreign"]).strip()
            bold = match["bold"] or ""
            asked = _Draft(RULING, 9, _tail(match), number, f"{bold}{match['mark']}{bold}", asked=line.number)
            asked.printed = asked.title
            asked.title = _plain(asked.title)
            (above[-1].children if above else roots).append(asked)
            continue
        elif not fence and (match := answer.fullmatch(line.text)):
            if asked is None or asked.answer:
                raise ParseError("answer-without-question", line.number, line.text[:60])
            more = [text.strip() for _, text in asked.body if text.strip()]
            asked.printed = " ".join([asked.printed, *more])
            asked.title, asked.body = _plain(asked.printed), []
            bold = match["bold"] or ""
            asked.answer = f"{bold}{match['mark']}{bold}"
            asked.body.append((line.number, _tail(match)))
            continue
        target = asked or (above[-1] if above else preface)
        if target is None:
            if not line.text.strip():
                continue
            target = preface = _Draft(NOTE, 0)
            roots.append(preface)
        target.body.append((line.number, line.text))
    return roots


def _tail(match: re.Match[str]) -> str:
    """The text after a mark; ``**Q: all of it bold**`` loses the bold that the mark began."""
    text = match["text"].strip()
    if match["bold"] and not match["end"]:
        return text.removesuffix(match["bold"])
    return text


def _plain(title: str) -> str:
    """A title without emphasis and links: titles are plain text."""
    return re.sub(r"\\([^\w\s])", r"\1", _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", title))).strip()
