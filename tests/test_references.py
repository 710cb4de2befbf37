from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.references import heading_key, references, whole
from tests.growth import is_about_linear


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("смотрите «Встречи» на странице 9 правил базовой игры.", "ru", ("title", "Встречи", True)),
        ("(см. «Что такое Погибель?» в разделе III (стр.15) для", "ru", ("title", "Что такое Погибель?", True)),
        ("описанной в разделе III этого документа", "ru", ("number", "III", True)),
        ("см. раздел III (стр. 15)", "ru", ("number", "III", True)),
        ("см. раздел 2.5", "ru", ("number", "2.5", True)),
        ("раздел 2.5 правил этого документа", "ru", ("number", "2.5", True)),
        ("сказано в главе «Бой с боссом» про", "ru", ("title", "Бой с боссом", True)),
        ("в части Схватки сказано о том, что", "ru", ("title", "Схватки сказано о том", False)),
        ("это описано ниже, в части Схватки.", "ru", ("title", "Схватки", True)),
        ("по правилу (2.5)", "ru", ("number", "2.5", False)),
        ("см. п. 2.5", "ru", ("number", "2.5", True)),
        ("переходит к шагу 4", "ru", ("step", "4", False)),
        ("на Шаге. 3 в рамках", "ru", ("step", "3", False)),
        ("patrz „Ruch” na stronie 7 instrukcji podstawowej", "pl", ("title", "Ruch", True)),
        ("opisano w rozdziale IV", "pl", ("number", "IV", True)),
        ("zob. sekcję 2.5 tej księgi", "pl", ("number", "2.5", True)),
        ("zob. pkt 2.5", "pl", ("number", "2.5", True)),
        ("krok 3", "pl", ("step", "3", False)),
        ("п. 2.5 этих правил", "ru", ("number", "2.5", True)),
        ("п. 2.5 базовых действий", "ru", ("number", "2.5", True)),
        ("на шаге 4 игры", "ru", ("step", "4", False)),
        ("в разделе III это описано", "ru", ("number", "III", True)),
        ("« ( » на странице 4", "ru", ("title", "(", True)),
        ('смотрите "Встречи" на странице 9', "ru", ("title", "Встречи", True)),
        ('w rozdziale "Ruch" instrukcji podstawowej', "pl", ("title", "Ruch", True)),
        ("patrz „Ruch” na s. 7", "pl", ("title", "Ruch", True)),
        ("п. 2.5а", "ru", ("number", "2.5а", True)),
        ("(см. также 2.5)", "ru", ("number", "2.5", False)),
        ("см. 2.5", "ru", ("number", "2.5", False)),
        ("zob. też 2.5", "pl", ("number", "2.5", False)),
        ("раздел 2.5.1", "ru", ("number", "2.5.1", True)),
        ("(см. стр. 9)", "ru", ("title", "", True)),
        ("сказано на страницах 12-19", "ru", ("title", "", True)),
        ("(с. 9)", "ru", ("title", "", True)),
        ("zob. s. 9", "pl", ("title", "", True)),
        ("(patrz: str. 12)", "pl", ("title", "", True)),
    ],
)
def test_references_are_seen(text: str, language: str, expected: tuple[str, str, bool]) -> None:
    found = [(one.kind, one.value, one.is_elsewhere) for one in references(text, language)]
    assert found == [expected]
    kinds = {one.of for one in references(text, language) if one.kind != "title"}
    assert kinds <= {""}


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("раздел 2.5 правил этой игры", "ru", ("number", "2.5", False)),
        ("в разделе III базовых правил", "ru", ("number", "III", True)),
        ("См. п. 2.5 правил базовой игры.", "ru", ("number", "2.5", True)),
        ("пункт 2.5 базовых правил", "ru", ("number", "2.5", True)),
        ("Правило 2.5 книги правил", "ru", ("number", "2.5", False)),
        ("п. 2.5 турнирных правил", "ru", ("number", "2.5", False)),
        ("pkt 2.5 zasad turniejowych", "pl", ("number", "2.5", False)),
        ("по (2.5) базовых правил", "ru", ("number", "2.5", True)),
        ("шаг 4 правил базовой игры", "ru", ("step", "4", True)),
        ("pkt 2.5 instrukcji podstawowej", "pl", ("number", "2.5", True)),
        ("zasada 2.5 gry podstawowej", "pl", ("number", "2.5", True)),
        ("(2.5) zasad gry podstawowej", "pl", ("number", "2.5", True)),
        ("krok 4 podstawowej gry", "pl", ("step", "4", True)),
    ],
)
def test_number_of_another_book_is_seen_as_such(text: str, language: str, expected: tuple[str, str, bool]) -> None:
    (one,) = references(text, language)
    assert (one.kind, one.value, one.of == "base") == expected
    assert one.is_elsewhere
    assert one.of
    assert text[one.end :].strip(" .") == ""


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("пп. 2.5, 2.6", "ru", ["пп. 2.5", "2.6"]),
        ("пп. 2.5а и 2.6б", "ru", ["пп. 2.5а", "2.6б"]),
        ("см. п. 2.5 и 2.6.", "ru", ["п. 2.5", "2.6"]),
        ("пп. 2.5, 2.6 или 2.7 правил", "ru", ["пп. 2.5", "2.6", "2.7 правил"]),
        ("шаги 4 и 5", "ru", ["шаги 4", "5"]),
        ("на шаге 4 и 2 золота", "ru", ["шаге 4"]),
        ("разделы II и III базовых правил", "ru", ["разделы II", "III базовых правил"]),
        ("(см. 2.5)", "ru", ["2.5"]),
        ("см. 2.5, 2.6", "ru", ["2.5", "2.6"]),
        ("(2.5, 2.6)", "ru", ["2.5", "2.6"]),
        ("(2.5; 2.6)", "ru", ["2.5", "2.6"]),
        ("(см. п. 2.5; 2.6)", "ru", ["п. 2.5", "2.6"]),
        ("§ 2.5 и §2.6", "ru", ["2.5", "2.6"]),
        ("§§ 2.5, 2.6", "pl", ["2.5", "2.6"]),
        ("на стр. 5 и 6.", "ru", ["стр. 5 и 6"]),
        ("страницы 5, 6 правил базовой игры", "ru", ["страницы 5, 6 правил базовой игры"]),
        ("«Бой» на стр. 5, 7-8 и 9)", "ru", ["Бой» на стр. 5, 7-8 и 9"]),
        ("на стр. 5 и 16 золота", "ru", ["стр. 5"]),
        ("na stronach 5 i 6", "pl", ["stronach 5 i 6"]),
        ("(2.5\u20132.7)", "ru", ["2.5", "2.7"]),
        ("см. «Конец Фазы», стр. 9", "ru", ["Конец Фазы», стр. 9"]),
        ("kroki 4 i 5", "pl", ["kroki 4", "5"]),
        ("(zob. 2.5 oraz 2.6)", "pl", ["2.5", "2.6"]),
        ("rozdziały II, III i IV", "pl", ["rozdziały II", "III", "IV"]),
    ],
)
def test_every_number_of_a_list_is_a_reference(text: str, language: str, expected: list[str]) -> None:
    found = list(references(text, language))
    assert [text[one.start : one.end] for one in found] == expected
    assert all(one.kind == "title" or text[one.start : one.end].count(one.value) == 1 for one in found)


def test_page_without_a_title_is_of_the_book_that_was_named_last() -> None:
    text = "«Бой» на стр. 9 правил базовой игры и стр. 10, а на стр. 3 дополнения (с. 4) — «Ход» на стр. 5"
    assert [(text[one.start : one.end], one.book) for one in references(text, "ru")] == [
        ("Бой» на стр. 9 правил базовой игры", ""),
        ("стр. 10", "правил базовой игры"),
        ("стр. 3 дополнения", ""),
        ("с. 4", "дополнения"),
        ("Ход» на стр. 5", ""),
    ]
    assert [one.book for one in references("(см. стр. 9)", "ru")] == [""]


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("(см. «Бой» на стр. 9).", "Бой» на стр. 9", "«Бой» на стр. 9"),
        ("(см. «Бой» в разделе III (стр. 15))", "Бой» в разделе III (стр. 15", "«Бой» в разделе III (стр. 15)"),
        ('patrz "Ruch" na s. 7', 'Ruch" na s. 7', '"Ruch" na s. 7'),
        ("patrz „Ruch” na s. 7", "Ruch” na s. 7", "„Ruch” na s. 7"),
        ("по (2.5) базовых правил", "2.5) базовых правил", "(2.5) базовых правил"),
        ("по (2.5)", "2.5", "2.5"),
        ("часть «Бой»", "Бой", "Бой"),
        ("Бой» на стр. 9", "Бой» на стр. 9", "Бой» на стр. 9"),
    ],
)
def test_reference_is_read_with_its_quotes_and_brackets(text: str, piece: str, expected: str) -> None:
    at = text.index(piece)
    assert text[slice(*whole(text, at, at + len(piece)))] == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("в части соответствующей миссии", "ru"),
        ("бросьте 2 кубика (3 раза)", "ru"),
        ("«Талисман», 4-е издание", "ru"),
        ("на 1 шаг вперёд", "ru"),
        ("п. 2.5abc, шаг 4.1, (2.5abc), раздел 2.5бв", "ru"),
        ("3 страницы и с 4 кубиками, с. 4; 5 стр.", "ru"),
        ("na 5 stron, s. 4 i po 2 s.", "pl"),
        ('"Меч" и "Щит" у героя', "ru"),
        ("раздел правил", "ru"),
        ("Каждый участник II этапа. Участники I команды. Счастье I, заглавие C, подраздел III", "ru"),
        ("частные V; главный X; исправил 2.5 ошибки; частник II; частокол I; подшаг 4", "ru"),
        ("После боёв части Города закрыты; из-за слов главы Города", "ru"),
        ("podsekcja II, podrozdział IV, uczęść I, sekcjami-II", "pl"),
    ],
)
def test_what_only_looks_like_a_reference_is_none(text: str, language: str) -> None:
    assert list(references(text, language)) == []


def test_title_without_quotes_may_go_on_less_far() -> None:
    (open_end,) = references("в части Города и Деревни", "ru")
    assert list(open_end.titles()) == ["Города и Деревни", "Города и", "Города"]
    (closed,) = references("в части Города и.", "ru")
    assert list(closed.titles()) == ["Города и"]


@pytest.mark.parametrize(
    "title",
    [
        "Встреча: «Тролль»",
        "ВСТРЕЧА. ТРОЛЛЬ",
        "2.5 Встреча — Тролль:",
        "IV. Встреча (тролль)",
        "3) встре\u0301ча „Тролль”",
    ],
)
def test_headings_that_differ_in_marks_and_number_are_one(title: str) -> None:
    assert heading_key(title) == "встреча тролль"


@pytest.mark.parametrize(
    ("title", "key"),
    [("Ещё", "еще"), ("10 заповедей", "10 заповедей"), ("2.5", "2.5"), ("III", "iii"), ("Цикл", "цикл"), ("(", "(")],
)
def test_what_a_heading_is_made_of_stays(title: str, key: str) -> None:
    assert heading_key(title) == key


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


@pytest.mark.parametrize(
    "unit",
    [
        "(2.4) ",
        "п. 2.5 и шаг 4, ",
        "2.5, ",
        "пп. 2.5, 2.6, ",
        "«Встречи» на странице 9 ",
        "в части Города и ",
        '"Бой" и ',
        "стр. 9 ",
    ],
)
def test_references_cost_as_much_as_the_text_is_long(unit: str) -> None:
    assert is_about_linear(lambda text: list(references(text, "ru")), unit, 500)


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("раздел III\u0301 (важно)", []),  # with a mark on it it is no number
        ("раздел III\u200bx", []),
        ("на стр. 9\u0301.", ["стр. 9\u0301"]),
        ("п. 2.5 правил базовой игры\u0300 и", ["п. 2.5 правил базовой игры\u0300"]),
    ],
)
def test_a_reference_ends_with_a_word(text: str, surfaces: list[str]) -> None:
    assert [text[one.start : one.end] for one in references(text, "ru")] == surfaces
