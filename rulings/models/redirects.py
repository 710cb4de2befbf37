"""Old addresses: written whenever a slug, an anchor or a parent changes, so that no link dies."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulings.models.base import Addressed
from rulings.models.cards import Card
from rulings.models.entries import Entry
from rulings.models.games import Game, Source
from rulings.models.names import exactly_one


class Redirect(models.Model):
    """An old ``path`` (without the interface language) and the thing that stood there."""

    path = models.CharField(_("old address"), max_length=300, unique=True)
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), null=True, blank=True)
    source = models.ForeignKey(Source, models.CASCADE, verbose_name=_("source"), null=True, blank=True)
    entry = models.ForeignKey(Entry, models.CASCADE, verbose_name=_("entry"), null=True, blank=True)
    card = models.ForeignKey(Card, models.CASCADE, verbose_name=_("card"), null=True, blank=True)

    class Meta:
        verbose_name = _("redirect")
        verbose_name_plural = _("redirects")
        constraints = [
            models.CheckConstraint(
                condition=exactly_one("game", "source", "entry", "card"),
                name="redirect_to_one_thing",
                violation_error_message=_("A redirect leads to one game, source, entry or card."),
            )
        ]

    def __str__(self) -> str:
        return self.path

    @property
    def thing(self) -> Addressed:
        thing = self.game or self.source or self.entry or self.card
        assert thing is not None  # the database holds it
        return thing
