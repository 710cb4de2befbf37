"""Plain text to Markdown that renders as that text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulings.documents import Block

_SPECIAL = re.compile(r"[\\`*_\[]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINE_START = re.compile(r"^(#|>|[+-](?=[ \t\u00a0])|-(?=[-\s]*$))")


def escape(text: str) -> str:
    """Markdown that renders as this one line of plain text, verbatim."""
    escaped = _SPECIAL.sub(r"\\\g<0>", _ENTITY.sub("&amp;", text)).replace("~~~", "&#126;~~")
    return _LINE_START.sub(r"\\\g<0>", _TAG.sub("&lt;", escaped))


def compose(blocks: Sequence[Block]) -> str:
    """The Markdown body of an entry from the blocks of its source."""
    body = ""
    before: Block | None = None
    for block in blocks:
        text = block.text if block.kind == "markdown" else escape(block.text)
        if block.marker:
            text = f"{block.marker} {text}"
        if before:
            body += "\n" if before.marker and block.marker and block.line - before.line == 1 else "\n\n"
        body += text
        before = block
    return body
