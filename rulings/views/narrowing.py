"""What a query narrows by itself, with prefixes: said as it may be typed, and taken away."""

from __future__ import annotations

from collections.abc import Container, Iterator

from rulings.search.query import Query, Restriction


def narrowed(query: Query, unknown: Container[Restriction]) -> list[str]:
    """What the answers must be of, and must not be of. Without those of ``unknown``, which were searched for as
    words."""
    between = f" {query.either} "
    groups = [[one.text for one in group if one not in unknown] for group in query.restrictions]
    barred = [f"−{one.text}" for one in query.barred if one not in unknown]
    return [*(between.join(group) for group in groups if group), *barred]


def words_alone(query: Query) -> Query:
    """The query without prefixes and without the filters beside it."""
    return Query(" ".join(_pieces(query)), interface=query.interface, is_literal=query.is_literal)


def _pieces(query: Query) -> Iterator[str]:
    between = f" {query.either} "
    for group in query.groups:
        yield between.join(part.text for part in group)
    for part in query.excluded:
        yield f"-{part.text}"
