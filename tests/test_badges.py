"""What is in another language than the page says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.e2e.pages import PAGES
from tests.html import Node, parse

pytestmark = pytest.mark.django_db

BLOCKS = {"section", "article", "aside", "details", "div", "nav", "footer", "ul", "ol", "dl"}


@pytest.mark.parametrize("language", ["ru", "pl"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_what_is_in_another_language_has_a_badge(client: Client, kb: None, language: str, path: str) -> None:
    """In its row, or at the heading of its block."""
    main = parse(client.get(f"/{language}/{path}").content.decode()).one("main")
    foreign = [node for node in main.all() if node.attributes.get("lang", language) != language and node.words]
    lacking = [node.words for node in foreign if not _is_own_name(node) and not _has_badge(node)]
    assert not lacking


def _above(node: Node) -> Iterator[Node]:
    at: Node | None = node
    while at is not None and at.tag != "main":
        yield at
        at = at.parent


def _is_own_name(node: Node) -> bool:
    """A language that is called as it calls itself."""
    return node.words in ("Русский", "Polski")


def _has_badge(node: Node) -> bool:
    code = node.attributes["lang"].upper()
    for at in _above(node):
        is_pair = at.parent is not None and at.parent.tag == "dl"
        is_way = "crumbs" in at.classes  # one badge for all of it
        is_block = at.tag in BLOCKS and not is_pair and not is_way
        places = [found for tag in ("h1", "h2", "summary") for found in at.all(tag)] if is_block else [at]
        if any(badge.text == code for place in places for badge in place.all("span", class_="lang")):
            return True
    return False


def test_word_of_the_interface_in_a_foreign_text_is_in_its_own_language(client: Client, kb: None) -> None:
    heading = parse(client.get("/pl/talisman/faq/note/").content.decode()).one("h1")
    assert heading.one("span", lang="pl").text == "Uwaga"
    assert not parse(client.get("/ru/talisman/faq/note/").content.decode()).one("h1").all("span", lang="ru")
