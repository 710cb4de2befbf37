"""What a page says besides its texts: languages, editions, rights, the order of things."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rulings.models import Card, Entry, Game, Mention, Name, Source
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> Node:
    return parse(client.get(path).content.decode()).one("html")


@pytest.mark.parametrize("path", ["", "terms/", "cards/korona-poveleniy/"])
def test_edition_of_the_game_is_said(client: Client, kb: None, path: str) -> None:
    tags = page(client, f"/pl/talisman/{path}").one("p", class_="tags").all("span", class_="tag")
    assert ("4-е пересмотренное издание", "ru") in [(tag.text, tag.attributes.get("lang")) for tag in tags]


def test_foreign_rows_say_their_language(client: Client, kb: None) -> None:
    """Where a screen reader would read Russian as Polish: mentions, rows, contents, groups, terms."""
    mentions = page(client, "/pl/talisman/cards/zhaba/").one("section", class_="mentions").all("li")
    assert [len(row.all("span", lang="ru")) for row in mentions] == [1, 1, 1]
    related = page(client, "/pl/talisman/faq/korona-poveleniy-v1/").all("aside")[-1].one("ul", class_="rows")
    assert {row.one("a").all("span", lang="ru")[0].words[:10] for row in related.all("li")} >= {"Может ли п"}
    contents = page(client, "/pl/talisman/faq/posledovatelnost-vstrech/").one("nav", id="contents")
    assert contents.one("ul", lang="ru").all("a")
    group = page(client, "/pl/talisman/").all("details", class_="group")[0]
    assert group.one("summary").one("span", lang="ru").text == "Разъяснения правил"
    assert group.one("div", class_="contents").all("a")[0].one("span", lang="ru").words
    terms = page(client, "/pl/andor/terms/")
    assert terms.one("dl", class_="abbreviations").all("abbr")[0].attributes["lang"] == "ru"


def test_own_ruling_of_a_card_is_no_mention(client: Client, ruling: Entry) -> None:
    card = Card.objects.get(slug="zhaba")
    before = page(client, card.url("ru")).one("section", class_="mentions").words
    Mention.objects.create(entry=ruling, field="title", start=0, end=5, surface="Может", card=card)
    assert page(client, card.url("ru")).one("section", class_="mentions").words != before
    ruling.cards.add(card)
    found = page(client, card.url("ru")).one("section", class_="mentions").all("li")
    assert ruling.url("ru") not in [row.one("a").attributes["href"] for row in found]


def test_mentions_of_several_sources_stand_in_the_order_of_these(client: Client, ruling: Entry) -> None:
    card = Card.objects.get(slug="zhaba")
    later = Source.objects.create(game=card.game, slug="later", language="ru", title="Позже")
    entry = Entry.objects.create(source=later, kind="section", title="Раз", text="Жаба", anchor="raz", language="ru")
    Mention.objects.create(entry=entry, field="text", start=0, end=4, surface="Жаба", card=card)
    groups = page(client, card.url("ru")).one("section", class_="mentions").all("summary")
    assert [group.words for group in groups] == [f"{ruling.source.title} 3", "Позже 1"]


def test_abbreviation_that_nobody_confirmed_is_not_explained(client: Client, kb: None) -> None:
    def shown() -> list[str]:
        return [term.text for term in page(client, "/ru/andor/terms/").one("dl", class_="abbreviations").all("abbr")]

    assert "БСГ" in shown()
    Name.objects.filter(text="БСГ").update(confidence="unconfirmed")
    assert "БСГ" not in shown()


def test_headings_of_a_source_have_their_level_and_it_says_its_rights(client: Client, kb: None) -> None:
    Source.objects.filter(slug="faq", game__slug="talisman").update(rights="© Издатель")
    source = page(client, "/ru/talisman/faq/").one("main")
    levels = {heading.text: heading.tag for tag in ("h2", "h3") for heading in source.all(tag)}
    assert (levels["РАЗЪЯСНЕНИЯ ПРАВИЛ"], levels["Переход между регионами"]) == ("h2", "h3")
    assert source.one("header").all("p")[-1].text == "© Издатель"


def test_errors_are_not_for_search_engines(client: Client, kb: None) -> None:
    assert page(client, "/ru/nothing/").one("meta", name="robots").attributes["content"] == "noindex"


def test_name_that_is_the_same_in_another_language_is_said_once(client: Client, kb: None) -> None:
    (cover,) = (node for node in page(client, "/pl/").all("span", class_="cover") if "Brimstone" in node.words)
    assert cover.words == "Shadows of Brimstone"
    names = page(client, "/pl/brimstone/").one("dl", class_="names")
    assert names.words == "RUТени Бримстоуна"
    (andor,) = (node for node in page(client, "/pl/").all("span", class_="cover") if "Andor" in node.words)
    assert andor.one("small").words == "Legends of Andor EN"


@pytest.mark.parametrize(
    "path",
    [
        "search/?q=%00%1bкорона",
        "search/?q=%00",
        "search/?q=корона&tonight=%07x",
        "talisman/faq/?q=%00%07карту",
        "search/suggest/?q=%08коро",
        "search/suggest/?q=%08коро&tonight=%07x",
    ],
)
def test_control_characters_of_a_query_are_not_written_down(client: Client, kb: None, path: str) -> None:
    response = client.get(f"/ru/{path}")
    assert response.status_code == 200
    assert re.findall(r"[\x00-\x08\x0b-\x1f]", response.content.decode()) == []


@pytest.mark.parametrize(("publisher", "lang"), [("Fantasy Flight Games", None), ("Мир Хобби", "ru")])
def test_a_publisher_has_the_language_of_its_letters(
    client: Client, kb: None, publisher: str, lang: str | None
) -> None:
    Game.objects.filter(slug="agot-lcg").update(publisher=publisher)
    tags = parse(client.get("/pl/agot-lcg/").content.decode()).one("p", class_="tags").all("span", class_="tag")
    assert [tag.attributes.get("lang") for tag in tags if tag.text == publisher] == [lang]
