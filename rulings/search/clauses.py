"""A reading of a query: for each word or run of words, the tokens that may stand for it in the index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import accumulate, zip_longest
from typing import NamedTuple

from rulings.languages import (
    LANGUAGES,
    fold,
    in_dictionary,
    in_other_letters,
    is_before_numbers,
    is_chatter,
    is_noun_alone,
    lemmas,
    part_of_speech,
    written_in,
)
from rulings.search.caches import Cache
from rulings.search.names import Keys, Names, Talk
from rulings.search.snapshot import Snapshot
from rulings.search.vocabulary import Vocabulary, is_real

RELATED = 0.5  # what a word of the same family is worth beside the word itself
SYNONYM = 0.8
SAID = 0.83  # how much of a word's meaning its synonym has
OF_GAME = 0.6  # what an entry of a game is worth beside one that has the game's name; more than a related word
OF_KIND = 0.3  # of a word that says what kind of thing a name is of
NAME = 4  # words of such a name and what kind it is of; a longer query is a question
# What says so: the words by which a query is narrowed to a card.
KINDS = frozenset(fold(word) for language in LANGUAGES.values() for word in language.prefixes.get("card", ()))
CHATTER = 0.12  # importance of a word that says little of what is asked
# Importance of words that nothing here has: of a noun, the thing that is asked about isn't here («может ли вампир
# кастовать заклинание»); what no dictionary has is mostly a name. Ordinary words beside it must not make up for it.
MISSING, STRANGE = 1.5, 1.8
ELSEWHERE = 20.0  # of what players say of things that aren't here, as other games: no other words make up for it
_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")
# Importance by part of speech: what a question is about stands in its nouns.
IMPORTANCE = {"noun": 1.0, "verb": 0.7, "adjective": 0.8, "adverb": 0.4, "other": 1.0, "function": CHATTER}


class Alternative(NamedTuple):
    """One way to meet a clause: every one of these words, each by any of its tokens. ``weight``: what it is worth
    beside the word itself; ``presence``: how much of the word's meaning is there with it; ``game``: the only one in
    whose entries it means that; ``is_phrase``: the words mean it only beside each other."""

    words: tuple[Keys, ...]
    weight: float
    presence: float
    game: str = ""
    is_phrase: bool = False


class Scored(tuple[tuple[Alternative, ...], float]):
    """The alternatives of a clause and its importance. The hash is kept: working it out anew goes through every
    alternative, which cost as much as adding up the scores."""

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True)
class Clause:
    """A word or a run of ``size`` words of the query. ``importance`` 1 is a word that carries meaning; an empty list
    of alternatives is a word that the index doesn't know."""

    surface: str
    alternatives: tuple[Alternative, ...]
    importance: float = 1.0
    size: int = 1

    @cached_property
    def is_known(self) -> bool:
        """Whether the index has the word itself, not only words of its family."""
        return any(alternative.weight > RELATED for alternative in self.alternatives)

    @cached_property
    def scored_by(self) -> Scored:
        """What the scores of its documents depend on."""
        return Scored((self.alternatives, self.importance))

    @property
    def is_missing(self) -> bool:
        """Whether it tells what is asked about, and nothing here has it or anything like it."""
        return not self.alternatives and self.importance >= 1.0

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is said of a thing that isn't here: it was meant as typed, and only what has it answers."""
        return self.importance >= ELSEWHERE

    @cached_property
    def own(self) -> Keys:
        """The tokens of the word itself."""
        return self.alternatives[0].words[0] if self.is_known and len(self.alternatives[0].words) == 1 else frozenset()

    @cached_property
    def tokens(self) -> frozenset[str]:
        return frozenset(key for alternative in self.alternatives for word in alternative.words for key in word)


def clause_of(surface: str, snapshot: Snapshot, vocabulary: Vocabulary) -> Clause:
    """The clause of one word as typed: its lemmas, the form table's (for words without accents), its family."""

    def standing(tokens: Iterable[str]) -> Keys:
        """Those that stand in a live entry."""
        return frozenset(token for token in tokens if len(snapshot.postings("bag", token).docs))

    folded = fold(surface)
    found = frozenset(lemmas(surface)) | vocabulary.lemmas(folded)
    known = standing(found)
    if not known and (swapped := in_other_letters(surface)):
        known = standing({*lemmas(swapped), *vocabulary.lemmas(swapped)})
    alternatives = [Alternative((known,), 1.0, 1.0)] if known else []
    weight = importance(surface, known)
    if weight > CHATTER and (known or is_real(surface)):
        related = standing({relative for token in found for relative in vocabulary.relatives(token)} - found)
        if related:
            alternatives.append(Alternative((related,), RELATED, RELATED))
    if not alternatives and weight == CHATTER:
        weight = 0.0  # it says little, and isn't here: nothing is missed
    if not alternatives and weight == 1.0:
        weight = STRANGE if not is_real(surface) else MISSING if is_noun_alone(surface) else weight
    return Clause(surface, tuple(alternatives), weight)


def importance(surface: str, standing: Keys) -> float:
    """How much of a question's meaning a word carries, in the language in which it carries the most; 1 for codes and
    for words that no dictionary has.

    A word that only asks in one language («but», «as») may be a thing in another: there it is one where its lemma is
    among those that stand in an entry.
    """
    if len(surface) == 1 and any(written_in(surface, code) and is_chatter(surface, code) for code in LANGUAGES):
        return CHATTER
    asks, weights = False, {}
    for code in LANGUAGES:
        if written_in(surface, code):
            if is_chatter(surface, code):
                asks = True
            elif in_dictionary(surface, code):
                weights[code] = IMPORTANCE[part_of_speech(surface, code)]
    if asks:
        here = (weight for code, weight in weights.items() if not standing.isdisjoint(lemmas(surface, code)))
        return max(here, default=CHATTER)
    return max(weights.values(), default=1.0)


def before_numbers(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses of a query in which «пункт 2.6» asks for no more than «2.6» does."""
    if not any(clause.surface[0].isdigit() for clause in clauses):
        return [*clauses]
    return [
        replace(clause, importance=CHATTER if clause.alternatives else 0.0)
        if after and _NUMBER.fullmatch(after.surface) and is_before_numbers(clause.surface)
        else clause
        for clause, after in zip_longest(clauses, clauses[1:])
    ]


def beside_unknown(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses of a query in which «карта» says little beside a word that isn't here: it says what kind of thing
    that is, and what is here of the name is not the thing. Not beside a code: that is the thing."""
    if len(clauses) > NAME or all(clause.is_known or clause.importance <= CHATTER for clause in clauses):
        return [*clauses]
    if any(clause.is_known and any(map(str.isdigit, clause.surface)) for clause in clauses):
        return [*clauses]
    return [
        replace(clause, importance=min(clause.importance, OF_KIND)) if clause.own & KINDS else clause
        for clause in clauses
    ]


# Words with their importance, and what players mean by them: its objects live as long as the index's state does.
Spoken = tuple[tuple[str, ...], tuple[float, ...], tuple[int, ...]]


def with_talk(
    clauses: Sequence[Clause], tokens: Sequence[Keys], names: Names, longest: int, spoken: Cache[Spoken, Clause]
) -> list[Clause]:
    """The clauses of a query, each of one word, with the synonyms of its words and of runs of up to so many put in.
    ``tokens``: by what each may be a word of what is said; ``spoken``: the clauses that were made so before."""
    result: list[Clause] = []
    at = 0
    while at < len(clauses):
        said = names.synonyms(tokens, at, longest)
        if not said:
            result.append(clauses[at])
            at += 1
            continue
        end = at + len(said[0].said)
        run = clauses[at:end]
        asked = (tuple(one.surface for one in run), tuple(one.importance for one in run), tuple(map(id, said)))
        result.append(spoken.get(asked, partial(_spoken, run, said, tokens[at:end], names)))
        at = end
    return result


def _spoken(
    run: Sequence[Clause], said: Sequence[Talk], tokens: Sequence[Keys], names: Names, _asked: Spoken
) -> Clause:
    """A run of words with all that players mean by it."""
    if len(run) == 1:
        alternatives = list(run[0].alternatives)
    else:
        own = tuple(clause.own for clause in run if clause.own)
        is_one = sum(clause.importance > CHATTER for clause in run) < 2
        alternatives = [Alternative(own, 1.0, 1.0, is_phrase=is_one)] if len(own) == len(run) else []
    alternatives += [
        Alternative(words, SYNONYM, SAID, talk.game, is_phrase(words)) for talk in said for words in talk.means
    ]
    surface = " ".join(clause.surface for clause in run)
    # A card or an entry that is called so is one that is here.
    is_here = any(talk.means for talk in said) or bool(names.called(tokens))
    worth = min(1.0, max(clause.importance for clause in run)) if is_here else ELSEWHERE
    return Clause(surface, tuple(alternatives), worth, len(run))


@lru_cache(maxsize=10_000)
def is_phrase(words: tuple[Keys, ...]) -> bool:
    """Whether words mean something only beside each other: but for one they say little («не более», «pozbyć się»), and
    such words stand in every text."""
    telling = sum(any(importance(key, frozenset()) > CHATTER for key in keys) for keys in words)
    return len(words) > 1 and telling < 2


def with_games(clauses: Sequence[Clause], tokens: Sequence[Keys], names: Names) -> list[Clause]:
    """The clauses of a query in which every entry of a game meets the words of its name, for few say which game they
    are of; but where all of those words are here and nothing else is asked about, they mean what they say.
    ``tokens``: of each word of the query."""
    if not names.may_name_games(tokens):
        return [*clauses]
    games: dict[int, Iterable[str]] = {}  # by the place of a word
    known = [clause.is_known for clause in clauses for _ in range(clause.size)]
    whole = [clause.is_known or clause.is_elsewhere for clause in clauses for _ in range(clause.size)]
    telling = [clause.importance > CHATTER for clause in clauses for _ in range(clause.size)]
    for at in range(len(tokens)):
        if at not in games:
            length, found = names.games_at(tokens, at, whole)
            if not all(known[at : at + length]) or any((*telling[:at], *telling[at + length :])):
                games |= dict.fromkeys(range(at, at + length), sorted(found))
    if not games:
        return [*clauses]
    starts = accumulate((clause.size for clause in clauses), initial=0)
    return [_of_games(clause, games.get(at, ())) for clause, at in zip(clauses, starts, strict=False)]


def _of_games(clause: Clause, games: Iterable[str]) -> Clause:
    of_games = tuple(Alternative((), OF_GAME, SAID, game) for game in games)
    if not of_games:
        return clause
    return replace(clause, alternatives=(*clause.alternatives, *of_games), importance=min(1.0, clause.importance))


def either(readings: Sequence[Sequence[Clause]]) -> Clause:
    """One clause of several: it is met by whatever meets any of them, each the clauses of a word or of more."""
    alternatives = [alternative for clauses in readings for alternative in _together(clauses)]
    surface = " ".join(clause.surface for clauses in readings for clause in clauses)
    every = [clause for clauses in readings for clause in clauses]
    # Beside another a thing that isn't here is one that need not be.
    here = [clause for clause in every if not clause.is_elsewhere]
    importance = max((clause.importance for clause in here or every), default=0.0)
    return Clause(surface, tuple(dict.fromkeys(alternatives)), importance)


def _together(clauses: Sequence[Clause]) -> Sequence[Alternative]:
    """What meets all of some clauses; of a single one whatever it has."""
    needed = [clause for clause in clauses if clause.importance]
    if len(needed) == 1:
        return needed[0].alternatives
    words = [
        frozenset(
            key for alternative in clause.alternatives if len(alternative.words) == 1 for key in alternative.words[0]
        )
        for clause in needed
    ]
    return [Alternative(tuple(words), 1.0, 1.0)] if words and all(words) else []


def corrected(clause: Clause, right: Iterable[tuple[Clause, float]], *, says_little: bool = False) -> Clause:
    """A clause of a mistyped word that stands for real ones, each by all that it is met by; the more slips it is away,
    the less. ``says_little``: they do."""
    alternatives = tuple(
        alternative._replace(weight=alternative.weight * worth)
        for one, slips in right
        for worth in [max(0.4, 1.0 - 0.2 * slips)]
        for alternative in one.alternatives
    )
    importance = CHATTER if says_little else min(1.0, clause.importance)
    return replace(clause, alternatives=(*alternatives, *clause.alternatives), importance=importance)
