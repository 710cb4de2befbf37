"""What to offer when nothing was found: queries near this one that have hits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulings.languages import fold
from rulings.search.answering import answer
from rulings.search.clauses import CHATTER
from rulings.search.query import Query
from rulings.search.readings import CORRECTED
from rulings.search.state import State

_MOST = 5  # suggestions
_TRIED = 12  # candidates looked at: each is a search of its own
_LOOSER = 0.5  # slips more than a correction may have: a suggestion may be wrong


def suggestions(query: Query, state: State) -> tuple[str, ...]:
    """The nearest queries with hits, the nearest first; each was tried."""
    found: list[str] = []
    for text in list(dict.fromkeys(_candidates(query, state)))[:_TRIED]:
        if len(found) < _MOST and fold(text) != fold(query.text) and answer(replace(query, text=text), state, 1).total:
            found.append(text)
    return tuple(found)


def _candidates(query: Query, state: State) -> Iterator[str]:
    """The query without what isn't here; with real words for what isn't; names that have any of its words."""
    clauses = [state.reader.clause(surface) for surface in query.surfaces]
    known = [clause for clause in clauses if clause.is_known]
    meant = [clause for clause in known if clause.importance > CHATTER]
    if meant and len(known) < len(clauses):
        yield " ".join(clause.surface for clause in known)
    unknown = list(dict.fromkeys(fold(clause.surface) for clause in clauses if not clause.is_known))[:CORRECTED]
    nearest = {word: [surface for surface, _ in state.vocabulary.nearest(word, _LOOSER)] for word in unknown}
    near = [[] if clause.is_known else nearest.get(fold(clause.surface), []) for clause in clauses]
    if any(near):
        corrected = [words[0] if words else clause.surface for clause, words in zip(clauses, near, strict=True)]
        yield " ".join(corrected)
    for word in (*(clause.surface for clause in meant), *(words[0] for words in near if words)):
        for named in state.names.offers([fold(word)], query.game)[:2]:
            yield named.text
    yield from (clause.surface for clause in sorted(meant, key=lambda clause: -len(clause.surface)))
    yield from (words[0] for words in near if words)
