"""What a search may become while it is typed: a piece of a page, rendered like every other, put under the field by
``static/js/instant.js``. And, in the shape browsers ask for, the same for their address bar."""

from __future__ import annotations

from collections.abc import Sequence
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
from rulings.languages import fold, lemmas, words
from rulings.models import Card, Entry, Game
from rulings.models.lines import Line
from rulings.models.names import give_names
from rulings.search.cards import FoundCard
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.suggest import CARDS_ALONE, CARDS_SHOWN, GAMES_SHOWN, FoundGame, Suggestions, suggest
from rulings.views.asking import asked_for, game_asked, reads, text_asked
from rulings.views.telling import Told, in_short

RECENT = 5  # things read last that are shown


class SuggestedCard(NamedTuple):
    card: Card
    found: FoundCard | None
    title: SafeString


class SuggestedGame(NamedTuple):
    game: Game
    found: FoundGame
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
    query = Query(text, game=game or tonight, interface=interface_language())
    found = suggest(query)
    is_held = False  # nothing of the game for tonight goes on so, but it has answers
    if tonight and not game and not (found.cards or found.games or found.entries):
        is_held = search(query, limit=1, is_noted=False).total > 0
        query = replace(query, game="")
        found = suggest(query)
    cards, called, entries = dressed(found, games)
    results = reverse("search")
    scope = {"game": game} if game else {"tonight": tonight} if tonight else {}
    return {
        "text": text,
        "found": found,
        "scope": games.get(query.game),
        "is_tonight": bool(tonight and not game),
        "is_held": is_held,
        "gone": "" if game or tonight else asked_for(request, "tonight"),
        "cards": cards,
        "called": called,
        "entries": entries,
        "count": len(cards) + len(called) + len(entries),
        "all_url": f"{results}?{urlencode({'q': text, **scope})}",
        "everywhere_url": f"{results}?{urlencode({'q': text})}",
    }


@require_safe
@reads("q")
def completions(request: HttpRequest) -> JsonResponse:
    """[what was typed, what it may become, words on each, the address of each]: the OpenSearch suggestions."""
    found = suggest(Query(text_asked(request)))
    language = interface_language()
    cards = [(card.name_in(language), card.url(language)) for card in found.cards[:CARDS_ALONE]]
    entries = [(entry.title, entry.url(language)) for entry in found.entries[: found.entries_shown]]
    slugs = [one.slug for one in found.games[:GAMES_SHOWN]]
    rows = {game.slug: game for game in Game.objects.filter(slug__in=slugs)} if slugs else {}
    give_names(rows.values())
    games = [(rows[slug].name_in(language), rows[slug].url(language)) for slug in slugs if slug in rows]
    titles = [title for title, _url in (*cards, *games, *entries)]
    urls = [request.build_absolute_uri(url) for _title, url in (*cards, *games, *entries)]
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


def dressed(
    found: Suggestions, games: dict[str, Game]
) -> tuple[list[SuggestedCard], list[SuggestedGame], list[SuggestedEntry]]:
    """Cards, games and entries with their beginnings marked: a few of each, more cards where there are no entries."""
    typed = [fold(word.text) for word in words(found.text)]
    called = [one for one in found.games[:GAMES_SHOWN] if one.slug in games]
    beside = [games[one.slug] for one in called]
    entries = _entries([entry.key for entry in found.entries[: found.entries_shown]], games, typed, beside)
    offered = {card.key: card for card in found.cards[: CARDS_SHOWN if entries else CARDS_ALONE]}
    cards = [SuggestedCard(card, offered[card.pk], _marked(_name(card), typed)) for card in _cards(list(offered))]
    named = [SuggestedGame(games[one.slug], one, _marked(_name(games[one.slug]), typed)) for one in called]
    return cards, named, entries


def _cards(keys: Sequence[int]) -> list[Card]:
    rows = Card.objects.select_related("game__parent").in_bulk(keys)
    cards = [rows[key] for key in keys if key in rows]
    give_names([*cards, *(card.game for card in cards)])
    return cards


def _entries(
    keys: Sequence[int], games: dict[str, Game], typed: Sequence[str], beside: Sequence[Game] = ()
) -> list[SuggestedEntry]:
    """``beside``: other games of which the names are needed too."""
    lines = {line.pk: (line, voice) for line, voice in Entry.objects.live().filter(pk__in=keys).voiced()}
    found = in_short([lines[key] for key in keys if key in lines])
    give_names([*beside, *(games[line.game_slug] for line, _told in found)])
    return [
        SuggestedEntry(line, games[line.game_slug], _marked(short_title(line), typed), said) for line, said in found
    ]


def _name(thing: Card | Game) -> str:
    return thing.name_in(interface_language())


def _marked(title: str, typed: Sequence[str]) -> SafeString:
    """A title with what was typed marked in it: the beginnings of words in a row that go on as typed; else the words
    that are the same in any form, and what the last one begins."""
    own = list(words(title))
    folded = [fold(word.text) for word in own]
    places = []
    row = next((at for at in range(len(own)) if _goes_on(folded[at:], typed)), None)
    if row is not None:
        places = [(word.start, word.start + len(text)) for word, text in zip(own[row:], typed, strict=False)]
    elif typed:
        whole = frozenset(lemma for text in typed for lemma in lemmas(text))
        last = typed[-1]
        for word, text in zip(own, folded, strict=True):
            if not whole.isdisjoint(lemmas(word.text)):
                places.append((word.start, word.end))
            elif len(last) > 1 and text.startswith(last):  # of one letter nothing is known yet
                places.append((word.start, word.start + len(last)))
    return marked(title, places)


def _goes_on(folded: Sequence[str], typed: Sequence[str]) -> bool:
    is_long_enough = 0 < len(typed) <= len(folded)
    return is_long_enough and all(own.startswith(text) for own, text in zip(folded, typed, strict=False))
