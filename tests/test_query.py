from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.search.query import MAX_WORDS, Part, Query, Restriction


def groups(text: str) -> list[list[str]]:
    return [[" ".join(part.surfaces) for part in group] for group in Query(text).groups]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("жаба в городе", [["жаба"], ["в"], ["городе"]]),
        ('"петля времени" жаба', [["петля времени"], ["жаба"]]),
        ("«петля времени»", [["петля времени"]]),
        ("„karta Terenu” duch", [["karta Terenu"], ["duch"]]),
        ("корона OR замок жаба", [["корона", "замок"], ["жаба"]]),
        ("корона ИЛИ замок LUB wyłom", [["корона", "замок", "wyłom"]]),
        ("корона или замок", [["корона"], ["или"], ["замок"]]),
        ("OR жаба OR", [["жаба"]]),
        ("корона -замок OR жаба", [["корона"], ["жаба"]]),
        ("корона OR -замок OR жаба", [["корона"], ["жаба"]]),
        ("что: жаба", [["что"], ["жаба"]]),
        ("карта-телепорт ИЛИ жаба", [["карта телепорт", "жаба"]]),
        ('жаба "ИЛИ" "петля времени" OR 2.4', [["жаба"], ["ИЛИ"], ["петля времени", "2.4"]]),
        ("http://пример", [["http пример"]]),
        ("п. 2.6 (3.5)", [["п"], ["2.6"], ["3.5"]]),
        ('"незакрытая жаба', [["незакрытая"], ["жаба"]]),
        ('""', []),
        ("- -", []),
        ("", []),
    ],
)
def test_words_phrases_and_alternatives(text: str, expected: list[list[str]]) -> None:
    assert groups(text) == expected


def test_what_must_not_stand_in_an_answer() -> None:
    query = Query('жаба -город -"петля времени" 5-6 -3 - 2 -2.4')
    assert query.excluded == (
        Part(("город",), typed="город"),
        Part(("петля", "времени"), is_phrase=True, typed="петля времени"),
        Part(("3",), typed="3"),
        Part(("2.4",), typed="2.4"),
    )
    assert groups(query.text) == [["жаба"], ["5 6"], ["2"]]


def test_what_an_answer_must_not_be_of() -> None:
    query = Query("-игра:талисман жаба -тип:вопрос")
    assert query.barred == (Restriction("game", "талисман", "игра"), Restriction("kind", "вопрос", "тип"))
    assert (query.restrictions, groups(query.text)) == ((), [["жаба"]])


@pytest.mark.parametrize("prefix", ["игра", "gra", "game", "Игра", "GAME"])
def test_prefixes_are_known_in_every_language(prefix: str) -> None:
    assert Query(f"{prefix}:талисман жаба").restrictions == ((Restriction("game", "талисман", prefix),),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('карта:"Корона Повелений" język:pl', [["Корона Повелений"], ["pl"]]),
        ("игра:a ИЛИ игра:b", [["a", "b"]]),
        ("игра:a тип:c игра:b", [["a", "b"], ["c"]]),
        ("карта:a карта:b", [["a"], ["b"]]),
        ("карта:a OR карта:b", [["a", "b"]]),
        ("игра:a OR тип:b игра:c", [["a", "b"], ["c"]]),
        ("жаба OR игра:a", [["a"]]),
        ("карта:a -карта:b OR карта:c", [["a"], ["c"]]),
    ],
)
def test_values_of_prefixes_of_which_one_is_enough(text: str, expected: list[list[str]]) -> None:
    assert [[one.value for one in group] for group in Query(text).restrictions] == expected


def test_only_so_many_words_are_searched_for() -> None:
    assert len(Query("жаба " * 400).surfaces) == MAX_WORDS
    in_one_piece = Query("a*" * 400)
    assert (len(in_one_piece.surfaces), in_one_piece.is_cut) == (MAX_WORDS, True)
    assert [Query(text).is_cut for text in ("жаба " * 61, "ж" * 1001, "жаба " * 60, "ж" * 1000)] == [
        True,
        True,
        False,
        False,
    ]


def test_values_of_prefixes_count_as_words() -> None:
    (group,) = Query("игра:" + '"' + "a " * 70 + '"').restrictions
    assert (group[0].value, group[0].size) == (" ".join("a" * MAX_WORDS), MAX_WORDS)
    query = Query('жаба игра:"' + "of " * 58 + '" карта:меч корона')
    assert [one.value for group in query.restrictions for one in group][1:] == ["меч"]
    assert (query.surfaces, query.is_cut) == (("жаба",), True)


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from([*'"«»„”-: ', "OR", "игра:", "a", "жаба", "2.4", "\n"])).map("".join)
)
def test_no_query_is_wrong(text: str) -> None:
    query = Query(text)
    assert all(surface for surface in query.surfaces)
    assert query.is_empty == (not (query.groups or query.excluded or query.restrictions or query.barred))
