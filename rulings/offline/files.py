"""A game as one HTML file: its texts in reading order, with links that stay inside the file where they can."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from django.utils.safestring import SafeString, mark_safe

from rulings import dressing
from rulings.models import Card, Entry, Game

_LINK = re.compile(r'<a class="(ref[^"]*)" href="(/[\w-]+/([^"#]*)(?:#[^"]*)?)"')


def place(entry: Entry) -> str:
    """The id of an entry in the file."""
    return f"e-{entry.source.slug}-{entry.anchor}"


def inside(game: Game, entries: Iterable[Entry], cards: Iterable[Card], language: str) -> dict[str, str]:
    """Path → the link in the file, also for its script: one to an entry leads to its place, one to a card looks the
    card up. What is of no such path is on the site alone."""
    links = {game.path: "#main"}
    links |= {card.path: f"#?{quote(card.name_in(language))}" for card in cards}
    return links | {entry.path: f"#{place(entry)}" for entry in entries}


def bodies(
    entries: Iterable[Entry], links: Mapping[str, str], language: str, site: str
) -> Iterator[tuple[Entry, SafeString]]:
    """Every entry with its body. ``links``: those that stay in the file; ``site``: the address of the site, where all
    others lead."""

    def link(match: re.Match[str]) -> str:
        css, address, path = match.groups()
        return f'<a class="{css}" href="{links.get(path) or site + address}"'

    for entry in entries:
        html = dressing.body(entry, language, f"{place(entry)}")
        yield entry, mark_safe(_LINK.sub(link, html))  # noqa: S308 (publishing made it safe)
