"""Games and their sources."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from rulings.interface import interface_language, interface_languages
from rulings.kinds import CHAPTER, NOTE, RULING, TERM
from rulings.models.base import Addressed, Indexed, Named, validate_visible
from rulings.models.states import live, seen

# First parts of an address that belong to the site, and second parts that belong to every game.
RESERVED_GAME_SLUGS = frozenset(
    {*interface_languages(), "search", "help", "games", "preview", "tonight", "api", "admin", "e", "c", "offline"}
)
RESERVED_SOURCE_SLUGS = frozenset({"cards", "terms", "offline", "feed", "print"})


def validate_game_slug(slug: str) -> None:
    if slug in RESERVED_GAME_SLUGS:
        raise ValidationError(_("This address belongs to the site itself."))


def validate_source_slug(slug: str) -> None:
    if slug in RESERVED_SOURCE_SLUGS:
        raise ValidationError(_("This address belongs to the pages of every game."))


def validate_hue(hue: int) -> None:
    """Hues of the verdicts are theirs alone: a game must not look like a yes or a no."""
    if 15 <= hue <= 45 or 140 <= hue <= 170:
        raise ValidationError(_("Hues 15–45 and 140–170 are reserved for verdicts."))


def whole_texts(source: str = "") -> list[str]:
    """The fields of a source that are as long as its document, for ``defer()``: a list needs none of them. ``source``
    leads to it («entry__source__»)."""
    return [f"{source}text", f"{source}outline"]


class GameQuerySet(models.QuerySet["Game"]):
    def with_counts(self) -> GameQuerySet:
        """Each game with ``rulings_count`` and ``sections_count``: published entries a reader can open."""
        rulings = live("sources__entries__") & Q(sources__entries__kind=RULING)
        sections = live("sources__entries__") & ~Q(sources__entries__kind__in=[RULING, CHAPTER, NOTE])
        return self.annotate(  # type: ignore[no-redef]  # declared on the model for its readers
            rulings_count=Count("sources__entries", filter=rulings, distinct=True),
            sections_count=Count("sources__entries", filter=sections, distinct=True),
        )

    def with_texts(self) -> GameQuerySet:
        """Games that have a source; the others are only spoken of."""
        return self.filter(models.Exists(Source.objects.filter(game=models.OuterRef("pk"))))

    def with_terms(self) -> GameQuerySet:
        """Games with a list of terms."""
        from rulings.models.cards import Card

        return self.filter(models.Exists(Card.objects.filter(game=models.OuterRef("pk"), kind=TERM)))

    def family(self, game: Game) -> GameQuerySet:
        """The game, its base game and its expansions: whose names its texts may mention."""
        related = Q(pk=game.pk) | Q(parent=game.pk)
        if game.parent_id:
            related |= Q(pk=game.parent_id)
        return self.filter(related)

    def kin(self, game: Game) -> GameQuerySet:
        """The family and the other expansions of its base game: whose texts may speak of it by its name."""
        return self.family(game) | self.filter(parent=game.parent_id or game.pk)


class SourceQuerySet(models.QuerySet["Source"]):
    def with_citations_count(self) -> SourceQuerySet:
        """Each source with ``citations_count``: places a reader can see that refer to a book that isn't here."""
        refers = Q(entries__mentions__citation__isnull=False) & seen("entries__mentions__")
        return self.annotate(citations_count=Count("entries__mentions", filter=refers))  # type: ignore[no-redef]


class Game(Named, Indexed):
    """A game or an expansion of one (``parent``)."""

    slug = models.SlugField(_("address"), unique=True, validators=[validate_game_slug])
    parent = models.ForeignKey(
        "self", models.PROTECT, verbose_name=_("base game"), related_name="expansions", null=True, blank=True
    )
    hue = models.PositiveSmallIntegerField(_("hue"), default=265, validators=[MaxValueValidator(359), validate_hue])
    edition = models.CharField(_("edition"), max_length=200, blank=True)
    publisher = models.CharField(_("publisher"), max_length=200, blank=True)
    position = models.PositiveSmallIntegerField(_("order"), default=0)
    # its first address once it has another: drawings are files that are called so
    drawn_as = models.SlugField(blank=True, editable=False)

    objects = GameQuerySet.as_manager()
    rulings_count: int  # set by with_counts()
    sections_count: int

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.name_in(interface_language())

    @property
    def path(self) -> str:
        return f"{self.slug}/"

    @property
    def lineage(self) -> list[Game]:
        """The game, and its base game where it is an expansion."""
        return [self, self.parent] if self.parent else [self]

    @property
    def drawings(self) -> list[str]:
        """What a drawing of it may be called, the likeliest first."""
        return [self.slug, self.drawn_as] if self.drawn_as else [self.slug]

    def clean(self) -> None:
        """A family is a base game and its expansions: no game is both."""
        if self.parent is None:
            return
        if self.parent_id == self.pk:
            raise ValidationError({"parent": _("A game can't be its own base game.")})
        if self.parent.parent_id is not None:
            raise ValidationError({"parent": _("The base game is an expansion itself.")})
        if self.pk and self.expansions.exists():
            raise ValidationError({"parent": _("It has expansions of its own, so it can’t be one.")})


class Source(Addressed):
    """One edition of one document, its text verbatim."""

    AUTHORITIES = [("official", _("official")), ("community", _("community"))]

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="sources")
    slug = models.SlugField(_("address"), max_length=80, validators=[validate_source_slug])
    language = models.CharField(_("language"), max_length=2)
    title = models.CharField(_("title"), max_length=300, validators=[validate_visible])
    edition = models.CharField(_("edition"), max_length=200, blank=True)
    version = models.CharField(_("version"), max_length=100, blank=True)
    date = models.CharField(_("date"), max_length=40, blank=True)
    credit = models.CharField(_("credit"), max_length=300, blank=True)
    authority = models.CharField(_("authority"), max_length=20, choices=AUTHORITIES, default="community")
    rights = models.CharField(_("rights"), max_length=300, blank=True)
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    text = models.TextField(_("text as printed"), blank=True)
    checksum = models.CharField(_("checksum"), max_length=64, blank=True, editable=False)
    # what its outline said at the last import: the next one carries over the difference alone
    outline = models.JSONField(_("outline"), default=dict, blank=True, editable=False)
    imported_at = models.DateTimeField(_("imported"), null=True, blank=True, editable=False)

    objects = SourceQuerySet.as_manager()
    citations_count: int  # set by with_citations_count()

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ["game", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "slug"], name="one_source_an_address")]

    def __str__(self) -> str:
        return self.title

    @property
    def path(self) -> str:
        return f"{self.game.slug}/{self.slug}/"
