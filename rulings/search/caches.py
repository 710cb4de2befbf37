"""Caches that never grow past their limits and may be used by many threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def looked_up(known: dict[K, V], keys: Sequence[K], make: Callable[[list[K]], Iterable[V]], most: int) -> list[V]:
    """The values of some keys, ``make`` asked for those that aren't known yet. What is known is forgotten once it is
    more than ``most``."""
    found = [known.get(key) for key in keys]
    if None in found:
        places = [at for at, value in enumerate(found) if value is None]
        if len(known) > most:
            known.clear()
        for at, value in zip(places, make([keys[at] for at in places]), strict=True):
            found[at] = known[keys[at]] = value
    return cast("list[V]", found)


class Cache(Generic[K, V]):
    """The oldest values go when the sum of their sizes is over ``limit``.

    A value may be worked out twice when two threads ask for it at once; it is the same value, and no lock is held
    while it is worked out. None is taken to read one either, for a search reads a dozen: that is why the oldest go and
    not those that were asked for the longest ago.
    """

    def __init__(self, limit: int, size: Callable[[V], int] = lambda value: 1) -> None:
        self._limit, self._size = limit, size
        self._values: dict[K, V] = {}
        self._total = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K, make: Callable[[K], V]) -> V:
        known = self._values.get(key)
        if known is not None:
            return known
        value = make(key)
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self._total += self._size(value)
                while self._total > self._limit and len(self._values) > 1:
                    self._total -= self._size(self._values.pop(next(iter(self._values))))
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._total = 0
