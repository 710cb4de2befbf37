"""Sanitised HTML to plain text, and to the pieces that HTML with links is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape as html_escape
from html.parser import HTMLParser

import nh3

from rulings.languages import LANGUAGES
from rulings.markup.halves import without_halves
from rulings.markup.lists import CLOSE, LESS, OPEN, RESERVED, converter

_BLOCKS = {
    *("p", "li", "h2", "h3", "h4", "h5", "h6", "pre", "tr", "blockquote"),
    *("ul", "ol", "table", "thead", "tbody", "hr"),
}
_CELLS = {"td", "th"}
_INLINE = {"a", "strong", "em", "b", "i", "code", "del", "s", "sub", "sup", "br"}
_PLACES = {"p", "li", "pre", "h2", "h3", "h4", "h5", "h6", "tr"}  # what a link can lead to
_QUIET = {"a", "code", "pre", "h2", "h3", "h4", "h5", "h6"}
_VOID = {"br", "hr"}
_SCHEMES = {"http", "https", "mailto"}
# The Markdown library goes down one call a level of a list or a quote: deeper than anybody writes it would fall.
_TOO_DEEP = re.compile(r"^([ \t]{400})[ \t]+|^((?:>[ \t]?){100})(?:>[ \t]?)+", re.MULTILINE)
_HEADINGS = re.compile(r"<(/?)h1\b")
# What only looks like a tag («<Miecz>») would be taken out as one that isn't allowed, and a word of the text with it.
_TAGS = {
    *nh3.ALLOWED_TAGS,
    *("body", "button", "embed", "form", "head", "html", "iframe", "input", "link", "meta", "object"),
    *("script", "style", "svg"),
}
_NO_TAG = re.compile(
    rf"(?<!\]\()<(?=/?[a-z])(?!/?(?:{'|'.join(sorted(_TAGS))})(?![^\s/>]))(?![a-z][a-z\d+.-]+:|[^\s<>@]+@)",
    re.IGNORECASE,
)


def safe_html(body: str) -> str:
    readable = _NO_TAG.sub(LESS, _TOO_DEEP.sub(r"\1\2", body.translate(RESERVED)))
    raw = converter().convert(without_halves(readable, _INLINE - _VOID))
    return nh3.clean(
        _HEADINGS.sub(r"<\1h2", raw.replace(LESS, "&lt;")),
        tags=_BLOCKS | _CELLS | _INLINE,
        attributes={"a": {"href", "title"}},
        url_schemes=_SCHEMES,
        link_rel="nofollow noopener",
    )


@dataclass
class Event:
    """A tag as it will be written, or a run of text with its offset in the plain text."""

    html: str = ""
    text: str = ""
    start: int = 0
    linkable: bool = True


@dataclass
class Reader(HTMLParser):
    """Sanitised HTML to events and plain text.

    A block ends the line it stands on; the first element of the nth line has the id ``pn``, those inside it that
    begin with the same words (the paragraph of an item) ``pn-1``, ``pn-2``. The line feed is
    written when the next line begins, before the tags that open it, so that neither an empty block nor the last
    one leaves a line feed behind.
    """

    language: str
    events: list[Event] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.length = 0
        self.at_break = True  # the next text begins a line
        self.break_at: int | None = 0  # the event before which its line feed goes
        self.space = False  # white space was seen and not yet written
        self.anchors = 0  # depth inside links: the outermost is written
        self.quiet = 0  # depth inside links, code and headings: no links are put in there
        self.preformatted = 0
        self.lines = 0
        self.places: list[Event] = []  # the elements that get the next line's ids
        self.paragraph: Event | None = None
        self.paragraph_from = 0

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.anchors += tag == "a"
        if tag == "a" and self.anchors > 1:
            return
        if tag in _BLOCKS:
            self._break()
            self.break_at = len(self.events) if self.break_at is None else self.break_at
        elif tag not in _CELLS:
            self._write_space()
        if tag in _QUIET:
            self.quiet += 1
        self.preformatted += tag == "pre"
        attributes = "".join(f' {name}="{html_escape(value or "")}"' for name, value in attrs)
        event = Event(f"<{tag}{attributes}>")
        self.events.append(event)
        if tag in _PLACES and self.at_break:
            self.places.append(event)
        if tag == "p":
            self.paragraph, self.paragraph_from = event, len(self.parts)
        elif tag == "br" and not self.at_break:
            self._write("\n", linkable=False)
            self.lines += 1
            self.space = False

    def handle_endtag(self, tag: str) -> None:
        self.anchors -= tag == "a"
        if tag in _VOID or (tag == "a" and self.anchors):
            return
        if tag in _QUIET:
            self.quiet -= 1
        self.preformatted -= tag == "pre"
        if tag in _CELLS:
            self.space = not self.at_break
        elif tag == "p" and self.paragraph:
            kind = call_out("".join(self.parts[self.paragraph_from :]).lstrip("\n"), self.language)
            if kind:
                self.paragraph.html = self.paragraph.html.replace("<p", f'<p class="{kind}"', 1)
            self.paragraph = None
        self.events.append(Event(f"</{tag}>"))
        if tag in _BLOCKS:
            self._break()

    def handle_data(self, data: str) -> None:
        for number, piece in enumerate(re.split(f"{OPEN}([^{CLOSE}]*){CLOSE}", data)):
            if number % 2:
                self._begin_line()
                self.events.append(Event('<span class="marker">'))
                self._write(piece, linkable=False)
                self.events.append(Event("</span>"))
                self.space = True
            elif self.preformatted:
                self._write_code(piece)
            else:
                self._write_flow(piece)

    def _write_code(self, data: str) -> None:
        data = data.removesuffix("\n")
        if data:
            self._begin_line()
            self._write(data, linkable=False)
            self.lines += data.count("\n")

    def _write_flow(self, data: str) -> None:
        parts = re.split(r"[ \t\r\n\f]+", data)
        words = " ".join(filter(None, parts))  # in one go: word by word a long paragraph would be copied for each
        if not parts[0] and len(parts) > 1:
            self.space = not self.at_break
        if words:
            self._begin_line()
            self._write_space()
            self._write(words, linkable=not self.quiet)
        if not parts[-1] and len(parts) > 1:
            self.space = not self.at_break

    def _break(self) -> None:
        if not self.at_break:
            self.at_break, self.break_at, self.space, self.places = True, None, False, []

    def _begin_line(self) -> None:
        if not self.at_break:
            return
        if self.length:
            at = len(self.events) if self.break_at is None else self.break_at
            self.events.insert(at, Event("\n"))
            self.parts.append("\n")
            self.length += 1
        self.lines += 1
        self._give_ids(f"p{self.lines}")
        self.at_break, self.space = False, False

    def close(self) -> None:
        super().close()
        self._give_ids(f"p{self.lines}-end")  # empty elements at the end

    def _give_ids(self, line: str) -> None:
        for number, place in enumerate(self.places):
            suffix = f"-{number}" if number else ""
            place.html = place.html.removesuffix(">") + f' id="{line}{suffix}">'
        self.places = []

    def _write_space(self) -> None:
        if self.space:
            self.space = False
            self._write(" ", linkable=not self.quiet)

    def _write(self, text: str, *, linkable: bool) -> None:
        last = self.events[-1] if self.events else None
        if last and last.text and last.linkable == linkable:
            last.text += text
        else:
            self.events.append(Event(text=text, start=self.length, linkable=linkable))
        self.parts.append(text)
        self.length += len(text)


def call_out(text: str, language: str) -> str:
    """``example`` or ``exception`` when a paragraph begins as one in its language, else an empty string."""
    table = LANGUAGES[language]
    for kind, words in (("example", table.examples), ("exception", table.exceptions)):
        if any(re.match(rf"{re.escape(word)}(?:\s\d+)?\s?[:.,]|{re.escape(word)}\s", text) for word in words):
            return kind
    return ""
