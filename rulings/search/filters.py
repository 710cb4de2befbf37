"""What a query may be narrowed to: the filters beside it, and the prefixes inside it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from django.conf import settings
from django.utils import translation
from numpy.typing import NDArray

from rulings.interface import interface_languages
from rulings.kinds import ENTRY_KINDS
from rulings.labels import ENTRY_KIND_LABELS
from rulings.languages import LANGUAGES, fold, lemmas, words
from rulings.search.names import Names
from rulings.search.query import Query, Restriction
from rulings.search.segments import COLUMNS
from rulings.search.snapshot import Snapshot

Mask = NDArray[np.bool_]


def restricted(query: Query, snapshot: Snapshot, names: Names) -> tuple[Mask | None, list[str]]:
    """The documents that the query's prefixes leave (``None``: all), and the values that nothing is called: those
    are words like any others."""
    mask: Mask | None = None
    unknown: list[str] = []
    for restriction in query.restrictions:
        found = _one(restriction, snapshot, names)
        if found is None:
            unknown.append(restriction.value)
        else:
            mask = found if mask is None else mask & found
    return mask, unknown


def chosen(query: Query, snapshot: Snapshot) -> dict[str, Mask]:
    """The documents that each filter beside the query leaves, by its name."""
    masks = {}
    for name in COLUMNS:
        value = getattr(query, name)
        if value:
            masks[name] = _with_value(snapshot, name, [value])
    return masks


def _one(restriction: Restriction, snapshot: Snapshot, names: Names) -> Mask | None:
    value = fold(restriction.value).strip()
    if restriction.name == "card":
        cards = names.cards_called(value)
        found = np.zeros(snapshot.size, bool)
        for card in cards:
            for prefix in "om":
                found[snapshot.postings("things", f"{prefix}{card}").docs] = True
        return found if cards else None
    known = {
        "game": lambda: [*names.games_called(value), *({value} & {*snapshot.column("game")[0]} - {""})],
        "kind": lambda: _kinds_called(value),
        "language": lambda: language_names().get(value, []),
    }[restriction.name]()
    return _with_value(snapshot, restriction.name, known) if known else None


def _with_value(snapshot: Snapshot, column: str, wanted: Iterable[str]) -> Mask:
    values, codes = snapshot.column(column)
    return np.isin(codes, [values.index(value) for value in wanted if value in values])


def _kinds_called(value: str) -> list[str]:
    if value in ENTRY_KINDS:
        return [value]
    said = {key for word in words(value) for key in lemmas(word.text)}
    return [kind for kind, names in kind_names().items() if value in names or not said.isdisjoint(names)]


@cache
def kind_names() -> dict[str, set[str]]:
    """What each kind of entry is called: its key, and its label in each interface language, in dictionary form."""
    found: dict[str, set[str]] = {kind: {kind} for kind in ENTRY_KINDS}
    for code in interface_languages():
        with translation.override(code):
            for kind, label in ENTRY_KIND_LABELS.items():
                found[kind].update(key for word in words(str(label)) for key in lemmas(word.text, code))
    return found


@cache
def language_names() -> dict[str, list[str]]:
    """What a language may be called: its code, its own name, and its name in each interface language."""
    found: dict[str, list[str]] = {}
    for code, language in LANGUAGES.items():
        found[code] = found[fold(language.name)] = [code]
    for interface in interface_languages():
        with translation.override(interface):
            for code, name in settings.LANGUAGES:
                found[fold(str(name))] = [code]
    return found
