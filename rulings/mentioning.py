"""What an entry mentions: names, headings, references and citations, resolved to rows.

The core finds places (``linking``, ``references``); here it is decided what they lead to, with the rows of the
entry's game, its base game and its expansions. Nothing is guessed silently: what fits two things alike is left to
an editor, and an editor's decision stands as long as the text around it does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q

from rulings.kinds import RULING
from rulings.languages import LANGUAGES, fold, words
from rulings.linking import ALWAYS, QUOTED, Lexicon, LexiconName, forms
from rulings.markup import Link
from rulings.models import Card, Entry, Game, Mention, Name
from rulings.models.names import SHOWN
from rulings.models.states import FOUND
from rulings.references import Reference, references

# A heading of so many words is recognised wherever it stands; a shorter one only in quotes.
_TITLE_WORDS = 3
_TITLE_LENGTH = 200

Target = tuple[str, int]  # ("card" | "entry" | "game", key)


class Place(NamedTuple):
    """A place of a text and what it mentions; ``target`` is ``None`` for a citation."""

    start: int
    end: int
    target: Target | None


@dataclass
class _Family:
    """What the texts of one game may mention. ``numbers`` and ``titles``: entries by source and printed number, and
    by folded title."""

    names: list[LexiconName] = field(default_factory=list)
    lexicons: dict[str, Lexicon] = field(default_factory=dict)
    numbers: dict[tuple[int, str], list[Entry]] = field(default_factory=lambda: defaultdict(list))
    titles: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))

    def lexicon(self, language: str) -> Lexicon:
        if language not in self.lexicons:
            self.lexicons[language] = Lexicon(self.names, language)
        return self.lexicons[language]


class Finder:
    """Finds the mentions of entries; what their games' texts may mention is read once."""

    def __init__(self) -> None:
        self._families: dict[int, _Family] = {}
        self._paths: dict[Target, tuple[str, str]] = {}

    def mentions(self, entry: Entry, field: str, text: str, before: Iterable[Mention]) -> list[Mention]:
        """The mentions of one field, left to right: rows that still stand where they stood (editors' decisions
        first), and new ones that are not saved yet."""
        standing = {
            (old.start, old.end): old
            for old in before
            if old.field == field and text[old.start : old.end] == old.surface
        }
        result = [old for old in standing.values() if old.made_by != FOUND]
        taken = [(old.start, old.end) for old in result]
        for place in self._places(entry, text):
            if any(place.start < end and place.end > start for start, end in taken):
                continue
            taken.append((place.start, place.end))
            old = standing.get((place.start, place.end))
            result.append(old if old and owner(old) == place.target else _mention(entry, field, place, text))
        return sorted(result, key=lambda mention: mention.start)

    def links(self, mentions: Iterable[Mention], field: str, text: str) -> list[Link]:
        """What a page links: the first mention of a thing in each paragraph, and every citation."""
        links = []
        seen: set[tuple[int, Target]] = set()
        for mention in mentions:
            if mention.field != field or not mention.is_shown:
                continue
            target = owner(mention)
            if target is None:
                links.append(Link(mention.start, mention.end, "", "citation"))
                continue
            place = (text.count("\n", 0, mention.start), target)
            if place not in seen:
                seen.add(place)
                path, kind = self._paths.get(target) or self._remember(target, mention.thing)
                links.append(Link(mention.start, mention.end, f"/-/{path}", kind))
        return links

    # ── places ──

    def _places(self, entry: Entry, text: str) -> Iterator[Place]:
        """References first: what they name is named for their sake."""
        family = self._family(entry.source.game)
        taken: list[Place] = []
        for reference in references(text, entry.language):
            place = self._referred(entry, reference, family)
            if place is not None:
                taken.append(place)
                yield place
        for span in family.lexicon(entry.language).find(text):
            itself = ("entry", entry.pk)
            targets = [target for target in span.targets if target != itself] or list(span.others[:1])
            if len(targets) != 1 or targets[0] == itself:
                continue
            if all(span.end <= place.start or span.start >= place.end for place in taken):
                assert isinstance(targets[0], tuple)
                yield Place(span.start, span.end, targets[0])

    def _referred(self, entry: Entry, reference: Reference, family: _Family) -> Place | None:
        """Where a reference leads: to the one entry that it names, or, as a citation, to a book that isn't here."""
        if reference.kind == "title":
            found = family.titles.get(fold(reference.value), []) if reference.value else []
        else:
            found = family.numbers.get((entry.source_id, reference.value), [])
            if reference.kind == "step":
                found = [other for other in found if other.parent_id == entry.parent_id]
        found = [other for other in found if other.pk != entry.pk]
        if len(found) == 1:
            return Place(reference.start, reference.end, ("entry", found[0].pk))
        if not reference.is_elsewhere or self._is_named(reference, family, entry.language):
            return None
        return Place(reference.start, reference.end, None)

    @staticmethod
    def _is_named(reference: Reference, family: _Family, language: str) -> bool:
        """Whether a part is called by the name of a thing that is here («в секции Рост угрозы») and no page is."""
        whole = reference.end - reference.start == len(reference.value)
        spans = family.lexicon(language).find(reference.value) if reference.value and whole else []
        return len(spans) == 1 and (spans[0].start, spans[0].end) == (0, len(reference.value))

    # ── what may be mentioned ──

    def _family(self, game: Game) -> _Family:
        if game.pk not in self._families:
            self._families[game.pk] = self._read_family(game)
        return self._families[game.pk]

    def _read_family(self, game: Game) -> _Family:
        family = _Family()
        games = Game.objects.family(game)
        siblings = Q(game__parent=game.parent_id or game.pk)  # other expansions are spoken of by their names
        names = (
            (Name.objects.of_games(games) | Name.objects.filter(siblings))
            .filter(confidence__in=SHOWN)
            .select_related("card__game", "game", "entry__source__game")
            .distinct()
        )
        entries = list(Entry.objects.live().filter(source__game__in=games).placed().prefetch_related("cards"))
        for entry in entries:
            if entry.number:
                family.numbers[(entry.source_id, entry.number)].append(entry)
            if is_referable(entry):
                family.titles[fold(entry.title)].append(entry)
        # What carries a card is spoken of by the card's name.
        titled = [entry for entry in entries if is_referable(entry) and not entry.cards.all()]
        for named in [*names, *titled]:
            thing = named.thing if isinstance(named, Name) else named
            home = thing if isinstance(thing, Game) else thing.source.game if isinstance(thing, Entry) else thing.game
            lexical = lexical_name(named, rank=int(home.pk != game.pk))
            assert isinstance(lexical.target, tuple)
            self._remember(lexical.target, thing)
            family.names.append(lexical)
        for card in Card.objects.filter(game__in=games).exclude(code="").select_related("game"):
            target = ("card", card.pk)
            self._remember(target, card)
            family.names.append(LexiconName(target, card.code, "en", forms(card.code, "en"), ALWAYS, is_main=False))
        return family

    def _remember(self, target: Target, thing: Card | Entry | Game | None) -> tuple[str, str]:
        assert thing is not None
        kind = "game" if isinstance(thing, Game) else thing.kind
        self._paths[target] = (thing.path, kind)
        return self._paths[target]


def is_referable(entry: Entry) -> bool:
    """Whether texts may speak of an entry by its title: a heading of a name's length that isn't a question."""
    return bool(entry.title) and entry.kind != RULING and len(entry.title) <= _TITLE_LENGTH


def lexical_name(named: Name | Entry, rank: int = 0) -> LexiconName:
    """A name, or an entry's title, as the lexicon takes it."""
    if isinstance(named, Name):
        is_main = named.role == "main"
        return LexiconName(owner(named), named.text, named.language, named.forms, named.recognise, rank, is_main)
    recognise = ALWAYS if sum(1 for _ in words(named.title)) >= _TITLE_WORDS else QUOTED
    keys = forms(named.title, named.language)
    return LexiconName(("entry", named.pk), named.title, named.language, keys, recognise, rank)


def owner(row: Name | Mention) -> Target | None:
    """What a name is of, or what a mention is of; ``None`` for a citation."""
    entry_id = row.entry_id if isinstance(row, Name) else row.to_entry_id
    for kind, key in (("card", row.card_id), ("entry", entry_id), ("game", row.game_id)):
        if key is not None:
            return (kind, key)
    return None


def touched_by(named: Iterable[Name | Entry]) -> list[Entry]:
    """Entries that mention the things of these names (or these entries), and entries whose words could be one of
    the names: those a new, renamed or deleted name touches."""
    things = list(named)
    cards = {name.card_id for name in things if isinstance(name, Name) and name.card_id}
    games = {name.game_id for name in things if isinstance(name, Name) and name.game_id}
    targets = {name.entry_id if isinstance(name, Name) else name.pk for name in things} - {None}
    mentioning = set(
        Mention.objects.filter(Q(card__in=cards) | Q(to_entry__in=targets) | Q(game__in=games)).values_list(
            "entry", flat=True
        )
    )
    lexical = [lexical_name(thing) for thing in things if isinstance(thing, Name) or is_referable(thing)]
    lexicons = {language: Lexicon(lexical, language) for language in LANGUAGES}
    owners = Game.objects.filter(Q(cards__in=cards) | Q(pk__in=games) | Q(sources__entries__in=targets)).distinct()
    families = Game.objects.filter(pk__in={member.pk for home in owners for member in Game.objects.family(home)})
    return [
        entry
        for entry in Entry.objects.filter(source__game__in=families).placed()
        if entry.pk in mentioning
        or any(lexicons[entry.language].find(text) for text in (entry.title, entry.text))
        or entry.pk in targets
    ]


def _mention(entry: Entry, field: str, place: Place, text: str) -> Mention:
    surface = text[place.start : place.end]
    kind, key = place.target or ("citation", 0)
    return Mention(
        entry=entry,
        field=field,
        start=place.start,
        end=place.end,
        surface=surface,
        card_id=key if kind == "card" else None,
        to_entry_id=key if kind == "entry" else None,
        game_id=key if kind == "game" else None,
        citation=surface if place.target is None else None,
    )


def mentions_of(finder: Finder, entry: Entry, before: Sequence[Mention]) -> list[Mention]:
    """All mentions of an entry whose plain text is made: a question's own, then its text's."""
    title = entry.title if entry.kind == RULING else ""
    return [*finder.mentions(entry, "title", title, before), *finder.mentions(entry, "text", entry.text, before)]
