"""Accounts and groups, for whoever may give rights: Django's own forms, with rights that say what they allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from rulings.admin.deleting import TellsWhatGoes
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


class Rights(WordedHistory, TellsWhatGoes):
    """A form that gives rights: those that do something, which are of what has a list on the desk."""

    class Media:
        js = ["admin-kb/rights.js"]

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            listed = ContentType.objects.get_for_models(*self.admin_site._registry, for_concrete_models=False)
            rights = Permission.objects.filter(content_type__in=listed.values())
            kwargs |= {"form_class": RightsChoice, "queryset": rights.select_related("content_type")}
        return super().formfield_for_manytomany(db_field, request, **kwargs)


class Groups(Rights, auth_admin.GroupAdmin):
    """Groups of accounts."""


class Users(Rights, UserAdmin):
    """Accounts. When somebody came and was here last is known, not typed."""

    readonly_fields = ("last_login", "date_joined")


# Django registered its own when the import above loaded them.
admin.site.unregister([Group, User])
admin.site.register(Group, Groups)
admin.site.register(User, Users)
