"""Caches with limits."""

from __future__ import annotations

from rulings.search.caches import Cache, looked_up


def test_only_what_is_not_known_is_worked_out() -> None:
    known: dict[int, int] = {}
    asked: list[list[int]] = []

    def squares(keys: list[int]) -> list[int]:
        asked.append(keys)
        return [key * key for key in keys]

    assert looked_up(known, [3, 0, 2], squares, most=3) == [9, 0, 4]  # 0 is a value as any other
    assert looked_up(known, [2, 5, 0], squares, most=3) == [4, 25, 0]
    assert looked_up(known, [5, 3], squares, most=3) == [25, 9]
    assert asked == [[3, 0, 2], [5]]
    assert looked_up(known, [5, 7], squares, most=3) == [25, 49]  # too much is known: the rest is forgotten
    assert known == {7: 49}


def test_the_oldest_go_when_all_are_too_large() -> None:
    cache: Cache[str, str] = Cache(5, len)
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key

    for key in ("aa", "bb", "aa", "cc", "bb", "aa"):
        assert cache.get(key, make) == key
    assert made == ["aa", "bb", "cc", "aa"]
    assert len(cache) == 2
