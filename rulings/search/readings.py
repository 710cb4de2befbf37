"""How a query may have been meant: as typed, on the other layout, in Latin letters, with slips of the finger.

A reading replaces only words that the index doesn't know; what was typed and is there stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from rulings.keyboards import swap_layout, tolerance
from rulings.languages import LANGUAGES, code, fold, in_dictionary, in_other_letters, lemmas, unmixed, words
from rulings.search.caches import Cache
from rulings.search.clauses import (
    CHATTER,
    Clause,
    Spoken,
    before_numbers,
    beside_unknown,
    clause_of,
    corrected,
    with_games,
    with_talk,
)
from rulings.search.names import Keys, Named, Names
from rulings.search.query import MAX_WORDS
from rulings.search.snapshot import Snapshot
from rulings.search.vocabulary import NEAREST, Vocabulary, is_real

_CACHED = 20_000  # words
CORRECTED = 3  # words of a query that are corrected: comparing one with all real words takes milliseconds
MISSPELLED = 0.5  # slips of a word that sounds as it should: a soft sign or a double letter more or less
LAYOUT, TRANSLIT, SPELLING = "layout", "translit", "spelling"


class Reading(NamedTuple):
    """The words of a reading with their clauses; ``why`` is empty for the query as typed. Of a query with signs the
    words are its pieces with their signs."""

    surfaces: tuple[str, ...]
    clauses: tuple[Clause, ...]
    why: str = ""

    @property
    def text(self) -> str:
        return " ".join(self.surfaces)


# A key of the Latin layout that is a letter of the Russian one, right before or inside a word.
PUNCTUATED = re.compile(r"(?:^|[\s\w])[;,.'`\[\]](?=[^\W\d_])")

# What may be typed in pieces: a letter and a number, dice.
_CODE = re.compile(r"[^\W\d_]\d+|\d+[кkдd]\d+", re.IGNORECASE)

_BARE = re.compile(r"[\w\s]*")  # no key of it is punctuation


def is_suspicious(text: str) -> bool:
    """Whether a query looks typed on the wrong layout even if its letters happen to be in the index (``;f,f``)."""
    if _BARE.fullmatch(text):
        return False
    latin = fold(text)
    return PUNCTUATED.search(latin) is not None and all(len(word.text) < 3 for word in words(latin))


_CLOSING = ",.;:!?'\")]}>"


def _answered(reading: Reading) -> list[bool]:
    """Of each word of a reading, whether something stands for it or it says little."""
    return [clause.is_known or clause.importance <= CHATTER for clause in reading.clauses for _ in range(clause.size)]


def _swapped(part: str) -> tuple[str, ...]:
    """The words that the same keys give on the other layout, of a part without white space."""
    return tuple(word.text for word in words(swap_layout(part)))


class Reader:
    """Reads queries against the words of one state of the index."""

    def __init__(self, snapshot: Snapshot, vocabulary: Vocabulary, names: Names) -> None:
        self.vocabulary, self.names = vocabulary, names
        self._clause_of = partial(clause_of, snapshot=snapshot, vocabulary=vocabulary)
        self._clauses: Cache[str, Clause] = Cache(_CACHED)
        self._spoken: Cache[Spoken, Clause] = Cache(_CACHED)
        self._tokens: Cache[str, Keys] = Cache(_CACHED)
        self._swapped: Cache[str, tuple[str, ...]] = Cache(_CACHED)
        self._transliterated: Cache[str, str] = Cache(_CACHED)
        self._nearest: Cache[tuple[str, float], list[tuple[str, float]]] = Cache(_CACHED)

    def clause(self, surface: str) -> Clause:
        """The clause of one word."""
        return self._clauses.get(surface, self._clause_of)

    def tokens(self, surface: str) -> Keys:
        """By what a word may be a word of a name."""
        return self._tokens.get(surface, self._tokens_of)

    def named(self, surfaces: Sequence[str], games: frozenset[str] | None) -> list[Named]:
        """The things (of these games; ``None``: of any) that words name."""
        return self.names.find([*map(self.tokens, surfaces)], games, [*map(self._alone_tokens, surfaces)])

    def _alone_tokens(self, surface: str) -> Keys:
        """By what a word alone may name a thing: one that only asks names none by what else it may be a form of."""
        own = self.tokens(surface)
        return own if self.clause(surface).importance > CHATTER else own & {unmixed(fold(surface)), code(surface)}

    def as_typed(self, surfaces: Sequence[str]) -> Reading:
        return self._read(self.with_codes(surfaces), "")

    def word_by_word(self, surfaces: Sequence[str]) -> Reading:
        """As typed, but no words of it are taken together for what players say."""
        return self._read(surfaces, "", longest=1)

    def others(self, text: str, typed: Reading, language: str = "", most: int = CORRECTED) -> Iterator[Reading]:
        """Other readings, the likeliest first. Every word of a swapped layout must be real; single words may be
        transliterated, but for those that the reader's ``language`` has, spaces put right, and the first ``most``
        unknown ones corrected."""
        parts = text.split()
        swapped = [word for part in parts for word in self._swapped.get(part, self._swap)]
        is_coded = len(typed.surfaces) < sum(1 for _ in words(text))  # its letter was meant
        if is_coded or sum(map(len, swapped)) < sum(map(len, typed.surfaces)):
            swapped = []  # its letters are punctuation on the other layout: nobody meant that
        if swapped and self._mostly_known(swapped):
            yield self._read(swapped, LAYOUT)
        mixed = typed.surfaces if is_coded or len(parts) < 2 else tuple(self._partly_swapped(parts))
        if mixed not in (tuple(swapped), typed.surfaces):
            yield self._read(mixed, LAYOUT)
        unknown = [at for at, surface in enumerate(typed.surfaces) if not self._is_known(surface)]
        answered = _answered(typed)
        spelled = [
            "" if language in LANGUAGES and in_dictionary(surface, language) else self._transliterated_as(surface)
            for surface in typed.surfaces
        ]
        # What the index or the table talk has was meant: «win» is not «вин».
        if any(found and not here for found, here in zip(spelled, answered, strict=True)):
            words_spelled = [found or surface for found, surface in zip(spelled, typed.surfaces, strict=True)]
            yield self._spelled(words_spelled, TRANSLIT, most)
        if unknown and most:
            if (spaced := self._spaced(typed.surfaces, most)) != [*typed.surfaces]:
                yield self._spelled(spaced, SPELLING, most)
            yield self._spelled(list(typed.surfaces), SPELLING, most)
            if swapped and len(swapped) == len(unknown) == len(typed.surfaces):
                yield self._spelled(swapped, LAYOUT, most)

    def with_codes(self, surfaces: Sequence[str]) -> Sequence[str]:
        """The words of a query, those that are the parts of a code or of dice as the one that they are where it is here
        («B-147», «1 к 6»)."""
        for at in range(len(surfaces) - 1):
            for end in (at + 3, at + 2):
                whole = "".join(surfaces[at:end])
                if _CODE.fullmatch(whole) and (self._alone(whole).is_known or self._transliterated_as(whole)):
                    return [*surfaces[:at], whole, *self.with_codes(surfaces[end:])]
        return surfaces

    def _tokens_of(self, surface: str) -> Keys:
        # A name may be of words that no entry has, so what the form table knows counts whether it stands or not.
        own = self.clause(surface).own | {*lemmas(surface)} | self.vocabulary.lemmas(fold(surface))
        if (swapped := in_other_letters(surface)) and not self.clause(surface).is_known:
            own |= {*lemmas(swapped)}
        if (folded := fold(surface)).isascii() and not is_real(surface):  # it may lack some of its accents
            return own | self.names.lemmas(folded)
        return own

    def _read(self, surfaces: Sequence[str], why: str, longest: int = MAX_WORDS) -> Reading:
        clauses = before_numbers([self.clause(surface) for surface in surfaces])
        tokens = [self.tokens(surface) for surface in surfaces]
        spoken = with_talk(clauses, tokens, self.names, longest, self._spoken)
        return Reading(tuple(surfaces), tuple(beside_unknown(with_games(spoken, tokens, self.names))), why)

    def _spaced(self, surfaces: Sequence[str], most: int) -> list[str]:
        """The words of a query, a space more or less in those that are none where that makes words of them:
        «встречныйход», «тр олль». The key beside the right one is likelier than a space that is missing; the first
        ``most`` words are compared for that."""
        result: list[str] = []
        for surface in surfaces:
            before = result[-1] if result else ""
            if before and (self._is_none(before) or self._is_none(surface)) and self._is_known(before + surface):
                result[-1] += surface
            elif self._is_none(surface) and len(parts := self.vocabulary.parted(surface)) > 1:
                most -= 1
                result += [surface] if most >= 0 and self._is_beside(surface) else parts
            else:
                result.append(surface)
        return result

    def _is_beside(self, surface: str) -> bool:
        """Whether a word is less than one slip away from a real one."""
        return any(slips < 1 for _, slips in self.nearest(fold(surface)))

    def _is_none(self, surface: str) -> bool:
        """Whether neither the index nor a dictionary has a word."""
        return surface.isalpha() and not self._is_known(surface) and not is_real(surface)

    def _spelled(self, surfaces: list[str], why: str, most: int) -> Reading:
        """A reading whose unknown words stand for their nearest real ones. A word that a dictionary has is one that was
        meant; beside words that are here it may be a misspelled one."""
        reading = self._read(surfaces, why)
        clauses, shown = [], []
        in_company = any(clause.is_known and clause.importance > CHATTER for clause in reading.clauses)
        unknown = [
            clause
            for clause in reading.clauses
            if not (clause.is_known or clause.is_elsewhere) and (in_company or not is_real(clause.surface))
        ][:most]
        for clause in reading.clauses:
            nearest = self.nearest(fold(clause.surface)) if clause in unknown else []
            if is_real(clause.surface):
                nearest = [(surface, slips) for surface, slips in nearest if slips <= MISSPELLED]
            if not in_company:  # a word by itself is what is asked about
                nearest = [(surface, slips) for surface, slips in nearest if self._may_be_asked(surface)]
            little = all(self._says_little(surface) for surface, _ in nearest)
            right = [(self._alone(surface), slips) for surface, slips in nearest]
            clauses.append(corrected(clause, right, says_little=little) if nearest else clause)
            shown += [nearest[0][0]] if nearest else clause.surface.split()  # talk may be of several words
        return Reading(tuple(shown), tuple(clauses), why)

    def nearest(self, word: str, looser: float = 0.0) -> list[tuple[str, float]]:
        """Words of texts, of names or of what players say that a folded word may be a slip of and that find something,
        with their distance; the nearest first. ``looser``: how many slips more than a word of this length may have;
        then only of those that stand in texts and names and say something, for they are offered to a reader."""
        return self._nearest.get((word, looser), self._nearest_to)

    def _nearest_to(self, asked: tuple[str, float]) -> list[tuple[str, float]]:
        word, looser = asked
        limit = tolerance(word)
        if not limit:
            return []
        found = self.names.near(word, limit + looser, is_said=not looser) | dict(self.vocabulary.nearest(word, looser))
        near = sorted(found.items(), key=lambda item: (item[1], item[0]))
        fitting = (
            (surface, far)
            for surface, far in near
            if self._alone(surface).is_known and (not looser or self._may_be_asked(surface))
        )
        return list(islice(fitting, NEAREST))

    def _alone(self, surface: str) -> Clause:
        """The clause of a word with what players mean by it."""
        return self._read([surface], "").clauses[0]

    def _swap(self, part: str) -> tuple[str, ...]:
        """The words of a part on the other layout. The punctuation after it is a letter only of a real word."""
        whole, bare = _swapped(part), part.rstrip(_CLOSING)
        return whole if bare == part or all(map(self._is_known, whole)) else _swapped(bare)

    def _partly_swapped(self, parts: Sequence[str]) -> list[str]:
        """The words of a query of which only some parts were typed on the wrong layout: those that are no words as
        typed, and are words on the other."""
        result: list[str] = []
        for part in parts:
            typed, swapped = [word.text for word in words(part)], self._swapped.get(part, self._swap)
            is_right = all(self._is_known(word) or is_real(word) for word in typed)
            is_whole = sum(map(len, swapped)) >= sum(map(len, typed))
            is_wrong = is_whole and bool(swapped) and all(map(self._is_known, swapped)) and not is_right
            result += swapped if is_wrong else typed
        return result

    def _transliterated_as(self, surface: str) -> str:
        return self._transliterated.get(surface, self._transliterate)

    def _transliterate(self, surface: str) -> str:
        """The shortest real Russian word that a word in Latin letters may spell, else one that players say; empty for
        none."""
        found = self.vocabulary.transliterated(fold(surface)) or self.names.transliterated(fold(surface))
        return min(found, key=lambda word: (len(word), word), default="")

    def _may_be_asked(self, surface: str) -> bool:
        """Whether a real word by itself says what is asked, or is what something is called («Случай»)."""
        return not self._says_little(surface) or bool(self.names.called([self._alone_tokens(surface)]))

    def _says_little(self, surface: str) -> bool:
        """Whether a real word says little of what is asked, itself or as the form of one that does («како»)."""
        return any(
            all(self.clause(word).importance <= CHATTER for word in spelled)
            for spelled in ([surface], self.vocabulary.lemmas(surface))
            if spelled
        )

    def _is_known(self, surface: str) -> bool:
        return self.clause(surface).is_known

    def _mostly_known(self, surfaces: Sequence[str]) -> bool:
        known = sum(self._is_known(surface) for surface in surfaces)
        return known * 2 >= len(surfaces)
