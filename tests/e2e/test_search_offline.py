"""The browser's search held to the server's: the shared vectors, the judged queries, and its speed."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from rulings.models import Entry
from rulings.search.state import current
from tests import vectors
from tests.e2e.offline import Visitor, live, visitor

__all__ = ["live", "visitor"]

JUDGED = Path(__file__).parent.parent / "relevance"
AGREE = 0.95
SLOWDOWN, MOST = 4, 60.0  # times, milliseconds a query (median)

# The modules and the copy as a page without a network has them.
START = """
async (files) => {
  const at = (name) => files.find((path) => path.includes(name));
  const { Search } = await import(at("/offline/search."));
  const words = await import(at("/offline/words."));
  const { tolerance } = await import(at("/offline/keyboards."));
  const [texts, search] = await Promise.all(files.slice(0, 2).map((path) => fetch(path).then((answer) => answer.json())));
  const { entries, sources } = texts;
  const path = (doc) => {
    const { game, slug } = sources[entries[doc].source];
    return `${game}/${slug}/${entries[doc].anchor}/`;
  };
  window.kb = { search: new Search(search, entries), words, tolerance, path };
}
"""
MAKE = """
(given) => {
  const { search, words, tolerance, path } = window.kb;
  const { folding, keyboards } = search.vocabulary;
  const round = (number) => Math.round(number * 1e6) / 1e6;
  const first = (rows) => rows.map(([text]) => text);
  return {
    texts: first(given.texts).map((text) => [text, folding.fold(text), folding.spelled(text), words.words(text).map((word) => word.text)]),
    words: first(given.words).map((word) => [word, folding.code(word), folding.alike(folding.fold(word)), folding.unmixed(folding.fold(word))]),
    layouts: first(given.layouts).map((text) => [text, keyboards.swapped(folding.fold(text))]),
    skeletons: first(given.skeletons).map((word) => [word, keyboards.skeleton(folding.fold(word))]),
    slips: given.slips.map(([typed, word]) => [typed, word, tolerance(typed), round(keyboards.distance(typed, word, tolerance(typed) + 1))]),
    lemmas: first(given.lemmas).map((word) => [word, search.vocabulary.lemmas(word).map((lemma) => search.data.lemmas[lemma]).sort()]),
    answers: given.answers.map(({ query, language, game }) => {
      const { why, total, docs } = search.answer(query, { language, game });
      return { query, language, game, why, total, first: docs.slice(0, 3).map(path) };
    }),
  };
}
"""
ASK = """
(queries) => queries.map(([text, language]) => {
  const start = performance.now();
  const { docs } = window.kb.search.answer(text, { language });
  return { first: docs.slice(0, 3).map(window.kb.path), time: performance.now() - start };
})
"""


def started(page: Page, live: str) -> Page:
    page.goto(f"{live}/ru/offline/")
    files: list[str] = page.request.get(f"{live}/offline/contents.json").json()["files"]
    page.evaluate(START, files)
    return page


def judged() -> list[tuple[str, str]]:
    """Every judged query with the reader's language."""
    lines = [line for path in sorted(JUDGED.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(item["query"], item["ui_lang"]) for item in map(json.loads, lines)]


def test_browser_makes_of_the_vectors_what_the_file_says(visitor: Visitor, live: str) -> None:
    context = visitor()
    page = started(context.new_page(), live)
    given: dict[str, Any] = json.loads(vectors.FILE.read_text(encoding="utf-8"))
    made = page.evaluate(MAKE, given)
    for key, rows in given.items():
        for row, expected in zip(made[key], rows, strict=True):
            assert row == expected, key


def test_browser_agrees_with_the_server_and_is_quick_on_a_slow_phone(visitor: Visitor, live: str) -> None:
    context = visitor()
    page = started(context.new_page(), live)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    queries = judged()
    answers = page.evaluate(ASK, queries)
    state = current()
    paths = {entry.pk: entry.path for entry in Entry.objects.live().select_related("source__game")}
    different = [
        text
        for (text, language), answer in zip(queries, answers, strict=True)
        if vectors.found(text, language, "", state, paths)["first"] != answer["first"]
    ]
    assert len(different) <= len(queries) * (1 - AGREE), different
    assert statistics.median(answer["time"] for answer in answers) <= MOST
