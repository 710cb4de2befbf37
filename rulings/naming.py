"""A names file becomes games, cards and names: ``load_names(path)``. One transaction, safe to repeat.

Loading compares the file with what it said the last time and carries over the difference alone: what an editor
changed, added or deleted in the meantime stays so. The format is described in docs/names.md.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from rulings.addresses import games_called
from rulings.documents import Problem
from rulings.editing import Edit
from rulings.kinds import CARD_KINDS
from rulings.languages import LANGUAGES, fold
from rulings.models import Card, Entry, Game, Name, NamesFile, Redirect
from rulings.models.base import Named
from rulings.owning import renew
from rulings.publishing import publish, publish_things
from rulings.reading import ImportFailure, read_text
from rulings.toml import Part, Toml, TomlError
from rulings.touching import touched_by

_NAME_KEYS = {"language", "text", "role", "confidence", "recognise", "evidence"}
_THING_KEYS = {
    "game": {"slug", "parent", "hue", "position", "edition", "publisher", "names"},
    "card": {"slug", "kind", "game", "set", "code", "note", "names"},
    "entry": {"source", "anchor", "game", "names"},
}
_IDENTITY = {"game": ("slug",), "card": ("slug", "kind"), "entry": ("source", "anchor")}
_FIELDS = {
    "game": ("hue", "position", "edition", "publisher"),
    "card": ("kind", "set", "code", "note"),
    "entry": (),
}
_BREAKS = {"Cc", "Zl", "Zp"}  # line feeds, tabs and the like, by Unicode's categories
_CHOICES = {
    "language": set(LANGUAGES),
    "role": {key for key, _ in Name.ROLES},
    "confidence": {key for key, _ in Name.CONFIDENCES},
    "recognise": {key for key, _ in Name.RECOGNISE},
}


class Thing(NamedTuple):
    """A game, card or entry of a names file: what it is known by, its own facts, its names by (language, text), and
    the line that says which game it belongs to (for a game: its base game)."""

    kind: str
    key: tuple[str, ...]
    facts: dict[str, Any]
    names: dict[tuple[str, str], dict[str, str]]
    game_line: int = 0


@dataclass
class NamesReport:
    path: Path
    created: int = 0
    changed: int = 0
    missing_entries: list[str] = field(default_factory=list)


def names_files() -> list[Path]:
    """The names files that come with the site, the games first."""
    folder = Path(settings.FIXTURES) / "names"
    return sorted(folder.glob("*.toml"), key=lambda path: (path.name != "games.toml", path.name))


def load_names(path: Path | str) -> NamesReport:
    """Load one names file. Raises ``ImportFailure`` and writes nothing when something in it is wrong.

    Names of entries whose source isn't here yet are left out, reported, and found by the next load.
    """
    path = Path(path)
    text = read_text(path)
    report = NamesReport(path)
    with transaction.atomic():  # from the first row that is read: an editor may be saving it
        record = NamesFile.of(path)
        if record.text != text:
            _load(path, text, record, report)
    return report


def _load(path: Path, text: str, record: NamesFile, report: NamesReport) -> None:
    things = list(_things(path, text))
    before = {(thing.kind, thing.key): thing for thing in _things(path, record.text, known=True)} if record.text else {}
    loader = _Loader(path, report, things, before.values())
    touched: list[Name] = []
    for thing in things:
        touched += loader.load(thing, before.get((thing.kind, thing.key)))
    Name.objects.prepared(name for name in touched if name._state.adding)
    if not report.missing_entries:
        record.text = text
        record.save()
    publish_things(loader.things)
    owned = renew(touched, {name.card.game for name in touched if name.card})
    codes = [row for row in loader.things if isinstance(row, Card) and (row.code or row.set)]
    publish(Entry.objects.only("pk").with_keys(touched_by([*touched, *codes, *owned])))
    for edit in loader.edits:
        edit.finish()


# ── reading and checking ───────────────────────────────────────────────────


def _things(path: Path, text: str, *, known: bool = False) -> Iterator[Thing]:
    """What a file says. ``known``: it was loaded once, so that what it may not say any longer is no error."""
    try:
        toml = Toml(text)
    except TomlError as error:
        raise ImportFailure(path, Problem("names-toml", error.line)) from error
    default_game = toml.data.pop("game") if isinstance(toml.data.get("game"), str) else None
    reader = _Reader(path, toml, default_game)
    for kind, items in toml.data.items():
        if kind not in _THING_KEYS or not isinstance(items, list):
            raise ImportFailure(path, Problem("names-key", toml.whole.key(kind), kind))
        for index, item in enumerate(items):
            part = toml.item(kind, index)
            if not isinstance(item, dict):
                raise ImportFailure(path, Problem("names-value", toml.whole.key(kind), str(item)[:60]))
            thing = reader.thing(kind, item, part)
            if not known:
                reader.check(thing, part)
            yield thing


class _Reader:
    """Reads the things of a file, one after the other, and remembers which were there."""

    def __init__(self, path: Path, toml: Toml, default_game: str | None) -> None:
        self.path, self.toml, self.default_game = path, toml, default_game
        self.things: set[tuple[str, ...]] = set()
        self.names: set[tuple[str, ...]] = set()

    def thing(self, kind: str, item: dict[str, Any], part: Part) -> Thing:
        """An item as a thing: its keys are known, what it is known by is there, and everything is of its type."""
        identity = _IDENTITY[kind]
        at = next((part.value(str(item.get(key))) for key in ("slug", "anchor") if item.get(key)), 0) or part.first
        for key in sorted(set(item) - _THING_KEYS[kind]):
            raise self._wrong("names-key", at, key)
        for key, value in item.items():
            wanted = {"names": list, "hue": int, "position": int}.get(key, str)
            if not isinstance(value, wanted) or isinstance(value, bool) or "\x00" in str(value):
                raise self._wrong("names-value", part.key(key) or at, f"{key}: {str(value)[:60]}")
        for key in identity:
            if not item.get(key):
                raise self._wrong("names-key", at, key)
        if kind == "card" and item["kind"] not in CARD_KINDS:
            raise self._wrong("names-value", at, item["kind"])
        game = item.get("game", self.default_game)
        if kind != "game" and not game:
            raise self._wrong("names-key", at, "game")
        names: dict[tuple[str, str], dict[str, str]] = {}
        for name in item.get("names", []):
            self._check_name(name, part)
            if (name["language"], name["text"]) in names:
                raise self._wrong("name-twice", part.value(name["text"], occurrence=2), name["text"])
            names[(name["language"], name["text"])] = {"role": "main", "confidence": "printed", **name}
        facts = {key: value for key, value in item.items() if key not in {"names", "game"}}
        known_by = tuple(item[part_of] for part_of in identity if part_of != "kind")
        link = "parent" if kind == "game" else "game"
        game_line = part.key(link) if link in item else self.toml.whole.key("game")
        return Thing(kind, known_by if kind == "game" else (str(game), *known_by), facts, names, game_line)

    def _check_name(self, name: Any, part: Part) -> None:
        if not isinstance(name, dict) or not name.get("text") or not isinstance(name["text"], str):
            raise self._wrong("names-key", part.key("names"), "text")
        at = part.value(name["text"])
        for key in sorted(set(name) - _NAME_KEYS):
            raise self._wrong("names-key", at, key)
        for key, value in name.items():
            if not isinstance(value, str) or "\x00" in value:
                raise self._wrong("names-value", at, f"{key}: {str(value)[:60]}")
        for key, allowed in _CHOICES.items():
            if (key in name or key == "language") and name.get(key) not in allowed:
                raise self._wrong("names-value", at, str(name.get(key)))
        if not any(map(str.isalnum, name["text"])):
            raise self._wrong("names-value", at, name["text"])

    def check(self, thing: Thing, part: Part) -> None:
        """Whether a thing can be written: its address and its names are its own, its values fit."""
        if (thing.kind, *thing.key) in self.things:
            raise self._wrong("thing-twice", part.value(thing.key[-1]), thing.key[-1])
        self.things.add((thing.kind, *thing.key))
        self._check_names_apart(thing, part)
        facts = {name: thing.facts[name] for name in _FIELDS[thing.kind] if name in thing.facts}
        if thing.kind == "game":
            self._clean(Game(slug=thing.key[0], **facts), {"parent"}, part)
        elif thing.kind == "card":
            self._clean(Card(slug=thing.key[1], **facts), {"game"}, part)
        for (_language, text), name in thing.names.items():
            if any(unicodedata.category(char) in _BREAKS for char in text):
                raise self._wrong("names-line", part.string(text) or part.first, " ".join(text.split()))
            self._clean(Name(**name), {"card", "game", "entry", "forms"}, part, part.value(text))
        if not thing.names:
            raise self._wrong("no-names", part.value(thing.key[-1]) or part.first, thing.key[-1])

    def _check_names_apart(self, thing: Thing, part: Part) -> None:
        of_kind = (thing.kind, thing.key[0] if thing.kind != "game" else "", thing.facts.get("kind", ""))
        mains: set[str] = set()
        for (language, text), name in thing.names.items():
            is_main, words = name["role"] == "main", (language, fold(text))
            places: list[tuple[str, ...]] = [(*of_kind, thing.key[-1], *words)]
            if is_main:
                places.append((*of_kind, *words))
            if not self.names.isdisjoint(places):
                raise self._wrong("name-twice", part.value(text, occurrence=2), text)
            if is_main and language in mains:
                raise self._wrong("main-twice", part.value(text), text)
            self.names.update(places)
            mains |= {language} if is_main else set()

    def _clean(self, row: Game | Card | Name, without: set[str], part: Part, at: int = 0) -> None:
        try:
            row.clean_fields(exclude=without)
        except ValidationError as error:
            fact, messages = next(iter(error.message_dict.items()))
            raise self._wrong("wrong-value", at or part.key(fact), f"{fact}: {messages[0]}") from error

    def _wrong(self, key: str, line: int, detail: str) -> ImportFailure:
        return ImportFailure(self.path, Problem(key, line, detail))


# ── writing ────────────────────────────────────────────────────────────────


def _address(thing: Thing) -> str:
    """The address of a thing without the language, by the contracts."""
    return {"game": "{0}/", "card": "{0}/cards/{1}/", "entry": "{0}/{1}/{2}/"}[thing.kind].format(*thing.key)


def _rows(things: Sequence[Thing]) -> dict[str, Named]:
    """The rows of things that are here, by address, with their names at hand; a thing that moved is where it is now."""
    last = {kind: [thing.key[-1] for thing in things if thing.kind == kind] for kind in _THING_KEYS}
    rows: list[Named] = [
        *Game.objects.filter(slug__in=last["game"]).prefetch_related("names"),
        *Card.objects.filter(slug__in=last["card"]).select_related("game").prefetch_related("names"),
        *Entry.objects.filter(anchor__in=last["entry"]).select_related("source__game").prefetch_related("names"),
    ]
    found = {row.path: row for row in rows}
    missing = {_address(thing) for thing in things} - found.keys()
    for old in Redirect.objects.filter(path__in=missing):
        if isinstance(moved := old.thing, Named):
            found[old.path] = moved
    return found


class _Loader:
    def __init__(self, path: Path, report: NamesReport, things: Sequence[Thing], before: Collection[Thing]) -> None:
        self.path, self.report = path, report
        self.games = games_called()
        self.known = {address for thing in before for address in (thing.key[0], thing.facts.get("parent"))}
        self.rows = _rows(things)
        self.names: dict[tuple[type[Named], int], dict[tuple[str, str], Name]] = {}
        self.things: list[Card | Game] = []  # what the index is to learn
        self.edits: list[Edit] = []  # of rows that are here and whose facts change

    def load(self, thing: Thing, before: Thing | None) -> list[Name]:
        """Carry over what the file changed about a thing; returns the names that are new or different."""
        row = self.rows.get(_address(thing))
        if row is None:
            if thing.kind != "entry" and (before is not None or self._is_of_deleted_game(thing)):
                return []  # an editor deleted it, or its game
            row = self._create(thing)
            if row is None:
                self.report.missing_entries.append("/".join(thing.key))
                return []
        elif before is not None:
            self._update(row, thing, before)
        touched = self._names(row, thing, before)
        if isinstance(row, Card | Game) and (touched or before is None):
            self.things.append(row)
        return touched

    def _create(self, thing: Thing) -> Named | None:
        facts = {name: thing.facts[name] for name in _FIELDS[thing.kind] if name in thing.facts}
        row: Game | Card
        if thing.kind == "game":
            parent = thing.facts.get("parent")
            row = Game(slug=thing.key[0], parent=self._game(parent, thing) if parent else None, **facts)
        elif thing.kind == "card":
            row = Card(slug=thing.key[1], game=self._game(thing.key[0], thing), **facts)
        else:
            return None
        if isinstance(row, Game) and row.parent:
            self._check(row, thing)
        row.save()
        self.names[type(row), row.pk] = {}
        if isinstance(row, Game):
            self.games[row.slug] = row
        self.report.created += 1
        return row

    def _is_of_deleted_game(self, thing: Thing) -> bool:
        """Whether it belongs to a game that the file already spoke of and that is no longer here."""
        game = thing.facts.get("parent") if thing.kind == "game" else thing.key[0]
        return bool(game) and game not in self.games and game in self.known

    def _game(self, slug: str, thing: Thing) -> Game:
        if slug not in self.games:
            raise ImportFailure(self.path, Problem("names-game", thing.game_line, slug))
        return self.games[slug]

    def _update(self, row: Named, thing: Thing, before: Thing) -> None:
        changed: dict[str, Any] = {
            name: thing.facts.get(name, "")
            for name in _FIELDS[thing.kind]
            if thing.facts.get(name) != before.facts.get(name) and getattr(row, name) == (before.facts.get(name) or "")
        }
        if isinstance(row, Game) and thing.facts.get("parent") != before.facts.get("parent"):
            parent = self._game(thing.facts["parent"], thing) if thing.facts.get("parent") else None
            if (row.parent.slug if row.parent else None) == before.facts.get("parent"):
                changed["parent"] = parent
        if not changed:
            return
        assert isinstance(row, Card | Game), "an entry has no facts in a names file"
        self.edits.append(Edit(row))
        for name, value in changed.items():
            setattr(row, name, value)
        self._check(row, thing)
        row.save()
        self.report.changed += 1

    def _check(self, row: Card | Game, thing: Thing) -> None:
        try:
            row.full_clean()
        except ValidationError as error:
            field, (message, *_rest) = next(iter(error.message_dict.items()))
            line = thing.game_line if field == "parent" else 0
            raise ImportFailure(self.path, Problem("wrong-value", line, f"{thing.key[-1]}: {message}")) from error

    def _names(self, row: Named, thing: Thing, before: Thing | None) -> list[Name]:
        owner = {"card" if isinstance(row, Card) else "game" if isinstance(row, Game) else "entry": row}
        rows = self._names_of(row)
        old_names = before.names if before else {}
        touched: list[Name] = []
        for key, facts in thing.names.items():
            name = rows.get(key)
            if name is None and key not in old_names:
                name = rows[key] = Name(**owner, **facts)
                touched.append(name)
            elif name is not None and key in old_names and facts != old_names[key]:
                untouched = all(getattr(name, k) == v for k, v in old_names[key].items())
                if untouched:
                    # What the file doesn't say any longer is as if it had never been said.
                    unsaid = {k: getattr(Name(), k) for k in old_names[key]}
                    for k, v in {**unsaid, **facts}.items():
                        setattr(name, k, v)
                    name.save()
                    touched.append(name)
                    self.report.changed += 1
        for key, facts in old_names.items():
            name = rows.get(key)
            if key not in thing.names and name and all(getattr(name, k) == v for k, v in facts.items()):
                name.delete()
                touched.append(name)
        return touched

    def _names_of(self, row: Named) -> dict[tuple[str, str], Name]:
        """By language and text, those not saved yet among them: what moved may be named in a file twice."""
        key = (type(row), row.pk)
        if key not in self.names:
            self.names[key] = {(name.language, name.text): name for name in row.names.all()}
        return self.names[key]
