"""Pages as they were served last, in memory: those used last, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

_BESIDE = 2000  # bytes that a page takes besides its body: headers, keys, objects


class Kept(NamedTuple):
    """A page as it is kept: compressed, with its headers and the hash of its text, and what is done whenever it is
    served again."""

    etag: str
    headers: dict[str, str]
    body: bytes
    at_each_answer: Callable[[], None] | None = None

    @property
    def size(self) -> int:
        return len(self.body) + _BESIDE


class Shelf:
    """Holds pages of no more than ``largest`` bytes each and ``most`` in all; what was used longest ago goes first."""

    def __init__(self, most: int, largest: int) -> None:
        self.most, self.largest = most, largest
        self.size = 0
        self._pages: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> Kept | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def put(self, key: str, page: Kept) -> None:
        if page.size > self.largest:
            return
        with self._lock:
            before = self._pages.pop(key, None)
            self._pages[key] = page
            self.size += page.size - (before.size if before else 0)
            while self.size > self.most:
                self.size -= self._pages.popitem(last=False)[1].size

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self.size = 0
