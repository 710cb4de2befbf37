"""Addresses that last: languages, canonical pages, short links, what moved, the site map."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings.addresses import Anchors
from rulings.documents import Node as Planned
from rulings.kinds import RULING, SECTION
from rulings.models import Card, Entry, Game, Mention, Redirect, Source
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def head(client: Client, path: str) -> Node:
    return parse(client.get(path).content.decode()).one("head")


def alternates(head: Node) -> dict[str, str]:
    return {
        link.attributes["hreflang"]: link.attributes["href"]
        for link in head.all("link", rel="alternate")
        if "hreflang" in link.attributes
    }


# ── the reader's language ──


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "pl,ru;q=0.5", "pl"),
        ("", "ru-RU,ru;q=0.9", "ru"),
        ("", "de,en;q=0.7", "ru"),
        ("", "", "ru"),
        ("pl", "ru", "pl"),
        ("xx", "pl", "pl"),
    ],
)
def test_root_leads_to_the_readers_language(client: Client, cookie: str, accepted: str, language: str) -> None:
    client.cookies["language"] = cookie
    response = client.get("/", headers={"Accept-Language": accepted})
    assert (response.status_code, response.headers["Location"]) == (302, f"/{language}/")
    assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", response.headers["Vary"]))


def test_page_remembers_its_language(client: Client, kb: None) -> None:
    client.get("/pl/talisman/")
    assert client.cookies["language"].value == "pl"
    assert client.cookies["language"]["samesite"] == "Lax"
    assert client.get("/", headers={"Accept-Language": "ru"}).headers["Location"] == "/pl/"


def test_address_without_a_language_goes_to_the_readers(client: Client, kb: None) -> None:
    response = client.get("/talisman/faq/", headers={"Accept-Language": "pl"})
    assert (response.status_code, response.headers["Location"]) == (302, "/pl/talisman/faq/")


@pytest.mark.parametrize("path", ["talisman/", "search/?q=%D0%B6%D0%B0%D0%B1%D0%B0&game=talisman&page=1", "nothing/"])
def test_language_switch_keeps_page_query_and_filters(client: Client, kb: None, path: str) -> None:
    switch = parse(client.get(f"/ru/{path}").content.decode()).one("nav", class_="languages")
    assert [link.attributes["href"] for link in switch.all("a")] == [f"/ru/{path}", f"/pl/{path}"]


# ── canonical ──


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("talisman/faq/korona-poveleniy-v1/", "ru"),
        ("krolestwo-dusz/instrukcja/karty-terenu/", "pl"),
        ("krolestwo-dusz/instrukcja/", "pl"),
        ("krolestwo-dusz/", "pl"),
        ("talisman/cards/korona-poveleniy/", "ru"),
        ("talisman/terms/", "ru"),
        ("krolestwo-dusz/terms/", "pl"),
    ],
)
def test_canonical_is_the_page_in_its_own_language(client: Client, kb: None, path: str, canonical: str) -> None:
    for language in ("ru", "pl"):
        found = head(client, f"/{language}/{path}")
        assert found.one("link", rel="canonical").attributes["href"] == f"http://testserver/{canonical}/{path}"
        assert alternates(found) == {code: f"http://testserver/{code}/{path}" for code in ("ru", "pl")}


def test_home_is_canonical_in_each_language(client: Client, kb: None) -> None:
    for language in ("ru", "pl"):
        found = head(client, f"/{language}/")
        assert found.one("link", rel="canonical").attributes["href"] == f"http://testserver/{language}/"


def test_results_are_for_machines_by_the_address_of_the_search_alone(client: Client, kb: None) -> None:
    found = head(client, "/ru/search/?q=жаба")
    assert found.one("link", rel="canonical").attributes["href"] == "http://testserver/ru/search/"
    assert alternates(found) == {code: f"http://testserver/{code}/search/" for code in ("ru", "pl")}
    assert not found.all("meta", name="robots")
    nothing = head(client, "/ru/search/?q=венецианский кардамон")
    assert nothing.one("meta", name="robots").attributes["content"] == "noindex"


# ── short links ──


def test_short_links_lead_to_the_page_in_the_readers_language(client: Client, ruling: Entry, crown: Card) -> None:
    for short, thing in ((f"/e/{ruling.pk}", ruling), (f"/c/{crown.pk}", crown)):
        for language in ("ru", "pl"):
            response = client.get(short, headers={"Accept-Language": language})
            assert (response.status_code, response.headers["Location"]) == (302, thing.url(language))


def test_links_to_a_heading_that_is_a_cards_name_lead_to_the_card(client: Client, ruling: Entry, crown: Card) -> None:
    chapter = Entry.objects.get(kind="chapter", cards=crown)
    mention = Mention.objects.filter(entry=ruling)[0]
    Mention.objects.filter(pk=mention.pk).update(card=None, to_entry=chapter)
    assert chapter.landing == crown
    assert client.get(chapter.url("pl")).headers["Location"] == crown.url("pl")
    assert client.get(f"/e/{chapter.pk}").headers["Location"] == crown.url("ru")
    assert client.get(f"/api/entries/{ruling.pk}/").json()["links"][0]["url"] == crown.url("ru")
    assert chapter not in Entry.objects.with_pages()
    crown.entries.clear()
    chapter.cards.set(Card.objects.all()[:2])  # two names share the heading: neither is its page
    assert Entry.objects.get(pk=chapter.pk).landing == chapter
    assert chapter in Entry.objects.with_pages()


@pytest.mark.parametrize("path", ["/e/0", "/e/99999999999999999999999999", "/c/0", "/e/x", "/e/-1", "/e/"])
def test_short_link_to_nothing_is_not_found(client: Client, kb: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_short_link_to_a_draft_is_not_found(client: Client, ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(state="draft")
    assert client.get(f"/e/{ruling.pk}").status_code == 404


# ── what moved ──


def test_old_address_of_an_entry_leads_to_the_new_one(client: Client, ruling: Entry) -> None:
    Redirect.objects.create(path="talisman/faq/crown-1/", entry=ruling)
    response = client.get("/pl/talisman/faq/crown-1/?q=1")
    assert (response.status_code, response.headers["Location"]) == (301, ruling.url("pl"))  # which reads no query
    assert response.headers["Cache-Control"] == "no-cache"


def test_old_address_of_a_source_leads_all_its_entries(client: Client, ruling: Entry) -> None:
    Redirect.objects.create(path="talisman/questions/", source=ruling.source)
    assert client.get("/ru/talisman/questions/").headers["Location"] == "/ru/talisman/faq/"
    response = client.get("/ru/talisman/questions/korona-poveleniy-v1/")
    assert (response.status_code, response.headers["Location"]) == (301, ruling.url("ru"))


def test_old_address_of_a_game_leads_all_its_pages(client: Client, crown: Card) -> None:
    Redirect.objects.create(path="magia-i-miecz/", game=crown.game)
    for rest in ("", "terms/", "faq/", "cards/korona-poveleniy/"):
        response = client.get(f"/pl/magia-i-miecz/{rest}")
        assert (response.status_code, response.headers["Location"]) == (301, f"/pl/talisman/{rest}")


def test_nearest_move_counts(client: Client, ruling: Entry) -> None:
    Redirect.objects.create(path="magia/", game=ruling.source.game)
    Redirect.objects.create(path="magia/pytania/", source=ruling.source)
    response = client.get("/ru/magia/pytania/korona-poveleniy-v1/")
    assert response.headers["Location"] == ruling.url("ru")


def test_move_to_where_it_came_from_is_not_followed(client: Client, kb: None) -> None:
    Redirect.objects.create(path="talisman/", game=Game.objects.get(slug="talisman"))
    assert client.get("/ru/talisman/nothing/").status_code == 404


def test_moves_are_asked_for_only_when_nothing_stands_there(
    client: Client, kb: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        client.get("/ru/nothing/")


# ── for machines ──


def test_sitemap_has_every_page_once_by_its_canonical_address(client: Client, kb: None) -> None:
    response = client.get("/sitemap.xml")
    assert response.headers["Content-Type"] == "application/xml; charset=utf-8"
    places = re.findall(r"<loc>http://testserver(.*?)</loc>", response.content.decode())
    assert len(places) == len(set(places))
    chapters = [entry for entry in Entry.objects.all() if entry.landing != entry]
    expected = 3 * 2 + Game.objects.count() + Source.objects.count() + Card.objects.count()
    with_terms = {card.game.slug for card in Card.objects.filter(kind="term")}
    assert {place.split("/")[2] for place in places if place.endswith("/terms/")} == with_terms
    expected += len(with_terms)
    assert len(places) == expected + Entry.objects.live().count() - len(chapters)
    assert {
        "/ru/",
        "/pl/",
        "/ru/help/",
        "/pl/help/",
        "/ru/api/",
        "/pl/api/",
        "/ru/talisman/faq/korona-poveleniy-v1/",
    } <= set(places)
    assert "/pl/krolestwo-dusz/instrukcja/karty-terenu/" in places
    assert "/ru/talisman/faq/korona-poveleniy/" not in places


def test_sitemap_says_when_a_page_changed(client: Client, ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(changed_at="2024-02-29T12:00:00Z")
    place = client.get("/sitemap.xml").content.decode().partition(f"<loc>http://testserver{ruling.url('ru')}</loc>")[2]
    assert "<lastmod>2024-02-29T13:00:00+01:00</lastmod>" in place.partition("</url>")[0]


def test_sitemap_asks_as_much_for_many_pages_as_for_few(
    client: Client, kb: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(7):
        many = client.get("/sitemap.xml").content.count(b"<loc>")
    Entry.objects.exclude(pk=Entry.objects.live()[0].pk).update(state="draft")
    Card.objects.exclude(pk=Card.objects.all()[0].pk).delete()
    with django_assert_num_queries(7):
        few = client.get("/sitemap.xml").content.count(b"<loc>")
    assert many > 400 > 30 > few


def test_icon_is_where_browsers_look_for_it(client: Client) -> None:
    assert client.get("/favicon.ico").headers["Location"] == "/static/icons/favicon.svg"


def test_robots_know_the_sitemap(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert text == (
        "User-agent: *\nDisallow: /admin/\nDisallow: /api/\n"
        "Disallow: /*/search/suggest/\nDisallow: /*/search/completions/\n\nSitemap: http://testserver/sitemap.xml\n"
    )


@pytest.mark.parametrize(
    ("number", "anchor"),
    [("П1", "gorod-p-1"), ("П12", "gorod-p-12"), ("П1-2", "gorod-p-1-2"), ("П", "gorod-p"), ("В1", "gorod-v1")],
)
def test_a_new_anchor_is_not_what_a_paragraph_of_another_text_is_called(number: str, anchor: str) -> None:
    """On a page of both, the first paragraph of «Город» is «e-gorod-p1»."""
    above = Entry(kind=SECTION, title="Город", number="", anchor="gorod")
    assert Anchors(()).make(Planned(RULING, "Что там есть?", number), above) == anchor
