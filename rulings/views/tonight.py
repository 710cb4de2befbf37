"""The list for this evening. It is kept on the reader's device; its address says what is on it, so that it can be
shared as a link, printed as one sheet, and changed without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulings.addresses import find_game
from rulings.forms.choosing import row_key
from rulings.models import Entry, Game
from rulings.models.names import give_names
from rulings.views.asking import reads
from rulings.views.telling import Told, in_short, told_by_game, voice_of

MOST = 60  # answers on a list, also in static/js/device.js
MOST_AT_HOME = 3  # rows on the home page


class Pinned(NamedTuple):
    """An answer on the list, and the list's address with it moved or taken off; empty where it can't be moved."""

    entry: Entry
    told: Told
    up: str
    down: str
    off: str


@require_safe
@reads("e")
def tonight_page(request: HttpRequest) -> HttpResponse:
    rows = Entry.objects.live().for_page().in_bulk(asked_keys(request.GET.get("e", "")))
    entries = list(rows.values())
    keys = [key for key in asked_keys(request.GET.get("e", "")) if key in rows]
    give_names(entry.source.game for entry in entries)
    said = told_by_game([voice_of(rows[key]) for key in keys])
    context = {
        "pinned": [_pinned(rows[key], said[place], keys, place) for place, key in enumerate(keys)],
        "keys": keys,
        "shared_path": f"/tonight/{_asking(keys)}",
    }
    return render(request, "rulings/tonight.html", context)


@require_safe
@reads("e", "game")
def tonight_rows(request: HttpRequest) -> HttpResponse:
    """A piece of the home page, put there by ``static/js/panel.js``: the game of ``?game=``, also by an old address,
    and the first answers of ``?e=``. An answer that is gone by now is left out; of the game it is said."""
    asked = request.GET.get("game", "")
    game = find_game(asked) if asked else None
    if game and not Game.objects.with_texts().filter(pk=game.pk).exists():
        game = None
    keys = asked_keys(request.GET.get("e", ""))
    lines = {line.pk: (line, voice) for line, voice in Entry.objects.live().filter(pk__in=keys).voiced()}
    give_names([game] if game else [])
    entries = in_short([lines[key] for key in keys if key in lines][: MOST_AT_HOME - bool(asked)])
    gone = "" if game else asked
    context = {"game": game, "gone": gone, "entries": entries}
    return render(request, "rulings/tonight_rows.html", context)


def asked_keys(text: str) -> list[int]:
    """The numbers of «77,12,31», each once. What a chat cut off or added is left out."""
    keys = [key for key in map(row_key, text.split(",")) if key is not None]
    return list(dict.fromkeys(keys))[:MOST]


def _pinned(entry: Entry, said: Told, keys: Sequence[int], place: int) -> Pinned:
    """Each address ends with the button to go on with, which a browser gives the focus: the same one of the row in its
    new place (where it is the first or the last, the other one), or that which takes off the next row."""

    def swapped(other: int, ahead: int, name: str, back: str) -> str:
        if not 0 <= other < len(keys):
            return ""
        order = list(keys)
        order[place], order[other] = order[other], order[place]
        return f"{_asking(order)}#t{entry.pk}-{name if 0 <= ahead < len(keys) else back}"

    rest = [key for key in keys if key != entry.pk]
    up, down = swapped(place - 1, place - 2, "up", "down"), swapped(place + 1, place + 2, "down", "up")
    off = f"{_asking(rest)}#t{rest[min(place, len(rest) - 1)]}-off" if rest else "?e=#main"
    return Pinned(entry, said, up, down, off)


def _asking(keys: Sequence[int]) -> str:
    return f"?e={','.join(map(str, keys))}" if keys else ""
