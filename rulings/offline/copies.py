"""The copy of the knowledge base that a device keeps, made anew when the index has changed, and kept in memory and on
disk until then.

A copy is of one version: the hash of all that is in it. Its parts are named by it, so that a device which fetches
one part after the other never gets two versions mixed.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Sum

from rulings.models import Card, Entry, Game, Name, Redirect, Source, Synonym
from rulings.models.games import whole_texts
from rulings.offline import keeping
from rulings.offline.searching import search_data
from rulings.offline.texts import texts, to_json
from rulings.search.state import State, current
from rulings.search.storage import UnusableError
from rulings.search.tables import Mask

_VERSION_LENGTH = 16
PARTS = ("texts", "search")


def may_be(version: str, part: str) -> bool:
    """Whether a copy can have such a part, of whatever data."""
    return part in PARTS and re.fullmatch(rf"[0-9a-f]{{{_VERSION_LENGTH}}}", version) is not None


@dataclass(frozen=True)
class Copy:
    """``parts``: name → the compressed JSON."""

    version: str
    parts: dict[str, bytes]

    @property
    def size(self) -> int:
        """Bytes as they travel."""
        return sum(map(len, self.parts.values()))


class UnsettledError(Exception):
    """The index can't be read, or speaks of entries that are gone: it will have caught up soon."""


_lock = threading.Lock()
_kept: tuple[object, Copy] | None = None


def copy() -> Copy:
    """The copy as it is now. Raises ``UnsettledError``."""
    global _kept
    state = _state()
    key = (state.mark, _facts())
    with _lock:  # making it twice at once would take twice as long
        if _kept is None or _kept[0] != key:
            _kept = (key, _read_or_made(state, keeping.key_of(state.mark.folder.name, state.mark.generation, key[1])))
        return _kept[1]


def _read_or_made(state: State, key: str) -> Copy:
    folder = state.mark.folder.parent.with_name("offline")
    if found := keeping.read(folder, key):
        return Copy(*found)
    made = _make(state)
    keeping.write(folder, key, made.version, made.parts)
    return made


def _state() -> State:
    try:
        return current()
    except UnusableError as error:
        raise UnsettledError from error


def _facts() -> list[tuple[Any, ...]]:
    """What a copy has that is in no document of the index: facts of sources and games, old addresses, and where the
    entries stand in their sources. Of those a sum, of which each is a part by its own weight: two that change places
    change it."""
    sources = Source.objects.order_by("pk").values_list(
        "pk", "slug", "title", "language", "credit", "edition", "version", "date", "authority"
    )
    games = Game.objects.order_by("pk").values_list("pk", "slug", "hue", "edition", "parent", "position")
    moved = Redirect.objects.order_by("pk").values_list("pk", "path", "game", "source", "entry", "card")
    names = ("position", "first_line", "last_line")
    placed = Entry.objects.aggregate(**{f"{name}s": Sum(F("pk") * F(name)) for name in names})
    return [*sources, *games, *moved, tuple(placed.values())]


def _make(state: State) -> Copy:
    entries = _entries(state, state.snapshot.is_entry)
    parts = _parts(state, entries, _named(Card.objects.all()), Game.objects.all(), state.snapshot.is_entry, _moved())
    written = {name: to_json(content) for name, content in parts.items()}
    version = hashlib.sha256(b"".join(written.values())).hexdigest()[:_VERSION_LENGTH]
    return Copy(version, {name: gzip.compress(content, 9, mtime=0) for name, content in written.items()})


class GameCopy(NamedTuple):
    """What the file of a game shows and searches."""

    entries: list[Entry]
    cards: list[Card]
    parts: dict[str, Any]


def of_game(game: Game) -> GameCopy:
    """The entries of one game in reading order, and the copy's parts of it alone. Raises ``UnsettledError``."""
    state = _state()
    games, codes = state.snapshot.column("game")
    mask = state.snapshot.is_entry & (codes == (games.index(game.slug) if game.slug in games else -1))
    entries = _entries(state, mask)
    family = Game.objects.family(game)
    cards = _named(Card.objects.filter(game__in=family))
    parts = _parts(state, entries, cards, family, mask)
    return GameCopy(sorted(entries, key=lambda entry: (entry.source_id, entry.position)), cards, parts)


def _entries(state: State, mask: Mask) -> list[Entry]:
    keys = [int(key) for key in state.snapshot.keys[mask]]
    found = Entry.objects.live().placed().prefetch_related("cards").in_bulk(keys)
    if len(found) < len(keys):
        raise UnsettledError
    return [found[key] for key in keys]


def _named(cards: QuerySet[Card]) -> list[Card]:
    return list(cards.select_related("game").prefetch_related("names"))


def _moved() -> QuerySet[Redirect]:
    moves = Redirect.objects.order_by("path")
    moves = moves.select_related("game", "source__game", "entry__source__game", "card__game")
    return moves.defer(*whole_texts("source__"), *whole_texts("entry__source__"), "entry__body", "entry__html")


def _parts(
    state: State,
    entries: list[Entry],
    cards: list[Card],
    games: QuerySet[Game],
    mask: Mask,
    redirects: Iterable[Redirect] = (),
) -> dict[str, Any]:
    known = list(games.select_related("parent").prefetch_related("names"))
    return {
        "texts": texts(entries, cards, known, redirects),
        "search": search_data(state, [*_words(entries, games)], mask),
    }


def _words(entries: Iterable[Entry], games: QuerySet[Game]) -> Iterator[tuple[str, str]]:
    """Every text that a query may be in the words of, with its language."""
    yield from ((f"{entry.title}\n{entry.text}", entry.language) for entry in entries)
    yield from Name.objects.live().of_games(games).values_list("text", "language")
    for synonym in Synonym.objects.filter(Q(game__in=games) | Q(game=None)):
        yield from ((saying, synonym.language) for saying in synonym.sayings)
