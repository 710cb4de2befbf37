"""A cache that never grows past its limit and may be used by many threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The least recently used values go when the sum of their sizes is over ``limit``.

    A value may be worked out twice when two threads ask for it at once; it is the same value, and no lock is held
    while it is worked out.
    """

    def __init__(self, limit: int, size: Callable[[V], int] = lambda value: 1) -> None:
        self._limit, self._size = limit, size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K, make: Callable[[K], V]) -> V:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make(key)
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self._total += self._size(value)
                while self._total > self._limit and len(self._values) > 1:
                    _, old = self._values.popitem(last=False)
                    self._total -= self._size(old)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._total = 0
