"""A page of a result, whatever it was found with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulings.models import Entry
from rulings.search.cards import FoundCard
from rulings.search.query import Query, Restriction
from rulings.search.snippets import best_paragraph, mark

LIMIT, MAX_LIMIT = 10, 100


@dataclass(frozen=True)
class Found:
    """An entry of the result, with its title and the piece of its text that matched, the words of the query marked,
    and the paragraph to open it at."""

    entry: Entry
    title: str
    snippet: str
    fragment: str

    @classmethod
    def by(cls, entry: Entry, tokens: frozenset[str]) -> Found:
        """``tokens``: what a word of the query may have matched by."""
        paragraph, fragment = best_paragraph(entry.text, tokens)
        return cls(entry, mark(entry.title, tokens, len(entry.title)), mark(paragraph, tokens), fragment)


@dataclass(frozen=True)
class Interpretation:
    """What was searched instead of what was typed. ``why``: layout, translit or spelling."""

    query: str
    why: str


@dataclass(frozen=True)
class SearchPage:
    """``facets``: filter → (value, count) pairs over the whole result, each counted without its own filter.
    ``suggestions``: queries that have hits, only when this one has none. ``is_makeshift``: it was found without the
    index, word by word as they stand. ``unknown``: prefixes with a value that nothing is called, searched for as
    words."""

    query: Query
    total: int = 0
    interpreted: Interpretation | None = None
    results: tuple[Found, ...] = ()
    cards: tuple[FoundCard, ...] = ()
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    offset: int = 0
    limit: int = LIMIT
    is_makeshift: bool = False
    unknown: tuple[Restriction, ...] = ()


def rows(keys: Iterable[int]) -> dict[int, Entry]:
    """The entries of a page with what is shown of them; those that are gone are left out."""
    return Entry.objects.live().placed().prefetch_related("source__game__names", "names").in_bulk(list(keys))
