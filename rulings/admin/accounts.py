"""Accounts and groups, for whoever may give rights: Django's own forms, with rights that say what they allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, Permission, User
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from rulings.admin.history import WordedHistory

if TYPE_CHECKING:
    UserAdmin = auth_admin.UserAdmin[User]
    ModelMultipleChoiceField = forms.ModelMultipleChoiceField[Any]
else:
    UserAdmin = auth_admin.UserAdmin
    ModelMultipleChoiceField = forms.ModelMultipleChoiceField

# What the code names of Django's rights begin with.
_ALLOWED = {"view": _("viewing"), "add": _("adding"), "change": _("changing"), "delete": _("deleting")}


def right_label(right: Permission) -> str:
    """«Карта: изменение». A right that isn't one of Django's four is called what its maker called it."""
    allowed = _ALLOWED.get(right.codename.partition("_")[0], right.name)
    return f"{capfirst(right.content_type.name)}: {allowed}"


class RightsChoice(ModelMultipleChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return right_label(obj)


class LabelledRights(WordedHistory):
    """A form that gives rights."""

    class Media:
        js = ["admin-kb/rights.js"]

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            kwargs["form_class"] = RightsChoice
        return super().formfield_for_manytomany(db_field, request, **kwargs)


class Groups(LabelledRights, auth_admin.GroupAdmin):
    """Groups of accounts."""


class Users(LabelledRights, UserAdmin):
    """Accounts. When somebody came and was here last is known, not typed."""

    readonly_fields = ("last_login", "date_joined")


# Django registered its own when the import above loaded them.
admin.site.unregister([Group, User])
admin.site.register(Group, Groups)
admin.site.register(User, Users)
