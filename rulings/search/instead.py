"""What to offer when nothing was found: queries near this one that have hits."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rulings.languages import fold
from rulings.search.answering import answer
from rulings.search.clauses import CHATTER
from rulings.search.query import Query, Restriction
from rulings.search.readings import CORRECTED
from rulings.search.state import State

_MOST = 5  # suggestions
_TRIED = 12  # candidates looked at: each is a search of its own
_LOOSER = 0.5  # slips more than a correction may have: a suggestion may be wrong


def suggestions(query: Query, state: State, unknown: Collection[Restriction] = ()) -> tuple[str, ...]:
    """The nearest queries with hits, the nearest first; each was tried. Those with the signs of the query come before
    those without; ``unknown``: prefixes with a value that nothing is called."""
    found: list[str] = []
    words = list(dict.fromkeys(_candidates(query, state)))
    if signs := _signs(query, unknown):
        words = [*(f"{signs} {text}" for text in words), " ".join(query.surfaces), *words]
    seen = {fold(query.text)}
    for text in words[:_TRIED]:
        if len(found) < _MOST and fold(text) not in seen and answer(replace(query, text=text), state, 1).total:
            found.append(text)
        seen.add(fold(text))
    return tuple(found)


def _signs(query: Query, unknown: Collection[Restriction]) -> str:
    """What a query demands beside its words."""
    known = [[one.text for one in group if one not in unknown] for group in query.restrictions]
    barred = [f"-{one.text}" for one in query.barred]
    excluded = [f"-{part.text}" for part in query.excluded]
    return " ".join([*(f" {query.either} ".join(group) for group in known if group), *barred, *excluded])


def _candidates(query: Query, state: State) -> Iterator[str]:
    """The query without what isn't here; with real words for what isn't; names with words that any of its
    words begins."""
    read = state.reader.as_typed(query.surfaces).clauses
    clauses = [clause for clause in read if not clause.is_elsewhere]
    known = [clause for clause in clauses if clause.is_known]
    meant = [clause for clause in known if clause.importance > CHATTER]
    if meant and len(known) < len(read):
        yield " ".join(clause.surface for clause in meant)
    unknown = list(dict.fromkeys(fold(clause.surface) for clause in clauses if not clause.is_known))[:CORRECTED]
    nearest = {word: [surface for surface, _ in state.reader.nearest(word, _LOOSER)] for word in unknown}
    near = [[] if clause.is_known else nearest.get(fold(clause.surface), []) for clause in clauses]
    if any(near) and all(words or clause.is_known for clause, words in zip(clauses, near, strict=True)):
        corrected = [words[0] if words else clause.surface for clause, words in zip(clauses, near, strict=True)]
        yield " ".join(corrected)
    for word in (*(clause.surface for clause in meant), *unknown, *(words[0] for words in near if words)):
        for named in state.names.offers([fold(word)], query.games)[:2]:
            yield named.text
    yield from (clause.surface for clause in sorted(meant, key=lambda clause: -len(clause.surface)))
    yield from (words[0] for words in near if words)
