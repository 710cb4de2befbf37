"""What searching costs beside other engines, and how it grows.

    python -m tests.bench.speed [SIZE …]

For each size a corpus (``corpus.py``) is loaded into a folder of its own, and everything is measured in one process,
one query of each engine after the other: the machine may be busy, ratios stay. Times are milliseconds, median and
p95. *New words*: words that no query of this process had; *seen*: asked before. The peers get tokens.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

SIZES = (300, 5_000, 50_000)
STOCK_AT_MOST = 5_000  # the stock backend writes too slowly for more
QUERIES = 120
SETTINGS = "tests.bench.speed_settings"
Times = dict[str, list[float]]


def milliseconds(call: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    call(*arguments)
    return (time.perf_counter() - start) * 1000


def cpu_seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def memory() -> int:
    """Megabytes that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 2**20


# ── one size, in a process of its own ──────────────────────────────────────


def measure(size: int) -> dict[str, Any]:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests.bench.corpus import Corpus

    call_command("migrate", verbosity=0)
    corpus = Corpus(size)
    corpus.load()
    figures: dict[str, Any] = {"size": size}
    figures |= building(size)
    figures |= opening()
    queries = corpus.queries(QUERIES)
    figures["times"] = searching(size, queries, corpus.queries(QUERIES, seed=1), Path(settings.DATA_DIR))
    figures |= editing()
    return figures


def building(size: int) -> dict[str, Any]:
    """CPU seconds of a rebuild, and of plain Whoosh writing the same documents; nothing of either analysed before."""
    from whoosh.filedb.filestore import FileStorage

    from rulings.languages import lemmas
    from rulings.languages.words import parses
    from rulings.search import indexing
    from rulings.search.backend import backend

    def forget() -> None:
        lemmas.cache_clear()
        parses.cache_clear()

    forget()
    ours = cpu_seconds(indexing.rebuild)
    here = backend()
    documents = list(indexing.all_documents(here))
    forget()
    with tempfile.TemporaryDirectory() as folder:

        def plain() -> None:
            writer = FileStorage(folder).create_index(here.schema).writer(limitmb=256)
            for document in documents:
                writer.add_document(**document)
            writer.commit()

        theirs = cpu_seconds(plain)
    return {"rebuild": ours, "entries a second": size / ours, "rebuild × plain Whoosh": ours / theirs}


def opening() -> dict[str, Any]:
    from rulings.search.state import current

    before = memory()
    took = milliseconds(current)
    return {"opening": took, "memory": memory() - before}


def searching(size: int, queries: list[str], others: list[str], folder: Path) -> Times:
    from haystack import connections

    from rulings.languages import lemmas, words
    from rulings.models import Entry
    from rulings.search.answering import answer
    from rulings.search.engine import search
    from rulings.search.query import Query
    from rulings.search.state import current
    from rulings.search.suggest import suggest
    from tests.bench.peers import Fts5, Tantivy, stock, tokens

    current().warm()
    entries = [(entry.pk, tokens(entry.title), "", tokens(entry.text)) for entry in Entry.objects.all().iterator()]
    fts5 = Fts5(entries, folder / "fts5.sqlite3")
    (folder / "tantivy").mkdir()
    tantivy = Tantivy(entries, folder / "tantivy")
    if with_stock := size <= STOCK_AT_MOST:
        connections["stock"].get_backend().update(
            connections["stock"].get_unified_index().get_index(Entry), Entry.objects.live()
        )
    times: Times = {}

    def engine(text: str) -> object:
        return answer(Query(text), current())

    def note(name: str, call: Callable[..., object], *arguments: object) -> None:
        times.setdefault(name, []).append(milliseconds(call, *arguments))

    for text in queries:
        query = [lemmas(word.text) for word in words(text)]
        note("engine, new words", engine, text)
        note("FTS5", fts5.search, query)
        note("engine, seen words", engine, text)
        note("tantivy", tantivy.search, query)
        note("search()", lambda text: search(Query(text)), text)
        note("suggest()", lambda text: suggest(Query(text[:-1])), text)
        if with_stock:
            note("stock backend", stock, text)
    for text in HOSTILE:
        note("the worst query", lambda text: search(Query(text)), text)
    times |= over_http(folder, others)
    return times


_COMMON = "не в и на персонаж карта если может игрок ход атака"
HOSTILE = (
    "*",
    "a*" * 5000,
    "(" * 3000 + "а" + ")" * 3000,
    " ".join(f"слово{number}" for number in range(3000)),
    " OR ".join(_COMMON.split() * 6),
    " ".join(f'"{_COMMON}"' for _ in range(20)),
    " ".join(f"-{word}" for word in _COMMON.split() * 5),
    " ".join("абвгдежзийклмнопрст"[start : start + 12] for start in range(8)) * 8,
    "игра:" * 200,
)


def over_http(folder: Path, queries: list[str]) -> Times:
    from tests.e2e.site import serving

    times: Times = {}
    with serving(folder, SETTINGS) as site:
        connection = HTTPConnection(urlsplit(site).netloc)

        def get(path: str) -> None:
            connection.request("GET", path)
            response = connection.getresponse()
            assert response.status == 200, (path, response.status)
            response.read()

        get(f"/api/search/?q={quote(queries[0])}")
        for text in queries:
            times.setdefault("a constant over HTTP", []).append(milliseconds(get, "/constant"))
            for name in ("search", "suggest"):
                path = f"/api/{name}/?q={quote(text)}"
                times.setdefault(f"/api/{name}/", []).append(milliseconds(get, path))
    return times


def editing() -> dict[str, Any]:
    """One edit until it is found: from the commit on, and with publishing."""
    from rulings.models import Entry
    from rulings.publishing import publish
    from rulings.search import indexing
    from rulings.search.answering import answer
    from rulings.search.query import Query
    from rulings.search.state import current

    def is_found(word: str, key: int) -> None:
        state = current()
        assert [int(key) for key in state.snapshot.keys[answer(Query(word), state).docs]] == [key], word

    found, published = [], []
    for number, entry in enumerate(islice(Entry.objects.live().order_by("pk"), 30)):
        word = f"квазимодо{'абвгдежзик'[number % 10]}{'абв'[number // 10]}"
        entry.body = f"{entry.body} {word}."
        entry.save()

        published.append(milliseconds(publish, [entry]) + milliseconds(is_found, word, entry.pk))
        found.append(milliseconds(indexing.update, {Entry: [entry.pk]}) + milliseconds(is_found, word, entry.pk))
    return {"edit": statistics.median(found), "edit with publishing": statistics.median(published)}


# ── all sizes ──────────────────────────────────────────────────────────────


def main(sizes: Iterable[int]) -> int:
    all_figures = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            environment = {
                **os.environ,
                "KB_DATA_DIR": folder,
                "DJANGO_SETTINGS_MODULE": SETTINGS,
                "LOG_LEVEL": "ERROR",
            }
            command = [sys.executable, "-m", "tests.bench.speed", "--one", str(size)]
            done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        figures = json.loads(done.stdout.splitlines()[-1])
        show(figures)
        all_figures.append(figures)
    if len(all_figures) > 1:
        growth(all_figures)
    return 0


def show(figures: dict[str, Any]) -> None:
    times = {name: statistics.median(values) for name, values in figures["times"].items()}
    print(f"\n── {figures['size']:,} entries ──".replace(",", " "))
    print(f"{'':24}{'median':>9}{'p95':>9}{'× FTS5':>9}")
    for name, values in figures["times"].items():
        high = statistics.quantiles(values, n=20)[-1]
        print(f"{name:24}{times[name]:9.2f}{high:9.2f}{times[name] / times['FTS5']:9.2f}")
    constant = times["a constant over HTTP"]
    for name in ("/api/search/", "/api/suggest/"):
        print(f"{name} is {times[name] / constant:.1f} × a constant")
    if "stock backend" in times:
        print(f"the stock backend is {times['stock backend'] / times['engine, seen words']:.0f} × the engine")
    print(f"the worst query: {max(figures['times']['the worst query']):.0f} ms")
    print(
        f"rebuild: {figures['rebuild']:.1f} CPU seconds, {figures['entries a second']:.0f} entries a second, "
        f"{figures['rebuild × plain Whoosh']:.2f} × plain Whoosh"
    )
    print(f"an edit is found after {figures['edit']:.0f} ms ({figures['edit with publishing']:.0f} with publishing)")
    print(f"opening: {figures['opening']:.0f} ms, {figures['memory']} MB")


def growth(all_figures: list[dict[str, Any]]) -> None:
    print("\n── growth ──")
    names = ("engine, seen words", "engine, new words", "search()", "suggest()", "FTS5", "tantivy")
    print(f"{'':24}" + "".join(f"{figures['size']:>9}" for figures in all_figures))
    for name in names:
        medians = [statistics.median(figures["times"][name]) for figures in all_figures]
        print(f"{name:24}" + "".join(f"{median / medians[0]:8.1f}×" for median in medians))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(int(sys.argv[2]))))
    else:
        sys.exit(main([int(size) for size in sys.argv[1:]] or SIZES))
