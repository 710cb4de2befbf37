"""A names file becomes games, cards and names: ``load_names(path)``. One transaction, safe to repeat.

Loading compares the file with what it said the last time and carries over the difference alone: what an editor
changed, added or deleted in the meantime stays so. The format is described in docs/names.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from rulings.documents import Problem
from rulings.importing import ImportFailure, read_text
from rulings.kinds import CARD_KINDS
from rulings.languages import LANGUAGES, fold
from rulings.mentioning import touched_by
from rulings.models import Card, Entry, Game, Name, NamesFile, Redirect
from rulings.models.base import Named
from rulings.publishing import publish, publish_things

_NAME_KEYS = {"language", "text", "role", "confidence", "recognise", "evidence"}
_THING_KEYS = {
    "game": {"slug", "parent", "hue", "position", "edition", "publisher", "names"},
    "card": {"slug", "kind", "game", "set", "code", "note", "names"},
    "entry": {"source", "anchor", "game", "names"},
}
_FIELDS = {
    "game": ("hue", "position", "edition", "publisher"),
    "card": ("kind", "set", "code", "note"),
    "entry": (),
}
_CHOICES = {
    "language": set(LANGUAGES),
    "role": {key for key, _ in Name.ROLES},
    "confidence": {key for key, _ in Name.CONFIDENCES},
    "recognise": {key for key, _ in Name.RECOGNISE},
}


class Thing(NamedTuple):
    """A game, card or entry of a names file: what it is known by, its own facts, its names by (language, text)."""

    kind: str
    key: tuple[str, ...]
    facts: dict[str, Any]
    names: dict[tuple[str, str], dict[str, str]]


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
    record = NamesFile.objects.filter(file_name=path.name).first() or NamesFile(file_name=path.name)
    report = NamesReport(path)
    if record.text == text:
        return report
    things = list(_things(path, text))
    before = {(thing.kind, thing.key): thing for thing in _things(path, record.text)} if record.text else {}
    with transaction.atomic():
        loader = _Loader(path, report)
        touched: list[Name] = []
        for thing in things:
            touched += loader.load(thing, before.get((thing.kind, thing.key)))
        if not report.missing_entries:
            record.text = text
            record.save()
        publish_things(loader.things)
        publish(Entry.objects.placed().with_keys(touched_by(touched)))
    return report


# ── reading and checking ───────────────────────────────────────────────────


def _things(path: Path, text: str) -> Iterator[Thing]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ImportFailure(path, Problem("names-toml", 0, str(error))) from error
    default_game = data.pop("game", None) if isinstance(data.get("game"), str) else None
    seen: dict[tuple[str, ...], int] = {}
    for kind, items in data.items():
        if kind not in _THING_KEYS or not isinstance(items, list):
            raise ImportFailure(path, Problem("names-key", _line(text, kind), kind))
        for item in items:
            yield _thing(path, text, kind, item, default_game, seen)


def _thing(
    path: Path, text: str, kind: str, item: dict[str, Any], default_game: str | None, seen: dict[tuple[str, ...], int]
) -> Thing:
    hint = item.get("slug") or item.get("anchor") or kind

    def wrong(key: str, detail: str, at: str = "", occurrence: int = 1) -> ImportFailure:
        return ImportFailure(path, Problem(key, _line(text, at or str(hint), occurrence), detail))

    if unknown := set(item) - _THING_KEYS[kind]:
        raise wrong("names-key", sorted(unknown)[0])
    game = item.get("game", default_game)
    identity = {"game": ("slug",), "card": ("slug", "kind"), "entry": ("source", "anchor")}[kind]
    for key in identity:
        if not isinstance(item.get(key), str) or not item[key]:
            raise wrong("names-key", key)
    if kind == "card" and item["kind"] not in CARD_KINDS:
        raise wrong("names-value", item["kind"])
    if kind != "game" and not game:
        raise wrong("names-key", "game")
    names: dict[tuple[str, str], dict[str, str]] = {}
    of_kind = (kind, game or "", item.get("kind", ""))
    for number, name in enumerate(item.get("names", [])):
        _check_name(name, wrong)
        words = (name["language"], fold(name["text"]))
        places: list[tuple[str, ...]] = [(*of_kind, item.get("slug", "") or item.get("anchor", ""), *words)]
        if name.get("role", "main") == "main":
            places.append((*of_kind, *words))
        for place in places:
            if place in seen:
                raise wrong("name-twice", name["text"], name["text"], occurrence=2)
        seen.update(dict.fromkeys(places, number))
        names[(name["language"], name["text"])] = {"role": "main", "confidence": "printed", **name}
    facts = {key: value for key, value in item.items() if key not in {"names", "game"}}
    identifier = (item["slug"],) if kind == "game" else (game, *(item[part] for part in identity if part != "kind"))
    return Thing(kind, identifier, facts, names)


def _check_name(name: Any, wrong: Any) -> None:
    if not isinstance(name, dict) or not name.get("text") or not isinstance(name["text"], str):
        raise wrong("names-key", "text")
    if unknown := set(name) - _NAME_KEYS:
        raise wrong("names-key", sorted(unknown)[0], name["text"])
    for key, allowed in _CHOICES.items():
        if (key in name or key == "language") and name.get(key) not in allowed:
            raise wrong("names-value", str(name.get(key)), name["text"])


def _line(text: str, words: str, occurrence: int = 1) -> int:
    """The line where something stands in the file for the nth time; TOML readers don't tell."""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if f'"{words}"' in line or line.strip() == words]
    return lines[min(occurrence, len(lines)) - 1] if lines else 0


# ── writing ────────────────────────────────────────────────────────────────


class _Loader:
    def __init__(self, path: Path, report: NamesReport) -> None:
        self.path, self.report = path, report
        self.games = {game.slug: game for game in Game.objects.all()}
        self.things: list[Card | Game] = []  # what the index is to learn

    def load(self, thing: Thing, before: Thing | None) -> list[Name]:
        """Carry over what the file changed about a thing; returns the names that are new or different."""
        row = self._row(thing)
        if row is None:
            if before is not None and thing.kind != "entry":
                return []  # an editor deleted it
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

    def _row(self, thing: Thing) -> Named | None:
        path = {
            "game": "{0}/",
            "card": "{0}/cards/{1}/",
            "entry": "{0}/{1}/{2}/",
        }[thing.kind].format(*thing.key)
        found: Named | None
        if thing.kind == "game":
            found = self.games.get(thing.key[0])
        elif thing.kind == "card":
            found = Card.objects.filter(game__slug=thing.key[0], slug=thing.key[1]).first()
        else:
            game, source, anchor = thing.key
            found = Entry.objects.filter(source__game__slug=game, source__slug=source, anchor=anchor).first()
        if found is None and (old := Redirect.objects.filter(path=path).first()):
            moved = old.thing
            found = moved if isinstance(moved, Named) else None
        return found

    def _create(self, thing: Thing) -> Named | None:
        facts = {name: thing.facts[name] for name in _FIELDS[thing.kind] if name in thing.facts}
        row: Game | Card
        if thing.kind == "game":
            parent = thing.facts.get("parent")
            row = Game(slug=thing.key[0], parent=self._game(parent) if parent else None, **facts)
        elif thing.kind == "card":
            row = Card(slug=thing.key[1], game=self._game(thing.key[0]), **facts)
        else:
            return None
        row.clean_fields()
        row.save()
        if isinstance(row, Game):
            self.games[row.slug] = row
        self.report.created += 1
        return row

    def _game(self, slug: str) -> Game:
        if slug not in self.games:
            raise ImportFailure(self.path, Problem("names-game", 0, slug))
        return self.games[slug]

    def _update(self, row: Named, thing: Thing, before: Thing) -> None:
        changed = [
            name
            for name in _FIELDS[thing.kind]
            if thing.facts.get(name) != before.facts.get(name) and getattr(row, name) == (before.facts.get(name) or "")
        ]
        for name in changed:
            setattr(row, name, thing.facts.get(name, ""))
        if changed:
            row.full_clean()
            row.save()
            self.report.changed += 1

    def _names(self, row: Named, thing: Thing, before: Thing | None) -> list[Name]:
        owner = {"card" if isinstance(row, Card) else "game" if isinstance(row, Game) else "entry": row}
        rows = {(name.language, name.text): name for name in row.names.all()}
        old_names = before.names if before else {}
        touched: list[Name] = []
        for key, facts in thing.names.items():
            name = rows.get(key)
            if name is None and key not in old_names:
                name = Name(**owner, **facts)
                touched.append(name)
            elif name is not None and key in old_names and facts != old_names[key]:
                untouched = all(getattr(name, k) == v for k, v in old_names[key].items())
                if untouched:
                    for k, v in facts.items():
                        setattr(name, k, v)
                    name.save()
                    touched.append(name)
                    self.report.changed += 1
        Name.objects.prepared(name for name in touched if name.pk is None)
        for key, facts in old_names.items():
            name = rows.get(key)
            if key not in thing.names and name and all(getattr(name, k) == v for k, v in facts.items()):
                name.delete()
                touched.append(name)
        return touched
