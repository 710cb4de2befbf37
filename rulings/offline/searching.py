"""What the search in the browser needs, taken from the index as it is decoded now.

The browser knows no morphology: it looks words up in tables made here and ranks by the same arithmetic over the
same postings. Every table and constant travels with the data, so that there is one copy of each. Words are numbers
of ``lemmas``; documents are numbers in the order of the index.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from string import ascii_lowercase
from typing import Any

import numpy as np

from rulings import keyboards
from rulings.kinds import CARD_KINDS, CHAPTER, ENTRY_KINDS
from rulings.languages import LANGUAGES, Endings, fold, frequent, inflections, lemmas, roots, spelled, words
from rulings.languages.folding import FOLD, TO_CYRILLIC, TO_LATIN
from rulings.offline import unknown
from rulings.search import answering, clauses, meaning, query, ranking, readings, suggest, vocabulary
from rulings.search.filters import about, cards_of, kind_names, language_names
from rulings.search.names import Keys, Named, Talk
from rulings.search.snapshot import Snapshot
from rulings.search.state import State
from rulings.search.tables import Mask

PARTS = (*clauses.IMPORTANCE,)
_LETTERS = ascii_lowercase + "".join(map(chr, range(ord("а"), ord("я") + 1)))


class Numbers:
    """Numbers for lemmas, given as they are met: in one order in every process, or copies of one state would be of
    several versions."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, lemma: str) -> int:
        return self._numbers.setdefault(lemma, len(self._numbers))

    def all(self, found: Iterable[str]) -> list[int]:
        return sorted(self.of(lemma) for lemma in sorted(found))

    @property
    def lemmas(self) -> list[str]:
        return list(self._numbers)


def search_data(state: State, texts: Iterable[tuple[str, str]], mask: Mask) -> dict[str, Any]:
    """The tables of one state. ``mask``: the entries to search; they are numbered in the order of the index.
    ``texts``: (text, language) of everything that a query may be in the words of."""
    snapshot = state.snapshot
    docs = np.flatnonzero(mask)
    places = np.full(snapshot.size, -1, np.int64)
    places[docs] = np.arange(len(docs))
    numbers = Numbers()
    # Of one game: what another one is called, or its players say, finds nothing here.
    games = {snapshot.column("game")[0][code] for code in snapshot.column("game")[1][docs]}
    is_whole = len(docs) == int(snapshot.is_entry.sum())
    names = [named for named in _names(snapshot) if is_whole or named.game in games]
    talk = [one for one in _talk(snapshot) if is_whole or not one[0] or one[0] in games]
    surfaces = list(_surfaces(texts))
    spoken = {word for word, _ in surfaces}
    terms = _bag_terms(snapshot)
    told = unknown.told(spoken, frozenset(terms))
    # The index may still have words of texts that are not on the site any more.
    shown = {form for word in spoken for form in (fold(word), *lemmas(word))}
    forms = {
        surface: numbers.all(state.vocabulary.lemmas(surface))
        for surface in sorted({surface for segment, _ in snapshot.parts for surface in segment.words.forms})
        if surface in shown or not surface.isalpha()
    }
    data: dict[str, Any] = {
        "surfaces": {
            spelled(word): [
                unknown.importance(word, state.reader.clause(word).own),
                *(numbers.of(lemma) for lemma in lemmas(word)),
            ]
            for word in sorted(spoken)
        },
        "forms": forms,
        "inflections": _inflections(surfaces, numbers),
        "frequent": told.frequent,
        "endings": told.endings,
        "names": [_name(named, places, numbers) for named in names if named.model != "rulings.game"],
        "games": [
            [named.game, [numbers.all(word) for word in named.forms], named.text, named.role, named.key]
            for named in names
            if named.model == "rulings.game"
        ],
        "talk": [
            [
                game,
                [[numbers.all(word) for word in saying] for saying in said],
                [[numbers.all(word) for word in one] for one in means],
                [int(clauses.is_phrase(one)) for one in means],
            ]
            for game, said, means in talk
        ],
        "kindWords": numbers.all(clauses.KINDS),
        "numbered": numbers.all({word for language in LANGUAGES.values() for word in language.numbered}),
        "things": _things(snapshot, {named.key for named in names if named.model == "rulings.card"}, places),
        "codes": _codes(snapshot, games if not is_whole else None),
        "cardKinds": _card_kinds(snapshot, places),
        "rules": rules(),
    }
    numbers.all(terms)
    data["bag"] = bag = [_postings(snapshot, lemma, places) for lemma in numbers.lemmas]
    standing = {lemma for lemma, postings in zip(numbers.lemmas, bag, strict=True) if postings}
    data["relatives"] = [numbers.all(state.vocabulary.relatives(lemma) & standing) for lemma in numbers.lemmas]
    data["lemmas"] = numbers.lemmas
    return data


# ── words ──────────────────────────────────────────────────────────────────


def _surfaces(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Every (word, language), once, and the words by which a language asks and counts."""
    seen = {(word.text.lower(), language) for text, language in texts for word in words(text)}
    for language in LANGUAGES.values():
        seen |= {(word, language.code) for word in language.chatter | language.numbered | language.closed}
    yield from sorted(seen)


def _inflections(surfaces: Iterable[tuple[str, str]], numbers: Numbers) -> dict[str, Any]:
    """Paradigms: ``endings``: [ending, part of speech, …] of each; ``stems``: stem → [paradigm, lemma, …]. A form is
    a stem and an ending of its paradigm."""
    paradigms: dict[Endings, int] = {}
    stems: dict[str, dict[tuple[int, int], None]] = {}
    for word, language in surfaces:
        for lemma, stem, endings in inflections(word, language):
            number = paradigms.setdefault(endings, len(paradigms))
            stems.setdefault(stem, {})[number, numbers.of(lemma)] = None
    return {
        "endings": [
            [piece for ending, part in endings for piece in (ending, PARTS.index(part))] for endings in paradigms
        ],
        "stems": {stem: [number for pair in pairs for number in pair] for stem, pairs in sorted(stems.items())},
    }


# ── the index ──────────────────────────────────────────────────────────────


def _bag_terms(snapshot: Snapshot) -> list[str]:
    """What any live document has: the words of deleted ones stay in the index until it is written anew."""
    terms = {term for segment, _ in snapshot.parts for term in segment.terms("bag")}
    return sorted(term for term in terms if len(snapshot.postings("bag", term).docs))


def _postings(snapshot: Snapshot, lemma: str, places: Any) -> list[int]:
    """[document, weight in thousandths, …] of a lemma."""
    found = snapshot.postings("bag", lemma)
    pairs = [
        (int(places[doc]), round(float(weight) * 1000))
        for doc, weight in zip(found.docs.tolist(), found.weights.tolist(), strict=True)
        if places[doc] >= 0
    ]
    return [number for pair in pairs for number in pair]


def _things(snapshot: Snapshot, cards: Iterable[int], places: Any) -> dict[int, list[list[int]]]:
    """Card → the documents whose own card it is, that mention it, that define it."""

    def of(term: str) -> list[int]:
        return [int(places[doc]) for doc in snapshot.postings("things", term).docs if places[doc] >= 0]

    found = {card: [of(f"{prefix}{card}") for prefix in "omd"] for card in sorted(cards)}
    return {card: lists for card, lists in found.items() if any(lists)}


def _names(snapshot: Snapshot) -> Iterator[Named]:
    """The names of live cards, games and entries, in the order of the index."""
    for segment, offset in snapshot.parts:
        seen = {id(named): named for found in segment.names.by_first.values() for named in found}
        for named in sorted(seen.values(), key=lambda named: (named.doc, named.language, named.text)):
            if snapshot.live[named.doc + offset]:
                yield named._replace(doc=named.doc + offset)


def _name(named: Named, places: Any, numbers: Numbers) -> list[Any]:
    """[key of the card or 0, document of the entry or -1, game, text, language, role, form table]."""
    is_entry = named.model == "rulings.entry"
    return [
        0 if is_entry else named.key,
        int(places[named.doc]) if is_entry else -1,
        *(named.game, named.text, named.language, named.role),
        [numbers.all(word) for word in named.forms],
    ]


def _codes(snapshot: Snapshot, games: Collection[str] | None) -> dict[str, list[tuple[int, str]]]:
    """Code → the live cards with it, of these games (``None``: of all), by their keys, and how each has it printed."""
    found: dict[str, set[tuple[int, str]]] = {}
    for segment, offset in snapshot.parts:
        for code, cards in segment.names.codes.items():
            for card in cards:
                if snapshot.live[card.doc + offset] and (games is None or card.game in games):
                    found.setdefault(code, set()).add((card.key, card.text))
    return {code: sorted(cards) for code, cards in sorted(found.items())}


def _card_kinds(snapshot: Snapshot, places: Any) -> dict[str, list[int]]:
    """Kind of cards → the documents whose own card is of it."""
    found = {kind: sorted(places[about(cards_of([kind], snapshot), "o", snapshot)].tolist()) for kind in CARD_KINDS}
    return {kind: [doc for doc in docs if doc >= 0] for kind, docs in found.items()}


def _talk(snapshot: Snapshot) -> Iterator[tuple[str, list[tuple[Keys, ...]], tuple[tuple[Keys, ...], ...]]]:
    """(game, each saying, each thing it means) of every live synonym."""
    for segment, offset in snapshot.parts:
        sayings: dict[int, dict[int, Talk]] = {}
        for found in segment.names.talk.values():
            for talk in found:
                sayings.setdefault(talk.doc, {})[id(talk)] = talk
        for doc, said in sorted(sayings.items()):
            if snapshot.live[doc + offset]:
                any_one = next(iter(said.values()))
                sayings_in_order = sorted((talk.said for talk in said.values()), key=lambda said: [*map(sorted, said)])
                yield any_one.game, sayings_in_order, any_one.means


# ── what is the same everywhere ────────────────────────────────────────────


def rules() -> dict[str, Any]:
    """The tables and constants of folding, typing and ranking."""
    return {
        "fold": {chr(char): plain for char, plain in FOLD.items()},
        "keys": [keyboards.LATIN_KEYS, keyboards.RUSSIAN_KEYS],
        "toLatin": {chr(char): chr(other) for char, other in TO_LATIN.items()},
        "toCyrillic": {chr(char): chr(other) for char, other in TO_CYRILLIC.items()},
        "shifted": {chr(char): chr(other) for char, other in keyboards.SHIFTED.items()},
        "skeleton": {
            "ru": keyboards.SKELETON_OF_RUSSIAN,
            "latin": [[pattern.pattern, plain] for pattern, plain in keyboards.SKELETON_OF_LATIN],
        },
        "otherwise": keyboards.OTHERWISE,
        "chosen": keyboards.CHOSEN,
        "near": sorted("".join(pair) for pair in keyboards.NEAR_KEYS | keyboards.ALIKE_SOUNDS),
        "roots": {
            language: {"suffixes": [*suffixes, ""], "alternations": roots.ALTERNATIONS[language]}
            for language, suffixes in roots.SUFFIXES.items()
        },
        "rootLength": roots.ROOT_LENGTH,
        "rootLengthBeforeLongSuffix": roots.ROOT_LENGTH_BEFORE_LONG_SUFFIX,
        "scripts": {code: language.letters for code, language in LANGUAGES.items()},
        "parts": [round(weight * 100) for weight in clauses.IMPORTANCE.values()],
        "chatter": clauses.CHATTER,
        "letters": [letter for letter in _LETTERS if clauses.importance(letter, frozenset()) == clauses.CHATTER],
        "related": clauses.RELATED,
        "corrected": readings.CORRECTED,
        "misspelled": readings.MISSPELLED,
        "synonym": clauses.SYNONYM,
        "said": clauses.SAID,
        "missing": clauses.MISSING,
        "longestEnding": frequent.LONGEST,
        "beforeEnding": frequent.BEFORE,
        "strange": clauses.STRANGE,
        "elsewhere": clauses.ELSEWHERE,
        "ofGame": clauses.OF_GAME,
        "ofKind": clauses.OF_KIND,
        "nameLength": clauses.NAME,
        "kinds": {kind.key: kind.weight for kind in ENTRY_KINDS.values()},
        "chapter": CHAPTER,
        "own": ranking.OWN,
        "defined": ranking.DEFINED,
        "mentioned": ranking.MENTIONED,
        "common": ranking.COMMON,
        "least": meaning.LEAST,
        "leastOfMany": meaning.LEAST_OF_MANY,
        "leastOfTwo": meaning.OF_TWO,
        "better": meaning.BETTER,
        "rounded": ranking.ROUNDED,
        "close": answering.CLOSE,
        "nearness": answering.NEARNESS,
        "nearest": vocabulary.NEAREST,
        "parted": vocabulary.PARTED,
        "real": vocabulary.REAL,
        "enough": suggest.ENOUGH,
        "begun": suggest.BEGUN,
        "suggestedCards": suggest.CARDS_SHOWN,
        "suggestedAlone": suggest.CARDS_ALONE,
        "offeredEntries": suggest.ENTRIES,
        "suggestedEntries": suggest.ENTRIES_SHOWN,
        "suggestedGames": suggest.GAMES_SHOWN,
        "maxLength": query.MAX_LENGTH,
        "maxWords": query.MAX_WORDS,
        "or": sorted(query.OR_WORDS),
        "orOf": {language.code: language.either[0] for language in LANGUAGES.values()},
        "oneOf": sorted(query.ONE_OF),
        "prefixes": query.PREFIXES,
        "kindNames": {kind: sorted(names) for kind, names in kind_names().items()},
        "languageNames": language_names(),
    }
