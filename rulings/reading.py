"""A file and its outline, read and checked: what a text is, and of which source it is a version.

Nothing is written here. What is wrong is an ``ImportFailure``, told to a person with its file and line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError

from rulings.addresses import find_game
from rulings.characters import showable
from rulings.documents import Outline, ParseError, Problem, lines_of
from rulings.languages import LANGUAGES, slug
from rulings.models import DeletedSource, Redirect, Source
from rulings.parsers import PARSERS, SUFFIXES, markdown

# What an outline says of its source, field by field.
FACTS = ("language", "title", "edition", "version", "date", "credit", "authority", "rights")
_SLUG_LENGTH = 80


class ImportFailure(Exception):  # noqa: N818 (a failure, told to a person)
    """Nothing was written: what is wrong, in which file, at which line (0: the file as a whole)."""

    def __init__(self, path: Path | str, problem: Problem) -> None:
        self.path, self.problem = Path(path), problem
        super().__init__(f"{path}:{problem.line}: {problem.key} {problem.detail}".rstrip())


class Told(NamedTuple):
    """Where it is said what a text is: the outline's file and text, or the document itself with its front matter."""

    path: Path
    text: str

    def failure(self, key: str, fact: str, detail: str) -> ImportFailure:
        """What is wrong with a fact, at its line."""
        given = re.compile(rf"[\"']?{re.escape(fact)}[\"']?\s*[=:]")
        line = next((number for number, line in enumerate(lines_of(self.text), 1) if given.match(line.lstrip())), 0)
        return ImportFailure(self.path, Problem(key, line, detail))


def read_source(path: Path, overrides: dict[str, str] | None = None) -> tuple[str, Outline]:
    """The text of a file, verbatim, and its outline. Raises ``ImportFailure``."""
    text = read_text(path)
    beside = path.with_suffix(".toml")
    if beside == path or not _is_there(beside):
        return text, complete_outline(path, text, None, overrides)
    said = read_text(beside)
    return text, complete_outline(path, text, read_outline(beside, said), overrides, Told(beside, said))


def read_outline(path: Path, text: str) -> Outline:
    """An outline file. Raises ``ImportFailure``."""
    try:
        return Outline.from_toml(text)
    except ParseError as error:
        raise ImportFailure(path, error.problem) from error


def complete_outline(
    path: Path,
    text: str,
    outline: Outline | None,
    overrides: dict[str, str] | None = None,
    told: Told | None = None,
) -> Outline:
    """What is known of a text: its outline, or its front matter, with ``overrides`` before either. A plain text
    without an outline needs at least its format among the overrides. Raises ``ImportFailure`` at the line of
    ``told``, where the outline stands."""
    if not text.strip("\ufeff \t\r\n"):
        raise ImportFailure(path, Problem("empty", 0))
    overrides = overrides or {}
    known_format = SUFFIXES.get(path.suffix.lower(), "")
    if outline is None and not (known_format or overrides.get("format")):
        raise ImportFailure(path, Problem("no-outline", 0, path.with_suffix(".toml").name))
    try:
        if outline is None:
            front = markdown.front_matter(text) if known_format == "markdown" else None
            outline, told = front or Outline(), Told(path, text if front else "")
        outline = Outline.from_dict(asdict(outline) | overrides)
    except ParseError as error:
        raise ImportFailure(path, error.problem) from error
    outline = replace(
        outline,
        format=outline.format or known_format,
        title=outline.title or path.stem,
        slug=slug(outline.slug) or slug(path.stem, _SLUG_LENGTH) or "source",
    )
    _check_outline(path, outline, text, lambda fact: told if told and fact not in overrides else Told(path, ""))
    return outline


def _check_outline(path: Path, outline: Outline, text: str, told: Callable[[str], Told]) -> None:
    for fact, known in (
        ("language", outline.language in LANGUAGES),
        ("game", bool(outline.game)),
        ("authority", outline.authority in dict(Source.AUTHORITIES)),
    ):
        if not known:
            raise told(fact).failure(f"outline-{fact}", fact, getattr(outline, fact))
    if outline.format not in PARSERS:
        raise told("format").failure("format", "format", outline.format)
    if find_source(outline) is None:
        if find_game(outline.game) is None:
            raise told("game").failure("unknown-game", "game", outline.game)
        elsewhere = Source.objects.filter(checksum=checksum(text)).exclude(game=find_game(outline.game)).first()
        if elsewhere:
            raise told("game").failure("source-elsewhere", "game", elsewhere.path)
    facts = {name: getattr(outline, name) for name in (*FACTS, "slug")}
    try:
        Source(**facts, file_name=path.name).clean_fields(exclude=["game"])
    except ValidationError as error:
        fact, messages = next(iter(error.message_dict.items()))
        raise told(fact).failure("wrong-value", fact, f"{fact}: {messages[0]}") from error


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for a file
        return False


def decode(path: Path, data: bytes) -> str:
    """The text of a file's bytes, without what can't be shown. Raises ``ImportFailure`` with the line where it stops
    being one."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(lines_of(data[: error.start].decode("utf-8")))
        raise ImportFailure(path, Problem("not-utf8", line)) from error
    if "\x00" in text:
        raise ImportFailure(path, Problem("not-text", len(lines_of(text.partition("\x00")[0]))))
    return showable(text)


def read_text(path: Path) -> str:
    """A UTF-8 text. Raises ``ImportFailure`` for anything else."""
    try:
        if path.is_dir():
            raise ImportFailure(path, Problem("folder", 0))
        data = path.read_bytes()
    except OSError as error:
        raise ImportFailure(path, Problem("unreadable", 0, error.strerror or "")) from error
    except ValueError as error:  # a zero byte in the name
        raise ImportFailure(path, Problem("unreadable", 0, str(error))) from error
    return decode(path, data)


# ── of which source ────────────────────────────────────────────────────────


def outline_path(source: Source) -> str:
    """Where the outline of a source says that it belongs, wherever an editor moved it."""
    said = source.outline
    return f"{said['game']}/{said['slug']}/" if said else source.path


def is_deleted(path: Path) -> bool:
    """Whether an editor deleted the source that a file became; its game may be gone with it."""
    beside = path.with_suffix(".toml")
    outline = read_outline(beside, read_text(beside)) if _is_there(beside) else read_source(path)[1]
    own = slug(outline.slug) or slug(path.stem, _SLUG_LENGTH)
    return DeletedSource.objects.filter(path=f"{outline.game}/{own}/").exists()


def find_source(outline: Outline, file_name: str = "", text: str = "") -> Source | None:
    """The source a document is a version of: at the address its outline gives, also after an editor gave it or its
    game another; else the one that has this text, or that came from a file of this name and has mostly its lines, so
    that another slug in the outline moves a source and makes no second one."""
    game = find_game(outline.game)
    source = Source.objects.filter(game=game, slug=outline.slug).first() if game else None
    if source is None:
        old = Redirect.objects.filter(path=f"{outline.game}/{outline.slug}/").first()
        source = old.source if old else None
    if source is None:
        source = Source.objects.filter(outline__game=outline.game, outline__slug=outline.slug).first()
    if source is None and text:
        source = Source.objects.filter(game=game, checksum=checksum(text)).first()
        namesakes = Source.objects.filter(game=game, file_name=file_name) if file_name and source is None else ()
        source = next((one for one in namesakes if _is_version(one.text, text)), source)
    return source


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _is_version(one: str, other: str) -> bool:
    """Whether half of the lines of the longer text stand in the other too."""
    lines = [{line.strip() for line in lines_of(text) if line.strip()} for text in (one, other)]
    return 2 * len(lines[0] & lines[1]) >= max(map(len, lines))


def fixture_sources() -> list[Path]:
    """The sources that come with the site, in order of their names."""
    folder = Path(settings.FIXTURES) / "sources"
    return sorted(
        (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".toml"), key=lambda path: path.name
    )
