"""Families of words: what лечить and лечение share."""

from __future__ import annotations

import functools

# ── words of one root ──────────────────────────────────────────────────────


def _longest_first(suffixes: str) -> tuple[str, ...]:
    return tuple(sorted(suffixes.split(), key=len, reverse=True))


SUFFIXES = {
    "ru": _longest_first(
        "ирование ывание ивание ование евание ение ание яние ация яция итель тель ость ество йство ство ник чик щик"
        " ировать ывать ивать овать евать нуть ать ять еть ить уть ыть оть"
        " тельный енный анный ованный ительный имый емый ный ский овый евый ый ий ой ка ок ие ье а я о е ь й"
    ),
    "pl": _longest_first(
        "owanie ywanie iwanie anie enie nie cie owac ywac iwac nac ac ic yc ec alny any ony ny owy ski ty"
        " osc acz nik ek ka ie a e o y i"
    ),
}
# Consonants that stand for each other in words of one root: движение and двигаться, оплата and оплачивать.
ALTERNATIONS = {
    "ru": (
        ("ст", "т"),
        *((char, "т") for char in "щчц"),
        *((char, "д") for char in "жгз"),
        ("ш", "с"),
        ("х", "с"),
        ("а", "о"),
    ),
    "pl": (("sz", "s"), ("cz", "c"), ("rz", "r"), ("dz", "d"), ("k", "c"), ("t", "c"), ("z", "d"), ("g", "d")),
}
# Shorter roots tie words that have nothing in common; a long suffix is better evidence of a family, but then the root
# has to be the same letter by letter: катать, кастовать and качество are none.
ROOT_LENGTH = 4
ROOT_LENGTH_BEFORE_LONG_SUFFIX = 3


@functools.lru_cache(maxsize=100_000)
def root(lemma: str, language: str) -> str:
    """What a folded lemma shares with words of its family across parts of speech; empty when too little is left.

    Prefixes stay: they change the meaning (привести is not вывести).
    """
    if language not in SUFFIXES:
        return ""
    stem = lemma.removesuffix("ся").removesuffix("сь") if language == "ru" else lemma
    for suffix in (*SUFFIXES[language], ""):
        least = ROOT_LENGTH if len(suffix) < 3 else ROOT_LENGTH_BEFORE_LONG_SUFFIX
        if stem.endswith(suffix) and len(stem) - len(suffix) >= least:
            stem = stem.removesuffix(suffix)
            break
    else:
        return ""
    if len(stem) < ROOT_LENGTH:
        return f"{stem}-"
    for theirs, ours in ALTERNATIONS[language]:
        stem = stem.replace(theirs, ours)
    return stem
