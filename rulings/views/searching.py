"""The results page: what was searched, filters with counts, the card that is meant, the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any, NamedTuple, TypedDict

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulings.addresses import find_game
from rulings.interface import interface_language, interface_languages
from rulings.kinds import ENTRY_KINDS
from rulings.labels import AUTHORITY_LABELS, ENTRY_KIND_PLURALS
from rulings.languages import language_choices
from rulings.models import Card, Entry, Game, MissedQuery
from rulings.models.names import give_names
from rulings.search.cards import FoundCard
from rulings.search.engine import search
from rulings.search.pages import LIMIT, Found, SearchPage
from rulings.search.query import Query
from rulings.views.asking import asked_for, at_each_answer, choice_asked, game_asked, page_asked, reads, text_asked
from rulings.views.narrowing import narrowed, words_alone
from rulings.views.telling import Told, told_by_game, voice_of

FILTERS = ("game", "kind", "language", "authority")


class Value(NamedTuple):
    """What a filter may be: its value, its label and the language of the label."""

    key: str
    label: str
    language: str


class Option(NamedTuple):
    """A value of a filter with its count. ``url`` chooses it, or lets it go when it is chosen."""

    value: Value
    hits: int
    url: str
    is_chosen: bool


class Facet(NamedTuple):
    name: str
    label: str
    options: list[Option]


class Hit(NamedTuple):
    card: Card
    found: FoundCard


class Result(NamedTuple):
    entry: Entry
    title: SafeString
    snippet: str
    url: str
    matched: str
    under: SafeString
    told: Told


class Asked(NamedTuple):
    """What the address asks for. ``tonight``: the game that is searched first, if there is one; ``values``: those of
    the filters."""

    query: Query
    number: int
    tonight: str
    values: dict[str, list[Value]]


@require_safe
@reads("q", *FILTERS, "tonight", "literal", "page")
def search_page(request: HttpRequest) -> HttpResponse:
    games = list(Game.objects.with_texts())
    spoken_of = _spoken_of(request, games)
    if spoken_of and spoken_of.slug != request.GET["game"]:
        return HttpResponseRedirect(_with(request.GET, game=spoken_of.slug))
    choices = [*games, spoken_of] if spoken_of else games
    give_names(choices)
    asked = _read(request, games, choices)
    query, page = _found(asked)
    if asked.number > 1 and not page.results:
        raise Http404
    parameters = _changed(request.GET, tonight="", game=query.game) if "tonight" in request.GET else request.GET
    game = next((game for game in choices if game.slug == query.game), None)
    filters = _filters(parameters, asked.values, page)
    context = {
        "game": game,
        "games": games,
        "has_texts": game in games,
        "query": query,
        "tonight": next((game for game in games if game.slug == asked.tonight), None),
        "gone": "" if query.game or asked.tonight else asked_for(request, "tonight"),
        **_answers(page),
        **_ways(request.GET, query, page),
        **filters,
        **_narrowed(query, page),
        "family": _in_the_family(game, games, filters["facets"]) if game and not page.total else [],
        **paging(parameters, asked.number, ceil(page.total / LIMIT)),
    }
    response = render(request, "rulings/search.html", context)
    if page.is_makeshift:
        patch_cache_control(response, private=True, no_cache=True)  # it holds for a moment and is not to be kept
    if page.is_missed:  # the search has counted it once
        at_each_answer(response, partial(MissedQuery.objects.record, query.text, query.interface))
    return response


def _spoken_of(request: HttpRequest, games: Iterable[Game]) -> Game | None:
    """The game that is asked for where it isn't one of those with texts, or is by an address it had before: its own
    pages have a search field too. ``None`` for one of ``games``, and where there is none such."""
    slug = request.GET.get("game", "")
    return find_game(slug) if slug and slug not in {game.slug for game in games} else None


def _read(request: HttpRequest, games: Sequence[Game], choices: Sequence[Game]) -> Asked:
    values = filter_values(choices)
    chosen: dict[str, Any] = {
        name: choice_asked(request, name, [value.key for value in values[name]]) for name in FILTERS
    }
    tonight = "" if chosen["game"] else game_asked(request, "tonight", [game.slug for game in games])
    chosen["game"] = chosen["game"] or tonight
    literal = choice_asked(request, "literal", ["1"]) == "1"
    query = Query(text_asked(request), **chosen, interface=interface_language(), is_literal=literal)
    return Asked(query, page_asked(request), tonight, values)


def _found(asked: Asked) -> tuple[Query, SearchPage]:
    """What is found, and by which query: in the game for tonight it is searched first, in all games then. It is in
    vain once, if at all."""
    query = asked.query
    page = search(query, offset=(asked.number - 1) * LIMIT, limit=LIMIT, is_noted=not asked.tonight)
    if asked.tonight and asked.number == 1 and not page.total:
        query = replace(query, game="")
        page = search(query, limit=LIMIT)
    return query, page


def _answers(page: SearchPage) -> dict[str, object]:
    return {"page": page, "hits": hits(page), "results": results(page)}


def _narrowed(query: Query, page: SearchPage) -> dict[str, object]:
    """What the query itself narrowed a search in vain to, and where its words alone are found, if they are."""
    said = [] if page.total else narrowed(query, page.unknown)
    if not said:
        return {}
    alone = words_alone(query)
    is_found = bool(alone.groups) and search(alone, limit=1, is_noted=False).total > 0
    return {"narrowed": said, "unnarrowed": _with(QueryDict(mutable=True), q=alone.text) if is_found else ""}


def _ways(parameters: QueryDict, query: Query, page: SearchPage) -> dict[str, object]:
    """Addresses of other searches that may help."""
    return {
        "suggestions": [(text, _with(QueryDict(mutable=True), q=text)) for text in page.suggestions],
        "everywhere": _with(parameters, tonight="", page=""),
        "literally": _with(parameters, literal="1", page=""),
        "without_filters": _with(QueryDict(mutable=True), q=query.text),
    }


def _in_the_family(game: Game, games: Iterable[Game], shown: Iterable[Facet]) -> list[Option]:
    """The base game and the expansions that have what the game has not."""
    base = game.parent_id or game.pk
    family = {other.slug for other in games if other != game and base in (other.pk, other.parent_id)}
    return [
        one for facet in shown if facet.name == "game" for one in facet.options if one.hits and one.value.key in family
    ]


class Filters(TypedDict):
    """Every filter, and the values that are chosen."""

    facets: list[Facet]
    chosen: list[Option]


def _filters(parameters: QueryDict, values: dict[str, list[Value]], page: SearchPage) -> Filters:
    shown = facets(parameters, values, page)
    return {"facets": shown, "chosen": [option for facet in shown for option in facet.options if option.is_chosen]}


def filter_values(games: Iterable[Game]) -> dict[str, list[Value]]:
    """Every value of every filter, also those that nothing is found for."""
    here = interface_language()
    return {
        "game": [Value(game.slug, *game.called_in(here)) for game in games],
        "kind": [Value(kind, str(ENTRY_KIND_PLURALS[kind]), here) for kind in ENTRY_KINDS],
        "language": [Value(code, name, code) for code, name in language_choices()],
        "authority": [Value(key, str(label), here) for key, label in AUTHORITY_LABELS.items()],
    }


def facets(parameters: QueryDict, values: dict[str, list[Value]], page: SearchPage) -> list[Facet]:
    labels = {"game": _("Game"), "kind": _("Kind"), "language": _("Language"), "authority": _("Authority")}
    result = []
    for name in FILTERS:
        counts = dict(page.facets.get(name, []))
        current = getattr(page.query, name)
        options = []
        for value in values[name]:
            is_chosen = value.key == current
            if name == "language" and value.key not in interface_languages() and not counts.get(value.key):
                continue  # a language that no text here is in
            url = _with(parameters, **{name: "" if is_chosen else value.key, "page": ""})
            options.append(Option(value, counts.get(value.key, 0), url, is_chosen))
        result.append(Facet(name, labels[name], options))
    return result


def results(page: SearchPage) -> list[Result]:
    """The found entries with the words of the query marked in their titles as well."""
    # ``mark`` has escaped everything but its own marks.
    return [
        Result(
            found.entry,
            mark_safe(found.title),  # noqa: S308
            found.snippet,
            _url(found),
            found.matched,
            mark_safe(found.under),  # noqa: S308
            said,
        )
        for found, said in zip(
            page.results, told_by_game([voice_of(found.entry) for found in page.results]), strict=True
        )
    ]


def hits(page: SearchPage) -> list[Hit]:
    """The cards that are meant, with their names at hand."""
    cards = Card.objects.select_related("game").in_bulk([found.key for found in page.cards]) if page.cards else {}
    give_names(cards.values())
    return [Hit(cards[found.key], found) for found in page.cards if found.key in cards]


def _url(found: Found) -> str:
    """The entry at the paragraph that was found, its words marked by the browser. The first one needs no place."""
    fragment = "" if found.fragment == "p1" else found.fragment
    place = f"{fragment}:~:{found.pointing}" if found.pointing else fragment
    return found.entry.get_absolute_url() + (f"#{place}" if place else "")


def paging(parameters: QueryDict, number: int, count: int) -> dict[str, object]:
    """Addresses of the pages before and after."""
    return {
        "number": number,
        "count": count,
        "before": _with(parameters, page=str(number - 1) if number > 2 else "") if number > 1 else "",
        "after": _with(parameters, page=str(number + 1)) if number < count else "",
    }


def _with(parameters: QueryDict, **changes: str) -> str:
    """A query with some parameters set, or taken out where the value is empty."""
    return f"?{_changed(parameters, **changes).urlencode()}"


def _changed(parameters: QueryDict, **changes: str) -> QueryDict:
    query = parameters.copy()
    for name, value in changes.items():
        if value:
            query[name] = value
        else:
            query.pop(name, None)
    return query
