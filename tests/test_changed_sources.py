"""A changed source: what is known again, what an editor's hand keeps, and what the report says of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from rulings.editing import move, remove, restore, set_state
from rulings.importing import ImportReport, import_document
from rulings.models import Entry
from tests.desk import edited

pytestmark = pytest.mark.usefixtures("kb")

FACTS = 'title = "Проба"\ngame = "talisman"\nslug = "proba"\nlanguage = "ru"\n'
FAQ = """Проба

Часть первая

Город

В1. Можно ли войти в Город?

О. Да.

В2. Можно ли выйти?

О. Нет, пока идёт Буран.

Жаба

В. Может ли Жаба колдовать?

О. Нет.

В. Берёт ли Жаба предметы, которые лежат на делении?

О. Нет."""


class Paper(NamedTuple):
    """A source in a file, imported again and again."""

    path: Path

    def put(self, text: str) -> ImportReport:
        self.path.write_text(text, encoding="utf-8")
        return import_document(self.path)

    def entry(self, title: str) -> Entry:
        return Entry.objects.get(source__slug="proba", title=title, state="published")

    def known(self) -> dict[str, tuple[int, str]]:
        """Every entry on the site by its title: its id and its anchor."""
        rows = Entry.objects.live().filter(source__slug="proba")
        return {row.title: (row.pk, row.anchor) for row in rows}


def tree() -> list[str]:
    """What readers can see, in reading order, two spaces a heading above it."""
    rows = Entry.objects.live().filter(source__slug="proba").placed().order_by("position")
    return ["  " * len(row.headings()) + str(row) for row in rows]


@pytest.fixture
def faq(tmp_path: Path) -> Paper:
    path = tmp_path / "proba.txt"
    path.with_suffix(".toml").write_text(
        FACTS + 'format = "faq"\n[headings]\n1 = ["Часть…"]\n2 = ["Город…", "Жаба…", "Старая Жаба", "Лес"]\n',
        encoding="utf-8",
    )
    paper = Paper(path)
    paper.put(FAQ)
    return paper


@pytest.fixture
def page(tmp_path: Path) -> Paper:
    """A Markdown source."""
    path = tmp_path / "proba.md"
    path.with_suffix(".toml").write_text(FACTS, encoding="utf-8")
    return Paper(path)


# ── known again ──


def test_a_removed_question_swallows_no_other(faq: Paper) -> None:
    remove([faq.entry("Может ли Жаба колдовать?")])
    report = faq.put(FAQ.replace("Может ли Жаба колдовать?", "Сколько весит пингвин?"))
    assert "Сколько весит пингвин?" in faq.known()
    assert (len(report.created), len(report.kept)) == (1, 1)


@pytest.mark.parametrize("removed", [True, False])
def test_a_short_answer_does_not_tell_a_question_from_another(faq: Paper, removed: bool) -> None:
    before = faq.entry("Берёт ли Жаба предметы, которые лежат на делении?")
    if removed:
        remove([before])
    without = FAQ.partition("\n\nВ. Берёт")[0]
    faq.put(without + "\n\nЛес\n\nВ1. Можно ли кормить пингвинов?\n\nО. Нет.")
    new = faq.entry("Можно ли кормить пингвинов?")
    assert (new.pk != before.pk, new.anchor) == (True, "les-v1")
    before.refresh_from_db()
    assert before.title.startswith("Берёт ли Жаба")


def test_a_mended_misprint_keeps_the_address_of_a_question_without_a_number(faq: Paper) -> None:
    before = faq.known()
    report = faq.put(
        FAQ.replace("Может ли Жаба колдовать?\n\nО. Нет.", "Может ли Жаба колдовать ?\n\nО. Нет, увы.").replace(
            "которые лежат на делении", "лежащие на делении"
        )
    )
    after = faq.known()
    assert len(report.updated) == 2
    assert after["Может ли Жаба колдовать ?"] == before["Может ли Жаба колдовать?"]
    assert (
        after["Берёт ли Жаба предметы, лежащие на делении?"]
        == before["Берёт ли Жаба предметы, которые лежат на делении?"]
    )


def test_a_misprint_mended_in_a_question_that_moved_down_a_number_keeps_its_address(faq: Paper) -> None:
    before = faq.known()
    faq.put(
        FAQ.replace("В2. Можно ли выйти?", "В3. Можно ли выйти ?").replace(
            "О. Да.", "О. Да.\n\nВ2. Сколько весит пингвин?\n\nО. Много."
        )
    )
    assert faq.known()["Можно ли выйти ?"] == before["Можно ли выйти?"]


def test_a_long_text_is_known_again_under_another_title(page: Paper) -> None:
    text = "Герой ходит столько, сколько выпало, и ни шагом больше, если карта не говорит иного."
    page.put(f"# Часть\n\nТ.\n\n## Ход\n\n{text}\n")
    before = page.known()["Ход"]
    page.put(f"# Часть\n\nТ.\n\n## Движение героев\n\n{text}\n")
    assert page.known()["Движение героев"] == before


def test_a_number_under_a_new_heading_is_not_one_of_the_first_level(page: Paper) -> None:
    page.put("# 1. Ход\n\nТекст.\n\n# Конец\n")
    before = page.entry("Ход")
    page.put("# Часть\n\n## 1. Бой\n\nСовсем другое.\n\n# Конец\n")
    assert page.entry("Бой").pk != before.pk


def test_what_left_the_source_comes_back_by_its_words_and_not_by_its_number(faq: Paper) -> None:
    before = faq.entry("Можно ли выйти?")
    without = FAQ.replace("В2. Можно ли выйти?\n\nО. Нет, пока идёт Буран.\n\n", "")
    faq.put(without)
    faq.put(without.replace("О. Да.", "О. Да.\n\nВ2. Сколько весит пингвин?\n\nО. Много."))
    assert faq.entry("Сколько весит пингвин?").pk != before.pk
    faq.put(FAQ)
    assert faq.known()["Можно ли выйти?"] == (before.pk, before.anchor)


def test_a_renamed_heading_is_known_by_what_stands_under_it(faq: Paper) -> None:
    before = faq.known()
    report = faq.put(FAQ.replace("\nЖаба\n", "\nСтарая Жаба\n"))
    assert faq.known() == {{"Жаба": "Старая Жаба"}.get(title, title): row for title, row in before.items()}
    assert ([label.partition(": ")[2] for label in report.updated], report.created, report.removed) == (
        ["Старая Жаба"],
        [],
        [],
    )


def test_renamed_headings_above_each_other_are_known_by_what_stands_under_both(page: Paper) -> None:
    text = "# {}\n\n## {}\n\n### 1. Первое\n\nТекст первый.\n\n### 2. Второе\n\n{}\n\n# Конец\n"
    page.put(text.format("Книга", "Глава", "Текст второй."))
    before = page.known()
    page.put(text.format("Том", "Раздел", "Совсем иначе."))
    after = page.known()
    assert [after[title] for title in ("Том", "Раздел", "Второе")] == [
        before[title] for title in ("Книга", "Глава", "Второе")
    ]


def test_a_heading_that_takes_a_part_of_another_is_new(faq: Paper) -> None:
    before = faq.known()
    faq.put(FAQ.replace("\n\nВ2. Можно ли выйти?", "\n\nЛес\n\nВ2. Можно ли выйти?"))
    after = faq.known()
    assert {title: row for title, row in after.items() if title != "Лес"} == before
    assert after["Лес"][1] == "les"


# ── what an editor changed ──


def test_an_editor_s_heading_language_and_lines_stay(faq: Paper) -> None:
    entry = faq.entry("Можно ли выйти?")
    edited(entry, parent=faq.entry("Жаба"), language="pl", first_line=1, last_line=2)
    report = faq.put(FAQ.replace("О. Да.", "О. Да, но один раз."))
    entry.refresh_from_db()
    assert (entry.parent, entry.language, entry.locator) == (faq.entry("Жаба"), "pl", (1, 2))
    assert [label.partition(": ")[2] for label in report.kept] == ["В2 Можно ли выйти?"]
    assert tree() == [
        "Часть первая",
        "  Город",
        "    В1 Можно ли войти в Город?",
        "  Жаба",
        "    В Может ли Жаба колдовать?",
        "    В Берёт ли Жаба предметы, которые лежат на делении?",
        "    В2 Можно ли выйти?",
    ]
    assert faq.put(FAQ.replace("О. Да.", "О. Да, но один раз.")).changed is False


def test_an_editor_s_heading_takes_along_what_stands_under_it(faq: Paper) -> None:
    edited(faq.entry("Город"), parent=faq.entry("Жаба"))
    for text in (FAQ, FAQ.replace("О. Да.", "О. Да, но один раз.")):
        faq.put(text)
        assert tree()[1:] == [
            "  Жаба",
            "    В Может ли Жаба колдовать?",
            "    В Берёт ли Жаба предметы, которые лежат на делении?",
            "    Город",
            "      В1 Можно ли войти в Город?",
            "      В2 Можно ли выйти?",
        ]


def test_no_heading_comes_to_stand_under_itself(page: Paper) -> None:
    page.put("# Ход\n\nТ.\n\n# Бой\n\nТ.\n")
    edited(page.entry("Ход"), parent=page.entry("Бой"))
    page.put("# Ход\n\nТ.\n\n## Бой\n\nТ.\n\n# Конец\n")
    assert tree() == ["Бой", "  Ход", "Конец"]


def test_lines_of_what_an_editor_changed_follow_the_source(faq: Paper) -> None:
    entry = edited(faq.entry("Можно ли выйти?"), body="Нет, никогда.")
    first, last = entry.locator or (0, 0)
    faq.put(FAQ.replace("В1.", "Ещё один абзац.\n\nВ1."))
    entry.refresh_from_db()
    assert (entry.body, entry.locator) == ("Нет, никогда.", (first + 2, last + 2))


def test_an_edited_question_that_is_renumbered_is_reported_with_both_numbers(faq: Paper) -> None:
    edited(faq.entry("Можно ли выйти?"), body="Нет, никогда.")
    report = faq.put(FAQ.replace("В2. ", "В3. ").replace("О. Да.", "О. Да.\n\nВ2. Новый вопрос?\n\nО. Да."))
    assert ("number-kept", 15, "В2 → В3") in report.warnings
    assert faq.entry("Можно ли выйти?").number == "В2"


# ── the order an editor gave ──


def test_an_unchanged_source_leaves_an_editor_s_order_alone(faq: Paper) -> None:
    faq.put(FAQ.replace("В1. ", "В0. Откуда?\n\nО. Оттуда.\n\nВ1. "))
    faq.put(FAQ)  # a withdrawn row lies between the others
    assert move(faq.entry("Можно ли выйти?"), -1)
    rows = list(Entry.objects.filter(source__slug="proba").order_by("pk").values())
    assert faq.put(FAQ).changed is False
    assert list(Entry.objects.filter(source__slug="proba").order_by("pk").values()) == rows
    assert [line.strip() for line in tree()][1:4] == ["Город", "В2 Можно ли выйти?", "В1 Можно ли войти в Город?"]


def test_an_editor_s_order_stays_where_the_source_changes_around_it(faq: Paper) -> None:
    move(faq.entry("Можно ли выйти?"), -1)
    faq.put(
        FAQ.replace("Город\n\n", "Город\n\nВ0. Где он?\n\nО. Там.\n\n").replace(
            "Буран.", "Буран.\n\nВ3. Стоит ли?\n\nО. Да."
        )
    )
    assert [line.strip() for line in tree()[2:6]] == [
        "В0 Где он?",
        "В2 Можно ли выйти?",
        "В3 Стоит ли?",
        "В1 Можно ли войти в Город?",
    ]


def test_a_new_order_in_the_source_is_followed_where_no_editor_gave_one(faq: Paper) -> None:
    move(faq.entry("Можно ли выйти?"), -1)
    first, second = FAQ.index("В. Может"), FAQ.index("В. Берёт")
    faq.put(f"{FAQ[:first]}{FAQ[second:]}\n\n{FAQ[first:second].strip()}")
    assert [line.strip() for line in tree()[2:]] == [
        "В2 Можно ли выйти?",
        "В1 Можно ли войти в Город?",
        "Жаба",
        "В Берёт ли Жаба предметы, которые лежат на делении?",
        "В Может ли Жаба колдовать?",
    ]


# ── headings that leave ──


def test_a_heading_stays_as_long_as_an_editor_s_entry_stands_under_it(faq: Paper) -> None:
    entry = edited(faq.entry("Может ли Жаба колдовать?"), body="Нет, но очень хочет.")
    without = FAQ.partition("\n\nЖаба")[0]
    report = faq.put(without)
    assert tree()[-2:] == ["  Жаба", "    В Может ли Жаба колдовать?"]
    assert (len(report.kept), report.removed) == (2, ["В Берёт ли Жаба предметы, которые лежат на делении?"])
    assert faq.put(without).changed is False
    remove([entry])
    assert faq.put(without).removed == ["Жаба"]


def test_what_stays_without_its_source_has_no_lines_there(faq: Paper) -> None:
    entry = edited(faq.entry("Может ли Жаба колдовать?"), body="Нет, но очень хочет.")
    faq.put(FAQ.partition("\n\nЖаба")[0])
    entry.refresh_from_db()
    assert (entry.locator, faq.entry("Жаба").locator) == (None, None)
    faq.put(FAQ)
    entry.refresh_from_db()
    assert entry.locator == (17, 19)


def test_an_edited_question_whose_heading_left_stands_where_the_source_has_it(faq: Paper) -> None:
    edited(faq.entry("Можно ли выйти?"), body="Нет, никогда.")
    faq.put(FAQ.replace("Город\n\nВ1. Можно ли войти в Город?\n\nО. Да.\n\n", "Лес\n\nВ1. А?\n\nО. Да.\n\n"))
    assert tree()[:4] == ["Часть первая", "  Лес", "    В1 А?", "    В2 Можно ли выйти?"]


def test_publishing_what_left_its_source_brings_its_headings_back(faq: Paper) -> None:
    question = faq.entry("Может ли Жаба колдовать?")
    faq.put(FAQ.partition("\n\nЖаба")[0])
    question.refresh_from_db()
    assert [str(row) for row in set_state([question], "published")] == ["В Может ли Жаба колдовать?", "Жаба"]
    assert tree()[-2:] == ["  Жаба", "    В Может ли Жаба колдовать?"]
    faq.put(FAQ.partition("\n\nЖаба")[0])
    assert tree()[-2:] == ["  Жаба", "    В Может ли Жаба колдовать?"]


def test_publishing_from_the_form_brings_the_headings_back_too(faq: Paper) -> None:
    question = faq.entry("Может ли Жаба колдовать?")
    faq.put(FAQ.partition("\n\nЖаба")[0])
    question.refresh_from_db()
    edited(question, state="published")
    assert tree()[-2:] == ["  Жаба", "    В Может ли Жаба колдовать?"]


def test_what_is_new_under_a_draft_waits_for_it(faq: Paper) -> None:
    heading = faq.entry("Жаба")
    set_state([heading], "draft")
    faq.put(FAQ + "\n\nВ3. Умеет ли она петь?\n\nО. Да.")
    assert tree() == ["Часть первая", "  Город", "    В1 Можно ли войти в Город?", "    В2 Можно ли выйти?"]
    set_state([heading], "published")
    assert tree()[-2:] == ["    В Берёт ли Жаба предметы, которые лежат на делении?", "    В3 Умеет ли она петь?"]


def test_what_is_new_under_a_removed_heading_is_removed_with_it_and_reported(faq: Paper) -> None:
    heading = faq.entry("Жаба")
    remove([heading])
    report = faq.put(FAQ + "\n\nВ3. Умеет ли она петь?\n\nО. Да.")
    assert ("under-removed", 25, "Жаба") in report.warnings
    assert (report.created, [label for label in report.kept if "петь" in label]) == ([], ["25: В3 Умеет ли она петь?"])
    assert not any("петь" in line for line in tree())
    restore([heading])
    assert tree()[-1] == "    В3 Умеет ли она петь?"


def test_what_the_source_moves_under_a_removed_heading_stands_under_the_next_one(faq: Paper) -> None:
    remove([faq.entry("Жаба")])
    faq.put(
        FAQ.replace(
            "В2. Можно ли выйти?\n\nО. Нет, пока идёт Буран.\n\nЖаба",
            "Жаба\n\nВ2. Можно ли выйти?\n\nО. Нет, пока идёт Буран.",
        )
    )
    assert tree() == ["Часть первая", "  Город", "    В1 Можно ли войти в Город?", "  В2 Можно ли выйти?"]


def test_an_entry_edited_while_it_was_away_comes_back_with_its_source(faq: Paper) -> None:
    question = faq.entry("Может ли Жаба колдовать?")
    faq.put(FAQ.partition("\n\nЖаба")[0])
    question.refresh_from_db()
    edited(question, body="Нет, но очень хочет.")
    assert question.state == "withdrawn"
    faq.put(FAQ)
    assert faq.entry("Может ли Жаба колдовать?").body == "Нет, но очень хочет."


# ── what is published again ──


def stamps() -> dict[str, int]:
    return dict(Entry.objects.filter(source__slug="proba").values_list("title", "stamp"))


def test_what_stands_under_a_renamed_heading_is_indexed_again(faq: Paper) -> None:
    before = stamps()
    faq.put(FAQ.replace("\nЖаба\n", "\nСтарая Жаба\n"))
    after = stamps()
    assert {title for title in before if before[title] != after.get(title)} == {
        "Жаба",
        "Может ли Жаба колдовать?",
        "Берёт ли Жаба предметы, которые лежат на делении?",
    }


def test_what_stands_under_a_moved_heading_is_indexed_again(page: Paper) -> None:
    text = "## Бета\n\nТекст второй.\n\n### Гамма\n\nТекст третий.\n\n"
    page.put(f"# Альфа\n\nТ.\n\n{text}# Омега\n\nКонец.\n")
    before = stamps()
    page.put(f"# Альфа\n\nТ.\n\n# Омега\n\nКонец.\n\n{text}")
    after = stamps()
    assert {title for title in before if before[title] != after[title]} == {"Бета", "Гамма"}
