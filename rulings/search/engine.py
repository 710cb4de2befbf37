"""``search() -> SearchPage``: the one object that the results page and its JSON are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rulings.models import Card, Entry
from rulings.search.analysis import keys
from rulings.search.clauses import CHATTER
from rulings.search.names import Mentioned
from rulings.search.query import Query
from rulings.search.ranking import Ranking
from rulings.search.readings import Reading, is_suspicious
from rulings.search.snapshot import COLUMNS
from rulings.search.snippets import best_paragraph, mark
from rulings.search.state import State, current

LIMIT, MAX_LIMIT = 10, 100
CARDS = 3  # cards shown above the results
FACETS = COLUMNS


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


@dataclass(frozen=True)
class Answer:
    """What the engine says before any row is fetched: documents of the snapshot, best first."""

    reading: Reading
    docs: NDArray[np.int64]
    facets: dict[str, list[tuple[str, int]]]
    mentioned: tuple[Mentioned, ...]


# The least coverage that counts as an answer, by the number of words that carry meaning: two words must nearly both
# be there, a long question needs a part of its words.
_LEAST = {1: 0.9, 2: 0.62, 3: 0.5, 4: 0.42}
_LEAST_OF_MANY = 0.36


def answer(query: Query, state: State) -> Answer:
    """Rank the entries for the best reading of a query."""
    surfaces = [word.text for word in query.words]
    typed = state.reader.as_typed(surfaces, query.game)
    best, ranking, mentioned = typed, *_rank(typed, query, state)
    suspicious = is_suspicious(query.text)
    if ranking.best_coverage < 0.999 or suspicious:
        for other in state.reader.others(query.text, typed, query.game):
            other_ranking, other_mentioned = _rank(other, query, state)
            if _is_better(other_ranking, ranking) or (suspicious and other_ranking.best_coverage > 0.999):
                best, ranking, mentioned = other, other_ranking, other_mentioned
    meaning = round(sum(clause.importance for clause in best.clauses if clause.importance > CHATTER))
    least = _LEAST.get(max(1, meaning), _LEAST_OF_MANY)
    matching = (ranking.coverage >= min(least, ranking.best_coverage)) & (ranking.scores > 0)
    if ranking.best_coverage < least:
        matching &= False
    return _answer(query, state, best, ranking, matching, mentioned)


def _rank(reading: Reading, query: Query, state: State) -> tuple[Ranking, tuple[Mentioned, ...]]:
    tokens = [frozenset(keys(surface)) for surface in reading.surfaces]
    mentioned = tuple(state.names.find(tokens, query.game))
    return state.ranker.rank(reading.clauses, mentioned), mentioned


def _is_better(other: Ranking, ranking: Ranking) -> bool:
    """Whether another reading explains clearly more of the query than the one before it."""
    return other.best_coverage > ranking.best_coverage + 0.15


def _answer(
    query: Query,
    state: State,
    reading: Reading,
    ranking: Ranking,
    matching: NDArray[np.bool_],
    mentioned: tuple[Mentioned, ...],
) -> Answer:
    wanted: dict[str, NDArray[np.bool_]] = {}
    for name in FACETS:
        values, codes = state.snapshot.column(name)
        value = getattr(query, name)
        if value:
            wanted[name] = codes == (values.index(value) if value in values else -1)
    facets = {}
    for name in FACETS:
        chosen = matching.copy()
        for other, mask in wanted.items():
            if other != name:
                chosen &= mask
        values, codes = state.snapshot.column(name)
        counts = np.bincount(codes[chosen], minlength=len(values))
        pairs = [(value, int(count)) for value, count in zip(values, counts, strict=True) if value and count]
        facets[name] = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    for mask in wanted.values():
        matching = matching & mask
    docs = np.nonzero(matching)[0]
    scores = ranking.scores[docs]
    if query.interface:
        languages, codes = state.snapshot.column("language")
        own = codes[docs] == (languages.index(query.interface) if query.interface in languages else -1)
        scores = scores * np.where(own, 1.0, 0.999)
    order = np.lexsort((docs, -scores))
    return Answer(reading, docs[order], facets, mentioned)


def search(query: Query, *, offset: int = 0, limit: int = LIMIT) -> SearchPage:
    """The page of the result that begins at ``offset``; an empty page for a query without words."""
    if not query.words:
        return SearchPage(query, facets={name: [] for name in FACETS}, offset=offset, limit=limit)
    state = current()
    found = answer(query, state)
    page = [state.snapshot.things[doc].key for doc in found.docs[offset : offset + limit]]
    rows = Entry.objects.live().placed().prefetch_related("source__game__names", "names").in_bulk(page)
    tokens = frozenset(token for clause in found.reading.clauses for token in clause.tokens)
    return SearchPage(
        query,
        total=len(found.docs),
        interpreted=Interpretation(found.reading.text, found.reading.why) if found.reading.why else None,
        results=tuple(_found(rows[key], tokens) for key in page if key in rows),
        cards=_cards(found, query, state) if offset == 0 else (),
        facets=found.facets,
        offset=offset,
        limit=limit,
    )


def _found(entry: Entry, tokens: frozenset[str]) -> Found:
    paragraph, fragment = best_paragraph(entry.text, tokens)
    return Found(entry, mark(paragraph, tokens), fragment)


def _cards(found: Answer, query: Query, state: State) -> tuple[FoundCard, ...]:
    """The cards that the query names, those with the longest names first."""
    named = [mention for mention in found.mentioned if mention.named.model == "rulings.card"]
    named.sort(key=lambda mention: -mention.length)
    matched: dict[int, str] = {}
    for mention in named:
        matched.setdefault(mention.named.key, mention.named.text)
    rows = Card.objects.named().with_counts().in_bulk(list(matched)[:CARDS])
    return tuple(FoundCard(rows[key], text) for key, text in matched.items() if key in rows)


def suggest(query: Query, limit: int = 5) -> Suggestions:
    """What a query that is still being typed may become."""
    found = search(query, limit=limit)
    return Suggestions(found.cards, tuple(item.entry for item in found.results))
