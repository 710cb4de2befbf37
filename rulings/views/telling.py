"""What tells answers from several sources apart on one page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulings.models import Entry, Source

OFFICIAL, COMMUNITY = "official", "community"


class Told(NamedTuple):
    """``edition``: of the source, where others beside it are of another one. ``group``: what its source is called in
    short where there are several. ``is_community``: whether it is the community's beside an official one."""

    edition: str = ""
    group: str = ""
    is_community: bool = False


def told(entries: Sequence[Entry]) -> list[Told]:
    """What has to be said of each of the entries that stand together on a page, their sources and games at hand."""
    sources = {entry.source_id: entry.source for entry in entries}
    return [_told(entry.source, sources.values()) for entry in entries]


def told_by_game(entries: Sequence[Entry]) -> list[Told]:
    """The same where the games of the entries are said as well: only those of one game have to be told apart."""
    sources: dict[int, dict[int, Source]] = {}
    for entry in entries:
        sources.setdefault(entry.source.game_id, {})[entry.source_id] = entry.source
    return [_told(entry.source, sources[entry.source.game_id].values()) for entry in entries]


def _told(source: Source, beside: Collection[Source]) -> Told:
    editions = [edition_of(one) for one in beside]
    if len(editions) < 2:
        return Told()
    edition = edition_of(source) if len(set(editions)) > 1 else ""
    is_its_own = editions.count(edition) == 1
    is_mixed = any(one.authority == OFFICIAL for one in beside)
    return Told(
        edition, edition if edition and is_its_own else source.title, is_mixed and source.authority == COMMUNITY
    )


def edition_of(source: Source) -> str:
    return source.edition or source.game.edition
