"""The dictionaries: what a word may be a form of, and every form of a word. A loader for each; the table names them."""

from __future__ import annotations

import functools
import importlib
import re
import threading
from collections.abc import Callable, Collection
from itertools import takewhile
from typing import Any, NamedTuple

from rulings.languages.folding import fold

# ── lemmas ─────────────────────────────────────────────────────────────────


class Parse(NamedTuple):
    """One reading of a word: its dictionary form, its part of speech, and whether the dictionary has the word (or
    only guesses by its ending). ``function`` words hold sentences together (не, или, który, gdzie)."""

    lemma: str
    part: str  # noun, verb, adjective, adverb, function or other
    is_known: bool


Parser = Callable[[str], list[Parse]]


class Tag(NamedTuple):
    """One reading of a noun or an adjective: of which cases, numbers and genders it may be; without a gender, of
    any."""

    is_noun: bool
    cases: frozenset[str]
    numbers: frozenset[str]
    genders: frozenset[str]


Tagger = Callable[[str], list[Tag]]


# What follows a stem, each with the part of speech of the form. Words that are inflected alike share one.
Endings = tuple[tuple[str, str], ...]


class Inflection(NamedTuple):
    """Every form of one dictionary word, as it is written: what all of them begin with, and what follows."""

    lemma: str
    stem: str
    endings: Endings

    @property
    def surfaces(self) -> list[str]:
        return [self.stem + ending for ending, _ in self.endings]


# A word in any form → the forms of each dictionary word that it may be a form of.
Inflector = Callable[[str], list[Inflection]]


@functools.cache
def one_ending(text: str, part: str) -> tuple[str, str]:
    """One copy of each: paradigms have many of them in common."""
    return text, part


def _inflection(lemma: str, forms: Collection[tuple[str, str]]) -> Inflection:
    """The inflection that these forms with their parts of speech are."""
    first, last = min(forms)[0], max(forms)[0]
    stem = "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
    return Inflection(lemma, stem, tuple(one_ending(form[len(stem) :], part) for form, part in forms))


# OpenCorpora's grammemes, the first that applies. Prdx and Apro are pronouns used as other parts of speech.
_RUSSIAN_PARTS = {
    **dict.fromkeys(("PREP", "CONJ", "PRCL", "NPRO", "INTJ", "Apro", "Ques", "Dmns", "Prdx"), "function"),
    **dict.fromkeys(("NOUN", "NUMR", "LATN", "UNKN"), "noun"),
    **dict.fromkeys(("VERB", "INFN", "GRND"), "verb"),
    **dict.fromkeys(("ADJF", "ADJS", "COMP", "PRTF", "PRTS"), "adjective"),
    **dict.fromkeys(("ADVB", "PRED"), "adverb"),
}
# The Polish tag set (NKJP), first part of the tag.
_POLISH_PARTS = {
    **dict.fromkeys(("prep", "conj", "comp", "part", "qub", "interj", "ppron12", "ppron3", "siebie"), "function"),
    **dict.fromkeys(("subst", "depr", "ger", "num", "brev", "ign"), "noun"),
    **dict.fromkeys(("fin", "praet", "inf", "impt", "imps", "bedzie", "winien", "pcon", "pant", "aglt"), "verb"),
    **dict.fromkeys(("adj", "adja", "adjp", "adjc", "ppas", "pact"), "adjective"),
    **dict.fromkeys(("adv", "pred"), "adverb"),
}


@functools.cache
def _pymorphy() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


def _russian_part(grammemes: frozenset[str]) -> str:
    return next((part for name, part in _RUSSIAN_PARTS.items() if name in grammemes), "other")


@functools.cache
def russian() -> Parser:
    analyser = _pymorphy()

    def parses(word: str) -> list[Parse]:
        return [
            Parse(parse.normal_form, _russian_part(parse.tag.grammemes), parse.is_known)
            for parse in analyser.parse(word)
        ]

    return parses


def russian_tags(word: str) -> list[Tag]:
    """The grammemes of every reading of a word that is a noun or an adjective, which a Russian plural shares by all
    genders."""
    tags = [parse.tag for parse in _pymorphy().parse(word) if parse.is_known]
    return [
        Tag(
            tag.POS == "NOUN",
            frozenset({str(tag.case)}),
            frozenset({str(tag.number)}),
            frozenset({str(tag.gender)} if tag.number == "sing" else ()),
        )
        for tag in tags
        if tag.POS in ("NOUN", "ADJF", "PRTF") and "Apro" not in tag
    ]


@functools.cache
def russian_inflector() -> Inflector:
    analyser = _pymorphy()
    dictionary = analyser.dictionary

    @functools.cache
    def endings(number: int) -> Endings:
        """Those of a paradigm, but for forms that begin otherwise («наилучший»)."""
        found = dictionary.build_paradigm_info(number)
        return tuple(one_ending(after, _russian_part(tag.grammemes)) for before, tag, after in found if not before)

    def inflections(word: str) -> list[Inflection]:
        found: dict[tuple[str, int], Inflection] = {}
        for parse in analyser.parse(word):
            # A guessed word ends like one that the dictionary has; what stands before that part stays as it is.
            (_, known, *place), *_ = parse.methods_stack
            if len(place) != 2 or not fold(word).endswith(fold(known)):  # the dictionary finds ё where е was written
                continue
            number, form = place
            stem = dictionary.build_stem(dictionary.paradigms[number], form, known)
            start = word[: len(word) - len(known)] + stem
            found.setdefault((parse.normal_form, number), Inflection(parse.normal_form, start, endings(number)))
        return list(found.values())

    return inflections


@functools.cache
def _morfeusz() -> tuple[Any, threading.Lock] | None:
    """The Polish analyser, and the lock to hold meanwhile: it keeps the state of one call."""
    try:
        import morfeusz2
    except ImportError:  # no wheel for this platform: stems instead of dictionary forms
        return None
    return morfeusz2.Morfeusz(), threading.Lock()


def _polish_analyses(word: str) -> list[tuple[str, str]]:
    """(lemma, tag) of every reading of the whole word, the likelier first (``_likelihood``)."""
    polish = _morfeusz()
    assert polish is not None  # who asks has made sure
    analyser, lock = polish
    with lock:
        segments = analyser.analyse(word)
    last = max((end for _, end, _ in segments), default=0)
    whole = [form for start, end, form in segments if start == 0 and end == last]
    # «zabiłem» is cut into a verb and its ending: the verb is what the word means.
    chosen = whole or [form for start, _, form in segments if start == 0]
    chosen.sort(key=functools.partial(_likelihood, word))
    return [(form[1].partition(":")[0], form[2]) for form in chosen if form[2] != "ign"]


_POLISH_RARE = re.compile(r"\b(?:daw|przest|rzad|gwar)\.")  # what Morfeusz calls dated, rare or a dialect's


def _likelihood(word: str, form: tuple[str, str, str, list[str], list[str]]) -> tuple[bool, bool, bool]:
    """What readings are sorted by: Morfeusz has them in the order of the alphabet. A cry or what it calls rare comes
    last («miasto» for «zamiast»), before that a gerund, which mostly is a noun by itself («wydarzenie» of «wydarzyć»),
    and a noun in another form than its first («od» of «oda»)."""
    _, lemma, tag, _, labels = form
    part = tag.partition(":")[0]
    is_rare = part == "interj" or any(map(_POLISH_RARE.search, labels))
    return is_rare, part == "ger", part == "subst" and lemma.partition(":")[0] != word


def _polish_readings(word: str) -> list[tuple[str, str]]:
    """(lemma, first part of the tag) of every reading of the whole word."""
    return [(lemma, tag.partition(":")[0]) for lemma, tag in _polish_analyses(word)]


def polish_tags(word: str) -> list[Tag]:
    """Every reading of a word that is a noun or an adjective («adj:sg:nom.voc:m1.m2:pos»); none without Morfeusz."""
    found = []
    for _lemma, tag in _polish_analyses(word) if _morfeusz() else ():
        part, *marks = tag.split(":")
        if part in ("subst", "adj", "ppas", "pact"):
            number, case, gender = (frozenset(mark.split(".")) for mark in marks[:3])
            found.append(Tag(part == "subst", case, number, gender))
    return found


@functools.cache
def polish() -> Parser:
    if _morfeusz() is None:
        return snowball("polish")

    def parses(word: str) -> list[Parse]:
        return [Parse(lemma, _POLISH_PARTS.get(tag, "other"), True) for lemma, tag in _polish_readings(word)]

    return parses


# What makes a past form of a verb one of the first or second person; the dictionary has it as a word of its own.
_POLISH_PERSONS = {"ł": ("em", "eś"), "ła": ("m", "ś"), "li": ("śmy", "ście"), "ły": ("śmy", "ście")}


def _with_persons(form: str, tag: str) -> list[str]:
    """A form, and the persons of a past one («zgubiła», «zgubiłam», «zgubiłaś»)."""
    ends = next((ends for past, ends in _POLISH_PERSONS.items() if form.endswith(past)), ())
    return [form, *(form + end for end in ends if tag.startswith("praet"))]


_POLISH_PREFIXED = re.compile(r":(?:neg|sup)(?::|$)")


@functools.cache
def polish_inflector() -> Inflector:
    polish = _morfeusz()
    if polish is None:
        return stem_inflector("polish", "a i y e u o ą ę em om ie ow ów ym ach ami owi")
    analyser, lock = polish

    def inflections(word: str) -> list[Inflection]:
        found = []
        for lemma in dict.fromkeys(lemma for lemma, _ in _polish_readings(word)):
            with lock:
                generated = analyser.generate(lemma)
            # Forms that begin otherwise («niebrany», «najlepszy») are words of their own to whom types them.
            forms = [
                (whole, _POLISH_PARTS.get(tag.partition(":")[0], "other"))
                for form, _, tag, *_ in generated
                if not _POLISH_PREFIXED.search(tag)
                for whole in _with_persons(form, tag)
            ]
            if forms:
                found.append(_inflection(lemma, forms))
        return found

    return inflections


# What follows the stem of a noun; a last consonant of the stem may change before «-ie»/«-e» («Grimgorze»).
_POLISH_MASCULINE = ("a", "owi", "em", "iem", "u", "y", "i", "ów", "om", "ami", "ach", "owie")
_POLISH_FEMININE = ("y", "i", "ę", "ą", "o", "om", "ami", "ach")
_POLISH_SOFTENED = {"r": "rze", "t": "cie", "d": "dzie", "ł": "le", "l": "lu", "k": "ce", "g": "dze"}


def polish_guesses(word: str) -> list[str]:
    """The forms that a name would have which no dictionary has: those of a noun with its ending. Some don't exist;
    nobody writes those. None after another vowel: such names mostly stay as they are."""
    is_feminine = word.endswith("a")
    stem = word.removesuffix("a")
    if stem[-1] in "aeiouyąęó":
        return []
    endings = _POLISH_FEMININE if is_feminine else _POLISH_MASCULINE
    return [*(stem + ending for ending in endings), stem[:-1] + _POLISH_SOFTENED.get(stem[-1], f"{stem[-1]}ie")]


@functools.cache
def snowball(algorithm: str) -> Parser:
    # Only the one: the package's own entrance imports thirty languages, which takes a tenth of a second.
    module = importlib.import_module(f"snowballstemmer.{algorithm}_stemmer")
    stemmer = getattr(module, f"{algorithm.capitalize()}Stemmer")()
    lock = threading.Lock()

    def stems(word: str) -> list[Parse]:
        with lock:
            return [Parse(stemmer.stemWord(word), "other", False)]

    return stems


def stem_inflector(algorithm: str, endings: str) -> Inflector:
    """The forms of a word of which only its stem is known: itself and its stem with any usual ending. Some of them
    don't exist; nobody types those."""
    stems, every = snowball(algorithm), ("", *endings.split())

    def inflections(word: str) -> list[Inflection]:
        (stem, *_), *_ = stems(word)
        starts = dict.fromkeys((stem, word))
        return [_inflection(stem, [(f"{start}{end}", "other") for start in starts for end in every])]

    return inflections
