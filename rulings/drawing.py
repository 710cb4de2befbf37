"""Icons, emblems and covers: SVG of ``static/icons`` and ``static/covers``, put into the page itself.

Inlined they cost no request, take the colour of the text around them and are there before the first paint; all
those of a page come to about one kilobyte once compressed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

_SYMBOL = re.compile(r'<symbol id="(?P<name>[\w-]+)" viewBox="(?P<box>[\d ]+)">(?P<shapes>.*?)</symbol>', re.DOTALL)
_EMBLEM = "game"  # of a game that has none of its own


def icon(name: str) -> SafeString:
    """A symbol of the sheet. It is decoration: what it means stands beside it in words."""
    return _sheet()[name]


def emblem(*slugs: str) -> SafeString:
    """The emblem of the first of these games that has one of its own."""
    own = (f"game-{slug}" for slug in slugs)
    return icon(next((name for name in own if name in _sheet()), _EMBLEM))


@cache
def cover(*slugs: str) -> SafeString:
    """The cover of the first of these games that has one, else a neutral one."""
    for slug in (*slugs, "default"):
        if path := finders.find(f"covers/{slug}.svg"):
            svg = re.sub(r"\n\s*", "", _read(path))
            return mark_safe(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ' aria-hidden="true"'))  # noqa: S308
    raise FileNotFoundError("covers/default.svg")


@cache
def _sheet() -> dict[str, SafeString]:
    path = finders.find("icons/sheet.svg")
    return {
        match["name"]: mark_safe(f'<svg viewBox="{match["box"]}" aria-hidden="true">{match["shapes"]}</svg>')  # noqa: S308
        for match in _SYMBOL.finditer(_read(path))
    }


def _read(path: str | list[str] | None) -> str:
    assert isinstance(path, str)  # the files come with the site
    return Path(path).read_text(encoding="utf-8")
