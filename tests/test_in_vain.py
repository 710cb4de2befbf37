"""Queries that find nothing: what is offered instead, and what editors are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from rulings.languages import fold
from rulings.models import Entry, Game, MissedQuery, Name
from rulings.publishing import publish, publish_things
from rulings.search.clauses import CHATTER, importance
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.readings import CORRECTED, Reader
from tests.found import anchors

pytestmark = pytest.mark.usefixtures("kb")


def test_real_hits_are_never_replaced() -> None:
    for text in ("жаба", "plot", "Телепорт", "карты Osnowy"):
        assert search(Query(text)).interpreted is None


@pytest.mark.parametrize(
    "text",
    [
        *("катан", "катан правила"),  # no form of катать
        *("гамбит Эванса", "uno draw four", "przepis na pierogi", "каркассон", "gfhjdjp ltgj", "волк gfhjdjp"),
        *("Zeldovia карта атаки", "мантикорикс бросить кубик", "zeldovia walka z potworem"),  # common words beside it
    ],
)
def test_what_is_not_here_is_not_found(text: str) -> None:
    page = search(Query(text))
    assert (page.total, page.interpreted) == (0, None)


@pytest.mark.parametrize(
    ("text", "elsewhere", "offered"),
    [
        ("шахматы бросок кубика", "шахматы", "бросок кубика"),
        ("в шахматах можно бросить кубик", "шахматах", "бросить кубик"),
        ("древний ужас бой", "древний ужас", "бой"),
        ("7 чудес", "7 чудес", ""),
        ("Descent ход героя", "Descent", "ход героя"),
        ("wiedzmina rzut kością", "wiedzmina", "rzut kością"),
        ("magic the gathering карта", "magic the gathering", "карта"),
        ("шахматы ИЛИ нарды", "шахматы нарды", ""),
    ],
)
def test_what_is_known_to_be_elsewhere_is_said_and_the_rest_offered(text: str, elsewhere: str, offered: str) -> None:
    page = search(Query(text))
    assert (page.total, page.interpreted, page.elsewhere) == (0, None, (elsewhere,))
    assert page.suggestions[:1] == ((offered,) if offered else ())
    assert not MissedQuery.objects.exists()  # an editor knows


def test_what_is_elsewhere_takes_no_answer_away(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Any
) -> None:
    assert anchors("шахматы ИЛИ жаба") == anchors("жаба") == anchors("жаба -шахматы")
    with django_capture_on_commit_callbacks(execute=True):
        ruling.body += "\n\nКак в шахматах, два хода подряд."
        ruling.save()
        publish([ruling])
        game = Game.objects.create(slug="nardy")
        Name.objects.create(game=game, text="Нарды", language="ru")
        publish_things([game])
    page = search(Query("шахматы"))
    assert ([item.entry.pk for item in page.results], page.elsewhere) == ([ruling.pk], ())
    assert search(Query("нарды кубик")).elsewhere == ()  # it came


def test_the_page_says_what_is_elsewhere(client: Client) -> None:
    for language, said in (("ru", "«нарды»: этого здесь нет"), ("pl", "„нарды”: tego tu nie ma")):
        assert said in client.get(f"/{language}/search/", {"q": "нарды кубик"}).content.decode()


@pytest.mark.parametrize(
    "text", ["торт", "волк", "брат", "мафия", "drzewo", "жибо", "торт персонаж", "крона повелений"]
)
def test_a_real_word_is_no_slip_and_a_short_one_is_near_too_many(text: str) -> None:
    page = search(Query(text))
    assert (page.total, page.interpreted) == (0, None)


def test_what_may_have_been_meant_instead_of_a_real_word_is_offered() -> None:
    page = search(Query("крона"))
    assert (page.total, page.suggestions[0]) == (0, "корона")


def test_what_is_offered_is_of_real_words_and_each_only_once() -> None:
    for text in ("zeldovia the дракон абракадабра", '-"шар знания" шар', "пещерный абракадабра дракон"):
        offered = [fold(one) for one in search(Query(text)).suggestions]
        assert len(offered) == len({*offered})
        assert not [one for one in offered if "zeldovia" in one or "абракадабра" in one or one.endswith("the")]
    (near,) = [one for one in search(Query("карты основы")).suggestions if one.startswith("карты ")]
    assert near == "карты основных"  # texts have it; of «основный» they have forms only


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("торт", ()),  # «тот» says nothing of what is asked
        ("ключ", ("Ключевое слово",)),  # «клю» is what players say, and stands in no text
        ("козел отпущения", ("ощущение",)),
    ],
)
def test_what_is_suggested_stands_in_texts_and_says_something(text: str, suggested: tuple[str, ...]) -> None:
    assert search(Query(text)).suggestions == suggested


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("монополия тюрьма штраф", ("тюрьма", "штраф")),  # nothing has both
        ("мафия комиссар проверяет ночью", ("проверяет", "ночью")),
        ("пещерный абракадабра дракон", ("Пещерный Тролль", "Дракон", "Жетон Дракона", "пещерный")),
    ],
)
def test_what_leads_nowhere_is_not_suggested(text: str, suggested: tuple[str, ...]) -> None:
    assert search(Query(text)).suggestions == suggested
    assert all(search(Query(one)).total for one in suggested)


def test_suggestions_stand_only_where_nothing_was_found_and_lead_somewhere() -> None:
    page = search(Query("венец повелений"))
    assert "Корона Повелений" in page.suggestions
    assert all(search(Query(text)).total for text in page.suggestions)
    assert search(Query("корона повелений")).suggestions == ()


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("игра:андор жаба", "жаба"),
        ("игра:талисман жиба лягушонка", "игра:талисман Жаба"),
        ("-игра:талисман жаба", "жаба"),
    ],
)
def test_suggestions_keep_the_signs_while_they_lead_somewhere(text: str, suggested: str) -> None:
    assert suggested in search(Query(text)).suggestions


@pytest.mark.parametrize(
    "text",
    [
        "иван@почта.рф",
        "Ivan.Petrov@example.org абырвалг",
        "гамбит gmail.com",
        "+7 (916) 123-45-67",
        "4276 1234 5678 9010",
    ],
)
def test_what_may_say_who_somebody_is_is_not_kept(text: str) -> None:
    assert search(Query(text)).total == 0
    assert not MissedQuery.objects.exists()


def test_a_query_in_vain_is_counted_once_with_a_game_for_tonight(client: Client) -> None:
    client.get("/ru/search/", {"q": "гамбит Эванса", "tonight": "andor"})
    assert list(MissedQuery.objects.values_list("text", "count")) == [("гамбит эванса", 1)]
    client.get("/ru/search/", {"q": "жаба", "tonight": "andor"})
    client.get("/ru/search/", {"q": "B147 2.4 гамбит", "literal": "1"})
    assert MissedQuery.objects.count() == 1


@pytest.mark.parametrize(
    ("surface", "standing", "weight"),
    [
        ("as", {"as"}, 1.0),  # Polish for an ace, where an entry speaks of one
        ("as", set(), CHATTER),
        ("the", {"the"}, CHATTER),
        ("który", {"ktory"}, CHATTER),
        ("karta", set(), 1.0),
        ("B147", set(), 1.0),
    ],
)
def test_a_word_weighs_what_it_means_in_the_language_in_which_it_means_something(
    surface: str, standing: set[str], weight: float
) -> None:
    assert importance(surface, frozenset(standing)) == weight


def test_a_query_in_vain_is_counted_once_a_search() -> None:
    for text in ("  Гамбит   ЭВАНСА ", "гамбит эванса", "(Гамбит) — Эванса?!"):
        search(Query(text, interface="ru"))
    row = MissedQuery.objects.get()
    search(Query("гамбит Эванса", interface="ru"), offset=10)
    row.refresh_from_db()
    assert (row.text, row.language, row.count) == ("гамбит эванса", "ru", 3)


def test_queries_in_vain_that_nobody_repeats_are_forgotten() -> None:
    for text in ("раз", "два", "два", "три", "четыре"):
        MissedQuery.objects.record(text, "ru")
    MissedQuery.objects.sweep(kept=2)
    assert list(MissedQuery.objects.values_list("text", flat=True)) == ["два", "четыре"]


def test_a_long_query_costs_no_more_than_its_beginning(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    nearest = Reader.nearest

    def counting(self: Reader, word: str, *more: float) -> list[tuple[str, float]]:
        compared.append(word)
        return nearest(self, word, *more)

    monkeypatch.setattr(Reader, "nearest", counting)
    text = " ".join(f"слово{number}" for number in range(100))
    answered = client.get("/ru/search/", {"q": text}).content.decode()
    assert "Вопрос длинный: искали только его начало." in answered
    assert len(compared) == 2 * CORRECTED  # to read the query, and to suggest another


def test_a_query_that_only_a_filter_leaves_empty_is_not_missed(index: None) -> None:
    assert search(Query("контрчары", game="andor")).total == 0
    assert search(Query("контрчары")).total
    assert search(Query("контрчары игра:андор")).total == search(Query("контрчары -контрчары")).total == 0
    assert not MissedQuery.objects.exists()
    assert search(Query("игра:абырвалг ферзь")).total == 0
    assert MissedQuery.objects.get().text == "игра:абырвалг ферзь"
