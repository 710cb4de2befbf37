"""The browser's search held to the server's: the shared vectors, the judged queries, and its speed."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from rulings.models import Entry
from rulings.search.examples import PARTS
from rulings.search.query import Query
from rulings.search.state import current
from rulings.search.suggest import suggest
from tests import vectors
from tests.e2e.offline import Visitor, live, visitor

__all__ = ["live", "visitor"]

JUDGED = Path(__file__).parent.parent / "relevance"
AGREE = 0.95
SLOWDOWN, MOST = 4, 60.0  # times, milliseconds a query (median)

HELD = (Path(__file__).parent / "held.js").read_text(encoding="utf-8")


def started(page: Page, live: str) -> Page:
    page.goto(f"{live}/ru/offline/")
    files: list[str] = page.request.get(f"{live}/offline/contents.json").json()["files"]
    page.evaluate(HELD)
    page.evaluate("(files) => held.start(files)", files)
    return page


def judged() -> list[tuple[str, str]]:
    """Every judged query with the reader's language."""
    lines = [line for path in sorted(JUDGED.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(item["query"], item["ui_lang"]) for item in map(json.loads, lines)]


def test_browser_makes_of_the_vectors_what_the_file_says(visitor: Visitor, live: str) -> None:
    context = visitor()
    page = started(context.new_page(), live)
    given: dict[str, Any] = json.loads(vectors.FILE.read_text(encoding="utf-8"))
    made = page.evaluate("(given) => held.make(given)", given)
    for key, rows in given.items():
        for row, expected in zip(made[key], rows, strict=True):
            assert row == expected, key


def test_browser_suggests_what_the_server_does(visitor: Visitor, live: str) -> None:
    page = started(visitor().new_page(), live)
    names = [
        "Корона Повелений",
        "Karta Terenu",
        "Hermit",
        "бой вместо вас",
        "koro",
        "rjhjy",
        "снижение ц",
        "заклинание повеления",
        "Движение",
        "x`hyfz vfubz",
        "короною",
        "Талисман",
        "Gra o Tron",
        "королевство дуi",
        "fyljh",
    ]
    texts = [name[:length] for name in names for length in range(1, len(name) + 1)]
    found = page.evaluate("(texts) => held.begin(texts)", texts)
    for text, (cards, games, entries, why) in zip(texts, found, strict=True):
        expected = suggest(Query(text))
        assert cards == [card.key for card in expected.cards[:2]], text
        assert games == [[*game] for game in expected.games], text
        assert entries == [entry.key for entry in expected.entries[:4]], text
        assert why == expected.why, text


def test_browser_marks_the_cards_of_prefixes(visitor: Visitor, live: str) -> None:
    page = started(visitor().new_page(), live)
    for text, own in [
        ("карта:жаба", {"жабу", "жабы", "жаба"}),
        ("карта:ropucha", {"жабу", "жабы", "жаба"}),
        ("карта:жаба превращение", {"жабу", "жабы"}),
        ("карта:B147", {"рыцаря", "цветов"}),
    ]:
        marked = page.evaluate("(text) => held.mark(text)", text)
        assert marked, text
        assert all({word.lower() for word in words} & own for words in marked), (text, marked)


def examples() -> list[tuple[str, str, str]]:
    """The examples of the help page, each with its language and its first answer."""
    return [
        (one.query, language, one.first)
        for part in PARTS
        for topic in part.topics
        for language, own in topic.examples.items()
        for one in own
    ]


def test_browser_agrees_with_the_server_and_is_quick_on_a_slow_phone(visitor: Visitor, live: str) -> None:
    context = visitor()
    page = started(context.new_page(), live)
    shown = examples()
    found = page.evaluate("(queries) => held.ask(queries)", [one[:2] for one in shown])
    assert [answer["first"][0] for answer in found] == [first for _, _, first in shown]
    queries = judged()
    answers = page.evaluate("(queries) => held.ask(queries)", queries)
    state = current()
    paths = {entry.pk: entry.path for entry in Entry.objects.live().select_related("source__game")}
    different = [
        text
        for (text, language), answer in zip(queries, answers, strict=True)
        if vectors.found(text, language, "", state, paths)["first"] != answer["first"]
    ]
    assert len(different) <= len(queries) * (1 - AGREE), different
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    slowly = page.evaluate("(queries) => held.ask(queries)", queries[::6])
    assert statistics.median(answer["time"] for answer in slowly) <= MOST
