"""What goes with a thing when it is deleted, in words and numbers, before it happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.forms import entry_label
from rulings.models import Card, Entry, Game, Mention, Name, Redirect, Source
from rulings.placing import with_all_below

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

_SHOWN = 30  # lines of a kind; the rest is counted


@dataclass
class Consequences:
    """``lines`` is a nested list for the page, ``models`` what an account must be allowed to delete, ``obstacles``
    what stands in the way (then nothing is deleted)."""

    lines: list[Any] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    models: set[type[Model]] = field(default_factory=set)
    obstacles: list[str] = field(default_factory=list)

    def add(self, line: str, under: Sequence[str] = ()) -> None:
        self.lines.append(line)
        if under:
            self.lines.append([*under[:_SHOWN], *([_rest(len(under) - _SHOWN)] if len(under) > _SHOWN else [])])

    def count(self, rows: QuerySet[Any]) -> int:
        number = rows.count()
        if number:
            label = str(rows.model._meta.verbose_name_plural)
            self.counts[label] = self.counts.get(label, 0) + number
            self.models.add(rows.model)
        return number


class TellsWhatGoes(ModelAdmin):
    """Its questions before deleting say what goes with what was chosen."""

    delete_confirmation_template = "admin/rulings/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/rulings/delete_selected_confirmation.html"

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        found = consequences(list(objs))
        lacking = {
            str(model._meta.verbose_name)
            for model in found.models
            if not request.user.has_perm(f"{model._meta.app_label}.delete_{model._meta.model_name}")
        }
        return found.lines, found.counts, lacking, found.obstacles


def consequences(things: Sequence[Model]) -> Consequences:
    found = Consequences()
    for nameless in Name.objects.nameless_without(thing for thing in things if isinstance(thing, Name)):
        address = reverse(f"admin:rulings_{nameless._meta.model_name}_change", args=[nameless.pk])
        found.obstacles.append(format_html('<a href="{}">{}</a>', address, nameless))
    if things and isinstance(things[0], Entry):
        _entries([thing for thing in things if isinstance(thing, Entry)], found)
        return found
    for thing in things:
        found.models.add(type(thing))
        label = str(thing._meta.verbose_name_plural)
        found.counts[label] = found.counts.get(label, 0) + 1
        if isinstance(thing, Card):
            _card(thing, found)
        elif isinstance(thing, Source):
            _source(thing, found)
        elif isinstance(thing, Game):
            _game(thing, found)
        elif isinstance(thing, User):
            lines = LogEntry.objects.filter(user=thing).count()
            _account(thing, found, _("lines in the history of what it changed: %(number)d"), lines)
        elif isinstance(thing, Group):
            _account(thing, found, _("accounts that stay without its rights: %(number)d"), thing.user_set.count())
        else:
            found.add(f"{thing._meta.verbose_name}: {thing}")
    return found


def _entries(entries: Sequence[Entry], found: Consequences) -> None:
    chosen = {entry.pk for entry in entries}
    going = [entry for entry in with_all_below(entries) if not entry.removed]
    found.models.add(Entry)
    found.counts[str(Entry._meta.verbose_name_plural)] = len(going)
    for entry in going[: _SHOWN * 3]:
        found.lines.append(("" if entry.pk in chosen else "↳ ") + entry_label(entry))
    if len(going) > _SHOWN * 3:
        found.lines.append(_rest(len(going) - _SHOWN * 3))


def _card(card: Card, found: Consequences) -> None:
    names = Name.objects.filter(card=card)
    under = [f"{name} ({name.get_language_display()})" for name in names]
    found.count(names)
    rulings = Entry.objects.filter(cards=card, removed=False)
    under += [_("loses its own card: %(entry)s") % {"entry": entry_label(entry)} for entry in rulings]
    under += _numbers(found, Mention.objects.filter(card=card), Redirect.objects.filter(card=card))
    found.add(f"{card._meta.verbose_name}: {card}", under)


def _source(source: Source, found: Consequences) -> None:
    entries = Entry.objects.filter(source=source)
    under = _numbers(
        found,
        entries,
        Mention.objects.filter(Q(entry__source=source) | Q(to_entry__source=source)),
        Name.objects.filter(entry__source=source),
        Redirect.objects.filter(Q(source=source) | Q(entry__source=source)),
    )
    found.add(f"{source._meta.verbose_name}: {source}", under)


def _game(game: Game, found: Consequences) -> None:
    in_the_way: tuple[tuple[QuerySet[Any], str], ...] = (
        (Source.objects.filter(game=game), _("sources")),
        (Card.objects.filter(game=game), _("cards")),
        (Game.objects.filter(parent=game), _("expansions")),
    )
    for rows, label in in_the_way:
        if number := rows.count():
            address = reverse(f"admin:rulings_{rows.model._meta.model_name}_changelist")
            text = f"{game}: {label} — {number}"
            found.obstacles.append(format_html('<a href="{}?game={}">{}</a>', address, game.pk, text))
    names = Name.objects.filter(game=game)
    under = [f"{name} ({name.get_language_display()})" for name in names]
    found.count(names)
    under += _numbers(found, Mention.objects.filter(game=game), Redirect.objects.filter(game=game))
    found.add(f"{game._meta.verbose_name}: {game}", under)


def _account(thing: User | Group, found: Consequences, line: str, number: int) -> None:
    found.add(f"{thing._meta.verbose_name}: {thing}", [line % {"number": number}] if number else [])


def _numbers(found: Consequences, *kinds: QuerySet[Any]) -> list[str]:
    return [f"{rows.model._meta.verbose_name_plural}: {number}" for rows in kinds if (number := found.count(rows))]


def _rest(number: int) -> str:
    return ngettext("… and %(number)d more", "… and %(number)d more", number) % {"number": number}
