"""What an entry mentions: names, headings, references and citations, resolved to rows.

The core finds places (``linking``, ``references``); here it is decided what they lead to, with the rows of the
entry's game, its base game and its expansions. Nothing is guessed silently: what fits two things alike is left to
an editor, and an editor's decision stands as long as the text around it does.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from django.db.models import Q

from rulings.batches import batches
from rulings.books import game_behind, in_book
from rulings.codes import Codes, joined, spaced
from rulings.kinds import RULING
from rulings.languages import LANGUAGES, fold, lemmas, words
from rulings.linking import ALWAYS, CAPITALISED, QUOTED, Lexicon, LexiconName, Span, forms, word_keys
from rulings.markup import Link
from rulings.models import Card, Entry, Game, Keyword, Mention, Name
from rulings.models.games import whole_texts
from rulings.models.names import SHOWN, home_game
from rulings.models.states import REFUSED
from rulings.references import Reference, heading_key, references, whole

# A heading of so many words is recognised wherever it stands; a shorter one only in quotes.
_TITLE_WORDS = 3

_LONGEST_KIND = 24  # characters in which a kind and a quote stand in front of a name
_KIND_GAP = re.compile(r"[ \u00a0]+[«„“\"]?")

T = TypeVar("T")
Target = tuple[str, int]  # ("card" | "entry" | "game", key)


class Place(NamedTuple):
    """A place of a text and what it may mean alike: one thing is a mention, several are left to an editor, none is a
    citation. ``book``: what the cited book is called, where that stands elsewhere in the text."""

    start: int
    end: int
    targets: list[Target]
    book: str = ""

    @property
    def is_open(self) -> bool:
        return len(self.targets) > 1

    @property
    def target(self) -> Target | None:
        """What a place that isn't open mentions; ``None`` for a citation."""
        return self.targets[0] if self.targets else None


def _everywhere(start: int, end: int) -> bool:
    return True


@dataclass
class _Scope:
    """What the texts of one game in one language may mention, as far as it was looked up. ``games``: the game, its
    base game and its expansions; ``known``: the lemmas by which it was looked up; ``titles``: entries by the
    ``heading_key`` of their titles; ``numbers``: those of all its books by printed number."""

    game: Game
    games: set[int]
    lexicon: Lexicon
    codes: Codes
    known: set[str] = field(default_factory=set)
    titles: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    numbers: dict[str, list[Entry]] = field(default_factory=dict)


class Finder:
    """Finds the mentions of entries. Of the names that their games' texts may mention it reads those whose keyword
    stands in one of the texts, each once: the cost is that of the texts, however many names there are."""

    def __init__(self) -> None:
        self._scopes: dict[tuple[int, str], _Scope] = {}
        self._paths: dict[Target, tuple[str, str]] = {}

    def learn(self, entries: Iterable[Entry]) -> None:
        """Look up what these entries, whose plain texts are made, may mention. To be told of many at once costs
        little more than of one."""
        surfaces: dict[tuple[int, str], set[str]] = {}
        for entry in entries:
            scope = self._scope(entry)
            own = surfaces.setdefault((scope.game.pk, entry.language), set())
            for text in (entry.title, entry.text):
                own.update(word.text for word in words(text))
                own |= joined(text)
        for (game, language), texts in surfaces.items():
            scope = self._scopes[(game, language)]
            fresh = {key for surface in texts for key in word_keys(surface, language)} - scope.known
            scope.known |= fresh
            self._look_up(scope, fresh)

    def mentions(self, entry: Entry, field: str, text: str, before: Iterable[Mention]) -> list[Mention]:
        """The mentions of one field, left to right: rows that still stand where they stood (editors' decisions
        first), and new ones that are not saved yet."""
        own = [old for old in before if old.field == field]
        standing = {(old.start, old.end): old for old in own if text[old.start : old.end] == old.surface}
        taken, refused = _Taken(), _Taken()
        decided = [old for old in own if old.is_decided and old.settle(text)]
        result = [old for old in decided if old.made_by != REFUSED and taken.take(old.start, old.end)]
        # A refusal under a wider choice waits there until that is taken back.
        result += [old for old in decided if old.made_by == REFUSED and refused.take(old.start, old.end)]
        for old in result:
            taken.take(old.start, old.end)
        for place in self._places(entry, text):
            if place.is_open or not taken.take(place.start, place.end):
                continue
            known = standing.get((place.start, place.end))
            is_same = known is not None and not known.is_decided and owner(known) == place.target
            result.append(known if known and is_same else _mention(entry, field, place, text))
        return sorted(result, key=lambda mention: mention.start)

    def links(
        self, mentions: Iterable[Mention], field: str, text: str, can_link: Callable[[int, int], bool] = _everywhere
    ) -> list[Link]:
        """What a page links: the first mention of a thing in each paragraph, and every citation, where a link can
        stand."""
        links = []
        ends = [at for at, char in enumerate(text) if char == "\n"]  # of paragraphs
        seen: set[tuple[int, Target]] = set()
        for mention in mentions:
            if mention.field != field or not mention.is_shown:
                continue
            start, end = whole(text, mention.start, mention.end)
            if not can_link(start, end):
                continue
            target = owner(mention)
            if target is None:
                links.append(Link(start, end, "", "citation"))
                continue
            place = (bisect_left(ends, mention.start), target)
            if place not in seen:
                seen.add(place)
                path, kind = self._paths.get(target) or self._remember(target, mention.thing)
                links.append(Link(start, end, f"/-/{path}", kind))
        return links

    def undecided(self, entry: Entry, text: str) -> Iterator[Place]:
        """Places of a text that may mean several things alike: they are left to an editor."""
        return (place for place in self._places(entry, text) if place.is_open)

    # ── places ──

    def _places(self, entry: Entry, text: str) -> Iterator[Place]:
        """References first: what they name is named for their sake."""
        scope = self._scope(entry)
        taken = _Taken()
        for start, end in _tokens(text):
            taken.take(start, end)
        # What fills its own title may have the names of other things in it: an entry never mentions itself.
        spans = scope.lexicon.find(text, without=("entry", entry.pk))
        for reference in references(text, entry.language):
            place = self._referred(entry, reference, scope, game_behind(text, reference.end, spans))
            if place is not None and taken.take(place.start, place.end):
                yield place
        for span in spans:
            targets = self._meant(span, text, scope)
            if targets and taken.is_free(span.start, span.end):
                yield Place(span.start, span.end, targets)

    def _meant(self, span: Span, text: str, scope: _Scope) -> list[Target]:
        """What a place of a text may mean, as this module knows it; more than one is a tie. Of things that share a
        name or a code, those are meant whose kind stands in front of it («заклинание «Ворон»»)."""
        alike = [target for target in (*span.targets, *span.others) if isinstance(target, tuple)]
        told = _kinds_before(text, span.start, scope.lexicon.language) if len(alike) > 1 else set()
        named = [target for target in alike if self._paths[target][1] in told]
        return [
            (kind, key)
            for kind, key in named or alike[: len(span.targets)]
            if kind != "card" or scope.codes.may_mean(key, text, span.start, span.end, scope.lexicon)
        ]

    def _referred(self, entry: Entry, reference: Reference, scope: _Scope, game: int | None) -> Place | None:
        """Where a reference leads: to the entry that it names (to several, when nothing tells which), or, as a
        citation, to a book that isn't here. ``game``: the one that is named behind it (``books.game_behind``)."""
        end, is_here = reference.end, False
        if reference.kind == "title":
            title = next((title for title in reference.titles() if heading_key(title) in scope.titles), "")
            found = scope.titles[heading_key(title)] if title else []
            if reference.is_elsewhere:
                found = in_book(entry, reference, game, found)
            if len(found) > 1:  # of those that differ in their marks alone, the one that is written so
                found = [other for other in found if fold(other.title) == fold(title)] or found
            end -= 0 if reference.is_elsewhere else len(reference.value) - len(title)
        elif reference.of:
            found = in_book(entry, reference, game, self._numbered(reference.value, scope))
            own = [other for other in found if other.source_id == entry.source_id]
            found = own or found  # rules that speak of the rules
            if reference.kind == "step":  # of which numbered list, nobody says
                found = []
        else:
            numbered = self._numbered(reference.value, scope)
            found = [other for other in numbered if other.source_id == entry.source_id]
            is_here = bool(found)  # also when it is this very entry, or one of several
            if reference.kind == "step":
                found = [other for other in found if other.parent_id == entry.parent_id]
        found = [other for other in found if other.pk != entry.pk]
        if len(found) == 1 or (found and not self._is_named(reference, scope)):
            for other in found:
                self._remember(("entry", other.pk), other)
            return Place(reference.start, end, [("entry", other.pk) for other in found])
        if found or is_here or not reference.is_elsewhere or self._is_named(reference, scope):
            return None
        return Place(reference.start, reference.end, [], reference.book)

    @staticmethod
    def _numbered(number: str, scope: _Scope) -> list[Entry]:
        if number not in scope.numbers:
            entries = Entry.objects.live().placed().filter(source__game__in=scope.games, number=number)
            scope.numbers[number] = list(entries.order_by("source", "position"))
        return scope.numbers[number]

    @staticmethod
    def _is_named(reference: Reference, scope: _Scope) -> bool:
        """Whether the name of a thing that is here stands in the title of a part («в секции Рост угрозы») and no page
        is named: the link to the thing goes before. A heading is no such thing where the base game's is meant."""
        if reference.has_page or (reference.of and reference.kind != "title"):
            return False
        title = f"«{reference.value}»" if reference.of else reference.value
        targets = (target for span in scope.lexicon.find(title) for target in span.targets)
        return any(not reference.of or target[0] != "entry" for target in targets if isinstance(target, tuple))

    # ── what may be mentioned ──

    def _scope(self, entry: Entry) -> _Scope:
        game = entry.source.game
        key = (game.pk, entry.language)
        if key not in self._scopes:
            games = set(Game.objects.family(game).values_list("pk", flat=True))
            self._scopes[key] = _Scope(game, games, Lexicon((), entry.language), Codes(games, entry.language))
        return self._scopes[key]

    def _look_up(self, scope: _Scope, lemmas: Collection[str]) -> None:
        """Read the names, titles and codes that are known by these lemmas and that were not read yet."""
        keys: dict[str, set[int]] = {"name": set(), "entry": set(), "card": set()}
        for some in batches(sorted(lemmas)):
            for name, entry, card in Keyword.objects.of(some).values_list("name", "entry", "card"):
                for kind, key in (("name", name), ("entry", entry), ("card", card)):
                    if key is not None:
                        keys[kind].add(key)
        for kind, read in (("name", self._read_names), ("entry", self._read_titles), ("card", self._read_codes)):
            for some_keys in batches(sorted(keys[kind])):
                read(scope, some_keys)

    def _read_names(self, scope: _Scope, keys: Collection[int]) -> None:
        # Other expansions are spoken of by their names.
        siblings = Q(game__parent=scope.game.parent_id or scope.game.pk)
        names = Name.objects.of_games(scope.games) | Name.objects.filter(siblings)
        names = names.live().filter(pk__in=keys, confidence__in=SHOWN)
        names = names.select_related("card__game", "game", "entry__source__game")
        for name in names.defer(*whole_texts("entry__source__")).distinct():
            self._add(scope, name, name.thing)

    def _read_titles(self, scope: _Scope, keys: Collection[int]) -> None:
        entries = Entry.objects.live().placed().filter(pk__in=keys, source__game__in=scope.games)
        for entry in entries.prefetch_related("cards"):
            scope.titles[heading_key(entry.title)].append(entry)
            if not entry.cards.all():  # what carries a card is spoken of by the card's name
                self._add(scope, entry, entry)

    def _read_codes(self, scope: _Scope, keys: Collection[int]) -> None:
        for card in Card.objects.filter(pk__in=keys, game__in=scope.games).select_related("game"):
            self._remember(("card", card.pk), card)
            scope.codes.add(card)
            scope.lexicon.add(lexical_codes(card))

    def _add(self, scope: _Scope, named: Name | Entry, thing: Card | Entry | Game) -> None:
        lexical = lexical_name(named, rank=int(home_game(thing).pk != scope.game.pk))
        assert isinstance(lexical.target, tuple)
        self._remember(lexical.target, thing)
        scope.lexicon.add([lexical])

    def _remember(self, target: Target, thing: Card | Entry | Game | None) -> tuple[str, str]:
        assert thing is not None
        kind = "game" if isinstance(thing, Game) else thing.kind
        self._paths[target] = (thing.path, kind)
        return self._paths[target]


def lexical_name(named: Name | Entry, rank: int = 0) -> LexiconName:
    """A name or an entry's title, as the lexicon takes it."""
    if isinstance(named, Name):
        is_main = named.role == "main"
        sort = "card" if named.card_id else ""
        return LexiconName(owner(named), named.text, named.language, named.forms, named.recognise, rank, is_main, sort)
    recognise = ALWAYS if sum(1 for _ in words(named.title)) >= _TITLE_WORDS else QUOTED
    return LexiconName(("entry", named.pk), named.title, named.language, named.title_forms(), recognise, rank)


def lexical_codes(card: Card) -> list[LexiconName]:
    """A card's code, as the lexicon takes it: also with a space in it, then with a capital."""
    ways = ((card.code, ALWAYS), (spaced(card.code), CAPITALISED))
    return [
        LexiconName(("card", card.pk), code, "en", forms(code, "en"), recognise, is_main=False)
        for code, recognise in ways
        if code
    ]


def owner(row: Name | Mention) -> Target | None:
    """What a name is of, or what a mention is of; ``None`` for a citation."""
    entry_id = row.entry_id if isinstance(row, Name) else row.to_entry_id
    for kind, key in (("card", row.card_id), ("entry", entry_id), ("game", row.game_id)):
        if key is not None:
            return (kind, key)
    return None


def _kinds_before(text: str, start: int, language: str) -> set[str]:
    """The kinds of things that the word in front of a place says."""
    window = text[max(0, start - _LONGEST_KIND) : start]
    before = list(words(window))
    if not before or _KIND_GAP.fullmatch(window, before[-1].end) is None:
        return set()
    said = lemmas(before[-1].text, language)
    return {kind for kind, own in LANGUAGES[language].kinds.items() if not own.isdisjoint(said)}


_INNER = re.compile(r"[^\W_]_+[^\W_]")


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    """Pieces of a text that are addresses or names of files: no words of it."""
    if not any(sign in text for sign in ("://", "www.", "@", "_")):
        return
    for match in re.finditer(r"\S+", text):
        token = match.group()
        is_mail = "." in token.partition("@")[2]
        if "://" in token or token.startswith("www.") or is_mail or _INNER.search(token):
            yield match.span()


class _Taken:
    """Pieces of a text that lie apart. Looking one up takes the logarithm of how many there are: a text may be long."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def is_free(self, start: int, end: int) -> bool:
        at = bisect_right(self._ends, start)  # the first that ends behind the start
        return at == len(self._starts) or self._starts[at] >= end

    def take(self, start: int, end: int) -> bool:
        """Take a piece, unless another has some of it; whether it was free."""
        if not self.is_free(start, end):
            return False
        at = bisect_right(self._ends, start)
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True


def _mention(entry: Entry, field: str, place: Place, text: str) -> Mention:
    surface = text[place.start : place.end]
    kind, key = place.target or ("citation", 0)
    start, end = whole(text, place.start, place.end)
    return Mention(
        entry=entry,
        field=field,
        start=place.start,
        end=place.end,
        surface=surface,
        card_id=key if kind == "card" else None,
        to_entry_id=key if kind == "entry" else None,
        game_id=key if kind == "game" else None,
        citation=f"{text[start:end]} {place.book}".rstrip() if place.target is None else None,
    )


def mentions_of(finder: Finder, entry: Entry, before: Sequence[Mention]) -> list[Mention]:
    """All mentions of an entry whose plain text is made: a question's own, then its text's."""
    fields = ("title", "text")
    return [one for field in fields for one in finder.mentions(entry, field, field_text(entry, field), before)]


def field_text(entry: Entry, field: str) -> str:
    """The text that the mentions of a field stand in, once it is made: headings have none."""
    if field == "title":
        return entry.title if entry.kind == RULING else ""
    return entry.text
