"""Two editors with one form open: the second is told what the first saved, instead of overwriting it unseen."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.db.models import Model
from django.http import QueryDict
from django.utils.translation import gettext as _

from rulings.forms.texts import ShowableTexts
from rulings.models import Name

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
else:
    ModelForm = forms.ModelForm

_SHOWN = 2_000  # characters of a value


class WatchedForm(ShowableTexts, ModelForm):
    """``seen`` says what the row was like when the form was opened. Where it is another now, nothing is saved, every
    field that differs says what is saved there, and saving again means it. ``WATCHED`` are facts of the row that are
    no fields of the form and that who saves has to know of."""

    WATCHED: tuple[str, ...] = ()

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["seen"] = self._fingerprint()

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        seen = data.pop("seen", "")
        now = self.initial.get("seen")
        if seen and now and seen != now:
            answered = cast("QueryDict", self.data).copy()
            answered[self.add_prefix("seen")] = now
            self.data = answered
            self.add_error(
                None,
                _(
                    "Somebody else saved this after you had opened it. Nothing of yours is lost, and nothing is saved "
                    "yet: look at what is below and save again."
                ),
            )
            if told := self.told_meanwhile():
                self.add_error(None, told)
            for name in self.fields:
                if name in data and name in self.initial and _plain(data[name]) != _plain(self.initial[name]):
                    self.add_error(name, _("Saved there now: %(value)s") % {"value": self._said(name)})
        return data

    def told_meanwhile(self) -> str:
        """What no field of the form would say of the row that somebody else saved."""
        return ""

    def _fingerprint(self) -> str:
        values = {name: _plain(self.initial.get(name)) for name in self.fields if name != "seen"}
        values |= {name: getattr(self.instance, name) for name in self.WATCHED}
        names = []
        if hasattr(self.instance, "names"):
            facts = [field.attname for field in Name._meta.concrete_fields]
            names = list(self.instance.names.order_by("pk").values_list(*facts))
        content = json.dumps([values, names], default=str, sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def _said(self, name: str) -> str:
        """A saved value as a person reads it."""
        value = self.initial[name]
        if isinstance(value, list):
            return ", ".join(map(str, value)) or "—"
        field = self._meta.model._meta.get_field(name)
        if field.is_relation:
            return str(getattr(self.instance, name) or "—")
        said = dict(getattr(field, "flatchoices", ())).get(value, value)
        text = "—" if said in (None, "") else str(said)
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _plain(value: Any) -> Any:
    """A value of a form's field, of its row or as filled in, so that equal ones are equal."""
    if isinstance(value, Model):
        return value.pk
    if hasattr(value, "__iter__") and not isinstance(value, str):
        return sorted(str(_plain(item)) for item in value)
    return "" if value is None else value
