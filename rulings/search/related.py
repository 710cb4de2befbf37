"""Which entries are near an entry: they share its rare cards and its rare words, and it is said which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings.kinds import RULING
from rulings.languages import dictionary_form, is_chatter, lemmas, part_of_speech, words
from rulings.linking import Lexicon
from rulings.search.filters import of_games, with_value
from rulings.search.indexing import met_damage
from rulings.search.state import State, current
from rulings.search.storage import UnusableError
from rulings.search.tables import Mask

# What sharing a card is worth, beside a word of the same rarity. The vocabulary of the rules is no more than words:
# that both speak of «Умение» says nothing yet.
_CARD, _WORD = 1.0, 0.5
_TELLING = ("noun", "verb")  # «крайний» of «по крайней мере» ties nothing together
_SHORT = 4  # letters; shorter words say little
_RARE = 0.03  # of the entries of a language: a word that more of them have is common
_READ = 800  # characters of a text whose words are looked up: what it is about stands at its beginning
_ENOUGH = 0.6  # of what sharing a card that nothing else mentions would be worth


class Near(NamedTuple):
    """An entry (by key) and what it shares most tellingly: a card (by key), or else a word in its dictionary form."""

    entry: int
    card: int | None
    word: str


class _Shared(NamedTuple):
    docs: NDArray[np.int64]
    worth: float
    card: int | None
    word: str


def near(
    text: str,
    language: str,
    cards: Iterable[int],
    *,
    terms: Iterable[int] = (),
    games: Collection[str],
    kinds: Collection[str] = (RULING,),
    without: Collection[int],
) -> list[Near]:
    """Entries of these kinds and games near an entry with such words, cards and terms of the rules, the nearest first;
    none while the index can't be read."""
    state = None
    try:
        state = current()
        shared = [*_cards(cards, _CARD, state), *_cards(terms, _WORD, state), *_words(text, language, state)]
        return _near(shared, state, _of(state, games, kinds), without)
    except UnusableError as error:
        met_damage(error, state)
        return []


def _near(sharing: Iterable[_Shared], state: State, wanted: Mask, without: Collection[int]) -> list[Near]:
    snapshot = state.snapshot
    scores, best = np.zeros(snapshot.size), np.zeros(snapshot.size)
    reasons: list[_Shared] = []
    reason = np.zeros(snapshot.size, np.int64)
    for shared in sharing:
        scores[shared.docs] += shared.worth
        better = shared.docs[best[shared.docs] < shared.worth]
        best[better], reason[better] = shared.worth, len(reasons)
        reasons.append(shared)
    keep = wanted & (scores >= _ENOUGH * np.log(max(2, state.ranker.entries)))
    keep &= ~np.isin(snapshot.keys, list(without))
    docs = np.flatnonzero(keep)
    order = docs[np.lexsort((docs, -scores[docs]))]
    found = ((int(snapshot.keys[doc]), reasons[reason[doc]]) for doc in order)
    return [Near(key, shared.card, shared.word) for key, shared in found]


def _of(state: State, games: Collection[str], kinds: Collection[str]) -> Mask:
    """Entries of these games and kinds."""
    snapshot = state.snapshot
    wanted: Mask = snapshot.is_entry & of_games(games, snapshot) & with_value(snapshot, "kind", kinds)
    return wanted


def _cards(cards: Iterable[int], worth: float, state: State) -> Iterator[_Shared]:
    for card in dict.fromkeys(cards):
        docs = np.union1d(*(state.snapshot.postings("things", f"{role}{card}").docs for role in "om"))
        if len(docs):
            yield _Shared(docs, worth * _rarity(len(docs), state.ranker.entries), card, "")


@cache
def _idioms(language: str) -> Lexicon:
    """What knows the set phrases of a language, made once."""
    return Lexicon((), language)


def _words(text: str, language: str, state: State) -> Iterator[_Shared]:
    text = text[:_READ].rpartition(" ")[0] if len(text) > _READ else text
    seen: set[tuple[str, ...]] = set()
    idle = {place for phrase in _idioms(language).idioms(text) for place in range(phrase.start, phrase.end)}
    entries = int((state.snapshot.is_entry & with_value(state.snapshot, "language", [language])).sum())
    most = max(2, _RARE * entries)
    for word in words(text):
        if word.start in idle:  # «мера» of «по крайней мере»
            continue
        tokens = lemmas(word.text, language)
        if tokens in seen or len(word.text) < _SHORT or is_chatter(word.text, language):
            continue
        if part_of_speech(word.text, language) not in _TELLING:
            continue
        seen.add(tokens)
        parts = [state.snapshot.postings(field, token).docs for token in tokens for field in ("title", "text")]
        if max(map(len, parts)) > most:
            continue
        docs = np.unique(np.concatenate(parts))
        if 1 < len(docs) <= most:
            yield _Shared(docs, _WORD * _rarity(len(docs), entries), None, dictionary_form(word.text, language))


def _rarity(frequency: int, entries: int) -> float:
    return float(np.log(max(2, entries) / frequency))
