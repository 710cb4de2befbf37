"""A file becomes rows: ``import_document(path) -> ImportReport``. One transaction, safe to repeat.

An entry that is known again (``rulings.matching``) keeps its id and its anchor. What an editor changed or removed
stays so and is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from rulings.addresses import Anchors, find_game, moved, old_anchors
from rulings.aligning import aligned
from rulings.documents import BODY_LENGTH, LONGEST_TITLE, Document, Node, Outline, ParseError, Problem, lines_of
from rulings.matching import Planned, match
from rulings.models import DeletedSource, Entry, Source
from rulings.models.states import PUBLISHED, WITHDRAWN
from rulings.owning import Owners
from rulings.parsers import parse
from rulings.placing import number_in_order, renew_hidden, seat, seats, with_all_below
from rulings.publishing import publish, unpublish
from rulings.reading import FACTS, ImportFailure, checksum, find_source, outline_path, read_source
from rulings.touching import touched_by


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
    for placed in document.walk():
        if sum(len(block.text) for block in placed.node.blocks) > BODY_LENGTH:
            raise ImportFailure(path, Problem("text-too-long", placed.node.span[0] or 0, str(BODY_LENGTH)))
        if len(placed.node.title) > LONGEST_TITLE:
            raise ImportFailure(path, Problem("title-too-long", placed.node.span[0] or 0, str(LONGEST_TITLE)))
    with transaction.atomic():  # from the first row that is read: an editor may be saving it
        source = find_source(outline, path.name, text)
        game = source.game if source else find_game(outline.game)
        if game is None:
            raise ImportFailure(path, Problem("unknown-game", 0, outline.game))
        source = source or Source(game=game, slug=outline.slug)
        report = _Import(path, text, outline, document, source).run()
        if dry_run:
            transaction.set_rollback(True)
    return report


class _Import:
    def __init__(self, path: Path, text: str, outline: Outline, document: Document, source: Source) -> None:
        self.path, self.text, self.outline, self.document, self.source = path, text, outline, document, source
        unused = [Problem("outline-unused", 0, title) for title in outline.not_in(document, text)]
        self.report = ImportReport(path, warnings=[*unused, *document.problems])
        self.rows: dict[int, Entry] = {}
        self.printed: set[tuple[int | None, int | None]] = set()
        self.staying: set[int] = set()  # what the document doesn't have and the site keeps
        self.standing: set[int] = set()  # rows that are on the site after the import
        self.touched: list[Entry] = []  # what a reader sees changed
        self.reheaded: list[Entry] = []  # headings that are called otherwise or stand elsewhere

    def run(self) -> ImportReport:
        source = self.source
        rows = Entry.objects.filter(source=source.pk) if source.pk else Entry.objects.none()
        existing = list(rows.select_for_update().order_by("position", "pk"))
        self.rows = {row.pk: row for row in existing}
        before = seats(existing)
        is_other = source.text != self.text
        lines = aligned(lines_of(source.text), lines_of(self.text))
        self.printed = self._printed() if any(row.edited for row in existing) else set()
        path = source.path if source.pk else ""
        self._write_source()
        DeletedSource.objects.filter(path=outline_path(source)).delete()
        self.report.source = source.title
        plan = [Planned.of(placed) for placed in self.document.walk()]
        match(plan, existing, lines)
        present = {planned.entry.pk for planned in plan if planned.entry}
        if not present and any(row.is_published for row in existing):  # another text, by chance at the same address
            raise ImportFailure(self.path, Problem("other-document", 0, source.title))
        self.staying = self._staying(existing, present)
        self.standing = present | self.staying
        anchors = Anchors({entry.anchor for entry in existing} | old_anchors(source))
        owners = Owners(source.game)
        for position, planned in enumerate(plan):
            parent = plan[planned.placed.parent].entry if planned.placed.parent >= 0 else None
            if planned.entry is None:
                anchor = anchors.make(planned.placed.node, parent)
                planned.entry = Entry(source=source, anchor=anchor, position=position)
            self._write(planned, parent)
            if owners.assign(planned.entry, parent):
                self.touched.append(planned.entry)
        gone = self._withdraw(existing, present)
        if is_other:
            self._forget_lines(present)
        number_in_order(seat(plan, existing, before, self.staying))
        keys = {entry.pk for entry in (*self.touched, *with_all_below(self.reheaded))}
        hidden = renew_hidden({source.pk})  # new ones under a draft, or what was put under another heading
        keys |= hidden | touched_by([*self.touched, *gone, *Entry.objects.placed().with_keys(hidden)])
        if path not in ("", source.path):
            keys |= self._moved(path)
        publish(Entry.objects.only("pk").with_keys(keys))
        return self.report

    def _moved(self, path: str) -> set[int]:
        """The outline gave the source another address: the old ones lead there. Returns what is to be published."""
        moved(self.source, path)
        self.report.warnings.append(Problem("source-moved", 0, f"{path} → {self.source.path}"))
        links = Q(source=self.source) | Q(mentions__to_entry__source=self.source)
        return set(Entry.objects.filter(links).values_list("pk", flat=True))

    def _printed(self) -> set[tuple[int | None, int | None]]:
        """The lines of entries in the text as it was: an entry that has others was given them by an editor."""
        try:
            document = parse(self.source.text, Outline.from_dict(self.source.outline))
        except ParseError:  # another version of the parser took it
            return set()
        return {placed.node.span for placed in document.walk()}

    def _write_source(self) -> Source:
        """Carry over what the outline says otherwise than the last time; what an editor changed stays."""
        source, outline = self.source, self.outline
        said, before = asdict(outline), source.outline
        facts = {name: said[name] for name in FACTS if not before or said[name] != before.get(name)}
        facts |= {"file_name": self.path.name, "text": self.text, "checksum": checksum(self.text), "outline": said}
        if before and source.slug == before["slug"]:
            facts["slug"] = said["slug"]
        if source.pk is None or any(getattr(source, name) != value for name, value in facts.items()):
            for name, value in facts.items():
                setattr(source, name, value)
            source.imported_at = timezone.now()
            source.full_clean()
            source.save()
        return source

    def _write(self, planned: Planned, heading: Entry | None) -> None:
        """Write a node to its row. What an editor changed or removed takes over only where it stands."""
        node, entry = planned.placed.node, planned.entry
        assert entry is not None
        label, is_new = _label(node), entry.pk is None
        if is_new and heading is not None and heading.removed:
            entry.removed = True  # an editor removed the heading with all that stands under it
            self._warn("under-removed", node, heading.title)
        before = (entry.title, entry.parent_id)
        above = self._parent(entry, heading)
        place: dict[str, object] = {
            "parent_id": above.pk if above else None,
            "origin": planned.origin,
            "state": PUBLISHED if entry.state == WITHDRAWN else entry.state,
        }
        if not entry.edited or (entry.first_line, entry.last_line) in self.printed | {(None, None)}:
            place["first_line"], place["last_line"] = node.span
        content = {
            "kind": node.kind,
            "number": node.number,
            "title": node.title,
            "body": planned.body,
            "language": self.outline.language,
        }
        comes_back = entry.state == WITHDRAWN
        is_kept = entry.edited or (entry.removed and not is_new)
        if is_kept and entry.number != node.number:
            self._warn("number-kept", node, f"{entry.number or '—'} → {node.number or '—'}")
        moved = _set(entry, place)
        entry.parent = above  # at hand, for what looks up from here
        changed = not is_kept and _set(entry, content)
        if is_kept or entry.removed:
            self.report.kept.append(label)
        elif is_new:
            self.report.created.append(label)
        elif changed or comes_back or before[1] != entry.parent_id:
            self.report.updated.append(label)
        else:
            self.report.unchanged.append(label)
        if moved or changed or is_new:
            entry.save()
            self.rows[entry.pk] = entry
        if not is_new and before != (entry.title, entry.parent_id):
            self.reheaded.append(entry)
        if is_new or changed or comes_back:
            self.touched.append(entry)

    def _parent(self, entry: Entry, heading: Entry | None) -> Entry | None:
        """The heading an entry is to stand under: the document's, or where an editor's entry stands already, as long
        as that is on the site. Nothing that readers see stands under what an editor removed."""
        above = heading
        if entry.edited and (entry.parent_id is None or entry.parent_id in self.standing):
            above = self._row(entry.parent_id)
        if not entry.removed:
            while above is not None and above.removed:
                above = self._row(above.parent_id)
        return above if self._can_stand_under(entry, above) else None

    def _can_stand_under(self, entry: Entry, above: Entry | None) -> bool:
        """Not under itself: an editor may have put a heading under one that the document now puts under it."""
        while above is not None:
            if above is entry:
                return False
            above = self._row(above.parent_id)
        return True

    def _row(self, key: int | None) -> Entry | None:
        return None if key is None else self.rows[key]

    def _warn(self, key: str, node: Node, detail: str) -> None:
        self.report.warnings.append(Problem(key, node.span[0] or 0, detail))

    def _staying(self, existing: Iterable[Entry], present: set[int]) -> set[int]:
        """What is not in the document and stays: what an editor changed or removed, with the headings above it."""
        staying: set[int] = set()
        for row in existing:
            if row.pk in present or row.state == WITHDRAWN or not (row.edited or row.removed):
                continue
            staying.add(row.pk)
            above = None if row.removed else self._row(row.parent_id)
            while above is not None and above.pk not in present:
                staying.add(above.pk)
                above = self._row(above.parent_id)
        return staying

    def _withdraw(self, existing: Iterable[Entry], present: set[int]) -> list[Entry]:
        """What the source no longer says leaves the site; its row and its address stay for a later import. Returns
        what left now."""
        gone = [entry for entry in existing if entry.pk not in present and entry.state != WITHDRAWN]
        self.report.kept += [str(entry) for entry in gone if entry.pk in self.staying]
        gone = [entry for entry in gone if entry.pk not in self.staying]
        for key in self.staying:
            if (row := self.rows[key]).state == WITHDRAWN:  # above what an editor published again
                row.state = PUBLISHED
                row.save(update_fields=["state"])
                self.touched.append(row)
        for entry in gone:
            self.report.removed.append(str(entry))
            entry.state = WITHDRAWN
            entry.save(update_fields=["state"])
        unpublish(gone)
        return gone

    def _forget_lines(self, present: set[int]) -> None:
        """Lines in a text that is no longer there are nobody's, unless an editor gave them."""
        for key in self.staying - present:
            row = self.rows[key]
            if (row.first_line, row.last_line) in self.printed or not row.edited:
                row.first_line = row.last_line = None
                row.save(update_fields=["first_line", "last_line"])


def _set(entry: Entry, values: Mapping[str, object]) -> bool:
    changed = False
    for name, value in values.items():
        if getattr(entry, name) != value:
            setattr(entry, name, value)
            changed = True
    return changed


def _label(node: Node) -> str:
    line = (node.heading or node.lines or (0, 0))[0]
    words = node.title or (node.blocks[0].text if node.blocks else "")
    return f"{line}: {' '.join(part for part in (node.number, words[:60]) if part)}"
