"""A TOML file, read, that can say on which line something stands: readers of TOML don't tell."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from rulings.characters import showable


class TomlError(ValueError):
    """A text that is not TOML, and the line that is to blame (0: none in particular)."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


class Part(NamedTuple):
    """Some lines of a file; ``first`` is the number of the first one."""

    first: int
    lines: list[str]

    def key(self, name: str) -> int:
        """The line where a key gets its value; 0 when it doesn't."""
        given = re.compile(rf"(?:.*[\s{{,.])?[\"']?{re.escape(name)}[\"']?\s*[=.]|\s*\[+[^\]]*\b{re.escape(name)}\b")
        return next((number for number, line in self._code() if given.match(line)), 0)

    def value(self, words: str, occurrence: int = 1) -> int:
        """The line where a text in quotes stands for the nth time, or the last time before that; 0 when it doesn't."""
        found = [number for number, line in self._code() if f'"{words}"' in line or f"'{words}'" in line]
        return found[min(occurrence, len(found)) - 1] if found else 0

    def string(self, words: str) -> int:
        """The line where a text begins, in whatever way its line feeds are written; 0 when none of it is found."""
        begun = words.splitlines()[0] if words.splitlines() else words
        given = next((number for number, line in self._code() if begun.strip() and begun in line), 0)
        return self.value(words) or given

    def _code(self) -> list[tuple[int, str]]:
        return [
            (number, line) for number, line in enumerate(self.lines, self.first) if not line.lstrip().startswith("#")
        ]


class Toml:
    """``data`` is what the text says. Raises ``TomlError``."""

    def __init__(self, text: str) -> None:
        text = text.removeprefix("\ufeff")  # some editors put it there
        self.whole = Part(1, text.split("\n"))
        try:
            self.data: dict[str, Any] = _showable(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            raise TomlError(int(line[1]) if line else len(self.whole.lines)) from error
        except (RecursionError, ValueError) as error:  # brackets in brackets; a number of thousands of digits
            raise TomlError(0) from error

    def item(self, name: str, index: int) -> Part:
        """The lines of the nth ``[[name]]``, from 0; the whole file where it is written otherwise."""
        items = self._items.get(name, [])
        return items[index] if index < len(items) else self.whole

    @cached_property
    def _items(self) -> dict[str, list[Part]]:
        """The lines of every ``[[name]]``, in order."""
        lines = self.whole.lines
        heads = [at for at, line in enumerate(lines) if line.lstrip().startswith("[")]
        found: dict[str, list[Part]] = {}
        for start, end in pairwise([*heads, len(lines)]):
            if head := re.match(r"\s*\[\[\s*[\"']?(.+?)[\"']?\s*\]\]", lines[start]):
                found.setdefault(head[1], []).append(Part(start + 1, lines[start:end]))
        return found


def _showable(value: Any) -> Any:
    """What was read, its texts without what can't be shown: TOML has escapes for every character."""
    if isinstance(value, dict):
        return {key: _showable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_showable(item) for item in value]
    return showable(value) if isinstance(value, str) else value
