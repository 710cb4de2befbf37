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


class Talk(NamedTuple):
    """A synonym of a file: what is said and what it means, as the rows have them."""

    game: str
    language: str
    says: str
    means: str


def talk_files() -> list[Path]:
    """The files of table talk that come with the site."""
    return sorted((Path(settings.FIXTURES) / "talk").glob("*.toml"))


def load_talk(path: Path | str) -> int:
    """Load one file; returns how many synonyms are new or different. Raises ``ImportFailure`` and writes nothing."""
    path = Path(path)
    text = read_text(path)
    wanted = _synonyms(path, text)
    with transaction.atomic():  # from the first row that is read: an editor may be saving it
        record = NamesFile.of(path)
        if record.text == text:
            return 0
        before = _synonyms(path, record.text) if record.text else {}
        changed = _carry_over(
            path, [talk for talk in wanted if talk not in before], [t for t in before if t not in wanted]
        )
        record.text = text
        record.save()
        publish_things(changed)
    return len(changed)


def _carry_over(path: Path, new: list[Talk], old: list[Talk]) -> list[Synonym]:
    """Write what the file has come to say, take out what it no longer says; rows that an editor changed stay."""
    games = {game.slug: game for game in Game.objects.all()}
    rows = {
        Talk(row.game.slug if row.game else "", row.language, row.says, row.means): row
        for row in Synonym.objects.select_related("game")
    }
    for talk in new:
        if talk.game and talk.game not in games:
            raise ImportFailure(path, Problem("names-game", 0, talk.game))
    made = [
        Synonym(game=games.get(talk.game), language=talk.language, says=talk.says, means=talk.means)
        for talk in new
        if talk not in rows
    ]
    Synonym.objects.bulk_create(made)
    gone = [rows[talk] for talk in old if talk in rows]
    keys = [row.pk for row in gone]
    Synonym.objects.filter(pk__in=keys).delete()
    for row, key in zip(gone, keys, strict=True):
        row.pk = key  # the index is still to forget it
    return made + gone


def _synonyms(path: Path, text: str) -> dict[Talk, None]:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ImportFailure(path, Problem("names-toml", 0, str(error))) from error
    found: dict[Talk, None] = {}
    for key, items in content.items():
        if key not in {"synonym", "word"} or not isinstance(items, list):
            raise ImportFailure(path, Problem("names-key", 0, key))
        for item in items:
            found.update(dict.fromkeys(_said(path, item) if key == "synonym" else _translated(path, item)))
    return found


def _said(path: Path, item: dict[str, Any]) -> Iterator[Talk]:
    if unknown := set(item) - {"language", "say", "means", "game"}:
        raise ImportFailure(path, Problem("names-key", 0, sorted(unknown)[0]))
    language = item.get("language")
    if language not in LANGUAGES:
        raise ImportFailure(path, Problem("names-value", 0, str(language)))
    says, means = ", ".join(_words(path, item, "say")), ", ".join(_words(path, item, "means"))
    yield Talk(item.get("game", ""), language, says, means)


def _translated(path: Path, item: dict[str, Any]) -> Iterator[Talk]:
    """A word of the glossary, said in each of its languages, means it in the others."""
    if unknown := set(item) - set(LANGUAGES):
        raise ImportFailure(path, Problem("names-value", 0, sorted(unknown)[0]))
    for language in item:
        others = [word for other in item if other != language for word in _words(path, item, other)]
        if others:
            yield Talk("", language, ", ".join(_words(path, item, language)), ", ".join(others))


def _words(path: Path, item: dict[str, Any], key: str) -> list[str]:
    words = item.get(key)
    if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
        raise ImportFailure(path, Problem("names-key", 0, key))
    return words
