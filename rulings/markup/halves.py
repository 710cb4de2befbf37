"""Tags without their other half: «<a href="/x">» that nobody closes would be open to the end of the text."""

from __future__ import annotations

import re
from collections.abc import Collection

from rulings.markup.lists import LESS

_BLANK = re.compile(r"(\n[ \t]*\n)")
_TAG = re.compile(r"<(/?)([a-z]+)\b[^<>]*>", re.IGNORECASE)


def without_halves(body: str, tags: Collection[str]) -> str:
    """Markdown in which such a tag is what it looks like: text. Its other half has to stand in the same block, which
    ends with a blank line; of pairs that cross each other both stay. ``tags``: those looked at, in small letters."""
    return "".join(_whole(block, tags) for block in _BLANK.split(body))


def _whole(block: str, tags: Collection[str]) -> str:
    opened: dict[str, list[int]] = {}
    halves: list[int] = []
    for match in _TAG.finditer(block):
        name = match[2].lower()
        if name not in tags:
            continue
        waiting = opened.setdefault(name, [])
        if not match[1]:
            waiting.append(match.start())
        elif waiting:
            waiting.pop()
        else:
            halves.append(match.start())
    halves += (at for waiting in opened.values() for at in waiting)
    parts, done = [], 0
    for at in sorted(halves):
        parts += [block[done:at], LESS]
        done = at + 1
    return "".join([*parts, block[done:]])
