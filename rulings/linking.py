"""Longest match of names over a text. No Django: targets are whatever the caller knows them by.

A name's *forms* are made once, when it is saved: for each of its words the lemmas it may have. A word of a text
meets a word of a name when they share a lemma, so matching a text is a look-up of its words' lemmas. A name is looked
up by its *keyword* alone, the longest of its words: many names begin with the same word, few share their longest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rulings.languages import LANGUAGES, Word, agree, fold, guessed_forms, lemmas, parses, spelled, words, written_in

ALWAYS, CAPITALISED, QUOTED, NEVER = "always", "capitalised", "quoted", "never"
# Of two names that fit the same place, the pickier one knows better: «Талисман» in quotes is the game.
_PICKINESS = {QUOTED: 2, CAPITALISED: 1, ALWAYS: 0}

_SPACE = r"[ \t\u00a0\u2000-\u200a\u202f\u3000]*"  # of any width, within a line
# What may stand between two words of a name; a dash with space around it parts what it stands between.
_BETWEEN = re.compile(rf"[-\u2010-\u2014]|{_SPACE}[«»„“”\"']?{_SPACE}")
_QUOTES_BEFORE = frozenset("«„“\"'")
_QUOTES_AFTER = frozenset("»”“\"'")

Forms = list[list[str]]


def forms(name: str, language: str) -> Forms:
    """The form table of a name: for each of its words, the lemmas by which it is recognised.

    A word that no dictionary has as a noun or an adjective may be a name in its own right: «Скрал» is no form of
    «скрасть» then, but what «скралов» comes from. Where the dictionary doesn't guess («Azazel» in Polish), the forms
    that such a word would have stand in the table themselves: a text's «Azazela» is a lemma of its own.
    """
    makers = (lemmas, _own_lemma, guessed_forms)
    return [sorted({key for make in makers for key in make(word.text, language)}) for word in words(name)]


def _own_lemma(word: str, language: str) -> tuple[str, ...]:
    if spelled(word) in LANGUAGES[language].apart:  # as it stands, folded, it is another thing
        return ()
    found = parses(word, language)
    is_named = any(parse.is_known and parse.part in ("noun", "adjective") for parse in found)
    return (fold(word),) if found and not is_named else ()


def is_same(one: Forms, other: Forms) -> bool:
    """Whether two names have a form in common: no text can tell them apart there."""
    return len(one) == len(other) and all(not set(a).isdisjoint(b) for a, b in zip(one, other, strict=True))


def keyword(name: Forms) -> int:
    """Which word of a name it is looked up by: the one with the longest lemma, the first of equals."""
    return max(range(len(name)), key=lambda at: max(map(len, name[at])))


def default_recognise(name: str, *, is_term: bool) -> str:
    """How a name is recognised unless somebody says otherwise: single words of cards only when capitalised."""
    single = sum(1 for _ in words(name)) == 1
    return CAPITALISED if single and not is_term else ALWAYS


class LexiconName(NamedTuple):
    """A name as the lexicon needs it; one without a target is an idiom, which names nothing. ``rank``: how far its
    game is from the text's, 0 the same. ``is_main``: not an alias or abbreviation. ``sort``: between things of one sort
    neither of these decides but the rank; whose name it is nobody knows then."""

    target: Hashable | None
    text: str
    language: str
    forms: Forms
    recognise: str
    rank: int = 0
    is_main: bool = True
    sort: str = ""

    @property
    def order(self) -> tuple[int, int, bool]:
        return (self.rank, -_PICKINESS[self.recognise], not self.is_main)

    def is_tied(self, other: LexiconName) -> bool:
        """Whether nothing tells which of two that fit a place alike is meant."""
        is_same_sort = self.sort == other.sort != ""
        return self.order == other.order or (is_same_sort and self.rank == other.rank)


class Span(NamedTuple):
    """A place in a text and what it may mean: ``targets`` of the best fit (more than one is a tie), and the ``others``
    of the next best fit."""

    start: int
    end: int
    targets: tuple[Hashable, ...]
    others: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class _Entry:
    name: LexiconName
    keys: tuple[frozenset[str], ...]
    between: tuple[str, ...]
    at: int  # its keyword

    def is_of(self, target: Hashable) -> bool:
        """Whether it names this target; idioms name none."""
        return target is not None and self.name.target == target


class _Text(NamedTuple):
    """A text with its words and the lemmas of each."""

    text: str
    words: list[Word]
    keys: list[frozenset[str]]

    def gap(self, at: int) -> str:
        """What stands between a word and the next one."""
        return self.text[self.words[at].end : self.words[at + 1].start]


class _Place(NamedTuple):
    """Where a name stands: its first word in the text, how many words it is, and whether in the other order."""

    at: int
    length: int
    is_turned: bool = False


class Lexicon:
    """The names that a text of one game and one language may mention."""

    def __init__(self, names: Iterable[LexiconName], language: str) -> None:
        self.language = language
        self._by_keyword: dict[str, list[_Entry]] = defaultdict(list)
        self._pairs: dict[str, list[_Entry]] = defaultdict(list)  # names of two words, by either of them
        self._hits: dict[str, bool] = {}  # a surface → whether a name may have it for its keyword
        joiners = "|".join(re.escape(word) for word in LANGUAGES[language].joiners)
        # «и», «и/или», «, », «/»: between two things of one kind.
        self._joiner = re.compile(rf"\s*(?:[,/]\s*|\s(?:{joiners})(?:/(?:{joiners}))?\s)\s*", re.IGNORECASE)
        self._keep(
            LexiconName(None, idiom, language, forms(idiom, language), ALWAYS) for idiom in LANGUAGES[language].idioms
        )
        self.add(names)

    def add(self, names: Iterable[LexiconName]) -> None:
        """More names; those that a text of this language never means are left out."""
        self._hits.clear()
        self._keep(names)

    def _keep(self, names: Iterable[LexiconName]) -> None:
        own_script = LANGUAGES[self.language].letters
        for name in names:
            foreign = name.language != self.language
            if (
                not name.forms
                or (name.recognise == NEVER and len(name.forms) != 2)  # two words keep others from being turned
                or (foreign and LANGUAGES[name.language].letters == own_script)
            ):
                continue
            keys = tuple(frozenset(keys) for keys in name.forms)
            entry = _Entry(name, keys, _separators(name.text), keyword(name.forms))
            for key in keys[entry.at]:
                self._by_keyword[key].append(entry)
            for key in {key for own in keys for key in own} if len(keys) == 2 else ():
                self._pairs[key].append(entry)

    def find(self, text: str, without: Hashable = None) -> list[Span]:
        """The longest names of the text, left to right, none overlapping another; as if one target had no names.

        Of names that overlap, the one of most words stands, of as many one in its own order before one that is turned
        round, and the leftmost of those; what it leaves free may be a shorter name's.
        """
        return [span for span in self._find(text, without) if None not in span.targets]

    def idioms(self, text: str) -> list[Span]:
        """The phrases of the text in which no word means what it does elsewhere."""
        return [span for span in self._find(text) if None in span.targets]

    def standing(self, text: str) -> set[Hashable]:
        """The targets of all names that stand in the text, beside or inside another one too."""
        fitting = self._fitting(self._read(text))
        return {entry.name.target for own in fitting.values() for entry in own} - {None}

    def _read(self, text: str) -> _Text:
        tokens = list(words(text))
        return _Text(text, tokens, [word_keys(token.text, self.language) for token in tokens])

    def _find(self, text: str, without: Hashable = None) -> list[Span]:
        found: list[Span] = []
        whole = self._read(text)
        fitting = self._fitting(whole, without)
        taken: set[int] = set()
        for place in sorted(fitting, key=lambda place: (-place.length, place.is_turned, place.at)):
            own = range(place.at, place.at + place.length)
            if taken.isdisjoint(own):
                taken.update(own)
                found.append(_span(whole.words[own[0]].start, whole.words[own[-1]].end, fitting[place]))
        return sorted([*found, *self._elliptical(whole, taken, without)], key=lambda span: span.start)

    def may_be_in(self, text: str) -> bool:
        """Whether a name's keyword stands in the text: quick, and never wrong when it says no."""
        return any(self._is_hit(word.text) for word in words(text))

    def concerns(self, text: str) -> bool:
        """Whether these names, among whatever others, may have a say in what the text means: one of them stands there,
        or both words of one, wherever: they may be turned round, keep others from being so, or share a word with the
        end of a list («в Легендах 2, 3 и 5»)."""
        said = {key for word in words(text) for key in word_keys(word.text, self.language)}
        pairs = (entry for key in said for entry in self._pairs.get(key, ()) if entry.name.target is not None)
        return any(all(map(said.intersection, entry.keys)) for entry in pairs) or bool(self.find(text))

    def _is_hit(self, surface: str) -> bool:
        hit = self._hits.get(surface)
        if hit is None:
            found = (self._by_keyword.get(key, ()) for key in word_keys(surface, self.language))
            hit = any(entry.name.target is not None for own in found for entry in own)
            self._hits[surface] = hit
        return hit

    # ── whole names ──

    def _fitting(self, text: _Text, without: Hashable = None) -> dict[_Place, list[_Entry]]:
        """The names that stand in the text, overlapping or not. Where words are a name in their own order, recognised
        or not, no other name is meant that is turned round there."""
        found: dict[_Place, dict[int, _Entry]] = {}
        turned: dict[_Place, dict[int, _Entry]] = {}
        standing: set[int] = set()  # where names of two words begin
        for at, keys in enumerate(text.keys):
            for key in keys:
                for entry in self._by_keyword.get(key, ()):
                    first, length = at - entry.at, len(entry.keys)
                    if entry.is_of(without):
                        continue
                    if self._stands(text, first, entry):
                        if length == 2:
                            standing.add(first)
                        if self._is_recognised(text, first, entry):
                            found.setdefault(_Place(first, length), {})[id(entry)] = entry
                    if length == 2 and self._stands_turned(text, at + entry.at - 1, entry):
                        turned.setdefault(_Place(at + entry.at - 1, 2, is_turned=True), {})[id(entry)] = entry
        found.update((place, own) for place, own in turned.items() if place.at not in standing)
        return {place: list(entries.values()) for place, entries in found.items()}

    @staticmethod
    def _stands(text: _Text, at: int, entry: _Entry) -> bool:
        """Whether the words from one of the text on are those of a name."""
        count = len(entry.keys)
        if at < 0 or at + count > len(text.words):
            return False
        for offset in range(count):
            if text.keys[at + offset].isdisjoint(entry.keys[offset]):
                return False
            if offset:
                gap, own = text.gap(at + offset - 1), entry.between[offset - 1]
                if not _BETWEEN.fullmatch(gap) and (not own or "\n" in gap or gap.strip() != own):
                    return False
        return True

    @staticmethod
    def _is_recognised(text: _Text, at: int, entry: _Entry) -> bool:
        """Whether a name that stands in the text is written as its ``recognise`` demands."""
        if entry.name.recognise == NEVER:
            return False
        start, end = text.words[at].start, text.words[at + len(entry.keys) - 1].end
        if entry.name.recognise == CAPITALISED:
            return text.words[at].text[:1].isupper()
        if entry.name.recognise == QUOTED:
            return text.text[start - 1 : start] in _QUOTES_BEFORE and text.text[end : end + 1] in _QUOTES_AFTER
        return True

    def _stands_turned(self, text: _Text, at: int, entry: _Entry) -> bool:
        """Whether two words are those of a name in the other order: «Miecz Ognisty» of «Ognisty Miecz». Only a noun
        and an adjective that agree are, in the name and in the text, with nothing but space between them.

        Both begin with capitals; without them they may say something of the thing («эффект длительный») or be no name
        at all («smok wielki»), unless the name's own second word has none and the language is one of either order.
        """
        if at < 0 or at + 2 > len(text.words) or entry.between[0] or entry.name.language != self.language:
            return False
        if text.keys[at].isdisjoint(entry.keys[1]) or text.keys[at + 1].isdisjoint(entry.keys[0]):
            return False
        if not re.fullmatch(_SPACE, text.gap(at)):
            return False
        one, other = (word.text for word in text.words[at : at + 2])
        first, second = (word.text for word in words(entry.name.text))
        if not (one[0].isupper() and other[0].isupper()) and (
            second[0].isupper() or not LANGUAGES[self.language].is_reversible
        ):
            return False
        is_phrase = agree(one, other, self.language) and agree(first, second, self.language)
        return is_phrase and self._is_recognised(text, at, entry)

    # ── names that share a word with the one beside them ──

    def _elliptical(self, text: _Text, taken: Collection[int], without: Hashable) -> Iterator[Span]:
        """«w Krainie Zewnętrznej i/lub Środkowej», «длительные или постоянные эффекты»: a word of a two-word name
        whose other word stands once for both. ``taken``: the words of whole names."""
        sharing: dict[int, int] = {}  # a word that was one of these → the word that it shares: «в Легендах 2, 3 и 5»
        for at, word in enumerate(text.words):
            pairs = [entry for key in text.keys[at] for entry in self._pairs.get(key, ()) if self._may(entry, word)]
            pairs = [entry for entry in pairs if not entry.is_of(without)]
            if at in taken or not pairs:
                continue
            for shared in self._shared(text, at, sharing):
                fitting = [entry for entry in pairs if _completes(entry, text.keys[at], text.keys[shared])]
                if fitting:
                    sharing[at] = shared
                    yield _span(word.start, word.end, fitting)
                    break

    @staticmethod
    def _may(entry: _Entry, word: Word) -> bool:
        """Whether one word of a name may stand for it."""
        recognise = entry.name.recognise
        return recognise == ALWAYS or (recognise == CAPITALISED and not word.text[:1].islower())

    def _shared(self, text: _Text, at: int, sharing: Mapping[int, int]) -> Iterator[int]:
        """The words that the word may share with a name beside it: those of the two before a joiner on its left (or
        what the one there shares), and the second one after a joiner on its right."""
        last = len(text.words) - 1
        for joined in range(at - 1, max(at - 4, 0), -1):  # the joiner itself is up to two words: «и/или»
            if self._joins(text, joined, at):
                yield from (joined, sharing.get(joined, joined - 1))
                break
        for joined in range(at + 1, min(at + 4, last)):
            if self._joins(text, at, joined):
                yield joined + 1
                break

    def _joins(self, text: _Text, left: int, right: int) -> bool:
        """Whether two words of one kind are joined: «длительные или постоянные», and not «в Легенде, за 1 час».

        A comma alone parts clauses as well («пассивного свойства, эффект может»): a noun behind it is joined only where
        the list goes on behind that."""
        gap = text.text[text.words[left].end : text.words[right].start]
        if "\n" in gap or self._joiner.fullmatch(gap) is None:
            return False
        one, other = (_parts(text.words[at].text, self.language) for at in (left, right))
        shared = one & other
        if gap.strip() == "," and not self._joiner.match(text.text, text.words[right].end):
            shared -= {"noun", "verb"}
        return bool(shared)


def word_keys(surface: str, language: str) -> frozenset[str]:
    """By which lemmas a word of a text in a language meets a word of a name."""
    if written_in(surface, language):
        return frozenset(lemmas(surface, language))
    return frozenset((fold(surface), *lemmas(surface, "en")))


def _parts(word: str, language: str) -> set[str]:
    """The parts of speech that a word may be; a number and what no dictionary reads are of a kind of their own."""
    return {parse.part for parse in parses(word, language)} or {"other"}


def _completes(entry: _Entry, own: frozenset[str], shared: frozenset[str]) -> bool:
    """Whether two words, in either order, are the two of a name."""
    first, second = entry.keys
    return (not own.isdisjoint(first) and not shared.isdisjoint(second)) or (
        not own.isdisjoint(second) and not shared.isdisjoint(first)
    )


def _span(start: int, end: int, fitting: Iterable[_Entry]) -> Span:
    ordered = sorted((entry.name for entry in fitting), key=lambda name: name.order)
    best = dict.fromkeys(name.target for name in ordered if name.is_tied(ordered[0]))
    rest = [name for name in ordered if name.target not in best]
    others = dict.fromkeys(name.target for name in rest if name.order == rest[0].order)
    return Span(start, end, tuple(best), tuple(others))


def _separators(name: str) -> tuple[str, ...]:
    return tuple(name[left.end : right.start].strip() for left, right in pairwise(words(name)))
