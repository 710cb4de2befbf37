"""Markdown whose lists keep the numbers and bullets as printed."""

from __future__ import annotations

import re
import threading
from typing import ClassVar

import markdown
from markdown.blockprocessors import OListProcessor
from markdown.extensions import Extension

from rulings.documents import BULLET, NUMBER
from rulings.markup.bounds import Bounds

# Around a marker on its way through Markdown, and a «<» that begins no tag; all are taken out of what comes in.
OPEN, CLOSE, LESS = "\ue000", "\ue001", "\ue002"
# Markdown keeps its own place holders between these.
RESERVED = dict.fromkeys(map(ord, f"{OPEN}{CLOSE}{LESS}\x02\x03\x00"))
_GAP = r"[ \t\u00a0]+"


class _PrintedList(OListProcessor):
    """A list whose items keep the number or bullet that was printed."""

    MARKER = NUMBER
    TAG = "ol"
    SIBLING_TAGS: ClassVar[list[str]] = ["ol"]

    def __init__(self, parser: markdown.blockparser.BlockParser) -> None:
        super().__init__(parser)
        self.RE = re.compile(rf"^[ ]{{0,3}}{self.MARKER}{_GAP}(.*)")
        self.CHILD_RE = re.compile(rf"^[ ]{{0,3}}({NUMBER}|{BULLET}){_GAP}(.*)")
        self.INDENT_RE = re.compile(rf"^[ ]{{4,7}}({NUMBER}|{BULLET}){_GAP}.*")

    def get_items(self, block: str) -> list[str]:
        items: list[str] = []
        for line in block.split("\n"):
            if match := self.CHILD_RE.match(line):
                marker = "•" if match[1] in "*+-" else match[1]
                items.append(f"{OPEN}{marker}{CLOSE}{match[2]}")
            elif self.INDENT_RE.match(line) and not items[-1].startswith("    "):
                items.append(line)
            else:
                items[-1] = f"{items[-1]}\n{line}"
        return items


class _BulletList(_PrintedList):
    MARKER = BULLET
    TAG = "ul"
    SIBLING_TAGS: ClassVar[list[str]] = ["ul"]


class _PrintedLists(Extension):
    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.parser.blockprocessors.register(_PrintedList(md.parser), "olist", 40)
        md.parser.blockprocessors.register(_BulletList(md.parser), "ulist", 30)


_local = threading.local()  # a converter keeps the state of one document


def converter() -> markdown.Markdown:
    converter: markdown.Markdown | None = getattr(_local, "converter", None)
    if converter is None:
        converter = markdown.Markdown(
            extensions=["tables", "fenced_code", _PrintedLists(), Bounds()], output_format="html", tab_length=4
        )
        _local.converter = converter
    return converter.reset()
