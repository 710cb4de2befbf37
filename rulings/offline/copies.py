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
from pathlib import Path
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from rulings.models import Card, Entry, Game, Name, Redirect, Source, Synonym, content
from rulings.models.games import whole_texts
from rulings.offline import keeping
from rulings.offline.searching import search_data
from rulings.offline.texts import texts, to_json
from rulings.search.state import State, current
from rulings.search.storage import BusyError, Mark, UnusableError
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
    """The copy is being made, or the index can't be read or speaks of entries that are gone: it will have caught up
    soon."""


class Kept(NamedTuple):
    """A copy in memory; ``made_of``: the state of the index and of the content when that was the newest copy; ``key``:
    what it is kept by on disk."""

    made_of: tuple[Mark, str | None]
    key: str
    copy: Copy


_lock = threading.Lock()
_kept: Kept | None = None


def copy() -> Copy:
    """The copy as it is now. Raises ``UnsettledError``, at once while another process or thread makes it: those who
    would wait for it are all that serve the site."""
    global _kept
    state = _state()
    made_of = (state.mark, content.token())
    if _kept and made_of[1] and _kept.made_of == made_of:
        return _kept.copy
    key = key_of(state)
    folder = state.mark.folder.parent.with_name("offline")
    found = _found(folder, key) or _made(folder, key, state)
    _kept = Kept(made_of, key, found)
    return found


def key_of(state: State) -> str:
    """The name of the copy of what is there now."""
    return keeping.key_of(state.mark.folder.name, state.mark.generation, _facts())


def _found(folder: Path, key: str) -> Copy | None:
    """A copy that this process or another one has made."""
    with _lock:  # reading it twice at once would take twice as long
        if _kept and _kept.key == key:
            return _kept.copy
        read = keeping.read(folder, key)
        return Copy(*read) if read else None


def _made(folder: Path, key: str, state: State) -> Copy:
    try:
        with keeping.making(folder):
            if found := _found(folder, key):  # made meanwhile
                return found
            made = _make(state)
            keeping.write(folder, key, made.version, made.parts)
            return made
    except BusyError as error:
        raise UnsettledError from error


def _state() -> State:
    try:
        return current()
    except UnusableError as error:
        raise UnsettledError from error


def _facts() -> list[tuple[Any, ...]]:
    """What a copy has that is in no document of the index: facts of sources and games, old addresses, and where the
    entries stand in their sources. Asked for where the content is another or may be."""
    sources = Source.objects.order_by("pk").values_list(
        "pk", "slug", "title", "language", "credit", "edition", "version", "date", "authority"
    )
    games = Game.objects.order_by("pk").values_list("pk", "slug", "hue", "edition", "parent", "position")
    moved = Redirect.objects.order_by("pk").values_list("pk", "path", "game", "source", "entry", "card")
    placed = Entry.objects.order_by("pk").values_list("pk", "position", "first_line", "last_line")
    return [*sources, *games, *moved, *placed]


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
