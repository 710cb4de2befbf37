"""A piece of a text that is known again by what stands around it."""

from __future__ import annotations

import pytest

from rulings.standing import Standing


@pytest.mark.parametrize(
    ("text", "is_there"),
    [
        ("Потом-герой берёт Щит.", True),  # twelve characters in front of it are as they were
        ("Потом иерой берёт Щит.", False),  # eleven of them
        ("Взял Щит.", False),
        ("Потом герой берёт Щиток.", False),
    ],
)
def test_a_piece_is_known_again_by_twelve_characters_around_it(text: str, is_there: bool) -> None:
    place = Standing(4, "Щит", "Тут герой берёт ", " и уходит прочь.").again(text)
    assert (place is not None) == is_there
    assert place is None or text[place.start : place.end] == "Щит"
