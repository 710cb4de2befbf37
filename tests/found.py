"""What a query finds, by the anchors of the entries."""

from __future__ import annotations

from typing import Any

from rulings.search.engine import search
from rulings.search.query import Query


def anchors(text: str, **filters: Any) -> list[str]:
    return [found.entry.anchor for found in search(Query(text, **filters)).results]


def first(text: str, **filters: Any) -> str:
    return next(iter(anchors(text, **filters)), "")
