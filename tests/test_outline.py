"""The tree of a game's texts."""

from __future__ import annotations

from rulings.models import Card, Source
from rulings.models.lines import Line
from rulings.views.outline import Group, groups

SOURCE = Source(pk=1, title="Правила")


def line(pk: int, kind: str, title: str = "x", parent: int | None = None, number: str = "") -> Line:
    return Line(pk, 1, parent, pk, kind, number, title, "", "", "ru", f"a{pk}", 1, "faq", "game", None)


def shape(group: Group) -> tuple[int | None, list[str], list[object]]:
    def items(found: list[object]) -> list[object]:
        return [(item.entry.pk, item.rulings, items(item.children)) for item in found]  # type: ignore[attr-defined]

    return (group.entry.pk if group.entry else None, group.counts, items(list(group.items)))


def test_texts_under_no_chapter_stand_under_their_source() -> None:
    lines = [
        line(1, "section"),
        line(2, "section"),
        line(3, "chapter"),
        line(4, "section", parent=3),
        line(5, "section"),
    ]
    assert [shape(group) for group in groups([SOURCE], lines, {})] == [
        (None, ["2 правила"], [(1, 0, []), (2, 0, [])]),
        (3, ["1 правило"], [(4, 0, [])]),
        (None, ["1 правило"], [(5, 0, [])]),
    ]


def test_chapter_of_chapters_gives_way_to_them() -> None:
    lines = [line(1, "chapter"), line(2, "chapter", parent=1), line(3, "section", parent=2)]
    assert [shape(group) for group in groups([SOURCE], lines, {})] == [(2, ["1 правило"], [(3, 0, [])])]


def test_chapter_of_cards_is_a_group_with_the_number_of_rulings() -> None:
    lines = [
        line(1, "chapter"),
        line(2, "chapter", parent=1),
        line(3, "ruling", parent=2),
        line(4, "ruling", parent=2),
    ]
    card = Card(pk=7)
    (group,) = groups([SOURCE], lines, {2: [card]})
    assert shape(group) == (1, ["2 вопроса"], [(2, 2, [])])
    assert group.items[0].card is card


def test_heading_of_two_cards_leads_to_neither() -> None:
    lines = [line(1, "chapter"), line(2, "chapter", parent=1), line(3, "ruling", parent=2)]
    (group,) = groups([SOURCE], lines, {2: [Card(pk=7), Card(pk=8)]})
    assert group.items[0].card is None


def test_counts_go_by_kind_and_leave_out_chapters_and_notes() -> None:
    lines = [
        line(1, "chapter"),
        line(2, "section", parent=1),
        line(3, "erratum", parent=2),
        line(4, "note", parent=1, number="P. S."),
    ]
    (group,) = groups([SOURCE], lines, {})
    assert group.counts == ["1 правило", "1 исправление"]


def test_nameless_note_is_left_to_the_source() -> None:
    assert groups([SOURCE], [line(1, "note", title="")], {}) == []
