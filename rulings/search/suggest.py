"""What a query that is still being typed may become: cards, games, then questions. Everything comes from the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from rulings.interface import address
from rulings.keyboards import swap_layout
from rulings.languages import alike, fold, lemmas, unmixed, words
from rulings.search.answering import official_first
from rulings.search.cards import FoundCard, found_card
from rulings.search.clauses import Alternative, Clause
from rulings.search.filters import meant, of_games
from rulings.search.indexing import met_damage
from rulings.search.names import Named
from rulings.search.query import MAX_WORDS, Query
from rulings.search.readings import LAYOUT, is_suspicious
from rulings.search.state import State, current
from rulings.search.storage import UnusableError

CARD = "rulings.card"
CARDS = 60  # cards offered at most: the shortest prefixes begin so many names
ENTRIES = 6  # questions offered at most
# How many of them are shown: a phone's screen above its keyboard holds six or seven lines.
CARDS_SHOWN, CARDS_ALONE, ENTRIES_SHOWN = 2, 6, 4
GAMES_SHOWN = 2  # in the place of as many questions
ENOUGH = 0.7  # of the typed words a suggested question must have
BEGUN = 40  # real words that the word being typed may become


@dataclass(frozen=True)
class FoundEntry:
    """A question as suggestions show it."""

    key: int
    kind: str
    title: str
    verdict: str
    path: str

    def url(self, language: str) -> str:
        return address(language, self.path)


class FoundGame(NamedTuple):
    """A game by its address, and the name that goes on as typed."""

    slug: str
    matched: str


@dataclass(frozen=True)
class Suggestions:
    """``why``: empty, or ``layout`` when nothing begins as typed and ``text`` is what does on the other layout."""

    cards: tuple[FoundCard, ...] = ()
    games: tuple[FoundGame, ...] = ()
    entries: tuple[FoundEntry, ...] = ()
    text: str = ""
    why: str = ""

    @property
    def entries_shown(self) -> int:
        """How many questions there is room for."""
        return ENTRIES_SHOWN - len(self.games[:GAMES_SHOWN])


def suggest(query: Query) -> Suggestions:
    """Cards and games with a name that goes on as typed, then questions with words that do; none while the index can't
    be read."""
    if query.is_empty:
        return Suggestions()
    state = None
    try:
        state = current()
        return _suggest(query, state)
    except UnusableError as error:
        met_damage(error, state)
        return Suggestions()


def _suggest(query: Query, state: State) -> Suggestions:
    games = _games(query, state)
    for text, why, typed in _ways(_asked(query)):
        named: dict[tuple[str, int], Named] = {}
        for name in state.names.offers(typed, games):
            named.setdefault((name.model, name.key), name)
        cards = [name for name in named.values() if name.model == CARD][:CARDS]
        entries = [name.doc for name in named.values() if name.model != CARD]
        entries = list(dict.fromkeys([*entries, *_ranked(typed, games, state)]))
        entries = official_first(entries, state.snapshot)[:ENTRIES]
        called: dict[str, str] = {}
        for name in state.names.games_offered(typed, games):
            called.setdefault(name.game, name.text)
        if cards or called or entries:
            found = [found_card(name, state) for name in cards]
            return Suggestions(
                tuple(sorted(found, key=lambda card: _place(card, typed))),
                tuple(FoundGame(slug, matched) for slug, matched in called.items()),
                tuple(_found(doc, state) for doc in entries),
                text,
                why,
            )
    return Suggestions()


def _place(card: FoundCard, typed: Sequence[str]) -> tuple[bool, bool, int]:
    """What offered cards are sorted by, beside their order: a whole name as it is typed, then names that begin so, of
    these what has the most answers."""
    own = [fold(word.text) for word in words(card.matched)]
    return own != [*typed], not own[0].startswith(typed[0]), -card.rulings


def _ways(asked: str) -> Iterator[tuple[str, str, list[str]]]:
    """How a query may be typed, the likeliest first: as what, why, and the words folded."""
    on_the_other = is_suspicious(asked)
    if on_the_other:
        yield _swapped(asked)
    as_typed = _folded(asked)
    yield asked, "", as_typed
    look_alike = [alike(word) for word in as_typed]
    if all(look_alike):  # «KOPO» in Latin letters
        yield asked, "", look_alike
    if not on_the_other:
        yield _swapped(asked)


def _swapped(asked: str) -> tuple[str, str, list[str]]:
    swapped = swap_layout(asked)
    return swapped, LAYOUT, _folded(swapped)


def _folded(text: str) -> list[str]:
    return [unmixed(fold(word.text)) for word in islice(words(text), MAX_WORDS)]


def _asked(query: Query) -> str:
    """The words of a query without its signs; of one that is only a prefix of a card as yet, its value."""
    if query.is_plain:
        return query.text
    if query.groups:
        return " ".join(part.typed for group in query.groups for part in group)
    return next((one.value for group in query.restrictions for one in group if one.name == "card"), "")


def _games(query: Query, state: State) -> frozenset[str] | None:
    """The games that a query is narrowed to; ``None`` for any."""
    games = query.games
    for group in query.restrictions:
        found = [meant(one, state.snapshot, state.reader, is_literal=True) for one in group if one.name == "game"]
        if named := frozenset().union(*(one.games for one in found if one)):
            games = named if games is None else games & named
    return games


def _ranked(typed: Sequence[str], games: frozenset[str] | None, state: State) -> list[int]:
    """The entries that rank best when the last word may be any real word that it begins; of one letter nothing is
    known yet."""
    if typed and len(typed[-1]) < 2:
        typed = typed[:-1]
    if not typed:
        return []
    begun = state.vocabulary.beginning(typed[-1], BEGUN) or frozenset(lemmas(typed[-1]))
    clauses = [*state.reader.as_typed(typed[:-1]).clauses]
    clauses.append(Clause(typed[-1], (Alternative((begun,), 1.0, 1.0),) if begun else ()))
    ranking = state.ranker.rank(clauses, (), ENOUGH)
    keep = state.titled[ranking.docs]
    if games is not None:
        keep &= of_games(games, state.snapshot)[ranking.docs]
    best = (-ranking.scores[keep]).argsort(kind="stable")[:ENTRIES]
    docs: list[int] = ranking.docs[keep][best].tolist()
    return docs


def _found(doc: int, state: State) -> FoundEntry:
    kind, facts = state.snapshot.value("kind", doc), state.snapshot.data(doc)
    return FoundEntry(int(state.snapshot.keys[doc]), kind, facts["title"], facts["verdict"], facts["path"])
