"""Stored HTML as a page shows it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings import dressing
from rulings.models import Entry
from rulings.models.lines import Line
from tests.html import parse

LINE = Line(1, 1, None, 1, "section", "", "", "", "", "ru", "a", 1, "faq", "game", None)


# ── verdicts ──


def test_stamp_hides_a_full_stop_and_shows_a_comma() -> None:
    settled = parse(dressing.stamp("Нет.", "no", "ru", "ru")).one("b")
    assert (settled.text, settled.one("span", class_="stop").text, settled.classes) == ("Нет.", ".", ["stamp", "no"])
    conditional = parse(dressing.stamp("Нет,", "no_if", "ru", "ru")).one("b")
    assert (conditional.text, conditional.all("span"), conditional.classes) == ("Нет,", [], ["stamp", "no-if"])


@pytest.mark.parametrize(
    ("key", "content", "interface", "gloss"),
    [("yes", "ru", "pl", "tak"), ("yes_if", "pl", "ru", "да"), ("no", "ru", "pl", "nie"), ("no_if", "pl", "ru", "нет")],
)
def test_gloss_says_the_verdict_in_the_other_language(key: str, content: str, interface: str, gloss: str) -> None:
    stamp = parse(dressing.stamp("…", key, content, interface)).one("b")
    assert stamp.attributes["data-gloss"].lower() == gloss


def test_dot_says_its_verdict() -> None:
    assert parse(dressing.dot("")).one("span").attributes == {
        "class": "dot plain",
        "role": "img",
        "aria-label": "Ответ",
    }


# ── bodies ──


def entry(html: str, text: str, **facts: str) -> Entry:
    return Entry(html=html, text=text, **{"kind": "section", "language": "ru", **facts})


def test_body_takes_the_interface_language_and_the_prefix() -> None:
    stored = '<p id="p1"><a class="ref card" href="/-/game/cards/a/">А</a></p>'
    html = dressing.body(entry(stored, "А"), "pl", "e-x")
    assert html == '<p id="e-x-p1"><a class="ref card" href="/pl/game/cards/a/">А</a></p>'


def test_body_does_not_link_to_the_page_it_stands_on() -> None:
    stored = '<p id="p1"><a class="ref card" href="/-/g/cards/a/">А</a> и <a class="ref" href="/-/g/cards/b/">Б</a></p>'
    html = dressing.body(entry(stored, "А и Б"), "ru", here="g/cards/a/")
    assert html == '<p id="p1">А и <a class="ref" href="/ru/g/cards/b/">Б</a></p>'


def test_answer_without_a_verdict_is_labelled_outside_the_text() -> None:
    html = dressing.body(entry('<p id="p1">Одно.</p>', "Одно.", kind="ruling"), "ru")
    paragraph = parse(html).one("p")
    assert (paragraph.attributes["data-label"], paragraph.text) == ("Ответ", "Одно.")


@pytest.mark.parametrize(
    ("language", "paragraph", "label", "said"),
    [
        ("ru", "Пример: раз.", "Пример:", None),
        ("ru", "Пример 2: раз.", "Пример 2:", None),
        ("ru", "Исключение: раз.", "Исключение:", None),
        ("pl", "Na przykład, raz.", "", "Przykład"),
    ],
)
def test_call_out_has_its_label_once(language: str, paragraph: str, label: str, said: str | None) -> None:
    kind = "exception" if paragraph.startswith("Искл") else "example"
    stored = f'<p class="{kind}" id="p1">{paragraph}</p>'
    shown = parse(dressing.body(entry(stored, paragraph, language=language), "ru")).one("p")
    assert shown.text == paragraph
    assert shown.classes == ["call-out", kind]
    assert (shown.one("b").text, shown.one("b").attributes.get("data-label")) == (label, said)


def test_step_keeps_its_printed_number() -> None:
    stored = '<ol><li id="p1"><p id="p2"><span class="marker">2-6.</span> Шаг.</p></li></ol>'
    step = parse(dressing.body(entry(stored, "2-6. Шаг."), "ru")).one("li")
    assert step.text == "2-6. Шаг."
    assert step.one("span", class_="number").text == "2-6."


def test_reference_to_a_book_that_is_not_here_says_so() -> None:
    stored = '<p id="p1">(см. «<cite>Встречи» на странице 9</cite>)</p>'
    cite = parse(dressing.body(entry(stored, "(см. «Встречи» на странице 9)"), "ru")).one("cite")
    assert (cite.text, cite.attributes["title"]) == ("Встречи» на странице 9", "Это в книге, которой здесь нет")


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("но только в игре.", "но только в игре."),
        ("пока нет других. Если есть, нельзя.", "пока нет других."),
        ("т. е. пока нет других. Иначе нет.", "т. е. пока нет других."),
        ('если <a class="ref" href="/-/g/">игра. И</a> идёт. Всё.', None),
    ],
)
def test_condition_is_the_first_sentence(text: str, lead: str | None) -> None:
    stored = f'<p id="p1"><b class="verdict yes-if">Да,</b> {text}</p>'
    shown = parse(dressing.answer(entry(stored, f"Да, {text}", kind="ruling", verdict="yes_if"), "ru"))
    assert [node.text for node in shown.all("span", class_="lead")] == ([lead] if lead else [])


def test_what_can_not_be_narrowed_scrolls_by_itself() -> None:
    stored = '<table><tr id="p1"><td>А</td></tr></table><pre id="p2"><code>+-+</code></pre>'
    html = parse(f"<body>{dressing.body(entry(stored, 'А'), 'ru', 'e-x')}</body>")
    boxes = html.all("div", **{"class": "sideways"})
    assert [(box.attributes["tabindex"], box.attributes["role"], box.attributes["aria-label"]) for box in boxes] == [
        ("0", "group", "Таблица"),
        ("0", "group", "Текст, набранный познаково"),
    ]
    assert [box.text for box in boxes] == ["А", "+-+"]
    assert {"lang" in box.attributes for box in boxes} == {False}
    foreign = parse(f"<body>{dressing.body(entry(stored, 'А'), 'pl')}</body>")
    for box, tag in zip(foreign.all("div", **{"class": "sideways"}), ("table", "pre"), strict=True):
        assert (box.attributes["lang"], box.one(tag).attributes["lang"]) == ("pl", "ru")


@pytest.mark.django_db
def test_page_never_changes_a_text(kb: None) -> None:
    for row in Entry.objects.live():
        for language in ("ru", "pl"):
            assert parse(dressing.body(row, language, "e-x")).text == row.text, row.anchor
            assert parse(dressing.title(row, language)).text == row.title
            if row.kind == "ruling":
                assert parse(dressing.answer(row, language)).text == row.text


# ── short titles ──


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("РАЗЪЯСНЕНИЯ ПРАВИЛ", "Разъяснения правил"),
        ("«ТАЛИСМАН» ЧЕТВЕРТОЕ ИЗДАНИЕ", "«Талисман» четвертое издание"),
        ("FAQ: GRA „MGLISTY PORT”", "Faq: gra „Mglisty port”"),
        ("Рассвет (стоя здесь, нельзя)", "Рассвет"),
        ("Elementy:", "Elementy"),
        ("(только скобки)", "(только скобки)"),
    ],
)
def test_heading_in_a_list_is_short_and_quiet(heading: str, shown: str) -> None:
    assert dressing.short(heading) == shown


def test_text_without_a_title_is_listed_by_its_first_words() -> None:
    text = "Очень длинный текст, " * 10
    shown = dressing.short_title(LINE._replace(text=text))
    assert shown.endswith("…")
    assert len(shown) <= dressing.OPENING + 1
    assert text.startswith(shown.removesuffix("…"))
    assert dressing.short_title(LINE._replace(text="Коротко.")) == "Коротко."


def test_text_without_a_title_is_called_by_its_heading_or_its_kind() -> None:
    assert dressing.called(LINE._replace(heading="Рассвет (утро)")) == "Рассвет"
    assert dressing.called(LINE._replace(kind="note")) == "Примечание"


# ── pieces ──


def test_sentence_around_a_mention() -> None:
    text = "Раз. Два о Жабе, т. е. о ней. Три.\nЧетыре"
    start = text.index("Жабе")
    assert dressing.sentence(text, start, start + 4) == "Два о <mark>Жабе</mark>, т. е. о ней."


@given(st.text(), st.data())
def test_sentence_is_a_piece_of_the_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = parse(dressing.sentence(text, start, end))
    assert shown.one("mark").text == text[start:end]
    assert shown.text.removeprefix("…").removesuffix("…").strip() in text or "…" in text


def test_marks_that_touch_are_one() -> None:
    assert dressing.marked("о Короне Повелений <я>", [(2, 8), (9, 18)]) == "о <mark>Короне Повелений</mark> &lt;я&gt;"


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("Да. Если он <mark>в Храме</mark>.", "Да. Если он в Храме."),
        ("<mark>Да</mark>. Если он.", "Да. Если он."),
        ("он должен <mark>идти</mark>", "Да. …он должен идти"),
    ],
)
def test_snippet_begins_with_the_stamp(html: str, shown: str) -> None:
    row = entry("", "Да. Если он в Храме, он должен идти.", kind="ruling", verdict="yes")
    snippet = parse(dressing.snippet(row, html, "ru"))
    assert snippet.words == shown
    assert snippet.all("b", class_="stamp")


def test_snippet_of_an_answer_without_a_verdict_is_left_alone() -> None:
    row = entry("", "Одно &amp; одно.", kind="ruling", verdict="")
    assert dressing.snippet(row, "Одно <mark>&amp;</mark> <mark>одно</mark>.", "ru") == "Одно <mark>&amp; одно</mark>."
