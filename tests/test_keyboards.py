"""Slips of the finger: how far a typed word is from a real one."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulings.keyboards import ALIKE_SOUNDS, NEAR_KEYS, distance, tolerance


@pytest.mark.parametrize(
    ("typed", "word", "slips"),
    [
        ("город", "город", 0.0),
        ("голод", "город", 1.0),
        ("горлд", "город", 0.7),  # л lies beside о
        ("карова", "корова", 0.7),  # sounds alike
        ("горов", "город", 1.0),
        ("гоорд", "город", 0.8),
        ("горрод", "город", 0.5),
        ("мечь", "меч", 0.5),
        ("горд", "город", 1.0),
        ("ород", "город", 1.3),
        ("дород", "город", 1.3),
    ],
)
def test_distance_counts_slips(typed: str, word: str, slips: float) -> None:
    assert distance(typed, word, 3.0) == pytest.approx(slips)


def test_more_than_the_limit_is_only_more() -> None:
    assert distance("город", "замок", 1.0) > 1.0
    assert distance("го", "городской", 2.0) == 3.0


@pytest.mark.parametrize(
    ("word", "slips"),
    [
        ("дом", 0.0),
        ("жаба", 0.8),
        ("карта", 1.0),
        ("корона", 1.5),
        ("персонаж", 1.5),
        ("воплощение", 2.2),
        ("в147а", 0.0),
    ],
)
def test_longer_words_may_have_more_slips(word: str, slips: float) -> None:
    assert tolerance(word) == slips


def plainly(typed: str, word: str) -> float:
    """Damerau and Levenshtein's table, all of it, with the weights of ``distance``."""

    def gap(text: str, at: int) -> float:
        return 0.5 if text[at] in "ьъ" or text[at - 1 : at] == text[at] else 1.0

    table = [[0.0] * (len(word) + 1) for _ in range(len(typed) + 1)]
    for i in range(len(typed) + 1):
        for j in range(len(word) + 1):
            ways = []
            if i:
                ways.append(table[i - 1][j] + gap(typed, i - 1))
            if j:
                ways.append(table[i][j - 1] + gap(word, j - 1))
            if i and j:
                a, b = typed[i - 1], word[j - 1]
                ways.append(
                    table[i - 1][j - 1] + (0.0 if a == b else 0.7 if (a, b) in NEAR_KEYS | ALIKE_SOUNDS else 1.0)
                )
            if i > 1 and j > 1 and typed[i - 2 : i] == word[j - 2 : j][::-1] and typed[i - 1] != word[j - 1]:
                ways.append(table[i - 2][j - 2] + 0.8)
            table[i][j] = min(ways, default=0.0)
    return table[-1][-1] + (0.3 if typed[:1] != word[:1] else 0.0)


WORDS = st.text("абьок", max_size=7)
# Any two words, and two of the same letters: few of the former are near each other.
TWO_WORDS = st.tuples(WORDS, WORDS) | WORDS.flatmap(
    lambda word: st.tuples(st.just(word), st.permutations(word).map("".join))
)


@given(TWO_WORDS, st.sampled_from((0.8, 1.0, 1.5, 2.2)))
@example(("аок", "ако"), 0.8)
@settings(max_examples=200)
def test_distance_within_the_limit_is_that_of_the_whole_table(two: tuple[str, str], limit: float) -> None:
    typed, word = two
    exactly = plainly(typed, word)
    found = distance(typed, word, limit)
    assert found == pytest.approx(exactly) if exactly <= limit else found > limit
