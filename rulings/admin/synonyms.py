"""Table talk: what players say for what the rules say, and what they asked in vain."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet, TextField
from django.forms import Textarea
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _

from rulings.admin import filters
from rulings.admin.base import Desk
from rulings.admin.remedies import forget_answered, synonym_of
from rulings.forms import WatchedForm
from rulings.models import MissedQuery, Synonym
from rulings.models.base import language_name
from rulings.publishing import publish_things

_COLUMN = 80  # characters of a long list of words


@admin.register(Synonym)
class SynonymAdmin(Desk):
    form = WatchedForm
    list_display = ("said", "meant", "language_label", "game")
    list_filter = (filters.of_game("game"), filters.ByLanguage)
    search_fields = ("says", "means")
    ordering = ("says", "pk")
    view_on_site = False
    fieldsets = (
        (None, {"fields": ("says", "means"), "description": _("Several words or phrases are separated by commas.")}),
        (_("Where it holds"), {"fields": (("language", "game"),)}),
    )
    formfield_overrides = {TextField: {"widget": Textarea(attrs={"rows": 3})}}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("game").prefetch_related("game__names")

    @admin.display(description=_("what players say"), ordering="says")
    def said(self, synonym: Synonym) -> str:
        return Truncator(synonym.says).chars(_COLUMN)

    @admin.display(description=_("what it means"), ordering="means")
    def meant(self, synonym: Synonym) -> str:
        return Truncator(synonym.means).chars(_COLUMN) or _g("isn’t here")

    @admin.display(description=_("language"), ordering="language")
    def language_label(self, synonym: Synonym) -> str:
        return synonym.get_language_display()

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.save()
        publish_things([obj])
        transaction.on_commit(lambda: forget_answered(obj))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing else hangs on a synonym."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        publish_things([obj])
        obj.delete()


@admin.register(MissedQuery)
class MissedQueryAdmin(Desk):
    """Read, made into a synonym, or deleted; the search writes them."""

    list_display = ("text", "count", "language_label", "last_at", "remedy")
    list_display_links = None
    search_fields = ("text",)
    ordering = ("-count", "-last_at")
    view_on_site = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        obj.delete()

    @admin.display(description=_("interface language"), ordering="language")
    def language_label(self, query: MissedQuery) -> str:
        return str(language_name(query.language))

    @admin.display(description=_("remedy"))
    def remedy(self, query: MissedQuery) -> SafeString:
        known = urlencode(synonym_of(query))
        return format_html('<a href="{}?{}">{}</a>', reverse("admin:rulings_synonym_add"), known, _g("make a synonym"))
