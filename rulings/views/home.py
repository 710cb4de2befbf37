"""The home page: search first, then the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models.functions import Length
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulings.kinds import RULING
from rulings.models import Card, Entry, Game
from rulings.models.lines import Voiced
from rulings.models.names import give_names
from rulings.models.questions import by_question
from rulings.views.having import having
from rulings.views.telling import OFFICIAL, InShort, in_short
from rulings.views.tonight import MOST_AT_HOME

TOP_CARDS, EXAMPLES = 8, 4


class Shelved(NamedTuple):
    """A game on the shelf and what it has, in words: the first is set in bold."""

    game: Game
    has: str
    also: list[str]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    games = list(Game.objects.with_texts().select_related("parent"))
    asked = list(Card.objects.most_asked()[:TOP_CARDS])
    # Of a hundred cards some four are shown.
    known = one_a_game(Card.objects.most_mentioned().select_related(None).only("slug", "game")[:100])[:EXAMPLES]
    give_names([*games, *(game.parent for game in games if game.parent), *asked, *known])
    counts = Entry.objects.live().game_counts()
    shortest = Entry.objects.live().filter(kind=RULING).order_by(Length("title"))
    context = {
        "shelf": [_shelved(game, counts.get(game.pk, {})) for game in games],
        "totals": having(sum(map(Counter, counts.values()), Counter())),
        "asked": asked,
        "known": known,
        "most_for_tonight": MOST_AT_HOME,
        "samples": samples(list(shortest[:50].voiced())),
    }
    return render(request, "rulings/home.html", context)


def one_a_game(cards: Iterable[Card]) -> list[Card]:
    """The first card of each game."""
    first: dict[int, Card] = {}
    for card in cards:
        first.setdefault(card.game_id, card)
    return list(first.values())


def samples(rulings: Sequence[Voiced]) -> list[InShort]:
    """The first ruling of each verdict: what an answer looks like here. Of those that answer the same question it is
    the official one."""
    asked = Entry.objects.questions(line.pk for line, _voice in rulings)
    first: dict[str, Voiced] = {}
    for same in by_question(rulings, lambda one: asked[one[0].pk]):
        line, voice = min(same, key=lambda one: one[1].authority != OFFICIAL)
        first.setdefault(line.verdict, (line, voice))
    return in_short([first[key] for key in ("no", "yes_if", "yes") if key in first])


def _shelved(game: Game, counts: dict[str, int]) -> Shelved:
    words = having(counts)
    return Shelved(game, words[0] if words else "", words[1:])
