"""What searching costs beside other engines, and how it grows.

    python -m tests.bench.speed [--quick] [SIZE …]

For each size a corpus (``corpus.py``) is loaded into a folder of its own, and everything is measured in one process,
one query of each engine after the other, then what the site makes of it: the machine may be busy, ratios stay. Times
are milliseconds, median and p95. *New words*: words that no query of this process had and that it has never analysed;
*seen*: the same words asked again, in the other order. The peers get tokens; every query is asked of FTS5 twice as
well, and both count.

Queries are *questions*, whose words are as frequent as in the texts, and *rare words*, each word of the vocabulary as
likely as any other: the rarer the words, the less there is to rank. ``--quick`` leaves out the stock backend (its index
takes minutes to write), HTTP and the comparison of rebuilding.
"""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from http.client import HTTPConnection
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

SIZES = (300, 5_000, 50_000)
STOCK_AT_MOST = 5_000  # the stock backend writes too slowly for more
QUERIES = 120
EDITS = 100  # each is written twice, and none merged by whoever serves: more than an editor meets
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


def measure(size: int, *, quick: bool) -> dict[str, Any]:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests.bench.corpus import Corpus

    call_command("migrate", verbosity=0)
    corpus = Corpus(size)
    corpus.load()
    figures: dict[str, Any] = {"size": size}
    figures |= building(size, quick=quick)
    figures |= opening()
    queries = {"": corpus.questions(QUERIES), ", rare words": corpus.queries(QUERIES)}
    figures["times"] = searching(size, queries, Path(settings.DATA_DIR), quick=quick)
    if not quick:
        figures["times"] |= over_http(Path(settings.DATA_DIR), corpus.questions(QUERIES, seed=1))
    figures |= editing()
    return figures


def forget() -> None:
    """As in a process that has analysed nothing."""
    from rulings.languages import lemmas
    from rulings.languages.words import parses

    lemmas.cache_clear()
    parses.cache_clear()


def building(size: int, *, quick: bool) -> dict[str, Any]:
    """CPU seconds of a rebuild, and of plain Whoosh writing the same documents; nothing of either analysed before."""
    from whoosh.filedb.filestore import FileStorage

    from rulings.search import indexing
    from rulings.search.backend import backend

    forget()
    ours = cpu_seconds(indexing.rebuild)
    if quick:
        return {"rebuild": ours, "entries a second": size / ours}
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
    """What a process needs until it can search, and until it has everything at hand: in one that knows nothing yet."""
    command = [sys.executable, "-m", "tests.bench.speed", "--opening"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def open_alone() -> dict[str, Any]:
    import django

    django.setup()
    from rulings.languages import lemmas
    from rulings.search.state import current

    for word in ("и", "a"):
        lemmas(word)  # the dictionaries are not the index's
    before = memory()
    took = milliseconds(current)
    opened = memory()
    warm = milliseconds(current().warm)
    return {"opening": took, "memory": opened - before, "warming": warm, "memory when warm": memory() - before}


def searching(size: int, queries: dict[str, list[str]], folder: Path, *, quick: bool) -> Times:
    from haystack import connections

    from rulings.languages import lemmas, words
    from rulings.models import Entry
    from rulings.search.answering import answer
    from rulings.search.engine import search
    from rulings.search.query import Query
    from rulings.search.state import current
    from rulings.search.suggest import suggest
    from tests.bench.peers import Fts5, Tantivy, fields, stock

    current().warm()
    index = connections["default"].get_unified_index().get_index(Entry)
    entries = [fields(entry) for entry in index.index_queryset().iterator(chunk_size=500)]
    fts5 = Fts5(entries, folder / "fts5.sqlite3")
    (folder / "tantivy").mkdir()
    tantivy = Tantivy(entries, folder / "tantivy")
    if with_stock := size <= STOCK_AT_MOST and not quick:
        connections["stock"].get_backend().update(
            connections["stock"].get_unified_index().get_index(Entry), Entry.objects.live()
        )
    forget()
    times: Times = {}

    def engine(text: str) -> object:
        return answer(Query(text), current())

    def note(name: str, call: Callable[..., object], *arguments: object) -> None:
        times.setdefault(name, []).append(milliseconds(call, *arguments))

    for kind, texts in queries.items():
        for text in texts:
            again = " ".join(reversed(text.split()))
            note(f"engine, new words{kind}", engine, text)
            for asked in (text, again):
                query = [lemmas(word.text) for word in words(asked)]
                note(f"FTS5{kind}", fts5.search, query)
                note(f"tantivy{kind}", tantivy.search, query)
            note(f"engine, seen words{kind}", engine, again)
            if with_stock:
                note(f"stock backend{kind}", stock, text)
        for text in texts:  # by itself: the database and the rows would leave nothing of the engines in the cache
            note(f"suggest(), new words{kind}", lambda text: suggest(Query(text[:-1])), text)
            note(f"suggest(), seen words{kind}", lambda text: suggest(Query(text[:-1])), text)
            note(f"search(){kind}", lambda text: search(Query(text)), text)
    for text in HOSTILE:
        note("the worst query", lambda text: search(Query(text)), text)
    return times


_COMMON = "не в и на персонаж карта если может игрок ход атака"
_LONG = "заклинание противник местность способность помощник последователь характеристика"
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
    " OR ".join(f'"{one} {other}"' for one, other in pairwise(_COMMON.split() * 3)),
    " ".join(f'-"{one} {other}"' for one, other in pairwise(_COMMON.split() * 3)),
    " ".join(f"{word[:3]}щ{word[4:]}" for word in _LONG.split() * 8),
)


def over_http(folder: Path, queries: list[str]) -> Times:
    from tests.e2e.site import collect, serving

    times: Times = {}
    collect(folder, SETTINGS)
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
    chance = random.Random(2026)
    for entry in islice(Entry.objects.live().order_by("pk"), EDITS):
        word = "квазимодо" + "".join(chance.choices("бвгджзклмнпрст", k=10))  # no form or slip of another
        entry.body = f"{entry.body} {word}."
        entry.save()

        published.append(milliseconds(publish, [entry]) + milliseconds(is_found, word, entry.pk))
        found.append(milliseconds(indexing.update, {Entry: [entry.pk]}) + milliseconds(is_found, word, entry.pk))
    return {
        "edit": statistics.median(found),
        "edit p95": statistics.quantiles(found, n=20)[-1],
        "edit max": max(found),
        "edit with publishing": statistics.median(published),
    }


# ── all sizes ──────────────────────────────────────────────────────────────


def main(sizes: Iterable[int], *, quick: bool) -> int:
    all_figures = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            environment = {
                **os.environ,
                "KB_DATA_DIR": folder,
                "DJANGO_SETTINGS_MODULE": SETTINGS,
                "LOG_LEVEL": "ERROR",
            }
            command = [sys.executable, "-m", "tests.bench.speed", "--one", str(size), *["--quick"] * quick]
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
    print(f"{'':31}{'median':>9}{'p95':>9}{'× FTS5':>9}")
    for name, values in figures["times"].items():
        high = statistics.quantiles(values, n=20)[-1]
        peer = times["FTS5, rare words" if name.endswith("rare words") else "FTS5"]
        print(f"{name:31}{times[name]:9.2f}{high:9.2f}{times[name] / peer:9.2f}")
    if constant := times.get("a constant over HTTP"):
        for name in ("/api/search/", "/api/suggest/"):
            print(f"{name} is {times[name] / constant:.1f} × a constant")
    if "stock backend" in times:
        print(f"the stock backend is {times['stock backend'] / times['engine, seen words']:.0f} × the engine")
    print(f"the worst query: {max(figures['times']['the worst query']):.0f} ms")
    print(f"rebuild: {figures['rebuild']:.1f} CPU seconds, {figures['entries a second']:.0f} entries a second")
    if ratio := figures.get("rebuild × plain Whoosh"):
        print(f"a rebuild is {ratio:.2f} × plain Whoosh")
    print(
        f"an edit is found after {figures['edit']:.0f} ms (p95 {figures['edit p95']:.0f}, the slowest "
        f"{figures['edit max']:.0f}), {figures['edit with publishing']:.0f} with publishing"
    )
    print(
        f"opening: {figures['opening']:.0f} ms, {figures['memory']} MB; "
        f"everything at hand {figures['warming'] / 1000:.1f} s later, {figures['memory when warm']} MB in all"
    )
    print(f"load average {os.getloadavg()[0]:.1f}")


def growth(all_figures: list[dict[str, Any]]) -> None:
    print("\n── growth ──")
    names = ("engine, seen words", "engine, new words", "search()", "suggest(), new words", "FTS5", "tantivy")
    print(f"{'':24}" + "".join(f"{figures['size']:>9}" for figures in all_figures))
    for name in names:
        medians = [statistics.median(figures["times"][name]) for figures in all_figures]
        print(f"{name:24}" + "".join(f"{median / medians[0]:8.1f}×" for median in medians))


if __name__ == "__main__":
    is_quick = "--quick" in sys.argv
    numbers = [int(text) for text in sys.argv[1:] if text.isdecimal()]
    if "--opening" in sys.argv:
        print(json.dumps(open_alone()))
    elif "--one" in sys.argv:
        print(json.dumps(measure(numbers[0], quick=is_quick)))
    else:
        sys.exit(main(numbers or SIZES, quick=is_quick))
