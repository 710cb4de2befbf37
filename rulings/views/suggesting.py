"""What a search may become while it is typed: a piece of a page, rendered like every other, put under the field by
``static/js/instant.js``. And, in the shape browsers ask for, the same for their address bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from rulings.dressing import marked, short_title
from rulings.forms.choosing import row_key
from rulings.interface import interface_language
from rulings.languages import fold, words
from rulings.models import Card, Entry, Game
from rulings.models.lines import Line
from rulings.models.names import give_names
from rulings.search.cards import FoundCard
from rulings.search.query import Query
from rulings.search.suggest import CARDS_ALONE, CARDS_SHOWN, ENTRIES_SHOWN, Suggestions, suggest
from rulings.views.asking import game_asked, reads, text_asked, typed
from rulings.views.telling import Told, in_short

RECENT = 5  # things read last that are shown


class SuggestedCard(NamedTuple):
    card: Card
    found: FoundCard | None
    title: SafeString


class SuggestedEntry(NamedTuple):
    entry: Line
    game: Game
    title: SafeString
    told: Told


@require_safe
@reads("q", "game", "tonight", "recent")
def suggest_page(request: HttpRequest) -> HttpResponse:
    """``?q=`` as typed so far, in the game of ``?game=`` or first in that of ``?tonight=``; or what was read last:
    ``?recent=e77,c12``."""
    games = {game.slug: game for game in Game.objects.select_related("parent")}
    if text_asked(request):
        context = _suggested(request, games)
    else:
        cards, entries = recent(request.GET.get("recent", ""), games)
        context = {"cards": cards, "entries": entries, "is_recent": True}
    return render(request, "rulings/suggest.html", context)


def _suggested(request: HttpRequest, games: dict[str, Game]) -> dict[str, Any]:
    text = text_asked(request)
    game, tonight = game_asked(request, "game", games), game_asked(request, "tonight", games)
    query = Query(text, game=game or tonight)
    found = suggest(query)
    if tonight and not game and not (found.cards or found.entries):
        query = replace(query, game="")
        found = suggest(query)
    cards, entries = dressed(found, games)
    search = reverse("search")
    scope = {"game": game} if game else {"tonight": tonight} if tonight else {}
    return {
        "text": text,
        "found": found,
        "scope": games.get(query.game),
        "is_tonight": bool(tonight and not game),
        "gone": "" if game or tonight else typed(request, "tonight"),
        "cards": cards,
        "entries": entries,
        "count": len(cards) + len(entries),
        "all_url": f"{search}?{urlencode({'q': text, **scope})}",
        "everywhere_url": f"{search}?{urlencode({'q': text})}",
    }


@require_safe
@reads("q")
def completions(request: HttpRequest) -> JsonResponse:
    """[what was typed, what it may become, words on each, the address of each]: the OpenSearch suggestions."""
    found = suggest(Query(text_asked(request)))
    language = interface_language()
    cards = [(card.name_in(language), card.url(language)) for card in found.cards[:CARDS_ALONE]]
    entries = [(entry.title, entry.url(language)) for entry in found.entries[:ENTRIES_SHOWN]]
    titles = [title for title, _url in (*cards, *entries)]
    urls = [request.build_absolute_uri(url) for _title, url in (*cards, *entries)]
    answer = JsonResponse(
        [request.GET.get("q", ""), titles, [""] * len(titles), urls],
        safe=False,
        json_dumps_params={"ensure_ascii": False},
    )
    answer.headers["Content-Type"] = "application/x-suggestions+json"
    return answer


def recent(keys: str, games: dict[str, Game]) -> tuple[list[SuggestedCard], list[SuggestedEntry]]:
    """What was read last, the latest first; what is gone by now is left out."""
    asked = [(key[:1], row_key(key[1:])) for key in keys.split(",")[:RECENT]]
    numbers = [(kind, number) for kind, number in asked if number is not None]
    return (
        [
            SuggestedCard(card, None, marked(_name(card), ()))
            for card in _cards([n for kind, n in numbers if kind == "c"])
        ],
        _entries([n for kind, n in numbers if kind == "e"], games, []),
    )


def dressed(found: Suggestions, games: dict[str, Game]) -> tuple[list[SuggestedCard], list[SuggestedEntry]]:
    """Cards and entries with their beginnings marked: a few of each, more cards where there are no entries."""
    typed = [fold(word.text) for word in words(found.text)]
    entries = _entries([entry.key for entry in found.entries[:ENTRIES_SHOWN]], games, typed)
    offered = {card.key: card for card in found.cards[: CARDS_SHOWN if entries else CARDS_ALONE]}
    cards = [SuggestedCard(card, offered[card.pk], _marked(_name(card), typed)) for card in _cards(list(offered))]
    return cards, entries


def _cards(keys: Sequence[int]) -> list[Card]:
    rows = Card.objects.select_related("game__parent").in_bulk(keys)
    cards = [rows[key] for key in keys if key in rows]
    give_names([*cards, *(card.game for card in cards)])
    return cards


def _entries(keys: Sequence[int], games: dict[str, Game], typed: Iterable[str]) -> list[SuggestedEntry]:
    lines = {line.pk: (line, voice) for line, voice in Entry.objects.live().filter(pk__in=keys).voiced()}
    found = in_short([lines[key] for key in keys if key in lines])
    give_names(games[line.game_slug] for line, _told in found)
    return [
        SuggestedEntry(line, games[line.game_slug], _marked(short_title(line), typed), said) for line, said in found
    ]


def _name(card: Card) -> str:
    return card.name_in(interface_language())


def _marked(title: str, typed: Iterable[str]) -> SafeString:
    """A title with the beginnings of its words marked that were typed."""
    places = []
    for word in words(title):
        begun = max((len(text) for text in typed if fold(word.text).startswith(text)), default=0)
        if begun:
            places.append((word.start, min(word.end, word.start + begun)))
    return marked(title, places)
