"""Where the links of texts lead inside this site, whatever they are written like; those that lead nowhere.

An address is followed as a browser and the site would: relative to the page of its entry, with or without a language
or its last slash, by its short form, by an old address to where the thing stands now, and down to its anchor.
Everything here reads and nothing writes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from html import unescape
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation
from django.db.models import QuerySet
from django.http.request import validate_host
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import translation

from rulings.addresses import new_path
from rulings.anchors import page_ids
from rulings.batches import BATCH
from rulings.documents import lines_of
from rulings.interface import address, interface_languages
from rulings.kinds import CARD_KINDS
from rulings.models import Card, Entry, Game, Source
from rulings.search.examples import PARTS

_LINK = re.compile(r'href="([^"]*)"')
_OURS = "here"  # the host of an address that names none
_SHORT = re.compile(r"([ec])/0*([0-9]+)")
_PLACE = re.compile(r' id="(p[\w-]+)"')
# Ids that pages of a kind have beside those of the texts on them.
IDS = {
    "": {"main", "q-top", "theme", "qr"},
    "home": {"tonight", "samples", "games"},
    "game": {"texts", "cards", "cards-a-z", "mentions", *CARD_KINDS},
    "terms": {"abbreviations", "terms"},
    "card": {"rulings", "mentions"},
    "source": {"contents"},
    "entry": {"example", "mentions", "contents"},
    "help": {topic.key for part in PARTS for topic in part.topics},
}


class Dead(NamedTuple):
    """A link of an entry that leads nowhere, as it is written; one made here without its language."""

    entry: Entry
    path: str


def dead_links() -> Iterator[Dead]:
    """Links of entries, made here or written by hand, that lead into this site and at whose address nothing stands."""
    site = _Site()
    for entry in Entry.objects.live().placed().order_by("pk").iterator(BATCH):
        for href in dict.fromkeys(_LINK.findall(entry.title_html + entry.html)):
            written = unescape(href)
            if not site.has(written.replace("/-/", f"/{interface_languages()[0]}/", 1), entry.path):
                yield Dead(entry, written.removeprefix("/-/"))


class _Site:
    """What stands at which address, read once: paths without a language («talisman/faq/»)."""

    def __init__(self) -> None:
        self.games = set(Game.objects.values_list("slug", flat=True))
        self.with_texts = set(Game.objects.with_texts().values_list("slug", flat=True))
        sources = Source.objects.values_list("game__slug", "slug")
        cards = Card.objects.values_list("pk", "game__slug", "slug")
        entries = Entry.objects.live().values_list("pk", "source__game__slug", "source__slug", "anchor")
        self.live = {"", *(f"{game}/" for game in self.games), *(f"{game}/{slug}/" for game, slug in sources)}
        # by the key as it is written: one of thousands of digits can't be read as a number
        self.short = {("c", str(pk)): f"{game}/cards/{slug}/" for pk, game, slug in cards}
        self.short |= {("e", str(pk)): f"{game}/{source}/{anchor}/" for pk, game, source, anchor in entries}
        self.live.update(self.short.values())
        self.now = cache(self._now)
        self.ids = cache(_ids)

    def has(self, href: str, page: str) -> bool:
        """Whether an address on the page at a path leads somewhere; all do that lead off this site."""
        try:
            asked = urlsplit(urljoin(f"http://{_OURS}{address(interface_languages()[0], page)}", href))
            host = asked.hostname or ""
        except ValueError:  # no browser goes there
            return True
        hosts = [one for one in settings.ALLOWED_HOSTS if one != "*"]
        if asked.scheme not in ("http", "https") or not (host == _OURS or validate_host(host, hosts)):
            return True
        path = self.now(unquote(asked.path).lstrip("/"))
        return path is not None and (not asked.fragment or self._has_place(path, asked))

    def _now(self, path: str) -> str | None:
        """Where an address leads today, without its language; ``None`` when it leads nowhere."""
        if not path.isprintable():
            return None
        language, _slash, rest = path.partition("/")
        if language not in interface_languages():
            rest = path
            if short := _SHORT.fullmatch(path):
                return self.short.get((short[1], short[2]))
            if _is_file(path) or _resolved(f"/{path}") is not None:
                return path
        for there in (rest, f"{rest}/"):
            if there in self.live or self._is_page(there):
                return there
        moved = new_path(rest if rest.endswith("/") else f"{rest}/")
        return moved if moved is not None and (moved in self.live or self._is_page(moved)) else None

    def _is_page(self, path: str) -> bool:
        """Whether it is a page of the site itself or of one of its games: search, help, terms, print."""
        match = _resolved(address(interface_languages()[0], path))
        if match is None or match.kwargs.keys() - {"game"}:
            return False
        games = self.with_texts if match.url_name == "game_file" else self.games
        return not match.kwargs or match.kwargs["game"] in games

    def _has_place(self, path: str, asked: SplitResult) -> bool:
        place = unquote(asked.fragment)
        return place.startswith(":~:") or place in self.ids(path)


def _is_file(path: str) -> bool:
    """Whether it is one of the site's own files."""
    root = settings.STATIC_URL.lstrip("/")
    try:
        return path.startswith(root) and finders.find(path.removeprefix(root)) is not None
    except SuspiciousFileOperation:  # it leads out of their folder
        return False


def _resolved(path: str) -> ResolverMatch | None:
    with translation.override(interface_languages()[0]):
        try:
            return resolve(path)
        except Resolver404:
            return None


def _ids(path: str) -> Collection[str]:
    """The anchors of the page at a path: its own and those of the texts on it."""
    match = _resolved(address(interface_languages()[0], path))
    if match is None:
        return ()
    name, asked = match.url_name or "", match.kwargs
    own = IDS[""] | IDS.get(name, set())
    if name == "source":
        source = Source.objects.get(game__slug=asked["game"], slug=asked["source"])
        own |= {f"l{number}" for number, line in enumerate(lines_of(source.text), 1) if line.strip()}
        return own | _ids_among(Entry.objects.live().filter(source=source))
    if name == "card":
        card = Card.objects.get(game__slug=asked["game"], slug=asked["slug"])
        return own | _ids_among(Entry.objects.live().own_of(card).official_first())
    if name == "paper":
        texts = Entry.objects.live().filter(source__game__slug=asked["game"])
        return own | _ids_among(texts.order_by("source", "position"))
    if name == "entry":
        entry = Entry.objects.at([path]).get()
        return own | set(_PLACE.findall(entry.html)) | _ids_among(Entry.objects.live().under(entry))
    return own


def _ids_among(entries: QuerySet[Entry]) -> set[str]:
    """Those of texts on a page of something else, in the order of the page."""
    rows = list(entries.values_list("source__game__slug", "source__slug", "anchor", "html"))
    found = set()
    for place, (*_, html) in zip(page_ids(row[:3] for row in rows), rows, strict=True):
        found |= {place, *(f"{place}-{paragraph}" for paragraph in _PLACE.findall(html))}
    return found
