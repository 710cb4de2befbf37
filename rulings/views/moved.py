"""Old addresses lead to the things that stood there."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from rulings.interface import address, interface_language
from rulings.models import Entry, Game, Redirect, Source
from rulings.models.base import Addressed
from rulings.models.games import whole_texts

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def or_moved(page: Page[P]) -> Page[P]:
    """A page that, where nothing stands at its address, looks for what stood there once."""

    @functools.wraps(page)
    def view(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except Http404:
            _language, _slash, path = request.path.lstrip("/").partition("/")
            moved = moved_from(path, query=request.META.get("QUERY_STRING", ""))
            if moved is None:
                raise
            return moved

    return view


def moved_from(path: str, under: str = "", query: str = "") -> HttpResponse | None:
    """To where an old path leads, ``under`` a part of the site with addresses like those of its pages; ``None`` when
    it leads nowhere."""
    moved_to = new_path(path)
    if moved_to is None:
        return None
    location = address(interface_language(), f"{under}{moved_to}{'?' if query else ''}{query}")
    # Without the header a browser keeps it for good, and goes in circles once the thing is renamed back.
    return HttpResponsePermanentRedirect(location, headers={"Cache-Control": "no-cache"})


def new_path(path: str) -> str | None:
    """Where an old path leads: the page itself moved, or the source or the game above it did. The new address of an
    entry that no reader can open is not told."""
    parts = path.rstrip("/").split("/")
    above = {"/".join(parts[: count + 1]) + "/" for count in range(len(parts))}
    moves = Redirect.objects.filter(path__in=above)
    moves = moves.select_related("game", "source__game", "entry__source__game", "card__game")
    moves = moves.defer(*whole_texts("source__"), *whole_texts("entry__source__"))
    for move in sorted(moves, key=lambda move: -len(move.path)):
        thing, rest = move.thing, path[len(move.path) :]
        if rest and not _has_beneath(thing, move.path):
            continue
        if isinstance(thing, Entry) and not thing.is_live:
            return None
        if thing.path + rest != path:
            return thing.path + rest
    return None


def _has_beneath(thing: Addressed, old_path: str) -> bool:
    """Whether what stood beneath an old address may stand beneath the thing: nothing does beneath a card or an entry,
    and where a game stood no source has its pages."""
    return isinstance(thing, Game | Source) and thing.path.count("/") == old_path.count("/")
