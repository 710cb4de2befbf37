"""What is typed or pasted into any form of the desk."""

from __future__ import annotations

from typing import Any

from rulings.characters import showable


class ShowableTexts:
    """A form (mixed in before Django's) whose texts lose what can't be shown: it comes along when something is pasted,
    and whoever pastes it can't see it."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}  # type: ignore[misc]  # the form's
        return {name: showable(value) if isinstance(value, str) else value for name, value in data.items()}
