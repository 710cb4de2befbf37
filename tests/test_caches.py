"""Caches with limits."""

from __future__ import annotations

from rulings.search.caches import Cache, Groups


def test_only_what_is_not_known_is_worked_out() -> None:
    cache: Groups[str, int, int] = Groups(100, lambda value: 1)
    asked: list[list[int]] = []

    def squares(keys: list[int]) -> list[int]:
        asked.append(keys)
        return [key * key for key in keys]

    assert cache.get("a", [3, 0, 2], squares) == [9, 0, 4]  # 0 is a value as any other
    assert cache.get("a", [2, 5, 0], squares) == [4, 25, 0]
    assert cache.get("a", [5, 3], squares) == [25, 9]
    assert cache.get("b", [5], squares) == [25]
    assert asked == [[3, 0, 2], [5], [5]]


def test_the_oldest_groups_go_when_all_values_are_too_large() -> None:
    cache: Groups[int, int, str] = Groups(1_000, len)
    made: list[int] = []

    def texts(keys: list[int]) -> list[str]:
        made.extend(keys)
        return ["x" * 100 for _ in keys]

    for group in range(200):
        cache.get(group, range(group, group + 3), texts)
        assert sum(len(value) for values in cache._groups.values() for value in values.values()) <= 1_000
    made.clear()
    cache.get(199, range(199, 202), texts)
    assert made == []
    cache.get(0, range(3), texts)
    assert made == [0, 1, 2]
    assert len(cache.get(1, range(50), texts)) == 50  # one that is too large alone is answered and not kept
    assert cache._groups == {}


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
