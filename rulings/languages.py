"""The only room that knows languages: folding, words, lemmas, and a table with one row a language.

Every other room (links, index, query, suggestions, admin search) asks here, so that a word is the same
word everywhere. To add a language, write its lemmatiser and add a row to ``LANGUAGES``.
"""

from __future__ import annotations

import functools
import re
import threading
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

# ── folding ────────────────────────────────────────────────────────────────

_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4`"
_DOUBLE_QUOTES = "\u00ab\u00bb\u201c\u201d\u201e\u201f\u2039\u203a\u2033"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# Letters whose accent is part of the letter and is not decomposed by Unicode.
_BARE = {"ё": "е", "ѐ": "е", "ѝ": "и", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}


def _fold_table() -> dict[int, str]:
    table: dict[int, str] = {}
    for code in [*range(0xC0, 0x250), *range(0x1E00, 0x1F00)]:
        base = unicodedata.normalize("NFD", chr(code))
        if len(base) > 1 and base[0].isascii():
            table[code] = base[0].lower()
    table.update(dict.fromkeys(range(768, 880), ""))
    table.update({ord(char): "'" for char in _SINGLE_QUOTES})
    table.update({ord(char): '"' for char in _DOUBLE_QUOTES})
    table.update({ord(char): "-" for char in _DASHES})
    table.update({ord(char): " " for char in _SPACES})
    table.update({ord(char): "" for char in _INVISIBLE})
    table.update({ord(char): plain for char, plain in _BARE.items()})
    return table


_FOLD = _fold_table()


def fold(text: str) -> str:
    """Text as it is compared: composed, caseless, without accents, stress marks, soft hyphens and curly quotes.

    й stays й and щ stays щ; ё becomes е, ł becomes l, ą becomes a. ``fold(fold(x)) == fold(x)``.
    """
    if text.isascii():
        return text.lower().replace("`", "'")
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return unicodedata.normalize("NFC", composed.translate(_FOLD))


# ── words ──────────────────────────────────────────────────────────────────


class Word(NamedTuple):
    """A surface word of a text: as it stands, with offsets in code points."""

    text: str
    start: int
    end: int


# A letter or digit with the marks that sit on it. Decimal numbers («4,5», «3.10») and words with an
# apostrophe (Hero's) are one word; hyphens and slashes separate.
_CHAR = r"(?:[^\W_][\u0300-\u036f\u00ad\u200b-\u200d\u2060]*)"
_WORD = re.compile(rf"\d+(?:[.,]\d+)+(?![^\W_])|{_CHAR}+(?:['\u2019\u02bc]{_CHAR}+)*")


def words(text: str) -> Iterator[Word]:
    """The surface words of ``text`` in order."""
    for match in _WORD.finditer(text):
        yield Word(match.group(), match.start(), match.end())


# ── lemmas ─────────────────────────────────────────────────────────────────


def _unique(items: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


@functools.cache
def _russian() -> Callable[[str], list[str]]:
    import pymorphy3

    analyser = pymorphy3.MorphAnalyzer(lang="ru")

    def normal_forms(word: str) -> list[str]:
        return [parse.normal_form for parse in analyser.parse(word)]

    return normal_forms


@functools.cache
def _polish() -> Callable[[str], list[str]]:
    try:
        import morfeusz2
    except ImportError:  # no wheel for this platform: stems instead of dictionary forms
        return _snowball("polish")
    analyser = morfeusz2.Morfeusz()
    lock = threading.Lock()  # one analyser keeps the state of one call

    def base_forms(word: str) -> list[str]:
        with lock:
            segments = analyser.analyse(word)
        last = max((end for _, end, _ in segments), default=0)
        whole = [form for start, end, form in segments if start == 0 and end == last]
        # «zabiłem» is cut into a verb and its ending: the verb is what the word means.
        chosen = whole or [form for start, _, form in segments if start == 0]
        return [form[1].partition(":")[0] for form in chosen if form[2] != "ign"]

    return base_forms


@functools.cache
def _snowball(algorithm: str) -> Callable[[str], list[str]]:
    import snowballstemmer

    stemmer = snowballstemmer.stemmer(algorithm)
    lock = threading.Lock()

    def stems(word: str) -> list[str]:
        with lock:
            return [stemmer.stemWord(word)]

    return stems


@dataclass(frozen=True)
class Language:
    """What the house needs to know of one language.

    ``letters`` is a character class of its script. ``base_forms`` gives the loader of its lemmatiser.
    ``questions`` and ``answers`` are the marks of a question and of its answer in a printed FAQ;
    ``examples`` begin an example and ``exceptions`` an exception; ``yes`` and ``no`` are verdicts.
    ``joiners`` stand between two names that share a heading.
    """

    code: str
    name: str
    letters: str
    base_forms: Callable[[], Callable[[str], list[str]]]
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    examples: tuple[str, ...]
    exceptions: tuple[str, ...]
    credits: tuple[str, ...]
    joiners: tuple[str, ...]
    yes: str
    no: str


_CYRILLIC = "а-яё"
_LATIN = "a-zà-žﬀ-ﬆ"

LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (
        Language(
            code="ru",
            name="Русский",
            letters=_CYRILLIC,
            base_forms=_russian,
            questions=("В", "Вопрос"),
            answers=("О", "Ответ"),
            examples=("Пример", "Например"),
            exceptions=("Исключение",),
            credits=("Перевод", "Переводчик", "Автор"),
            joiners=("и", "или"),
            yes="да",
            no="нет",
        ),
        Language(
            code="pl",
            name="Polski",
            letters=_LATIN,
            base_forms=_polish,
            questions=("P", "Pytanie"),
            answers=("O", "Odpowiedź"),
            examples=("Przykład", "Na przykład"),
            exceptions=("Wyjątek",),
            credits=("Tłumaczenie", "Autor"),
            joiners=("i", "lub", "oraz"),
            yes="tak",
            no="nie",
        ),
        Language(
            code="en",
            name="English",
            letters=_LATIN,
            base_forms=functools.partial(_snowball, "english"),
            questions=("Q", "Question"),
            answers=("A", "Answer"),
            examples=("Example", "For example"),
            exceptions=("Exception",),
            credits=("Translation", "Translated by", "Author"),
            joiners=("and", "or"),
            yes="yes",
            no="no",
        ),
    )
}


@functools.cache
def _script(code: str) -> re.Pattern[str]:
    return re.compile(rf"[{LANGUAGES[code].letters}]", re.IGNORECASE)


def written_in(word: str, language: str) -> bool:
    """Whether the word has a letter of the language's script."""
    return _script(language).search(word) is not None


# What no dictionary knows, though the word is known: stress marks, soft hyphens, curly apostrophes.
_MARKS: dict[int, str | None] = dict.fromkeys([*range(0x300, 0x370), *map(ord, _INVISIBLE)])
_MARKS.update(dict.fromkeys(map(ord, _SINGLE_QUOTES), "'"))


@functools.lru_cache(maxsize=100_000)
def lemmas(word: str, language: str) -> tuple[str, ...]:
    """Every dictionary form the word may have, folded; the folded word itself when nothing is known of it.

    The dictionary sees the word with its accents («ściana», not «sciana»), so fold only what comes out.
    """
    folded = fold(word)
    if not written_in(word, language):
        return (folded,)
    look_up = LANGUAGES[language].base_forms()
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).lower().translate(_MARKS))
    return _unique([fold(form) for form in look_up(plain)]) or (folded,)


# ── transliteration, for addresses ─────────────────────────────────────────

_LATIN_OF = dict(zip("абвгдезийклмнопрстуфхыэі", "abvgdeziyklmnoprstufhyei", strict=True)) | {
    "ж": "zh",
    "ц": "ts",
    "ч": "ch",
    "ш": "sh",
    "щ": "sch",
    "ъ": "",
    "ь": "",
    "ю": "yu",
    "я": "ya",
}


def slug(text: str, limit: int = 60) -> str:
    """An ASCII address of a text: lower case, words joined by hyphens, cut after a whole word at ``limit``."""
    latin = "".join(_LATIN_OF.get(char, char) for char in fold(text))
    parts = re.findall(r"[a-z0-9]+", latin.replace("'", ""))
    result = ""
    for part in parts:
        longer = f"{result}-{part}" if result else part
        if len(longer) > limit and result:
            break
        result = longer[:limit]
    return result
