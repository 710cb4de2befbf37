"""A file becomes rows: ``import_document(path) -> ImportReport``. One transaction, safe to repeat.

An entry is known again by its title and text first, then by its title, then by its number under the same
parent; it keeps its id and its anchor. What an editor changed or removed stays so and is reported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from rulings.addresses import make_anchor, old_anchors
from rulings.documents import Document, Node, Outline, ParseError, Placed, Problem
from rulings.languages import LANGUAGES, slug
from rulings.markup import compose
from rulings.mentioning import touched_by
from rulings.models import DeletedSource, Entry, Game, Redirect, Source
from rulings.models.entries import PUBLISHED, WITHDRAWN
from rulings.owning import Owners
from rulings.parsers import SUFFIXES, markdown, parse
from rulings.publishing import publish, unpublish

# What an outline says of its source, field by field.
_FACTS = ("language", "title", "edition", "version", "date", "credit", "authority", "rights")


class ImportFailure(Exception):  # noqa: N818 (a failure, told to a person)
    """Nothing was written: what is wrong, in which file, at which line (0: the file as a whole)."""

    def __init__(self, path: Path | str, problem: Problem) -> None:
        self.path, self.problem = Path(path), problem
        super().__init__(f"{path}:{problem.line}: {problem.key} {problem.detail}".rstrip())


@dataclass
class ImportReport:
    """What an import did, or would do. Entries are labelled as a reader would call them, with their line."""

    path: Path
    source: str = ""
    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # an editor changed or removed them: left alone
    warnings: list[Problem] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.created or self.updated or self.removed)


# ── reading ────────────────────────────────────────────────────────────────


def read_source(path: Path, overrides: dict[str, str] | None = None) -> tuple[str, Outline]:
    """The text of a file, verbatim, and its outline. Raises ``ImportFailure``."""
    text = read_text(path)
    beside = path.with_suffix(".toml")
    outline = None
    if beside != path and beside.is_file():
        outline = read_outline(beside, read_text(beside))
    return text, complete_outline(path, text, outline, overrides)


def read_outline(path: Path, text: str) -> Outline:
    """An outline file. Raises ``ImportFailure``."""
    try:
        return Outline.from_toml(text)
    except ParseError as error:
        raise ImportFailure(path, error.problem) from error


def complete_outline(
    path: Path, text: str, outline: Outline | None, overrides: dict[str, str] | None = None
) -> Outline:
    """What is known of a text: its outline, or its front matter, with ``overrides`` before either. A plain text
    without an outline needs at least its format among the overrides. Raises ``ImportFailure``."""
    if not text.strip("\ufeff \t\r\n"):
        raise ImportFailure(path, Problem("empty", 0))
    overrides = overrides or {}
    known_format = SUFFIXES.get(path.suffix.lower(), "")
    if outline is None and not (known_format or overrides.get("format")):
        raise ImportFailure(path, Problem("no-outline", 0, path.with_suffix(".toml").name))
    try:
        if outline is None:
            outline = (markdown.front_matter(text) if known_format == "markdown" else None) or Outline()
        outline = Outline.from_dict(asdict(outline) | overrides)
    except ParseError as error:
        raise ImportFailure(path, error.problem) from error
    outline = replace(
        outline,
        format=outline.format or known_format,
        title=outline.title or path.stem,
        slug=slug(outline.slug or path.stem) or "source",
    )
    for key, known in (
        ("language", outline.language in LANGUAGES),
        ("game", bool(outline.game)),
        ("authority", outline.authority in dict(Source.AUTHORITIES)),
    ):
        if not known:
            raise ImportFailure(path, Problem(f"outline-{key}", 0, getattr(outline, key)))
    return outline


def decode(path: Path, data: bytes) -> str:
    """The text of a file's bytes. Raises ``ImportFailure`` with the line where it stops being one."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ImportFailure(path, Problem("not-utf8", data.count(b"\n", 0, error.start) + 1)) from error
    if "\x00" in text:
        raise ImportFailure(path, Problem("not-text", text.count("\n", 0, text.index("\x00")) + 1))
    return text


def read_text(path: Path) -> str:
    """A UTF-8 text, verbatim. Raises ``ImportFailure`` for anything else."""
    if path.is_dir():
        raise ImportFailure(path, Problem("folder", 0))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImportFailure(path, Problem("unreadable", 0, error.strerror or "")) from error
    return decode(path, data)


# ── importing ──────────────────────────────────────────────────────────────


def import_document(path: Path | str, *, dry_run: bool = False, **overrides: str) -> ImportReport:
    """Import one file, the outline beside it. Raises ``ImportFailure`` and writes nothing when something is wrong.

    ``overrides`` stand before what the outline says (``game``, ``language``).
    """
    path = Path(path)
    text, outline = read_source(path, {key: value for key, value in overrides.items() if value})
    return import_text(path, text, outline, dry_run=dry_run)


def import_text(path: Path, text: str, outline: Outline, *, dry_run: bool = False) -> ImportReport:
    """Import a text that is read already; ``path`` only names it. Raises ``ImportFailure`` as above."""
    try:
        document = parse(text, outline)
    except ParseError as error:
        raise ImportFailure(path, error.problem) from error
    source = find_source(outline)
    game = source.game if source else find_game(outline.game)
    if game is None:
        raise ImportFailure(path, Problem("unknown-game", 0, outline.game))
    with transaction.atomic():
        source = source or Source(game=game, slug=outline.slug)
        report = _Import(path, text, outline, document, source).run()
        if dry_run:
            transaction.set_rollback(True)
    return report


def outline_path(source: Source) -> str:
    """Where the outline of a source says that it belongs, wherever an editor moved it."""
    said = source.outline
    return f"{said['game']}/{said['slug']}/" if said else source.path


def is_deleted(path: Path) -> bool:
    """Whether an editor deleted the source that a file became."""
    _text, outline = read_source(path)
    return DeletedSource.objects.filter(path=f"{outline.game}/{outline.slug}/").exists()


def find_game(slug: str) -> Game | None:
    """A game by its address, or by one it once had."""
    game = Game.objects.filter(slug=slug).first()
    old = None if game else Redirect.objects.filter(path=f"{slug}/").first()
    return old.game if old else game


def find_source(outline: Outline) -> Source | None:
    """The source an outline speaks of, also after an editor gave it or its game another address."""
    game = find_game(outline.game)
    source = Source.objects.filter(game=game, slug=outline.slug).first() if game else None
    if source is None:
        old = Redirect.objects.filter(path=f"{outline.game}/{outline.slug}/").first()
        source = old.source if old else None
    return source


@dataclass
class _Planned:
    """A node on its way to a row."""

    placed: Placed
    body: str
    origin: str
    entry: Entry | None = None


class _Import:
    def __init__(self, path: Path, text: str, outline: Outline, document: Document, source: Source) -> None:
        self.path, self.text, self.outline, self.document, self.source = path, text, outline, document, source
        self.report = ImportReport(path, warnings=list(document.problems))

    def run(self) -> ImportReport:
        source = self._write_source()
        DeletedSource.objects.filter(path=outline_path(source)).delete()
        self.report.source = source.title
        existing = list(Entry.objects.filter(source=source).order_by("position", "pk"))
        plan = [_planned(placed) for placed in self.document.walk()]
        match(plan, existing)
        seats = seat(plan, existing)
        taken = {entry.anchor for entry in existing} | old_anchors(source)
        owners = Owners(source.game)
        touched: list[Entry] = []
        for index, planned in enumerate(plan):
            parent = plan[planned.placed.parent].entry if planned.placed.parent >= 0 else None
            if planned.entry is None:
                planned.entry = Entry(source=source, anchor=make_anchor(planned.placed.node, parent, taken))
                taken.add(planned.entry.anchor)
            if self._write(planned, parent, seats[index]):
                touched.append(planned.entry)
            if owners.assign(planned.entry, parent):
                touched.append(planned.entry)
        gone = self._withdraw(existing, {planned.entry.pk for planned in plan if planned.entry})
        others = touched_by([*touched, *gone]) - {entry.pk for entry in touched}
        publish([*{entry.pk: entry for entry in touched}.values(), *Entry.objects.placed().with_keys(others)])
        return self.report

    def _write_source(self) -> Source:
        """Carry over what the outline says otherwise than the last time; what an editor changed stays."""
        source, outline = self.source, self.outline
        said, before = asdict(outline), source.outline
        checksum = hashlib.sha256(self.text.encode()).hexdigest()
        facts = {name: said[name] for name in _FACTS if not before or said[name] != before.get(name)}
        facts |= {"file_name": self.path.name, "text": self.text, "checksum": checksum, "outline": said}
        if source.pk is None or any(getattr(source, name) != value for name, value in facts.items()):
            for name, value in facts.items():
                setattr(source, name, value)
            source.imported_at = timezone.now()
            source.full_clean()
            source.save()
        return source

    def _write(self, planned: _Planned, parent: Entry | None, position: int) -> bool:
        """Write a node to its row; whether a reader will see a difference."""
        node, entry = planned.placed.node, planned.entry
        assert entry is not None
        first, last = node.lines or node.heading or (None, None)
        place = {"parent": parent, "position": position, "first_line": first, "last_line": last}
        content = {
            "kind": node.kind,
            "number": node.number,
            "title": node.title,
            "body": planned.body,
            "language": self.outline.language,
            "state": PUBLISHED if entry.state == WITHDRAWN else entry.state,
            "origin": planned.origin,
        }
        label = _label(node)
        is_new = entry.pk is None
        if entry.edited or entry.removed:
            self.report.kept.append(label)
            content = {}
        moved = _set(entry, place)
        changed = _set(entry, content)
        if is_new:
            self.report.created.append(label)
        elif changed:
            self.report.updated.append(label)
        elif content:
            self.report.unchanged.append(label)
        if moved or changed:
            entry.save()
        return is_new or changed

    def _withdraw(self, existing: Iterable[Entry], present: set[int]) -> list[Entry]:
        """What the source no longer says leaves the site; its row and its address stay for a later import. Returns
        what left now."""
        gone = [entry for entry in existing if entry.pk not in present and entry.state != WITHDRAWN]
        for entry in gone:
            if entry.edited or entry.removed:
                self.report.kept.append(str(entry))
                continue
            self.report.removed.append(str(entry))
            entry.state = WITHDRAWN
            entry.save(update_fields=["state"])
        left = [entry for entry in gone if entry.state == WITHDRAWN]
        unpublish(left)
        return left


def _set(entry: Entry, values: Mapping[str, object]) -> bool:
    changed = False
    for name, value in values.items():
        if getattr(entry, name) != value:
            setattr(entry, name, value)
            changed = True
    return changed


def _planned(placed: Placed) -> _Planned:
    body = compose(placed.node.blocks)
    return _Planned(placed, body, _checksum(placed.node.title, body))


def _checksum(title: str, body: str) -> str:
    return hashlib.sha256(f"{title}\x00{body}".encode()).hexdigest()


def _label(node: Node) -> str:
    line = (node.heading or node.lines or (0, 0))[0]
    words = node.title or (node.blocks[0].text if node.blocks else "")
    return f"{line}: {' '.join(part for part in (node.number, words[:60]) if part)}"


# ── knowing entries again ──────────────────────────────────────────────────


def match(plan: Sequence[_Planned], existing: Sequence[Entry]) -> None:
    """Give each planned node the row it already has, surest likeness first; in reading order among equals.

    Title and text together; then the title under the same headings; then the number under the same parent;
    then a text alone that only one row has.
    """
    free = {entry.pk: entry for entry in existing}
    by_key: dict[int, Entry] = dict(free)

    def headings(entry: Entry) -> tuple[str, ...]:
        path: list[str] = []
        parent = entry.parent_id
        while parent is not None:
            path.insert(0, by_key[parent].title)
            parent = by_key[parent].parent_id
        return tuple(path)

    paths = {entry.pk: headings(entry) for entry in existing}

    def take(key_of_node: Callable[[_Planned], object], key_of_entry: Callable[[Entry], object]) -> None:
        waiting: dict[object, list[Entry]] = {}
        for entry in free.values():
            if (key := key_of_entry(entry)) is not None:
                waiting.setdefault(key, []).append(entry)
        for planned in plan:
            if planned.entry is None and (candidates := waiting.get(key_of_node(planned))):
                planned.entry = candidates.pop(0)
                del free[planned.entry.pk]

    def parent_key(planned: _Planned) -> int | None:
        parent = plan[planned.placed.parent].entry if planned.placed.parent >= 0 else None
        return parent.pk if parent else None

    take(lambda p: (p.origin, p.placed.path), lambda e: (e.origin, paths[e.pk]))
    take(lambda p: p.origin, lambda e: e.origin)
    take(
        lambda p: (p.placed.node.title, p.placed.path) if p.placed.node.title else None,
        lambda e: (e.title, paths[e.pk]) if e.title else None,
    )
    take(
        lambda p: (p.placed.node.number, p.placed.node.kind, parent_key(p)) if p.placed.node.number else None,
        lambda e: (e.number, e.kind, e.parent_id) if e.number else None,
    )
    take(lambda p: (p.body, p.placed.node.kind) if p.body else None, _alone(free.values()))


def _alone(entries: Iterable[Entry]) -> Callable[[Entry], object]:
    counts: dict[str, int] = {}
    for entry in entries:
        counts[entry.body] = counts.get(entry.body, 0) + 1
    return lambda entry: (entry.body, entry.kind) if entry.body and counts[entry.body] == 1 else None


def seat(plan: Sequence[_Planned], existing: Sequence[Entry]) -> list[int]:
    """The place of each planned node in its source. What is not in the document and stays all the same (made or
    changed by an editor) keeps its seat behind the entry it stood behind."""
    planned = {item.entry.pk: index for index, item in enumerate(plan) if item.entry}
    behind: dict[int, int] = {}  # index of a planned node (-1: the beginning) → how many others sit behind it
    last = -1
    stays = []
    for entry in existing:
        if entry.pk in planned:
            last = planned[entry.pk]
        elif entry.state != WITHDRAWN and (entry.edited or entry.removed):
            behind[last] = behind.get(last, 0) + 1
            stays.append((entry, last, behind[last]))
    seats, at = [], behind.get(-1, 0)
    for index in range(len(plan)):
        seats.append(at)
        at += 1 + behind.get(index, 0)
    for entry, after, number in stays:
        position = (seats[after] if after >= 0 else -1) + number
        if entry.position != position:
            entry.position = position
            entry.save(update_fields=["position"])
    return seats


def fixture_sources() -> list[Path]:
    """The sources that come with the site, in order of their names."""
    folder = Path(settings.FIXTURES) / "sources"
    return sorted(
        (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".toml"), key=lambda path: path.name
    )
