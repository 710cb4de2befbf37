"""Entries: their lists, their form with a preview, and what can be done to several at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rulings.admin import filters
from rulings.admin.base import Desk, NamesInline
from rulings.admin.history import stored
from rulings.admin.linking import links_view
from rulings.admin.preview import draft, show, verdict_words
from rulings.admin.searching import FoldedList
from rulings.editing import move, new_anchor, remove, restore, set_state
from rulings.forms import EntryForm, entry_label
from rulings.interface import interface_language
from rulings.kinds import RULING
from rulings.models import Entry, Erratum, RulesSection, Ruling
from rulings.models.games import whole_texts
from rulings.models.states import DRAFT, PUBLISHED
from rulings.placing import with_all_below

LIST_KEY = "_list"  # among the filters that a form gives back: the list of some kinds that its entry was opened from
FILTERS_KEY = "_changelist_filters"  # Django's: the filters themselves, in the address of a form
_LISTS = {model._meta.model_name: model for model in (Ruling, RulesSection, Erratum)}


class EntryList(FoldedList):
    """A list whose rows lead to the one form of entries, also from the lists of questions, rules and errata."""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        """Only what the columns show: texts of entries and of their sources are long."""
        rows = super().get_queryset(request, exclude_parameters)
        headings = ("__".join(["parent"] * depth) + "__title" for depth in range(1, 4))
        game = ("source__title", "source__game__slug")
        own = ("number", "title", "text", "anchor", "kind", "state", "edited", "removed", "hidden")
        return rows.only(*own, *game, *headings)

    def url_for_result(self, result: Any) -> str:
        return reverse("admin:rulings_entry_change", args=[quote(result.pk)])


class EntryLists(Desk):
    """What the list of all entries and those of some kinds share."""

    list_display = ("label", "kind_label", "place", "own_cards", "state_label")
    list_display_links = ("label",)
    list_filter = (
        filters.Lacking,
        filters.ByEntryKind,
        filters.of_game("source__game"),
        filters.of_source("source"),
        filters.ByState,
        filters.ByLanguage,
        filters.Changed,
        filters.Removed,
    )
    search_fields = ("title", "text", "number", "anchor")
    search_help_text = _("Words of the question or the text, in any case and with or without accents")
    ordering = ("source__game__position", "source__game_id", "source_id", "position")
    actions = ("publish_chosen", "unpublish_chosen", "restore_chosen")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("source__game", "parent__parent__parent")
        rows = rows.defer(*whole_texts("source__"))
        return rows.prefetch_related("source__game__names", "cards__names")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return EntryList

    # ── columns ──

    @admin.display(description=_("entry"), ordering="title")
    def label(self, entry: Entry) -> str:
        label = entry_label(entry, 120)
        if entry.title or not entry.heading:
            return label
        return format_html('{} <span class="quiet">· {}</span>', label, entry.heading)

    @admin.display(description=_("kind"), ordering="kind")
    def kind_label(self, entry: Entry) -> str:
        return entry.get_kind_display()

    @admin.display(description=_("source"), ordering="source")
    def place(self, entry: Entry) -> str:
        return format_html('{} <span class="quiet">· {}</span>', entry.source.game, entry.source)

    @admin.display(description=_("own cards"))
    def own_cards(self, entry: Entry) -> str:
        cards = ", ".join(str(card) for card in entry.cards.all())
        if not cards and entry.kind == RULING:
            return format_html('<span class="kb-missing">{}</span>', _g("missing"))
        return cards or "—"

    @admin.display(description=_("state"), ordering="state")
    def state_label(self, entry: Entry) -> str:
        key, label = ("removed", _g("removed")) if entry.removed else (entry.state, entry.get_state_display())
        if entry.is_published and entry.hidden:
            key, label = "draft", _g("its heading isn’t published")
        edited = _g("edited") if entry.edited else ""
        return format_html(
            '<span class="kb-state {}">{}</span> <span class="quiet kb-edited">{}</span>', key, label, edited
        )

    # ── actions ──

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        if request.GET.get("removed") not in {"yes", "all"}:
            actions.pop("restore_chosen", None)
        return actions

    @admin.action(description=_("Publish the chosen entries"), permissions=["change"])
    def publish_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        done = self._all(request, queryset, lambda rows: set_state(rows, PUBLISHED), stored(_("Published.")))
        self._tell(request, done, ngettext("%(n)d entry is published.", "%(n)d entries are published.", done))

    @admin.action(description=_("Make the chosen entries drafts"), permissions=["change"])
    def unpublish_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        done = self._all(request, queryset, lambda rows: set_state(rows, DRAFT), stored(_("Made a draft.")))
        self._tell(request, done, ngettext("%(n)d entry is a draft now.", "%(n)d entries are drafts now.", done))

    @admin.action(description=_("Restore the chosen entries"), permissions=["change"])
    def restore_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        done = self._all(request, queryset, restore, stored(_("Restored.")))
        self._tell(request, done, ngettext("%(n)d entry is back.", "%(n)d entries are back.", done))

    def _tell(self, request: HttpRequest, done: int, words: str) -> None:
        """What an action did, or that there was nothing to do."""
        if done:
            self.message_user(request, words % {"n": done}, messages.SUCCESS)
        else:
            self.message_user(request, _g("All of them are so already: nothing was changed."), messages.INFO)

    @transaction.atomic
    def _all(
        self,
        request: HttpRequest,
        queryset: QuerySet[Any],
        change: Callable[[list[Entry]], list[Entry]],
        message: str,
    ) -> int:
        """Change the chosen rows and write it into the history of each; how many changed."""
        chosen = list(Entry.objects.placed().filter(pk__in=queryset.order_by().values("pk")))
        changed = change(chosen)
        for entry in changed:
            self.log_change(request, entry, message)
        self._tell_hidden(request, chosen)
        return len(changed)

    def _tell_hidden(self, request: HttpRequest, entries: list[Entry]) -> None:
        """Say how many of the entries, and of those under them, wait for a heading."""
        number = sum(entry.is_published and entry.hidden for entry in with_all_below(entries))
        if number:
            words = ngettext(
                "%(n)d entry stands under a heading that readers don’t see, and appears with it.",
                "%(n)d entries stand under a heading that readers don’t see, and appear with it.",
                number,
            )
            self.message_user(request, words % {"n": number}, messages.WARNING)

    # ── deleting: off the site, and the row stays ──

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.delete_queryset(request, Entry.objects.filter(pk=obj.pk))

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        chosen = list(Entry.objects.filter(pk__in=queryset.order_by().values("pk")))
        number = len({entry.pk for entry in remove(chosen)} - {entry.pk for entry in chosen})
        if number:  # Django tells of the chosen ones alone
            words = ngettext(
                "%(n)d entry stood under a deleted heading and left the site with it.",
                "%(n)d entries stood under a deleted heading and left the site with it.",
                number,
            )
            self.message_user(request, words % {"n": number}, messages.WARNING)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """In the history of the entry, from whichever list it was chosen."""
        keys = [entry.pk for entry in queryset]
        return super().log_deletions(request, Entry.objects.filter(pk__in=keys))


class FoldedNames(NamesInline):
    """Few entries need names beside their title: they stay folded until somebody wants them."""

    classes = ("collapse",)
    verbose_name_plural = _("other names by which texts speak of it")

    def get_min_num(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> int:
        return 0


@admin.register(Entry)
class EntryAdmin(EntryLists):
    form = EntryForm
    inlines = (FoldedNames,)
    autocomplete_fields = ("parent", "cards")
    addable = ("cards",)
    readonly_fields = ("verdict_label", "published_at", "by_hand")
    radio_fields = {"state": admin.HORIZONTAL}

    class Media:
        css = {"all": ["css/tokens.css"]}
        js = ["admin-kb/entry.js"]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """A new entry begins with its source, which says which cards and headings there are."""
        words: tuple[Any, ...] = (("kind", "number"), "title", "body")
        place: tuple[Any, ...] = ("parent", "cards")
        words, place = (words, ("source", *place)) if obj else (("source", *words), place)
        rest = ("anchor", ("language", "ref"), ("first_line", "last_line"))
        return (
            (None, {"fields": words}),
            (_("Where it belongs"), {"fields": place}),
            (_("On the site"), {"fields": ("state", *(self.readonly_fields if obj else ()))}),
            (_("Address, language, lines in the source"), {"fields": rest, "classes": ["collapse"]}),
        )

    # ── the way back ──

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Whoever came from a list of some kinds is led back there, with its filters."""
        if LIST_KEY not in request.GET:
            return super().changelist_view(request, extra_context)
        filters = request.GET.copy()
        name = filters.pop(LIST_KEY)[-1]
        model = _LISTS.get(str(name), Entry)
        return redirect(f"{reverse(f'admin:rulings_{model._meta.model_name}_changelist')}?{filters.urlencode()}")

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """With the name of the list that the way back leads to."""
        name = QueryDict(request.GET.get(FILTERS_KEY, "")).get(LIST_KEY)
        context["list_name"] = _LISTS.get(name, Entry)._meta.verbose_name_plural
        return super().render_change_form(request, context, *args, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.readonly_fields, "source") if obj else self.readonly_fields

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"kind": RULING, **super().get_changeform_initial_data(request)}

    def get_urls(self) -> list[URLPattern]:
        preview = self.admin_site.admin_view(self.preview_view)
        restore_one = self.admin_site.admin_view(self.restore_view)
        return [
            path("preview/", preview, name="rulings_entry_preview"),
            path(
                "<int:entry_id>/move/",
                self.admin_site.admin_view(self.move_view),
                name="rulings_entry_move",
            ),
            path("<int:entry_id>/links/", self.admin_site.admin_view(links_view), name="rulings_entry_links"),
            path(
                "<int:entry_id>/restore/",
                restore_one,
                name="rulings_entry_restore",
            ),
            *super().get_urls(),
        ]

    def view_on_site(self, entry: Entry) -> str | None:
        """Readers can't open a draft or what was removed."""
        return entry.url(interface_language()) if entry.is_live else None

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.anchor = obj.anchor or new_anchor(obj)
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if form.instance.removed:
            self._tell_removed(request, form.instance)
        else:
            self._tell_hidden(request, [form.instance])

    def _tell_removed(self, request: HttpRequest, entry: Entry) -> None:
        """Saved is not on the site: where it is brought back."""
        address = reverse("admin:rulings_entry_change", args=[entry.pk])
        words = _g("This entry was removed. Readers don’t see it.")
        link = format_html('<a href="{}">{}</a>', address, _g("Open it to restore it."))
        self.message_user(request, format_html("{} {}", words, link), messages.WARNING)

    # ── what is shown beside the fields ──

    @admin.display(description=_("verdict"))
    def verdict_label(self, entry: Entry) -> str:
        return verdict_words(entry) or "—"

    @admin.display(description=_("last change"))
    def published_at(self, entry: Entry) -> str:
        return date_format(localtime(entry.changed_at), "SHORT_DATETIME_FORMAT") if entry.changed_at else "—"

    @admin.display(description=_("changed by an editor"))
    def by_hand(self, entry: Entry) -> str:
        if entry.removed:
            return _g("Removed by an editor: an import doesn't bring it back.")
        if entry.edited:
            return _g("Yes: an import leaves it as it is and says so.")
        return _g("No: an import carries over what its source says.")

    # ── preview ──

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """What the form's words will look like to a reader; only the part itself for the script of the form."""
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied
        if request.method != "POST":
            return redirect("admin:rulings_entry_add")
        context = show(draft(request.POST))
        if request.headers.get("X-Preview"):
            return TemplateResponse(request, "admin/rulings/entry/preview_part.html", context)
        # No address leads to it: none is passed on, and none has it in another language.
        return TemplateResponse(request, "admin/rulings/entry/preview.html", {**context, "is_nowhere": True})

    # ── another place under the same heading ──

    def move_view(self, request: HttpRequest, entry_id: int) -> HttpResponse:
        entry = get_object_or_404(Entry, pk=entry_id)
        if not self.has_change_permission(request, entry):
            raise PermissionDenied
        if request.method != "POST":
            return redirect("admin:rulings_entry_change", entry.pk)
        if move(entry, -1 if request.POST.get("step") == "up" else 1):
            self.log_change(request, entry, stored(_("Moved.")))
            self.message_user(request, _g("It has another place in its source now."), messages.SUCCESS)
        else:
            self.message_user(request, _g("Nothing stands there under the same heading."), messages.WARNING)
        return redirect("admin:rulings_entry_change", entry.pk)

    # ── bringing back from the form ──

    def restore_view(self, request: HttpRequest, entry_id: int) -> HttpResponse:
        entry = get_object_or_404(Entry, pk=entry_id)
        if not self.has_change_permission(request, entry):
            raise PermissionDenied
        if request.method == "POST":
            self.restore_chosen(request, Entry.objects.filter(pk=entry.pk))
        return redirect("admin:rulings_entry_change", entry.pk)
