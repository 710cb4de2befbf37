"""A game on one page for paper: every text of it, in its order, under its headings."""

from __future__ import annotations

import itertools

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings.kinds import CHAPTER
from rulings.models import Entry
from rulings.views import paper
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def page(client: Client, game: str, language: str = "ru") -> Node:
    return parse(client.get(f"/{language}/{game}/print/").content.decode())


@pytest.mark.parametrize("game", ["talisman", "andor", "agot-lcg", "brimstone", "krolestwo-dusz"])
def test_every_text_of_the_game_stands_on_it_in_order(client: Client, kb: None, game: str) -> None:
    found = page(client, game)
    entries = Entry.objects.live().filter(source__game__slug=game).exclude(kind=CHAPTER).order_by("source", "position")
    sections = [node for node in found.all("section") if node.attributes.get("id", "").startswith("e-")]
    assert [node.attributes["id"] for node in sections] == [f"e-{entry.anchor}" for entry in entries]
    for node, entry in zip(sections, entries, strict=True):
        assert node.one("div", class_="text").text == entry.text


def test_headings_follow_the_tree(client: Client, kb: None) -> None:
    found = page(client, "talisman")
    assert found.one("h1").words == "Талисман"
    assert found.all("h3")[0].words == "Разъяснения правил"
    assert "1 Движение" in [heading.words for heading in page(client, "andor").all("h4")]
    levels = [int(node.tag[1]) for node in found.all() if node.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}]
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_long_game_is_cut_and_says_so(client: Client, kb: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "MOST", 3)
    found = page(client, "talisman")
    assert "печатайте её разделы по одному" in found.words


def test_game_without_texts_says_so(client: Client, kb: None) -> None:
    assert "Правил пока нет" in page(client, "talisman-dungeon").one("p", class_="nothing").words


def test_game_leads_to_it(client: Client, kb: None) -> None:
    acts = parse(client.get("/pl/talisman/").content.decode()).one("div", class_="acts")
    assert acts.one("a").attributes["href"] == "/pl/talisman/print/"


def test_paper_asks_the_database_little(
    client: Client, kb: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        page(client, "talisman")
