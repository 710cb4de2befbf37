"""What a link shows before it is followed."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings.models import Card, Entry, Redirect
from tests.html import Node, parse

pytestmark = pytest.mark.usefixtures("kb")


def shown(client: Client, path: str, language: str = "ru") -> Node:
    response = client.get(f"/{language}/preview/{path}")
    assert response.status_code == 200
    assert response.headers["X-Robots-Tag"] == "noindex"
    return parse(f"<main>{response.content.decode()}</main>").one("main")


def test_card_shows_its_names_kind_first_rulings_and_counts(client: Client, crown: Card) -> None:
    piece = shown(client, crown.path, "pl")
    assert (piece.one("b").words, piece.one("small").words) == ("Korona Władzy", "Miejsce na planszy")
    assert [name.words for name in piece.all("dd")] == ["Корона Повелений", "Crown of Command"]
    assert len(piece.one("ul").all("li")) == 2
    more = piece.one("a", class_="more")
    assert (more.words, more.attributes["href"]) == ("5 odpowiedzi, 1 wzmianka", f"/pl/{crown.path}")


def test_card_nobody_asked_about_shows_where_the_rules_speak_of_it(client: Client) -> None:
    piece = shown(client, "talisman/cards/poltergeyst/")
    assert piece.one("mark").words.startswith("Полтергейст")
    assert piece.one("a", class_="more").words == "2 упоминания, ответов нет"


def test_entry_shows_how_it_begins(client: Client, ruling: Entry) -> None:
    piece = shown(client, ruling.path)
    assert piece.one("span", class_="dot").attributes["aria-label"] == "Да, с условием"
    assert ruling.text[:100] in piece.words


def test_chapter_shows_what_it_holds(client: Client) -> None:
    assert len(shown(client, "talisman/faq/deleniya-igrovogo-polya/").one("ul").all("li")) == 3


def test_game_shows_what_there_is_of_it(client: Client) -> None:
    assert shown(client, "talisman/").one("a", class_="more").words == "51 вопрос, 14 правил"


def test_link_to_an_old_address_shows_what_moved(client: Client, crown: Card) -> None:
    Redirect.objects.create(path="talisman/cards/crown/", card=crown)
    for path in ("talisman/cards/crown/", "talisman/cards/crown"):
        response = client.get(f"/ru/preview/{path}")
        assert (response.status_code, response.headers["Location"]) == (301, f"/ru/preview/{crown.path}")
        assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["nothing/", "talisman/cards/nothing/", "talisman/faq/", "a/b/c/d/"])
def test_nothing_is_shown_of_what_is_not_there(client: Client, path: str) -> None:
    assert client.get(f"/ru/preview/{path}").status_code == 404


@pytest.mark.parametrize("path", ["talisman/", "talisman/cards/poltergeyst/", "talisman/faq/gorod-v/"])
def test_showing_asks_little(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, path: str) -> None:
    with django_assert_max_num_queries(5):
        client.get(f"/ru/preview/{path}")
