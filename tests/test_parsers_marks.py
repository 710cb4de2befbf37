"""One line by itself: whether it looks like a heading, and what is printed before a question, an answer, an item."""

from __future__ import annotations

import unicodedata

import pytest

from rulings.parsers import marks
from rulings.parsers.lines import lines, look

# ── lines ──────────────────────────────────────────────────────────────────


def test_lines_are_numbered_and_stripped_and_know_what_stands_close() -> None:
    assert lines("\ufeffА\r\n\t\u00a0Б \r\n\r\n\u200b\r\nВ") == [(1, "А", False), (2, "Б", True), (5, "В", False)]


def test_without_blank_lines_standing_close_says_nothing() -> None:
    assert [line.near for line in lines("А\nБ\nВ\nГ")] == [False] * 4


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Корона Повелений", "open"),
        ("«Ров»", "open"),
        ("Двери / врата", "open"),
        ("Легенда 3", "open"),
        ("Жетоны улик (подсказок)", "open"),
        ("РАЗЪЯСНЕНИЯ ПРАВИЛ.", "open"),
        ("Глава 1. Начало", "open"),
        ("и\u0306од", ""),
        ("И\u0306од", "open"),
        ("Кто ходит первым?", "?"),
        ("«Кто там?»", "?"),
        ("Witaj!", "!"),
        ("«Тише…»", "!"),
        ("Elementy:", ":"),
        ("с маленькой буквы", ""),
        ("(см. стр. 4)", ""),
        ("Обычное предложение.", ""),
        ("Вот что, друзья,", ""),
        ("Игрок теряет ход. Затем он берёт карту", ""),
        ("http://example.org/Faq", ""),
        ("© Издательство", ""),
        ("Подготовка ........ 3", ""),
        ("1–2: мимо", ""),
        ("ИЗДАНИЕ ПЕРВОЕ,", "open"),
        ("* * *", ""),
        ("2014", ""),
        ("Слово " * 21, ""),
    ],
)
def test_a_line_looks_like_a_heading_or_not(line: str, wanted: str) -> None:
    assert look(line.strip()) == wanted


# ── marks ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "language", "number", "text"),
    [
        ("В. Можно?", "ru", "В", "Можно?"),
        ("В1. Можно?", "ru", "В1", "Можно?"),
        ("В 12: Можно?", "ru", "В 12", "Можно?"),
        ("В.2. Можно?", "ru", "В.2", "Можно?"),
        ("В.: Можно?", "ru", "В", "Можно?"),
        ("В1 – Можно?", "ru", "В1", "Можно?"),
        ("В1 Можно?", "ru", "В1", "Можно?"),
        ("B1. Латинская B?", "ru", "B1", "Латинская B?"),
        ("В.\u00a0Можно?", "ru", "В", "Можно?"),
        ("В. 3 карты можно?", "ru", "В", "3 карты можно?"),
        ("Вопрос: Можно?", "ru", "Вопрос", "Можно?"),
        ("ВОПРОС №2. Можно?", "ru", "ВОПРОС №2", "Можно?"),
        ("Вопрос 3", "ru", "Вопрос 3", ""),
        ("P2: Czy?", "pl", "P2", "Czy?"),
        ("Pyt. Czy?", "pl", "Pyt", "Czy?"),
        ("Pytanie 1 — Czy?", "pl", "Pytanie 1", "Czy?"),
    ],
)
def test_a_question_is_known_by_its_mark(line: str, language: str, number: str, text: str) -> None:
    match = marks.pairs(language).question.fullmatch(line)
    assert match
    assert (marks.named(match), match["text"]) == (number, text)


@pytest.mark.parametrize("line", ["В городе можно.", "Вопросы и ответы", "В общем: да", "В1 Легенды 3", "Podstawy"])
def test_a_line_without_a_mark_is_no_question(line: str) -> None:
    assert not marks.pairs("ru").question.fullmatch(line)


@pytest.mark.parametrize("line", ["О. Да.", "O. Да.", "0. Да.", "О: Да.", "О1. Да.", "Ответ: Да.", "ОТВЕТ", "О. 48."])
def test_an_answer_is_known_by_its_mark(line: str) -> None:
    match = marks.pairs("ru").answer.fullmatch(line)
    assert match
    assert match["text"] == line.partition(" ")[2]


def test_a_decomposed_mark_is_a_mark() -> None:
    line = unicodedata.normalize("NFD", "Odpowiedź: Tak.")
    assert marks.pairs("pl").answer.fullmatch(line)


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("1. Взять.", ("1.", "1", "Взять.")),
        ("1.\u00a0Взять.", ("1.", "1", "Взять.")),
        ("1.Взять.", ("1.", "1", "Взять.")),
        ("2-6. Ходят.", ("2-6.", "2-6", "Ходят.")),
        ("2 – 6) Ходят.", ("2 – 6)", "2 – 6", "Ходят.")),
        ("(3) Третье.", ("(3)", "3", "Третье.")),
        ("а) первое;", ("а)", "а", "первое;")),
        ("• пункт", ("•", "", "пункт")),
        ("•пункт", ("•", "", "пункт")),
        ("-пункт", ("-", "", "пункт")),
        ("— пункт", ("—", "", "пункт")),
        ("* пункт", ("*", "", "пункт")),
        ("1986. Год", None),
        ("4,5 очка", None),
        ("-1 к броску", None),
        ("*сноска", None),
        ("1-й игрок", None),
    ],
)
def test_an_item_is_known_by_its_number_or_bullet(line: str, mark: tuple[str, str, str] | None) -> None:
    assert marks.item(line) == mark


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("(2.4) Циклы", ("(2.4)", "2.4", "Циклы")),
        ("2.4 Циклы", ("2.4", "2.4", "Циклы")),
        ("2.4. Циклы", ("2.4.", "2.4", "Циклы")),
        ("[2.4.1] Циклы", ("[2.4.1]", "2.4.1", "Циклы")),
        ("2.4 – Циклы", ("2.4 –", "2.4", "Циклы")),
        ("2.5 очка за карту", None),
        ("12.05.2013 Версия", None),
        ("(стр. 2.4)", None),
    ],
)
def test_a_number_of_several_parts_is_known_by_its_dots(line: str, mark: tuple[str, str, str] | None) -> None:
    assert marks.decimal(line) == mark


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("P. S. Ещё.", "P. S."),
        ("P.S. Ещё.", "P.S."),
        ("P. P. S. Ещё.", "P. P. S."),
        ("PS: Ещё.", "PS"),
        ("З.Ы. Ещё.", "З.Ы."),
    ],
)
def test_a_postscript_is_known_by_its_mark(line: str, number: str) -> None:
    note = marks.postscript(line)
    assert note
    assert (note.number, note.text) == (number, "Ещё.")


def test_a_game_console_is_no_postscript() -> None:
    assert marks.postscript("PS Vita тоже годится.") is None
