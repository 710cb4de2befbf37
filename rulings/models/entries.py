"""Entries: the smallest things a player would cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from rulings.batches import batches
from rulings.kinds import CHAPTER, ENTRY_KINDS, RULING
from rulings.labels import ENTRY_KIND_LABELS
from rulings.linking import Forms, forms
from rulings.models.base import Indexed, Named, validate_visible
from rulings.models.cards import Card
from rulings.models.games import Game, Source, whole_texts
from rulings.models.keywords import Keyword
from rulings.models.lines import Line, Voiced, line_fields, voiced, voiced_fields
from rulings.models.questions import Question, question_in
from rulings.models.states import DRAFT, PUBLISHED, WITHDRAWN, live

MAX_DEPTH = 5  # headings above an entry that come with it in one query; deeper ones cost a query each
TITLE = 200  # characters; a longer title is no name


class EntryQuerySet(models.QuerySet["Entry"]):
    def live(self) -> EntryQuerySet:
        """What a reader can see: published, not removed by an editor, and under no heading that isn't so."""
        return self.filter(live())

    def of_game(self, game: Game) -> EntryQuerySet:
        return self.filter(source__game=game)

    def own_of(self, card: Card) -> EntryQuerySet:
        """Rulings and rules whose own card this is."""
        return self.filter(cards=card).exclude(kind=CHAPTER)

    def kind_counts(self) -> dict[str, int]:
        """How many there are of each kind, in the order of the kinds."""
        found = dict(self.order_by().values_list("kind").annotate(count=models.Count("pk")))
        return {kind: found[kind] for kind in ENTRY_KINDS if kind in found}

    def game_counts(self) -> dict[int, dict[str, int]]:
        """How many there are of each kind in each game: game → kind → count."""
        rows = self.order_by().values_list("source__game", "kind").annotate(count=models.Count("pk"))
        found: dict[int, dict[str, int]] = {}
        for game, kind, count in rows:
            found.setdefault(game, {})[kind] = count
        return found

    def official_first(self) -> EntryQuerySet:
        return self.order_by(*official_first())

    def at(self, paths: Iterable[str]) -> EntryQuerySet:
        """The entries with these paths («talisman/faq/plot-v1/»)."""
        found = Q(pk__in=())
        for game, source, anchor in (path.strip("/").split("/") for path in sorted(paths)):
            found |= Q(source__game__slug=game, source__slug=source, anchor=anchor)
        return self.filter(found)

    def with_keys(self, keys: Iterable[int]) -> Iterator[Entry]:
        """The entries with these keys that are there, a few at a time: databases take only so many at once."""
        for some in batches(sorted(keys)):
            yield from self.filter(pk__in=some)

    def in_order(self) -> EntryQuerySet:
        """Reading order: by game, source and place in it."""
        return self.order_by("source__game__position", "source__game", "source", "position")

    def placed(self) -> EntryQuerySet:
        """Entries with their source, game and the headings above them at hand; without the source's whole text,
        which would come with every row."""
        related = self.select_related("source__game", "__".join(["parent"] * MAX_DEPTH))
        return related.defer(*whole_texts("source__"))

    def with_pages(self) -> EntryQuerySet:
        """Entries with a page of their own: all but chapters whose heading is the name of one card."""
        return self.annotate(cards_named=models.Count("cards", filter=Q(kind=CHAPTER))).exclude(cards_named=1)

    def lines(self) -> Iterator[Line]:
        """The entries as lists show them."""
        return map(Line._make, self.values_list(*line_fields()))

    def voiced(self) -> Iterator[Voiced]:
        """The same, each with whose word it is."""
        return map(voiced, self.values_list(*voiced_fields()))

    def questions(self, keys: Iterable[int]) -> dict[int, Question]:
        """What each of these entries (by key) asks."""
        family = Coalesce("source__game__parent", "source__game")
        rows = self.filter(pk__in=[*keys]).order_by("cards").values_list("pk", "title", "ref", family, "cards")
        found: dict[int, Question] = {}
        for key, title, ref, base, card in rows:
            known = found.get(key) or Question(question_in(title), ref, base, ())
            found[key] = known._replace(cards=(*known.cards, card)) if card else known
        return found

    def for_page(self) -> EntryQuerySet:
        """Entries with what is around them on their own page: source, game, base game, the nearest headings."""
        source = ("slug", "title", "language", "edition", "version", "date", "credit", "authority", "file_name", "game")
        game = ("slug", "drawn_as", "hue", "edition", "parent")
        return self.select_related("source__game__parent", "parent__parent").only(
            *("kind", "number", "title", "position", "anchor", "verdict", "language", "ref", "source", "parent"),
            *("first_line", "last_line", "text", "html", "title_html", "changed_at"),
            *(f"source__{name}" for name in source),
            *(f"source__game__{name}" for name in game),
            *("source__game__parent__slug", "source__game__parent__drawn_as", "source__game__parent__hue"),
            *("parent__title", "parent__anchor", "parent__parent"),
            *("parent__parent__title", "parent__parent__anchor", "parent__parent__parent"),
        )

    def under(self, entry: Entry) -> EntryQuerySet:
        """Everything below an entry, to the depth that headings go."""
        below = Q()
        for depth in range(1, MAX_DEPTH + 1):
            below |= Q(**{"__".join(["parent"] * depth): entry})
        return self.filter(below, source=entry.source_id).order_by("position")

    def beside(self, entry: Entry) -> EntryQuerySet:
        """The entries under the same heading, itself among them."""
        return self.filter(source=entry.source_id, parent=entry.parent_id).order_by("position")

    def texts(self) -> EntryQuerySet:
        """Entries with a text of their own: all but chapters."""
        return self.exclude(kind=CHAPTER)


def official_first(prefix: str = "") -> list[Any]:
    """What ``order_by()`` is told, to have entries of official sources first; ``prefix`` leads to the entry."""
    official = models.When(**{f"{prefix}source__authority": "official"}, then=0)
    return [models.Case(official, default=1), f"{prefix}source_id", f"{prefix}position"]


def card_of_heading(kind: str, cards: Sequence[Card]) -> Card | None:
    """The one card whose name a chapter's heading is, of the cards the entry carries. ``with_pages()`` says the same
    in the database."""
    return cards[0] if kind == CHAPTER and len(cards) == 1 else None


def give_headings(entries: Iterable[Entry]) -> None:
    """Put all headings above them at hand, however deep they stand, with one query."""
    rows = list(entries)
    sources = {row.source_id for row in rows if row.parent_id}
    parents = Entry.objects.filter(source__in=sources).order_by().values("parent")
    above = Entry.objects.filter(pk__in=parents).only("title", "source", "parent") if sources else ()
    headings = {row.pk: row for row in above}
    for row in (*rows, *headings.values()):
        if row.parent_id in headings:
            row.parent = headings[row.parent_id]


class Entry(Named, Indexed):
    """A chapter, section, ruling, clarification, erratum or note of a source. ``path`` is its permalink.

    ``origin`` is the checksum of what the source says, so that an import sees whether the source changed even
    when an editor changed the entry. ``hidden``: a heading above it is off the site (``placing.renew_hidden()``
    says so). ``html``, ``title_html``, ``text`` and ``verdict`` are made by publishing;
    ``content`` is the checksum of what was published last, and ``changed_at`` when that last changed.
    """

    KINDS = [(key, ENTRY_KIND_LABELS[key]) for key in ENTRY_KINDS]
    STATES = [(DRAFT, _("draft")), (PUBLISHED, _("published")), (WITHDRAWN, _("no longer in its source"))]

    source = models.ForeignKey(Source, models.PROTECT, verbose_name=_("source"), related_name="entries")
    kind = models.CharField(_("kind"), max_length=20, choices=KINDS)
    number = models.CharField(_("number"), max_length=40, blank=True)
    title = models.TextField(_("title or question"), blank=True, validators=[validate_visible])
    body = models.TextField(_("text"), blank=True)
    parent = models.ForeignKey(
        "self", models.PROTECT, verbose_name=_("under"), related_name="children", null=True, blank=True
    )
    position = models.PositiveIntegerField(_("order"), default=0)
    anchor = models.SlugField(_("address"), max_length=120)
    first_line = models.PositiveIntegerField(_("first line in the source"), null=True, blank=True)
    last_line = models.PositiveIntegerField(_("last line in the source"), null=True, blank=True)
    cards = models.ManyToManyField(Card, verbose_name=_("own cards"), related_name="entries", blank=True)
    ref = models.CharField(_("shared by translations"), max_length=80, blank=True, db_index=True)
    state = models.CharField(_("state"), max_length=20, choices=STATES, default=PUBLISHED)
    language = models.CharField(_("language"), max_length=2)
    edited = models.BooleanField(_("changed by an editor"), default=False)
    removed = models.BooleanField(_("removed by an editor"), default=False)
    hidden = models.BooleanField(default=False, editable=False)

    origin = models.CharField(max_length=64, blank=True, editable=False)
    text = models.TextField(blank=True, editable=False)
    html = models.TextField(blank=True, editable=False)
    title_html = models.TextField(blank=True, editable=False)
    verdict = models.CharField(max_length=10, blank=True, editable=False)
    content = models.CharField(max_length=64, blank=True, editable=False)
    changed_at = models.DateTimeField(_("last change"), null=True, blank=True, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["source", "position"]
        constraints = [models.UniqueConstraint(fields=["source", "anchor"], name="one_entry_an_address")]
        indexes = [
            models.Index(fields=["source", "position"], name="entry_order"),
            models.Index(fields=["source", "number"], name="entry_number"),
            models.Index(fields=["state", "removed", "kind"], name="entry_state"),
        ]

    def __str__(self) -> str:
        return " ".join(part for part in (self.number, self.title) if part) or self.anchor

    def save(self, *args: Any, **kwargs: Any) -> None:
        is_new = self.pk is None
        super().save(*args, **kwargs)
        fields = kwargs.get("update_fields")
        if fields is None or not {"title", "kind", "language"}.isdisjoint(fields):
            Keyword.objects.renew("entry", {self.pk: self.title_forms()}, are_new=is_new)

    @property
    def is_referable(self) -> bool:
        """Whether texts may speak of it by its title: a heading of a name's length that isn't a question."""
        return bool(self.title) and self.kind != RULING and len(self.title) <= TITLE

    def title_forms(self) -> Forms:
        """The form table of a title that texts may speak of; else an empty one."""
        return forms(self.title, self.language) if self.is_referable else []

    @property
    def path(self) -> str:
        return f"{self.source.path}{self.anchor}/"

    def name_in(self, language: str | None = None) -> str:
        """Its name, or else its title, or that of the heading it stands under."""
        name = self.main_name(language)
        return name.text if name else self.heading

    @property
    def chapter_card(self) -> Card | None:
        """The card that has the page of this chapter."""
        return card_of_heading(self.kind, list(self.cards.all())) if self.kind == CHAPTER else None

    @property
    def landing(self) -> Entry | Card:
        """What a link to it leads to: a heading that is a card's name has no page beside the card's."""
        return self.chapter_card or self

    @property
    def is_published(self) -> bool:
        """Whether it is meant for readers; they see it when its headings are, too."""
        return self.state == PUBLISHED and not self.removed

    @property
    def is_live(self) -> bool:
        return self.is_published and not self.hidden

    @property
    def locator(self) -> tuple[int, int] | None:
        if self.first_line is None or self.last_line is None:
            return None
        return (self.first_line, self.last_line)

    def headings(self) -> list[str]:
        """The titles above it, the highest first."""
        titles: list[str] = []
        above = self.parent
        while above is not None:
            titles.insert(0, above.title)
            above = above.parent
        return titles

    @property
    def heading(self) -> str:
        """What stands above its text: its title, or that of the nearest heading."""
        entry: Entry | None = self
        while entry is not None and not entry.title:
            entry = entry.parent
        return entry.title if entry else ""


class _KindManager(models.Manager[Any]):
    """Entries of some kinds: what a proxy model speaks of."""

    def __init__(self, proxy: str) -> None:
        super().__init__()
        self.proxy = proxy

    def get_queryset(self) -> EntryQuerySet:
        kinds = [kind.key for kind in ENTRY_KINDS.values() if kind.proxy == self.proxy]
        return EntryQuerySet(self.model, using=self._db).filter(kind__in=kinds)


class RulesSection(Entry):
    objects = _KindManager("RulesSection")  # type: ignore[misc, assignment]  # narrower than an entry's

    class Meta:
        proxy = True
        verbose_name = _("rules section")
        verbose_name_plural = _("rules sections")


class Ruling(Entry):
    objects = _KindManager("Ruling")  # type: ignore[misc, assignment]  # narrower than an entry's

    class Meta:
        proxy = True
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")


class Erratum(Entry):
    objects = _KindManager("Erratum")  # type: ignore[misc, assignment]  # narrower than an entry's

    class Meta:
        proxy = True
        verbose_name = _("erratum")
        verbose_name_plural = _("errata")
