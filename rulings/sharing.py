"""What people pass on: addresses that other devices reach, and answers quoted with their source."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest

from rulings.dressing import called, short, short_title
from rulings.interface import interface_language
from rulings.kinds import RULING
from rulings.models import Card, Entry, Game, Source

QUOTE = 400  # characters of an answer that are quoted; a longer one ends with its last whole sentence, or «…»
HERE_ONLY = ("localhost", "127.0.0.1", "[::1]")  # hosts that mean this machine wherever they are typed
_SENTENCES = re.compile(r".*[^\s\d][.!?…][»”\")]?(?=\s|$)", re.DOTALL)


def is_here_only(request: HttpRequest) -> bool:
    """Whether the address the page was asked for means this machine alone, and no other is known."""
    return _host_name(request) in HERE_ONLY and not settings.LAN_ADDRESS


def address(request: HttpRequest, path: str) -> str:
    """The address of a path for other devices: at the table the local network's, where the site is served to it."""
    if settings.LAN_ADDRESS and _host_name(request) in HERE_ONLY:
        return f"{request.scheme}://{settings.LAN_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def _host_name(request: HttpRequest) -> str:
    return re.sub(r":\d+$", "", request.get_host())


def short_path(thing: Card | Entry) -> str:
    """The short link: it leads to the page in the reader's language and outlives every move."""
    return f"/{'c' if isinstance(thing, Card) else 'e'}/{thing.pk}"


# ── quotes ──


def quote(entry: Entry) -> str:
    """An answer with its source, to be pasted anywhere: «Да. — Талисман, FAQ: Корона Повелений, В1»."""
    text = " ".join(entry.text.split())
    if len(text) > QUOTE:
        whole = _SENTENCES.match(text[:QUOTE])
        text = f"{whole[0]} […]" if whole else f"{text[:QUOTE].rpartition(' ')[0]}…"
    return f"{text} — {origin(entry)}"


def origin(entry: Entry) -> str:
    """Where an entry stands, in words: game, source, heading, number."""
    game, source = entry.source.game, entry.source
    heading = short(entry.parent.title) if entry.kind == RULING and entry.parent else called(entry)
    number = entry.number.strip(". ")
    place = ", ".join(part for part in (heading, number) if part)
    return f"{game.name_in(source.language)}, {source_called(source, game)}: {place}"


def source_called(source: Source, game: Game) -> str:
    """What a source is called beside its game's name: «FAQ» where it is one, else its title without that name."""
    if re.search(r"\bFAQ\b", source.title):
        return "FAQ"
    title = source.title
    for name in sorted((name.text for name in game.known_names), key=len, reverse=True):
        title = re.sub(rf"^{re.escape(name)}\s*[:—–-]\s*", "", title)
    return title


def shared_title(thing: Card | Entry | Game | Source) -> str:
    """What a shared link is called."""
    if isinstance(thing, Entry):
        return short_title(thing) if thing.title else f"{called(thing)} {thing.number}".strip()
    return thing.title if isinstance(thing, Source) else thing.name_in(interface_language())
