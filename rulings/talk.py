"""A file of table talk becomes synonyms: ``load_talk(path)``. One transaction, safe to repeat.

``[[synonym]]``: each of ``say`` also finds each of ``means``. ``[[word]]``: the common words of rules in each
language find one another. ``[[elsewhere]]``: each of ``say`` is a thing that isn't here, as another game. As with
names, only what the file changed since it was last loaded is carried over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from rulings.addresses import games_called
from rulings.documents import Problem
from rulings.languages import LANGUAGES
from rulings.models import NamesFile, Synonym
from rulings.publishing import publish_things
from rulings.reading import ImportFailure, read_text
from rulings.toml import Part, Toml, TomlError


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
        changed = _carry_over(path, wanted, before)
        record.text = text
        record.save()
        publish_things(changed)
    return len(changed)


def _carry_over(path: Path, wanted: dict[Talk, int], before: dict[Talk, int]) -> list[Synonym]:
    """Write what the file has come to say, take out what it no longer says; rows that an editor changed stay. A game
    is known by its old address too; what belongs to one that an editor deleted is left out."""
    games = games_called()
    known = {talk.game for talk in before}
    for talk, line in wanted.items():
        if talk.game and talk.game not in games and talk.game not in known:
            raise ImportFailure(path, Problem("names-game", line, talk.game))

    def here(talks: Iterable[Talk]) -> dict[Talk, None]:
        """Each with the address that its game has now."""
        found = (
            talk._replace(game=games[talk.game].slug) if talk.game else talk
            for talk in talks
            if not talk.game or talk.game in games
        )
        return dict.fromkeys(found)

    new, old = here(talk for talk in wanted if talk not in before), here(talk for talk in before if talk not in wanted)
    rows = {
        Talk(row.game.slug if row.game else "", row.language, row.says, row.means): row
        for row in Synonym.objects.select_related("game")
    }
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


def _synonyms(path: Path, text: str) -> dict[Talk, int]:
    """What a file says, each with the line of its game."""
    try:
        toml = Toml(text)
    except TomlError as error:
        raise ImportFailure(path, Problem("names-toml", error.line)) from error
    found: dict[Talk, int] = {}
    for key, items in toml.data.items():
        if key not in _ITEMS or not isinstance(items, list):
            raise ImportFailure(path, Problem("names-key", toml.whole.key(key), key))
        for index, item in enumerate(items):
            if not isinstance(item, dict):
                raise ImportFailure(path, Problem("names-value", toml.whole.key(key), str(item)[:60]))
            reader = _Item(path, item, toml.item(key, index))
            for talk in _ITEMS[key](reader):
                found.setdefault(talk, reader.part.key("game") or reader.part.first)
    return found


class _Item(NamedTuple):
    """A synonym or a word of a file, and its lines."""

    path: Path
    item: dict[str, Any]
    part: Part

    def said(self) -> Iterator[Talk]:
        if unknown := set(self.item) - {"language", "say", "means", "game"}:
            raise self._wrong("names-key", sorted(unknown)[0])
        language, game = self._language(), self.item.get("game", "")
        if not isinstance(game, str):
            raise self._wrong("names-value", "game", str(game)[:60])
        says, means = ", ".join(self._words("say")), ", ".join(self._words("means"))
        yield Talk(game, language, says, means)

    def translated(self) -> Iterator[Talk]:
        """A word of the glossary, said in each of its languages, means it in the others."""
        if unknown := set(self.item) - set(LANGUAGES):
            raise self._wrong("names-value", sorted(unknown)[0])
        for language in self.item:
            others = [word for other in self.item if other != language for word in self._words(other)]
            if others:
                yield Talk("", language, ", ".join(self._words(language)), ", ".join(others))

    def elsewhere(self) -> Iterator[Talk]:
        if unknown := set(self.item) - {"language", "say"}:
            raise self._wrong("names-key", sorted(unknown)[0])
        yield Talk("", self._language(), ", ".join(self._words("say")), "")

    def _language(self) -> str:
        language = self.item.get("language")
        if not isinstance(language, str) or language not in LANGUAGES:
            raise self._wrong("names-value", "language", str(language))
        return language

    def _words(self, key: str) -> list[str]:
        words = self.item.get(key)
        if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
            raise self._wrong("names-key", key)
        return words

    def _wrong(self, problem: str, key: str, detail: str = "") -> ImportFailure:
        return ImportFailure(self.path, Problem(problem, self.part.key(key) or self.part.first, detail or key))


_ITEMS = {"synonym": _Item.said, "word": _Item.translated, "elsewhere": _Item.elsewhere}
