"""What players say for what the rules say, and what they asked in vain."""

from __future__ import annotations

import logging

from django.db import DatabaseError, models, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulings.languages import LANGUAGES, fold
from rulings.models.base import Indexed
from rulings.models.games import Game

log = logging.getLogger(__name__)
_ASKED = 200  # characters of a query that are kept


class Synonym(Indexed):
    """Table talk: a query with any of ``says`` also finds each of ``means`` (both separated by commas). Without a game
    it holds for all of them. What it means may be of any language."""

    game = models.ForeignKey(
        Game, models.CASCADE, verbose_name=_("game"), related_name="synonyms", null=True, blank=True
    )
    language = models.CharField(
        _("language"), max_length=2, choices=[(code, language.name) for code, language in LANGUAGES.items()]
    )
    says = models.TextField(_("what players say"))
    means = models.TextField(_("what it means"))

    class Meta:
        verbose_name = _("synonym")
        verbose_name_plural = _("synonyms")
        ordering = ["game", "language", "says"]

    def __str__(self) -> str:
        return f"{self.says} → {self.means}"

    @property
    def sayings(self) -> list[str]:
        return _parts(self.says)

    @property
    def meanings(self) -> list[str]:
        return _parts(self.means)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class MissedQueryManager(models.Manager["MissedQuery"]):
    def record(self, text: str, language: str) -> None:
        """Count a query in vain. Looking for something must not fail because this can't be written."""
        asked = " ".join(fold(text).split())[:_ASKED]
        try:
            with transaction.atomic():
                row, _ = self.get_or_create(text=asked, language=language)
                self.filter(pk=row.pk).update(count=F("count") + 1, last_at=timezone.now())
        except DatabaseError:
            log.warning("a query in vain could not be counted", exc_info=True)


class MissedQuery(models.Model):
    """A query that found nothing, folded, and how often; nothing of who asked."""

    text = models.CharField(_("query"), max_length=_ASKED)
    language = models.CharField(_("interface language"), max_length=2, blank=True)
    count = models.PositiveIntegerField(_("times"), default=0)
    last_at = models.DateTimeField(_("last time"), auto_now=True)

    objects = MissedQueryManager()

    class Meta:
        verbose_name = _("query without a hit")
        verbose_name_plural = _("queries without a hit")
        ordering = ["-count", "-last_at"]
        constraints = [models.UniqueConstraint(fields=["text", "language"], name="one_row_a_missed_query")]

    def __str__(self) -> str:
        return self.text
