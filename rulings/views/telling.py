"""What tells answers from several sources apart on one page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulings.models import Entry
from rulings.models.lines import Line, Voice, Voiced

OFFICIAL = "official"


class Told(NamedTuple):
    """``edition``: of the source, where others beside it are of another one. ``group``: what its source is called in
    short where there are several. ``authority``: whose word it is where that says something: official, or the
    community's beside an official one. ``language``: that of edition and group."""

    edition: str = ""
    group: str = ""
    authority: str = ""
    language: str = ""


def voice_of(entry: Entry) -> Voice:
    source = entry.source
    edition = source.edition or source.game.edition
    return Voice(source.pk, source.game_id, source.title, source.authority, source.language, edition)


def told(voices: Sequence[Voice]) -> list[Told]:
    """What has to be said of each of the entries that stand together on a page."""
    beside = {voice.source: voice for voice in voices}
    return [_told(voice, beside.values()) for voice in voices]


def told_by_game(voices: Sequence[Voice]) -> list[Told]:
    """The same where the games of the entries are said as well: only those of one game have to be told apart."""
    beside: dict[int, dict[int, Voice]] = {}
    for voice in voices:
        beside.setdefault(voice.game, {})[voice.source] = voice
    return [_told(voice, beside[voice.game].values()) for voice in voices]


def _told(voice: Voice, beside: Collection[Voice]) -> Told:
    is_mixed = any(one.authority == OFFICIAL for one in beside)
    authority = voice.authority if voice.authority == OFFICIAL or is_mixed else ""
    editions = [one.edition for one in beside]
    if len(editions) < 2:
        return Told(authority=authority)
    edition = voice.edition if len(set(editions)) > 1 else ""
    is_its_own = editions.count(edition) == 1
    return Told(edition, edition if edition and is_its_own else voice.title, authority, voice.language)


class InShort(NamedTuple):
    """An entry in a short list, and what tells it from the others there."""

    entry: Line
    told: Told


def in_short(lines: Sequence[Voiced], *beside: Voice) -> list[InShort]:
    """A list of entries of several games; ``beside``: whose words stand on the page besides."""
    said = told_by_game([*(voice for _line, voice in lines), *beside])
    return [InShort(line, one) for (line, _voice), one in zip(lines, said, strict=False)]
