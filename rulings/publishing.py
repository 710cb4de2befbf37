"""The one door to rendering, mentions and the index: ``publish(entries)``, ``unpublish(entries)``.

Whoever changes or deletes rows calls them; there are no signals. Rendering and mentions are rows of the same
transaction; the index follows when it commits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from rulings.kinds import CHAPTER, RULING
from rulings.languages import LANGUAGES, words
from rulings.linking import ALWAYS, QUOTED, Lexicon, LexiconName, Span, forms
from rulings.markup import Link, read, render_line, verdict
from rulings.models import Card, Entry, Game, Mention, Name, Synonym
from rulings.models.mentions import FOUND, REFUSED
from rulings.models.names import SHOWN
from rulings.search import indexing

# A heading of so many words is recognised wherever it stands; a shorter one only in quotes.
_TITLE_WORDS = 3
_TITLE_LENGTH = 200
_BATCH = 500


def publish(entries: Iterable[Entry]) -> int:
    """Render entries, find what they mention, and index them once the transaction commits.

    Drafts and removed entries are rendered too (an editor looks at them) and are not indexed. Returns how many
    entries there were.
    """
    count = 0
    publisher = Publisher()
    for batch in _batches(entries):
        with transaction.atomic():
            publisher.publish(batch)
            transaction.on_commit(partial(indexing.update, [entry.pk for entry in batch]))
        count += len(batch)
    return count


def unpublish(entries: Iterable[Entry]) -> None:
    """Take entries out of the index once the transaction commits; what readers can see is their ``state``."""
    keys = [entry.pk for entry in entries]
    transaction.on_commit(partial(indexing.remove, keys))


def publish_things(things: Iterable[Card | Game | Synonym]) -> None:
    """Index cards and synonyms as they are once the transaction commits; deleted ones are taken out."""
    keys: dict[type[Card | Game | Synonym], list[int]] = {}
    for thing in things:
        keys.setdefault(type(thing), []).append(thing.pk)
    for model, of_model in keys.items():
        transaction.on_commit(partial(indexing.update, of_model, model))


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
    lexical = [_lexical(thing) for thing in things if isinstance(thing, Name) or is_referable(thing)]
    lexicons = {language: Lexicon(lexical, language) for language in LANGUAGES}
    owners = Game.objects.filter(Q(cards__in=cards) | Q(pk__in=games) | Q(sources__entries__in=targets)).distinct()
    families = Game.objects.filter(pk__in={member.pk for owner in owners for member in Game.objects.family(owner)})
    return [
        entry
        for entry in Entry.objects.filter(source__game__in=families).placed()
        if entry.pk in mentioning
        or any(lexicons[entry.language].find(text) for text in (entry.title, entry.text))
        or entry.pk in targets
    ]


def is_referable(entry: Entry) -> bool:
    """Whether texts may speak of an entry by its title: a heading of a name's length that isn't a question."""
    return bool(entry.title) and entry.kind != RULING and len(entry.title) <= _TITLE_LENGTH


def _batches(entries: Iterable[Entry]) -> Iterable[list[Entry]]:
    batch: list[Entry] = []
    for entry in entries:
        batch.append(entry)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _lexical(named: Name | Entry, rank: int = 0) -> LexiconName:
    if isinstance(named, Name):
        return LexiconName(_owner(named), named.text, named.language, named.forms, named.recognise, rank)
    recognise = ALWAYS if sum(1 for _ in words(named.title)) >= _TITLE_WORDS else QUOTED
    keys = forms(named.title, named.language)
    return LexiconName(("entry", named.pk), named.title, named.language, keys, recognise, rank)


def _owner(row: Name | Mention) -> tuple[str, int] | None:
    """What a name is of, or what a mention is of; ``None`` for a citation."""
    entry_id = row.entry_id if isinstance(row, Name) else row.to_entry_id
    for kind, key in (("card", row.card_id), ("entry", entry_id), ("game", row.game_id)):
        if key is not None:
            return (kind, key)
    return None


class Publisher:
    """One publication: the lexicons and the addresses of what may be mentioned are made once and shared."""

    def __init__(self) -> None:
        self._lexicons: dict[tuple[int, str], Lexicon] = {}
        self._paths: dict[Hashable, str] = {}
        self._kinds: dict[Hashable, str] = {}

    def publish(self, entries: Sequence[Entry]) -> None:
        before: dict[int, list[Mention]] = {}
        for mention in Mention.objects.filter(entry__in=entries):
            before.setdefault(mention.entry_id, []).append(mention)
        fresh: list[Mention] = []
        stale: list[int] = []
        now = timezone.now()
        for entry in entries:
            mentions = self._render(entry, before.get(entry.pk, []))
            entry.changed_at = now
            kept = {id(mention) for mention in mentions}
            fresh += [mention for mention in mentions if mention.pk is None]
            stale += [mention.pk for mention in before.get(entry.pk, []) if id(mention) not in kept]
        Mention.objects.filter(pk__in=stale).delete()
        Mention.objects.bulk_create(fresh)
        Entry.objects.bulk_update(entries, ["html", "title_html", "text", "verdict", "changed_at"])

    # ── one entry ──

    def _render(self, entry: Entry, before: list[Mention]) -> list[Mention]:
        """Set what publishing makes of the entry; returns its mentions, the rows that stay among them."""
        is_ruling = entry.kind == RULING
        plain = read(entry.body, entry.language)
        found = verdict(plain.text) if is_ruling else None
        entry.text, entry.verdict = plain.text, found.key if found else ""
        lexicon = self._lexicon(entry.source.game, entry.language)
        mentions: list[Mention] = []
        for field, text in (("title", entry.title if is_ruling else ""), ("text", plain.text)):
            mentions += self._mentions(entry, field, text, lexicon.find(text), before)
        entry.title_html = render_line(entry.title, self._links(mentions, "title", entry.title))
        entry.html = plain.html(self._links(mentions, "text", plain.text), answer=is_ruling)
        return mentions

    def _mentions(
        self, entry: Entry, field: str, text: str, spans: Sequence[Span], before: list[Mention]
    ) -> list[Mention]:
        """The mentions of one field: rows that still stand where they stood, an editor's decisions first."""
        standing = {
            (old.start, old.end): old
            for old in before
            if old.field == field and text[old.start : old.end] == old.surface
        }
        result = [old for old in standing.values() if old.made_by != FOUND]
        taken = [(old.start, old.end) for old in result]
        for span in spans:
            target = self._choose(entry, span)
            if target is None or any(span.start < end and span.end > start for start, end in taken):
                continue
            old = standing.get((span.start, span.end))
            if old and _owner(old) == target:
                result.append(old)
            else:
                result.append(_mention(entry, field, span, text, target))
        return sorted(result, key=lambda mention: mention.start)

    def _choose(self, entry: Entry, span: Span) -> tuple[str, int] | None:
        """What a span means: the one thing of that name; nothing when two have it, or when it is the entry itself."""
        if len(span.targets) != 1:
            return None
        target = span.targets[0]
        assert isinstance(target, tuple)
        return None if target == ("entry", entry.pk) else target

    def _links(self, mentions: Sequence[Mention], field: str, text: str) -> list[Link]:
        """What the page links: the first mention of a thing in each paragraph."""
        links = []
        seen: set[tuple[int, Hashable]] = set()
        for mention in mentions:
            target = _owner(mention)
            if mention.field != field or mention.made_by == REFUSED or target not in self._paths:
                continue
            place = (text.count("\n", 0, mention.start), target)
            if place not in seen:
                seen.add(place)
                links.append(Link(mention.start, mention.end, f"/-/{self._paths[target]}", self._kinds[target]))
        return links

    # ── what may be mentioned ──

    def _lexicon(self, game: Game, language: str) -> Lexicon:
        key = (game.pk, language)
        if key not in self._lexicons:
            self._lexicons[key] = Lexicon(self._names(game), language)
        return self._lexicons[key]

    def _names(self, game: Game) -> list[LexiconName]:
        family = Game.objects.family(game)
        names = (
            Name.objects.of_games(family)
            .filter(confidence__in=SHOWN)
            .select_related("card__game", "game", "entry__source__game")
        )
        titled = (
            Entry.objects.live().filter(source__game__in=family).exclude(kind=CHAPTER, cards__isnull=False).placed()
        )
        result = []
        for named in [*names, *filter(is_referable, titled)]:
            thing = named.thing if isinstance(named, Name) else named
            owner = thing if isinstance(thing, Game) else thing.source.game if isinstance(thing, Entry) else thing.game
            lexical = _lexical(named, rank=int(owner.pk != game.pk))
            self._paths[lexical.target] = thing.path
            self._kinds[lexical.target] = "game" if isinstance(thing, Game) else thing.kind
            result.append(lexical)
        return result


def _mention(entry: Entry, field: str, span: Span, text: str, target: tuple[str, int]) -> Mention:
    kind, key = target
    return Mention(
        entry=entry,
        field=field,
        start=span.start,
        end=span.end,
        surface=text[span.start : span.end],
        card_id=key if kind == "card" else None,
        to_entry_id=key if kind == "entry" else None,
        game_id=key if kind == "game" else None,
    )
