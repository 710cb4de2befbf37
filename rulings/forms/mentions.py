"""Where a piece of a text shall lead."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.utils.translation import gettext_lazy as _

from rulings.forms.choosing import RowChoice
from rulings.forms.texts import ShowableTexts
from rulings.models import Card, Entry, Game, Mention
from rulings.models.base import validate_visible, validate_word


def _choice(name: str, label: Any, rows: Any) -> RowChoice:
    widget = AutocompleteSelect(Mention._meta.get_field(name), admin.site)
    return RowChoice(queryset=rows, label=label, required=False, widget=widget)


class TargetForm(forms.Form):
    """One of a card, an entry and a game."""

    THINGS = ("card", "to_entry", "game")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["card"] = _choice("card", _("Card"), Card.objects.named().prefetch_related("game__names"))
        self.fields["to_entry"] = _choice("to_entry", _("Question or rule"), Entry.objects.placed())
        self.fields["game"] = _choice("game", _("Game"), Game.objects.prefetch_related("names"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if sum(1 for name in self.THINGS if data.get(name)) != 1:
            raise forms.ValidationError(_("Choose one thing that it leads to."))
        return data

    @property
    def thing(self) -> Card | Entry | Game:
        thing = next(self.cleaned_data[name] for name in self.THINGS if self.cleaned_data[name])
        assert isinstance(thing, Card | Entry | Game)
        return thing


class OtherNameForm(ShowableTexts, forms.Form):
    """A piece of a text as another name of a card."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"] = forms.CharField(
            label=_("Name"),
            max_length=200,
            validators=[validate_visible, validate_word],
            help_text=_("In its dictionary form: all its forms are recognised."),
        )
        widget = AutocompleteSelect(Mention._meta.get_field("card"), admin.site)
        cards = Card.objects.named().prefetch_related("game__names")
        self.fields["card"] = RowChoice(queryset=cards, label=_("Another name of the card"), widget=widget)
