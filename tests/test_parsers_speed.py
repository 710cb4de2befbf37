"""Parsing is linear: a text sixteen times as long takes about sixteen times as long, whatever is in it."""

from __future__ import annotations

import time

import pytest

from rulings.documents import Outline
from rulings.parsers import parse

FAQ = "Город\n\nВ1. Можно ли войти в Город в Буран?\n\nО. Да. Например, Друид может.\n\nЕщё правило идёт.\n\n"


def seconds(text: str, format: str) -> float:  # noqa: A002
    """Of the processor, the best of three: what else the machine does is not the parser's."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        parse(text, Outline(title="Проба", language="ru", format=format))
        best = min(best, time.process_time() - start)
    return best


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
    """Quadratic would be 256 times: the bound has room for a machine that is four times slower at one of them."""
    size = 5_000
    small = seconds(unit * (size // len(unit)), format)
    large = seconds(unit * (16 * size // len(unit)), format)
    assert large < 64 * small + 0.05


def test_two_megabytes_of_questions_are_parsed_whole() -> None:
    text = FAQ * (2_000_000 // len(FAQ.encode()))
    document = parse(text, Outline(title="Проба", language="ru", format="faq"))
    assert len(document.nodes) == text.count("Город\n")
