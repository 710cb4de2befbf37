"""Cards: everything a game gives a name."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulings.admin import filters
from rulings.admin.base import Desk, NamesInline, list_link
from rulings.forms import CardForm
from rulings.models import Card


@admin.register(Card)
class CardAdmin(Desk):
    form = CardForm
    inlines = (NamesInline,)
    list_display = ("name", "kind_label", "game", "other_names", "code", "rulings", "mentions")
    list_filter = (filters.of_game("game"), filters.ByCardKind, filters.Rulings)
    search_fields = ("slug", "code", "set")
    search_help_text = _("A name in any language, an address or a code")
    named = "card"
    ordering = ("game__position", "game_id", "slug")
    fieldsets = (
        (None, {"fields": (("game", "kind"), ("set", "code"))}),
        (_("Address, note for editors"), {"fields": ("slug", "note"), "classes": ["collapse"]}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("game").prefetch_related("names", "game__names")
        return rows.with_counts()  # type: ignore[no-any-return, attr-defined]

    @admin.display(description=_("name"), ordering="slug")
    def name(self, card: Card) -> str:
        return str(card)

    @admin.display(description=_("kind"), ordering="kind")
    def kind_label(self, card: Card) -> str:
        return card.get_kind_display()

    @admin.display(description=_("other names"))
    def other_names(self, card: Card) -> str:
        names = dict.fromkeys(name.text for name in card.names.all())
        return " · ".join([name for name in names if name != str(card)][:4])

    @admin.display(description=_("rulings"), ordering="rulings_count")
    def rulings(self, card: Card) -> int:
        return card.rulings_count

    @admin.display(description=_("mentions"), ordering="mentions_count")
    def mentions(self, card: Card) -> Any:
        return list_link("mention", f"card={card.pk}", card.mentions_count)
