"""The names files that were loaded; they are changed in the repository, not here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from rulings.admin.base import Desk
from rulings.models import NamesFile


@admin.register(NamesFile)
class NamesFileAdmin(Desk):
    list_display = ("file_name", "loaded_at")
    search_fields = ("file_name",)
    readonly_fields = ("file_name", "loaded_at", "text")
    view_on_site = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
