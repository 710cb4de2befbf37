"""What every list and form of the desk shares: changes go through ``rulings.editing``, deleting says what goes too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.widgets import AutocompleteSelectMultiple, RelatedFieldWidgetWrapper
from django.db import transaction
from django.db.models import Model, ProtectedError, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _

from rulings.addresses import former_at
from rulings.admin.deleting import TellsWhatGoes
from rulings.admin.history import WordedHistory
from rulings.admin.searching import FoldedSearch
from rulings.editing import Edit, delete
from rulings.forms import NameForm, NameFormSet, RowChoice, RowsChoice, row_key
from rulings.models import Card, Entry, Game, Name, Source
from rulings.models.games import whole_texts

if TYPE_CHECKING:
    StackedInline = admin.StackedInline[Any, Any]
else:
    StackedInline = admin.StackedInline


class ChosenRows(AutocompleteSelectMultiple):
    """Without the cross that clears all: it stands among the items of a list and is none."""

    def build_attrs(self, base_attrs: Any, extra_attrs: Any = None) -> dict[str, Any]:
        return {**super().build_attrs(base_attrs, extra_attrs), "data-allow-clear": "false"}


class Desk(WordedHistory, TellsWhatGoes, FoldedSearch):
    """The manner of every list and form here."""

    list_per_page = 50
    show_facets = admin.ShowFacets.ALWAYS
    view_on_site: Any = True
    addable: tuple[str, ...] = ()  # fields of rows that may be added in a window of their own

    class Media:
        js = ["admin-kb/list.js", "admin-kb/choices.js"]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Lists are narrowed by their filters; whatever else stands in the address is refused."""
        return lookup in {getattr(chosen, "parameter_name", None) for chosen in self.list_filter}

    # ── choosing rows: labels that tell namesakes apart, and the rows they need ──

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs.setdefault("form_class", RowChoice)
        kwargs.setdefault("queryset", choosable(db_field.remote_field.model))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs.setdefault("form_class", RowsChoice)
        if db_field.name in self.autocomplete_fields:
            kwargs.setdefault("widget", ChosenRows(db_field, self.admin_site))
        kwargs.setdefault("queryset", choosable(db_field.remote_field.model))
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if field is not None:
            field.help_text = ""
        return field

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Beside a choice of rows at most «add»: changing and deleting others from within a form confuses."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        widget = getattr(field, "widget", None)
        if isinstance(widget, RelatedFieldWidgetWrapper):
            widget.can_change_related = widget.can_delete_related = widget.can_view_related = False
            widget.can_add_related = widget.can_add_related and db_field.name in self.addable
        return field

    # ── actions ──

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """A key that no row can have is not chosen; where no other is, Django says that nothing was."""
        sent: Any = request.POST.copy()
        keys = [key for key in sent.getlist(ACTION_CHECKBOX_NAME) if row_key(key) is not None]
        sent.setlist(ACTION_CHECKBOX_NAME, keys)
        request.POST = sent
        return super().response_action(request, queryset, *args, **kwargs)

    # ── saving ──

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        form.edit = Edit(obj)
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        former = former_at(form.instance) if isinstance(form.instance, Card | Entry | Game | Source) else None
        form.edit.finish()
        if former:
            words = _g("Old links to “%(thing)s” led to this address: now they lead here.")
            self.message_user(request, words % {"thing": former}, messages.WARNING)

    # ── deleting ──

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        delete(obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except ProtectedError:  # something came under it while the question stood on the screen
            self.message_user(request, _g("It can't be deleted now: something belongs to it."), messages.ERROR)
            return HttpResponseRedirect(reverse(f"admin:rulings_{self.opts.model_name}_change", args=[object_id]))


def list_link(model: str, query: str, number: int) -> SafeString | int:
    """A number that leads to the list of what it counts."""
    if not number:
        return 0
    return format_html('<a href="{}?{}">{}</a>', reverse(f"admin:rulings_{model}_changelist"), query, number)


def choosable(model: type[Model]) -> QuerySet[Any]:
    """Rows to choose from, with what their labels need."""
    if model is Card:
        return Card.objects.named().prefetch_related("game__names")
    if model is Entry:
        return Entry.objects.placed()
    if model is Source:
        sources = Source.objects.select_related("game").prefetch_related("game__names").defer(*whole_texts())
        return sources.order_by("game__position", "pk")
    if model is Game:
        return Game.objects.prefetch_related("names")
    return model._default_manager.all()


class NamesInline(StackedInline):
    """The names of a card, a game or an entry, below its own facts."""

    model = Name
    form = NameForm
    formset = NameFormSet
    extra = 0
    verbose_name = _("name")
    verbose_name_plural = _("names")
    fields = (("text", "language", "role"), ("confidence", "recognise", "evidence"))
    max_num = 100

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        """Of more names than one thing may have none is looked at: Django makes a thousand forms before it says so."""
        return super().get_formset(request, obj, absolute_max=self.max_num, **kwargs)

    def get_min_num(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> int:
        return 1 if obj is None else 0
