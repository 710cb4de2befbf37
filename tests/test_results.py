"""The results page, whole: filters, notices, cards, answers, ways on."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from rulings.models import Entry, Source
from rulings.publishing import publish
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.suggest import suggest
from rulings.views import searching
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def results(client: Client, interface: str = "ru", **asked: str) -> Node:
    response = client.get(f"/{interface}/search/", asked)
    assert response.status_code == 200
    return parse(response.content.decode()).one("main")


def query(link: Node) -> dict[str, str]:
    """The parameters of a link's address."""
    return {name: ",".join(values) for name, values in parse_qs(urlsplit(link.attributes["href"]).query).items()}


def test_filters_have_counts_and_lead_to_the_first_page(
    client: Client, kb: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "LIMIT", 1)
    filters = results(client, q="жаба", language="ru", page="2").one("aside", class_="facets")
    shown = {
        link.words: (query(link), link.attributes["class"], link.attributes["rel"])
        for link in filters.all("a", rel="nofollow")
    }
    asked = {"q": "жаба", "language": "ru"}
    assert [heading.text for heading in filters.all("h2")] == ["Игра", "Вид", "Язык", "Статус"]
    assert shown == {
        "Талисман3": ({**asked, "game": "talisman"}, "", "nofollow"),
        "Królestwo Dusz PL0": ({**asked, "game": "krolestwo-dusz"}, "zero", "nofollow"),
        "Тени Бримстоуна0": ({**asked, "game": "brimstone"}, "zero", "nofollow"),
        "Андор0": ({**asked, "game": "andor"}, "zero", "nofollow"),
        "Игра престолов ЖКИ0": ({**asked, "game": "agot-lcg"}, "zero", "nofollow"),
        "Вопросы2": ({**asked, "kind": "ruling"}, "", "nofollow"),
        "Правила1": ({**asked, "kind": "section"}, "", "nofollow"),
        "Разъяснения0": ({**asked, "kind": "clarification"}, "zero", "nofollow"),
        "Исправления0": ({**asked, "kind": "erratum"}, "zero", "nofollow"),
        "Главы0": ({**asked, "kind": "chapter"}, "zero", "nofollow"),
        "Примечания0": ({**asked, "kind": "note"}, "zero", "nofollow"),
        "Русский3": ({"q": "жаба"}, "on", "nofollow"),
        "Polski0": ({**asked, "language": "pl"}, "zero", "nofollow"),
        "Официально0": ({**asked, "authority": "official"}, "zero", "nofollow"),
        "От сообщества3": ({**asked, "authority": "community"}, "", "nofollow"),
    }
    assert [link.words for link in filters.all("a", **{"aria-current": "true"})] == ["Русский3"]


def test_answers_stand_under_what_was_searched_and_the_card_that_is_meant(client: Client, kb: None) -> None:
    main = results(client, "pl", q=";f,f", kind="ruling")
    stack = main.one("div", class_="stack")
    note = stack.one("div", role="status")
    assert [line.words for line in note.all("p")] == ["Wyniki dla „жаба”", "Szukaj dokładnie „;f,f”"]
    assert note.one("a").attributes["rel"] == "nofollow"
    assert query(note.one("a")) == {"q": ";f,f", "kind": "ruling", "literal": "1"}
    card = stack.one("a", class_="hit")
    assert (card.words, card.attributes["href"]) == (
        "Ropucha Karta, Talisman: Magia i Miecz. 3 wzmianki, brak odpowiedzi. Жаба RU",
        "/pl/talisman/cards/zhaba/",
    )
    chips = stack.one("div", class_="chips").all("a")
    assert [(chip.words, query(chip)) for chip in chips] == [("Filtry", {}), ("Pytania", {"q": ";f,f"})]
    assert stack.one("h2", id="results").text == "2 wyniki"
    rows = stack.one("ol", class_="results").all("li")
    assert [row.one("div", class_="meta").words for row in rows] == [
        "Talisman: Magia i Miecz › Корона ПовеленийRUВ4",
        "Talisman: Magia i Miecz › ХрамRUВ1",
    ]
    assert rows[0].one("h3").attributes["lang"] == rows[0].one("p").attributes["lang"] == "ru"
    assert rows[0].one("h3").one("mark").text == "Жаба"


def test_official_answer_says_so(client: Client, kb: None) -> None:
    assert not results(client, q="жаба").all("span", class_="official")
    Source.objects.filter(slug="faq").update(authority="official")
    official = results(client, q="жаба").one("ol", class_="results").all("span", class_="official")
    assert [tag.text for tag in official] == ["Официально"] * 3


def test_official_answer_to_the_same_question_comes_first(
    client: Client,
    index: None,
    ruling: Entry,
    twin: Entry,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        publish([twin])
    found = results(client, q=ruling.title).one("ol", class_="results").all("li")
    said = [[tag.text for tag in row.one("div", class_="meta").all("span", class_="tag")] for row in found[:3]]
    assert said[0] == ["5-е издание", "Официально"]
    assert said[1:] == [["4-е пересмотренное и исправленное издание", "От сообщества"]] * 2
    assert [row.one("p").words.split()[0] for row in found[:2]] == ["Нет.", "Да,"]
    asked = search(Query(ruling.title)).results
    assert [item.entry.pk for item in asked[:2]] == [twin.pk, ruling.pk]
    offered = [item.key for item in suggest(Query("находясь на Короне Повелений")).entries]
    assert offered.index(twin.pk) < offered.index(ruling.pk)
    box = parse(client.get("/ru/search/suggest/", {"q": ruling.title}).content.decode()).one(role="listbox")
    rows = {row.attributes["href"]: [small.words for small in row.all("small")] for row in box.all("a")}
    assert rows[twin.url("ru")] == ["Официально · 5-е издание", "Талисман"]
    assert rows[ruling.url("ru")] == ["От сообщества · 4-е пересмотренное и исправленное издание", "Талисман"]


def test_pages_of_a_result_lead_on_and_back(client: Client, kb: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "LIMIT", 1)
    nav = results(client, q="жаба", page="2").one("nav", class_="paging")
    assert nav.words == "Назад 2 из 3 Ещё"
    assert [(link.attributes["rel"], query(link)) for link in nav.all("a")] == [
        ("prev", {"q": "жаба"}),
        ("next", {"q": "жаба", "page": "3"}),
    ]
    again = results(client, q=";f,f", page="2").one("div", role="status").one("a")
    assert query(again) == {"q": ";f,f", "literal": "1"}


def test_an_answer_found_by_a_heading_above_it_says_so(client: Client, kb: None) -> None:
    rows = results(client, "pl", q="СД").one("ol", class_="results").all("li")
    under = [row.one("p", class_="small") for row in rows if row.all("p", class_="small")]
    assert len(under) == 5
    assert under[0].words.startswith("Pod nagłówkiem: Стандартные Действия (СД)")
    assert under[0].one("span").attributes["lang"] == "ru"
    assert {mark.text for mark in under[0].all("mark")} == {"СД"}
    assert all(row.all("mark") for row in rows)


def test_notices_stand_above_whatever_is_found(client: Client, kb: None) -> None:
    long = results(client, q="жаба " * 100)
    assert "Вопрос длинный: искали только его начало." in long.words
    missing = results(client, q="бросок кубика героя в сражении, мотоцикл")
    assert missing.one("div", class_="stack").all("div", role="status")[0].words == (
        "Здесь этого нет: мотоцикл. Ниже то, что отвечает на остальное."
    )
    nothing = results(client, q="вампир кастует заклинание").one("div", class_="message")
    assert nothing.one("div", role="status").words == "Здесь этого нет: вампир."
    assert not results(client, q="вампир").one("div", class_="message").all("div", role="status")
    unknown = results(client, q="игра:шахматы жаба")
    assert "«шахматы»" in unknown.one("div", class_="stack").all("div", role="status")[0].words


def test_search_in_vain_leads_on(client: Client, kb: None) -> None:
    main = results(client, q="жаба", kind="erratum", game="andor")
    assert main.one("h1").text == "По запросу «жаба» ничего не нашлось"
    assert main.one("p", class_="muted").words == "Искали с фильтрами: Андор, Исправления"
    assert query(main.all("a", class_="button")[0]) == {"q": "жаба"}
    spoken_of = results(client, q="жаба", game="talisman-dungeon")  # whose pages have a search field too
    assert [line.words for line in spoken_of.one("header").all("p")] == [
        "Правил игры «Подземелье» здесь пока нет.",
        "Искали с фильтрами: Подземелье",
    ]
    assert [(link.words, query(link)) for link in spoken_of.all("a", class_="button")] == [
        ("В игре «Талисман»: 3 результата", {"q": "жаба", "game": "talisman"}),
        ("Искать без фильтров", {"q": "жаба"}),
    ]
    for asked, filters, words in (  # prefixes of the query narrow as filters do
        ({"q": "игра:андор жаба"}, "игра:андор", "жаба"),
        ({"q": "жаба -игра:талисман"}, "−игра:талисман", "жаба"),
        ({"q": "карта:жаба полтергейст", "game": "andor"}, "Андор, карта:жаба", "полтергейст"),
        (
            {"q": 'игра:андор игра:"игра престолов" жаба ИЛИ "проклятие ведьмы" -гном'},
            'игра:андор ИЛИ игра:"игра престолов"',
            'жаба ИЛИ "проклятие ведьмы" -гном',
        ),
    ):
        found = results(client, **asked)
        assert found.one("p", class_="muted").words == f"Искали с фильтрами: {filters}"
        assert [query(link) for link in found.all("a", class_="button")] == [{"q": words}]
    assert not results(client, q="игра:андор абырвалг").all("a", class_="button")
    everywhere = results(client, q="игра:шахматы абырвалг").one("p", class_="muted").words  # read as a word
    assert everywhere == "Искали везде, на всех языках: 5 игр"
    nowhere = results(client, q="жаба кардамон", kind="erratum", game="andor")
    assert not [link for link in nowhere.all("a", class_="button") if "Искать без фильтров" in link.words]
    assert [chip.words for chip in main.all("ul", class_="chips")[-1].all("a")] == [
        "Талисман",
        "Królestwo Dusz PL",
        "Тени Бримстоуна",
        "Андор",
        "Игра престолов ЖКИ",
    ]
    slip = results(client, q="жаба кардамон")
    assert [(chip.words, query(chip)) for chip in slip.all("ul", class_="chips")[0].all("a")][:1] == [
        ("жаба", {"q": "жаба"})
    ]
