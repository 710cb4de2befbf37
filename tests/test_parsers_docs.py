"""What docs/documents.md says is true: its outlines parse, its keys are all there are, its format works."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rulings.documents import Outline, ParseError
from rulings.parsers import PARSERS, parse
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
    monkeypatch.setitem(PARSERS, "glossary", room["parse"])


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
    assert error.value.problem == ("glossary-line", 2, "просто строка")
