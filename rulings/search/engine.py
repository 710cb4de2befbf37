"""``search() -> SearchPage``: the one object that the results page and its JSON are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from haystack.constants import DJANGO_ID
from whoosh import query as wq
from whoosh.searching import Hit as WhooshHit

from rulings.models import Card, Entry
from rulings.search import indexing
from rulings.search.analysis import analyse
from rulings.search.query import Query

LIMIT, MAX_LIMIT = 10, 100
FACETS = ("game", "kind", "language", "authority")
_FIELDS = {"text": 1.0, "title": 3.0, "names": 3.0, "headings": 2.0, "mentioned": 1.0}
_SNIPPET = 220  # characters
_SOME_WORDS = 0.6  # of the words must match when not all do


@dataclass(frozen=True)
class Found:
    """An entry of the result, with the piece of its text that matched and the paragraph to open it at."""

    entry: Entry
    snippet: str
    fragment: str


@dataclass(frozen=True)
class FoundCard:
    card: Card
    matched: str


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


@dataclass(frozen=True)
class Suggestions:
    cards: tuple[FoundCard, ...] = ()
    entries: tuple[Entry, ...] = ()


def search(query: Query, *, offset: int = 0, limit: int = LIMIT) -> SearchPage:
    """The page of the result that begins at ``offset``; an empty page for a query without words."""
    if not query.words:
        return SearchPage(query, facets={name: [] for name in FACETS}, offset=offset, limit=limit)
    with indexing.backend().searcher() as searcher:
        hits = list(searcher.search(_whoosh_query(query, all_words=True), limit=None))
        if not hits:
            hits = list(searcher.search(_whoosh_query(query, all_words=False), limit=None))
        wanted = {name: getattr(query, name) for name in FACETS}
        chosen = [hit for hit in hits if _passes(hit, wanted)]
        facets = {
            name: Counter(hit[name] for hit in hits if _passes(hit, {**wanted, name: ""})).most_common()
            for name in FACETS
        }
        keys = [int(hit[DJANGO_ID]) for hit in chosen]
    page = keys[offset : offset + limit]
    rows = Entry.objects.live().placed().prefetch_related("source__game__names", "names").in_bulk(page)
    rows_in_order = [rows[key] for key in page if key in rows]
    return SearchPage(
        query,
        total=len(chosen),
        results=tuple(_found(entry, query) for entry in rows_in_order),
        cards=tuple(find_cards(query)) if offset == 0 else (),
        facets=facets,
        offset=offset,
        limit=limit,
    )


def _passes(hit: WhooshHit, wanted: dict[str, str]) -> bool:
    return all(not value or hit[name] == value for name, value in wanted.items())


def _whoosh_query(query: Query, *, all_words: bool) -> wq.Query:
    clauses = [
        wq.Or([wq.Term(name, key, boost=boost) for key in word.keys for name, boost in _FIELDS.items()])
        for word in query.words
    ]
    if all_words:
        return wq.And(clauses)
    return wq.Or(clauses, minmatch=max(1, round(len(clauses) * _SOME_WORDS)))


def _found(entry: Entry, query: Query) -> Found:
    text, fragment = best_paragraph(entry.text, query.keys)
    return Found(entry, mark(text, query.keys), fragment)


def best_paragraph(text: str, keys: frozenset[str]) -> tuple[str, str]:
    """The paragraph with the most of the query's words, and its id on the page."""
    paragraphs = text.split("\n")
    scores = [len({key for word in analyse(part) for key in word.keys} & keys) for part in paragraphs]
    at = scores.index(max(scores))
    return paragraphs[at], f"p{at + 1}" if text else ""


def mark(text: str, keys: frozenset[str]) -> str:
    """A piece of a text as safe HTML, whole words of the query marked; without tags it is a substring of the text."""
    places = [word for word in analyse(text) if not keys.isdisjoint(word.keys)]
    start = _snippet_start(text, [place.start for place in places])
    end = len(text) if len(text) - start <= _SNIPPET else text.rfind(" ", start, start + _SNIPPET)
    end = end if end > start else start + _SNIPPET
    parts, at = [], start
    for place in places:
        if place.start >= at and place.end <= end:
            parts += [escape(text[at : place.start]), f"<mark>{escape(text[place.start : place.end])}</mark>"]
            at = place.end
    return "".join([*parts, escape(text[at:end])])


def _snippet_start(text: str, starts: Sequence[int]) -> int:
    """Where the piece with the most marks begins: at the text, or at a word a little before the first mark."""
    if len(text) <= _SNIPPET or not starts:
        return 0
    best = max(starts, key=lambda start: sum(start <= other < start + _SNIPPET - 60 for other in starts))
    if best < _SNIPPET // 2:
        return 0
    return text.rfind(" ", 0, best - 40) + 1


def find_cards(query: Query, limit: int = 3) -> list[FoundCard]:
    """Cards with a name that the query names: every word of the name is asked for, or every word asked for is in it."""
    cards = Card.objects.named().with_counts()
    if query.game:
        cards = cards.filter(game__slug=query.game)
    scored = []
    for card in cards:
        for name in card.names.all():
            covered = [any(set(keys) & set(word.keys) for word in query.words) for keys in name.forms]
            asked = [any(set(keys) & set(word.keys) for keys in name.forms) for word in query.words]
            if covered and (all(covered) or all(asked)):
                scored.append((sum(covered) / len(covered) + sum(asked) / len(asked), card, name.text))
    scored.sort(key=lambda item: (-item[0], item[1].pk))
    result: dict[int, FoundCard] = {}
    for _, card, text in scored:
        result.setdefault(card.pk, FoundCard(card, text))
    return list(result.values())[:limit]


def suggest(query: Query, limit: int = 5) -> Suggestions:
    """What a query that is still being typed may become."""
    found = search(query, limit=limit)
    return Suggestions(found.cards, tuple(item.entry for item in found.results))
