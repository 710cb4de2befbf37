"""What an editor decides about the mentions of an entry: refuse, confirm, choose a target, make another name.

A decision is a row that later publications leave alone as long as the text around it stays. All of these belong
inside a transaction; the index follows when it commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, prefetch_related_objects
from django.utils.translation import gettext as _

from rulings import auditing
from rulings.addresses import free_slug
from rulings.editing import Edit
from rulings.languages import slug, words
from rulings.linking import ALWAYS, QUOTED, forms, is_same
from rulings.mentioning import Target, field_text
from rulings.models import Card, Entry, Game, Keyword, Mention, Name, Source
from rulings.models.states import CHOSEN, CONFIRMED, FOUND, REFUSED
from rulings.publishing import publish

LONGEST = 300  # characters of a marked piece
_SEEN_AT = 300  # characters of the titles of sources that have a name


class Piece(NamedTuple):
    """A piece of an entry's title or plain text."""

    field: str
    start: int
    end: int
    text: str


class Open(NamedTuple):
    """A piece that may mean several things alike, and is no link until an editor chooses one."""

    piece: Piece
    things: list[Card | Entry | Game]


def piece(entry: Entry, field: str, start: int, end: int) -> Piece | None:
    """A piece by its place, made to begin and end with a word; ``None`` where there is no word."""
    text = field_text(entry, field)
    inside = [word for word in words(text) if word.start < end and word.end > start]
    if not inside or inside[-1].end - inside[0].start > LONGEST:
        return None
    start, end = inside[0].start, inside[-1].end
    return None if "\n" in text[start:end] else Piece(field, start, end, text[start:end])


def piece_with(entry: Entry, words_of_it: str) -> Piece | None:
    """The first place where these words stand."""
    for field in ("title", "text"):
        at = field_text(entry, field).find(words_of_it.strip()) if words_of_it.strip() else -1
        if at >= 0:
            return piece(entry, field, at, at + len(words_of_it.strip()))
    return None


def undecided(entry: Entry) -> Iterator[Open]:
    """The pieces of an entry that are left to an editor."""
    for one in auditing.undecided(Entry.objects.filter(pk=entry.pk)):
        own = Piece(one.field, one.place.start, one.place.end, one.surface)
        yield Open(own, [_row(target) for target in one.place.targets])


@transaction.atomic
def decide(mentions: Iterable[Mention], made_by: str) -> list[Mention]:
    """Refuse or confirm mentions, or (``found``) take back what was decided about them. Those that were not so yet.
    A citation can't be confirmed: it becomes a link when its book is here."""
    assert made_by in (FOUND, CONFIRMED, REFUSED)
    changed = [mention for mention in mentions if mention.made_by != made_by]
    if made_by == CONFIRMED:
        changed = [mention for mention in changed if mention.citation is None]
    prefetch_related_objects(changed, "entry")
    for mention in changed:
        mention.made_by = made_by
        mention.remember()
    Mention.objects.bulk_update(changed, ["made_by", "before", "after"])
    _publish({mention.entry_id for mention in changed})
    return changed


@transaction.atomic
def choose(entry: Entry, chosen: Piece, thing: Card | Entry | Game) -> Mention:
    """Let a piece of the text lead to a thing, whatever it led to before; to the card, where a heading is its name:
    there is the page, and there it is counted. What was refused within the piece is so again when the choice is taken
    back."""
    overlapping = Mention.objects.filter(entry=entry, field=chosen.field, start__lt=chosen.end, end__gt=chosen.start)
    same = Q(start=chosen.start, end=chosen.end)
    overlapping.filter(~Q(made_by=REFUSED) | same).delete()
    mention = Mention(entry=entry, field=chosen.field, start=chosen.start, end=chosen.end, surface=chosen.text)
    mention.made_by = CHOSEN
    mention.point_to(thing.landing if isinstance(thing, Entry) else thing)
    mention.save()
    _publish({entry.pk})
    return mention


def leads_to(card: Card, entry: Entry, chosen: Piece) -> bool:
    """Whether a piece of an entry, or a part of it, is a link to a card."""
    there = Mention.objects.shown().filter(entry=entry, field=chosen.field, card=card)
    return there.filter(start__lt=chosen.end, end__gt=chosen.start).exists()


@transaction.atomic
def make_name(entry: Entry, card: Card, text: str) -> Name:
    """Another name of a card, in the words of an entry; every entry in which it stands is linked anew, also in small
    letters where the name is written so. Raises ``ValidationError``, also where the entry's game can't speak of the
    card, and where another card of the card's family has this name: between the two no text could tell, and the links
    of both would go."""
    game = entry.source.game
    if not Game.objects.family(game).filter(pk=card.game_id).exists():
        raise ValidationError(
            _("“%(card)s” is a card of another game: no text of “%(game)s” can speak of it."),
            params={"card": card, "game": game},
        )
    base = card.game.parent_id or card.game_id
    other = _namesake(Game.objects.filter(Q(pk=base) | Q(parent=base)), text, entry.language, beside=card)
    if other:
        raise ValidationError(
            _("“%(name)s” is a name of the card “%(card)s” already: the links of both would go."),
            params={"name": text, "card": other},
        )
    evidence = str(entry.source)
    name = Name(card=card, text=text, language=entry.language, role="alias", confidence="usual", evidence=evidence)
    name.recognise = ALWAYS if text[:1].islower() else ""
    name.prepare()
    name.full_clean()
    edit = Edit(name)
    name.save()
    edit.finish()
    return name


@transaction.atomic
def make_card(game: Game, kind: str, text: str, language: str) -> Card:
    """A new card with this name, seen at the sources that have it; every entry in which it stands is linked. Raises
    ``ValidationError``, also where a card of the game has this name: of two cards it would name neither, and all its
    links would go."""
    if _namesake([game], text, language):
        raise ValidationError(_("“%(card)s” is a card already."), params={"card": text})
    made = slug(text, 60)
    taken = set(Card.objects.filter(game=game).values_list("slug", flat=True))
    card = Card(game=game, kind=kind, slug=free_slug(made, taken) if made else "")
    card.full_clean()
    edit = Edit(card)
    card.save()
    name = Name(card=card, text=text, language=language, confidence="usual")
    # In small letters it was found in quotes.
    name.recognise = QUOTED if text[:1].islower() else ""
    name.full_clean(exclude=["recognise"])
    name.save()
    edit.finish()
    sources = Source.objects.filter(entries__mentions__card=card).distinct().values_list("title", flat=True)
    Name.objects.filter(pk=name.pk).update(evidence=", ".join(sources)[:_SEEN_AT])
    return card


def _namesake(games: Iterable[Game], text: str, language: str, beside: Card | None = None) -> Card | None:
    """A card of these games, another than ``beside``, with a name that has a form in common with this one."""
    own = forms(text, language)
    keywords = Keyword.objects.of({lemma for keys in own for lemma in keys})
    names = Name.objects.filter(pk__in=keywords.values("name"), card__game__in=games, language=language)
    for name in names.exclude(card=beside).select_related("card").order_by("pk"):
        if is_same(own, name.forms):
            return name.card
    return None


def _publish(keys: Collection[int]) -> None:
    publish(Entry.objects.placed().filter(pk__in=keys))


def _row(target: Target) -> Card | Entry | Game:
    kind, key = target
    if kind == "card":
        return Card.objects.named().get(pk=key)
    return Entry.objects.placed().get(pk=key) if kind == "entry" else Game.objects.get(pk=key)
