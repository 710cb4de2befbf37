"""The list for tonight: its address says what is on it."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings.models import Entry
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


@pytest.fixture
def keys(kb: None) -> list[int]:
    anchors = ["korona-poveleniy-v1", "korona-poveleniy-v4", "karty-terenu"]
    return [Entry.objects.get(anchor=anchor).pk for anchor in anchors]


def tonight(client: Client, asked: str, language: str = "ru") -> Node:
    response = client.get(f"/{language}/tonight/", {"e": asked} if asked else {})
    assert response.status_code == 200
    return parse(response.content.decode())


def joined(keys: list[int]) -> str:
    return ",".join(map(str, keys))


def test_list_shows_what_its_address_says_in_its_order(client: Client, keys: list[int]) -> None:
    page = tonight(client, joined(keys[::-1]))
    items = page.one("ol", class_="pinned").all("li")
    shown = [item.attributes["id"] for item in items if item.attributes.get("id", "").startswith("t")]
    assert [key for key in shown if "-" not in key] == [f"t{key}" for key in keys[::-1]]
    assert "В4" in page.words
    assert "Нет." in page.words


def test_answers_stand_on_it_in_full_with_their_source(client: Client, keys: list[int]) -> None:
    paper = [node.words for node in tonight(client, joined(keys)).all("p", class_="paper")]
    assert paper[0] == f"Талисман, FAQ: Корона Повелений, В1. testserver/e/{keys[0]}"
    assert len(paper) == 3


def test_order_changes_by_plain_links(client: Client, keys: list[int]) -> None:
    """Each address ends with the button that is there to go on with."""
    one, two, three = keys
    found = tonight(client, joined(keys)).all("a", rel="nofollow")
    assert [link.attributes["href"] for link in found] == [
        *(f"?e={two},{one},{three}#t{one}-down", f"?e={two},{three}#t{two}-off"),
        *(f"?e={two},{one},{three}#t{two}-down", f"?e={one},{three},{two}#t{two}-up", f"?e={one},{three}#t{three}-off"),
        *(f"?e={one},{three},{two}#t{three}-up", f"?e={one},{two}#t{two}-off"),
    ]
    label = "Ниже: Может ли персонаж, находясь на Короне Повелений, собирать там золото, предметы и помощников?"
    assert found[0].words == label


@pytest.mark.parametrize("asked", ["{0},{0},0,x,99999999,99999999999999999999,-1,,{0}", "{0}%"])
def test_list_that_a_chat_has_spoilt_shows_what_is_left(client: Client, keys: list[int], asked: str) -> None:
    page = tonight(client, asked.format(keys[0]))
    assert page.one("main").attributes["data-keys"] == ("" if "%" in asked else str(keys[0]))


def test_withdrawn_answer_is_not_on_it(client: Client, keys: list[int]) -> None:
    Entry.objects.filter(pk=keys[1]).update(state="withdrawn")
    assert tonight(client, joined(keys)).one("main").attributes["data-keys"] == f"{keys[0]},{keys[2]}"


def test_empty_list_says_how_to_fill_it(client: Client, kb: None) -> None:
    page = tonight(client, "")
    assert "Нажмите «На сегодня» у ответа" in page.words
    assert page.all("noscript")


def test_shared_list_opens_in_the_readers_language(client: Client, keys: list[int]) -> None:
    page = tonight(client, joined(keys))
    shared = page.one("button", **{"data-title": "Сегодня за столом"}).attributes["data-share"]
    assert shared == f"http://testserver/tonight/?e={joined(keys)}"
    client.cookies.clear()
    response = client.get(shared.removeprefix("http://testserver"), headers={"Accept-Language": "pl"})
    assert response.headers["Location"] == f"/pl/tonight/?e={joined(keys)}"


@pytest.mark.parametrize("count", [1, 3])
def test_list_asks_the_database_as_often_for_three_as_for_one(
    client: Client, keys: list[int], django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    with django_assert_num_queries(2):
        tonight(client, joined(keys[:count]))


# ── on the home page ──


def rows(client: Client, **asked: str) -> list[str]:
    response = client.get("/pl/tonight/rows/", asked)
    assert response.status_code == 200
    items = parse(response.content.decode()).all("li")
    return [item.attributes.get("data-game-gone") or item.one("a").attributes["href"] for item in items]


def test_home_gets_the_game_and_the_first_answers(client: Client, keys: list[int]) -> None:
    paths = [f"/pl/{Entry.objects.get(pk=key).path}" for key in keys]
    asked = joined([keys[2], 1_000_000, keys[0], keys[1]])
    assert rows(client, e=asked) == [paths[2], paths[0], paths[1]]
    assert rows(client, e=asked, game="andor") == ["/pl/andor/", paths[2], paths[0]]
    assert rows(client, e=asked, game="nothing-here") == ["nothing-here", paths[2], paths[0]]
    assert rows(client, e=asked, game="talisman-dungeon") == ["talisman-dungeon", paths[2], paths[0]]  # has no texts
    assert rows(client) == []


def test_rows_of_the_home_page_ask_little(
    client: Client, keys: list[int], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(4):
        rows(client, e=joined(keys), game="talisman")


@pytest.mark.parametrize("page", ["search", "search/suggest"])
def test_game_for_tonight_that_is_gone_is_told_and_asked_for_no_more(client: Client, kb: None, page: str) -> None:
    response = client.get(f"/ru/{page}/", {"q": "жаба", "tonight": "nothing-here"})
    shown = parse(response.content.decode())
    (note,) = [node for node in shown.all() if "data-game-gone" in node.attributes]
    assert note.attributes["data-game-gone"] == "nothing-here"
    assert note.text.strip() == "По игре на сегодня ответов здесь больше нет: ищем во всех играх."
    ways = [href for link in shown.all("a") if (href := link.attributes["href"]).startswith("?") or "suggest" in page]
    assert ways
    assert not [href for href in ways if "tonight=" in href]
    here = client.get(f"/ru/{page}/", {"q": "жаба", "tonight": "talisman"}).content.decode()
    assert "data-game-gone" not in here


def test_game_without_texts_is_not_offered_for_tonight(client: Client, kb: None) -> None:
    assert "data-game-tonight" in client.get("/ru/talisman/").content.decode()
    assert "data-game-tonight" not in client.get("/ru/talisman-dungeon/").content.decode()
