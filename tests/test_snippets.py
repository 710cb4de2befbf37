"""What a snippet and an address cost and hold of texts that nobody would write by hand."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.languages import lemmas, words
from rulings.search.snippets import mark, matches, pointing, standing
from tests.growth import is_about_linear

TOAD = frozenset({"жаба"})


@pytest.mark.parametrize("unit", ["жаба ", "жаба и ", "меч и конь у жабы, "])
def test_marking_a_long_paragraph_takes_time_by_its_length(unit: str) -> None:
    assert is_about_linear(lambda text: mark(text, TOAD), unit, 500)
    assert is_about_linear(lambda text: pointing(text, TOAD), unit, 500)


def test_marking_what_is_mentioned_takes_time_by_its_length() -> None:
    def run(text: str) -> None:
        spans = [(start, start + 4) for start in range(0, len(text), 5)]
        assert len(list(matches(text, frozenset(), spans))) == len(spans)

    assert is_about_linear(run, "жаба ", 200)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=6))
def test_words_that_stand_in_any_of_the_places_are_found(places: list[tuple[int, int]]) -> None:
    text = "он и я не за то, что их бой был"
    spans = [(start, start + length) for start, length in places]
    inside = [word for word in words(text) if any(start <= word.start and word.end <= end for start, end in spans)]
    assert list(matches(text, frozenset(), spans)) == inside


@pytest.mark.parametrize("text", ["жаба " * 18_000, f"{'ж' * 90_000} жаба {'б' * 90_000}", "жаба" * 25_000])
def test_an_address_is_short_however_long_the_text_is(text: str) -> None:
    assert len(pointing(text, frozenset({*lemmas("жаба"), *lemmas("жаба" * 25_000)}))) < 10_000


def test_the_piece_with_the_most_marks_is_shown() -> None:
    text = f"Жаба. {'Меч и конь. ' * 30}Жаба и жаба. {'Меч и конь. ' * 30}"
    assert mark(text, TOAD).count("<mark>") == 2


def test_the_piece_with_the_words_that_were_typed_is_shown() -> None:
    text = f"Жаба, конь, меч. {'Дом и сад. ' * 30}Лягушка и дом. {'Дом и сад. ' * 30}Конь и конь, меч и меч."
    tokens = frozenset({"жаба", "лягушка", "конь", "меч"})
    for own, shown in [
        ({"лягушка"}, ["Лягушка"]),
        ({"меч"}, ["Жаба", "конь", "меч"]),
        (set[str](), ["Жаба", "конь", "меч"]),
    ]:
        assert re.findall("<mark>(.*?)</mark>", mark(text, tokens, own=frozenset(own))) == shown


def test_a_phrase_stands_in_one_paragraph_word_after_word() -> None:
    text = "Бросок, потом кубик.\nБросок\nкубика: перед броском кубика."
    phrase = (frozenset({"бросок"}), frozenset({"кубик"}))
    assert [text[start:end] for start, end in standing(text, [phrase])] == ["броском кубика"]
    assert [text[start:end] for start, end in standing(text, [phrase[:1]])] == ["Бросок", "Бросок", "броском"]


def test_an_address_points_at_different_words_rather_than_at_one_again() -> None:
    text = "Жаба и жабы, жабам или жабой: меч, конь."
    tokens = frozenset({"жаба", "меч", "конь"})
    pieces = [unquote(piece) for piece in pointing(text, tokens).split("&")]
    assert pieces == ["text=Жаба,-и", "text=меч,-, конь", "text=меч,-,конь"]
    assert len(pointing(text, TOAD).split("&")) == 3
