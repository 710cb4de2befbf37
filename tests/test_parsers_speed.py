"""Parsing is linear: a text four times as long takes about four times as long, whatever is in it."""

from __future__ import annotations

import time

import pytest

from rulings.documents import Outline
from rulings.parsers import parse

FAQ = "Город\n\nВ1. Можно ли войти в Город в Буран?\n\nО. Да. Например, Друид может.\n\nЕщё правило идёт.\n\n"


def seconds(text: str, format: str) -> float:  # noqa: A002
    """Of the processor, the best of five: what else the machine does is not the parser's."""
    best = 1e9
    for _ in range(5):
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
def test_four_times_the_text_takes_no_more_than_eight_times_as_long(unit: str, format: str) -> None:  # noqa: A002
    size = 20_000
    small = seconds(unit * (size // len(unit)), format)
    large = seconds(unit * (4 * size // len(unit)), format)
    assert large < 8 * small + 0.05


def test_two_megabytes_of_questions_are_parsed_while_one_waits() -> None:
    text = FAQ * (2_000_000 // len(FAQ.encode()))
    start = time.process_time()
    document = parse(text, Outline(title="Проба", language="ru", format="faq"))
    assert time.process_time() - start < 15
    assert len(document.nodes) == text.count("Город\n")
