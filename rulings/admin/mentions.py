"""Mentions: found by publishing; here they are read, confirmed or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rulings.admin import filters
from rulings.admin.base import Desk
from rulings.admin.history import stored
from rulings.admin.review import review_view
from rulings.deciding import decide
from rulings.forms import entry_label
from rulings.models import Entry, Mention
from rulings.models.games import whole_texts
from rulings.models.states import CONFIRMED, REFUSED
from rulings.publishing import publish

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_AROUND = 40  # characters of the sentence on either side


_MAKERS = dict(Mention.MAKERS)


def maker_label(mention: Mention) -> _StrPromise:
    """Who made a mention, to be said in the language of whoever reads it."""
    return _MAKERS[mention.made_by]


def target_label(mention: Mention) -> str:
    """What a mention leads to."""
    if mention.card:
        return f"{mention.card} · {mention.card.get_kind_display()}"
    thing = mention.to_entry or mention.game
    return str(thing) if thing else f"{mention.citation} · {_g('citation')}"


@admin.register(Mention)
class MentionAdmin(Desk):
    list_display = ("in_place", "target", "entry_title", "maker")
    list_filter = (
        filters.OfCard,
        filters.Target,
        filters.ByMaker,
        filters.of_game("entry__source__game"),
        filters.of_source("entry__source"),
    )
    search_fields = ("surface", "citation")
    ordering = ("entry_id", "-field", "start")
    view_on_site = False
    actions = ("confirm_chosen", "refuse_chosen")
    fields = ("in_place", "target", "entry_title", "made_by")
    readonly_fields = ("in_place", "target", "entry_title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        rows = rows.select_related("entry__source__game", "card__game", "game", "to_entry__parent")
        rows = rows.defer(*whole_texts("entry__source__"))
        return rows.prefetch_related("card__names", "card__game__names", "game__names", "to_entry__names")

    def get_urls(self) -> list[URLPattern]:
        review = self.admin_site.admin_view(review_view)
        return [path("review/<slug:name>/", review, name="rulings_review"), *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # publishing finds them

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # publishing would find it again: it is refused instead

    # ── columns ──

    @admin.display(description=_("as it stands"), ordering="surface")
    def in_place(self, mention: Mention) -> SafeString:
        text = mention.entry.title if mention.field == "title" else mention.entry.text
        before = text[max(0, mention.start - _AROUND) : mention.start]
        return format_html(
            "{}{}<b>{}</b>{}{}",
            "…" if mention.start > _AROUND else "",
            before,
            mention.surface,
            text[mention.end : mention.end + _AROUND],
            "…" if len(text) > mention.end + _AROUND else "",
        )

    @admin.display(description=_("leads to"))
    def target(self, mention: Mention) -> str:
        return target_label(mention)

    @admin.display(description=_("entry"), ordering="entry")
    def entry_title(self, mention: Mention) -> SafeString:
        address = reverse("admin:rulings_entry_links", args=[mention.entry_id])
        return format_html('<a href="{}">{}</a>', address, entry_label(mention.entry, 60))

    @admin.display(description=_("made by"), ordering="made_by")
    def maker(self, mention: Mention) -> str:
        return mention.get_made_by_display()

    # ── decisions ──

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.save()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        publish(Entry.objects.filter(pk=form.instance.entry_id).placed())

    @admin.action(description=_("Confirm the chosen mentions"), permissions=["change"])
    def confirm_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._decide(request, queryset, CONFIRMED)

    @admin.action(description=_("Refuse the chosen mentions: no link there"), permissions=["change"])
    def refuse_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._decide(request, queryset, REFUSED)

    @transaction.atomic
    def _decide(self, request: HttpRequest, queryset: QuerySet[Any], made_by: str) -> None:
        decided = decide(queryset, made_by)
        for mention in decided:
            self.log_change(request, mention, stored(_("Decided: %(decision)s."), decision=maker_label(mention)))
        self.message_user(
            request,
            ngettext("%(n)d mention is decided.", "%(n)d mentions are decided.", len(decided)) % {"n": len(decided)},
        )
