"""What is in another language than the page says so: to the eye by a badge, to a screen reader by its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from django.test import Client

from tests.e2e.pages import PAGES
from tests.html import Node, parse

pytestmark = pytest.mark.django_db

BLOCKS = {"section", "article", "aside", "details", "div", "nav", "footer", "ul", "ol", "dl"}


PLACES = PAGES | {
    "game-russian": "agot-lcg/",
    "card-with-set": "agot-lcg/cards/serseya-lannister/",
    "source-polish": "krolestwo-dusz/instrukcja/",
    "paper-polish": "krolestwo-dusz/print/",
}

SPOKEN = ("title", "aria-label", "alt", "placeholder")
CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
LATIN = re.compile(r"[a-ząćęłńóśźż]{2}")
NUMBER = re.compile(r"\bВ\d*\b")  # what a question is called in its source, in every language
# Latin letters that stand on Russian pages and in Russian texts of their own accord.
OWN_LATIN = re.compile(r"FAQ|Shinner|Insidious Ways|Nomad Games|Fantasy Flight Games|testserver/\S*|/api/\S+")


@pytest.mark.parametrize("language", ["ru", "pl"])
@pytest.mark.parametrize("path", PLACES.values(), ids=PLACES)
def test_what_is_in_another_language_says_so(client: Client, kb: None, language: str, path: str) -> None:
    """With a badge in its row, or at the heading of its block; and no piece of a page, text or interface, is in letters
    of another language than it says."""
    body = parse(client.get(f"/{language}/{path}").content.decode()).one("body")
    foreign = [node for node in body.one("main").all() if node.attributes.get("lang", language) != language]
    lacking = [node.words for node in foreign if node.words and not _is_own_name(node) and not _has_badge(node)]
    assert not lacking
    assert not _misread(body, language, unquote(path.partition("q=")[2].partition("&")[0]))


def test_suggestion_says_its_language(client: Client, kb: None) -> None:
    found = parse(client.get("/pl/search/suggest/?q=прин").content.decode())
    assert found.one("div", role="listbox").all("span", lang="ru")
    assert not _misread(found, "pl", "прин")


def _misread(node: Node, language: str, asked: str) -> set[tuple[str, str, str]]:
    """What is in letters of another language than it says. A query is in whichever the reader wrote."""
    found = set()
    for said_in, words, where in _spoken(node, language):
        own = words
        for typed in (asked, *asked.split()):  # also a word of it alone, which nothing here has
            own = own.replace(typed, "") if typed else own
        rest = NUMBER.sub("", OWN_LATIN.sub("", own))
        is_wrong = LATIN.search(rest) and not CYRILLIC.search(rest) if said_in == "ru" else CYRILLIC.search(rest)
        if is_wrong and words != "Язык / Język":
            found.add((said_in, where, words))
    return found


def _spoken(node: Node, language: str) -> Iterator[tuple[str, str, str]]:
    """(language, words, what says them) of every text and every spoken attribute of a node and below it."""
    language = node.attributes.get("lang", language)
    is_query = node.tag == "b" and any("?q=" in above.attributes.get("href", "") for above in _above(node))
    if is_query or node.tag in ("script", "style", "code") or node.attributes.get("aria-hidden") == "true":
        return
    for name in SPOKEN:
        yield language, node.attributes.get(name, ""), f"{node.tag}@{name}"
    for child in node.children:
        if isinstance(child, Node):
            yield from _spoken(child, language)
        else:
            yield language, " ".join(child.split()), f"{node.tag}.{'.'.join(node.classes)}"


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
    assert [span.text for span in heading.all("span", lang="pl")] == ["Uwaga", "RU"]
    assert not parse(client.get("/ru/talisman/faq/note/").content.decode()).one("h1").all("span", lang="ru")
