"""Markdown to safe HTML with the links put in, and the plain text that offsets refer to. No Django.

The promise of this room: the HTML without its tags *is* the plain text, to the character. So list markers are
text («2-6. …»), blocks are divided by one line feed in both, and white space is what a reader sees.

Addresses are stored without the interface language (``/-/talisman/…``) and ids without the page they stand on
(``p3``); ``localise`` and ``scope`` put both in when a page is made.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape as html_escape
from html.parser import HTMLParser
from typing import ClassVar, NamedTuple

import markdown
import nh3
from markdown.blockprocessors import OListProcessor
from markdown.extensions import Extension

from rulings.documents import Block
from rulings.languages import LANGUAGES

# ── lists with the numbers and bullets as printed ──────────────────────────

# Around a marker on its way through Markdown; both are taken out of what comes in.
_OPEN, _CLOSE = "\ue000", "\ue001"
# Markdown keeps its own place holders between these.
_RESERVED = dict.fromkeys(map(ord, f"{_OPEN}{_CLOSE}\x02\x03\x00"))
_NUMBER = r"\d+(?:[-\u2013]\d+)?[.)]"
_BULLET = r"[*+•\u2013-]"
_GAP = r"[ \t\u00a0]+"


class _PrintedList(OListProcessor):
    """A list whose items keep the number or bullet that was printed."""

    MARKER = _NUMBER
    TAG = "ol"
    SIBLING_TAGS: ClassVar[list[str]] = ["ol"]

    def __init__(self, parser: markdown.blockparser.BlockParser) -> None:
        super().__init__(parser)
        self.RE = re.compile(rf"^[ ]{{0,3}}{self.MARKER}{_GAP}(.*)")
        self.CHILD_RE = re.compile(rf"^[ ]{{0,3}}({_NUMBER}|{_BULLET}){_GAP}(.*)")
        self.INDENT_RE = re.compile(rf"^[ ]{{4,7}}({_NUMBER}|{_BULLET}){_GAP}.*")

    def get_items(self, block: str) -> list[str]:
        items: list[str] = []
        for line in block.split("\n"):
            if match := self.CHILD_RE.match(line):
                marker = "•" if match[1] in "*+-" else match[1]
                items.append(f"{_OPEN}{marker}{_CLOSE}{match[2]}")
            elif self.INDENT_RE.match(line) and not items[-1].startswith("    "):
                items.append(line)
            else:
                items[-1] = f"{items[-1]}\n{line}"
        return items


class _BulletList(_PrintedList):
    MARKER = _BULLET
    TAG = "ul"
    SIBLING_TAGS: ClassVar[list[str]] = ["ul"]


class _PrintedLists(Extension):
    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.parser.blockprocessors.register(_PrintedList(md.parser), "olist", 40)
        md.parser.blockprocessors.register(_BulletList(md.parser), "ulist", 30)


_local = threading.local()  # a converter keeps the state of one document


def _converter() -> markdown.Markdown:
    converter: markdown.Markdown | None = getattr(_local, "converter", None)
    if converter is None:
        converter = markdown.Markdown(
            extensions=["tables", "fenced_code", _PrintedLists()], output_format="html", tab_length=4
        )
        _local.converter = converter
    return converter.reset()


# ── sanitising ─────────────────────────────────────────────────────────────

_BLOCKS = {
    *("p", "li", "h2", "h3", "h4", "h5", "h6", "pre", "tr", "blockquote"),
    *("ul", "ol", "table", "thead", "tbody", "hr"),
}
_CELLS = {"td", "th"}
_INLINE = {"a", "strong", "em", "b", "i", "code", "del", "s", "sub", "sup", "br"}
_PLACES = {"p", "li", "pre", "h2", "h3", "h4", "h5", "h6", "tr"}  # what a link can lead to
_QUIET = {"a", "code", "pre"}
_VOID = {"br", "hr"}
_SCHEMES = {"http", "https", "mailto"}
_HEADINGS = re.compile(r"<(/?)h1\b")


def _safe_html(body: str) -> str:
    raw = _converter().convert(body.translate(_RESERVED))
    return nh3.clean(
        _HEADINGS.sub(r"<\1h2", raw),
        tags=_BLOCKS | _CELLS | _INLINE,
        attributes={"a": {"href", "title"}},
        url_schemes=_SCHEMES,
        link_rel="nofollow noopener",
    )


# ── verdicts ───────────────────────────────────────────────────────────────

_YES = "|".join(language.yes for language in LANGUAGES.values())
_NO = "|".join(language.no for language in LANGUAGES.values())
_VERDICT = re.compile(rf"\s*(?:(?P<yes>{_YES})|(?P<no>{_NO}))(?P<after>\s*[.,!\u2013\u2014-]|\s*$)", re.IGNORECASE)


class Verdict(NamedTuple):
    """``key``: yes, no, yes_if or no_if. ``end``: where the verdict's word and its mark end in the text."""

    key: str
    end: int


def verdict(answer: str) -> Verdict | None:
    """The verdict an answer begins with; none is inferred from anything but its first word.

    A full stop settles it, even when more sentences follow; a comma or a dash makes it conditional.
    """
    match = _VERDICT.match(answer)
    if match is None:
        return None
    after = match["after"].strip()
    key = "yes" if match["yes"] else "no"
    return Verdict(key if after in {"", ".", "!"} else f"{key}_if", match.end())


# ── rendering ──────────────────────────────────────────────────────────────


class Link(NamedTuple):
    """A place in the plain text that leads to ``href`` (an address without a language)."""

    start: int
    end: int
    href: str
    kind: str = ""


class Rendered(NamedTuple):
    html: str
    text: str


@dataclass
class _Event:
    """A tag as it will be written, or a run of text with its offset in the plain text."""

    html: str = ""
    text: str = ""
    start: int = 0
    linkable: bool = True


@dataclass
class _Reader(HTMLParser):
    """Sanitised HTML to events and plain text.

    A block ends the line it stands on; the first element of the nth line has the id ``pn``. The line feed is
    written when the next line begins, before the tags that open it, so that neither an empty block nor the last
    one leaves a line feed behind.
    """

    language: str
    events: list[_Event] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.length = 0
        self.at_break = True  # the next text begins a line
        self.break_at: int | None = 0  # the event before which its line feed goes
        self.space = False  # white space was seen and not yet written
        self.quiet = 0  # depth inside links and code: no links are put in there
        self.preformatted = 0
        self.lines = 0
        self.place: _Event | None = None  # the element that gets the next line's id
        self.paragraph: _Event | None = None
        self.paragraph_from = 0

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._break()
            self.break_at = len(self.events) if self.break_at is None else self.break_at
        elif tag not in _CELLS:
            self._write_space()
        if tag in _QUIET:
            self.quiet += 1
        self.preformatted += tag == "pre"
        attributes = "".join(f' {name}="{html_escape(value or "")}"' for name, value in attrs)
        event = _Event(f"<{tag}{attributes}>")
        self.events.append(event)
        if tag in _PLACES and self.at_break and not self.place:
            self.place = event
        if tag == "p":
            self.paragraph, self.paragraph_from = event, len(self.parts)
        elif tag == "br" and not self.at_break:
            self._write("\n", linkable=False)
            self.lines += 1
            self.space = False

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
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
        self.events.append(_Event(f"</{tag}>"))
        if tag in _BLOCKS:
            self._break()

    def handle_data(self, data: str) -> None:
        for number, piece in enumerate(re.split(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}", data)):
            if number % 2:
                self._begin_line()
                self.events.append(_Event('<span class="marker">'))
                self._write(piece, linkable=False)
                self.events.append(_Event("</span>"))
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
        for number, word in enumerate(re.split(r"[ \t\r\n\f]+", data)):
            if number:
                self.space = not self.at_break
            if word:
                self._begin_line()
                self._write_space()
                self._write(word, linkable=not self.quiet)

    def _break(self) -> None:
        if not self.at_break:
            self.at_break, self.break_at, self.space, self.place = True, None, False, None

    def _begin_line(self) -> None:
        if not self.at_break:
            return
        if self.length:
            at = len(self.events) if self.break_at is None else self.break_at
            self.events.insert(at, _Event("\n"))
            self.parts.append("\n")
            self.length += 1
        self.lines += 1
        if self.place:
            self.place.html = self.place.html.removesuffix(">") + f' id="p{self.lines}">'
        self.at_break, self.space, self.place = False, False, None

    def _write_space(self) -> None:
        if self.space:
            self.space = False
            self._write(" ", linkable=not self.quiet)

    def _write(self, text: str, *, linkable: bool) -> None:
        last = self.events[-1] if self.events else None
        if last and last.text and last.linkable == linkable:
            last.text += text
        else:
            self.events.append(_Event(text=text, start=self.length, linkable=linkable))
        self.parts.append(text)
        self.length += len(text)


def call_out(text: str, language: str) -> str:
    """``example`` or ``exception`` when a paragraph begins as one in its language, else an empty string."""
    table = LANGUAGES[language]
    for kind, words in (("example", table.examples), ("exception", table.exceptions)):
        if any(re.match(rf"{re.escape(word)}(?:\s\d+)?\s?[:,]|{re.escape(word)}\s", text) for word in words):
            return kind
    return ""


def render(body: str, language: str, links: Sequence[Link] = (), *, answer: bool = False) -> Rendered:
    """The HTML and the plain text of a body in Markdown.

    ``links`` are places in that plain text; they must not overlap. A link that would stand inside another link,
    inside code or across a tag is left out. With ``answer`` a verdict at the beginning gets its stamp.
    """
    reader = _Reader(language)
    reader.feed(_safe_html(body))
    reader.close()
    text = reader.text
    found = verdict(text) if answer else None
    if found is None:
        return Rendered(_weave(reader.events, sorted(links)), text)
    stamp = f"verdict {found.key.replace('_', '-')}"
    return Rendered(_weave(reader.events, sorted(links), found.end, stamp), text)


def render_line(text: str, links: Sequence[Link] = ()) -> str:
    """A title as HTML: plain text with the links put in."""
    return _with_links(text, 0, sorted(links))


def _weave(events: Iterable[_Event], links: Sequence[Link], stamp_end: int = 0, stamp: str = "") -> str:
    parts = []
    at = 0
    for event in events:
        if not event.text:
            parts.append(event.html)
            continue
        end = event.start + len(event.text)
        inside = []
        while at < len(links) and links[at].start < end:
            if event.linkable and links[at].start >= event.start and links[at].end <= end:
                inside.append(links[at])
            at += 1
        if event.start == 0 and 0 < stamp_end <= end:
            parts.append(f'<b class="{stamp}">{html_escape(event.text[:stamp_end])}</b>')
            inside = [link for link in inside if link.start >= stamp_end]
            parts.append(_with_links(event.text[stamp_end:], stamp_end, inside))
        else:
            parts.append(_with_links(event.text, event.start, inside))
    return "".join(parts)


def _with_links(text: str, offset: int, links: Iterable[Link]) -> str:
    parts = []
    at = 0
    for link in links:
        start, end = link.start - offset, link.end - offset
        kind = f' class="ref {link.kind}"' if link.kind else ' class="ref"'
        parts.append(html_escape(text[at:start]))
        parts.append(f'<a{kind} href="{html_escape(link.href)}">{html_escape(text[start:end])}</a>')
        at = end
    return "".join([*parts, html_escape(text[at:])])


def localise(html: str, language: str) -> str:
    """Stored HTML with the interface language in its addresses."""
    return html.replace('href="/-/', f'href="/{language}/')


def scope(html: str, prefix: str) -> str:
    """Stored HTML with its ids made the page's own (several entries may stand on one page)."""
    return html.replace(' id="p', f' id="{prefix}-p')


# ── plain text to Markdown ─────────────────────────────────────────────────

_SPECIAL = re.compile(r"[\\`*_\[]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINE_START = re.compile(r"^(#|>|[+-](?=[ \t\u00a0])|-(?=[-\s]*$))")


def escape(text: str) -> str:
    """Markdown that renders as this one line of plain text, verbatim."""
    escaped = _SPECIAL.sub(r"\\\g<0>", _ENTITY.sub("&amp;", text)).replace("~~~", "&#126;~~")
    return _LINE_START.sub(r"\\\g<0>", _TAG.sub("&lt;", escaped))


def compose(blocks: Sequence[Block]) -> str:
    """The Markdown body of an entry from the blocks of its source."""
    body = ""
    before: Block | None = None
    for block in blocks:
        text = block.text if block.kind == "markdown" else escape(block.text)
        if block.marker:
            text = f"{block.marker} {text}"
        if before:
            body += "\n" if before.marker and block.marker and block.line - before.line == 1 else "\n\n"
        body += text
        before = block
    return body
