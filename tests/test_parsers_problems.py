"""What is odd in a text is reported with its line; what isn't, is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulings.documents import Outline
from rulings.labels import PROBLEM_LABELS, problem_text
from rulings.parsers import parse, quotes

ROOMS = Path(__file__).parents[1] / "rulings"


def odd(text: str, format: str = "rules", **lists: list[str]) -> list[tuple[int, str, str]]:  # noqa: A002
    outline = Outline(title="Проба", language="ru", format=format, **lists)  # type: ignore[arg-type]
    return [(problem.line, problem.key, problem.detail) for problem in parse(text, outline).problems]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("Он сказал: «Да.", [(3, "quote-open", "«")]),
        ("«Раз. И ещё «два».", [(3, "quote-open", "«")]),
        ("Zagraj „Smoka.", [(3, "quote-open", "„")]),
        ('Миссия "Пригоршня камней.', [(3, "quote-open", '"')]),
        ("Если (что-то.", [(3, "bracket-open", "(")]),
        ("Только еcли.", [(3, "mixed-letters", "еcли")]),
        ("Кaрта и Кaрта.", [(3, "mixed-letters", "Кaрта"), (3, "mixed-letters", "Кaрта")]),
        ("«Да».Это всё.", [(3, "no-space", "».Э")]),
        ("Zagraj “Smoka.", [(3, "quote-open", "“")]),
        ("Zagraj “Smoka” i “Trolla.", [(3, "quote-open", "“")]),
        ("Zagraj „Smoka. Potem „Trolla”.", [(3, "quote-open", "„")]),
        ('Zagraj „Smoka" i "Trolla.', [(3, "quote-open", '"')]),
        ('Карта "Меч и карта "Щит.', [(3, "quote-open", '"')]),
        ("«Карта „Меч».", [(3, "quote-open", "„")]),
        ("«Да»Это всё.", [(3, "no-space", "»Э")]),
        ("Карта «Меч»лежит.", [(3, "no-space", "»л")]),
        ("Karta „Miecz”leży.", [(3, "no-space", "”l")]),
        ("Karta „Miecz“,leży.", [(3, "no-space", "“,l")]),
        ('Карта "Меч"лежит.', [(3, "no-space", '"л')]),
        # What is no mistake.
        ("Завод «Победа «Пионер».", []),
        ("Написано « «можете покупать».", []),
        ("Zagraj „Smoka” lub „Trolla“.", []),
        ('Миссия "Пригоршня" и "Камни".', []),
        ('Карта 5" на 7" в коробке.', []),
        ("Жаль :( но так.", []),
        ("а) первое и б) второе.", []),
        ("Karta “Miecz”, „Tarcza“ i “Tarcza“.", []),
        ('„Karta "Miecz" leży”.', []),
        ("«Карта „Меч“ лежит», «„Щит“ — нет».", []),
        ('("Меч"), "Щит"-карта и "Лук"...', []),
        ("«Меч»-карта, «Щит»: да, «Лук»(2).", []),
        ("FAQа, 2D6, Wi-Fi, Hero’s, N-й, XIX.", []),
    ],
)
def test_signs_and_letters(text: str, problems: list[tuple[int, str, str]]) -> None:
    assert odd(f"Глава\n\n{text}") == problems


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("(1.1) А\n\nТекст.\n\n(1.3) Б\n\nТекст.", [(5, "number-missing", "1.2")]),
        ("(1.1) А\n\nТекст.\n\n(1.9) Б\n\nТекст.", [(5, "number-missing", "1.2–1.8")]),
        ("(1.1) А\n\nТекст.\n\n(1.1) Б\n\nТекст.", [(5, "number-twice", "1.1")]),
        (
            "(1.1) А\n\nТекст.\n\n(1.3) Б\n\nТекст.\n\n(1.2) В\n\nТекст.",
            [(9, "number-order", "1.2")],
        ),
        ("(2.7) А\n\nТекст.\n\n(3.1) Б\n\nТекст.", [(1, "number-missing", "2.1–2.6")]),
        ("(3.9) А\n\nТекст.\n\n(3.10) Б\n\nТекст.", [(1, "number-missing", "3.1–3.8")]),
        ("(1.1) А\n\nТекст.\n\n(2.2) Б\n\nТекст.\n\n(2.3) В\n\nТекст.", [(5, "number-missing", "2.1")]),
        ("(1.2) А\n\nТекст.\n\n(1.1) Б\n\nТекст.", [(5, "number-order", "1.1")]),
        ("(1.1) А\n\nТекст.\n\n(1.1.2) Б\n\nТекст.", [(5, "number-missing", "1.1.1")]),
        ("(1.1) А\n\nТекст.\n\n(1.1.1) Б\n\nТекст.\n\n(1.2) В\n\nТекст.", []),
    ],
)
def test_numbers_of_several_parts(text: str, problems: list[tuple[int, str, str]]) -> None:
    assert odd(text, "clarifications") == problems


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("Г\n\nВ1. А?\n\nО. Да.\n\nВ3. Б?\n\nО. Да.", [(7, "number-missing", "В2")]),
        ("Г\n\nВ1. А?\n\nО. Да.\n\nВ1. Б?\n\nО. Да.", [(7, "number-twice", "В1")]),
        ("Г\n\nB1. А?\n\nО. Да.\n\nВ3. Б?\n\nО. Да.", [(7, "number-missing", "В2")]),
        ("Г\n\nВ2. А?\n\nО. Да.\n\nВ3. Б?\n\nО. Да.", [(3, "number-missing", "В1")]),
        ("Г\n\nВ1. А?\n\nО. Да.\n\nД\n\nB2. Б?\n\nО. Да.", []),
        ("Г\n\nВ1. А?\n\nО. Да.\n\nД\n\nВ3. Б?\n\nО. Да.", [(9, "number-missing", "В2")]),
        ("Г\n\nВ1. А?\n\nО. 1. Да.\n\n2. Нет.\n\nД\n\nВ2. Б?\n\nО. Да.", []),
        ("Г\n\nВ. А?\n\nДа.", [(5, "answer-unmarked", "")]),
        ("Г\n\nВ. А?\n\n1. Да.", [(5, "answer-unmarked", "")]),
        ("Г\n\nВ. А?\n\nЕщё.\n\nО. Да.", []),
        ("Г\n\nВ. А?\n\nО. Да.\n\nВ. Б?", [(7, "no-answer", "В")]),
        ("Г\n\nВ. Так можно.\n\nО. Да.", [(3, "question-mark", "В")]),
        ("Г\n\nВ. Можно? (Базовая игра.)\n\nО. Да.", []),
        ("Г\n\nВ. А?\n\nО. Да.\n\nА если?\n\nО. Нет.", [(7, "question-unmarked", "")]),
        ("Можно?\n\nДа.\n\nТочно?\n\nДа.", []),
        ("Г\n\nТекст.\n\nГ\n\nТекст.", [(5, "heading-twice", "Г")]),
        ("А\n\nГ\n\nТекст.\n\nБ\n\nГ\n\nТекст.", []),
    ],
)
def test_questions_answers_and_headings(text: str, problems: list[tuple[int, str, str]]) -> None:
    assert odd(text, "faq") == problems


@pytest.mark.parametrize(
    ("numbers", "problems"),
    [
        ("1. 2. 3.", []),
        ("1. 2-6. 7.", []),
        ("1. 2-4. 7.", [("number-missing", "5–6")]),
        ("1. 2. 2. 3.", [("number-twice", "2")]),
        ("1. 2. 1. 2.", []),
        ("1. 4. 3.", [("number-missing", "2–3"), ("number-order", "3")]),
        ("3. 2. 4.", [("number-missing", "1"), ("number-order", "2"), ("number-missing", "3")]),
        ("2. 3.", [("number-missing", "1")]),
        ("4. 5-6.", [("number-missing", "1–3")]),
        ("3.", []),
        ("2. 3-11. 12.", []),
    ],
)
def test_numbers_of_a_list_and_of_entries(numbers: str, problems: list[tuple[str, str]]) -> None:
    text = "Г\n\n" + "\n\n".join(f"{number} Текст идёт." for number in numbers.split())
    assert [problem[1:] for problem in odd(text)] == problems
    assert [problem[1:] for problem in odd(text, entries=["Г"])] == problems


def test_every_problem_has_its_words() -> None:
    raised = set()
    for path in [*ROOMS.glob("*.py"), *ROOMS.glob("parsers/*.py")]:
        raised |= set(re.findall(r"(?:Problem|ParseError)\(\s*\"([a-z0-9-]+)\"", path.read_text(encoding="utf-8")))
    assert raised <= set(PROBLEM_LABELS)
    assert "number-missing" in raised
    assert problem_text("number-missing", "3.4").endswith("3.4")


@pytest.mark.parametrize(
    ("text", "is_odd"),
    [
        ('Gracz wyrzuci "6" w Gospodzie.', False),
        ('Karta "Wyłom 2" leży na polu.', False),
        ('Karta "Wyłom 2" i karta "Otchłań leży.', True),
        ('Плитка в 2" шириной.', False),
        ('Плитка "Зал шириной.', True),
    ],
)
def test_a_straight_quote_after_a_digit_closes_or_says_inches(text: str, is_odd: bool) -> None:
    assert quotes.never_closed(text) == ('"' if is_odd else "")
