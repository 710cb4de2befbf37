"""Names by how their words begin."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from rulings.languages import fold, words
from rulings.search.names import Named


class Prefixes:
    """Every word of every name, sorted, so that the names with a word that begins so are one look-up."""

    def __init__(self, names: Iterable[Named]) -> None:
        self.names = list(names)
        self._words: list[tuple[str, ...]] = []
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, named in enumerate(self.names):
            own = tuple(fold(word.text) for word in words(named.text))
            self._words.append(own)
            for place, word in enumerate(own):
                self._places[word].append((at, place))
        self._keys = sorted(self._places)

    def offers(self, typed: Sequence[str], game: str = "") -> list[Named]:
        """Names whose words go on as the folded words typed so far: those that begin so first, then the shortest.

        A single word needs two letters; another one may have just begun.
        """
        if not typed or len(typed[0]) < 2:
            return []
        found: dict[int, int] = {}
        for at, place in self._beginning(typed[0]):
            if (not game or self.names[at].game == game) and _goes_on(self._words[at], place, typed):
                found[at] = min(found.get(at, place), place)

        def order(at: int) -> tuple[bool, bool, int, int]:
            named = self.names[at]
            return (found[at] > 0, named.role == "alias", len(named.text), at)

        return [self.names[at] for at in sorted(found, key=order)]

    def _beginning(self, prefix: str) -> Iterable[tuple[int, int]]:
        at = bisect_left(self._keys, prefix)
        while at < len(self._keys) and self._keys[at].startswith(prefix):
            yield from self._places[self._keys[at]]
            at += 1


def _goes_on(own: Sequence[str], place: int, typed: Sequence[str]) -> bool:
    """Whether the words of a name from a place on begin as the typed ones do."""
    return place + len(typed) <= len(own) and all(
        own[place + offset].startswith(word) for offset, word in enumerate(typed)
    )
