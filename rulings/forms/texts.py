"""What is typed or pasted into any form of the desk."""

from __future__ import annotations

from typing import Any

from django.forms import Field

from rulings.characters import showable


class ShowableTexts:
    """A form (mixed in before Django's) whose texts lose what can't be shown: it comes along when something is pasted,
    and whoever pastes it can't see it. What is wrong with a field that nobody sees is said above the others."""

    fields: dict[str, Field]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}  # type: ignore[misc]  # the form's
        return {name: showable(value) if isinstance(value, str) else value for name, value in data.items()}

    def add_error(self, field: str | None, error: Any) -> None:
        is_hidden = field in self.fields and self.fields[field].widget.is_hidden
        super().add_error(None if is_hidden else field, error)  # type: ignore[misc]  # the form's
