"""Lists of entries of some kinds: questions, rules, errata. Their rows are added, changed and logged as entries."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from rulings.admin.entries import FILTERS_KEY, LIST_KEY, EntryLists
from rulings.admin.filters import ByEntryKind
from rulings.kinds import CHAPTER, ENTRY_KINDS
from rulings.models import Erratum, RulesSection, Ruling


@admin.register(Ruling, RulesSection, Erratum)
class KindAdmin(EntryLists):
    """Whoever may do something to entries may do it here."""

    def get_list_filter(self, request: HttpRequest) -> Any:
        """No filter by kind in a list of one kind."""
        return [chosen for chosen in self.list_filter if chosen is not ByEntryKind or len(self._kinds()) > 1]

    def _kinds(self) -> list[str]:
        return [kind.key for kind in ENTRY_KINDS.values() if kind.proxy == self.model.__name__]

    def get_preserved_filters(self, request: HttpRequest) -> str:
        """With this list among them: the form is that of entries, and leads back here."""
        kept = QueryDict(super().get_preserved_filters(request)).get(FILTERS_KEY, "")
        filters = QueryDict(kept, mutable=True)
        filters[LIST_KEY] = str(self.opts.model_name)
        return urlencode({FILTERS_KEY: filters.urlencode()})

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        kind = next(kind for kind in self._kinds() if kind != CHAPTER)
        address = f"{reverse('admin:rulings_entry_add')}?kind={kind}"
        return redirect(f"{address}&{self.get_preserved_filters(request)}")

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("admin:rulings_entry_change", object_id)

    def delete_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("admin:rulings_entry_delete", object_id)

    def history_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("admin:rulings_entry_history", object_id)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("rulings.view_entry") or self.has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("rulings.add_entry")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("rulings.change_entry")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("rulings.delete_entry")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_module_perms("rulings")
