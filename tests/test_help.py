"""The help page of the search: each example on it leads to what the page says of it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from rulings.languages import fold
from rulings.models import Entry
from rulings.search.engine import search
from rulings.search.examples import PARTS, Example
from rulings.search.pages import MAX_LIMIT
from rulings.search.query import OR_WORDS, PREFIXES, Query
from tests.html import Node, parse

pytestmark = pytest.mark.django_db

EXAMPLES = [
    (language, example)
    for part in PARTS
    for topic in part.topics
    for language, examples in topic.examples.items()
    for example in examples
]


def answers(query: Query) -> list[Entry]:
    return [found.entry for found in search(query, limit=MAX_LIMIT).results]


def fact(entry: Entry, name: str) -> str:
    return {"game": entry.source.game.slug, "kind": entry.kind, "language": entry.language}[name]


@pytest.mark.parametrize(("language", "example"), EXAMPLES, ids=[example.query for _, example in EXAMPLES])
def test_example_finds_what_the_page_says(kb: None, language: str, example: Example) -> None:
    query = Query(example.query, interface=language)
    with translation.override(language):
        page = search(query, limit=MAX_LIMIT)
    found = [result.entry for result in page.results]
    assert found[0].path == example.first
    assert (page.interpreted.query if page.interpreted else "") == example.instead
    if example.also:
        assert example.also in {entry.path for entry in found}
    if example.without:
        rest = Query(re.sub(r" -\S+", "", example.query), interface=language)
        assert example.without in {entry.path for entry in answers(rest)}
        assert example.without not in {entry.path for entry in found}
    if example.only:
        name, value = example.only
        assert {fact(entry, name) for entry in found} == {value}
        others = answers(Query(" ".join(query.surfaces), interface=language))
        assert {fact(entry, name) for entry in others} > {value}


def test_every_sign_of_the_query_language_is_explained() -> None:
    signs = {topic.key: topic.signs for part in PARTS for topic in part.topics}
    explained = {name: {fold(sign.rstrip(":")) for sign in signs[name]} for name in set(PREFIXES.values())}
    assert explained == {name: {sign for sign in PREFIXES if PREFIXES[sign] == name} for name in explained}
    assert set(signs["either"]) == OR_WORDS
    assert all(Query(sign.replace("…", "one two")).groups[0][0].is_phrase for sign in signs["phrase"])
    assert Query(signs["without"][0].replace("…", "word")).excluded


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_page_has_every_example_as_a_link_to_its_search(client: Client, kb: None, language: str) -> None:
    page = parse(client.get(f"/{language}/help/").content.decode())
    links = [link for link in page.one("main").all("a") if link.attributes["href"].startswith(f"/{language}/search/")]
    asked = [parse_qs(urlsplit(link.attributes["href"]).query)["q"][0] for link in links]
    wanted = [example for own, example in EXAMPLES if own == language]
    assert asked == [example.query for example in wanted]
    for link, example in zip(links, wanted, strict=True):
        assert link.one("b").text == example.query
        assert len(titles(link)) == len([path for path in (example.first, example.also) if path])
        assert len(link.all("s")) == bool(example.without)
        assert bool(link.all("small")) == bool(example.instead)
        assert example.instead in link.words


def titles(link: Node) -> list[str]:
    return [node.words for node in link.all("span", class_="finds") if not node.all("s")]


@pytest.mark.parametrize("language", ["ru", "pl"])
@pytest.mark.parametrize("path", ["search/", "search/?q=жаба", "search/?q=кардамон", "talisman/"])
def test_help_is_at_hand(client: Client, kb: None, language: str, path: str) -> None:
    page = parse(client.get(f"/{language}/{path}").content.decode())
    ways = [link for link in page.all("a") if link.attributes["href"] == f"/{language}/help/"]
    assert len(ways) == (2 if "search" in path else 1)  # near the field and in the footer
