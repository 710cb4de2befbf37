"""What a line is, what its neighbours make of it, and how deep a heading stands."""

from __future__ import annotations

import unicodedata

import pytest

from rulings.documents import Outline, ParseError, names
from rulings.parsers import marks, parse
from rulings.parsers.levels import Heading, Levels
from rulings.parsers.lines import lines, look
from tests.sketches import sketch, sketched

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


# ── titles ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "title", "titles"),
    [
        ("Правила\n\nТекст идёт.", "Каркассон", ("Правила",)),
        ("Вопросы по Каркассону\n\nТекст идёт.", "Каркассон: вопросы", ("Вопросы по Каркассону",)),
        ("Munchkin\n\nБой\n\nТекст идёт.", "Манчкин", ("Munchkin",)),
        ("Ужас\nАркхэма\n\nБой\n\nТекст идёт.", "Ужас Аркхэма", ("Ужас", "Аркхэма")),
        ("Ужас Аркхэма\n\nЧаВо\n\nБой\n\nТекст.", "Ужас Аркхэма: ЧаВо", ("Ужас Аркхэма", "ЧаВо")),
        ("ВОПРОСЫ\n\nУЖАС АРКХЭМА\n\nБОЙ\n\nТекст.", "Ужас Аркхэма", ("ВОПРОСЫ", "УЖАС АРКХЭМА")),
        ("Ужас\n(вторая редакция)\n\nТекст идёт.", "Ужас", ("Ужас", "(вторая редакция)")),
        ("Ужас\n\nПравила боя\n\nУдар\n\nТекст.", "Ужас", ("Ужас", "Правила боя")),
        ("Ужас\n\nОбновлено: 1 мая 2012\n\nГлава 1\n\nТекст.", "Ужас", ("Ужас",)),
        ("Манчкин. Частые вопросы.\n\nБой\n\nТекст.", "Манчкин", ("Манчкин. Частые вопросы.",)),
        ("Вопросы присланы игроками.\n\nБой\n\nТекст.", "Манчкин: вопросы", ()),
        ("Каркассон\n\nКаркассон\n\nТекст идёт.", "Каркассон", ("Каркассон", "Каркассон")),
        ("Ответы на вопросы.\n\nБой\n\nТекст идёт.", "Ответы на вопросы", ("Ответы на вопросы.",)),
        ("Подготовка к игре\n\nТекст идёт.", "Правила игры «Бродилка»", ()),
        ("Город\n\nТекст идёт.", "Каркассон", ()),
        ("Город", "Город", ()),
    ],
)
def test_the_title_is_told_from_the_first_heading(text: str, title: str, titles: tuple[str, ...]) -> None:
    assert parse(text, Outline(title=title, language="ru", format="rules")).titles == titles


# ── what neighbours make of a line ─────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        # A colon heads a list, or a sentence goes on after it.
        ("А\n\nТекст.\n\nСостав:\n\n• Поле", ["section А 3", "section Состав: 7"]),
        ("А\n\nТекст.\n\nИгрок может:\n\n• Ходить", ["section А 3-7"]),
        ("А\n\nТекст.\n\nТри вещи:\n\n- первая;\n- вторая.", ["section А 3-8"]),
        ("А\n\nВыбор такой:\n\n• Поле", ["section А 3-5"]),
        # An exclamation is a heading over text, and a greeting elsewhere.
        ("Привет!\n\nТекст.\n\nБ\n\nТекст.", ["section Привет! 3", "section Б 7"]),
        ("А\n\nТекст.\n\nУдачи!\n\nБ\n\nТекст.", ["section А 3-5", "section Б 9"]),
        ("А\n\nТекст.\n\nУдачи!", ["section А 3", "note 5"]),
        ("А\n\nТекст.\n\nВнимание!\n\nТекст.", ["section А 3-7"]),
        # A question is a heading of rules.
        ("А\n\nТекст.\n\nЧто в коробке?\n\nПоле.", ["section А 3", "section Что в коробке? 7"]),
        # A list that lost its bullets.
        ("Состав\n\n55 карт\n\n2 кубика\n\nХод\n\nТекст.", ["section Состав 3-5", "section Ход 9"]),
        ("А\n\nТекст.\n\nОдин\nДва\nТри\n\nБ\n\nТекст.", ["section А 3-7", "section Б 11"]),
        # A sentence that lost its full stop.
        ("Ход\n\nИгроки по очереди бросают кубики\n\nБ\n\nТекст.", ["section Ход 3", "section Б 7"]),
        ("А\n\nТекст.\n\nБ\n\nКто победил, тот и прав", ["section А 3", "section Б 7"]),
        ("2.1 Ничья\n\nПобеждает бегущий\n\nБ\n\nТекст.", ["section 2.1 Ничья 3", "section Б 7"]),
        ("А\n\nТекст.\n\nЕсли есть ошибка, напишите мне\n\nТекст.", ["section А 3-7"]),
        ("А\n\nМожно ли сыграть два маяка?\n\nДа.", ["chapter А", "  section Можно ли сыграть два маяка? 5"]),
        ("А\n\nЕсли герой ранен\n\nТекст.", ["chapter А", "  section Если герой ранен 5"]),
        (
            "А\n\nДействуют законы:\n\n1. Тишина\nМолчат.\n2. Покой\nСпят.\n\nБ\n\nТекст.",
            ["section А 3-8", "section Б 12"],
        ),
        # A number is a heading's when no list is near it.
        ("1. Бой\n\nТекст.\n\n2. Смерть\n\nТекст.", ["section 1 Бой 3", "section 2 Смерть 7"]),
        ("А\n\n1. Бросить кубик\n\n2. Ходить\n\nТекст.", ["section А 3-7"]),
        ("А\n\n1. Бросить кубик\n\nПример: на кубике 2.\n\n2. Ходить.", ["section А 3-7"]),
        ("А. Петров\n\nТекст.", ["section А. Петров 3"]),
        ("А. Бой\n\nТекст.\n\nБ. Мир\n\nТекст.", ["section А Бой 3", "section Б Мир 7"]),
        ("I. Бой\n\nТекст.\n\nII. Мир\n\nТекст.", ["section I Бой 3", "section II Мир 7"]),
        ("1. Набор:\n\n• поле\n\n2. Ход:\n\nТекст.", ["section 1 Набор: 3", "section 2 Ход: 7"]),
        ("Ход\n\nТекст.\n\n1. Игрок может:\n\n• ходить.", ["section Ход 3-7"]),
        ("2.1 Набор:\n\n• поле\n\n2.2 Ход\n\nТекст.", ["section 2.1 Набор: 3", "section 2.2 Ход 7"]),
        # Lines that belong together.
        ("А\n\nДлинная строка,\nкоторая продолжается.\n\nЕщё.", ["section А 3-6"]),
        ("А\nОдна строка,\nтри слова.\nЕщё.\nБ\nТекст.", ["section А 2-4", "section Б 6"]),
        ("Бой и\nсмерть\n\nТекст.\n\nБ\n\nТекст.", ["section Бой и смерть 4", "section Б 8"]),
        ("РАЗДЕЛ\n------\n\nТекст.", ["section РАЗДЕЛ 4"]),
        ("А\n\nПример:\n\nАня ходит.\n\nТекст.", ["section А 3-7"]),
    ],
)
def test_neighbours_decide_what_a_line_is(text: str, tree: list[str]) -> None:
    assert sketched(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Г\n\nВ. А?\n\nДа\n\nВ. Б?\n\nО. Нет.", ["chapter Г", "  ruling В А? 3-5", "  ruling В Б? 7-9"]),
        (
            "Г\n\nВ. А?\n\nХрам\n\nВ. Б?\n\nО. Нет.",
            ["chapter Г", "  ruling В А? 3", "chapter Храм", "  ruling В Б? 7-9"],
        ),
        ("Г\n\nВ. А?\n\nЖаба и змея\n\nО. Да.", ["chapter Г", "  ruling В А? Жаба и змея 3-7"]),
        ("Г\n\nВ. Жаба тут.\n\nМожно?\n\nДа.", ["chapter Г", "  ruling В Жаба тут. Можно? 3-7"]),
        ("Г\n\nВ. А? О. Да. Ещё.\n\nТекст.", ["chapter Г", "  ruling В А? 3-5"]),
        (
            "Г\n\nВ. А?\n\nО. Да.\n\nА если нет?\n\nО. Нет.",
            ["chapter Г", "  ruling В А? 3-5", "  ruling А если нет? 7-9"],
        ),
        ("Г\n\nВ. А?\n\nО.\n\nДа\n\nВ. Б?\n\nО. Нет.", ["chapter Г", "  ruling В А? 3-7", "  ruling В Б? 9-11"]),
        ("Г\n\nВ1. А?\n\nО. Да:\n\nА) так;\n\nБ) сяк;\n\nВ) иначе.", ["chapter Г", "  ruling В1 А? 3-11"]),
        ("Г\n\nВ. А?\n\nО. Да.\n\nВ. Б?", ["chapter Г", "  ruling В А? 3-5", "  ruling В Б? 7"]),
        ("Можно ли ходить?\n\nДа.\n\nА стоять?\n\nНет.", ["ruling Можно ли ходить? 1-3", "ruling А стоять? 5-7"]),
        ("1. Можно?\n\nО. Да.\n\n2. Точно?\n\nО. Да.", ["ruling 1 Можно? 1-3", "ruling 2 Точно? 5-7"]),
    ],
)
def test_questions_and_answers_find_each_other(text: str, tree: list[str]) -> None:
    assert sketched(text, "faq") == tree


@pytest.mark.parametrize("format", ["rules", "clarifications"])
def test_pairs_in_another_text_are_rulings_and_never_an_error(format: str) -> None:  # noqa: A002
    assert sketched("Г\n\nВ. А?\n\nО. Да.", format) == ["chapter Г", "  ruling В А? 3-5"]
    kind = "section" if format == "rules" else "clarification"
    assert sketched("Г\n\nО. Да.\n\nВ. Пупкин не прав.", format) == [f"{kind} Г 3-5"]


def test_marks_in_other_letters_of_the_translator_are_pairs() -> None:
    assert sketched("Miasto\n\nQ: Czy?\n\nA: Tak.", "faq", "pl") == ["chapter Miasto", "  ruling Q Czy? 3-5"]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("А\n\nТекст.\n\nПеревод: Иван", ["section А 3", "note 5"]),
        ("А\n\nТекст.\n\nПеревёл Иван Петров\nВёрстка: Пётр", ["section А 3", "note 5-6"]),
        ("А\n\nТекст.\n\n12 мая 2013", ["section А 3", "note 5"]),
        ("А\n\nТекст.\n\n© Клуб, 2013", ["section А 3", "note 5"]),
        ("А\n\nТекст.\n\nАвтор может ходить", ["section А 3", "note 5"]),
        ("А\n\nТекст.\n\nАвтор может ходить.", ["section А 3-5"]),
        ("Перевод с польского: Иван\n\nПредисловие идёт.\n\nА\n\nТекст.", ["note 1", "note 3", "section А 7"]),
        ("А\n\nТекст.\n\nP. S. Ещё.\n\nИ ещё.\n\nБ\n\nТекст.", ["section А 3", "  note P. S. 5-7", "section Б 11"]),
        ("Всем привет.\n\nПриятной игры\n\nБОЙ\n\nТекст.", ["note 1-3", "section БОЙ 7"]),
    ],
)
def test_notes_stand_apart(text: str, tree: list[str]) -> None:
    assert sketched(text) == tree


def test_the_outline_decides_what_it_speaks_of() -> None:
    text = "А\n\nБ\n\nТекст.\n\nВ\n\nТекст.\n\nНе заголовок\n\nОсобый случай, вот такой:\n\nТекст."
    outline: dict[str, object] = {"plain": ["Не заголовок"], "headings": {"2": ["Особый…"], "1": ["В"]}}
    assert sketched(text, outline=outline) == [
        "chapter А",
        "  section Б 5",
        "section В 9-11",
        "  section Особый случай, вот такой: 15",
    ]


def test_items_are_entries_where_the_outline_says_so() -> None:
    text = (
        "Ход\n\n1. Идти\n\n2-4. Бить.\n\nЕщё.\n\nПравки\n\n1. Было, стало.\n\nЦены\n\nМеч - 3 золота.\n\nЩит: 2 золота."
    )
    outline: dict[str, object] = {"entries": ["Ход"], "run_in": ["Цены"], "errata": ["Правки"]}
    assert sketched(text, outline=outline) == [
        "chapter Ход",
        "  section 1 3",
        "  section 2-4 5-7",
        "chapter Правки",
        "  erratum 1 11",
        "chapter Цены",
        "  section Меч 15",
        "  section Щит 17",
    ]


# ── call-outs ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "format", "kinds"),
    [
        ("Пример: так.", "faq", ["example"]),
        ("Пример 2. Так.", "faq", ["example"]),
        ("Пример (бой): так.", "faq", ["example"]),
        ("Пример боя описан ниже.", "faq", ["paragraph"]),
        ("Правило. Пример: так. И так.", "faq", ["paragraph", "example"]),
        ("Правило. Исключение: Жаба.", "clarifications", ["paragraph", "exception"]),
        ("Например, так. И так.", "faq", ["example"]),
        ("Правило. Например, так. Потом.", "faq", ["paragraph"]),
        ("Правило. Например, так. Потом.", "rules", ["paragraph", "example", "paragraph"]),
        ("Правило. Например, на стр. 5 это есть. Потом.", "rules", ["paragraph", "example", "paragraph"]),
        ("Правило (например, так). Потом.", "rules", ["paragraph"]),
        ("Внимание: так.", "rules", ["paragraph"]),
    ],
)
def test_examples_and_exceptions_are_blocks_of_their_own(text: str, format: str, kinds: list[str]) -> None:  # noqa: A002
    document = parse(f"Глава\n\nТекст.\n\n{text}", Outline(language="ru", format=format, title="Нет"))
    assert [block.kind for block in document.nodes[0].blocks[1:]] == kinds


# ── levels ─────────────────────────────────────────────────────────────────


def levels(headings: str, **facts: object) -> list[int]:
    """Levels of headings in shorthand: a line is a chain, «C» capitals, «=2» known, «1.» and «2.4» numbers."""
    found = []
    for line in headings.split("/"):
        chain = line.split()
        for at, word in enumerate(chain):
            number = word.rstrip(".") if word[0].isdigit() else ""
            found.append(
                Heading(
                    shape="capitals" if word == "C" else "",
                    style="1." if number else "",
                    values=tuple(map(int, number.split("."))) if number else (),
                    known=int(word[1:]) if word[0] == "=" else None,
                    over=at + 1 < len(chain),
                    under=at > 0,
                )
            )
    return Levels(found, **facts).all()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("headings", "wanted"),
    [
        ("h / h / h", [1, 1, 1]),
        ("h h / h / h h / h", [1, 2, 2, 1, 2, 2]),
        ("h h h / h / h h / h h h", [1, 2, 3, 3, 2, 3, 1, 2, 3]),
        ("h h / h / h h h / h", [1, 2, 2, 1, 2, 3, 3]),
        ("C h / h / C / h / C", [1, 2, 2, 1, 2, 1]),
        ("C C h / h / C h / C C h", [1, 2, 3, 3, 2, 3, 1, 2, 3]),
        ("h C / C / h C", [1, 2, 2, 1, 2]),
        ("h 1. / 2. / h 1. / 2.", [1, 2, 2, 1, 2, 2]),
        ("1. / h / h / 2. / h", [1, 2, 2, 1, 2]),
        ("h / 1. / 2. / h / 1. / 2.", [1, 2, 2, 1, 2, 2]),
        ("h / 1. / 2. / 3.", [1, 1, 1, 1]),
        ("1. / 1.1 / 1.2 / 2. / 2.1 / 2.1.1 / 2.2", [1, 2, 2, 1, 2, 3, 2]),
        ("h 1.1 / 1.2 / h 2.1 / 3.1 / 3.2", [1, 2, 2, 1, 2, 1, 1]),
        ("h 2.1 / 2.2 / 1.5 / 2.3", [1, 2, 2, 2, 2]),
        ("h 2.3 / 2.4.1 / 2.5", [1, 2, 2, 2]),
        ("h h h h h h h h", [1, 2, 3, 4, 5, 6, 6, 6]),
        ("=1 / h / h / =1 / h", [1, 2, 2, 1, 2]),
        ("h h / =3 / =3 / h", [1, 2, 3, 3, 2]),
        ("h h / h / =1 / h", [1, 2, 2, 1, 2]),
    ],
)
def test_headings_find_their_level(headings: str, wanted: list[int]) -> None:
    named = frozenset(int(word[1:]) for word in headings.split() if word[0] == "=")
    assert levels(headings, named=named) == wanted


def test_a_clarification_without_a_number_stands_among_the_others() -> None:
    assert levels("h 1.1 / h / 1.2", flat=True) == [1, 2, 2, 2]
    assert levels("h 1.1 / h / 1.2", flat=False) == [1, 2, 3, 2]


# ── errors ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "format", "key", "line"),
    [
        ("", "faq", "empty", 0),
        (" \n\u00a0\n\ufeff\u200b\n", "rules", "empty", 0),
        ("О. Да.", "faq", "answer-without-question", 1),
        ("Т\n\nГород\n\nО. Да.", "faq", "answer-without-question", 5),
        ("В. Да?\n\nО. Да.\n\nО. Нет.", "faq", "answer-without-question", 5),
        ("В. Да?\n\nP. S. Ещё.\n\nО. Нет.", "faq", "answer-without-question", 5),
        ("# Т\n\n## Город\n\n**A:** Да.", "markdown", "answer-without-question", 5),
        ("+++\ntitle = 'x'\n+++\n# Т", "markdown", "no-entries", 0),
        ("Текст.", "pdf", "format", 0),
    ],
)
def test_what_is_no_tree_is_refused_with_its_line(text: str, format: str, key: str, line: int) -> None:  # noqa: A002
    with pytest.raises(ParseError) as error:
        parse(text, Outline(language="ru", format=format))
    assert (error.value.problem.key, error.value.problem.line) == (key, line)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ParseError) as error:
        parse("Text.", Outline(language="xx", format="rules"))
    assert error.value.problem == ("outline-language", 0, "xx")


@pytest.mark.parametrize(
    ("toml", "key", "line"),
    [
        ('title = \ngame = "x"', "outline-toml", 1),
        ('title = "x"\ngame\n', "outline-toml", 2),
        ("x = " + "[" * 100_000, "outline-toml", 0),
        ("pages = 3", "outline-key", 1),
        ("game = 'x'\ntitle = 3", "outline-value", 2),
        ('plain = "x"', "outline-value", 1),
        ("plain = [1]", "outline-value", 1),
        ('[headings]\n1 = "x"', "outline-value", 2),
        ("[headings]\n1 = [1]", "outline-value", 2),
        ("[headings]\n7 = []", "outline-level", 2),
        ("headings = { 1 = [], 7 = [] }", "outline-level", 1),
        ("headings.7 = []", "outline-level", 1),
        ("headings = 1", "outline-value", 1),
    ],
)
def test_a_wrong_outline_is_refused(toml: str, key: str, line: int) -> None:
    with pytest.raises(ParseError) as error:
        Outline.from_toml(toml)
    assert (error.value.problem.key, error.value.problem.line) == (key, line)


@pytest.mark.parametrize(
    ("pattern", "title", "same"),
    [
        ("Рассвет…", "Рассвет (стоя здесь)", True),
        ("Рассвет", "Рассвет (стоя здесь)", False),
        ("Элементы", "Элементы:", True),
        ("Й", "И\u0306", True),
        ("Два слова", "Два\u00a0 слова", True),
        ("…", "Что угодно", False),
        ("Рассвет…", "Рассвет" + "!" * 300, False),
    ],
)
def test_an_outline_names_a_title_however_it_was_typed(pattern: str, title: str, same: bool) -> None:
    assert names([pattern], title) is same


# ── Markdown ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("# А\n\nТекст.", ["section А 3"]),
        ("# Проба\n\nТекст.\n\n## Б\n\nТекст.", ["note 3", "section Б 7"]),
        ("# А\n\n# Б\n\nТекст.", ["chapter А", "section Б 5"]),
        ("## А\n\n---\n\n### Б\n\nТекст.", ["chapter А", "  section Б 7"]),
        ("## А\n\nТекст.\n\n---\n\n## Б\n\nТекст.", ["section А 3", "section Б 9"]),
        ("## 2.4. А\n\nТекст.", ["section 2.4 А 3"]),
        ("## *А* и [Б](x)\n\nТекст.", ["section А и Б 3"]),
        ("А\n---\n\nТекст.", ["section А 4"]),
        ("| a |\n---\nТекст.", ["note 1-3"]),
        ("**Q:** Да?\n**A:** Да.", ["ruling Q Да? 1-2"]),
        ("**Q**: Да?\n\n**A**: Да.", ["ruling Q Да? 1-3"]),
        ("**В1. Да?**\n\n**О.** Да.", ["ruling В1 Да? 1-3"]),
        ("- **Вопрос:** Да?\n- **Ответ:** Да.", ["ruling Вопрос Да? 1-2"]),
        ("> В: Да?\n> О: Да.", ["ruling В Да? 1-2"]),
        ("В: Одна\nстрока?\nО: Да.", ["ruling В Одна строка? 1-3"]),
        ("## В: Да?\n\nО: Да.\n\nЕщё.\n\n## Б\n\nТекст.", ["ruling В Да? 1-5", "section Б 9"]),
        ("## Можно?\n\nО: Да.", ["ruling Можно? 1-3"]),
        ("## Можно?\n\nДа.", ["section Можно? 3"]),
        ("```\nВ: Да?\n# А\n```", ["note 1-4"]),
        ("    В: Да?", ["note 1"]),
        ("PS.", ["note PS. 1"]),
        ("В: Да?\n\nДа.\n\nP. S. Ещё.\n\n*Перевод: Иван*", ["ruling В Да? 1-3", "note P. S. 5", "note 7"]),
    ],
)
def test_markdown_becomes_its_tree(text: str, tree: list[str]) -> None:
    assert sketched(text, "markdown") == tree


@pytest.mark.parametrize("language", ["ru", "pl", "en"])
@pytest.mark.parametrize(
    "pair",
    [
        ("В: Да?", "О: Да."),
        ("P: Да?", "O: Да."),
        ("Q: Да?", "A: Да."),
        ("**В:** Да?", "**О:** Да."),
        ("**P1.** Да?", "**O.** Да."),
        ("**Q:** Да?", "**A:** Да."),
        ("**Вопрос:** Да?", "**Ответ:** Да."),
        ("Pytanie: Да?", "Odpowiedź: Да."),
    ],
)
def test_markdown_knows_the_marks_of_every_language(pair: tuple[str, str], language: str) -> None:
    tree = sketched("# А\n\n" + "\n\n".join(pair), "markdown", language)
    mark = pair[0].strip("*").split()[0].rstrip(".:*")
    assert tree == ["chapter А", f"  ruling {mark} Да? 3-5"]


@pytest.mark.parametrize(
    ("text", "language"),
    [("B: Druga opcja.", "pl"), ("**B.** Druga opcja.", "pl"), ("**P. S.** Ещё.", "ru"), ("P.S. Ещё.", "ru")],
)
def test_markdown_takes_no_option_and_no_postscript_for_a_question(text: str, language: str) -> None:
    assert not any("ruling" in line for line in sketched(f"# А\n\nТ.\n\n{text}", "markdown", language))


def test_an_answer_in_bold_from_end_to_end_stays_bold() -> None:
    text = "**Q: Да?**\n\n**A: Да, всегда.**"
    document = parse(text, Outline(language="ru", format="markdown"))
    assert sketch(document) == ["ruling Q Да? 1-3"]
    assert document.nodes[0].blocks[0].text == "**Да, всегда.**"
    assert document.text() == "**Q: Да?**\n**A: Да, всегда.**"
