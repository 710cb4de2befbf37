"""The signs of the query language: phrases, minuses, alternatives and prefixes."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rulings.languages import fold
from rulings.models import Card, Entry, Name
from rulings.search.engine import search
from rulings.search.filters import meant
from rulings.search.query import Query, Restriction
from rulings.search.state import current
from tests.found import anchors

pytestmark = pytest.mark.usefixtures("kb")


def test_a_phrase_stands_together() -> None:
    assert "dvizhenie-1" in anchors("открыть и активировать")
    together = {found.entry.pk for found in search(Query('"герой обязан"'), limit=60).results}
    assert together == {entry.pk for entry in Entry.objects.all() if re.search(r"геро\w* обязан", fold(entry.text))}


def test_a_phrase_is_marked_where_it_stands() -> None:
    (found, *_) = search(Query('"активировать его"')).results
    assert re.findall("(?:<mark>[^<]+</mark> ?)+", found.snippet) == ["<mark>активировать</mark> <mark>его</mark>"]
    for found in search(Query('"бросок кубика"'), limit=20).results:
        marked = re.findall("(?:<mark>[^<]+</mark> ?)+", f"{found.title} {found.snippet}")
        assert marked
        assert all(re.fullmatch("<mark>брос.*</mark> <mark>куби.*</mark>", one.strip(), re.I) for one in marked)


def test_a_word_can_be_left_out() -> None:
    assert "korona-poveleniy-v4" in anchors("жаба")
    assert "korona-poveleniy-v4" not in anchors("жаба -повеления")


def test_either_of_two_words_is_enough() -> None:
    both = set(
        anchors(
            "Полтергейст ИЛИ Отшельник",
        )
    )
    assert set(anchors("Полтергейст")) | set(anchors("Отшельник")) <= both


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("игра:талисман персонаж", {"talisman"}),
        ("gra:andor герой", {"andor"}),
        ('game:"Shadows of Brimstone" герой', {"brimstone"}),
        ("язык:польский karta", {"krolestwo-dusz"}),
        ("lang:pl karta", {"krolestwo-dusz"}),
    ],
)
def test_prefixes_narrow_the_result(text: str, games: set[str]) -> None:
    page = search(Query(text), limit=100)
    assert {found.entry.source.game.slug for found in page.results} == games


def test_a_card_and_a_kind_narrow_too() -> None:
    crown = Card.objects.get(slug="korona-poveleniy")
    found = search(Query("карта:корона-повелений kind:ruling"), limit=100).results
    assert {item.entry.kind for item in found} == {"ruling"}
    assert {item.entry.pk for item in found} == set(
        Entry.objects.filter(cards=crown, kind="ruling").values_list("pk", flat=True)
    )
    assert {item.entry.anchor for item in search(Query("карта:B147")).results} == {"3-10"}


@pytest.mark.parametrize(
    ("text", "anchor", "marked", "fragment"),
    [
        ("карта:жаба", "karty-kotorye-stanovyatsya-pomoschnikami", ["жабу"], "p3"),
        ("карта:жаба кастовать", "karty-kotorye-stanovyatsya-pomoschnikami", ["жабу"], "p3"),
        ("карта:шар ИЛИ карта:жаба", "karty-kotorye-stanovyatsya-pomoschnikami", ["жабу"], "p3"),
        ("карта:B147", "3-10", ["Рыцаря", "Цветов", "B147"], "p3"),
        ("карта:S25", "3-10", ["Зимнего", "Замка", "S25"], "p4"),
        ('карта:"Другие миры"', "dveri-vrata", ["Другие", "миры"], "p1"),
        ("карта:ropucha", "karty-kotorye-stanovyatsya-pomoschnikami", ["жабу"], "p3"),
    ],
)
def test_a_card_in_a_prefix_is_marked_where_it_is_mentioned(
    text: str, anchor: str, marked: list[str], fragment: str
) -> None:
    (found,) = [one for one in search(Query(text), limit=50).results if one.entry.anchor == anchor]
    assert (re.findall("<mark>(.*?)</mark>", found.snippet), found.fragment) == (marked, fragment)
    assert found.pointing.startswith("text=")


def test_what_a_prefix_leaves_shows_why_whatever_the_card_is_called() -> None:
    for name in Name.objects.filter(card__isnull=False).order_by("pk")[::5]:
        for found in search(Query(f'карта:"{name.text}"'), limit=50).results:
            assert found.is_marked or found.under, (name.text, found.entry.anchor)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("карта:Korona", 'карта:"Korona Władzy"'),  # part of its name in the other language, and no name
        ('card:"b 147"', "карта:B147"),
        ("card:Б-147", "карта:B147"),
        ("lang:Polish duch", "язык:польский duch"),
        ("lang:Russian корона", "язык:русский корона"),
    ],
)
def test_values_of_prefixes_are_known_as_people_type_them(text: str, whole: str) -> None:
    page = search(Query(text), limit=60)
    assert not page.unknown
    assert page.total
    assert [one.entry.pk for one in page.results] == [one.entry.pk for one in search(Query(whole), limit=60).results]


def test_an_unknown_prefix_or_value_is_plain_text() -> None:
    assert anchors("foo:жаба") == anchors("foo жаба")
    for text in ("игра:шахматы спелл", "спелл -жаба тип:шляпа", "игра:шахматы может ли персонаж атаковать персонажа"):
        page = search(Query(text))
        assert (page.total, [one.value for one in page.unknown]) == (0, [text.partition(":")[2].split()[0]])
    assert anchors("игра:жаба корона") == anchors("жаба корона")


@pytest.mark.parametrize(
    ("text", "plain", "game"),
    [
        ("игра:талисман спелл", "спелл", "talisman"),
        ("game:talisman gjknthutqcn", "полтергейст", "talisman"),
        ("gra:andor rassvet", "рассвет", "andor"),
        ("игра:бримстоун здаровье", "здоровье", "brimstone"),
        ("-шахматы хп", "хп", ""),
        ("хп -gfhjdjp", "хп", ""),
        ("моб ИЛИ шахматы", "моб", ""),
    ],
)
def test_words_beside_signs_are_read_as_without_them(text: str, plain: str, game: str) -> None:
    assert anchors(text) == anchors(plain, game=game) != []


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('"Korona Władzy"', '"Корона Повелений"'),
        ('"korona wladzy"', '"Корона Повелений"'),
        ('"crown of command"', '"Корона Повелений"'),
        ('"rjhjyf gjdtkybq"', '"Корона Повелний"'),
    ],
)
def test_a_quoted_name_finds_its_thing_however_it_is_typed(text: str, plain: str) -> None:
    assert set(anchors(plain)) <= set(anchors(text)) != set()


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("жаба -ropucha", {"korona-poveleniy-v4", "hram-v1", "karty-kotorye-stanovyatsya-pomoschnikami"}),
        ("жаба -;f,f", {"korona-poveleniy-v4", "hram-v1", "karty-kotorye-stanovyatsya-pomoschnikami"}),
        ('жаба -"Korona Władzy"', {"korona-poveleniy-v4"}),
        ("жаба -игра:талисман", {"korona-poveleniy-v4", "hram-v1", "karty-kotorye-stanovyatsya-pomoschnikami"}),
        ("жаба -тип:вопросы", {"korona-poveleniy-v4", "hram-v1"}),
        ("жаба -карта:храм", {"hram-v1"}),
        ("жаба -язык:русский", {"korona-poveleniy-v4", "hram-v1", "karty-kotorye-stanovyatsya-pomoschnikami"}),
    ],
)
def test_what_a_minus_leaves_out(text: str, left_out: set[str]) -> None:
    assert set(anchors("жаба")) - set(anchors(text)) == left_out


def test_a_minus_before_a_word_that_is_not_here_leaves_out_what_it_stands_for() -> None:
    every, left, without = (
        {found.entry.pk for found in search(Query(text), limit=60).results} for text in ("хп", "хп -моб", "хп -враг")
    )
    assert left < without < every


def test_numbers_may_be_left_out_and_be_alternatives() -> None:
    assert {"2-4", "3-5", "3-5-2"} <= set(anchors("2.4 OR 3.5"))
    assert {"3-5", "3-5-2"}.isdisjoint(anchors("2.4 3.5 -3.5"))
    assert "3-5" in anchors("стоимость -3.10")
    assert "3-5" not in anchors("стоимость -3.5")


def test_of_two_prefixes_of_one_name_either_is_enough() -> None:
    together = anchors("игра:андор игра:бримстоун рассвет тьма")
    assert together == anchors("игра:андор ИЛИ игра:бримстоун рассвет тьма") != []
    both = {found.entry.pk for found in search(Query("карта:жаба карта:храм"), limit=60).results}
    either = {found.entry.pk for found in search(Query("карта:жаба LUB карта:храм"), limit=60).results}
    assert len(both) == 1
    assert both < either


def test_every_name_of_a_card_is_known_after_a_prefix_with_and_without_accents() -> None:
    state = current()
    for name in Name.objects.filter(card__isnull=False, language__in=["pl", "en"]).select_related("card"):
        for text in (name.text, fold(name.text), name.text.upper()):
            found = meant(Restriction("card", text), state.snapshot, state.reader, is_literal=True)
            assert name.card_id in {card.key for card in (found.cards if found else ())}, text


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("тип:ответы", {"ruling"}),
        ("typ:rozdzialy", {"chapter"}),
        ("typ:rozdziałów", {"chapter"}),
        ("kind:questions", {"ruling"}),
        ("тип:уточнения ИЛИ тип:исправлений", {"erratum"}),
        ("тип:правило OR тип:вопрос", {"section", "ruling"}),
        ("тип:опечатки", {"erratum"}),
        ("тип:эррата", {"erratum"}),
        ("typ:errata", {"erratum"}),
    ],
)
def test_a_kind_has_the_names_that_the_pages_give_it(text: str, kinds: set[str]) -> None:
    assert {found.entry.kind for found in search(Query(text), limit=100).results} == kinds


@pytest.mark.parametrize("text", ["тип:заклинания", "typ:zaklecia", "kind:spell", "тип:pfrkbyfybz"])
def test_a_kind_of_cards_leaves_what_is_about_them(text: str) -> None:
    found = {item.entry.pk for item in search(Query(text), limit=100).results}
    assert found == set(Entry.objects.live().filter(cards__kind="spell").values_list("pk", flat=True)) != set()


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Ghost", {"Призрак", "Duch"}),
        ("игра:талисман Ghost", {"Призрак"}),
        ("-игра:талисман Ghost", {"Duch"}),
        ("язык:польский Ghost", {"Duch"}),
        ("карта:жаба Ghost", {"Жаба"}),
        ("карта:b-147", {"Рыцарь Цветов"}),
    ],
)
def test_cards_are_shown_of_what_the_prefixes_leave(text: str, cards: set[str]) -> None:
    assert {card.titles["ru"] for card in search(Query(text)).cards} == cards


def test_a_game_is_known_by_a_part_of_its_name() -> None:
    assert search(Query("игра:престолов цена")).facets["game"][0] == ("agot-lcg", 5)


def test_the_page_says_what_was_read_with_the_signs() -> None:
    page = search(Query('игра:талисма "корона повелнний" -;f,f', interface="ru"))
    assert page.interpreted
    assert page.interpreted.query == 'игра:талисман "корона повелений" -жаба'


@pytest.mark.parametrize(
    ("language", "said"),
    [("ru", "Игры «шахматы» здесь нет."), ("pl", "Nie ma tu gry „шахматы”.")],
)
def test_the_page_says_which_value_nothing_is_called(client: Client, language: str, said: str) -> None:
    assert said in client.get(f"/{language}/search/", {"q": "игра:шахматы ферзь"}).content.decode()
