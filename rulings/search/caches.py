"""Caches that never grow past their limits and may be used by many threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar, cast

G = TypeVar("G", bound=Hashable)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


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


class Groups(Generic[G, K, V]):
    """Values of keys, looked up many of one group at a time. The oldest groups go when the sum of the sizes of all
    values is over ``limit``, and so does the last one when it alone is.

    No lock is held to read. A value that two threads work out at once, or one of a group that has just gone, may be
    counted though nothing has it: what is counted is put right whenever groups go.
    """

    def __init__(self, limit: int, size: Callable[[V], int]) -> None:
        self._limit, self._size = limit, size
        self._groups: dict[G, dict[K, V]] = {}
        self._total = 0
        self._lock = threading.Lock()

    def get(self, group: G, keys: Sequence[K], make: Callable[[list[K]], Iterable[V]]) -> list[V]:
        """The values of some keys; ``make`` is asked for those that aren't known yet."""
        known = self._groups.get(group)
        if known is None:
            known = self._groups.setdefault(group, {})
        found = [known.get(key) for key in keys]
        if None in found:
            places = [at for at, value in enumerate(found) if value is None]
            made = list(make([keys[at] for at in places]))
            for at, value in zip(places, made, strict=True):
                found[at] = value
            with self._lock:
                known.update((keys[at], value) for at, value in zip(places, made, strict=True))
                self._total += sum(map(self._size, made))
                if self._total > self._limit:
                    self._shrink()
        return cast("list[V]", found)

    def _shrink(self) -> None:
        """Keep the newest groups that fill half of the room."""
        kept: dict[G, dict[K, V]] = {}
        self._total = 0
        for group, values in reversed([*self._groups.items()]):
            size = sum(map(self._size, values.values()))
            if self._total + size > self._limit // 2:
                break
            kept[group] = values
            self._total += size
        self._groups = dict(reversed(kept.items()))
