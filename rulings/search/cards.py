"""A card as search shows it: its names, where it is, and how much there is about it. Everything from the index."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rulings.interface import address
from rulings.kinds import CHAPTER
from rulings.search.names import Named
from rulings.search.state import State

SHOWN = 6  # cards shown above the results


@dataclass(frozen=True)
class FoundCard:
    """``rulings``: entries whose own card it is; ``mentions``: other entries that mention it; ``matched``: the name
    that was meant; ``titles``: the name to show, by interface language."""

    key: int
    kind: str
    game: str
    path: str
    titles: dict[str, str]
    rulings: int
    mentions: int
    matched: str

    def name_in(self, language: str) -> str:
        return self.titles[language]

    def url(self, language: str) -> str:
        return address(language, self.path)


def meant_cards(named: Iterable[Named]) -> list[Named]:
    """The names of cards among those that a query has, one a card, the longest first."""
    matched: dict[int, Named] = {}
    for name in sorted(named, key=lambda name: -len(name.forms)):
        if name.model == "rulings.card":
            matched.setdefault(name.key, name)
    return list(matched.values())[:SHOWN]


def found_card(named: Named, state: State) -> FoundCard:
    """The card of a name, with its counts."""
    snapshot = state.snapshot
    facts = snapshot.data(named.doc)
    own = snapshot.postings("things", f"o{named.key}").docs
    kinds, codes = snapshot.column("kind")
    chapter = kinds.index(CHAPTER) if CHAPTER in kinds else -1
    return FoundCard(
        key=named.key,
        kind=snapshot.value("kind", named.doc),
        game=snapshot.value("game", named.doc),
        path=facts["path"],
        titles=facts["titles"],
        rulings=int((codes[own] != chapter).sum()),
        mentions=len(np.setdiff1d(snapshot.postings("things", f"m{named.key}").docs, own)),
        matched=named.text,
    )
