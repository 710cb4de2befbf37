"""``make linking``, and a part of ``make bench``: what finding mentions costs, beside plain things, and how it grows.

Words: texts are matched against names (those of the site, and as many again as a big game has), beside a plain regular
expression: one alternation of the same names in all their forms. Growth: 500 and 5,000 entries with as many names
in proportion are linked anew. One entry: what a preview costs in a small and in a big game. ``--quick``: words alone.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import django

SMALL, BIG = 500, 5_000
MOST_GROWTH = 12.0  # times as long for ten times as many entries
MOST_FORMS = 100  # of one name in the alternation
_SOME = 20  # every twentieth line, or fewer, is enough for the alternation
ROOT = Path(__file__).resolve().parent.parent.parent


def timed(action: Callable[[], object]) -> float:
    """Seconds of processor time: other work on the machine is none of it."""
    start = time.process_time()
    action()
    return time.process_time() - start


# ── words a second ─────────────────────────────────────────────────────────


def words_a_second(more: int) -> tuple[int, float, float, float]:
    """Names; words a second of the first pass, of the next ones, and of an alternation of the same forms."""
    from rulings.languages import words
    from rulings.linking import ALWAYS, Lexicon, LexiconName, forms
    from tests.bench.corpus import SOURCES, vocabulary

    texts = [line for path in sorted((SOURCES / "ru").glob("*.txt")) for line in path.read_text().splitlines() if line]
    count = sum(1 for text in texts for _ in words(text))
    tail = vocabulary()[2_000:]
    names = [*site_names(), *(f"{tail[at * 2]} {tail[at * 2 + 1]}".capitalize() for at in range(more))]
    lexicon = Lexicon((LexiconName(name, name, "ru", forms(name, "ru"), ALWAYS) for name in names), "ru")

    def look() -> None:
        for text in texts:
            lexicon.find(text)

    first = timed(look)
    again = min(timed(look) for _ in range(3))
    spelled = sorted({re.escape(form) for name in names for form in spellings(name)}, key=len, reverse=True)
    plain = re.compile(rf"\b(?:{'|'.join(spelled)})\b", re.IGNORECASE)
    some = texts[:: _SOME * (1 + more // 50)]
    alternation = timed(lambda: [plain.findall(text) for text in some])
    return len(names), count / first, count / again, sum(1 for text in some for _ in words(text)) / alternation


def site_names() -> Iterator[str]:
    for path in sorted((ROOT / "fixtures" / "names").glob("*.toml")):
        for thing in tomllib.loads(path.read_text()).get("card", []):
            yield from (name["text"] for name in thing["names"] if name["language"] == "ru")


@functools.cache
def analyser() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


def spellings(name: str) -> set[str]:
    """The name in all forms of its words."""
    forms = [{form.word for parse in analyser().parse(word)[:1] for form in parse.lexeme} for word in name.split()]
    return {" ".join(form) for form, _ in zip(product(*forms), range(MOST_FORMS), strict=False)}


# ── growth ─────────────────────────────────────────────────────────────────


def measure(size: int) -> dict[str, float]:
    """In a process with a database of its own: linking all entries anew, and one of them."""
    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    from rulings.models import Entry
    from rulings.publishing import Publisher
    from tests.bench.corpus import Corpus

    call_command("migrate", verbosity=0)
    with transaction.atomic():
        Corpus(size).load()
    publisher = Publisher()

    def relink() -> None:
        for start in range(0, size, 500):
            rows = list(Entry.objects.placed().order_by("pk")[start : start + 500])
            with transaction.atomic():
                publisher.publish(rows)

    first = timed(relink)  # every word is new to the dictionary
    again = timed(relink)
    one = Entry.objects.placed().last()
    assert one
    preview = min(timed(lambda: Publisher().render(one)) for _ in range(5))
    return {"first": first, "again": again, "preview": preview}


def apart(size: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "KB_DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "kb.settings",
            "LOG_LEVEL": "ERROR",
        }
        command = [sys.executable, "-m", "tests.bench.linking", "--measure", str(size)]
        output = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(output.splitlines()[-1])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="words a second alone, not how the cost grows")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return 0
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    print(f"{'names':>7}{'words/s, first':>16}{'again':>10}{'alternation':>13}{'times as fast':>15}")
    for more in (0, 500):
        names, first, again, plain = words_a_second(more)
        print(f"{names:7}{first:16,.0f}{again:10,.0f}{plain:13,.0f}{again / plain:15.1f}")
    if options.quick:
        return 0
    small, big = apart(SMALL), apart(BIG)
    print(f"{'entries':>7}{'s, first':>16}{'s, again':>10}{'ms, one entry':>15}")
    for size, found in ((SMALL, small), (BIG, big)):
        print(f"{size:7}{found['first']:16.1f}{found['again']:10.1f}{found['preview'] * 1000:15.1f}")
    growth = big["again"] / small["again"]
    print(f"{BIG} entries take {growth:.1f} times as long as {SMALL}; they may take {MOST_GROWTH:.0f} times")
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
