"""Old addresses lead to the things that stood there."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from rulings.addresses import new_path
from rulings.interface import address, interface_language

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
