"""What a query that is still being typed may become: cards, then questions. Everything comes from the index."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulings.keyboards import swap_layout
from rulings.languages import fold, words
from rulings.search.names import Named

_LONGEST = 60  # cards offered for the shortest prefixes


@dataclass(frozen=True)
class Offer:
    """A name that goes on as typed. ``rank``: 0 it begins so, 1 another word of it does."""

    named: Named
    rank: int


class Prefixes:
    """Every word of every name, sorted, so that the names with a word that begins so are one look-up."""

    def __init__(self, names: Iterable[Named]) -> None:
        self.names = list(names)
        pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._words: list[tuple[str, ...]] = []
        for at, named in enumerate(self.names):
            own = tuple(fold(word.text) for word in words(named.text))
            self._words.append(own)
            for place, word in enumerate(own):
                pairs[word].append((at, place))
        self._keys = sorted(pairs)
        self._pairs = pairs

    def offers(self, text: str, game: str = "") -> list[Offer]:
        """Names that the typed words begin, in their order; as typed, or else on the other layout."""
        for typed in (fold(text), swap_layout(fold(text))):
            found = self._find([word.text for word in words(typed)], game)
            if found:
                return found
        return []

    def _find(self, typed: Sequence[str], game: str) -> list[Offer]:
        if not typed or len(typed[-1]) < (2 if len(typed) == 1 else 1):
            return []
        found: dict[int, Offer] = {}
        for at, place in self._beginning(typed[0]):
            named = self.names[at]
            if (not game or named.game == game) and _goes_on(self._words[at], place, typed):
                offer = Offer(named, min(place, 1))
                if at not in found or offer.rank < found[at].rank:
                    found[at] = offer
        return sorted(found.values(), key=lambda offer: (offer.rank, offer.named.role != "main", len(offer.named.text)))

    def _beginning(self, prefix: str) -> Iterable[tuple[int, int]]:
        at = bisect_left(self._keys, prefix)
        while at < len(self._keys) and self._keys[at].startswith(prefix):
            yield from self._pairs[self._keys[at]]
            at += 1


def _goes_on(own: Sequence[str], place: int, typed: Sequence[str]) -> bool:
    """Whether the words of a name from a place on begin as the typed ones do."""
    return place + len(typed) <= len(own) and all(
        own[place + offset].startswith(word) for offset, word in enumerate(typed)
    )
