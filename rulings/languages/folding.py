"""Text as it is compared: without case, accents, typography, and without the alphabet a code was typed in."""

from __future__ import annotations

import re
import unicodedata

# ── folding ────────────────────────────────────────────────────────────────

SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4`"
_DOUBLE_QUOTES = "\u00ab\u00bb\u201c\u201d\u201e\u201f\u2039\u203a\u2033"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# Letters whose accent is part of the letter and is not decomposed by Unicode.
_BARE = {"ё": "е", "ѐ": "е", "ѝ": "и", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}


def _fold_table() -> dict[int, str]:
    table: dict[int, str] = {}
    for code in [*range(0xC0, 0x250), *range(0x1E00, 0x1F00)]:
        base = unicodedata.normalize("NFD", chr(code))
        if len(base) > 1 and base[0].isascii():
            table[code] = base[0].lower()
    table.update(dict.fromkeys(range(768, 880), ""))
    table.update({ord(char): "'" for char in SINGLE_QUOTES})
    table.update({ord(char): '"' for char in _DOUBLE_QUOTES})
    table.update({ord(char): "-" for char in _DASHES})
    table.update({ord(char): " " for char in _SPACES})
    table.update({ord(char): "" for char in INVISIBLE})
    table.update({ord(char): plain for char, plain in _BARE.items()})
    return table


FOLD = _fold_table()


def fold(text: str) -> str:
    """Text as it is compared: composed, caseless, without accents, stress marks, soft hyphens and curly quotes.

    й stays й and щ stays щ; ё becomes е, ł becomes l, ą becomes a. ``fold(fold(x)) == fold(x)``.
    """
    if text.isascii():
        return text.lower().replace("`", "'")
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return unicodedata.normalize("NFC", composed.translate(FOLD))


# ── letters that look alike ────────────────────────────────────────────────

TO_LATIN = str.maketrans("авекмнорстух", "abekmhopctyx")
TO_CYRILLIC = str.maketrans("abekmopctyxh", "авекморстухн")
_DICE = re.compile(r"(\d*)[кдkd](\d+)")


def unmixed(word: str) -> str:
    """A lower-case word in one alphabet: «еcли» with a Latin c is «если». A letter that looks like none of the other
    alphabet decides («MEЧ»), else the greater number."""
    latin, cyrillic = re.findall("[a-z]", word), re.findall("[а-яё]", word)
    if not latin or not cyrillic:
        return word
    only_latin = sum(ord(letter) not in TO_CYRILLIC for letter in latin)
    only_cyrillic = sum(ord(letter) not in TO_LATIN for letter in cyrillic)
    is_cyrillic = (only_cyrillic, len(cyrillic)) >= (only_latin, len(latin))
    return word.translate(TO_CYRILLIC if is_cyrillic else TO_LATIN)


def alike(word: str) -> str:
    """A folded word whose letters all look like letters of the other alphabet, in that alphabet («ob» → «ов»);
    empty for any other word."""
    for letters, table in (("авекморстух", TO_LATIN), ("abekmopctyxh", TO_CYRILLIC)):
        if word and all(char in letters for char in word):
            return word.translate(table)
    return ""


def in_other_letters(word: str) -> str:
    """A word as typed in letters of one alphabet that look like those of the other («KOPOHE» → «короне», some of them
    of the other already or not), folded, in the other; empty for any other word."""
    return alike(unmixed(fold(word)))


def code(word: str) -> str:
    """One spelling of what is not a word of a language: card codes («В147», «А4»), dice («1к6», «1D6»), single
    letters («буква Х»), whatever alphabet they were typed in; empty for anything else."""
    folded = fold(word)
    if len(folded) == 1:
        return folded.translate(TO_LATIN)
    if not any(char.isdigit() for char in folded):
        return ""
    if dice := _DICE.fullmatch(folded):
        return f"{dice[1] or 1}d{dice[2]}"
    return folded.replace(",", ".").translate(TO_LATIN)


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
