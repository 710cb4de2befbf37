"""Search in the lists that folds like the site's: «елка» finds «Ёлка», "slad" finds "Ślad", in any case.

A folded word is turned round into a regular expression of all its spellings, and the database matches the texts as
they are. So nothing has to be stored and kept fresh, and SQLite (whose LIKE knows only ASCII) and PostgreSQL answer
alike. Measured over 50,000 entries on SQLite, one look through titles and texts: 0.2 s; a registered ``fold()`` over
every row 1.2 s; a folded copy of all texts 0.1 s, for 30 MB and a second truth that every writer has to keep. A page
asks for its rows, their number and the count of each filter, so what is found is looked up once a request.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib import admin
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.views.main import ChangeList
from django.db.models import F, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat
from django.http import HttpRequest

from rulings.forms import choice_label, row_key
from rulings.languages import fold
from rulings.models import Entry, Name

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

T = TypeVar("T")

MAX_WORDS, MAX_LENGTH = 10, 200
MANY = 5000  # rows found; more of them stay a condition of each query


# ── words to patterns ──────────────────────────────────────────────────────


@functools.cache
def _spellings() -> dict[str, str]:
    """What folds to a letter (or to two: æ), as a character class; at the empty string what folds to nothing."""
    found: dict[str, list[str]] = {}
    for code in [*range(0x20, 0x3001), *range(0xFB00, 0xFB07)]:
        found.setdefault(fold(chr(code)), []).append(chr(code))
    return {folded: _class(chars) for folded, chars in found.items() if len(folded) <= 2}


def _class(chars: list[str]) -> str:
    return "[" + "".join(rf"\{char}" if char in r"\]^-[" else char for char in chars) + "]"


def pattern(text: str) -> str:
    """A regular expression, for Python and PostgreSQL alike, of everything that folds to what this text folds to."""
    folded = fold(text).replace("\x00", "")
    spellings = _spellings()
    gap = f"{spellings['']}*"
    parts = []
    at = 0
    while at < len(folded):
        pair = folded[at : at + 2]
        if len(pair) == 2 and pair in spellings:
            parts.append(f"(?:{_letter(pair[0])}{gap}{_letter(pair[1])}|{spellings[pair]})")
            at += 2
        else:
            parts.append(_letter(folded[at]))
            at += 1
    return gap.join(parts)


def _letter(char: str) -> str:
    spellings = _spellings()
    composed = spellings.get(char) or re.escape(char)
    decomposed = unicodedata.normalize("NFD", char)
    if len(decomposed) == 1:
        return composed
    return f"(?:{composed}|{spellings.get(decomposed[0], re.escape(decomposed[0]))}{decomposed[1:]})"


def once(request: HttpRequest, key: Hashable, make: Callable[[], T]) -> T:
    """Something that a page asks for again and again, made once a request."""
    made: dict[Hashable, Any] = request.__dict__.setdefault("_made_once", {})
    if key not in made:
        made[key] = make()
    value: T = made[key]
    return value


# ── in the lists ───────────────────────────────────────────────────────────


class FoldedSearch(ModelAdmin):
    """``search_fields`` are texts of the row itself; ``named`` is the field of ``Name`` that leads to it, if any."""

    named = ""

    def find(self, rows: QuerySet[Any], term: str) -> QuerySet[Any]:
        """The rows in which every word of the term stands."""
        condition = Q()
        for word in fold(term[:MAX_LENGTH]).split()[:MAX_WORDS]:
            condition &= self._holding(pattern(word))
        # One text a row: each look at a text costs as much again.
        texts = [part for field in self.search_fields for part in (F(field), Value("\n"))]
        searched: QuerySet[Any] = rows.alias(searched=Concat(*texts, Value(""), output_field=TextField()))
        return searched.filter(condition)

    def _holding(self, spelled: str) -> Q:
        condition = Q(searched__regex=spelled)
        if self.named:
            names = Name.objects.filter(text__regex=spelled, **{f"{self.named}__isnull": False})
            condition |= Q(pk__in=names.values(self.named))
        return condition

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term.strip():
            return queryset, False

        def look_up() -> list[int]:
            found = self.find(self.model._default_manager.order_by(), search_term)
            return list(found.values_list("pk", flat=True)[: MANY + 1])

        keys = once(request, (self.model, search_term), look_up)
        if len(keys) > MANY:
            return self.find(queryset, search_term), False
        return queryset.filter(pk__in=keys), False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return FoldedList


class FoldedList(ChangeList):
    """When a search finds very many rows, the filters go without their numbers: each would be a search of its own."""

    def __init__(self, request: HttpRequest, model: type[Model], *args: Any, **kwargs: Any) -> None:
        super().__init__(request, model, *args, **kwargs)
        found: list[int] = once(request, (model, self.query), list)
        self.add_facets = self.add_facets and len(found) <= MANY


class Autocomplete(AutocompleteJsonView):
    """Suggestions for a field of a form; headings to put an entry under come from its own source."""

    def get_queryset(self) -> QuerySet[Any]:
        assert isinstance(self.model_admin, FoldedSearch)
        rows = self.model_admin.get_queryset(self.request)
        if self.model_admin.model is Entry:
            rows = rows.filter(removed=False)
            source = row_key(self.request.GET.get("source", ""))
            if source is not None:
                rows = rows.filter(source=source)
        return self.model_admin.find(rows, self.term)

    def serialize_result(self, obj: Model, to_field_name: str) -> dict[str, str]:
        return {"id": str(getattr(obj, to_field_name)), "text": choice_label(obj)}
