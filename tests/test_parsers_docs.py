"""What docs/documents.md says is true: its outlines parse, its keys are all there are, its format works."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rulings.documents import Outline, ParseError
from rulings.forms import ImportForm
from rulings.labels import problem_text
from rulings.models import Entry
from rulings.parsers import PARSERS, Format, parse
from tests.sketches import sketch

DOCS = (Path(__file__).parents[1] / "docs" / "documents.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)


def test_every_key_of_the_outline_has_an_example() -> None:
    known: set[str] = set()
    blank = Outline()
    for toml in blocks("toml"):
        outline = Outline.from_toml(toml)
        known |= {key.name for key in fields(Outline) if getattr(outline, key.name) != getattr(blank, key.name)}
        known |= set(re.findall(r"^(\w+) =", toml, re.MULTILINE))
    assert known - {"1", "3"} == {key.name for key in fields(Outline)}


def test_every_format_is_named() -> None:
    assert all(f"`{name}`" in DOCS for name in PARSERS)


@pytest.fixture
def glossary(monkeypatch: pytest.MonkeyPatch) -> None:
    """The format of the guide, registered as the guide says."""
    room: dict[str, Any] = {}
    (source,) = blocks("python")
    exec(compile(source, "glossary.py", "exec"), room)  # noqa: S102
    (line,) = re.findall(r'`"glossary": (Format\([^`]*\))`', " ".join(DOCS.split()))
    registered = eval(line, {"Format": Format, "glossary": SimpleNamespace(**room)})  # noqa: S307
    monkeypatch.setitem(PARSERS, "glossary", registered)


@pytest.mark.usefixtures("glossary")
def test_a_new_format_is_one_function_and_one_line() -> None:
    text = "БСГ = Боевая Сила Героя\n\nОВ = Очки Воли\n"
    document = parse(text, Outline(language="ru", format="glossary"))
    assert sketch(document) == ["section БСГ 1", "section ОВ 3"]
    assert document.text().split() == text.split()


@pytest.mark.usefixtures("glossary")
def test_a_new_format_refuses_with_a_line() -> None:
    with pytest.raises(ParseError) as error:
        parse("БСГ = сила\nпросто строка", Outline(language="ru", format="glossary"))
    assert error.value.problem == ("a line without “=”", 2, "просто строка")


@pytest.mark.usefixtures("kb", "glossary")
def test_a_new_format_needs_nothing_else_to_be_imported_refused_and_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "slova.txt"
    path.write_text("БСГ = Боевая Сила Героя\n", encoding="utf-8")
    path.with_suffix(".toml").write_text(
        'title = "Слова"\ngame = "andor"\nlanguage = "ru"\nformat = "glossary"\n', encoding="utf-8"
    )
    call_command("import_document", path)
    assert Entry.objects.get(source__slug="slova").text == "Боевая Сила Героя"
    path.write_text("просто строка\n", encoding="utf-8")
    with pytest.raises(CommandError) as error:
        call_command("import_document", path)
    assert str(error.value) == f"{path}:1: a line without “=”: просто строка"
    assert '<option value="glossary">Terms with their meanings</option>' in str(ImportForm()["format"])


def test_a_format_without_a_label_is_chosen_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARSERS, "table", PARSERS["rules"])
    assert '<option value="table">table</option>' in str(ImportForm()["format"])


@pytest.mark.parametrize(
    ("key", "detail", "text"),
    [
        ("a row too many", "", "a row too many"),
        ("a row too many", "7 %", "a row too many: 7 %"),
        ("“%(detail)s” is 100 % wrong", "7", "“7” is 100 % wrong"),
    ],
)
def test_a_problem_without_words_of_its_own_is_shown_as_it_is(key: str, detail: str, text: str) -> None:
    assert problem_text(key, detail) == text
