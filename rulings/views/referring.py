"""What mentions something: entries with the sentence in which they do, so many a page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import ceil
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.safestring import SafeString

from rulings.dressing import marked, sentence
from rulings.models import Mention
from rulings.models.lines import Line
from rulings.models.mentions import Place, place_fields, place_of

MOST = 200  # entries a page


class Referring(NamedTuple):
    """An entry that mentions something: the sentence in which it does, a question itself where that does."""

    entry: Line
    html: SafeString
    in_title: bool


class ReferringPage(NamedTuple):
    """A page of them: ``total`` entries on ``pages`` pages; ``before`` and ``after`` are the queries of its
    neighbours, empty where there is none."""

    entries: list[Referring]
    total: int
    number: int
    pages: int
    before: str
    after: str


@cache
def _places() -> QuerySet[Mention, tuple[Any, ...]]:
    """All mentions that a reader can see, in order: put together once, which takes longer than the answer."""
    return Mention.objects.live().in_order().values_list(*place_fields())


def referring_page(of: Q, number: int) -> ReferringPage:
    """The page of a number, from 1, of the mentions under a condition. Raises ``Http404`` for one after the last."""
    rows = _places().filter(of)
    if number == 1:  # one query is enough nearly always
        places = list(map(place_of, rows[: MOST + 1]))
        if len(places) <= MOST:
            found = referring(places)
            return ReferringPage(found, len(found), 1, 1, "", "")
    keys = list(dict.fromkeys(rows.values_list("entry", flat=True)))
    pages = ceil(len(keys) / MOST)
    if number > pages:
        raise Http404
    shown = keys[(number - 1) * MOST : number * MOST]
    return ReferringPage(
        referring(map(place_of, rows.filter(entry__in=shown))),
        len(keys),
        number,
        pages,
        _query(number - 1) if number > 1 else "",
        _query(number + 1) if number < pages else "",
    )


def _query(number: int) -> str:
    return f"?page={number}#mentions" if number > 1 else "?#mentions"


def referring(places: Iterable[Place]) -> list[Referring]:
    """The first place of each entry, with the sentence there."""
    found: dict[int, Referring] = {}
    for place in places:
        if place.entry.pk not in found:
            found[place.entry.pk] = _said_in(place)
    return list(found.values())


def _said_in(place: Place) -> Referring:
    in_title = place.field == "title"
    if in_title:
        html = marked(place.entry.title, [(place.start, place.end)])
    else:
        html = sentence(place.entry.text, place.start, place.end)
    return Referring(place.entry, html, in_title)
