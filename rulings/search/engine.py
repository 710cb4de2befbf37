"""``search() -> SearchPage``: the one object that the results page and its JSON are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from django.db.models import prefetch_related_objects

from rulings.languages import fold, words
from rulings.models import Entry, MissedQuery
from rulings.search.answering import CLOSE, Answer, answer, official_first
from rulings.search.cards import found_card, meant_cards
from rulings.search.indexing import met_damage
from rulings.search.instead import suggestions
from rulings.search.makeshift import search_database
from rulings.search.names import Named
from rulings.search.pages import LIMIT, Found, Interpretation, SearchPage, rows
from rulings.search.query import Query
from rulings.search.segments import COLUMNS
from rulings.search.snippets import Sought, Thing, mark
from rulings.search.state import State, current
from rulings.search.storage import UnusableError


def search(query: Query, *, offset: int = 0, limit: int = LIMIT, is_noted: bool = True) -> SearchPage:
    """The page of the result that begins at ``offset``; an empty page for a query without words. ``is_noted``: whether
    it is counted where it is in vain.

    While the index can't be read the database answers as well as it can, and the index is repaired.
    """
    state = None
    try:
        state = current()
        return _search(query, state, offset, limit, is_noted=is_noted)
    except UnusableError as error:
        met_damage(error, state)
        return search_database(query, offset, limit)


def _search(query: Query, state: State, offset: int, limit: int, *, is_noted: bool) -> SearchPage:
    found = answer(query, state, max(offset + limit, CLOSE))
    best = official_first(found.docs.tolist(), state.snapshot)
    # Not where the reader wanted it letter by letter: nothing is missing here then.
    is_in_vain = len(found.matching) == 0 and not query.is_empty and not query.is_literal
    # Nor where only a sign or a filter leaves nothing.
    is_missed = is_in_vain and not found.is_here and not found.elsewhere and is_noted and not offset
    if is_missed:
        MissedQuery.objects.record(query.text, query.interface)
    page = [int(key) for key in state.snapshot.keys[best[offset : offset + limit]]]
    entries = rows(page)
    return SearchPage(
        query,
        total=found.total,
        interpreted=Interpretation(found.reading.text, found.reading.why)
        if found.reading.why and found.total
        else None,
        results=_results([entries[key] for key in page if key in entries], found, state),
        cards=tuple(found_card(name, state) for name in meant_cards(found.named)) if offset == 0 else (),
        facets=_facets(found, state),
        suggestions=suggestions(query, state, found.unknown) if is_in_vain else (),
        unknown=found.unknown,
        elsewhere=found.elsewhere if is_in_vain else (),
        is_missed=is_missed,
        is_here=len(found.matching) > 0,
        missing=_missing(found),
    )


def _missing(found: Answer) -> tuple[str, ...]:
    """The words that nothing here has, besides those of a prefix that nothing is called; of a query that has no others
    it needn't be said."""
    clauses = found.reading.clauses
    told = {word.text for one in found.unknown for word in words(one.value)}
    missing = [clause.surface for clause in clauses if clause.is_missing]
    return tuple(word for word in missing if word not in told) if len(missing) < len(clauses) else ()


def _results(entries: list[Entry], found: Answer, state: State) -> tuple[Found, ...]:
    own = frozenset().union(*(clause.own for clause in found.reading.clauses))
    loose = found.tokens.difference(*(phrase.tokens for phrase in found.phrases))
    phrases = tuple(dict.fromkeys(phrase.words for phrase in found.phrases))
    sought = Sought(loose, tuple(_thing(name, state) for name in found.named), own, phrases)
    foreign = [entry for entry in entries if sought.foreign_to(entry.language)]
    prefetch_related_objects(foreign, "mentions")
    results = [Found.by(entry, sought) for entry in entries]
    unmarked = [result.entry for result in results if not result.is_marked]
    if unmarked:
        # They have none of the words, but mention what has them in its name in another language.
        prefetch_related_objects(unmarked, "mentions")
        cards = tuple(Thing("rulings.card", key, "", {}) for key in state.names.cards_with(found.tokens))
        results = [
            result if result.is_marked else Found.by(result.entry, Sought(found.tokens, cards)) for result in results
        ]
        results = [
            result if result.is_marked else _under(result, found.tokens | sought.called_in(result.entry.language))
            for result in results
        ]
    names = {name.key: name.text for name in found.named if name.model == "rulings.entry"}
    return tuple(_called(result, names[result.entry.pk]) if result.entry.pk in names else result for result in results)


def _under(result: Found, tokens: frozenset[str]) -> Found:
    """A result that was found by a heading above it, with the nearest that is one."""
    parent = result.entry.parent
    for heading in (parent, parent and parent.parent):
        if heading and "<mark>" in (marked := mark(heading.title, tokens)):
            return replace(result, under=marked)
    return result


def _called(result: Found, name: str) -> Found:
    is_seen = "".join(fold(name).split()) in "".join(fold(result.entry.title).split())
    return result if is_seen else replace(result, matched=name)


def _thing(named: Named, state: State) -> Thing:
    names: dict[str, frozenset[str]] = {}
    for _text, language, _role, forms in state.snapshot.data(named.doc)["names"]:
        names[language] = names.get(language, frozenset()).union(*forms)
    return Thing(named.model, named.key, named.language, names)


def _facets(found: Answer, state: State) -> dict[str, list[tuple[str, int]]]:
    """Every value of every filter with its count, 0 too; each filter is counted as if it were not set itself."""
    facets = {}
    for name in COLUMNS:
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
