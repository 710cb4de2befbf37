"""Renaming, or another change, as an editor makes it."""

from __future__ import annotations

from rulings.editing import Edit
from rulings.models import Card, Entry, Game, Name, Source


def rename(thing: Card | Game | Entry | Source | Name, **facts: object) -> None:
    edit = Edit(thing)
    for name, value in facts.items():
        setattr(thing, name, value)
    thing.save()
    edit.finish()
