"""Parsing is linear: a text sixteen times as long takes about sixteen times as long, whatever is in it."""

from __future__ import annotations

import pytest

from rulings.documents import Outline, bare
from rulings.parsers import parse
from tests.growth import is_about_linear

FAQ = "Город\n\nВ1. Можно ли войти в Город в Буран?\n\nО. Да. Например, Друид может.\n\nЕщё правило идёт.\n\n"


@pytest.mark.parametrize(
    ("unit", "format"),
    [
        (FAQ, "faq"),
        ("Глава\n\nРаздел\n\nТекст идёт. Например, так. Потом.\n\n• пункт\n• пункт\n\n", "rules"),
        ("(1.1) Название\n\nТекст идёт.\n\n", "clarifications"),
        ("## Глава\n\n**В:** Можно?\n\n**О:** Да, *всегда*.\n\n", "markdown"),
        # What a careless pattern or loop would choke on.
        ("Город\n\n", "faq"),
        ("1. Город\n\n", "rules"),
        ("• a\n", "faq"),
        ("слово\n", "rules"),
        ("слово ", "rules"),
        ('„“" ', "rules"),
        ("«", "rules"),
        ("(a", "rules"),
        ("aа", "rules"),
        ("**a ", "markdown"),
        ("[a](", "markdown"),
        ("A\n---\n\n", "markdown"),
        ("# a\n", "markdown"),
    ],
    ids=lambda value: value[:8].strip() if isinstance(value, str) else value,
)
def test_sixteen_times_the_text_takes_about_sixteen_times_as_long(unit: str, format: str) -> None:  # noqa: A002
    outline = Outline(title="Проба", language="ru", format=format)
    assert is_about_linear(lambda text: parse(text, outline), unit, 5_000 // len(unit))


@pytest.mark.parametrize("line", ["# {}", "# а{}б", "а (б){}в"])
def test_spaces_cost_as_much_as_they_are_long(line: str) -> None:
    def run(spaces: str) -> None:
        text = line.replace("{}", spaces)
        parse(f"{text}\n\nТекст.", Outline(language="ru", format="markdown"))
        bare(text)

    assert is_about_linear(run, " ", 1_500)


def test_two_megabytes_of_questions_are_parsed_whole() -> None:
    text = FAQ * (2_000_000 // len(FAQ.encode()))
    document = parse(text, Outline(title="Проба", language="ru", format="faq"))
    assert len(document.nodes) == text.count("Город\n")
