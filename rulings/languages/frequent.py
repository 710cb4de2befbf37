"""What is to be known of words without a dictionary at hand (on a device without a network): those that people use
most, and which endings tell how much a word means.

``frequent_words`` has two files a language: ``CODE.txt`` in the order of the alphabet, words that a dictionary here has
among the most frequent ones of wordfreq 3.1 (Robyn Speer, https://github.com/rspeer/wordfreq, CC BY-SA 4.0), but for
names and swearing, of the nouns fewer; ``CODE.endings``, which ``python -m tests.bench.endings`` makes of such words, a
weight in hundredths and the endings that tell it in each line.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

LONGEST, BEFORE = 5, 2  # letters of an ending that tells, and at least before it
_SHORTEST = 2
_FOLDER = Path(__file__).parent / "frequent_words"


@functools.cache
def frequent(code: str) -> frozenset[str]:
    """The most frequent words of a language, spelled as its dictionary has them; none of one without a list."""
    return frozenset(_read(f"{code}.txt").split())


@functools.cache
def telling_endings(code: str) -> dict[str, int]:
    """Ending → how much a word that ends so means, in hundredths; none of a language without a list."""
    lines = [line.split() for line in _read(f"{code}.endings").splitlines()]
    return {ending: int(weight) for weight, *endings in lines for ending in endings}


def ends(word: str) -> Iterator[str]:
    """The endings of a word that may tell, the longest first."""
    return (word[-length:] for length in range(min(LONGEST, len(word) - BEFORE), _SHORTEST - 1, -1))


def _read(name: str) -> str:
    path = _FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else ""
