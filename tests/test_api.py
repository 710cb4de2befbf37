from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import InterfaceError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings.models import Card, Entry, Mention
from tests.html import parse

pytestmark = pytest.mark.usefixtures("kb")


def get(client: Client, url: str, status: int = 200, **parameters: Any) -> Any:
    response = client.get(url, parameters)
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/json; charset=utf-8"
    return json.loads(response.content)


def test_an_entry_is_as_the_contract_says(client: Client, ruling: Entry, crown: Card) -> None:
    data = get(client, f"/api/entries/{ruling.pk}/")
    assert data | {"html": "", "text": "", "updated": ""} == {
        "id": ruling.pk,
        "kind": "ruling",
        "number": "В1",
        "title": "Может ли персонаж, находясь на Короне Повелений, собирать там золото, предметы и помощников?",
        "text": "",
        "html": "",
        "verdict": "yes_if",
        "url": "/ru/talisman/faq/korona-poveleniy-v1/",
        "short_url": f"/e/{ruling.pk}",
        "language": "ru",
        "game": {"slug": "talisman", "name": "Талисман"},
        "source": {
            "title": "Разъяснения и FAQ к настольной игре «Талисман»",
            "url": "/ru/talisman/faq/",
            "file": "000_91eefb64ac7cc88a.txt",
        },
        "locator": [142, 144],
        "path": [
            "«ТАЛИСМАН» ЧЕТВЕРТОЕ ПЕРЕСМОТРЕННОЕ И ИСПРАВЛЕННОЕ ИЗДАНИЕ",
            "Деления игрового поля",
            "Корона Повелений",
        ],
        "cards": [
            {
                "id": crown.pk,
                "name": "Корона Повелений",
                "kind": "space",
                "url": "/ru/talisman/cards/korona-poveleniy/",
            }
        ],
        "updated": "",
        "links": data["links"],
    }
    assert data["text"].startswith("Да, пока на делении нет других персонажей. Если на Короне Повелений")
    assert data["links"][0] == {
        "field": "title",
        "start": 31,
        "end": 47,
        "surface": "Короне Повелений",
        "name": "Корона Повелений",
        "kind": "space",
        "url": "/ru/talisman/cards/korona-poveleniy/",
    }


def test_links_hold_every_mention_that_is_not_refused(client: Client, ruling: Entry) -> None:
    refused = Mention.objects.filter(entry=ruling, field="text")[0]
    refused.made_by = "refused"
    refused.save()
    links = get(client, f"/api/entries/{ruling.pk}/")["links"]
    assert len(links) == Mention.objects.filter(entry=ruling).count() - 1
    assert [link["field"] for link in links] == sorted((link["field"] for link in links), reverse=True)


def test_a_citation_has_no_address(client: Client, ruling: Entry) -> None:
    Mention.objects.create(entry=ruling, field="text", start=0, end=2, surface="Да", citation="«Встречи» на странице 9")
    link = next(link for link in get(client, f"/api/entries/{ruling.pk}/")["links"] if link["kind"] == "citation")
    assert (link["name"], link["url"]) == ("«Встречи» на странице 9", None)


def test_lang_chooses_the_addresses_and_not_the_content(client: Client, ruling: Entry) -> None:
    data = get(client, f"/api/entries/{ruling.pk}/", lang="pl")
    assert data["url"] == "/pl/talisman/faq/korona-poveleniy-v1/"
    assert 'href="/pl/talisman/cards/korona-poveleniy/"' in data["html"]
    assert "/ru/" not in json.dumps(data)
    assert data["game"]["name"] == "Талисман"


def test_all_entries_come_in_reading_order(client: Client) -> None:
    first = get(client, "/api/entries/", limit=150)
    assert (first["count"], first["next"]) == (202, "/api/entries/?limit=150&offset=150")
    second = get(client, first["next"])
    assert second["next"] is None
    entries = first["results"] + second["results"]
    assert [entry["id"] for entry in entries] == list(Entry.objects.in_order().values_list("pk", flat=True))
    assert get(client, "/api/entries/", game="andor")["count"] == 34
    assert get(client, "/api/entries/", game="talisman", source="faq")["count"] == 100
    assert get(client, "/api/entries/", source="agot-lcg/faq")["count"] == 26


def test_search_is_as_the_contract_says(client: Client) -> None:
    data = get(client, "/api/search/", q="Полтергейст")
    assert set(data) == {"query", "interpreted", "total", "cards", "results", "facets", "suggestions"}
    assert (data["query"], data["interpreted"], data["total"], data["suggestions"]) == ("Полтергейст", None, 2, [])
    card = data["cards"][0]
    assert card == {
        "id": Card.objects.get(slug="poltergeyst").pk,
        "name": "Полтергейст",
        "kind": "adventure",
        "url": "/ru/talisman/cards/poltergeyst/",
        "rulings": 0,
        "mentions": 2,
        "matched": "Полтергейст",
    }
    result = next(item for item in data["results"] if item["title"] == "Помощники, которых вы обязаны принять")
    assert result["url"] == "/ru/talisman/faq/pomoschniki-kotoryh-vy-obyazany-prinyat/#p1"
    assert "<mark>Полтергейст</mark>" in result["snippet"]
    assert result["path"] == ["РАЗЪЯСНЕНИЯ ПРАВИЛ"]
    facets = {name: [pair for pair in pairs if pair[1]] for name, pairs in data["facets"].items()}
    assert facets == {
        "game": [["talisman", 2]],
        "kind": [["section", 2]],
        "language": [["ru", 2]],
        "authority": [["community", 2]],
    }
    assert ["andor", 0] in data["facets"]["game"]


def test_games_and_cards_have_names_and_counts(client: Client, crown: Card) -> None:
    games = {game["slug"]: game for game in get(client, "/api/games/")}
    assert games["krolestwo-dusz"]["parent"] == "talisman"
    assert games["talisman"]["rulings"] == 51
    assert [source["url"] for source in games["andor"]["sources"]] == ["/ru/andor/pamyatka/"]
    card = get(client, f"/api/cards/{crown.pk}/", lang="pl")
    assert (card["name"], card["rulings"], card["mentions"]) == ("Korona Władzy", 5, 1)
    assert [name["text"] for name in card["names"]["en"]] == ["Crown of Command"]
    assert get(client, "/api/cards/", game="agot-lcg", kind="card")["count"] == 7
    sansa = get(client, "/api/cards/", game="agot-lcg", kind="card")["results"]
    assert {"S9", "L63", "T101", "B147"} <= {card["code"] for card in sansa}


def test_suggestions_name_cards_and_questions(client: Client) -> None:
    data = get(client, "/api/suggest/", q="Корона Повелений")
    assert [card["name"] for card in data["cards"]] == ["Корона Повелений"]
    assert set(data) == {"cards", "entries", "interpreted"}


def test_without_lang_an_address_is_in_the_language_of_the_thing(client: Client) -> None:
    for url in ("/api/search/", "/api/suggest/"):
        own = {card["name"]: card["url"][:4] for card in get(client, url, q="Karta Dnia i Nocy")["cards"]}
        asked = {card["url"][:4] for card in get(client, url, q="Karta Dnia i Nocy", lang="ru")["cards"]}
        assert (own["Karta Dnia i Nocy"], asked) == ("/pl/", {"/ru/"})
    entries = get(client, "/api/suggest/", q="Związanie z Duszą")["entries"]
    assert entries[0]["url"].startswith("/pl/krolestwo-dusz/")
    for hit in get(client, "/api/suggest/", q="кор")["cards"]:
        assert hit["url"] == get(client, f"/api/cards/{hit['id']}/")["url"]


@pytest.mark.parametrize(
    ("url", "status", "code", "field"),
    [
        ("/api/search/?limit=x", 400, "bad-request", "limit"),
        ("/api/search/?limit=0", 400, "bad-request", "limit"),
        ("/api/search/?limit=101", 400, "bad-request", "limit"),
        ("/api/entries/?limit=201", 400, "bad-request", "limit"),
        ("/api/search/?offset=-1", 400, "bad-request", "offset"),
        ("/api/search/?lang=xx", 400, "bad-request", "lang"),
        ("/api/search/?q=" + "a" * 2000, 400, "bad-request", "q"),
        ("/api/search/?q=карта&kind=nope", 400, "bad-request", "kind"),
        ("/api/search/?q=карта&language=nope", 400, "bad-request", "language"),
        ("/api/search/?q=карта&authority=nope", 400, "bad-request", "authority"),
        ("/api/search/?q=карта&game=nope", 400, "bad-request", "game"),
        ("/api/search/?q=карта&game=%00", 400, "bad-request", "game"),
        ("/api/suggest/?q=карта&game=nope", 400, "bad-request", "game"),
        ("/api/entries/?game=nope", 400, "bad-request", "game"),
        ("/api/entries/?game=andor&source=faq", 400, "bad-request", "source"),
        ("/api/entries/?source=/faq", 400, "bad-request", "source"),
        ("/api/entries/?source=talisman/", 400, "bad-request", "source"),
        ("/api/cards/?game=nope", 400, "bad-request", "game"),
        ("/api/cards/?kind=ruling", 400, "bad-request", "kind"),
        ("/api/entries/0/", 404, "not-found", None),
        ("/api/entries/99999999999999999999999/", 404, "not-found", None),
        ("/api/entries/x/", 400, "bad-request", "entry_id"),
        ("/api/cards/0/", 404, "not-found", None),
        ("/api/nothing", 404, "not-found", None),
    ],
)
def test_every_error_has_one_shape(client: Client, url: str, status: int, code: str, field: str | None) -> None:
    error = get(client, url, status)["error"]
    assert (set(error), error["code"], error["field"]) == ({"code", "message", "field"}, code, field)
    assert error["message"]


def test_answers_say_the_language_they_were_asked_for_in(client: Client, kb: None, crown: Card) -> None:
    """Whatever the reader's is."""
    for url, language in (
        ("/api/search/?q=жаба&lang=pl", "pl"),
        ("/api/search/?q=жаба", None),
        (f"/api/cards/{crown.pk}/", "ru"),
        (f"/api/entries/{Entry.objects.live().filter(language='pl')[0].pk}/", "pl"),
        ("/api/cards/0/?lang=pl", "pl"),
        ("/api/cards/0/", "ru"),
        ("/api/nothing?lang=pl", "pl"),
    ):
        for readers in ("ru", "pl"):
            response = client.get(url, headers={"Accept-Language": readers})
            assert response.headers.get("Content-Language") == language, url


def test_control_characters_are_no_part_of_a_query(client: Client, kb: None) -> None:
    """As on the page: nobody types them, and they part no word."""
    garbled = "%01полтер%00ге%0Bйст%1F "
    for url in ("/api/search/?lang=ru&q=", "/api/suggest/?lang=ru&q="):
        assert get(client, url + garbled) == get(client, url + "полтергейст")
    page = client.get(f"/ru/search/?q={garbled}").content.decode()
    assert 'value="полтергейст"' in page


@pytest.mark.parametrize("url", ["/healthz", "/api/games/", "/api/docs", "/api/openapi.json", "/api/nothing/"])
def test_it_can_only_be_read(url: str) -> None:
    response = Client(enforce_csrf_checks=True).post(url)
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")
    assert response.json()["error"]["code"] == "not-allowed"


def test_a_wrong_host_is_answered_in_the_one_shape(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    response = client.get("/api/games/", headers={"Host": "evil.example"})
    assert not [record for record in caplog.records if record.exc_info], "a scanner fills no log with tracebacks"
    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad-request")
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(("url", "status"), [("/api/games/", 200), ("/api/search/?q=x", 200), ("/api/cards/0/", 404)])
def test_head_is_answered_as_get_without_the_body(client: Client, url: str, status: int) -> None:
    head, whole = client.head(url), client.get(url)
    assert (head.status_code, head.content) == (status, b"")
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]
    assert head.headers["Content-Length"] == whole.headers["Content-Length"]


def test_a_failure_has_it_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("rulings.api.endpoints.search", fail)
    assert get(client, "/api/search/", 500, q="x")["error"]["code"] == "failed"


# Queries of each list; the same for few rows and for many.
EXPECTED = {
    "/api/games/": 3,
    "/api/cards/": 3,
    "/api/entries/": 7,
    "/api/search/?q=жаба": 5,
    "/api/search/?q=жаба&lang=ru": 4,
    "/api/suggest/?q=жаба": 2,
    "/api/suggest/?q=жаба&lang=ru": 0,
}


@pytest.mark.parametrize("size", [20, 100])
@pytest.mark.parametrize(("url", "queries"), EXPECTED.items())
def test_a_list_costs_the_same_whatever_its_length(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, url: str, queries: int, size: int
) -> None:
    get(client, "/api/suggest/?q=жаба&lang=ru")  # the index is read once
    with django_assert_num_queries(queries):
        get(client, f"{url}{'&' if '?' in url else '?'}limit={size}")


def test_a_thing_costs_as_much_as_a_list(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, ruling: Entry, crown: Card
) -> None:
    with django_assert_num_queries(5):
        get(client, f"/api/entries/{ruling.pk}/")
    with django_assert_num_queries(2):
        get(client, f"/api/cards/{crown.pk}/")


def test_headings_nine_deep_cost_nothing_more(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, ruling: Entry
) -> None:
    above = ruling.parent
    for number in range(9):
        above = Entry.objects.create(
            source=ruling.source,
            kind="chapter",
            title=f"Глава {number}",
            language="ru",
            parent=above,
            position=9000 + number,
            anchor=f"chapter-{number}",
        )
    Entry.objects.filter(pk=ruling.pk).update(parent=above)
    with django_assert_num_queries(5):
        path = get(client, f"/api/entries/{ruling.pk}/")["path"]
    assert path[2:] == ["Корона Повелений", *(f"Глава {number}" for number in range(9))]


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_docs_are_a_page_of_the_site_that_says_all_the_schema_does(client: Client, kb: None, language: str) -> None:
    there = client.get("/api/docs", headers={"Accept-Language": language})
    assert (there.status_code, there.headers["Location"]) == (302, f"/{language}/api/")
    main = parse(client.get(f"/{language}/api/").content.decode()).one("main")
    paths = client.get("/api/openapi.json").json()["paths"]
    assert [heading.text for heading in main.all("h3")] == list(paths)
    for topic, methods in zip(main.all("section", class_="topic"), paths.values(), strict=True):
        names = [term.text for term in topic.all("dt")]
        assert names == [parameter["name"] for parameter in methods["get"].get("parameters", [])]
        assert client.get(topic.one("a").attributes["href"]).status_code == 200


def test_docs_say_what_a_parameter_may_be(client: Client, kb: None) -> None:
    search = parse(client.get("/pl/api/").content.decode()).all("section", class_="topic")[0]
    said = {pair.one("dt").text: pair.one("dd").words for pair in search.one("dl").all("div")}
    assert said["lang"].endswith("tekstu: ru pl")
    assert said["kind"] == "rodzaj: ruling section clarification erratum chapter note"
    assert said["limit"] == "nie więcej niż tyle, od 1 do 100; gdy nie podano: 10"


def test_healthz_says_what_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    fine = {"status": "ok", "database": True, "index": True, "condition": "fine"}
    assert client.get("/healthz").json() == fine

    def fail() -> None:
        raise OSError

    monkeypatch.setattr("rulings.search.indexing.backend", fail)
    monkeypatch.setattr("rulings.search.indexing.repair_soon", lambda: None)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {**fine, "status": "failing", "index": False, "condition": "damaged"}


def test_healthz_says_that_the_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise InterfaceError("connection already closed")

    monkeypatch.setattr("rulings.search.indexing.repair_soon", lambda: None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "cursor", fail)
        response = client.get("/healthz")
    assert (response.status_code, response.json()["database"]) == (503, False)


def test_more_parameters_than_are_read_are_an_error_of_the_one_shape(client: Client, kb: None) -> None:
    response = client.get("/api/search/?" + "q=a&" * 1100)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad-request")
