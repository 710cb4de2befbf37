"""Names: what a card, a game or an entry is called, in which language, how certain, how to be recognised."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rulings.linking import ALWAYS, CAPITALISED, NEVER, QUOTED, default_recognise, forms
from rulings.models.base import language_labels, validate_visible, validate_word
from rulings.models.cards import Card
from rulings.models.entries import Entry
from rulings.models.games import Game
from rulings.models.keywords import Keyword
from rulings.models.states import live

SHOWN = ("printed", "usual")  # confidence of names that a reader may take for the thing's name


class KnownName(NamedTuple):
    """What a page shows of a name: a plain row, read at a fraction of what a ``Name`` costs."""

    language: str
    text: str
    role: str
    confidence: str

    @property
    def is_shown(self) -> bool:
        return self.confidence in SHOWN


def home_game(thing: Card | Game | Entry) -> Game:
    """The game that a thing is of; a game is of itself."""
    if isinstance(thing, Game):
        return thing
    return thing.source.game if isinstance(thing, Entry) else thing.game


def exactly_one(*names: str) -> Q:
    """A condition: of these fields one has a value and the others have none."""
    condition = Q()
    for chosen in names:
        others = {f"{name}__isnull": name != chosen for name in names}
        condition |= Q(**others)
    return condition


class NameQuerySet(models.QuerySet["Name"]):
    def prepared(self, names: Iterable[Name]) -> list[Name]:
        """Save new names together, each with its form table and its keyword."""
        rows = list(names)
        for name in rows:
            name.prepare()
        self.bulk_create(rows, batch_size=2000)
        Keyword.objects.renew("name", {name.pk: name.forms for name in rows}, are_new=True)
        return rows

    def of_games(self, games: models.QuerySet[Game] | Collection[int]) -> NameQuerySet:
        """Names of these games, of their cards and of their entries."""
        return self.filter(Q(game__in=games) | Q(card__game__in=games) | Q(entry__source__game__in=games))

    def nameless_without(self, names: Iterable[Name]) -> list[Card | Game]:
        """Cards and games among those that the names are of which would have no main name without them."""
        going = {name.pk: name for name in names if name.card_id or name.game_id}
        if not going:
            return []
        of_them = Q(card__in={name.card_id for name in going.values() if name.card_id}) | Q(
            game__in={name.game_id for name in going.values() if name.game_id}
        )
        mains = self.filter(of_them, role="main").values_list("pk", "card", "game")
        staying = {(card, game) for pk, card, game in mains if pk not in going}
        things: dict[tuple[int | None, int | None], Card | Game | None] = {
            (name.card_id, name.game_id): name.card or name.game for name in going.values()
        }
        return [thing for of, thing in things.items() if thing and of not in staying]

    def live(self) -> NameQuerySet:
        """Names of what a reader can open: of cards, of games, and of entries that are on the site."""
        return self.filter(Q(entry__isnull=True) | live("entry__"))


def give_names(things: Iterable[Card | Game | Entry]) -> None:
    """Put their names at hand, with one query for all of them. A thing may come as several rows."""
    rows: dict[type[Card | Game | Entry], dict[int, list[Card | Game | Entry]]] = {Card: {}, Game: {}, Entry: {}}
    for thing in things:
        kind = next(kind for kind in rows if isinstance(thing, kind))
        rows[kind].setdefault(thing.pk, []).append(thing)
    of: dict[tuple[type[Card | Game | Entry], int], list[KnownName]] = {}
    fields = {Card: "card__in", Game: "game__in", Entry: "entry__in"}
    conditions = [(fields[kind], list(same_kind)) for kind, same_kind in rows.items() if same_kind]
    wanted = Q(*conditions, _connector=Q.OR)
    if not wanted:
        return
    found = Name.objects.filter(wanted).values_list("card", "game", "entry", *KnownName._fields)
    for card, game, entry, *name in found:
        key = (Card, card) if card else (Game, game) if game else (Entry, entry)
        of.setdefault(key, []).append(KnownName._make(name))
    for kind, same_kind in rows.items():
        for pk, same in same_kind.items():
            for thing in same:
                thing.give(of.get((kind, pk), []))


class Name(models.Model):
    """A name of exactly one card, game or entry. ``forms`` is its form table, made when it is saved."""

    ROLES = [("main", _("name")), ("alias", _("other name")), ("abbreviation", _("abbreviation"))]
    CONFIDENCES = [
        ("printed", _("printed")),
        ("usual", _("usual")),
        ("translation", _("translation")),
        ("unconfirmed", _("unconfirmed")),
    ]
    RECOGNISE = [
        (ALWAYS, _("always")),
        (CAPITALISED, _("when capitalised")),
        (QUOTED, _("in quotes")),
        (NEVER, _("never")),
    ]

    card = models.ForeignKey(Card, models.CASCADE, verbose_name=_("card"), related_name="names", null=True, blank=True)
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="names", null=True, blank=True)
    entry = models.ForeignKey(
        Entry, models.CASCADE, verbose_name=_("entry"), related_name="names", null=True, blank=True
    )
    language = models.CharField(_("language"), max_length=2, choices=language_labels)
    text = models.CharField(_("name"), max_length=200, validators=[validate_visible, validate_word])
    role = models.CharField(_("role"), max_length=20, choices=ROLES, default="main")
    confidence = models.CharField(_("certainty"), max_length=20, choices=CONFIDENCES, default="printed")
    recognise = models.CharField(_("recognise"), max_length=20, choices=RECOGNISE, blank=True)
    evidence = models.CharField(_("seen at"), max_length=300, blank=True)
    forms = models.JSONField(_("forms"), default=list, editable=False)

    objects = NameQuerySet.as_manager()

    class Meta:
        verbose_name = _("name")
        verbose_name_plural = _("names")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=exactly_one("card", "game", "entry"),
                name="name_of_one_thing",
                violation_error_message=_("A name belongs to one card, or to one game, or to one entry."),
            ),
            models.UniqueConstraint(fields=["card", "language", "text"], name="card_name_once"),
            models.UniqueConstraint(fields=["game", "language", "text"], name="game_name_once"),
            models.UniqueConstraint(fields=["entry", "language", "text"], name="entry_name_once"),
        ]

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.prepare()
        super().save(*args, **kwargs)
        Keyword.objects.renew("name", {self.pk: self.forms})

    def prepare(self) -> None:
        """Make the form table and the default way of recognising."""
        self.forms = forms(self.text, self.language)
        if not self.recognise:
            self.recognise = default_recognise(self.text, is_term=self.card is not None and self.card.is_term)

    @property
    def is_shown(self) -> bool:
        """Whether readers see it: plain translations and unconfirmed names only help finding."""
        return self.confidence in SHOWN

    @property
    def thing(self) -> Card | Game | Entry:
        thing = self.card or self.game or self.entry
        assert thing is not None  # the database holds it
        return thing
