"""Which row a node of a changed document is, without a database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulings.documents import Outline
from rulings.matching import Planned, match
from rulings.models import Entry
from rulings.parsers import parse
from tests.growth import takes_less

ENTRIES = ["Ход", "Ходы", "Удар"]


def planned(text: str, format: str = "rules") -> list[Planned]:  # noqa: A002
    outline = Outline(title="Проба", language="ru", format=format, entries=ENTRIES)
    return [Planned.of(placed) for placed in parse(text, outline).walk()]


def rows_of(plan: list[Planned], **facts: object) -> list[Entry]:
    """The rows that an import makes, keys in reading order from 1."""
    rows = []
    for at, node in enumerate(plan):
        above = node.placed.parent + 1 or None
        said = {"kind": node.kind, "number": node.number, "title": node.title, "body": node.body}
        rows.append(Entry(pk=at + 1, parent_id=above, origin=node.origin, language="ru", **said))
        for name, value in facts.items():
            setattr(rows[-1], name, value)
    return rows


def label(node: Planned) -> str:
    return " ".join(part for part in (node.number, node.title or node.body) if part)


def known(before: str, after: str, format: str = "rules", **facts: object) -> dict[str, str]:  # noqa: A002
    """What each entry of a text was before, «» for what is new."""
    old, new = planned(before, format), planned(after, format)
    match(new, rows_of(old, **facts))
    return {label(node): label(old[node.entry.pk - 1]) if node.entry else "" for node in new}


def items(*texts: str, heading: str = "Ход") -> str:
    listed = [f"{number}. {text}" for number, text in enumerate(texts, 1)]
    return "\n\n".join([heading, *listed, "Бой", "Текст."])


def faq(*questions: str) -> str:
    return "\n\n".join(["Жаба", *(f"В. {question}\n\nО. {answer}" for question, answer in map(halves, questions))])


def halves(question: str) -> tuple[str, str]:
    asked, _, answer = question.partition("? ")
    return f"{asked}?", answer


# ── short entries without a title ──


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (items("Идти.", "Бить."), items("Бить.", "Идти."), {"1 Бить.": "2 Бить.", "2 Идти.": "1 Идти."}),
        (
            items("Идти.", "Бить."),
            items("Спать.", "Идти прямо.", "Бить мечом."),
            {"1 Спать.": "", "2 Идти прямо.": "1 Идти.", "3 Бить мечом.": "2 Бить."},
        ),
        # A heading that is called otherwise is known by what stands under it, and is no reason to go by numbers.
        (
            items("Идти.", "Бить."),
            items("Бить.", "Идти.", heading="Удар"),
            {"Удар": "Ход", "1 Бить.": "2 Бить.", "2 Идти.": "1 Идти."},
        ),
        (
            items("Идти.", "Бить.") + "\n\n" + items("Идти.", "Бить.").replace("Ход", "Сон", 1),
            items("Бить.", "Идти.", heading="Ходы") + "\n\n" + items("Идти.", "Бить.").replace("Ход", "Сон", 1),
            {"1 Бить.": "2 Бить.", "2 Идти.": "1 Идти."},
        ),
        # Equals: the one between the same neighbours.
        (
            items("Да.", "Нет.", "Да."),
            items("Да.", "Да.", "Нет.", "Да."),
            {"1 Да.": "1 Да.", "2 Да.": "", "3 Нет.": "2 Нет.", "4 Да.": "3 Да."},
        ),
        # Other words altogether under the same number.
        (items("Идти.", "Бить."), items("Идти.", "Колдовать."), {"2 Колдовать.": "2 Бить."}),
    ],
)
def test_short_entries_keep_their_rows_in_another_order(before: str, after: str, wanted: dict[str, str]) -> None:
    found = known(before, after)
    assert {new: found[new] for new in wanted} == wanted


# ── reworded questions without a number ──


@pytest.mark.parametrize(
    ("before", "after", "is_known"),
    [
        ("Может ли Жаба колдовать? Нет.", "Умеет ли Жаба творить заклинания? Нет.", True),
        ("Может ли Жаба колдовать? Нет.", "Способна ли Жаба колдовать? Нет, никогда.", True),
        ("Можно ли выйти? Нет, пока идёт Буран.", "Разрешено ли покинуть поле? Нет, пока идёт Буран.", True),
        ("Может ли Жаба колдовать? Нет.", "Сколько весит пингвин? Нет.", False),
        ("Может ли Жаба колдовать? Нет.", "Сколько весит пингвин? Много.", False),
        ("Может ли Жаба колдовать? Нет.", "Может ли Змея летать? Нет.", False),
        ("Может ли Жаба колдовать? Нет.", "Кто сильнее, дракон или змея? Жаба.", False),
        ("Может ли Жаба колдовать? Нет.", "Кто победит, когда дракон ночью встретит у реки Жабу? Дракон.", False),
    ],
)
def test_a_reworded_question_is_known_in_its_place(before: str, after: str, is_known: bool) -> None:
    first, last = "Кто ходит первым? Младший.", "Кто ходит последним? Старший."
    found = known(faq(first, before, last), faq(first, after, last), "faq")
    new, old = f"В {halves(after)[0]}", f"В {halves(before)[0]}"
    assert found[new] == (old if is_known else "")


def test_nothing_is_known_by_its_place_where_two_are_left() -> None:
    first, last = "Кто ходит первым? Младший.", "Кто ходит последним? Старший."
    old = "Может ли Жаба колдовать? Нет."
    new = ("Умеет ли Жаба творить заклинания? Нет.", "Умеет ли Жаба варить зелья? Нет.")
    found = known(faq(first, old, last), faq(first, *new, last), "faq")
    assert [found[f"В {halves(one)[0]}"] for one in new] == ["", ""]
    found = known(faq(first, *new, last), faq(first, old, last), "faq")
    assert found[f"В {halves(old)[0]}"] == ""


def test_what_is_of_another_kind_is_not_in_the_way() -> None:
    old, new = "Может ли Жаба колдовать? Нет.", "Умеет ли Жаба творить заклинания? Нет."
    found = known(f"{faq(old)}\n\nP. S. Ква.", faq(new), "faq")
    assert found[f"В {halves(new)[0]}"] == f"В {halves(old)[0]}"


# ── headings ──


def chapters(**questions: str) -> str:
    """Headings, each with the questions of which these are the numbers."""
    return "\n\n".join(
        "\n\n".join([name, *(f"В. Можно ли сделать {'это ' * int(number)}?\n\nО. Да." for number in numbers)])
        for name, numbers in questions.items()
    )


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (chapters(Город="123"), chapters(Село="23", Лес="1"), {"Село": "Город", "Лес": ""}),
        (chapters(Город="1", Жаба="2"), chapters(Лес="12"), {"Лес": ""}),
        (chapters(Город="123"), chapters(Лес="1"), {"Лес": "Город"}),
        # A text that stands twice says nothing of where it comes from.
        (items("Да.", "Нет.") + "\n\n" + items("Да.", heading="Ходы"), items("Да.", heading="Удар"), {"Удар": ""}),
    ],
)
def test_a_renamed_heading_has_most_of_what_stood_under_it(before: str, after: str, wanted: dict[str, str]) -> None:
    found = known(before, after, "faq")
    assert {name: found[name] for name in wanted} == wanted


def test_under_a_heading_known_by_its_number_words_come_before_numbers() -> None:
    asked = ("Можно ли войти в Город?\n\nО. Да.", "Можно ли выйти из Таверны?\n\nО. Нет.")
    before = f"1. Ход\n\nВ1. {asked[0]}\n\nВ2. {asked[1]}\n\n2. Конец\n\nВ1. Всё?\n\nО. Да."
    mended = [one.replace("?", " ?") for one in asked]
    after = f"1. Бой\n\nВ1. {mended[1]}\n\nВ2. {mended[0]}\n\n2. Конец\n\nВ1. Всё?\n\nО. Да."
    found = known(before, after, "faq")
    assert found["1 Бой"] == "1 Ход"
    assert found["В1 Можно ли выйти из Таверны ?"] == "В2 Можно ли выйти из Таверны?"


def test_what_is_in_the_source_goes_before_what_has_left_it() -> None:
    old = planned(faq("Можно? Да.", "Можно? Нет."), "faq")
    rows, new = rows_of(old), planned(faq("Можно? Иногда."), "faq")
    rows[1].state = "withdrawn"
    match(new, rows)
    assert new[1].entry is rows[2]


@pytest.mark.parametrize("facts", [{"removed": True}, {"state": "withdrawn"}])
def test_what_was_taken_away_is_not_known_by_its_place(facts: dict[str, object]) -> None:
    """A new question that passed for it would never be seen."""
    before, after = "Может ли Жаба колдовать? Нет.", "Умеет ли Жаба творить заклинания? Нет."
    assert known(faq(before), faq(after), "faq", **facts)[f"В {halves(after)[0]}"] == ""


@pytest.mark.parametrize("facts", [{"removed": True}, {"state": "withdrawn"}])
def test_what_was_taken_away_is_not_known_by_a_faint_likeness(facts: dict[str, object]) -> None:
    before, after = items("Идти.", "Бить."), items("Спать.", "Идти прямо.", "Бить.")
    assert known(before, after)["2 Идти прямо."] == "1 Идти."
    assert known(before, after, "rules", **facts)["2 Идти прямо."] == ""


@pytest.mark.parametrize(
    ("after", "is_known"),
    [
        ("Может ли Жаба ещё и колдовать вволю? Нет, пока идёт Буран.", False),
        ("Может ли Жаба колдовать ? Нет, пока идёт Буран.", True),
    ],
)
def test_what_an_editor_removed_is_known_only_when_it_is_nearly_the_same(after: str, is_known: bool) -> None:
    before = "Может ли Жаба колдовать? Нет, пока идёт Буран."
    for removed in (False, True):
        found = known(faq(before), faq(after), "faq", removed=removed)
        assert bool(found[f"В {halves(after)[0]}"]) is (is_known or not removed)


def test_title_and_text_are_not_run_together() -> None:
    """«аб» over «в» is another entry than «а» over «бв»."""
    one, other = planned("Аб\n\nВ.\n\nКонец\n\nТекст."), planned("А\n\nбВ.\n\nКонец\n\nТекст.")
    assert one[0].origin != other[0].origin


def test_what_an_entry_says_is_not_its_number() -> None:
    one, other = planned(items("Идти.", "Бить.")), planned(items("Бить.", "Идти."))
    assert [node.origin for node in one[1:3]] == [node.origin for node in other[2:0:-1]]


@pytest.mark.parametrize("texts", [("ход " * 3000, "бой " + "ход " * 3000), ("аб " * 3000, "вг " * 3000)])
def test_long_texts_are_compared_at_once(texts: tuple[str, str]) -> None:
    plans = [planned(f"Ход\n\n1. {text}.\n\nБой\n\nТекст.") for text in texts]
    rows = rows_of(plans[0])
    assert takes_less(lambda: match([replace(node, entry=None) for node in plans[1]], rows), 0.3)
