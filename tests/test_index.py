"""The index beside the database: its condition, its repair, and the site while it can't be read."""

from __future__ import annotations

import json
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, transaction
from django.test import Client
from haystack import connections
from whoosh.index import open_dir
from whoosh.qparser import QueryParser

from rulings.checks import index_is_usable
from rulings.models import Entry, Synonym
from rulings.publishing import publish
from rulings.search import analysis, indexing, state
from rulings.search.answering import answer
from rulings.search.backend import Backend
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.segments import FIELDS
from rulings.search.snapshot import Snapshot
from rulings.search.state import current
from rulings.search.storage import Mark, UnusableError
from rulings.search_indexes import EntryIndex
from tests.desk import said

Commit = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
pytestmark = pytest.mark.usefixtures("index")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the small index is kept for the tests that come after."""
    return tmp_path_factory.mktemp("small") / "index"


@pytest.fixture
def small(index: Backend, kept: Path) -> Backend:
    """The index and the database without synonyms, which are most of the rows: it is rebuilt in a third of the time."""
    Synonym.objects.all().delete()
    root = index.folders.root
    if kept.exists():
        shutil.rmtree(root)
        shutil.copytree(kept, root)
    else:
        indexing.rebuild()
        shutil.copytree(root, kept)
    return index


@pytest.fixture
def no_repair(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """What would be done in the background."""
    tasks: list[Callable[[], object]] = []
    monkeypatch.setattr(indexing, "_in_background", tasks.append)
    return tasks


def found(text: str) -> list[str]:
    return [item.entry.anchor for item in search(Query(text)).results]


def forget_everything(index: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that starts now: nothing that setting up makes is there."""
    index.setup_complete = False
    for made in ("schema", "parser", "storage", "index", "content_field_name"):
        index.__dict__.pop(made, None)
    monkeypatch.setattr(state, "_state", None)
    monkeypatch.setattr(state, "_seen", None)


def lose(index: Backend) -> None:
    shutil.rmtree(index.folders.root)


def empty(index: Backend) -> None:
    call_command("clear_index", interactive=False, verbosity=0)


def garble(index: Backend) -> None:
    for path in index.folder.iterdir():
        if path.suffix in {".trm", ".pst"}:
            path.write_bytes(b"\0" * 64)


def garble_pointer(index: Backend) -> None:
    (index.folders.root / "current").write_bytes(b"\xff\xfe\0")


def cut_short(index: Backend) -> None:
    for path in index.folder.glob("*.toc"):
        path.write_bytes(path.read_bytes()[:40])


def age(index: Backend) -> None:
    (index.folder / "made.json").write_text(json.dumps({"made_by": "another analysis"}))


def forget(index: Backend) -> None:
    """A row that the index missed: another process was killed between the database's commit and the index's."""
    entry = Entry.objects.live().filter(kind="ruling")[0]
    Entry.objects.filter(pk=entry.pk).update(stamp=entry.stamp + 1)


TROUBLES = [
    (lose, "missing", 1),
    (empty, "missing", 1),
    (garble, "damaged", 2),
    (garble_pointer, "missing", 1),
    (cut_short, "damaged", 2),
    (age, "other-version", 3),
    (forget, "behind", 4),
]


@pytest.mark.parametrize(("harm", "key", "number"), TROUBLES, ids=[harm.__name__ for harm, *_ in TROUBLES])
def test_trouble_is_said_and_repaired(
    harm: Callable[[Backend], None],
    key: str,
    number: int,
    small: Backend,
    client: Client,
    no_repair: list[Callable[[], object]],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert indexing.condition().key == "fine"
    assert index_is_usable() == []
    harm(small)
    forget_everything(small, monkeypatch)
    assert indexing.condition().key == key
    monkeypatch.setattr(sys, "argv", ["manage.py", "check"])
    assert [message.id for message in index_is_usable()] == [f"rulings.W00{number}"]
    response = client.get("/healthz")
    assert response.json()["condition"] == key
    assert response.status_code == (200 if key in {"behind", "other-version"} else 503)
    assert f"the index is {key}" in caplog.text

    no_repair[0]()
    assert indexing.condition().key == "fine"
    assert client.get("/healthz").status_code == 200
    assert found("короной повелений")[0] == "korona-poveleniy-v1"


@pytest.mark.parametrize("harm", [lose, empty, garble, garble_pointer, cut_short])
def test_the_database_answers_while_the_index_can_not(
    harm: Callable[[Backend], None],
    index: Backend,
    ruling: Entry,
    client: Client,
    no_repair: list[Callable[[], object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harm(index)
    forget_everything(index, monkeypatch)
    assert client.get(ruling.url("ru")).status_code == 200  # without its related rulings
    forget_everything(index, monkeypatch)
    page = search(Query("короной повелений"))
    assert page.is_makeshift
    assert page.results[0].entry.anchor == "korona-poveleniy"
    assert "<mark>Корона</mark>" in page.results[0].title
    counts = dict(page.facets["game"])
    assert (counts.pop("talisman"), {*counts.values()}) == (page.total, {0})
    assert search(Query("корона")).total == search(Query("короной")).total > 1
    assert search(Query("короной повелений", game="andor")).total == 0
    assert search(Query("короной игра:андор")).total == search(Query('"повелений короны"')).total == 0
    assert search(Query("-игра:талисман короной")).total == 0
    assert {found.entry.language for found in search(Query("язык:польский карта:Ducha")).results} == {"pl"}
    assert {found.entry.kind for found in search(Query("тип:вопрос короной")).results} == {"ruling"}
    assert search(Query("короной -повелений")).total < search(Query("короной")).total
    answered = client.get("/ru/search/", {"q": "короной повелений"}).content.decode()
    assert "Поиск приводится в порядок" in answered
    assert client.get("/api/suggest/", {"q": "корон"}).json()["cards"] == []
    assert no_repair


def test_damage_is_met_once(
    index: Backend, no_repair: list[Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    garble(index)
    forget_everything(index, monkeypatch)
    assert search(Query("короной повелений")).is_makeshift
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "make", None)  # nothing is decoded any more
        assert search(Query("короной повелений")).is_makeshift
    indexing.rebuild()
    assert not search(Query("короной повелений")).is_makeshift


def test_damage_that_another_process_met_takes_nothing_from_a_state_that_was_read(index: Backend) -> None:
    before = found("короной повелений")
    index.folders.set_damaged(index.folder, "another process met it")
    assert found("короной повелений") == before


def test_the_old_index_answers_while_the_new_one_is_made(index: Backend, no_repair: list[Callable[[], object]]) -> None:
    age(index)
    page = search(Query("короной повелений"))
    assert (page.is_makeshift, page.results[0].entry.anchor) == (False, "korona-poveleniy-v1")


def test_a_state_decoded_in_the_background_replaces_none_that_was_made_since(index: Backend) -> None:
    kept = state.current()
    state._make_in_background(index.mark(), index.reader(), before=None)
    state.settle()
    assert state.current() is kept


def test_the_site_starts_and_repairs_by_itself(small: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "_AGAIN", (0,))
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    lose(small)
    forget_everything(small, monkeypatch)
    indexing.start()
    assert indexing.condition().key == "fine"
    assert not indexing._background.locked()


def test_what_a_command_missed_is_caught_up_by_who_serves(small: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is gone when the index can be written again, and nobody else writes or starts."""
    looks = iter([False, False, True])  # the last one ends it

    class Until(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            return next(looks)

    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    entry = Entry.objects.live().first()
    assert entry
    Entry.objects.filter(pk=entry.pk).update(title="Летает ли дирижабль?", stamp=entry.stamp + 1)
    indexing.keep_up(Until())
    assert indexing.condition().key == "behind"
    looks = iter([False, True])
    small.folders.set_behind()
    indexing.keep_up(Until())
    assert indexing.condition().key == "fine"
    assert search(Query("дирижабль")).total == 1


@pytest.mark.parametrize("harm", [None, lose, garble], ids=["fine", "lost", "garbled"])
def test_a_start_waits_for_the_index_and_for_no_repair(
    harm: Callable[[Backend], None] | None, index: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    if harm:
        harm(index)
    forget_everything(index, monkeypatch)
    is_served, seen = threading.Event(), []

    def repair() -> None:
        seen.append(is_served.wait(30))
        raise UnusableError("whatever")

    monkeypatch.setattr(indexing, "_AGAIN", (0,))
    monkeypatch.setattr(indexing, "repair", repair)
    indexing.start()
    decoded = state._state
    is_served.set()
    with indexing._background:
        assert seen == [True]
    if harm:
        assert decoded is None
    else:
        assert decoded is not None
        assert all(segment._fields.keys() == FIELDS.keys() for segment in decoded.snapshot.segments.values())


def test_a_rolled_back_import_leaves_no_trace(
    index: Backend, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    before = index.mark()
    with (
        django_capture_on_commit_callbacks(execute=True) as callbacks,
        suppress(ZeroDivisionError),
        transaction.atomic(),
    ):
        ruling.title = "Летает ли дирижабль?"
        ruling.save()
        publish([ruling])
        raise ZeroDivisionError
    assert callbacks == []
    assert (index.mark(), found("дирижабль")) == (before, [])


def test_rows_are_read_when_nobody_else_writes(index: Backend, ruling: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the older state of a row could be written after the newer one."""
    writer = Backend.writer

    def late(*args: Any) -> Any:
        Entry.objects.filter(pk=ruling.pk).update(title="Летает ли дирижабль?", stamp=ruling.stamp + 1)
        return writer(*args)

    monkeypatch.setattr(Backend, "writer", late)
    indexing.update({Entry: [ruling.pk]})
    assert found("дирижабль") == [ruling.anchor]


def test_haystacks_update_reads_rows_when_nobody_else_writes(
    index: Backend, ruling: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Backend.writer

    def late(*args: Any) -> Any:
        Entry.objects.filter(pk=ruling.pk).update(title="Летает ли дирижабль?", stamp=ruling.stamp + 1)
        return writer(*args)

    monkeypatch.setattr(Backend, "writer", late)
    index.update(connections["default"].get_unified_index().get_index(Entry), [ruling])
    assert (found("дирижабль"), indexing.condition().key) == ([ruling.anchor], "fine")
    monkeypatch.setattr(Backend, "writer", writer)
    Entry.objects.filter(pk=ruling.pk).update(state="draft", stamp=ruling.stamp + 2)
    index.update(connections["default"].get_unified_index().get_index(Entry), [ruling])
    assert (found("дирижабль"), indexing.condition().key) == ([], "fine")


def test_what_changes_while_a_rebuild_catches_up_is_not_missed(
    index: Backend, ruling: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_up = indexing._bring_up
    times: list[int] = []

    def edited(here: Backend, folder: Path | None) -> int:
        changed = bring_up(here, folder)
        if not times:  # right after the first time, while others may still write
            Entry.objects.filter(pk=ruling.pk).update(title="Летает ли дирижабль?", stamp=ruling.stamp + 1)
        times.append(changed)
        return changed

    monkeypatch.setattr(indexing, "_bring_up", edited)
    indexing.rebuild()
    state.settle()
    assert times == [0, 1]
    assert (found("дирижабль"), indexing.condition().key) == ([ruling.anchor], "fine")


def test_late_damage_of_an_old_folder_is_no_fault_of_the_new_one(
    index: Backend, no_repair: list[Callable[[], object]]
) -> None:
    before = state.current()
    indexing.rebuild()
    state.settle()
    indexing.met_damage(UnusableError("gone"), before)
    assert indexing.condition().key == "fine"
    indexing.met_damage(UnusableError("torn"), state.current())
    assert indexing.condition().key == "damaged"


def test_two_commits_of_one_moment_are_told_apart(
    index: Backend, ruling: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time_ns()
    monkeypatch.setattr(Backend, "times", lambda self: (now, now))  # the clock of the files stands still
    for word in ("дирижабль", "аэростат"):
        Entry.objects.filter(pk=ruling.pk).update(title=f"Летает ли {word}?", stamp=ruling.stamp + len(word))
        indexing.update({Entry: [ruling.pk]})
        assert found(word) == [ruling.anchor]


def test_a_state_before_answers_while_much_is_decoded(index: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "_LARGE", 10)
    before = state.current()
    started: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread))
    opened: list[Any] = []
    reader = Backend.reader

    def counted(here: Backend) -> Any:
        opened.append(reader(here))
        return opened[-1]

    monkeypatch.setattr(Backend, "reader", counted)
    index.rebuild(lambda: indexing.all_documents(index), lambda folder: None)
    assert [state.current() for _time in range(3)] == [before] * 3
    assert (len(started), len(opened)) == (1, 1)  # decoded once, and nothing opened in vain meanwhile
    started[0].run()
    assert state.current().mark != before.mark


def test_a_process_without_the_lock_falls_behind_and_catches_up(
    index: Backend, ruling: Entry, no_repair: list[Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulings.search.backend.WAIT", 0.05)
    Entry.objects.filter(pk=ruling.pk).update(title="Летает ли дирижабль?", stamp=ruling.stamp + 1)
    with index.folders.writing(1):
        indexing.update({Entry: [ruling.pk]})
        assert indexing.condition().key == "behind"
    no_repair[0]()
    assert (found("дирижабль"), indexing.condition().key) == ([ruling.anchor], "fine")


def test_searches_during_edits_and_a_rebuild_answer_as_alone(index: Backend, ruling: Entry) -> None:
    """make soak does it for minutes, in four processes with eight threads each."""
    texts = ["короной повелений", "может ли персонаж", "заклинание жаба"]
    alone = {text: answer(Query(text), current()).docs.size for text in texts}
    assert all(alone.values())
    stop = threading.Event()
    wrong: list[object] = []

    def reader() -> None:
        while not stop.wait(0.005):
            for text in texts:
                try:
                    now = current()
                    got = answer(Query(text), now)
                    if got.docs.size != alone[text] or not now.snapshot.live[got.docs].all():
                        wrong.append((text, got.docs.size))
                except Exception as error:  # noqa: BLE001 anything at all is a failure here
                    wrong.append(error)

    threads = [threading.Thread(target=reader) for _ in range(4)]
    for thread in threads:
        thread.start()
    indexing.update({Entry: [ruling.pk]})
    indexing.rebuild()
    indexing.update({Entry: [ruling.pk]})
    stop.set()
    for thread in threads:
        thread.join()
    with state._decoding:  # in the background
        pass
    assert wrong == []


def test_whoosh_alone_can_read_the_index(index: Backend) -> None:
    with open_dir(str(index.folder)).searcher() as searcher:
        query = QueryParser("text", searcher.schema).parse("короной django_ct:rulings.entry")
        assert len(searcher.search(query, limit=None)) > 1


def test_two_rebuilds_do_not_meet(small: Backend) -> None:
    with small.folders.repairing(0.1), pytest.MonkeyPatch.context() as patch:
        patch.setattr(indexing, "_PATIENCE", 0.05)
        with pytest.raises(CommandError, match=said("Another process is rebuilding the index.")):
            call_command("rebuild_index", interactive=False, verbosity=0)
    with small.folders.writing(0.1), pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulings.search.backend.WAIT", 0.05)
        with pytest.raises(CommandError, match=said("Another process writes to the index; try again later.")):
            call_command("rebuild_index", interactive=False, verbosity=0)
    before = small.folder
    call_command("rebuild_index", interactive=False, verbosity=0)
    assert small.folder != before
    assert indexing.condition().key == "fine"


def test_publishing_does_not_fail_by_an_index_that_is_busy(
    small: Backend, ruling: Entry, no_repair: list[Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "_PATIENCE", 0.05)
    with small.folders.repairing(1), small.folders.writing(1):
        call_command("publish", verbosity=0)
    assert small.folders.is_behind
    no_repair[0]()
    assert indexing.condition().key == "fine"


def test_a_file_in_the_place_of_the_index_fails_no_command(
    small: Backend, no_repair: list[Callable[[], object]]
) -> None:
    shutil.rmtree(small.folders.root)
    small.folders.root.write_text("x")
    call_command("publish", verbosity=0)
    assert indexing.condition().key in {"missing", "damaged"}


def test_a_rebuild_that_fails_leaves_the_index_behind_and_no_folder(
    small: Backend, no_repair: list[Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Backend) -> list[dict[str, Any]]:
        raise OSError("no space left")

    def folders() -> set[Path]:
        return {path for path in small.folders.root.iterdir() if path.is_dir()}

    small.folders.set_behind()
    before = folders()
    monkeypatch.setattr(indexing, "all_documents", full)
    for _ in range(3):
        with pytest.raises(OSError, match="no space left"):
            indexing.rebuild()
    assert small.folders.is_behind
    assert folders() == before
    monkeypatch.undo()
    indexing.rebuild()
    assert not small.folders.is_behind


def test_who_falls_behind_while_others_catch_up_is_not_forgotten(
    small: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_up = indexing._bring_up

    def meanwhile(here: Backend, folder: Path | None) -> int:
        here.folders.set_behind()
        return bring_up(here, folder)

    small.folders.set_behind()
    monkeypatch.setattr(indexing, "_bring_up", meanwhile)
    indexing.catch_up()
    assert len(small.folders.behind()) == 1


def test_an_index_that_was_emptied_and_filled_again_is_believed(small: Backend) -> None:
    call_command("clear_index", interactive=False, verbosity=0)
    assert indexing.condition().key == "missing"
    call_command("update_index", verbosity=0)
    assert indexing.condition().key == "fine"
    assert not search(Query("короной повелений")).is_makeshift


def test_rows_that_cannot_be_read_again_fail_no_save(
    small: Backend, ruling: Entry, no_repair: list[Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(Backend, "bring_up", locked)
    indexing.update({Entry: [ruling.pk]})
    assert small.folders.is_behind


@pytest.mark.parametrize("room", ["preparing", "analysis"])
def test_a_fault_of_our_own_costs_its_entry_only(
    room: str,
    small: Backend,
    ruling: Entry,
    no_repair: list[Callable[[], object]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is told of, and what the index has of all others stays in service; a rebuild gets through as well."""
    analyse, full_prepare = analysis.analyse, EntryIndex.full_prepare

    def analyse_or_fail(text: str) -> Iterator[analysis.Position]:
        if "дирижабль" in text:
            raise ZeroDivisionError(text)
        return analyse(text)

    def prepare_or_fail(entries: EntryIndex, row: Entry) -> Any:
        if "дирижабль" in row.title:
            raise ZeroDivisionError(row.title)
        return full_prepare(entries, row)

    other = Entry.objects.live().filter(kind="ruling").exclude(pk=ruling.pk)[0]
    for entry, word in ((ruling, "дирижабль"), (other, "аэростат")):
        Entry.objects.filter(pk=entry.pk).update(title=f"Летает ли {word}?", stamp=entry.stamp + 1)
    with pytest.MonkeyPatch.context() as patch:
        if room == "analysis":
            patch.setattr(analysis, "analyse", analyse_or_fail)
        else:
            patch.setattr(EntryIndex, "full_prepare", prepare_or_fail)
        writes: list[Callable[[], object]] = [
            lambda: indexing.update({Entry: [ruling.pk, other.pk]}),
            indexing.rebuild,
        ]
        for write in writes:
            caplog.clear()
            write()
            state.settle()
            assert f"rulings.entry.{ruling.pk} can't be indexed" in caplog.text
            assert "ZeroDivisionError" in caplog.text
            assert found("аэростат") == [other.anchor]
            assert ruling.anchor not in found("короной повелений")
            assert not search(Query("короной")).is_makeshift
            assert (small.folders.is_behind, no_repair) == (False, [])
            assert str(indexing.condition()) == "behind (rulings.entry)"
    indexing.repair()
    assert (found("дирижабль"), indexing.condition().key) == ([ruling.anchor], "fine")


def test_a_state_is_read_anew_where_a_writer_took_its_files_away(
    small: Backend, ruling: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoosh opens the files of a segment when it needs them: a commit may have deleted them by then."""
    current()
    made: list[int] = []
    make = state.make

    def taken_away(mark: Mark, *arguments: Any) -> state.State:
        made.append(mark.generation)
        if len(made) == 1:
            with small.writer():
                pass
            raise UnusableError("'NoneType' object is not subscriptable")
        return make(mark, *arguments)

    monkeypatch.setattr(state, "make", taken_away)
    with small.writer():
        pass
    assert current().mark.generation == made[1] == made[0] + 1
    assert found("короной повелений")[0] == "korona-poveleniy-v1"
    monkeypatch.setattr(state, "_state", None)
    monkeypatch.setattr(state, "_seen", None)
    monkeypatch.setattr(state, "make", lambda *_: (_ for _ in ()).throw(UnusableError("damage")))
    with pytest.raises(UnusableError, match="damage"):  # where nobody wrote, it is damaged
        current()


def test_an_index_made_before_questions_were_compared_answers_until_it_is_rebuilt(
    small: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Snapshot.data
    monkeypatch.setattr(Snapshot, "data", lambda self, doc: {**data(self, doc), "asks": None})
    monkeypatch.setattr(state, "_state", None)
    monkeypatch.setattr(state, "_seen", None)
    assert found("короной повелений")[0] == "korona-poveleniy-v1"
    assert not search(Query("короной повелений")).is_makeshift
