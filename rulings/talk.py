"""A file of table talk becomes synonyms: ``load_talk(path)``. One transaction, safe to repeat.

``[[synonym]]``: each of ``say`` also finds each of ``means``. ``[[word]]``: the common words of rules in each
language find one another. As with names, only what the file changed since it was last loaded is carried over.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from rulings.documents import Problem
from rulings.importing import ImportFailure, read_text
from rulings.languages import LANGUAGES
from rulings.models import Game, NamesFile, Synonym
from rulings.publishing import publish_things


class Said(NamedTuple):
    """What a synonym is known by."""

    game: str
    language: str
    text: str


def talk_files() -> list[Path]:
    """The files of table talk that come with the site."""
    return sorted((Path(settings.FIXTURES) / "talk").glob("*.toml"))


def load_talk(path: Path | str) -> int:
    """Load one file; returns how many synonyms are new or different. Raises ``ImportFailure`` and writes nothing."""
    path = Path(path)
    text = read_text(path)
    wanted = _synonyms(path, text)
    record = NamesFile.objects.filter(file_name=path.name).first() or NamesFile(file_name=path.name)
    before = _synonyms(path, record.text) if record.text else {}
    if record.text == text:
        return 0
    with transaction.atomic():
        changed = _carry_over(path, wanted, before)
        record.text = text
        record.save()
        publish_things(changed)
    return len(changed)


def _carry_over(path: Path, wanted: dict[Said, list[str]], before: dict[Said, list[str]]) -> list[Synonym]:
    games = {game.slug: game for game in Game.objects.all()}
    rows = {
        Said(row.game.slug if row.game else "", row.language, row.text): row
        for row in Synonym.objects.select_related("game")
    }
    changed: list[Synonym] = []
    for said, meanings in wanted.items():
        means = ", ".join(meanings)
        row = rows.get(said)
        if said.game and said.game not in games:
            raise ImportFailure(path, Problem("names-game", 0, said.game))
        if row is None and said not in before:
            changed.append(Synonym(game=games.get(said.game), language=said.language, text=said.text, means=means))
        elif row and said in before and row.means == ", ".join(before[said]) != means:
            row.means = means
            row.save(update_fields=["means"])
            changed.append(row)
    Synonym.objects.bulk_create(row for row in changed if row.pk is None)
    for said, meanings in before.items():
        row = rows.get(said)
        if said not in wanted and row and row.means == ", ".join(meanings):
            key = row.pk
            row.delete()
            row.pk = key  # the index is still to forget it
            changed.append(row)
    return changed


def _synonyms(path: Path, text: str) -> dict[Said, list[str]]:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ImportFailure(path, Problem("names-toml", 0, str(error))) from error
    found: dict[Said, list[str]] = {}
    for key, items in content.items():
        if key not in {"synonym", "word"} or not isinstance(items, list):
            raise ImportFailure(path, Problem("names-key", 0, key))
        for item in items:
            for said, means in _said(path, item) if key == "synonym" else _translated(path, item):
                known = found.setdefault(said, [])
                known += [meaning for meaning in means if meaning not in known and meaning != said.text]
    return {said: means for said, means in found.items() if means}


def _said(path: Path, item: dict[str, Any]) -> Iterator[tuple[Said, list[str]]]:
    if unknown := set(item) - {"language", "say", "means", "game"}:
        raise ImportFailure(path, Problem("names-key", 0, sorted(unknown)[0]))
    language = item.get("language")
    if language not in LANGUAGES:
        raise ImportFailure(path, Problem("names-value", 0, str(language)))
    for word in _words(path, item, "say"):
        yield Said(item.get("game", ""), language, word), _words(path, item, "means")


def _translated(path: Path, item: dict[str, Any]) -> Iterator[tuple[Said, list[str]]]:
    if unknown := set(item) - set(LANGUAGES):
        raise ImportFailure(path, Problem("names-value", 0, sorted(unknown)[0]))
    for language in item:
        others = [word for other in item if other != language for word in _words(path, item, other)]
        for word in _words(path, item, language):
            yield Said("", language, word), others


def _words(path: Path, item: dict[str, Any], key: str) -> list[str]:
    words = item.get(key)
    if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
        raise ImportFailure(path, Problem("names-key", 0, key))
    return words
