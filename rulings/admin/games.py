"""Games and their sources."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from rulings.admin import filters
from rulings.admin.base import Desk, NamesInline, list_link
from rulings.admin.imports import import_view, may_import
from rulings.forms import GameForm, SourceForm
from rulings.models import Card, Entry, Game, Source
from rulings.models.base import language_name
from rulings.models.games import whole_texts
from rulings.models.states import DRAFT


def number_of(rows: QuerySet[Any], owner: str) -> Any:
    """How many of the rows belong to each row of a list."""
    own = rows.filter(**{owner: OuterRef("pk")}).order_by().values(owner).annotate(number=Count("pk"))
    return Coalesce(Subquery(own.values("number")), 0)


@admin.register(Game)
class GameAdmin(Desk):
    form = GameForm
    inlines = (NamesInline,)
    list_display = ("name", "parent", "edition", "sources", "entries", "cards")
    list_filter = (filters.of_base_game("parent"),)
    search_fields = ("slug", "edition", "publisher")
    search_help_text = _("A name in any language")
    named = "game"
    ordering = ("position", "pk")
    fieldsets = (
        (None, {"fields": ("parent", ("edition", "publisher"))}),
        (_("Address, colour, order"), {"fields": ("slug", ("hue", "position")), "classes": ["collapse"]}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("parent").prefetch_related("names", "parent__names")
        counted: QuerySet[Any] = rows.annotate(
            sources_number=number_of(Source.objects.all(), "game"),
            entries_number=number_of(Entry.objects.filter(removed=False), "source__game"),
            cards_number=number_of(Card.objects.all(), "game"),
        )
        return counted

    @admin.display(description=_("game"), ordering="position")
    def name(self, game: Game) -> str:
        return str(game)

    @admin.display(description=_("sources"), ordering="sources_number")
    def sources(self, game: Any) -> Any:
        return list_link("source", f"game={game.pk}", game.sources_number)

    @admin.display(description=_("entries"), ordering="entries_number")
    def entries(self, game: Any) -> Any:
        return list_link("entry", f"game={game.pk}", game.entries_number)

    @admin.display(description=_("cards"), ordering="cards_number")
    def cards(self, game: Any) -> Any:
        return list_link("card", f"game={game.pk}", game.cards_number)


@admin.register(Source)
class SourceAdmin(Desk):
    form = SourceForm
    list_display = ("title", "game", "language_label", "authority_label", "entries", "drafts", "imported_at")
    list_filter = (filters.of_game("game"), filters.ByLanguage, filters.ByAuthority)
    search_fields = ("title", "slug", "edition", "credit", "file_name")
    ordering = ("game__position", "game_id", "pk")
    readonly_fields = ("file_name", "imported_at", "entries")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return (
            (None, {"fields": ("game", "title", ("language", "authority"), ("edition", "version"))}),
            (_("Whose work it is"), {"fields": ("credit", ("date", "rights"))}),
            *([(_("The file"), {"fields": (self.readonly_fields,)})] if obj else []),
            (_("Address"), {"fields": ("slug",), "classes": ["collapse"]}),
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("game").prefetch_related("game__names")
        rows = rows.defer(*whole_texts())
        live = Entry.objects.filter(removed=False)
        counted: QuerySet[Any] = rows.annotate(
            entries_number=number_of(live, "source"), drafts_number=number_of(live.filter(state=DRAFT), "source")
        )
        return counted

    def get_urls(self) -> list[URLPattern]:
        return [
            path("import/", self.admin_site.admin_view(import_view), name="rulings_source_import"),
            *super().get_urls(),
        ]

    # ── importing: offered to whoever may ──

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "may_import": may_import(request)})

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        context["may_import"] = may_import(request)
        return super().render_change_form(request, context, *args, **kwargs)

    # ── columns ──

    @admin.display(description=_("language"), ordering="language")
    def language_label(self, source: Source) -> str:
        return str(language_name(source.language))

    @admin.display(description=_("authority"), ordering="authority")
    def authority_label(self, source: Source) -> str:
        return source.get_authority_display()

    @admin.display(description=_("entries"), ordering="entries_number")
    def entries(self, source: Any) -> Any:
        return list_link("entry", f"source={source.pk}", source.entries_number)

    @admin.display(description=_("drafts"), ordering="drafts_number")
    def drafts(self, source: Any) -> Any:
        return list_link("entry", f"source={source.pk}&state=draft", source.drafts_number)
