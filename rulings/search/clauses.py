"""A reading of a query: for each word or run of words, the tokens that may stand for it in the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rulings.languages import LANGUAGES, alike, fold, in_dictionary, is_chatter, lemmas, part_of_speech, written_in
from rulings.search.names import Names
from rulings.search.vocabulary import Vocabulary

RELATED = 0.5  # what a word of the same family is worth beside the word itself
SYNONYM = 0.8
CHATTER = 0.12  # importance of a word that says little of what is asked
# Importance by part of speech: what a question is about stands in its nouns.
IMPORTANCE = {"noun": 1.0, "verb": 0.7, "adjective": 0.8, "adverb": 0.4, "other": 1.0, "function": CHATTER}


class Alternative(NamedTuple):
    """One way to meet a clause: every one of these words, each by any of its tokens."""

    words: tuple[frozenset[str], ...]
    weight: float


@dataclass(frozen=True)
class Clause:
    """A word or a run of words of the query. ``importance`` 1 is a word that carries meaning; an empty list of
    alternatives is a word that the index doesn't know."""

    surface: str
    alternatives: tuple[Alternative, ...]
    importance: float = 1.0

    @property
    def is_known(self) -> bool:
        """Whether the index has the word itself, not only words of its family."""
        return any(alternative.weight > RELATED for alternative in self.alternatives)

    @property
    def tokens(self) -> frozenset[str]:
        return frozenset(key for alternative in self.alternatives for word in alternative.words for key in word)


def clause_of(surface: str, vocabulary: Vocabulary) -> Clause:
    """The clause of one word as typed: its lemmas, the form table's (for words without accents), its family."""
    folded = fold(surface)
    found = frozenset(lemmas(surface)) | vocabulary.forms.get(folded, frozenset())
    known = found & vocabulary.lemmas
    if not known and (other := alike(folded)) in vocabulary.lemmas:
        known = frozenset([other])
    alternatives = [Alternative((known,), 1.0)] if known else []
    weight = importance(surface)
    if weight > CHATTER and (known or any(in_dictionary(surface, code) for code in LANGUAGES)):
        related = frozenset(relative for key in found for relative in vocabulary.relatives(key)) - found
        if related:
            alternatives.append(Alternative((related,), RELATED))
    return Clause(surface, tuple(alternatives), weight)


def importance(surface: str) -> float:
    """How much of a question's meaning a word carries, in the language in which it may carry the most; 1 for codes
    and for words that no dictionary has."""
    if len(surface) == 1 and not surface.isdigit():
        return CHATTER
    weights = []
    for code in LANGUAGES:
        if written_in(surface, code):
            if is_chatter(surface, code):
                return CHATTER
            if in_dictionary(surface, code):
                weights.append(IMPORTANCE[part_of_speech(surface, code)])
    return max(weights, default=1.0)


def with_talk(clauses: Sequence[Clause], names: Names, game: str) -> list[Clause]:
    """The clauses of a query with the synonyms of its words and runs of words put in."""
    token_sets = [frozenset(lemmas(clause.surface)) for clause in clauses]
    result: list[Clause] = []
    at = 0
    while at < len(clauses):
        length, meanings = names.synonyms(token_sets, at, game)
        if not length:
            result.append(clauses[at])
            at += 1
            continue
        run = clauses[at : at + length]
        own = Alternative(tuple(word for clause in run for alt in clause.alternatives[:1] for word in alt.words), 1.0)
        alternatives = [own] if len(own.words) == length else []
        alternatives += [alt for clause in run if length == 1 for alt in clause.alternatives[1:]]
        alternatives += [Alternative(meaning, SYNONYM) for meaning in meanings]
        surface = " ".join(clause.surface for clause in run)
        result.append(Clause(surface, tuple(alternatives), max(clause.importance for clause in run)))
        at += length
    return result


def corrected(clause: Clause, surfaces: Sequence[tuple[str, float]], vocabulary: Vocabulary) -> Clause:
    """A clause of a mistyped word that stands for real ones; the farther, the less."""
    alternatives = tuple(
        Alternative((vocabulary.forms[surface],), max(0.4, 1.0 - 0.2 * slips)) for surface, slips in surfaces
    )
    return replace(clause, alternatives=(*alternatives, *clause.alternatives))
