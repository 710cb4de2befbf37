"""Addresses: how an entry gets its own, once, and how old ones stay alive.

Whoever changes a slug, an anchor or a game calls ``moved`` in the same transaction.

A redirect holds the thing, not its next address: a chain of renames ends at the newest by itself. An address that
is taken again is no longer an old one: this is what keeps a renaming back from making a loop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from rulings.batches import BATCH, batches
from rulings.documents import Node, bare
from rulings.kinds import RULING
from rulings.languages import slug
from rulings.models import Card, Entry, Game, Redirect, Source
from rulings.models.base import Addressed
from rulings.models.games import whole_texts

Standing = Game | Source | Entry | Card
_THINGS = ("game", "source", "entry", "card")
_ANCHOR_LENGTH = 80
# What the paragraphs of a text are called («p2», «p2-1», «p2-end»: ``markup.reader``), at the end of an anchor.
_PARAGRAPH = re.compile(r"\bp(?=\d+(?:-\d+|-end)?$)")
_DEPTH = 3  # parts of the longest path
_PAGES_OF_A_GAME = ("terms", "print", "feed", "offline.html")


def free_slug(made: str, taken: set[str]) -> str:
    """The address, or with «-2», «-3» where it is taken."""
    found, count = made, 1
    while found in taken:
        count += 1
        found = f"{made}-{count}"
    return found


class Anchors:
    """New addresses in a source, none of which stands or stood there."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.counts: dict[str, int] = {}  # up to which number an address is taken, as far as it was asked for

    def make(self, node: Node, parent: Entry | None) -> str:
        """A new address: the printed number where it says enough («3-5»), else the title, else the heading above and
        the number or the kind; with «-2», «-3» where it is taken. «П1» of «Город» is not the first paragraph of
        «Город», which stands on the same page: «gorod-p-1»."""
        base = _PARAGRAPH.sub("p-", _anchor(node, parent) or node.kind)
        anchor, count = base, self.counts.get(base, 1)
        while anchor in self.taken:
            count += 1
            anchor = f"{base}-{count}"
        self.taken.add(anchor)
        self.counts[base] = count
        return anchor


def is_a_paragraphs(anchor: str) -> bool:
    """Whether a paragraph of another text on the same page may be called so."""
    return _PARAGRAPH.search(anchor) is not None


def _anchor(node: Node, parent: Entry | None) -> str:
    number = slug(node.number.replace(".", "-"))
    above = slug(bare(parent.heading), _ANCHOR_LENGTH) if parent else ""
    if "." in node.number.strip(". ") and node.number[:1].isdigit():
        return number
    if node.title and node.kind != RULING:
        return slug(bare(node.title), _ANCHOR_LENGTH)
    if node.kind == RULING and not (above and number):
        return slug(node.title, _ANCHOR_LENGTH)
    return "-".join(part for part in (above, number or node.kind) if part)


def moved(thing: Standing, old_path: str | None) -> None:
    """Lead the old address of a saved thing, and of everything beneath it, to where it stands now.

    ``old_path`` is ``None`` for a thing that is new: it takes its address from whatever redirect had it.
    """
    path = thing.path
    if path == old_path:
        return
    rows = list(with_all_beneath(thing))
    if old_path is not None:
        if isinstance(thing, Game) and not thing.drawn_as:
            thing.drawn_as = old_path.rstrip("/")
            thing.save(update_fields=["drawn_as"])
        Redirect.objects.bulk_create(
            (Redirect(path=old_path + row.path.removeprefix(path), **{_key(row): row}) for row in rows),
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["path"],
            update_fields=_THINGS,
        )
    free(row.path for row in rows)


def free(paths: Iterable[str]) -> None:
    """Forget redirects at addresses where something stands now."""
    for some in batches(paths):
        Redirect.objects.filter(path__in=some).delete()


def former_at(thing: Standing) -> Addressed | None:
    """What else the address of a thing led to until now; ``moved`` takes it away."""
    old = Redirect.objects.filter(path=thing.path).first()
    return old.thing if old and old.thing != thing else None


def standing_at(path: str) -> Standing | None:
    """What has this address today, on the site or off it."""
    parts = path.strip("/").split("/")
    if len(parts) == 1:
        return Game.objects.filter(slug=parts[0]).first()
    if len(parts) == 2:
        return Source.objects.filter(game__slug=parts[0], slug=parts[1]).first()
    if parts[1] == "cards":
        return Card.objects.filter(game__slug=parts[0], slug=parts[2]).first()
    return Entry.objects.at([path]).first()


def new_path(path: str) -> str | None:
    """Where an old path leads: the page itself moved, or the source or the game above it did. The new address of an
    entry that no reader can open is not told."""
    parts = path.rstrip("/").split("/")
    above = {"/".join(parts[: count + 1]) + "/" for count in range(len(parts))}
    moves = Redirect.objects.filter(path__in=above)
    moves = moves.select_related("game", "source__game", "entry__source__game", "card__game")
    moves = moves.defer(*whole_texts("source__"), *whole_texts("entry__source__"))
    for move in sorted(moves, key=lambda move: -len(move.path)):
        thing, rest = move.thing, path[len(move.path) :]
        if rest and not _has_beneath(thing, move.path):
            continue
        if isinstance(thing, Entry) and not thing.is_live:
            return None
        target = thing.path + rest
        if target != path:
            # Beneath it something may have moved since, or nothing have stood at all.
            return target if _is_open(thing, target, rest) else new_path(target)
    return None


def _is_open(thing: Addressed, path: str, rest: str) -> bool:
    """Whether a reader finds a page at the path, that of a thing and what followed the old address of it."""
    if not rest or (isinstance(thing, Game) and rest.rstrip("/") in _PAGES_OF_A_GAME):
        return True
    found = standing_at(path) if path.strip("/").count("/") < _DEPTH else None
    return found is not None and (not isinstance(found, Entry) or found.is_live)


def _has_beneath(thing: Addressed, old_path: str) -> bool:
    """Whether what stood beneath an old address may stand beneath the thing: nothing does beneath a card or an entry,
    and where a game stood no source has its pages."""
    return isinstance(thing, Game | Source) and thing.path.count("/") == old_path.count("/")


def find_game(called: str) -> Game | None:
    """A game, with its base game, by its address, or by one it once had."""
    if not called.isprintable():
        return None
    game = Game.objects.select_related("parent").filter(slug=called).first()
    old = None if game else Redirect.objects.select_related("game__parent").filter(path=f"{called}/").first()
    return old.game if old else game


def find_sources(called: str, game: str = "") -> list[Source]:
    """The sources of an address, by that or by one they once had; ``game`` is the address of theirs, or one it had.
    Whether it is of one game or of all, what has the address today goes before what had it."""
    if not called.isprintable():
        return []
    own = Source.objects.filter(slug=called)
    if game and (found := find_game(game)):
        own = own.filter(game=found)
    moves = Redirect.objects.filter(source__isnull=False)
    moves = moves.filter(path=f"{game}/{called}/") if game else moves.filter(path__endswith=f"/{called}/")
    light = own.select_related("game").defer(*whole_texts())
    return list(light) or [move.source for move in moves.select_related("source__game") if move.source]


def games_called() -> dict[str, Game]:
    """Every game by the address it has, and by those it once had and that no other has now."""
    moved = Redirect.objects.filter(game__isnull=False).select_related("game")
    found = {path: old.game for old in moved if "/" not in (path := old.path.rstrip("/")) and old.game}
    return found | {game.slug: game for game in Game.objects.all()}


def old_anchors(source: Source) -> set[str]:
    """Anchors that entries of a source once had: a new entry doesn't take them."""
    paths = Redirect.objects.filter(path__startswith=source.path).values_list("path", flat=True)
    return {path.removeprefix(source.path).rstrip("/") for path in paths} - {""}


def with_all_beneath(thing: Standing) -> Iterator[Standing]:
    """A thing and whatever has an address that begins with its own."""
    yield thing
    if isinstance(thing, Game):
        yield from Source.objects.filter(game=thing).select_related("game").defer(*whole_texts())
        yield from Card.objects.filter(game=thing).select_related("game")
        yield from _light(Entry.objects.filter(source__game=thing))
    elif isinstance(thing, Source):
        yield from _light(Entry.objects.filter(source=thing))


def _light(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("source__game").defer(*whole_texts("source__"))


def _key(row: Standing) -> str:
    kinds = {"game": Game, "source": Source, "entry": Entry, "card": Card}
    return next(name for name, model in kinds.items() if isinstance(row, model))
