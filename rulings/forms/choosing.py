"""Choosing rows: labels that tell namesakes apart, and fields that use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model

from rulings.models import Card, Entry, Source
from rulings.models.base import language_labels

if TYPE_CHECKING:
    ModelChoiceField = forms.ModelChoiceField[Any]
    ModelMultipleChoiceField = forms.ModelMultipleChoiceField[Any]
else:
    ModelChoiceField, ModelMultipleChoiceField = forms.ModelChoiceField, forms.ModelMultipleChoiceField

LANGUAGE_OR_NONE = [("", "—"), *language_labels()]


def row_key(text: str) -> int | None:
    """A row's key as it comes in an address or a form; ``None`` for anything else."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 19 else None


def choice_label(row: Model) -> str:
    """What a row is called where one chooses among many: enough to tell it from its namesakes."""
    if isinstance(row, Card):
        return f"{row} · {row.get_kind_display()} · {row.game}"
    if isinstance(row, Source):
        return f"{row.game} · {row.title}"
    if isinstance(row, Entry):
        return " · ".join([entry_label(row), *filter(None, reversed(row.headings()))])
    return str(row)


def entry_label(entry: Entry, length: int = 80) -> str:
    """An entry in a list: its number and title, or how its text begins."""
    words = entry.title or entry.text or entry.body or entry.anchor
    label = f"{entry.number} {words}".strip()
    return label if len(label) <= length else label[: length - 1].rstrip() + "…"


def _possible(value: Any) -> Any:
    """A value as a widget is given it: the suggesting ones ask the database for it, so that text has to be a key."""
    return row_key(value) if isinstance(value, str) else value


class RowChoice(ModelChoiceField):
    """A choice of one row. A key that no row can have is refused, and is shown as if nothing were chosen."""

    def label_from_instance(self, obj: Model) -> str:
        return choice_label(obj)

    def prepare_value(self, value: Any) -> Any:
        return _possible(super().prepare_value(value))


class RowsChoice(ModelMultipleChoiceField):
    """A choice of rows. A key that no row can have is refused, and is not shown among what is chosen."""

    def label_from_instance(self, obj: Model) -> str:
        return choice_label(obj)

    def prepare_value(self, value: Any) -> Any:
        prepared = super().prepare_value(value)
        if not isinstance(prepared, list):
            return _possible(prepared)
        return [key for key in map(_possible, prepared) if key is not None]

    def clean(self, value: Any) -> Any:
        """Before Django asks for all of them at once, which an impossible one makes fail."""
        for key in value or ():
            if _possible(key) is None:
                raise ValidationError(
                    self.error_messages["invalid_choice"], code="invalid_choice", params={"value": key}
                )
        return super().clean(value)
