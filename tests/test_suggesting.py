"""What comes while a query is typed, as a piece of a page and for the address bar; the game for tonight."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings.models import Card, Entry
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def suggested(client: Client, language: str = "ru", **asked: str) -> Node:
    response = client.get(f"/{language}/search/suggest/", asked)
    assert response.status_code == 200
    return parse(response.content.decode())


def options(list_: Node) -> list[tuple[str, str]]:
    return [(option.words, option.attributes.get("href", "")) for option in list_.all(role="option")]


def test_card_then_questions_then_all_answers(client: Client, kb: None) -> None:
    found = options(suggested(client, q="коро"))
    assert found[0] == ("Корона Повелений5 ответов", "/ru/talisman/cards/korona-poveleniy/")
    assert any(url.startswith("/ru/talisman/faq/korona-poveleniy-v") for _words, url in found[1:-1])
    assert found[-1] == ("Все ответы для «коро»Enter", "/ru/search/?q=%D0%BA%D0%BE%D1%80%D0%BE")


@pytest.mark.parametrize(
    ("language", "typed", "words", "url"),
    [
        ("ru", "анд", "АндорИгра", "/ru/andor/"),
        ("ru", "fyl", "АндорИгра", "/ru/andor/"),
        ("pl", "gra o", "Gra o Tron: Gra karcianaGra", "/pl/agot-lcg/"),
        ("pl", "игра п", "Gra o Tron: Gra karcianaИгра престолов", "/pl/agot-lcg/"),
    ],
)
def test_game_is_offered_by_any_of_its_names(
    client: Client, kb: None, language: str, typed: str, words: str, url: str
) -> None:
    found = options(suggested(client, language, q=typed))
    assert next(said for said, address in found if address == url).startswith(words)
    assert len(found) <= 7  # what a phone has room for above its keyboard


def test_what_was_typed_is_marked_where_words_begin_with_it(client: Client, kb: None) -> None:
    for mark in suggested(client, q="коро").all("mark"):
        assert mark.text.lower() == "коро"


def test_only_the_last_word_typed_is_a_beginning(client: Client, kb: None) -> None:
    (question,) = suggested(client, q="можно ли лечиться у доктора с полной жиз").all("div", role="group")
    assert [mark.text for mark in question.all("a")[0].all("mark")] == ["Доктора", "жиз", "жиз"]
    both = suggested(client, q="коро пов").all(role="option")[0]
    assert [mark.text for mark in both.all("mark")] == ["Коро", "Пов"]


def test_list_says_how_many_and_is_named(client: Client, kb: None) -> None:
    box = suggested(client, q="полтергейст").one(role="listbox")
    things = [option for option in box.all(role="option") if "search/" not in option.attributes["href"]]
    assert box.attributes["data-said"].split()[0] == str(len(things))
    assert {group.attributes["aria-label"] for group in box.all(role="group")} <= {"Карты", "Вопросы и правила"}


def test_other_layout_is_said(client: Client, kb: None) -> None:
    page = suggested(client, q="rjhj")
    assert page.one("p", class_="note").words == "Показаны результаты для «коро»"
    assert options(page)[0][1] == "/ru/talisman/cards/korona-poveleniy/"


def test_polish_frame_has_polish_names_and_marks_russian_questions(client: Client, kb: None) -> None:
    page = suggested(client, "pl", q="korona")
    assert options(page)[0] == ("Korona Władzy5 odpowiedzi", "/pl/talisman/cards/korona-poveleniy/")


def test_page_of_a_game_suggests_its_own_and_a_way_out(client: Client, kb: None) -> None:
    page = suggested(client, q="геро", game="andor")
    urls = [url for _words, url in options(page)]
    assert all(url.startswith("/ru/andor/") for url in urls[:-2])
    assert urls[-2:] == ["/ru/search/?q=%D0%B3%D0%B5%D1%80%D0%BE&game=andor", "/ru/search/?q=%D0%B3%D0%B5%D1%80%D0%BE"]
    assert page.one("p", class_="note").words == "В игре «Андор»"


def test_game_for_tonight_comes_first_and_says_so(client: Client, kb: None) -> None:
    page = suggested(client, q="геро", tonight="andor")
    assert page.one("p", class_="note").words == "Сначала в «Андор»: игра на сегодня"
    assert options(page)[-2][1].endswith("&tonight=andor")


def test_game_for_tonight_without_a_hit_gives_way_to_the_others(client: Client, kb: None) -> None:
    page = suggested(client, q="полтергейст", tonight="andor")
    assert page.one("p", class_="note").words == "В игре на сегодня ничего нет; в других:"
    assert options(page)[0][1] == "/ru/talisman/cards/poltergeyst/"
    held = suggested(client, q="персонаж", tonight="andor")  # nothing begins so there, and the search has answers
    assert held.one("p", class_="note").words == "В игре на сегодня есть ответы: под «Все ответы»; здесь из других:"
    assert options(held)[-2][1].endswith("&tonight=andor")
    assert options(held)[-1][0] == "Искать во всех играх"
    nowhere = suggested(client, q="плюшевый", tonight="andor")
    assert (nowhere.all("p", class_="note"), len(options(nowhere))) == ([], 1)


def test_unknown_game_is_no_game(client: Client, kb: None) -> None:
    assert options(suggested(client, q="коро", tonight="nothing")) == options(suggested(client, q="коро"))


def test_what_was_read_last_is_shown_again(client: Client, ruling: Entry, crown: Card) -> None:
    page = suggested(client, recent=f"e{ruling.pk},c{crown.pk},e99999,x1,c{2**64}")
    assert [url for _words, url in options(page) if url] == [crown.url("ru"), ruling.url("ru")]
    assert page.one("button").words == "Забыть, что читали и искали"


def test_suggestions_ask_the_database_little(
    client: Client, kb: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    suggested(client, q="коро")
    with django_assert_max_num_queries(5):
        suggested(client, q="коро", n="2")


def test_too_long_a_text_is_refused(client: Client, kb: None) -> None:
    assert client.get("/ru/search/suggest/", {"q": "я" * 1001}).status_code == 400


# ── the address bar ──


def test_completions_have_the_shape_that_browsers_ask_for(client: Client, kb: None) -> None:
    response = client.get("/ru/search/completions/", {"q": "коро"})
    assert response.headers["Content-Type"] == "application/x-suggestions+json"
    typed, titles, words, urls = json.loads(response.content)
    assert typed == "коро"
    assert titles[0] == "Корона Повелений"
    assert urls[0] == "http://testserver/ru/talisman/cards/korona-poveleniy/"
    assert len(titles) == len(words) == len(urls)


# ── the results page ──


def results(client: Client, **asked: str) -> Node:
    return parse(client.get("/ru/search/", asked).content.decode())


def test_results_are_of_the_game_for_tonight_with_a_way_out(client: Client, kb: None) -> None:
    page = results(client, q="бой", tonight="andor")
    note = page.all("div", class_="note")[0]
    assert note.all("p")[0].words == "Только в «Андор»: игра на сегодня"
    assert note.one("a").attributes["href"] == "?q=%D0%B1%D0%BE%D0%B9"
    links = [node.attributes["href"] for node in page.one("ol", class_="results").all("h3") for node in node.all("a")]
    assert links
    assert all(link.startswith("/ru/andor/") for link in links)


def test_results_of_the_others_when_the_game_for_tonight_has_none(client: Client, kb: None) -> None:
    page = results(client, q="полтергейст", tonight="andor")
    assert "ничего нет" in page.all("div", class_="note")[0].words
    assert page.one("ol", class_="results").all("li")


def test_filter_takes_the_place_of_the_game_for_tonight(client: Client, kb: None) -> None:
    page = results(client, q="бой", tonight="andor")
    chosen = page.one("a", class_="on", **{"aria-current": "true"}).attributes["href"]
    assert chosen == "?q=%D0%B1%D0%BE%D0%B9"
    assert "tonight" not in "".join(a.attributes["href"] for a in page.one("aside", id="filters").all("a"))


def test_game_of_the_page_is_stronger_than_the_one_for_tonight(client: Client, kb: None) -> None:
    page = results(client, q="бой", tonight="andor", game="talisman")
    assert not page.all("div", class_="note")
