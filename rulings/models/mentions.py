"""Mentions: an entry → a card, an entry, a game or a citation, with its place. «What links here» is one query."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulings.models.cards import Card
from rulings.models.entries import PUBLISHED, Entry
from rulings.models.games import Game
from rulings.models.names import exactly_one

FOUND, CONFIRMED, REFUSED, CHOSEN = "found", "confirmed", "refused", "chosen"


class MentionQuerySet(models.QuerySet["Mention"]):
    def shown(self) -> MentionQuerySet:
        """Every mention that no editor refused."""
        return self.exclude(made_by=REFUSED)

    def live(self) -> MentionQuerySet:
        """Mentions in what a reader can see, that no editor refused, with their entries at hand."""
        return self.shown().filter(entry__state=PUBLISHED, entry__removed=False).select_related(
            "entry__source__game", "entry__parent"
        )

    def in_order(self) -> MentionQuerySet:
        """The title's mentions before the text's, each from left to right."""
        return self.order_by("entry", "-field", "start")


class Mention(models.Model):
    """A place in an entry's title or plain text (offsets in code points) and what it speaks of.

    ``citation`` is the text of a reference to a book that isn't here, as printed.
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

    @property
    def thing(self) -> Card | Entry | Game | None:
        """What it leads to; ``None`` for a citation."""
        return self.card or self.to_entry or self.game
