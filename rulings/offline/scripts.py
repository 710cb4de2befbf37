"""The site's scripts as a graph of modules: what a page needs of them, and all of one in a single piece."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.templatetags.static import static

_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(\.{1,2}/[\w./-]+)";\n', re.MULTILINE)
_LATER = re.compile(r'import\("(\.{1,2}/[\w./-]+)"\)')  # what a module loads when it is used
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")
_STYLESHEET = "css/site.css"
_PART = re.compile(r'@import "([\w-]+\.css)";\n')


def read(name: str) -> str:
    """A static file as it is written."""
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")


def modules(*names: str) -> list[str]:
    """These modules and all they import, each after those that it imports."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in found:
            return
        source = read(name)
        for path in (*_IMPORT.findall(source), *_LATER.findall(source)):
            visit(normpath(join(dirname(name), path)))
        found[name] = None

    for name in names:
        visit(name)
    return list(found)


def joined(name: str) -> str:
    """A module and all it imports as one script: each keeps its own names and gives those that it exports."""
    return "\n".join(map(_piece, modules(name)))


def _piece(name: str) -> str:
    source = _IMPORT.sub("", read(name))
    exported = ", ".join(_EXPORT.findall(source))
    code = _EXPORT.sub("", source)
    if not exported:
        return f"{{\n{code}\n}}"
    return f"const {{ {exported} }} = (() => {{\n{code}\nreturn {{ {exported} }};\n}})();"


def addresses(html: str) -> list[str]:
    """The addresses of the static files that a page asks for, those that its modules and its stylesheet import among
    them."""
    asked = re.findall(rf'(?:src|href)="{re.escape(settings.STATIC_URL)}([^"]+)"', html)
    names = [_HASH.sub("", name) for name in asked]
    scripts = modules(*(name for name in names if name.endswith(".js")))
    others = [name for name in names if not name.endswith(".js")]
    if _STYLESHEET in others and not isinstance(staticfiles_storage, ManifestFilesMixin):
        others += _parts()  # that storage serves one stylesheet, any other as many as there are
    return [static(name) for name in dict.fromkeys([*others, *scripts])]


def stylesheet() -> str:
    """The site's stylesheet with its parts put in."""
    return _PART.sub(lambda part: read(f"css/{part[1]}"), read(_STYLESHEET))


def _parts() -> list[str]:
    return [f"css/{name}" for name in _PART.findall(read(_STYLESHEET))]
