"""Cards: everything a game gives a name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from rulings.interface import interface_language
from rulings.kinds import CARD_KINDS, CHAPTER, RULING, TERM
from rulings.labels import CARD_KIND_LABELS
from rulings.linking import forms
from rulings.models.base import Indexed, Named
from rulings.models.games import Game
from rulings.models.keywords import Keyword
from rulings.models.states import live, seen, shown

if TYPE_CHECKING:
    from rulings.models.entries import Entry


@cache
def _counts() -> tuple[Coalesce, Coalesce]:
    """The numbers of ``with_counts()``, made once: making them anew costs more than the database takes to count."""
    from rulings.models.entries import Entry
    from rulings.models.mentions import Mention

    pairs = Entry.cards.through.objects
    own = pairs.filter(live("entry__"), ~Q(entry__kind=CHAPTER), card=OuterRef("pk"))
    its_own = pairs.filter(card=OuterRef("card"), entry=OuterRef("entry"))
    mentions = Mention.objects.live().filter(~Exists(its_own), card=OuterRef("pk")).order_by()
    rulings_count = own.values("card").annotate(count=Count("pk")).values("count")  # type: ignore[misc]  # it is there
    mentions_count = mentions.values("card").annotate(count=Count("entry", distinct=True)).values("count")
    return Coalesce(Subquery(rulings_count), 0), Coalesce(Subquery(mentions_count), 0)


class CardQuerySet(models.QuerySet["Card"]):
    def with_counts(self) -> CardQuerySet:
        """Each card with ``rulings_count`` (entries whose own card it is) and ``mentions_count`` (other entries
        that mention it). A chapter holds no ruling of its own, it gathers those that are counted: it is not."""
        rulings, mentions = _counts()
        return self.annotate(rulings_count=rulings, mentions_count=mentions)  # type: ignore[no-redef]  # declared on the model for its readers

    def with_rulings_count(self) -> CardQuerySet:
        """Each card with ``rulings_count`` alone; for many cards that is quicker than ``with_counts()``."""
        own = live("entries__") & ~Q(entries__kind=CHAPTER)
        return self.annotate(rulings_count=Count("entries", filter=own, distinct=True))  # type: ignore[no-redef]

    def most_asked(self) -> CardQuerySet:
        """Cards with rulings of their own and ``rulings_count``, those with the most first."""
        own = live("entries__") & Q(entries__kind=RULING)
        cards = self.select_related("game").filter(own).annotate(rulings_count=Count("entries"))  # type: ignore[no-redef]
        return cards.order_by(F("rulings_count").desc(), "game__position", "slug")

    def most_mentioned(self) -> CardQuerySet:
        """Cards (not terms) that the texts a reader can see speak of, those spoken of most first."""
        mentions = Count("mentions", filter=seen("mentions__"))
        cards = self.exclude(kind=TERM).select_related("game").annotate(spoken_of=mentions)
        return cards.filter(spoken_of__gt=0).order_by("-spoken_of", "slug")

    def spoken_of_in(self, entry: Entry) -> CardQuerySet:
        """The cards that an entry mentions, those of its title first."""
        mentions = Q(mentions__entry=entry) & shown("mentions__")
        first = Min(Case(When(mentions__field="title", then=0), default=1))
        return self.filter(mentions).annotate(first=first).order_by("first", "pk")

    def named(self) -> CardQuerySet:
        """Cards with their names at hand."""
        return self.select_related("game").prefetch_related("names")


class Card(Named, Indexed):
    """A card, character, spell, space, creature, object, scenario or term of a game."""

    KINDS = [(key, CARD_KIND_LABELS[key]) for key in CARD_KINDS]

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="cards")
    slug = models.SlugField(_("address"), max_length=80)
    kind = models.CharField(_("kind"), max_length=20, choices=KINDS)
    set = models.CharField(_("set"), max_length=100, blank=True)
    code = models.CharField(_("code"), max_length=40, blank=True)
    note = models.TextField(_("editors' note"), blank=True)

    objects = CardQuerySet.as_manager()
    rulings_count: int  # set by with_counts()
    mentions_count: int

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ["game", "slug"]
        constraints = [models.UniqueConstraint(fields=["game", "slug"], name="one_card_an_address")]
        indexes = [models.Index(fields=["code"], name="card_code")]

    def __str__(self) -> str:
        return self.name_in(interface_language())

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        Keyword.objects.renew("card", {self.pk: forms(self.code, "en")})

    @property
    def path(self) -> str:
        return f"{self.game.slug}/cards/{self.slug}/"

    @property
    def is_term(self) -> bool:
        return self.kind == TERM
