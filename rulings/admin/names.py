"""All names in one list: to find one, to see what is not certain, to change how it is recognised."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulings.admin import filters
from rulings.admin.base import Desk
from rulings.forms import OwnNameForm, choice_label
from rulings.models import Name
from rulings.models.games import whole_texts


@admin.register(Name)
class NameAdmin(Desk):
    form = OwnNameForm
    list_display = ("text", "owner", "language_label", "role_label", "certainty", "recognised")
    list_filter = (
        filters.Owner,
        filters.ByLanguage,
        filters.ByRole,
        filters.Certain,
        filters.ByCertainty,
        filters.ByRecognise,
    )
    search_fields = ("text",)
    ordering = ("text", "pk")
    view_on_site = False
    autocomplete_fields = ("card", "game", "entry")
    fieldsets = (
        (None, {"fields": (("text", "language"), ("role", "confidence", "recognise"), "evidence")}),
        (_("Of what: one of the three"), {"fields": ("card", "game", "entry")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("card__game", "game", "entry__source__game")
        rows = rows.defer(*whole_texts("entry__source__"))
        return rows.prefetch_related("card__names", "card__game__names", "game__names")

    @admin.display(description=_("of what"))
    def owner(self, name: Name) -> str:
        return choice_label(name.card) if name.card else str(name.thing)

    @admin.display(description=_("language"), ordering="language")
    def language_label(self, name: Name) -> str:
        return name.get_language_display()

    @admin.display(description=_("role"), ordering="role")
    def role_label(self, name: Name) -> str:
        return name.get_role_display()

    @admin.display(description=_("certainty"), ordering="confidence")
    def certainty(self, name: Name) -> str:
        return name.get_confidence_display()

    @admin.display(description=_("recognise"), ordering="recognise")
    def recognised(self, name: Name) -> str:
        return name.get_recognise_display()
