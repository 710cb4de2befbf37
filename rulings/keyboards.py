"""How people type: keyboard layouts, Latin letters for Russian words, slips of the finger. No Django.

Everything here works on folded text (``languages.fold``), but for layouts: folding loses keys.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from string import ascii_lowercase

# ── layouts ────────────────────────────────────────────────────────────────

LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
RUSSIAN_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю."
# The same keys with shift, and what phones make of a straight quotation mark.
SHIFTED = str.maketrans('~{}:"<>?\u2018\u2019\u201c\u201d', "`[];',./''''")
_TO_RUSSIAN = str.maketrans(LATIN_KEYS, RUSSIAN_KEYS)
_TO_LATIN = str.maketrans(RUSSIAN_KEYS, LATIN_KEYS)
_PIECE = re.compile(r"\S+")


def swap_layout(text: str) -> str:
    """What the same keys give on the other layout: Latin keys → Russian letters, Russian letters → Latin keys, each
    piece between white space by itself; a number is the same on both.

    Punctuation keys are letters there (``,`` is б, the key left of 1 is ё), so the text must not be cut into words or
    folded before.
    """
    return _PIECE.sub(lambda piece: _swap_piece(piece[0]), unicodedata.normalize("NFC", text).lower())


def _swap_piece(piece: str) -> str:
    if re.search("[а-яё]", piece):
        return piece.translate(_TO_LATIN)
    if re.search(r"\d", piece) and not re.search(r"[^\W\d_]", piece):
        return piece
    return piece.translate(SHIFTED).translate(_TO_RUSSIAN).replace("ё", "е")


# ── Latin letters for Russian words ────────────────────────────────────────

# Russian → one Latin spelling in which what people write differently is written alike: щ and ш are «s», й, ы and
# и are «i», ъ and ь nothing. A word typed in Latin letters is brought to the same spelling by its own rules.
SKELETON_OF_RUSSIAN = {
    **dict(zip("абвгдезийклмнопрстуфхыэё", "abvgdeziiklmnoprstufhiee", strict=True)),
    "ж": "z",
    "ц": "c",
    "ч": "c",
    "ш": "s",
    "щ": "s",
    "ъ": "",
    "ь": "",
    "ю": "iu",
    "я": "ia",
}
SKELETON_OF_LATIN = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"['`\"]", ""),
        (r"shch|shh|sch|sh", "s"),
        (r"zh", "z"),
        (r"tch|ch|ts|tz|cz|4", "c"),
        (r"kh|x", "h"),
        (r"(?<![aeiou])y[oe]|[yj][oe]|(?<=[aeiou])ye", "e"),
        (r"i[oe](?=$)", "ie"),
        (r"(?<=[bcdfghklmnprstvwz])j(?![aeiouy])", ""),  # ь
        (r"[yj]", "i"),
        (r"w", "v"),
        (r"q", "k"),
    )
]
# What the same Latin letters may stand for otherwise: «j» is й or ж, «nye» не or ные, «ck» цк or к, «sch» щ or сч, «sh»
# ш or сх, «w» в or, as it looks, ш; «lu» лу or лю.
OTHERWISE = {"j": "zh", "ye": "yie", "ck": "k", "sch": "s4", "sh": "skh", "w": "sh", "lu": "lyu"}
_CHOSEN = re.compile("|".join(sorted(OTHERWISE, key=len, reverse=True)))
CHOSEN = 4  # of these in a word, each by itself: «srajenija» has ж and й; a fifth is what it is first
# т and с beside each other sound as ц does, and people write both «ts».
_HISSED = re.compile("ts")
_DOUBLED = re.compile(r"(.)\1+")
# и and й, or a vowel and the «y» before it, often melt into one letter.
_MELTED = re.compile(r"ii+")


@lru_cache(maxsize=50_000)
def skeleton(word: str) -> str:
    """The spelling by which a Russian word and the same word in Latin letters are recognised."""
    if re.search("[а-яё]", word):
        latin = "".join(SKELETON_OF_RUSSIAN.get(char, char) for char in word)
    else:
        latin = word
        for pattern, replacement in SKELETON_OF_LATIN:
            latin = pattern.sub(replacement, latin)
    return _DOUBLED.sub(r"\1", _MELTED.sub("i", _HISSED.sub("c", latin)))


def skeletons(word: str) -> set[str]:
    """Every spelling by which a word in Latin letters may be recognised."""
    ways, at = [""], 0
    for found in islice(_CHOSEN.finditer(word), CHOSEN):
        between, latin = word[at : found.start()], found.group()
        ways = [f"{way}{between}{choice}" for way in ways for choice in (latin, OTHERWISE[latin])]
        at = found.end()
    return {skeleton(way + word[at:]) for way in ways}


# ── slips of the finger ────────────────────────────────────────────────────

_ROWS = (("qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"), ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"))


def _neighbours() -> frozenset[tuple[str, str]]:
    pairs = set()
    for rows in _ROWS:
        for y, row in enumerate(rows):
            for x, char in enumerate(row):
                for dy, dx in ((0, 1), (1, 0), (1, -1)):
                    if y + dy < len(rows) and 0 <= x + dx < len(rows[y + dy]):
                        other = rows[y + dy][x + dx]
                        pairs |= {(char, other), (other, char)}
    return frozenset(pairs)


NEAR_KEYS = _neighbours()
# Letters that sound alike where they are written without stress or before a voiceless sound.
ALIKE_SOUNDS = frozenset(
    pair
    for a, b in ("ао", "еи", "ие", "яе", "яи", "сз", "тд", "пб", "кг", "фв", "шж", "шщ", "цс", "ыи", "эе", "ij", "yi")
    for pair in ((a, b), (b, a))
) | frozenset(pair for a, b in ("uo", "hc", "zs", "sc", "td", "kg", "pb", "vw", "ce") for pair in ((a, b), (b, a)))
_RUSSIAN_LETTERS = "".join(map(chr, range(ord("а"), ord("я") + 1)))
_SOFT = frozenset("ьъ")
_SWAPPED = 0.8  # of a slip: two letters in the wrong order


def distance(typed: str, word: str, limit: float) -> float:
    """How far a typed word is from a real one, in slips; anything above ``limit`` is only «more than limit».

    A neighbouring key or a letter that sounds alike is 0.7 of a slip, two letters in the wrong order 0.8, a letter
    doubled or not doubled and a forgotten soft sign 0.5, a wrong first letter 0.3 more.
    """
    if abs(len(typed) - len(word)) > limit * 2:
        return limit + 1
    before_last: list[float] = []
    last = [0.0]
    for j, char in enumerate(word):
        last.append(last[-1] + _gap(char, word[j - 1] if j else ""))
    for i, a in enumerate(typed):
        row = [last[0] + _gap(a, typed[i - 1] if i else "")]
        for j, b in enumerate(word):
            best = min(
                last[j] + (0.0 if a == b else _swap(a, b)),
                last[j + 1] + _gap(a, typed[i - 1] if i else ""),
                row[j] + _gap(b, word[j - 1] if j else ""),
            )
            if i and j and a == word[j - 1] and b == typed[i - 1] and a != b:
                best = min(best, before_last[j - 1] + _SWAPPED)
            row.append(best)
        if min(row) > limit and min(last) + _SWAPPED > limit:  # not even two letters in the wrong order lead back
            return limit + 1
        before_last, last = last, row
    return last[-1] + (0.3 if typed[:1] != word[:1] else 0.0)


def _swap(a: str, b: str) -> float:
    return 0.7 if (a, b) in NEAR_KEYS or (a, b) in ALIKE_SOUNDS else 1.0


def _gap(char: str, before: str) -> float:
    return 0.5 if char == before or char in _SOFT else 1.0


def slips(word: str) -> Iterator[str]:
    """Every word that one slip after its first letter makes of a folded one: a letter fewer, another, one more, two in
    the other order. People rarely miss the first one."""
    letters = _RUSSIAN_LETTERS if re.search("[а-я]", word) else ascii_lowercase
    for at in range(1, len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (before + letter + after for letter in letters)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]


LONGEST = 40  # letters of a word


def tolerance(word: str) -> float:
    """How many slips a word of this length may have; short words, numbers and what is longer than any word none. One of
    four letters is near too many others for a letter more, fewer or far away."""
    if not 4 <= len(word) <= LONGEST or any(char.isdigit() for char in word):
        return 0.0
    return _SWAPPED if len(word) < 5 else 1.0 if len(word) < 6 else 1.5 if len(word) < 9 else 2.2
