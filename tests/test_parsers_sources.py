"""The five sources become exactly the trees that were decided for them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulings.documents import Document, Outline
from rulings.parsers import parse

FIXTURES = Path(__file__).parents[1] / "fixtures" / "sources"
SOURCES = {path.name: path for path in sorted(FIXTURES.glob("*/*.txt"))}
OUTLINE = Path(__file__).parent / "data" / "outline.jsonl"
# What a paragraph loses on its way into an entry: the mark of a question, an answer, a number, a bullet, a note;
# the dash after a run-in heading.
MARK = re.compile(r"(?:[ВО]\d*\.|\(\d+\.\d+\)|\d+(?:-\d+)?\.|•|P\.S\.|-)?")


def tree(name: str) -> Document:
    path = SOURCES[name]
    outline = path.with_suffix(".toml").read_text(encoding="utf-8")
    assert len(outline.splitlines()) <= 40
    return parse(path.read_text(encoding="utf-8"), Outline.from_toml(outline))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_becomes_its_tree(name: str) -> None:
    lines = OUTLINE.read_text(encoding="utf-8").splitlines()
    wanted = [entry for entry in map(json.loads, lines) if entry["file"] == name]
    found = []
    for placed in tree(name).walk():
        node = placed.node
        entry = {
            "file": name,
            "kind": node.kind,
            "number": node.number or None,
            "title": node.title,
            "path": list(placed.path),
            "lines": list(node.lines) if node.lines else None,
        }
        examples = sum(block.kind == "example" for block in node.blocks)
        found.append(entry | ({"examples": examples} if examples else {}))
    assert found == wanted


def test_the_trees_have_202_entries() -> None:
    assert sum(len(list(tree(name).walk())) for name in SOURCES) == 202


@pytest.mark.parametrize("name", SOURCES)
def test_a_tree_written_out_again_is_its_source(name: str) -> None:
    assert squeezed(tree(name).text()) == squeezed(SOURCES[name].read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SOURCES)
def test_every_paragraph_stands_in_the_entries_once_and_in_order(name: str) -> None:
    document = tree(name)
    told = [*document.titles]
    for placed in document.walk():
        told += [placed.node.title, *(block.text for block in placed.node.blocks)]
    source, at = squeezed(SOURCES[name].read_text(encoding="utf-8")), 0
    for text in filter(None, map(squeezed, told)):
        place = source.find(text, at)
        assert place >= 0, text
        assert MARK.fullmatch(source[at:place]), (source[at:place], text)
        at = place + len(text)
    assert at == len(source)


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        (
            "000_91eefb64ac7cc88a.txt",
            [
                (246, "question-mark", "В2"),
                (252, "answer-unmarked", ""),
                (268, "no-space", "».Э"),
                (306, "answer-unmarked", ""),
                (332, "quote-open", "«"),
            ],
        ),
        ("001_00c2ff70d9e97d9d.txt", []),
        ("002_7ac6e9358b791655.txt", [(77, "mixed-letters", "еcли"), (107, "heading-twice", "Типы повреждений")]),
        ("003_90c9b9032abf8e20.txt", [(3, "title-twice", "")]),
        ("004_ff0ce4816cad4a48.txt", [(79, "number-missing", "3.4"), (83, "number-twice", "3.5")]),
    ],
)
def test_what_is_odd_in_a_source_is_reported_and_nothing_else(name: str, odd: list[tuple[int, str, str]]) -> None:
    assert [(problem.line, problem.key, problem.detail) for problem in tree(name).problems] == odd


@pytest.mark.parametrize("name", SOURCES)
def test_line_ends_and_a_byte_order_mark_change_nothing(name: str) -> None:
    path = SOURCES[name]
    outline = Outline.from_toml(path.with_suffix(".toml").read_text(encoding="utf-8"))
    text = path.read_text(encoding="utf-8")
    for changed in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\ufeff{text}", f"{text}\n\n \n"):
        assert parse(changed, outline) == parse(text, outline)
