"""Slips of the finger: how far a typed word is from a real one."""

from __future__ import annotations

import pytest

from rulings.keyboards import distance


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
