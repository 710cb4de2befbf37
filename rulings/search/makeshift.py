"""What the database can find while the index can't be read: words as they stand, in any ending, nothing more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from django.db.models import Case, IntegerField, Q, Value, When

from rulings.languages import LANGUAGES, code, fold, inflections, lemmas, words
from rulings.languages.folding import TO_CYRILLIC
from rulings.models import Card, Entry, Game, Mention
from rulings.search.filters import kinds_called, language_names
from rulings.search.pages import Found, SearchPage, rows
from rulings.search.query import Part, Query, Restriction
from rulings.search.snippets import Sought

_MOST = 8  # words: each is looked for in every text
_SHORTEST = 3  # letters that the beginning of a word must have to stand for it
_COLUMNS = {"game": "source__game__slug", "kind": "kind", "language": "language", "authority": "source__authority"}


def search_database(query: Query, offset: int, limit: int) -> SearchPage:
    """Entries that have every word, those that have them in the title first; of what the prefixes narrow to. Of a long
    query only the beginning counts, and it says so."""
    query = replace(query, most=_MOST)
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
    in_title = [Case(When(_in("title", part), then=Value(1)), default=0, output_field=IntegerField()) for part in parts]
    ordered = found.annotate(in_title=sum(in_title, Value(0))).order_by("-in_title", "pk")
    hits = [_Hit(*row) for row in ordered.values_list("pk", *_COLUMNS.values())]  # to look through all once is enough
    narrowed = _narrowed(hits, query)
    page = [hit.pk for hit in narrowed[offset : offset + limit]]
    entries = rows(page)
    sought = Sought(frozenset(lemma for surface in query.surfaces for lemma in lemmas(surface)))
    return SearchPage(
        query,
        total=len(narrowed),
        results=tuple(Found.by(entries[key], sought) for key in page if key in entries),
        facets={
            name: _counts(_narrowed(hits, query, but=name), name, every)
            for name, every in zip(_COLUMNS, _values(), strict=True)
        },
        is_makeshift=True,
    )


class _Hit(NamedTuple):
    """An entry that has what was asked for, with its values of the filters."""

    pk: int
    game: str
    kind: str
    language: str
    authority: str


def _narrowed(hits: Sequence[_Hit], query: Query, but: str = "") -> list[_Hit]:
    """What the filters beside the query leave, ``but`` for one of them."""
    chosen = {name: value for name in _COLUMNS if name != but and (value := getattr(query, name))}
    return [hit for hit in hits if all(getattr(hit, name) == value for name, value in chosen.items())]


def _values() -> list[set[str]]:
    """Of each filter, what the entries have."""
    there = Entry.objects.live().order_by().values_list(*_COLUMNS.values()).distinct()
    return [set(values) for values in zip(*there, strict=True)] or [set() for _ in _COLUMNS]


def _counts(hits: Sequence[_Hit], name: str, values: Iterable[str]) -> list[tuple[str, int]]:
    counts = Counter(dict.fromkeys(values, 0))
    counts.update(getattr(hit, name) for hit in hits)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _of(restriction: Restriction) -> Q:
    """What a prefix narrows to; its value as words where nothing is called so."""
    name, value = restriction.name, fold(restriction.value).strip()
    surfaces = tuple(word.text for word in words(restriction.value))
    if name == "language" and (codes := language_names().get(value)):
        return Q(language__in=codes)
    if name == "kind" and (
        kinds := kinds_called(restriction.value, [frozenset(lemmas(surface)) for surface in surfaces])
    ):
        return Q(kind__in=kinds) | _own(card__kind__in=kinds)
    if name == "game" and (games := _games_called(value)):
        return Q(source__game__in=games)
    if name == "card":
        cards = Card.objects.filter(_in("names__text", Part(surfaces)) | Q(code__in=_printed(surfaces)))
        return _own(card__in=cards) | Q(pk__in=Mention.objects.filter(card__in=cards).values("entry"))
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
    either = _in("title", part) | _in("text", part)
    return either | Q(number__in=printed) | _own(card__code__in=printed) if printed else either


def _own(**cards: object) -> Q:
    """Entries with such a card of their own. By their keys: a join for each word of a query is more than a database
    has."""
    return Q(pk__in=Entry.cards.through.objects.filter(**cards).values("entry"))


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
    """What a word has in common with its other forms: «корон» of «корона»."""
    stems = (len(found.stem) for language in LANGUAGES for found in inflections(surface, language))
    return surface[: min((stem for stem in stems if stem >= _SHORTEST), default=len(surface))]
