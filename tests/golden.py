"""Golden pairs of the parsers: a text, what is known of it, and the tree it must become.

``python -m tests.golden`` (``make golden``) writes the trees anew, and the vectors of the search beside them. Their
diff is read like code: a tree was decided by hand before the parser saw the text, and a parser that makes another of
it is wrong until someone says why it isn't.
"""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import django

from rulings.documents import Block, Document, Outline
from rulings.parsers import SUFFIXES, markdown, parse

FOLDER = Path(__file__).parent / "data" / "parsers"


def texts() -> list[Path]:
    return sorted(path for path in FOLDER.iterdir() if path.suffix in {".txt", ".md"})


def tree(path: Path) -> Document:
    """The tree of a text with the outline beside it, or with its own front matter."""
    text = path.read_bytes().decode()
    beside = path.with_suffix(".toml")
    outline = Outline.from_toml(beside.read_text()) if beside.exists() else markdown.front_matter(text)
    assert outline, path
    return parse(text, replace(outline, format=outline.format or SUFFIXES[path.suffix]))


def render(document: Document) -> str:
    """A tree as JSON for people: one line a fact of an entry, one line a block."""

    def written(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    def entry(facts: dict[str, object], blocks: tuple[Block, ...]) -> str:
        head = ", ".join(f"{written(key)}: {written(value)}" for key, value in facts.items())
        lines = [written({"kind": one.kind, "marker": one.marker, "text": one.text}) for one in blocks]
        body = "".join(f"\n    {line}," for line in lines).rstrip(",")
        return f'  {{{head}, "blocks": [{body}]}}'

    entries = [
        entry(
            {
                "kind": placed.node.kind,
                "number": placed.node.number,
                "title": placed.node.title,
                "path": placed.path,
                "lines": placed.node.lines,
            },
            placed.node.blocks,
        )
        for placed in document.walk()
    ]
    problems = [f"  {written([problem.line, problem.key, problem.detail])}" for problem in document.problems]
    parts = (f'"{key}": {listed(lines)}' for key, lines in (("entries", entries), ("problems", problems)))
    return "{" + ",\n ".join([f'"titles": {written(document.titles)}', *parts]) + "}\n"


def listed(lines: list[str]) -> str:
    joined = ",\n".join(lines)
    return f"[\n{joined}\n ]" if lines else "[]"


if __name__ == "__main__":
    for path in texts():
        path.with_suffix(".json").write_text(render(tree(path)))
    django.setup()
    vectors = import_module("tests.vectors")  # needs a loaded knowledge base, which reading trees doesn't
    vectors.FILE.write_text(vectors.render(vectors.make()), encoding="utf-8")
