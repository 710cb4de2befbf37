"""Filters of the lists, each value with its count: one query a filter, whatever the number of values and rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulings.admin.searching import once
from rulings.forms import row_key
from rulings.kinds import RULING
from rulings.models import Card, Entry, Game, Mention, Name, Source
from rulings.models.base import language_labels
from rulings.models.names import SHOWN


class Counted(admin.SimpleListFilter):
    """A filter by the values of one column (``column``), counted by the database in one query."""

    column = ""

    def get_facet_queryset(self, changelist: ChangeList) -> dict[str, int]:
        rows = changelist.get_queryset(self.request, exclude_parameters=self.expected_parameters())
        groups = rows.order_by().values_list(self.column).annotate(rows=Count("pk"))
        counts = {str(value): number for value, number in groups}
        return {f"{index}__c": counts.get(str(value), 0) for index, (value, _title) in enumerate(self.lookup_choices)}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value is None or value not in {str(key) for key, _title in self.lookup_choices}:
            return queryset
        return queryset.filter(**{self.column: value})


def by(column: str, title: Any, choices: Iterable[tuple[str, Any]], parameter: str = "") -> type[Counted]:
    """A filter by a column of keys with labels."""
    labels = list(choices)

    class ByColumn(Counted):
        parameter_name = parameter or column

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return labels

    ByColumn.column, ByColumn.title = column, title
    return ByColumn


ByEntryKind = by("kind", _("kind"), Entry.KINDS)
ByCardKind = by("kind", _("kind"), Card.KINDS)
ByState = by("state", _("state"), Entry.STATES)
ByLanguage = by("language", _("language"), language_labels())
ByAuthority = by("authority", _("authority"), Source.AUTHORITIES)
ByRole = by("role", _("role"), Name.ROLES)
ByCertainty = by("confidence", _("certainty"), Name.CONFIDENCES)
ByRecognise = by("recognise", _("recognise"), Name.RECOGNISE)
ByMaker = by("made_by", _("made by"), Mention.MAKERS)


def of_game(path: str) -> type[Counted]:
    """A filter by the game at the end of a path of relations."""

    class ByGame(Counted):
        title = _("game")
        parameter_name = "game"
        column = path

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            games = once(request, "games", lambda: list(Game.objects.prefetch_related("names")))
            return [(str(game.pk), str(game)) for game in games]

    return ByGame


def of_base_game(path: str) -> type[Counted]:
    """A filter of games by their base game."""

    class ByBaseGame(Counted):
        title = _("base game")
        parameter_name = "game"
        column = path

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            bases = Game.objects.filter(expansions__isnull=False).distinct().prefetch_related("names")
            return [(str(game.pk), str(game)) for game in bases]

    return ByBaseGame


def of_source(path: str) -> type[Counted]:
    """A filter by the source; those of the chosen game, when one is chosen."""

    class BySource(Counted):
        title = _("source")
        parameter_name = "source"
        column = path

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            sources = once(
                request, "sources", lambda: list(Source.objects.order_by("game__position", "pk").only("title", "game"))
            )
            game = row_key(request.GET.get("game", ""))
            return [(str(source.pk), source.title) for source in sources if game in {None, source.game_id}]

    return BySource


class OfCard(admin.SimpleListFilter):
    """The mentions of one card: its number of mentions leads here. It isn't offered otherwise."""

    title = _("card")
    parameter_name = "card"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        key = row_key(self.value() or "")
        return [] if key is None else [(str(card.pk), str(card)) for card in Card.objects.filter(pk=key)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        keys = [key for key, _label in self.lookup_choices]
        return queryset.filter(card__in=keys) if self.value() else queryset


class Question(admin.SimpleListFilter):
    """A filter by conditions: a key, a label and what it stands for."""

    conditions: tuple[tuple[str, Any, Q], ...] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, label) for key, label, _condition in self.conditions]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        for key, _label, condition in self.conditions:
            if key == self.value():
                return queryset.filter(condition)
        return queryset


class Lacking(Question):
    """What an entry still lacks: a place in its source; a ruling its own card."""

    title = _("lacking")
    parameter_name = "lacking"
    conditions = (
        ("card", _("own card missing"), Q(kind=RULING, cards__isnull=True)),
        ("source", _("no source"), Q(first_line__isnull=True)),
    )


class Changed(Question):
    title = _("changed by an editor")
    parameter_name = "edited"
    conditions = (("yes", _("yes"), Q(edited=True)), ("no", _("no"), Q(edited=False)))


class Removed(Question):
    """Removed entries are not shown unless somebody asks for them."""

    title = _("removed by an editor")
    parameter_name = "removed"
    conditions = (("no", _("no"), Q(removed=False)), ("yes", _("yes"), Q(removed=True)))

    def value(self) -> str:
        value = super().value()
        return value if value in {"yes", "all"} else "no"

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """No «all» but at the end: the first choice is what is shown anyway."""
        everything, *rest = super().choices(changelist)
        for choice, (key, _label) in zip(rest, self.lookup_choices, strict=True):
            yield {
                **choice,
                "selected": self.value() == key,
                "query_string": changelist.get_query_string(
                    {self.parameter_name: key} if key == "yes" else {}, [self.parameter_name]
                ),
            }
        yield {
            **everything,
            "selected": self.value() == "all",
            "query_string": changelist.get_query_string({self.parameter_name: "all"}),
        }


class Target(Question):
    """What a mention leads to."""

    title = _("leads to")
    parameter_name = "target"
    conditions = (
        ("card", _("card"), Q(card__isnull=False)),
        ("entry", _("entry"), Q(to_entry__isnull=False)),
        ("game", _("game"), Q(game__isnull=False)),
        ("citation", _("citation"), Q(citation__isnull=False)),
    )


class RedirectTarget(Question):
    title = _("leads to")
    parameter_name = "target"
    conditions = (
        ("game", _("game"), Q(game__isnull=False)),
        ("source", _("source"), Q(source__isnull=False)),
        ("entry", _("entry"), Q(entry__isnull=False)),
        ("card", _("card"), Q(card__isnull=False)),
    )


class Owner(Question):
    """Whose a name is."""

    title = _("of what")
    parameter_name = "of"
    conditions = (
        ("card", _("card"), Q(card__isnull=False)),
        ("game", _("game"), Q(game__isnull=False)),
        ("entry", _("entry"), Q(entry__isnull=False)),
    )


class Certain(Question):
    """Whether readers see a name as the thing's own: plain translations and unconfirmed names only help finding."""

    title = _("readers see it")
    parameter_name = "shown"
    conditions = (("yes", _("yes"), Q(confidence__in=SHOWN)), ("no", _("no"), ~Q(confidence__in=SHOWN)))


class Rulings(Question):
    """Cards with and without rulings of their own (the list annotates ``rulings_count``)."""

    title = _("rulings")
    parameter_name = "rulings"
    conditions = (("some", _("some"), Q(rulings_count__gt=0)), ("none", _("none"), Q(rulings_count=0)))
