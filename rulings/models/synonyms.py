"""What players say for what the rules say, and what they asked in vain."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulings.languages import LANGUAGES, fold
from rulings.models.base import Indexed, language_labels
from rulings.models.games import Game

log = logging.getLogger(__name__)
_ASKED = 200  # characters of a query that are kept
_KEPT, _SWEEP = 2_000, 100  # queries in vain that are kept, and after how many new ones the others go
_PATIENCE = 50  # milliseconds
_ASIDE = ".,;!?…()[]{}/*"  # what stands around a word and asks for nothing
# What is pasted by mistake: an e-mail address or the host of one, a number of a telephone, a card or a document.
_PERSONAL = re.compile(r"@|\b[a-z0-9-]+\.[a-z]{2,}\b|\d(?:[\s().+/-]*\d){6,}")


class Synonym(Indexed):
    """Table talk: a query with any of ``says`` also finds each of ``means`` (both separated by commas). Without a game
    it holds for all of them. What it means may be of any language; nothing for a thing that isn't here, as another
    game: then what has not the words themselves does not answer."""

    game = models.ForeignKey(
        Game, models.CASCADE, verbose_name=_("game"), related_name="synonyms", null=True, blank=True
    )
    language = models.CharField(_("language"), max_length=2, choices=language_labels)
    says = models.TextField(_("what players say"))
    means = models.TextField(
        _("what it means"), blank=True, help_text=_("Empty for a thing that isn’t here, such as another game.")
    )

    class Meta:
        verbose_name = _("synonym")
        verbose_name_plural = _("synonyms")
        ordering = ["game", "language", "says"]

    def __str__(self) -> str:
        return f"{self.says} → {self.means or '—'}"

    def clean(self) -> None:
        if self.game and not self.meanings:
            raise ValidationError({"game": _("What isn’t here belongs to no game.")})

    @property
    def sayings(self) -> list[str]:
        return _parts(self.says)

    @property
    def meanings(self) -> list[str]:
        return _parts(self.means)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _words(text: str) -> str:
    """A query folded, with the signs of the query language and no others: asked with or without «!», it is one."""
    either = {word for language in LANGUAGES.values() for word in language.either}  # signs as long as they are capitals
    pieces = (piece if piece in either else fold(piece).strip(_ASIDE) for piece in text.split())
    return " ".join(piece for piece in pieces if any(map(str.isalnum, piece)))


class MissedQueryManager(models.Manager["MissedQuery"]):
    def record(self, text: str, language: str) -> None:
        """Count a query in vain, unless it looks as if it said who somebody is. Looking for something must neither fail
        nor wait because this can't be written."""
        if _PERSONAL.search(fold(text)):
            return
        asked = _words(text)[:_ASKED]
        try:
            with _impatient(), transaction.atomic():
                row = self.filter(text=asked, language=language)
                if not row.update(count=F("count") + 1, last_at=timezone.now()):
                    new = self.create(text=asked, language=language, count=1)
                    if new.pk % _SWEEP == 0:
                        self.sweep()
        except DatabaseError:
            log.warning("a query in vain could not be counted", exc_info=True)

    def sweep(self, kept: int = _KEPT) -> None:
        """Forget all but so many: those that were asked least, and longest ago."""
        self.filter(pk__in=list(self.order_by("-count", "-last_at").values_list("pk", flat=True)[kept:])).delete()


@contextmanager
def _impatient() -> Iterator[None]:
    """Don't wait for another writer, where the database is a file with one writer at a time."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    (usual,) = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    connection.connection.execute(f"PRAGMA busy_timeout={_PATIENCE}")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout={usual}")


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
