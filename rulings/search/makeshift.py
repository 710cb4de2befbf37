"""What the database can find while the index can't be read: words as they stand, in any ending, nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from operator import and_, or_

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from rulings.languages import code, fold, lemmas, words
from rulings.languages.folding import TO_CYRILLIC
from rulings.models import Card, Entry, Game
from rulings.search.filters import kinds_called, language_names
from rulings.search.pages import Found, SearchPage, rows
from rulings.search.query import Part, Query, Restriction
from rulings.search.snippets import Sought

_SHORTEST = 3  # letters that the beginning of a word must have to stand for it
_COLUMNS = {"game": "source__game__slug", "kind": "kind", "language": "language", "authority": "source__authority"}


def search_database(query: Query, offset: int, limit: int) -> SearchPage:
    """Entries that have every word, those that have them in the title first; of what the prefixes narrow to."""
    parts = [part for group in query.groups for part in group]
    if query.is_empty:
        return SearchPage(query, is_makeshift=True)
    found = Entry.objects.live()
    for restrictions in query.restrictions:
        found = found.filter(reduce(or_, map(_of, restrictions)))
    for restriction in query.barred:
        found = found.exclude(_of(restriction))
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
    ordered = narrowed.annotate(in_title=sum(in_title, Value(0))).order_by("-in_title", "pk").distinct()
    page = list(ordered.values_list("pk", flat=True)[offset : offset + limit])
    entries = rows(page)
    sought = Sought(frozenset(lemma for surface in query.surfaces for lemma in lemmas(surface)))
    return SearchPage(
        query,
        total=narrowed.distinct().count(),
        results=tuple(Found.by(entries[key], sought) for key in page if key in entries),
        facets={name: _counts(_narrowed(found, chosen, but=name), column) for name, column in _COLUMNS.items()},
        is_makeshift=True,
    )


def _narrowed(found: QuerySet[Entry], chosen: dict[str, str], but: str = "") -> QuerySet[Entry]:
    return found.filter(**{_COLUMNS[name]: value for name, value in chosen.items() if name != but})


def _counts(found: QuerySet[Entry], column: str) -> list[tuple[str, int]]:
    return list(found.values_list(column).annotate(count=Count("pk", distinct=True)).order_by("-count", column))


def _of(restriction: Restriction) -> Q:
    """What a prefix narrows to; its value as words where nothing is called so."""
    name, value = restriction.name, fold(restriction.value).strip()
    surfaces = tuple(word.text for word in words(restriction.value))
    if name == "language" and (codes := language_names().get(value)):
        return Q(language__in=codes)
    if name == "kind" and (
        kinds := kinds_called(restriction.value, [frozenset(lemmas(surface)) for surface in surfaces])
    ):
        return Q(kind__in=kinds) | Q(cards__kind__in=kinds)
    if name == "game" and (games := _games_called(value)):
        return Q(source__game__in=games)
    if name == "card":
        cards = Card.objects.filter(_in("names__text", Part(surfaces)) | Q(code__in=_printed(surfaces)))
        return Q(cards__in=cards) | Q(mentions__card__in=cards)
    return _anywhere(Part(surfaces))


def _games_called(value: str) -> list[int]:
    """Keys of the games with this address, or else with a name that has all these words."""
    games = Game.objects.prefetch_related("names")
    exact = [game.pk for game in games if game.slug == value]
    asked = _folded(value)
    return exact or [game.pk for game in games if any(asked <= _folded(name.text) for name in game.names.all())]


def _folded(text: str) -> set[str]:
    return {fold(word.text) for word in words(text)}


def _anywhere(part: Part) -> Q:
    printed = _printed(part.surfaces)
    return _in("title", part) | _in("text", part) | Q(number__in=printed) | Q(cards__code__in=printed)


def _printed(surfaces: Sequence[str]) -> set[str]:
    """A number or a code as it may be printed: «в4» is «В4», in either alphabet."""
    (surface,) = surfaces if len(surfaces) == 1 else ("",)
    folded = code(surface)
    return {surface, *(text.upper() for text in (surface, folded, folded.translate(TO_CYRILLIC)))} if folded else set()


def _in(field: str, part: Part) -> Q:
    """Every word of a part stands in a field, in any of the cases that a database may tell apart; a phrase as it was
    typed."""
    if part.is_phrase:
        phrase = part.typed.strip()
        return _in_any_case(field, phrase, phrase)
    return reduce(and_, (_in_any_case(field, surface, _beginning(surface)) for surface in part.surfaces), Q())


def _in_any_case(field: str, typed: str, beginning: str) -> Q:
    spelled = {typed, beginning.lower(), beginning.capitalize(), beginning.upper()}
    return Q(*((f"{field}__contains", text) for text in sorted(spelled)), _connector=Q.OR)


def _beginning(surface: str) -> str:
    """What a word has in common with its dictionary forms: «корон» of «короной»."""
    letters = zip(fold(surface), *lemmas(surface), strict=False)
    common = sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, letters))
    return surface[:common] if common >= _SHORTEST else surface
