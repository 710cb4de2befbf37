"""Mentions: an entry → a card, an entry, a game or a citation, with its place. «What links here» is one query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rulings.models.cards import Card
from rulings.models.entries import Entry
from rulings.models.games import Game
from rulings.models.lines import Line, line_fields
from rulings.models.names import exactly_one
from rulings.models.states import CHOSEN, CONFIRMED, FOUND, REFUSED, live, seen, shown
from rulings.standing import AROUND, Standing


class Place(NamedTuple):
    """A place where something is mentioned: in the title or the text of an entry."""

    card_id: int | None
    field: str
    start: int
    end: int
    entry: Line


def place_fields() -> list[str]:
    """What ``values_list()`` asks for of mentions, for ``place_of()``."""
    return ["card_id", "field", "start", "end", *line_fields("entry__")]


def place_of(row: Sequence[Any]) -> Place:
    """A row of these fields."""
    card, field, start, end, *line = row
    return Place(card, field, start, end, Line._make(line))


class MentionQuerySet(models.QuerySet["Mention"]):
    def shown(self) -> MentionQuerySet:
        """Every mention that no editor refused, of what a reader can open."""
        return self.filter(shown(), Q(to_entry__isnull=True) | live("to_entry__"))

    def live(self) -> MentionQuerySet:
        """Mentions in what a reader can see, that no editor refused."""
        return self.filter(seen())

    def places(self) -> Iterator[Place]:
        """Where these things are mentioned, with the entries around."""
        return map(place_of, self.values_list(*place_fields()))

    def in_order(self) -> MentionQuerySet:
        """By entry in reading order; the title's mentions before the text's, each from left to right."""
        return self.order_by("entry__source_id", "entry__position", "-field", "start")


class Mention(models.Model):
    """A place in an entry's title or plain text (offsets in code points) and what it speaks of.

    ``citation`` is the text of a reference to a book that isn't here, as printed. ``before`` and ``after`` are what
    stands around a mention that an editor decided on: the decision holds while that stays, wherever it moves.
    """

    FIELDS = [("title", _("title")), ("text", _("text"))]
    MAKERS = [
        (FOUND, _("found")),
        (CONFIRMED, _("confirmed")),
        (REFUSED, _("refused")),
        (CHOSEN, _("chosen")),
    ]

    entry = models.ForeignKey(Entry, models.CASCADE, verbose_name=_("entry"), related_name="mentions")
    field = models.CharField(_("place"), max_length=5, choices=FIELDS)
    start = models.PositiveIntegerField(_("start"))
    end = models.PositiveIntegerField(_("end"))
    surface = models.CharField(_("as it stands"), max_length=300)
    card = models.ForeignKey(
        Card, models.CASCADE, verbose_name=_("card"), related_name="mentions", null=True, blank=True
    )
    to_entry = models.ForeignKey(
        Entry, models.CASCADE, verbose_name=_("to the entry"), related_name="mentioned_by", null=True, blank=True
    )
    game = models.ForeignKey(
        Game, models.CASCADE, verbose_name=_("game"), related_name="mentions", null=True, blank=True
    )
    citation = models.CharField(_("citation"), max_length=300, null=True, blank=True)  # noqa: DJ001 (null: no citation)
    made_by = models.CharField(_("made by"), max_length=10, choices=MAKERS, default=FOUND)

    before = models.CharField(max_length=AROUND, blank=True, editable=False)
    after = models.CharField(max_length=AROUND, blank=True, editable=False)

    objects = MentionQuerySet.as_manager()

    class Meta:
        verbose_name = _("mention")
        verbose_name_plural = _("mentions")
        constraints = [
            models.CheckConstraint(
                condition=exactly_one("card", "to_entry", "game", "citation"), name="mention_of_one_thing"
            ),
            models.CheckConstraint(condition=models.Q(end__gt=models.F("start")), name="mention_not_empty"),
        ]
        indexes = [
            models.Index(fields=["entry", "field", "start"], name="mention_place"),
            models.Index(fields=["card", "made_by"], name="mention_card"),
        ]

    def __str__(self) -> str:
        return self.surface

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.is_decided:
            self.remember()
        super().save(*args, **kwargs)

    @property
    def is_shown(self) -> bool:
        """Whether no editor refused it and a reader can open what it leads to. Publishing finds what is there alone; a
        decision holds for what isn't there now, too."""
        if not self.is_decided:
            return True
        return self.made_by != REFUSED and (self.to_entry is None or self.to_entry.is_live)

    @property
    def is_decided(self) -> bool:
        """Whether it stays as an editor wants it. A citation that isn't refused waits for its book, whoever says that
        it is one: only publishing knows when that is here."""
        return self.made_by != FOUND and (self.made_by == REFUSED or self.citation is None)

    def point_to(self, thing: Card | Entry | Game) -> None:
        self.card = thing if isinstance(thing, Card) else None
        self.to_entry = thing if isinstance(thing, Entry) else None
        self.game = thing if isinstance(thing, Game) else None
        self.citation = None

    @property
    def standing(self) -> Standing:
        """By what a decided mention is known again."""
        return Standing(self.start, self.surface, self.before, self.after)

    def settle(self, text: str) -> bool:
        """Find the place of a decided mention in its text as it is now; ``False`` when the words around it are gone."""
        place = self.standing.again(text)
        if place is not None:
            self.stand_at(place)
        return place is not None

    def remember(self) -> None:
        """Remember what stands around it in its entry, by which a decision is known again."""
        text = self.entry.title if self.field == "title" else self.entry.text
        if text[self.start : self.end] == self.surface:
            self.stand_at(Standing.at(self.start, self.end, text))

    def stand_at(self, place: Standing) -> None:
        """Stand at a place, and remember what stands around it."""
        self.start, self.end, self.surface = place.start, place.end, place.surface
        self.before, self.after = place.before, place.after

    @property
    def thing(self) -> Card | Entry | Game | None:
        """What it leads to; ``None`` for a citation."""
        return self.card or self.to_entry or self.game
