"""A document is uploaded, looked at, and imported once an editor says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulings.labels import problem_text
from rulings.models import Entry, Game, Source
from rulings.reading import fixture_sources
from rulings.search.engine import search
from rulings.search.query import Query
from tests.desk import messages, said

Commit = Callable[..., AbstractContextManager[Any]]
PAGE = "/admin/rulings/source/import/"
MARKDOWN = "# Домашние правила\n\n## Дирижабли\n\n**В:** Летает ли дирижабль?\n\n**О:** Да.\n\nНе закрыта «кавычка\n"
FACTS = {"language": "ru", "title": "Домашние правила", "slug": "doma", "credit": "Мы"}


def upload(text: str | bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def look(desk: Client, document: SimpleUploadedFile, page: str = PAGE, **fields: Any) -> Any:
    return desk.post(page, {"document": document, **fields})


def parts(page: Any) -> list[int]:
    """How many entries would be new, changed, gone, left alone, as before."""
    return [len(entries) for _label, entries in page.context["parts"]]


@pytest.fixture
def game(kb: None) -> Game:
    return Game.objects.get(slug="talisman")


def test_a_report_comes_first_and_nothing_is_written(index: None, desk: Client, game: Game) -> None:
    page = look(desk, upload(MARKDOWN, "doma.md"), game=game.pk, **FACTS)
    assert parts(page) == [2, 0, 0, 0, 0]
    assert (7, problem_text("quote-open", "«")) in page.context["oddities"]
    assert page.context["renews"] is None
    assert (Source.objects.count(), Entry.objects.count(), LogEntry.objects.count()) == (5, 202, 0)


def test_what_the_report_showed_is_imported_when_an_editor_says_so(
    index: None, desk: Client, game: Game, django_capture_on_commit_callbacks: Commit
) -> None:
    page = look(desk, upload(MARKDOWN, "doma.md"), game=game.pk, **FACTS)
    with django_capture_on_commit_callbacks(execute=True):
        done = desk.post(PAGE, {"packed": page.context["packed"]}, follow=True)
    source = Source.objects.get(slug="doma")
    assert (source.text, source.file_name) == (MARKDOWN, "doma.md")
    assert (source.title, source.credit) == ("Домашние правила", "Мы")
    assert done.redirect_chain == [(f"/admin/rulings/entry/?source={source.pk}", 302)]
    assert len(messages(done)) == 1
    assert [entry.title for entry in source.entries.all()] == ["Дирижабли", "Летает ли дирижабль?"]
    assert [item.entry.source_id for item in search(Query("дирижабль")).results] == [source.pk] * 2
    assert LogEntry.objects.get().object_id == str(source.pk)


def test_an_outline_beside_the_document_is_used(index: None, desk: Client) -> None:
    path = fixture_sources()[0]
    outline = upload(path.with_suffix(".toml").read_bytes(), "outline.toml")
    page = look(desk, upload(path.read_bytes(), path.name), outline=outline)
    assert parts(page) == [0, 0, 0, 0, 100]
    assert page.context["renews"].slug == "faq"


def test_a_new_version_does_with_the_outline_of_the_last_import(index: None, desk: Client, ruling: Entry) -> None:
    text = fixture_sources()[0].read_text(encoding="utf-8")
    changed = text.replace(ruling.title, "Можно ли собирать на Короне золото?")
    page = look(desk, upload(changed, "000_91eefb64ac7cc88a.txt"), f"{PAGE}?source={ruling.source_id}")
    assert parts(page) == [0, 1, 0, 0, 99]
    desk.post(PAGE, {"packed": page.context["packed"]})
    again = Entry.objects.get(pk=ruling.pk)
    assert (again.title, again.anchor) == ("Можно ли собирать на Короне золото?", ruling.anchor)


def test_an_import_leaves_alone_what_editors_changed_and_removed(index: None, desk: Client, ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(edited=True, title="Моё")
    Entry.objects.filter(anchor="korona-poveleniy-v2").update(removed=True)
    path = fixture_sources()[0]
    page = look(desk, upload(path.read_bytes(), path.name), f"{PAGE}?source={ruling.source_id}")
    assert parts(page) == [0, 0, 0, 2, 98]


@pytest.mark.parametrize(
    ("document", "name", "facts", "line", "key", "detail"),
    [
        (b"\xd0\x94\xd0\xb0\n\xff", "a.txt", {"format": "faq"}, 2, "not-utf8", ""),
        (" \n", "a.md", {}, 0, "empty", ""),
        ("Текст\n", "a.txt", {}, 0, "no-outline", "a.toml"),
        ("О: Да.\n", "a.md", {}, 1, "answer-without-question", "О: Да."),
        ("x\x00y", "a.md", {}, 1, "not-text", ""),
        ("# x\n\nА", "a.md", {"language": ""}, 0, "outline-language", ""),
    ],
)
def test_an_error_names_file_and_line_and_nothing_is_written(
    index: None,
    desk: Client,
    game: Game,
    document: str | bytes,
    name: str,
    facts: dict[str, str],
    line: int,
    key: str,
    detail: str,
) -> None:
    page = look(desk, upload(document, name), game=game.pk, **{**FACTS, **facts})
    text = problem_text(key, detail)
    wanted = said("%(file)s, line %(line)d: %(text)s") % {"file": name, "line": line, "text": text}
    assert page.context["failure"] == (wanted if line else f"{name}: {text}")
    assert "packed" not in page.context
    assert Source.objects.count() == 5


def test_an_error_in_the_outline_names_its_line(index: None, desk: Client) -> None:
    page = look(desk, upload(MARKDOWN, "doma.md"), outline=upload('title = "x"\nslug = = 1\n', "doma.toml"))
    assert page.context["failure"].startswith("doma.toml, ")
    assert " 2:" in page.context["failure"]


def test_an_unknown_game_of_an_outline_is_named(index: None, desk: Client) -> None:
    outline = upload('game = "chess"\nlanguage = "ru"\n', "doma.toml")
    page = look(desk, upload(MARKDOWN, "doma.md"), outline=outline)
    assert problem_text("unknown-game", "chess") in page.context["failure"]


def test_an_error_between_report_and_answer_writes_nothing(index: None, desk: Client) -> None:
    game = Game.objects.create(slug="doma")
    outline = upload('game = "doma"\nlanguage = "ru"\n', "doma.toml")
    page = look(desk, upload(MARKDOWN, "doma.md"), outline=outline)
    game.delete()
    answer = desk.post(PAGE, {"packed": page.context["packed"]})
    assert problem_text("unknown-game", "doma") in answer.context["failure"]
    assert Source.objects.count() == 5


@pytest.mark.parametrize(("hours", "status"), [(11, 302), (13, 200)])
def test_a_report_waits_half_a_day(
    index: None, desk: Client, game: Game, monkeypatch: pytest.MonkeyPatch, hours: int, status: int
) -> None:
    packed = look(desk, upload(MARKDOWN, "doma.md"), game=game.pk, **FACTS).context["packed"]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + hours * 3600)
    assert desk.post(PAGE, {"packed": packed}).status_code == status


@pytest.mark.parametrize("spoil", [lambda packed: packed[:-1], lambda packed: "", lambda packed: "x" + packed])
def test_a_report_that_was_tampered_with_is_refused(
    index: None, desk: Client, game: Game, spoil: Callable[[str], str]
) -> None:
    packed = look(desk, upload(MARKDOWN, "doma.md"), game=game.pk, **FACTS).context["packed"]
    answer = desk.post(PAGE, {"packed": spoil(packed)})
    assert answer.context["failure"] == said("This report is too old. Upload the document again.")
    assert Source.objects.count() == 5


def test_a_file_that_is_too_large_is_refused(kb: None, desk: Client) -> None:
    page = look(desk, upload(b"a" * 1_000_001, "a.md"))
    assert page.context["form"].errors == {"document": [said("The file is larger than 1 MB: cut it into documents.")]}


def test_a_large_document_travels_in_the_page(index: None, desk: Client, game: Game) -> None:
    body = "\n\n".join(f"## Раздел {number}\n\nСлово {7919 ** (number + 3)}." for number in range(80))
    page = look(desk, upload(f"# Книга\n\n{body}\n", "kniga.md"), game=game.pk, **FACTS)
    assert parts(page) == [80, 0, 0, 0, 0]
    assert len(page.context["packed"]) > 10_000
    assert desk.post(PAGE, {"packed": page.context["packed"]}).status_code == 302


def test_a_file_name_with_folders_is_only_its_name(index: None, desk: Client, game: Game) -> None:
    page = look(desk, upload(MARKDOWN, "../../etc/doma.md"), game=game.pk, **FACTS)
    assert page.context["report"].path == Path("doma.md")
