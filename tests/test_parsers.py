"""What its neighbours make of a line, how deep a heading stands, what is refused."""

from __future__ import annotations

import pytest

from rulings.documents import Outline, ParseError, names
from rulings.parsers import parse
from rulings.parsers.levels import Heading, Levels
from tests.sketches import sketched

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
        ("А\n\nТекст.\n\nГерой может\nсходить в\nГород и там\nжить.\n\nБ\n\nТекст.", ["section А 3-8", "section Б 12"]),
        ("Ход\n\nИгрок\nходит.\n\nБ\n\nТекст.", ["section Ход 3-4", "section Б 8"]),
        (f"А\nТекст.\nГерой может сходить{' в Город' * 3}\nи уйти.\nБ\nТекст.", ["section А 2-4", "section Б 6"]),
        ("2.1 Бой и\nсмерть\n\nТекст.\n\n2.2 Б\n\nТекст.", ["section 2.1 Бой и смерть 4", "section 2.2 Б 8"]),
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


@pytest.mark.parametrize(
    ("title", "text", "tree"),
    [
        ("Зима близко!", "Текст идёт.", "1.2 Зима близко! 7"),
        ("Зима близко…", "Текст идёт.", "1.2 Зима близко… 7"),
        ("«Зима близко!»", "Текст идёт.", "1.2 «Зима близко!» 7"),
        ("Слышишь ли ты рёв?!", "• Нет.", "1.2 Слышишь ли ты рёв?! 7"),
        (f"Может ли герой{' и герой' * 9} напасть?", "Да.", f"1.2 Может ли герой{' и герой' * 9} напасть? 7"),
        ("Этого нельзя!", "(1.3) Другое. И ещё одно.", "1.2 5"),
        ("Этого нельзя!", "Глава вторая\n\n(2.1) Другое. И ещё.", "1.2 5"),
    ],
)
def test_a_numbered_line_that_calls_is_a_title_over_a_text_of_its_own(title: str, text: str, tree: str) -> None:
    found = sketched(f"(1.1) Ход\n\nТекст.\n\n(1.2) {title}\n\n{text}", "clarifications")
    assert found[1] == f"clarification {tree}"


@pytest.mark.parametrize(
    ("text", "format", "tree"),
    [
        (
            "Ход\n\n(3.1) Фазы\n\nТри фазы:\n\n1. Карты.\n\n2. Бой.\n\n3. Очки.\n\n(3.2) Конец\n\nВсё.",
            "clarifications",
            ["chapter Ход", "  clarification 3.1 Фазы 5-11", "  clarification 3.2 Конец 15"],
        ),
        (
            "Ход\n\n(2.7) Шаги\n\nДва шага:\n\n1. Назвать число.\n\n2. Пройти цикл.\n\n(2.8) Конец\n\nВсё.",
            "clarifications",
            ["chapter Ход", "  clarification 2.7 Шаги 5-9", "  clarification 2.8 Конец 13"],
        ),
        (
            "Ход\n\n(1.1) Шаг\n\nОдин шаг:\n\n1. Назвать число.\n\n(1.2) Конец\n\nВсё.",
            "clarifications",
            ["chapter Ход", "  clarification 1.1 Шаг 5-7", "  clarification 1.2 Конец 11"],
        ),
        (
            "2.1 Ход игрока\n\nИгрок:\n\n1. Тянет карту.\n\n2. Двигает корабль.\n\n2.2 Конец хода\n\nВсё.",
            "rules",
            ["section 2.1 Ход игрока 3-7", "section 2.2 Конец хода 11"],
        ),
        (
            "2. Ход\n\n2.1 Начало\n\nТекст.\n\n3. Бой\n\n3.1 Удар\n\nТекст.",
            "rules",
            ["chapter 2 Ход", "  section 2.1 Начало 5", "chapter 3 Бой", "  section 3.1 Удар 11"],
        ),
    ],
)
def test_the_last_step_of_a_list_is_no_chapter_of_its_number(text: str, format: str, tree: list[str]) -> None:  # noqa: A002
    assert sketched(text, format) == tree


@pytest.mark.parametrize("named", ["2. Открытый бой", "Открытый бой"])
def test_an_outline_names_what_is_plain_with_its_number_or_without(named: str) -> None:
    text = "Ход\n\nТекст.\n\n1. Первый бой\n\nТекст.\n\n2. Открытый бой\n\nТекст."
    assert len(sketched(text, "rules")) == 3
    assert sketched(text, "rules", outline={"plain": [named]}) == ["section Ход 3", "section 1 Первый бой 7-11"]


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
        ("x = " + "9" * 5000, "outline-toml", 0),
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
