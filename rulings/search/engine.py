"""``search() -> SearchPage``: the one object that the results page and its JSON are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rulings.models import Entry, MissedQuery
from rulings.search.answering import Answer, answer
from rulings.search.cards import FoundCard, found_card
from rulings.search.instead import suggestions
from rulings.search.names import Named
from rulings.search.query import Query
from rulings.search.segments import COLUMNS
from rulings.search.snippets import best_paragraph, mark
from rulings.search.state import State, current

LIMIT, MAX_LIMIT = 10, 100
CARDS = 6  # cards shown above the results
FACETS = COLUMNS


@dataclass(frozen=True)
class Found:
    """An entry of the result, with its title and the piece of its text that matched, the words of the query marked,
    and the paragraph to open it at."""

    entry: Entry
    title: str
    snippet: str
    fragment: str


@dataclass(frozen=True)
class Interpretation:
    """What was searched instead of what was typed. ``why``: layout, translit or spelling."""

    query: str
    why: str


@dataclass(frozen=True)
class SearchPage:
    """``facets``: filter → (value, count) pairs over the whole result, each counted without its own filter.
    ``suggestions``: queries that have hits, only when this one has none."""

    query: Query
    total: int = 0
    interpreted: Interpretation | None = None
    results: tuple[Found, ...] = ()
    cards: tuple[FoundCard, ...] = ()
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    offset: int = 0
    limit: int = LIMIT


def search(query: Query, *, offset: int = 0, limit: int = LIMIT) -> SearchPage:
    """The page of the result that begins at ``offset``; an empty page for a query without words."""
    state = current()
    found = answer(query, state, offset + limit)
    is_missed = not found.total and not query.is_empty
    if is_missed and not offset:
        MissedQuery.objects.record(query.text, query.interface)
    page = [int(key) for key in state.snapshot.keys[found.docs[offset : offset + limit]]]
    rows = Entry.objects.live().placed().prefetch_related("source__game__names", "names").in_bulk(page)
    return SearchPage(
        query,
        total=found.total,
        interpreted=Interpretation(found.reading.text, found.reading.why)
        if found.reading.why and found.total
        else None,
        results=tuple(_found(rows[key], found.tokens) for key in page if key in rows),
        cards=_cards(found.named, state) if offset == 0 else (),
        facets=_facets(found, state),
        suggestions=suggestions(query, state) if is_missed else (),
        offset=offset,
        limit=limit,
    )


def _found(entry: Entry, tokens: frozenset[str]) -> Found:
    paragraph, fragment = best_paragraph(entry.text, tokens)
    title = mark(entry.title, tokens, len(entry.title))
    return Found(entry, title, mark(paragraph, tokens), fragment)


def _facets(found: Answer, state: State) -> dict[str, list[tuple[str, int]]]:
    """Every value of every filter with its count, 0 too; each filter is counted as if it were not set itself."""
    facets = {}
    for name in FACETS:
        others = [mask for other, mask in found.filters.items() if other != name]
        docs = found.matching[np.logical_and.reduce(others)] if others else found.matching
        values, codes = state.snapshot.column(name)
        counts = np.bincount(codes[docs], minlength=len(values))
        live = np.bincount(codes[state.snapshot.is_entry], minlength=len(values))
        pairs = [
            (value, int(count)) for value, count, exists in zip(values, counts, live, strict=True) if value and exists
        ]
        facets[name] = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    return facets


def _cards(named: tuple[Named, ...], state: State) -> tuple[FoundCard, ...]:
    """The cards that the query names, those with the longest names first."""
    matched: dict[int, Named] = {}
    for name in sorted(named, key=lambda name: -len(name.forms)):
        if name.model == "rulings.card":
            matched.setdefault(name.key, name)
    return tuple(found_card(name, state) for name in list(matched.values())[:CARDS])
