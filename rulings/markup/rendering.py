"""A body or a title as HTML with links."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from html import escape as html_escape
from typing import NamedTuple

from rulings.markup.reader import Event, Reader, safe_html
from rulings.markup.verdicts import verdict


class Link(NamedTuple):
    """A place in the plain text that leads to ``href`` (an address without a language); without one, to a book that
    isn't here."""

    start: int
    end: int
    href: str
    kind: str = ""


class Text:
    """A body in Markdown, read once: its plain ``text``, and its HTML with any links. With ``answer`` a ``verdict`` at
    the beginning gets its stamp."""

    def __init__(self, body: str, language: str, *, answer: bool = False) -> None:
        reader = Reader(language)
        reader.feed(safe_html(body))
        reader.close()
        self._events = reader.events
        self._runs = [event for event in reader.events if event.text]
        self._starts = [event.start for event in self._runs]
        self.text: str = reader.text
        self.verdict = verdict(self.text, language) if answer else None

    def can_link(self, start: int, end: int) -> bool:
        """Whether a link can stand at this place of the plain text: not inside code, a link, a heading or a stamp, nor
        across a tag."""
        if self.verdict and start < self.verdict.end:
            return False
        run = self._runs[bisect_right(self._starts, start) - 1]
        return run.linkable and end <= run.start + len(run.text)

    def html(self, links: Sequence[Link] = ()) -> str:
        """``links`` are places in the plain text; they must not overlap. A link where none can stand is left out."""
        found = self.verdict
        if found is None:
            return _weave(self._events, sorted(links))
        return _weave(self._events, sorted(links), found.end, f"verdict {found.key.replace('_', '-')}")


def read(body: str, language: str, *, answer: bool = False) -> Text:
    return Text(body, language, answer=answer)


def render_line(text: str, links: Sequence[Link] = ()) -> str:
    """A title as HTML: plain text with the links put in."""
    return _with_links(text, 0, sorted(links))


def _weave(events: Iterable[Event], links: Sequence[Link], stamp_end: int = 0, stamp: str = "") -> str:
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
        words = html_escape(text[start:end])
        parts.append(f'<a{kind} href="{html_escape(link.href)}">{words}</a>' if link.href else f"<cite>{words}</cite>")
        at = end
    return "".join([*parts, html_escape(text[at:])])


def localise(html: str, language: str) -> str:
    """Stored HTML with the interface language in its addresses."""
    return html.replace('href="/-/', f'href="/{language}/')


def scope(html: str, prefix: str) -> str:
    """Stored HTML with its ids made the page's own (several entries may stand on one page)."""
    return html.replace(' id="p', f' id="{prefix}-p')
