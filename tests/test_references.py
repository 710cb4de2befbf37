from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.references import references
from tests.growth import is_about_linear


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("смотрите «Встречи» на странице 9 правил базовой игры.", "ru", ("title", "Встречи", True)),
        ("(см. «Что такое Погибель?» в разделе III (стр.15) для", "ru", ("title", "Что такое Погибель?", True)),
        ("описанной в разделе III этого документа", "ru", ("title", "", True)),
        ("это описано ниже, в части Схватки.", "ru", ("title", "Схватки", True)),
        ("по правилу (2.5)", "ru", ("number", "2.5", False)),
        ("см. п. 2.5", "ru", ("number", "2.5", True)),
        ("переходит к шагу 4", "ru", ("step", "4", False)),
        ("на Шаге. 3 в рамках", "ru", ("step", "3", False)),
        ("patrz „Ruch” na stronie 7 instrukcji podstawowej", "pl", ("title", "Ruch", True)),
        ("opisano w rozdziale IV", "pl", ("title", "", True)),
        ("zob. pkt 2.5", "pl", ("number", "2.5", True)),
        ("krok 3", "pl", ("step", "3", False)),
        ("« ( » на странице 4", "ru", ("title", "(", True)),
    ],
)
def test_references_are_seen(text: str, language: str, expected: tuple[str, str, bool]) -> None:
    found = [(one.kind, one.value, one.is_elsewhere) for one in references(text, language)]
    assert found == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "в части соответствующей миссии",
        "бросьте 2 кубика (3 раза)",
        "«Талисман», 4-е издание",
        "на 1 шаг вперёд",
        "раздел правил",
    ],
)
def test_what_only_looks_like_a_reference_is_none(text: str) -> None:
    assert list(references(text, "ru")) == []


@given(
    st.lists(
        st.sampled_from(
            [*"«»()., \n", "п.", "2.5", "(2.5)", "шаг", "4", "разделе", "III", "на странице", "9", "правил", "Встречи"]
        )
    )
)
def test_references_stand_apart_and_on_words(parts: list[str]) -> None:
    text = " ".join(parts)
    end = 0
    for one in references(text, "ru"):
        assert end <= one.start < one.end <= len(text)
        assert text[one.start].isalnum()
        assert text[one.end - 1].isalnum()
        end = one.end


@pytest.mark.parametrize("unit", ["(2.4) ", "п. 2.5 и шаг 4, ", "«Встречи» на странице 9 "])
def test_references_cost_as_much_as_the_text_is_long(unit: str) -> None:
    assert is_about_linear(lambda text: list(references(text, "ru")), unit, 500)
