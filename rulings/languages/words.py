"""Words of a text, and what the dictionaries know of them."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from rulings.languages.dictionaries import Endings, Inflection, Parse, one_ending
from rulings.languages.folding import INVISIBLE, SINGLE_QUOTES, code, fold, unmixed
from rulings.languages.table import LANGUAGES

# ── words ──────────────────────────────────────────────────────────────────


class Word(NamedTuple):
    """A surface word of a text: as it stands, with offsets in code points."""

    text: str
    start: int
    end: int


# A letter or digit with the marks that sit on it. Decimal numbers («4,5», «3.10») and words with an
# apostrophe (Hero's) are one word; hyphens and slashes separate, and so does what «п2.6» is made of.
_CHAR = rf"(?:[^\W_][\u0300-\u036f{INVISIBLE}]*)"
_DECIMAL = r"\d+(?:[.,]\d+)+(?![^\W_])"
_WORD = re.compile(rf"{_DECIMAL}|[^\W\d_]+(?={_DECIMAL})|{_CHAR}+(?:['{SINGLE_QUOTES}]{_CHAR}+)*")


def words(text: str) -> Iterator[Word]:
    """The surface words of ``text`` in order."""
    for match in _WORD.finditer(text):
        yield Word(match.group(), match.start(), match.end())


@functools.cache
def _script(code: str) -> re.Pattern[str]:
    return re.compile(rf"[{LANGUAGES[code].letters}]", re.IGNORECASE)


def written_in(word: str, language: str) -> bool:
    """Whether the word has a letter of the language's script."""
    return _script(language).search(word) is not None


# What no dictionary knows, though the word is known: stress marks, soft hyphens, curly apostrophes.
_MARKS: dict[int, str | None] = dict.fromkeys([*range(0x300, 0x370), *map(ord, INVISIBLE)])
_MARKS.update(dict.fromkeys(map(ord, SINGLE_QUOTES), "'"))


@functools.lru_cache(maxsize=100_000)
def parses(word: str, language: str) -> tuple[Parse, ...]:
    """Every reading the dictionary gives a word, its lemma as the key that it is known by: folded, or what the language
    keeps apart; none for a word of another script or of a mixture.

    The dictionary sees the word with its accents («ściana», not «sciana»), so only what comes out is folded.
    """
    if not written_in(word, language):
        return ()
    row, plain = LANGUAGES[language], spelled(word)
    if not is_readable(plain, language):
        return ()
    found = dict.fromkeys(parse._replace(lemma=_key(parse.lemma, language)) for parse in row.parser()(plain))
    if plain in (row.yes, row.no):  # an answer is nothing else: «nie» is no form of «on» to who types it
        return tuple(parse for parse in found if parse.lemma == plain) or tuple(found)
    return tuple(found)


def dictionary_form(word: str, language: str) -> str:
    """The likeliest dictionary form of a word as it is written, with its accents and with its capital; the word itself
    where its language's dictionary can't read it."""
    plain = spelled(word)
    if not written_in(word, language) or not is_readable(plain, language):
        return word
    form = next((parse.lemma for parse in LANGUAGES[language].parser()(plain)), word)
    return form[:1].upper() + form[1:] if word[:1].isupper() else form


def _key(lemma: str, language: str) -> str:
    """What a dictionary form is known by."""
    return fold(LANGUAGES[language].apart.get(lemma, lemma))


def spelled(word: str) -> str:
    """A word as a dictionary has it: lower case, with its accents, without stress marks and soft hyphens."""
    return unmixed(unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).lower().translate(_MARKS)))


def is_readable(plain: str, language: str) -> bool:
    """Whether all letters are of the language's script: the Russian dictionary fails on letters that have no name of
    their own in Unicode (Tangut and other ideographs)."""
    return all(written_in(char, language) for char in plain if char.isalpha())


@functools.lru_cache(maxsize=50_000)
def inflections(word: str, language: str) -> tuple[Inflection, ...]:
    """Every form of every dictionary word that the word may be a form of, folded; none for one of another script."""
    plain = spelled(word)
    if code(word) or not written_in(word, language) or not is_readable(plain, language):
        return ()
    return tuple(_keyed(found, language) for found in LANGUAGES[language].inflector()(plain))


def _keyed(found: Inflection, language: str) -> Inflection:
    stem, key = fold(found.stem), _key(found.lemma, language)
    endings = _folded(found.endings)
    if key != fold(found.lemma):  # the form that without its accents is the other's is not one of this
        endings = tuple(one for one in endings if stem + one[0] != fold(found.lemma))
    return Inflection(key, stem, endings)


@functools.cache
def _folded(endings: Endings) -> Endings:
    """Each once; the first of two parts of speech is that of the likelier form."""
    return tuple(one_ending(*one) for one in {fold(ending): part for ending, part in reversed(endings)}.items())


@functools.lru_cache(maxsize=100_000)
def lemmas(word: str, language: str | None = None) -> tuple[str, ...]:
    """Every dictionary form the word may have, folded; the folded word itself when nothing is known of it.

    Without a language: in every language whose letters it has, as a query and an index of many languages need it; what
    is written with accents and stands in a dictionary («móc») is no word of a language that only guesses.
    """
    if printed := code(word):
        return (printed,)
    found = [parse for one in ([language] if language else LANGUAGES) for parse in parses(word, one)]
    if not language and not word.isascii():
        found = [parse for parse in found if parse.is_known] or found
    return tuple(dict.fromkeys(parse.lemma for parse in found)) or (unmixed(fold(word)),)


def is_chatter(word: str, language: str) -> bool:
    """Whether a word says little of what is asked: a function word, or one that any question may have.

    The likeliest reading decides: «как» is a conjunction, though it may be a noun. What people write in a hurry
    («плиз») no dictionary has.
    """
    found, chatter = parses(word, language), LANGUAGES[language].chatter
    return fold(word) in chatter or (bool(found) and (found[0].part == "function" or found[0].lemma in chatter))


def is_before_numbers(word: str) -> bool:
    """Whether a word says in a language that the number after it is a printed one («в пункте 2.6», «pkt 2.6»)."""
    return any(not language.numbered.isdisjoint(lemmas(word, code)) for code, language in LANGUAGES.items())


def part_of_speech(word: str, language: str) -> str:
    """The likeliest part of speech of a word; ``other`` when nothing is known of it."""
    found = parses(word, language)
    return found[0].part if found else "other"


def is_noun_alone(word: str) -> bool:
    """Whether the dictionaries have a word, and every reading of theirs is a noun: «вампир», but not «stara», which is
    mostly an adjective."""
    parts = {parse.part for code in LANGUAGES for parse in parses(word, code) if parse.is_known}
    return parts == {"noun"}


def in_dictionary(word: str, language: str) -> bool:
    """Whether the dictionary has the word, rather than guesses it by its ending."""
    return any(parse.is_known for parse in parses(word, language))


_GUESSED_FROM = 4  # letters: shorter words are too much like others


def guessed_forms(word: str, language: str) -> tuple[str, ...]:
    """The forms that a word of a name may have though its language's dictionary lacks it, folded; none that the
    dictionary has, since those are forms of something else."""
    guesses, plain = LANGUAGES[language].guesses, spelled(word)
    if guesses is None or len(plain) < _GUESSED_FROM or not plain.isalpha() or not is_readable(plain, language):
        return ()
    if code(word) or parses(word, language):
        return ()
    return tuple(fold(form) for form in guesses(plain) if not parses(form, language))
