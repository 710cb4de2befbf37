"""A page asks the database as often for many rows as for one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models.sql.query import Query
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from rulings.models import Card, Entry, Game, Mention, MissedQuery, Name, Source
from rulings.publishing import publish
from tests.e2e.pages import PAGES

pytestmark = pytest.mark.django_db

MOST = 8


@pytest.mark.parametrize("language", ["ru", "pl"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_page_asks_little(
    client: Client,
    kb: None,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    language: str,
    path: str,
) -> None:
    # A query without an answer is written down for the editors: that is no part of the page.
    monkeypatch.setattr(MissedQuery.objects, "record", lambda *args: None)
    with django_assert_max_num_queries(MOST):
        response = client.get(f"/{language}/{path}")
    expected = {PAGES["not-found"]: 404, PAGES["bad-request"]: 400}
    assert response.status_code == expected.get(path, 200)


@pytest.mark.parametrize(("name", "most"), [("ruling-yes-if", 60), ("game", 50), ("card", 60)])
def test_page_puts_little_together(
    client: Client, kb: None, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    """What is the same of a question for every page is put together once: each field that a query names costs as much
    as a row of its answer."""
    client.get(f"/pl/{PAGES[name]}")
    named = []
    setup_joins = Query.setup_joins

    def count(query: Query, names: list[str], *args: Any, **options: Any) -> Any:
        named.append(names)
        return setup_joins(query, names, *args, **options)

    monkeypatch.setattr(Query, "setup_joins", count)
    assert client.get(f"/ru/{PAGES[name]}").status_code == 200
    assert 0 < len(named) <= most


def build(count: int) -> tuple[Game, Source, Card, list[Entry]]:
    """A game with a source, ``count`` cards, and as many chapters, rulings and sections, all about the first card."""
    game = Game.objects.create(slug="game", hue=100)
    Name.objects.create(game=game, language="ru", text="Новая игра")
    source = Source.objects.create(game=game, slug="faq", language="ru", title="Вопросы", text="Вопросы\n")
    cards = [Card.objects.create(game=game, slug=f"card-{number}", kind="card") for number in range(count)]
    for number, card in enumerate(cards):
        Name.objects.create(card=card, language="ru", text=f"Карта {number}", recognise="always")
        Name.objects.create(card=card, language="pl", text=f"Karta {number}", recognise="always")
    entries = []
    for number in range(count):
        chapter = Entry.objects.create(
            source=source,
            kind="chapter",
            title=f"Глава {number}",
            position=number * 10,
            anchor=f"chapter-{number}",
            language="ru",
        )
        for place, kind in enumerate(("ruling", "section", "clarification"), 1):
            entries.append(
                Entry.objects.create(
                    source=source,
                    kind=kind,
                    parent=chapter,
                    title=f"Можно ли Карта 0, {kind} {number}?",
                    body="Да, если сказано Карта 0.",
                    position=number * 10 + place,
                    anchor=f"{kind}-{number}",
                    language="ru",
                    first_line=1,
                    last_line=1,
                )
            )
    publish(entries)
    for entry in entries[::3]:
        entry.cards.add(cards[0])
    for entry in entries[1:]:
        for thing in ({"to_entry": entries[0]}, {"game": game}):
            Mention.objects.create(entry=entry, field="text", start=0, end=2, surface="Да", **thing)
    return game, source, cards[0], entries


# Queries of each page; the same with one row and with three.
EXPECTED = {
    "home": 7,
    "game": 8,
    "source": 3,
    "terms": 4,
    "card": 6,
    "ruling": 8,
    "section": 8,
    "chapter": 7,
    "search": 2,
}


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("name", "queries"), EXPECTED.items())
def test_page_asks_as_much_for_three_as_for_one(
    client: Client, index: None, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int, count: int
) -> None:
    game, source, card, entries = build(count)
    chapter = entries[0].parent
    assert chapter
    paths = {
        "home": "/ru/",
        "game": game.url("ru"),
        "source": source.url("ru"),
        "terms": f"{game.url('ru')}terms/",
        "card": card.url("ru"),
        "ruling": entries[0].url("ru"),
        "section": entries[1].url("ru"),
        "chapter": chapter.url("ru"),
        "search": "/ru/search/?q=карта&game=game",
    }
    client.get(paths[name])  # templates, catalogues and the decoded index are read once
    with django_assert_num_queries(queries):
        assert client.get(paths[name]).status_code == 200


@pytest.mark.parametrize(
    "url", ["/sitemap.xml", "/e/{}", "/api/games/", "/api/entries/", "/api/entries/{}/", "/ru/talisman/"]
)
def test_nobody_reads_a_whole_document_to_name_it(client: Client, ruling: Entry, url: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url.format(ruling.pk)).status_code in (200, 302)
    assert asked.captured_queries
    assert not [query["sql"] for query in asked.captured_queries if '"rulings_source"."text"' in query["sql"]]
