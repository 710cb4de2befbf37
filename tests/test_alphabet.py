"""The order of names."""

from __future__ import annotations

import pytest

from rulings.alphabet import initial, sort_key


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ru", ["2-й шаг", "Ёж", "Ель", "Енот", "Жаба", "Заклинание", "Заклинание Сглаза", "Йети", "Amulet"]),
        ("pl", ["Amulet", "Ćma", "Dwór", "Lód", "Łódź", "Miecz", "Świątynia", "Zamek", "Źródło", "Żaba", "Жаба"]),
    ],
)
def test_names_stand_in_the_readers_alphabet(language: str, names: list[str]) -> None:
    shuffled = names[::-1]
    assert sorted(shuffled, key=lambda name: sort_key(name, language)) == names


@pytest.mark.parametrize(
    ("name", "letter"), [("Ёж", "Е"), ("«Жаба»", "Ж"), ("łódź", "Ł"), ("2-й", "2"), ("…", ""), ("", "")]
)
def test_name_is_listed_under_its_first_letter(name: str, letter: str) -> None:
    assert initial(name) == letter
