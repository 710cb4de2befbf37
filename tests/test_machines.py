"""What other programs read of the pages: Open Graph, schema.org, OpenSearch, Atom."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from rulings.kinds import CHAPTER, NOTE
from rulings.models import Card, Entry, Game, Name, Source
from tests.e2e.pages import PAGES
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> Node:
    return parse(client.get(path).content.decode())


# ── Open Graph ──

REQUIRED = {"og:title", "og:type", "og:image", "og:image:alt", "og:url"}
SIDES = ("width", "height")


@pytest.mark.parametrize("language", ["ru", "pl"])
@pytest.mark.parametrize(
    "name",
    [name for name in PAGES if name.split("-")[0] not in {"search", "not", "bad", "tonight", "paper", "offline"}],
)
def test_page_says_what_a_chat_shows_of_it(client: Client, kb: None, language: str, name: str) -> None:
    found = page(client, f"/{language}/{PAGES[name]}")
    tags = {
        node.attributes["property"]: node.attributes["content"]
        for node in found.all(
            "meta",
        )
        if "property" in node.attributes
    }
    assert set(tags) >= REQUIRED
    assert all(tags.values())
    assert tags["og:url"] == found.one("link", rel="canonical").attributes["href"]
    assert tags["og:title"] in found.one("title").text
    assert tags["og:locale"] == {"ru": "ru_RU", "pl": "pl_PL"}[language]


def test_names_and_queries_are_escaped_once(client: Client, kb: None) -> None:
    name = """Tom & Jerry's "X" <b>"""
    Name.objects.filter(game__slug="talisman", role="main").update(text=name)
    Name.objects.filter(card__slug="korona-poveleniy", role="main").update(text=name)
    Entry.objects.filter(anchor="korona-poveleniy-v1").update(text=name)
    paths = [PAGES[kind] for kind in ("home", "game", "source", "terms", "card", "ruling-yes-if", "section", "search")]
    query = quote(name)
    for path in (*paths, f"search/?q={query}", f"search/suggest/?q={query}", f"search/?q={query}&game=talisman"):
        html = client.get(f"/ru/{path}").content.decode()
        assert not re.findall(r"&amp;(?:amp|lt|gt|quot|#\w+);", html), path
        assert 'X" <b>' not in html, path
    about = page(client, f"/ru/{PAGES['card']}").one("meta", name="description").attributes["content"]
    assert about == f"Место на поле, «{name}»: 5 ответов, 1 упоминание"


def test_ruling_is_shown_with_its_answer(client: Client, ruling: Entry) -> None:
    tags = page(client, ruling.url("ru"))
    about = tags.one("meta", name="description").attributes
    assert about["property"] == "og:description"
    assert about["content"].startswith("Да, пока на делении нет других персонажей.")
    assert tags.one("meta", property="og:type").attributes["content"] == "article"


def test_every_page_of_an_entry_is_described(client: Client, kb: None) -> None:
    chapters = Entry.objects.live().filter(kind=CHAPTER, cards=None)
    assert chapters
    for chapter in chapters:
        below = Entry.objects.live().filter(parent=chapter).exclude(title="").order_by("position").first()
        about = page(client, chapter.url("ru")).one("meta", name="description").attributes["content"]
        assert about
        assert below is None or about.startswith(below.title[:60])


def test_picture_has_the_size_that_is_asked_for(client: Client, kb: None) -> None:
    address = page(client, "/ru/").one("meta", property="og:image").attributes["content"]
    path = finders.find(address.removeprefix("http://testserver/static/"))
    assert isinstance(path, str)
    head = Path(path).read_bytes()[:24]
    size = [page(client, "/ru/").one("meta", property=f"og:image:{side}").attributes["content"] for side in SIDES]
    assert [str(int.from_bytes(head[16:20])), str(int.from_bytes(head[20:24]))] == size == ["1200", "630"]


# ── schema.org ──

# Of each type: what Google's guides ask for, and what schema.org knows of it and is used here.
TYPES: dict[str, tuple[set[str], set[str]]] = {
    "QAPage": ({"mainEntity"}, set()),
    "FAQPage": ({"mainEntity"}, set()),
    "Question": ({"name", "acceptedAnswer"}, {"answerCount"}),
    "Answer": ({"text"}, {"url", "inLanguage", "dateModified"}),
}


def items(node: Node) -> list[dict[str, Any]]:
    """The microdata of a page as the HTML standard reads it: each item its type and its properties."""
    return [
        item(child) for child in node.all() if "itemscope" in child.attributes and "itemprop" not in child.attributes
    ]


def item(node: Node) -> dict[str, Any]:
    properties: dict[str, list[Any]] = {}

    def walk(parent: Node) -> None:
        for child in parent.children:
            if not isinstance(child, Node):
                continue
            if "itemprop" in child.attributes:
                properties.setdefault(child.attributes["itemprop"], []).append(value(child))
            if "itemscope" not in child.attributes:
                walk(child)

    walk(node)
    return {"type": node.attributes["itemtype"].removeprefix("https://schema.org/"), **properties}


def value(node: Node) -> Any:
    if "itemscope" in node.attributes:
        return item(node)
    return {"meta": node.attributes.get("content"), "link": node.attributes.get("href")}.get(node.tag, node.text)


def check(found: dict[str, Any]) -> None:
    required, allowed = TYPES[found["type"]]
    names = set(found) - {"type"}
    assert required <= names <= required | allowed, found["type"]
    for values in found.values():
        for one in values if isinstance(values, list) else []:
            if isinstance(one, dict):
                check(one)
            else:
                assert one.strip(), found


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_every_ruling_is_a_qa_page(client: Client, kb: None, language: str) -> None:
    for entry in Entry.objects.live().filter(kind="ruling"):
        [found] = items(page(client, entry.url(language)))
        check(found)
        [question] = found["mainEntity"]
        [answer] = question["acceptedAnswer"]
        assert found["type"] == "QAPage"
        assert question["name"] == [entry.title]
        assert question["answerCount"] == ["1"]
        assert answer["text"] == [entry.text]
        assert answer["url"] == [f"http://testserver/e/{entry.pk}"]
        assert datetime.fromisoformat(answer["dateModified"][0]) is not None


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_every_card_with_rulings_is_a_faq_page(client: Client, kb: None, language: str) -> None:
    cards = Card.objects.filter(entries__kind="ruling").distinct()
    assert cards
    for card in cards:
        [found] = items(page(client, card.url(language)))
        check(found)
        own = Entry.objects.live().own_of(card).filter(kind="ruling").official_first()
        assert found["type"] == "FAQPage"
        assert [question["name"] for question in found["mainEntity"]] == [[entry.title] for entry in own]
        texts = [question["acceptedAnswer"][0]["text"] for question in found["mainEntity"]]
        assert texts == [[entry.text] for entry in own]


def test_page_without_questions_is_no_faq(client: Client, kb: None) -> None:
    for name in ("card-mentioned", "section", "game", "home"):
        assert items(page(client, f"/ru/{PAGES[name]}")) == []


# ── OpenSearch ──

OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


@pytest.mark.parametrize(("language", "name"), [("ru", "Кто прав?"), ("pl", "Kto ma rację?")])
def test_address_bar_can_search_the_site(client: Client, kb: None, language: str, name: str) -> None:
    link = page(client, f"/{language}/talisman/").one("link", rel="search").attributes
    assert link["type"] == "application/opensearchdescription+xml"
    response = client.get(link["href"])
    assert response.headers["Content-Type"] == "application/opensearchdescription+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)  # noqa: S314 (our own)
    assert root.tag == f"{OPENSEARCH}OpenSearchDescription"
    assert root.findtext(f"{OPENSEARCH}ShortName") == name
    assert len(name) <= 16  # as the specification has it
    assert 0 < len(root.findtext(f"{OPENSEARCH}Description", "")) <= 1024
    urls = {url.attrib["type"]: url.attrib["template"] for url in root.findall(f"{OPENSEARCH}Url")}
    for kind in ("text/html", "application/x-suggestions+json"):
        path = urls[kind].removeprefix("http://testserver").replace("{searchTerms}", "полтергейст")
        assert f"/{language}/talisman/cards/poltergeyst/" in client.get(path).content.decode()


# ── Atom ──

ATOM = "{http://www.w3.org/2005/Atom}"
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def feed(client: Client, game: str = "talisman", language: str = "ru") -> ElementTree.Element:
    response = client.get(f"/{language}/{game}/feed/")
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.content)  # noqa: S314 (our own)


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_feed_of_every_game_is_valid(client: Client, kb: None, language: str) -> None:
    for game in Game.objects.with_texts():
        root = feed(client, game.slug, language)
        assert root.tag == f"{ATOM}feed"
        count = Counter(child.tag.removeprefix(ATOM) for child in root)
        # RFC 4287, 4.1.1: exactly one of each of these, at most one self link, an author.
        assert (count["id"], count["title"], count["updated"], count["author"]) == (1, 1, 1, 1)
        assert [link.attrib["rel"] for link in root.findall(f"{ATOM}link")] == ["alternate", "self"]
        entries = root.findall(f"{ATOM}entry")
        assert entries
        for entry in entries:
            inside = Counter(child.tag.removeprefix(ATOM) for child in entry)
            assert inside == {"id": 1, "title": 1, "updated": 1, "link": 1, "summary": 1}
            assert _DATE.fullmatch(entry.findtext(f"{ATOM}updated", ""))
            assert re.fullmatch(r"tag:[\w-]+,\d{4}:/e/\d+", entry.findtext(f"{ATOM}id", ""))
        ids = [entry.findtext(f"{ATOM}id") for entry in entries]
        assert len(ids) == len(set(ids))
        assert _DATE.fullmatch(root.findtext(f"{ATOM}updated", ""))


def test_feed_has_the_texts_of_the_game_the_latest_first(client: Client, ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(changed_at=timezone.now() + timedelta(hours=1))
    entries = feed(client).findall(f"{ATOM}entry")
    first = entries[0]
    assert first.findtext(f"{ATOM}title") == f"В1 {ruling.title}"
    polish = feed(client, language="pl").findall(f"{ATOM}entry")[0]
    assert polish.attrib == {"{http://www.w3.org/XML/1998/namespace}lang": "ru"}  # of its title and summary
    assert first.find(f"{ATOM}link").attrib["href"] == f"http://testserver{ruling.url('ru')}"  # type: ignore[union-attr]
    assert first.findtext(f"{ATOM}summary") == f"{ruling.text}\n— Талисман, FAQ: Корона Повелений, В1"
    texts = Entry.objects.live().exclude(kind__in=[CHAPTER, NOTE]).filter(source__game__slug="talisman")
    assert len(entries) == min(50, texts.count())


def test_feed_without_entries_is_as_old_as_the_texts_of_its_game(client: Client, kb: None) -> None:
    game = Game.objects.create(slug="chess")
    Name.objects.create(game=game, language="ru", text="Шахматы", role="main")
    updated = f"{ATOM}updated"
    assert feed(client, "chess").findtext(updated) == "1970-01-01T00:00:00+00:00"
    imported = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
    Source.objects.create(game=game, slug="faq", title="FAQ", language="ru", imported_at=imported)
    assert feed(client, "chess").findtext(updated) == "2026-03-04T05:06:07+00:00"


def test_feed_leaves_out_what_xml_has_no_place_for(client: Client, ruling: Entry, kb: None) -> None:
    Entry.objects.filter(pk=ruling.pk).update(
        title="Можно\x02?", text="Да.\x1b\ufffe\uffff", changed_at=timezone.now() + timedelta(hours=1)
    )
    Name.objects.filter(game__slug="talisman", language="ru", role="main").update(text="Тали\x0bсман")
    root = feed(client)
    first = root.findall(f"{ATOM}entry")[0]
    assert first.findtext(f"{ATOM}title") == "В1 Можно?"
    assert first.findtext(f"{ATOM}summary", "").startswith("Да.\n— Талисман, ")
    assert root.findtext(f"{ATOM}title", "").endswith("Талисман")


def test_ids_of_the_feed_are_those_of_every_language(client: Client, kb: None) -> None:
    ids = [[entry.findtext(f"{ATOM}id") for entry in feed(client, language=code)] for code, _name in settings.LANGUAGES]
    assert ids[0] == ids[1]


def test_id_of_a_feed_outlives_hosts_and_renames(client: Client, kb: None) -> None:
    def ids(slug: str, **headers: str) -> list[str | None]:
        found = [client.get(f"/{code}/{slug}/feed/", headers=headers).content for code, _name in settings.LANGUAGES]
        return [ElementTree.fromstring(text).findtext(f"{ATOM}id") for text in found]  # noqa: S314 (our own)

    before = ids("andor")
    assert len(set(before)) == len(before)
    Game.objects.filter(slug="andor").update(slug="andor-2")
    assert ids("andor-2", Host="localhost") == before


def test_feed_leads_nowhere_for_no_game(client: Client, kb: None) -> None:
    assert client.get("/ru/nothing/feed/").status_code == 404


def test_game_names_its_feed(client: Client, kb: None) -> None:
    found = page(client, "/pl/talisman/")
    assert found.one("link", type="application/atom+xml").attributes["href"] == "/pl/talisman/feed/"
    assert found.one("a", type="application/atom+xml").words == "Nowe i zmienione odpowiedzi"


def test_feed_asks_the_database_little(
    client: Client, kb: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        feed(client)
