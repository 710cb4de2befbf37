"""What the database can find while the index can't be read: words as they stand, in any ending, nothing more."""

from __future__ import annotations

from itertools import takewhile

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from rulings.languages import fold, lemmas
from rulings.models import Entry
from rulings.search.pages import Found, SearchPage, rows
from rulings.search.query import Part, Query
from rulings.search.snippets import Sought

_SHORTEST = 3  # letters that the beginning of a word must have to stand for it
_COLUMNS = {"game": "source__game__slug", "kind": "kind", "language": "language", "authority": "source__authority"}


def search_database(query: Query, offset: int, limit: int) -> SearchPage:
    """Entries that have every word, those that have them in the title first."""
    parts = [part for group in query.groups for part in group]
    if not parts:
        return SearchPage(query, is_makeshift=True)
    found = Entry.objects.live()
    for group in query.groups:
        either = Q()
        for part in group:
            either |= _anywhere(part)
        found = found.filter(either)
    for part in query.excluded:
        found = found.exclude(_anywhere(part))
    chosen = {name: value for name in _COLUMNS if (value := getattr(query, name))}
    narrowed = _narrowed(found, chosen)
    in_title = [Case(When(_in("title", part), then=Value(1)), default=0, output_field=IntegerField()) for part in parts]
    ordered = narrowed.annotate(in_title=sum(in_title, Value(0))).order_by("-in_title", "pk")
    page = list(ordered.values_list("pk", flat=True)[offset : offset + limit])
    entries = rows(page)
    sought = Sought(frozenset(lemma for surface in query.surfaces for lemma in lemmas(surface)))
    return SearchPage(
        query,
        total=narrowed.count(),
        results=tuple(Found.by(entries[key], sought) for key in page if key in entries),
        facets={name: _counts(_narrowed(found, chosen, but=name), column) for name, column in _COLUMNS.items()},
        is_makeshift=True,
    )


def _narrowed(found: QuerySet[Entry], chosen: dict[str, str], but: str = "") -> QuerySet[Entry]:
    return found.filter(**{_COLUMNS[name]: value for name, value in chosen.items() if name != but})


def _counts(found: QuerySet[Entry], column: str) -> list[tuple[str, int]]:
    return list(found.values_list(column).annotate(count=Count("pk")).order_by("-count", column))


def _anywhere(part: Part) -> Q:
    return _in("title", part) | _in("text", part)


def _in(field: str, part: Part) -> Q:
    """Every word of a part stands in a field, in any of the cases that a database may tell apart."""
    every = Q()
    for surface in part.surfaces:
        beginning = _beginning(surface)
        spelled = {surface, beginning.lower(), beginning.capitalize(), beginning.upper()}
        every &= Q(*((f"{field}__contains", text) for text in sorted(spelled)), _connector=Q.OR)
    return every


def _beginning(surface: str) -> str:
    """What a word has in common with its dictionary forms: «корон» of «короной»."""
    letters = zip(fold(surface), *lemmas(surface), strict=False)
    common = sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, letters))
    return surface[:common] if common >= _SHORTEST else surface
