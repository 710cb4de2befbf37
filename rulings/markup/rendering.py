"""A body or a title as HTML with links."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from html import escape as html_escape
from typing import NamedTuple

from rulings.markup.reader import Event, Reader, safe_html
from rulings.markup.verdicts import verdict

# The tags that a link may begin before and end behind, each with the one that opens it.
_FORMATTING = {
    tag: f"<{name}>"
    for name in ("strong", "em", "b", "i", "del", "s", "sub", "sup")
    for tag in (f"<{name}>", f"</{name}>")
}


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
        self._runs = [(number, event) for number, event in enumerate(reader.events) if event.text]
        self._starts = [event.start for _number, event in self._runs]
        self.text: str = reader.text
        self.verdict = verdict(self.text, language) if answer else None

    def can_link(self, start: int, end: int) -> bool:
        """Whether a link can stand at this place of the plain text: not inside code, a link, a heading or a stamp, nor
        across a tag other than bold, slanted and the like («**Корона** Повелений»)."""
        if self.verdict and start < self.verdict.end:
            return False
        run = bisect_right(self._starts, start) - 1
        at, event = self._runs[run]
        while event.linkable and event.start + len(event.text) < end:
            run += 1
            until, event = self._runs[run]
            if any(between.html not in _FORMATTING for between in self._events[at + 1 : until]):
                return False
            at = until
        return event.linkable

    def html(self, links: Sequence[Link] = ()) -> str:
        """``links`` are places in the plain text; they must not overlap. A link where none can stand is left out."""
        inside = [link for link in sorted(links) if self.can_link(link.start, link.end)]
        found = self.verdict
        if found is None:
            return _weave(self._events, inside)
        return _weave(self._events, inside, found.end, f"verdict {found.key.replace('_', '-')}")


def read(body: str, language: str, *, answer: bool = False) -> Text:
    return Text(body, language, answer=answer)


def render_line(text: str, links: Sequence[Link] = ()) -> str:
    """A title as HTML: plain text with the links put in."""
    return _weave([Event(text=text)] if text else [], sorted(links))


def _weave(events: Sequence[Event], links: Sequence[Link], stamp_end: int = 0, stamp: str = "") -> str:
    page = _Page()
    waiting = iter([*links, None])
    link = next(waiting)
    for number, event in enumerate(events):
        if not event.text:
            page.tag(event.html)
            continue
        end = event.start + len(event.text)
        at = event.start
        if at == 0 and 0 < stamp_end <= end:
            at = stamp_end
            page.parts.append(f'<b class="{stamp}">{html_escape(event.text[:at])}</b>')
        while link and link.start < end:
            if link.start >= event.start:
                page.text(event.text[at - event.start : link.start - event.start])
                at = link.start
                page.begin(link, _crossed(events, number, link.end))
            if link.end > end:
                break  # it goes on in the next run
            page.text(event.text[at - event.start : link.end - event.start])
            at = link.end
            page.end(link)
            link = next(waiting)
        page.text(event.text[at - event.start :])
    return "".join(page.parts)


def _crossed(events: Sequence[Event], number: int, end: int) -> int:
    """How many of the tags that are open at the run of this number are closed before a place in the plain text."""
    depth = most = 0
    while events[number].start + len(events[number].text) < end:
        number += 1
        while not events[number].text:
            depth += 1 if events[number].html.startswith("</") else -1
            most = max(most, depth)
            number += 1
    return most


class _Page:
    """HTML on its way. A link that begins or ends within bold words closes them and opens them again, so that nothing
    is half in it and half out; an element that would have no words is left out."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._open: list[str] = []  # formatting, the outermost first
        self._under = 0  # how much of it is around the link that is being written

    def text(self, text: str) -> None:
        if text:
            self.parts.append(html_escape(text))

    def tag(self, html: str) -> None:
        opening = _FORMATTING.get(html)
        if opening is None:
            self.parts.append(html)
        elif opening == html:
            self._open.append(html)
            self.parts.append(html)
        else:
            self._close(self._open.pop())

    def begin(self, link: Link, crossed: int) -> None:
        """``crossed``: of how many elements around its beginning it outlives the end."""
        again = self._open[len(self._open) - crossed :]
        self._under = len(self._open) - crossed
        for opening in reversed(again):
            self._close(opening)
        self.parts += [_opening(link), *again]

    def end(self, link: Link) -> None:
        again = self._open[self._under :]
        for opening in reversed(again):
            self._close(opening)
        self.parts += ["</a>" if link.href else "</cite>", *again]

    def _close(self, opening: str) -> None:
        if self.parts[-1] == opening:
            self.parts.pop()
        else:
            self.parts.append(f"</{opening[1:]}")


def _opening(link: Link) -> str:
    kind = f' class="ref {link.kind}"' if link.kind else ' class="ref"'
    return f'<a{kind} href="{html_escape(link.href)}">' if link.href else "<cite>"


def localise(html: str, language: str) -> str:
    """Stored HTML with the interface language in its addresses."""
    return html.replace('href="/-/', f'href="/{language}/')


def scope(html: str, prefix: str) -> str:
    """Stored HTML with its ids made the page's own (several entries may stand on one page)."""
    return html.replace(' id="p', f' id="{prefix}-p')
