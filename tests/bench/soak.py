"""A few minutes of what may go wrong with the index, on the site's own documents.

    python -m tests.bench.soak [MINUTES]

Four processes with eight threads each search all the time, while two processes edit and others rebuild; then edits,
imports and rebuilds are killed at random moments, and the index is lost, damaged and locked. Prints what was done
and what was seen; fails on an error, an empty answer, a ghost, or an answer that differs from the one given alone.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from tests.e2e.site import ROOT, collect, environment, manage, serving

SETTINGS = "kb.settings"
TEXTS = ("короной повелений", "может ли персонаж", "город", "дракон", "жаба", "заклинание", "тролль", "персонаж")
PROCESSES, THREADS = 4, 8
KILLS = 8  # of each kind
IMPORTED = 300  # entries of the document that is imported
_EDITED = "квазимодо"  # a word that no document has
_IMPORTED = "soak"  # the address of that document


# ── what runs in processes of its own ──────────────────────────────────────


def searcher(seconds: float) -> dict[str, Any]:
    """Search with eight threads; every answer must be the one that was given alone."""
    from rulings.search.answering import answer
    from rulings.search.query import Query
    from rulings.search.state import current

    def ask(text: str) -> list[int]:
        state = current()
        docs = answer(Query(text), state, 10).docs
        assert state.snapshot.live[docs].all(), "a ghost"
        return [int(key) for key in state.snapshot.keys[docs]]

    alone = {text: ask(text) for text in TEXTS}
    wrong: Counter[str] = Counter()
    asked = [0] * THREADS
    until = time.monotonic() + seconds

    def run(number: int) -> None:
        while time.monotonic() < until:
            for text in TEXTS:
                try:
                    found = ask(text)
                except Exception as error:  # noqa: BLE001 (whatever it is, it is what is looked for)
                    wrong[repr(error)] += 1
                    continue
                asked[number] += 1
                if found != alone[text]:
                    wrong["nothing found" if not found else f"another answer to {text}"] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"asked": sum(asked), "wrong": dict(wrong)}


def editor(seconds: float) -> dict[str, Any]:
    """Save entries that no query of the searchers finds, each with a word of its own, and look for it at once."""
    from django.db import transaction

    from rulings.models import Entry
    from rulings.publishing import publish
    from rulings.search.answering import answer
    from rulings.search.query import Query
    from rulings.search.state import current

    chance = random.Random(os.getpid())
    keys = list(Entry.objects.live().filter(source__language="pl").values_list("pk", flat=True))
    until = time.monotonic() + seconds
    done, missed = 0, 0
    while time.monotonic() < until:
        key = chance.choice(keys)
        word = _EDITED + "".join(chance.choices("абвгдежзиклмн", k=10))
        with transaction.atomic():
            entry = Entry.objects.select_for_update().get(pk=key)
            entry.body = f"{entry.body.partition(_EDITED)[0].strip()} {word}"
            entry.save()
            publish([entry])
        state = current()
        found = [int(key) for key in state.snapshot.keys[answer(Query(word), state).docs]]
        done += 1
        missed += found != [key] and Entry.objects.get(pk=key).body.endswith(word)
    return {"done": done, "missed": missed}


def rebuilder(seconds: float) -> dict[str, Any]:
    from rulings.search import indexing

    until = time.monotonic() + seconds
    done = 0
    while time.monotonic() < until:
        indexing.rebuild()
        done += 1
    return {"done": done}


def importer(seconds: float) -> dict[str, Any]:
    """Import one version after the other of a document, every text of which says which version it is."""
    from django.conf import settings

    from rulings.importing import import_document

    path = Path(settings.DATA_DIR) / f"{_IMPORTED}.md"
    outline = 'title = "Soak"\ngame = "talisman"\nlanguage = "ru"\nformat = "markdown"\n'
    path.with_suffix(".toml").write_text(outline, encoding="utf-8")
    until = time.monotonic() + seconds
    done = 0
    while time.monotonic() < until:
        version = f"версия{time.time_ns()}"
        sections = (f"# Раздел {number}\n\nТекст {number}: {version}.\n" for number in range(IMPORTED))
        path.write_text("\n".join(sections), encoding="utf-8")
        import_document(path)
        done += 1
    return {"done": done}


def imported() -> dict[str, Any]:
    """How many entries the document has, and of how many versions they are."""
    from rulings.models import Entry

    texts = list(Entry.objects.live().filter(source__slug=_IMPORTED).values_list("text", flat=True))
    return {"entries": len(texts), "versions": len({text.rpartition(": ")[2] for text in texts})}


def condition() -> dict[str, Any]:
    from rulings.search import indexing

    return {"condition": indexing.condition().key}


ROLES: dict[str, Callable[..., dict[str, Any]]] = {
    role.__name__: role for role in (searcher, editor, rebuilder, importer, imported, condition)
}


def play(role: str, *arguments: str) -> None:
    import django

    django.setup()
    print(json.dumps(ROLES[role](*map(float, arguments))))


# ── the soak ───────────────────────────────────────────────────────────────


class Soak:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failures = 0
        self.chance = random.Random(2026)

    def note(self, what: str, fails: bool = False) -> None:
        self.failures += fails
        print(f"{'FAILED ' if fails else ''}{what}", flush=True)

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment(self.folder, SETTINGS),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def role(self, name: str, *arguments: float) -> subprocess.Popen[str]:
        return self.start("-m", "tests.bench.soak", "--role", name, *map(str, arguments))

    @staticmethod
    def result(process: subprocess.Popen[str]) -> dict[str, Any]:
        out, _ = process.communicate()
        found: dict[str, Any] = json.loads(out.splitlines()[-1]) if out.strip() else {"died": process.returncode}
        return found

    def together(self, seconds: float) -> None:
        searchers = [self.role("searcher", seconds) for _ in range(PROCESSES)]
        editors = [self.role("editor", seconds) for _ in range(2)]
        builder = self.role("rebuilder", seconds)
        found = [self.result(process) for process in searchers]
        wrong: Counter[str] = Counter()
        for result in found:
            wrong.update(result.get("wrong", {"a searcher died": 1}))
        asked = sum(result.get("asked", 0) for result in found)
        self.note(
            f"searches in {PROCESSES} × {THREADS} threads: {asked}, wrong: {dict(wrong)}", bool(wrong) or not asked
        )
        edits = [self.result(process) for process in editors]
        done, missed = (sum(result.get(key, 0) for result in edits) for key in ("done", "missed"))
        died = any("died" in result for result in edits)
        self.note(
            f"edits of two processes meanwhile: {done}, not found at once: {missed}", died or bool(missed) or not done
        )
        rebuilt = self.result(builder)
        self.note(f"rebuilds meanwhile: {rebuilt.get('done', 0)}", not rebuilt.get("done"))
        self.expect_fine("after all of this")

    def expect_fine(self, when: str) -> None:
        seen = self.result(self.role("condition")).get("condition", "no answer")
        self.note(f"the index {when}: {seen}", seen != "fine")

    def expect_one_version(self) -> None:
        """An import is there as a whole or not at all."""
        seen = self.result(self.role("imported"))
        self.note(
            f"the document of the killed imports: {seen}", (seen.get("entries"), seen.get("versions")) != (IMPORTED, 1)
        )

    def kill(self, what: str, *command: str) -> None:
        """Kill a command at random moments; the next start must serve and repair by itself."""
        alive = 0
        for _ in range(KILLS):
            process = self.start(*command)
            time.sleep(self.chance.uniform(1.0, 6.0))
            if process.poll() is None:
                alive += 1
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.note(f"killed in the midst of {what}: {alive} of {KILLS}", alive < KILLS)
        with self.site() as site:
            self.expect_answers(site, f"after {KILLS} kills of {what}")
            self.wait_for_fine(site, f"after {KILLS} kills of {what}")

    def harm(self, what: str, harm: Callable[[Path], None]) -> None:
        """Harm the index under a running site: it must answer at once, and repair it by itself."""
        with self.site() as site:
            self.expect_answers(site, f"before {what}")
            harm(self.folder / "index")
            self.expect_answers(site, f"at once after {what}")
            self.wait_for_fine(site, f"after {what}")
        with self.site() as site:
            harm(self.folder / "index")
        with self.site() as site:
            self.expect_answers(site, f"at the start after {what}")
            self.wait_for_fine(site, f"at the start after {what}")

    @contextmanager
    def site(self) -> Iterator[str]:
        with serving(self.folder, SETTINGS, "--workers=2") as site:
            yield site

    def expect_answers(self, site: str, when: str) -> None:
        empty = [text for text in TEXTS if not self.get(f"{site}/api/search/?q={quote(text)}").get("total")]
        self.note(f"answers {when}: {len(TEXTS) - len(empty)} of {len(TEXTS)}", bool(empty))

    def wait_for_fine(self, site: str, when: str) -> None:
        start, seen = time.monotonic(), ""
        while time.monotonic() < start + 90 and seen != "fine":
            seen = self.get(f"{site}/healthz").get("condition", "")
            time.sleep(0.2)
        self.note(f"repaired {when}: {seen}, {time.monotonic() - start:.1f} s", seen != "fine")

    @staticmethod
    def get(address: str) -> dict[str, Any]:
        try:
            with urlopen(address, timeout=60) as response:  # noqa: S310 (our own server)
                found: dict[str, Any] = json.load(response)
        except HTTPError as error:
            found = json.load(error)
        return found


def lose(index: Path) -> None:
    shutil.rmtree(index)


def garble(index: Path) -> None:
    for path in index.rglob("MAIN_*"):
        if path.suffix != "":
            path.write_bytes(b"\0" * 100)


def cut_short(index: Path) -> None:
    for path in index.rglob("*.toc"):
        path.write_bytes(path.read_bytes()[:30])


def misplace(index: Path) -> None:
    (index / "current").write_text("nonsense")


def main(minutes: float) -> int:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        soak = Soak(Path(name))
        manage(soak.folder, SETTINGS, "load_kb")
        collect(soak.folder, SETTINGS)
        soak.together(minutes * 60)
        soak.kill("edits", "-m", "tests.bench.soak", "--role", "editor", "60")
        soak.kill("rebuilds", "-m", "tests.bench.soak", "--role", "rebuilder", "60")
        soak.kill("imports", "-m", "tests.bench.soak", "--role", "importer", "60")
        soak.expect_one_version()
        for harm in (lose, misplace, cut_short, garble):
            soak.harm(harm.__name__.replace("_", " "), harm)
        print(f"{soak.failures} failures in {time.monotonic() - started:.0f} s")
    return min(soak.failures, 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--role"]:
        play(*sys.argv[2:])
    else:
        sys.exit(main(float((sys.argv[1:] or ["1"])[0])))
