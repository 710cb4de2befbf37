"""Rows some at a time: a query takes only so many keys, and all rows of a large base don't fit in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

BATCH = 500


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """The items in their order, so many at a time."""
    wanted = list(items)
    for start in range(0, len(wanted), size):
        yield wanted[start : start + size]
