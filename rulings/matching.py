"""Knowing entries again: which row each node of a changed document already has.

Surest likeness first. What needs only the node and its headings comes once; what stands under a heading that is
known again is looked for until nothing more is found, since every heading found makes its children easier to find:
by words as long as they tell anything, and only then by place and by number.
"""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulings.documents import Placed
from rulings.kinds import RULING
from rulings.languages import LANGUAGES, lemmas, part_of_speech, words
from rulings.markup import compose
from rulings.models import Entry
from rulings.models.states import WITHDRAWN

_LONG = 60  # characters: a text of so many says by itself which entry it is; «Да.» and «Нет.» don't
_NEARLY, _ALIKE = 0.9, 0.75  # how like are a text and the same with a misprint mended; with some words changed
_FAINTLY = 0.5  # … with other words in parts: enough only where place or kind say the rest
_LETTERS = 2_000  # characters of a text that is compared letter by letter, which takes their square
_TELLING_WORDS = 3  # an answer of so many words tells a question in its place: «Нет, пока идёт Буран.»
_GAP = 100  # rows between two neighbours that are looked through for what is left
_PAIRS = 20_000  # more under one heading aren't compared word by word: they are another document
_FAINT_PAIRS = 2_500  # the same for what takes longer to be told apart
_ROOT = -1


@dataclass
class Planned:
    """A node on its way to a row. ``origin`` is the checksum of what the source says."""

    placed: Placed
    body: str
    origin: str
    entry: Entry | None = None

    @classmethod
    def of(cls, placed: Placed) -> Planned:
        body = compose(placed.node.blocks)
        return cls(placed, body, hashlib.sha256(f"{placed.node.title}\x00{body}".encode()).hexdigest())

    @property
    def kind(self) -> str:
        return self.placed.node.kind

    @property
    def title(self) -> str:
        return self.placed.node.title

    @property
    def number(self) -> str:
        return self.placed.node.number

    @property
    def is_telling(self) -> bool:
        """Whether its words alone say which entry it is."""
        return bool(self.title) or len(self.body) >= _LONG


def match(plan: Sequence[Planned], existing: Sequence[Entry], lines: Mapping[int, int] | None = None) -> None:
    """Give each planned node the row it already has; among equals the one between the same neighbours, then in
    reading order.

    What says the same at the same lines comes first: ``lines`` are those that the text as it was has too, with their
    numbers there. An editor moves rows and not lines, so they tell equals apart wherever these stand on the site.

    Title and text together, under the same headings, then under others; then the title under the same headings.
    Then, under a heading that is known again: a title or a text that is nearly the same, then what alone is left
    between two that are known and says something alike, then the number. A heading that has another title is the one
    under which most of what stands under it stood before.
    """
    matching = _Matching(plan, existing)
    matching.by_lines(lines or {})
    matching.by_words()
    while (
        matching.by_children()
        or matching.by_words_under_headings()
        or matching.by_place()
        or matching.by_likeness()
        or matching.by_number()
    ):
        pass


class _Matching:
    def __init__(self, plan: Sequence[Planned], existing: Sequence[Entry]) -> None:
        self.plan = plan
        self.rows = {entry.pk: entry for entry in existing}
        # What is in the source goes before what has left it.
        self.free = {row.pk: row for row in sorted(existing, key=lambda row: row.state == WITHDRAWN)}

    def by_lines(self, lines: Mapping[int, int]) -> None:
        """What the text has where it had it; short words only under a heading that is known so too."""
        # An editor may have given an entry the lines of another.
        rows = sorted((row for row in self.free.values() if row.state != WITHDRAWN), key=lambda row: not row.edited)
        at = {(row.origin, row.first_line, row.last_line): row for row in rows if row.locator}
        for node in self.plan:
            first, last = (lines.get(line) if line else None for line in node.placed.node.span)
            row = at.get((node.origin, first, last))
            under_known = node.placed.parent < 0 or self.plan[node.placed.parent].entry is not None
            if row is not None and row.pk in self.free and (node.is_telling or under_known):
                self._match(node, row)

    def by_words(self) -> None:
        paths = {key: self._headings(entry) for key, entry in self.rows.items()}
        for before, after in ((True, True), (True, False), (False, True)):  # among equals
            self._take_between(paths, before=before, after=after)
        self._take(lambda node: (node.origin, node.placed.path), lambda row: (row.origin, paths[row.pk]))
        self._take(
            lambda node: node.origin if node.is_telling else None,
            lambda row: row.origin,
        )
        self._take_only(lambda node: node.origin, lambda row: row.origin)
        self._take(
            lambda node: (node.title, node.placed.path) if node.title else None,
            lambda row: (row.title, paths[row.pk]),
        )

    def _take_between(self, paths: Mapping[int, tuple[str, ...]], *, before: bool, after: bool) -> None:
        """Match what says the same under the same headings, and so do its neighbours in reading order."""
        nodes = _said_around(self.plan, before=before, after=after)
        rows = _said_around([row for row in self.rows.values() if row.state != WITHDRAWN], before=before, after=after)
        self._take(
            lambda node: (nodes[id(node)], node.placed.path),
            lambda row: (rows[id(row)], paths[row.pk]) if id(row) in rows else None,
        )

    def by_children(self) -> bool:
        """Headings with another title, from the lowest up; whether any was found."""
        now: dict[int, Counter[int]] = {}  # a node → how many of its children stood under each row
        found = False
        for at in range(len(self.plan) - 1, -1, -1):
            node = self.plan[at]
            if node.entry is None and at in now:
                row, votes = now[at].most_common(1)[0]
                if row in self.free and 2 * votes > now[at].total() and 2 * votes > self._children_found(row):
                    found = self._match(node, self.free[row])
            if node.entry is not None and node.entry.parent_id is not None:
                now.setdefault(node.placed.parent, Counter())[node.entry.parent_id] += 1
        return found

    def _children_found(self, row: int) -> int:
        return sum(node.entry is not None and node.entry.parent_id == row for node in self.plan)

    def by_words_under_headings(self) -> bool:
        """Whether any was found."""
        return self._take(
            lambda node: self._under(node, node.title) if node.title else None,
            lambda row: (_above(row), row.kind, row.title),
        ) or self._take_alike(_likeness)

    def by_place(self) -> bool:
        """What alone is left between two neighbours that are known; whether any was found."""
        before = len(self.free)
        seated: dict[int, list[Entry]] = {}
        for row in self.rows.values():
            if row.state != WITHDRAWN:
                seated.setdefault(_above(row), []).append(row)
        for parent, nodes in self._by_heading().items():
            rows = seated.get(parent, [])
            seats = {row.pk: seat for seat, row in enumerate(rows)}
            last, waiting = -1, list[Planned]()
            for node in (*nodes, None):
                seat = len(rows) if node is None else seats.get(node.entry.pk) if node.entry else None
                if node is not None and node.entry is None:
                    waiting.append(node)
                elif seat is not None:
                    if waiting and 0 < seat - last - 1 <= _GAP:
                        self._match_left(waiting, [row for row in rows[last + 1 : seat] if row.pk in self.free])
                    last, waiting = seat, []
        return len(self.free) < before

    def _by_heading(self) -> dict[int, list[Planned]]:
        """The nodes under each heading that is known again, by the key of its row."""
        found: dict[int, list[Planned]] = {}
        for node in self.plan:
            above = self.plan[node.placed.parent].entry if node.placed.parent >= 0 else None
            if node.placed.parent < 0 or above is not None:
                found.setdefault(above.pk if above else _ROOT, []).append(node)
        return found

    def _match_left(self, nodes: Sequence[Planned], rows: Sequence[Entry]) -> None:
        """Match what is the only one of its kind on both sides and says something alike."""
        for node in nodes:
            left = [row for row in rows if row.kind == node.kind]
            alone = len(left) == 1 and sum(other.kind == node.kind for other in nodes) == 1
            if alone and not left[0].removed and _is_reworded(node, left[0]):
                self._match(node, left[0])

    def by_likeness(self) -> bool:
        """What has no title, by words that are somewhat alike; whether any was found."""
        return self._take_alike(_faint_likeness, _FAINT_PAIRS)

    def by_number(self) -> bool:
        """Whether any was found."""
        return self._take(
            lambda node: self._under(node, node.number) if _tells(node.kind, node.number) else None,
            # What has left the source comes back by its words or not at all: numbers are given again.
            lambda row: None if row.state == WITHDRAWN else (_above(row), row.kind, row.number),
        )

    def _take(self, key_of_node: Callable[[Planned], Hashable], key_of_row: Callable[[Entry], Hashable]) -> bool:
        """Match what has the same key; ``None`` is no key. Whether any was found."""
        before = len(self.free)
        waiting: dict[Hashable, deque[Entry]] = {}
        for row in self.free.values():
            waiting.setdefault(key_of_row(row), deque()).append(row)
        # All keys first: what stands under a heading that is found here has its turn by surer signs.
        for node, key in [(node, key_of_node(node)) for node in self.plan if node.entry is None]:
            if key is not None and (rows := waiting.get(key)):
                self._match(node, rows.popleft())
        return len(self.free) < before

    def _take_only(self, key_of_node: Callable[[Planned], Hashable], key_of_row: Callable[[Entry], Hashable]) -> None:
        """Match what has the same key and is the only one that has it."""
        counts = Counter(key_of_node(node) for node in self.plan if node.entry is None)
        counts.update(key_of_row(row) for row in self.free.values())
        self._take(lambda node: key if counts[key := key_of_node(node)] == 2 else None, key_of_row)

    def _take_alike(self, likeness: Callable[[Planned, Entry], float], most: int = _PAIRS) -> bool:
        """Match what is alike under a heading that is known again, the likest first. Whether any was found."""
        before = len(self.free)
        rows: dict[Hashable, list[Entry]] = {}
        for row in self.free.values():
            rows.setdefault((_above(row), row.kind), []).append(row)
        nodes: dict[Hashable, list[Planned]] = {}
        for node in self.plan:
            if node.entry is None and (place := self._under(node)) in rows:
                nodes.setdefault(place, []).append(node)
        for place, waiting in nodes.items():
            if len(waiting) * len(rows[place]) > most:
                continue
            pairs = [
                (alike, -at, -seat, node, row)
                for at, node in enumerate(waiting)
                for seat, row in enumerate(rows[place])
                if (alike := likeness(node, row))
            ]
            for _, _, _, node, row in sorted(pairs, key=lambda pair: pair[:3], reverse=True):
                if node.entry is None and row.pk in self.free:
                    self._match(node, row)
        return len(self.free) < before

    def _under(self, node: Planned, *words: str) -> Hashable:
        """A key of what stands under the same row; ``None`` under a heading that is not known again."""
        parent = _ROOT
        if node.placed.parent >= 0:
            above = self.plan[node.placed.parent].entry
            if above is None:
                return None
            parent = above.pk
        return (parent, node.kind, *words)

    def _match(self, node: Planned, row: Entry) -> bool:
        node.entry = row
        del self.free[row.pk]
        return True

    def _headings(self, entry: Entry) -> tuple[str, ...]:
        return tuple(row.title for row in self._all_above(entry))[::-1]

    def _all_above(self, entry: Entry) -> Iterator[Entry]:
        parent = entry.parent_id
        while parent is not None:
            yield self.rows[parent]
            parent = self.rows[parent].parent_id


def _above(row: Entry) -> int:
    return _ROOT if row.parent_id is None else row.parent_id


def _tells(kind: str, number: str) -> bool:
    """Whether a printed number tells an entry from its neighbours: a question's bare mark («В.», «Q») doesn't."""
    return any(map(str.isdigit, number)) if kind == RULING else bool(number)


def _likeness(node: Planned, row: Entry) -> float:
    """How like a row is to a node, 0 when it is another thing.

    A long text is enough; a title has to be nearly the same, or alike above the same text. What an editor removed
    has to be nearly the same: a new entry that passed for it would never be seen.
    """
    same_text = bool(node.body) and node.body == row.body
    if same_text and len(node.body) >= _LONG:
        return 2.0
    if node.title and row.title:
        least = _ALIKE if same_text and not row.removed else _NEARLY
        return _ratio(node.title, row.title, least)
    return _ratio(node.body, row.body, _NEARLY) if not node.title and not row.title else 0.0


def _faint_likeness(node: Planned, row: Entry) -> float:
    """How like two texts without a title are, one of which may have been rewritten in parts; never something that left
    the source or that an editor removed."""
    if node.title or row.title or row.removed or row.state == WITHDRAWN:
        return 0.0
    return _ratio(node.body, row.body, _FAINTLY)


def _is_reworded(node: Planned, row: Entry) -> bool:
    """Whether a node in the place of a row may be the same in other words: it gives the same answer, or it is somewhat
    alike; and they share a word that says what it is about, unless the answer says enough."""
    same_text = bool(node.body) and node.body == row.body
    if same_text and len(node.body.split()) >= _TELLING_WORDS:
        return True
    one, other = (node.title, row.title) if node.title or row.title else (node.body, row.body)
    if _subjects(one, row.language).isdisjoint(_subjects(other, row.language)):
        return False
    return same_text or _ratio(one, other, _FAINTLY) > 0


def _subjects(text: str, language: str) -> set[str]:
    """The words of a text that say what it is about, as their lemmas."""
    chatter = LANGUAGES[language].chatter
    told = (word.text for word in words(text) if part_of_speech(word.text, language) != "function")
    found = [set(lemmas(word, language)) for word in told]
    return set().union(*(forms for forms in found if chatter.isdisjoint(forms)))


def _said_around(
    things: Sequence[Planned] | Sequence[Entry], *, before: bool, after: bool
) -> dict[int, tuple[str, ...]]:
    """What each of some things says, with its neighbours on these sides, by ``id``."""
    said = ["", *(thing.origin for thing in things), ""]
    return {id(thing): tuple(said[at + 1 - before : at + 2 + after]) for at, thing in enumerate(things)}


def _ratio(one: str, other: str, least: float) -> float:
    """How like two texts are, 0 when less than ``least``: by their letters in order, long ones by their words."""
    if max(len(one), len(other)) > _LETTERS:
        counts = [Counter(text.split()) for text in (one, other)]
        ratio = 2 * (counts[0] & counts[1]).total() / max(sum(count.total() for count in counts), 1)
        return ratio if ratio >= least else 0.0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0
