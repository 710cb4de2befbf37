"""Old addresses and where they lead."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulings.admin.base import Desk
from rulings.admin.filters import RedirectTarget
from rulings.forms import RedirectForm
from rulings.models import Redirect
from rulings.models.games import whole_texts


@admin.register(Redirect)
class RedirectAdmin(Desk):
    form = RedirectForm
    list_display = ("path", "leads_to", "to_path")
    list_filter = (RedirectTarget,)
    search_fields = ("path",)
    ordering = ("path",)
    view_on_site = False
    autocomplete_fields = ("game", "source", "entry", "card")
    fieldsets = (
        (None, {"fields": ("path",)}),
        (_("Leads to: one of the four"), {"fields": ("game", "source", "entry", "card")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        rows = rows.select_related("game", "source__game", "entry__source__game", "card__game")
        rows = rows.defer(*whole_texts("source__"), *whole_texts("entry__source__"))
        return rows.prefetch_related("game__names", "card__names")

    @admin.display(description=_("leads to"))
    def leads_to(self, redirect: Redirect) -> str:
        return str(redirect.thing)

    @admin.display(description=_("address today"))
    def to_path(self, redirect: Redirect) -> str:
        return redirect.thing.path

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.save()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing hangs on a redirect."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        obj.delete()
