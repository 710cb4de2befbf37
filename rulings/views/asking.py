"""What a reader asked for in the query of an address, checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from typing import TypeVar

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from rulings.addresses import find_game
from rulings.characters import typed
from rulings.languages import lemmas, words
from rulings.search.query import MAX_LENGTH, Query

MAX_PAGE = 10_000
_WHOLE_QUERY = "rulings.whole_query"  # in the META of a request: its query before parameters were taken out

Page = TypeVar("Page", bound=Callable[..., HttpResponse])


def reads(*names: str) -> Callable[[Page], Page]:
    """Says which parameters of its query a page depends on; it never sees others (``middleware.Pages``)."""

    def declare(page: Page) -> Page:
        page.parameters = frozenset(names)  # type: ignore[attr-defined]
        return page

    return declare


def leave_only(request: HttpRequest, names: frozenset[str]) -> None:
    """Take the other parameters out of a request."""
    asked = request.GET.copy()
    for name in asked.keys() - names:
        del asked[name]
    if len(asked) < len(request.GET):
        request.META[_WHOLE_QUERY] = request.META["QUERY_STRING"]
        request.META["QUERY_STRING"] = asked.urlencode()
        request.GET = asked  # type: ignore[assignment]


def give_back(request: HttpRequest) -> None:
    """Put back what was taken out: no page was found that would not read it."""
    request.META["QUERY_STRING"] = request.META.get(_WHOLE_QUERY, request.META.get("QUERY_STRING", ""))


def at_each_answer(response: HttpResponse, act: Callable[[], None]) -> None:
    """Says what is done whenever a page is served again as it is kept (``middleware.Pages``)."""
    response.at_each_answer = act  # type: ignore[attr-defined]


def asked_for(request: HttpRequest, name: str) -> str:
    """The value of a parameter as a page may show it."""
    return typed(request.GET.get(name, ""))


def text_asked(request: HttpRequest) -> str:
    """The words of ``?q=``. Raises ``BadRequest`` when nobody could have typed them."""
    text = asked_for(request, "q")
    if len(text) > MAX_LENGTH:
        raise BadRequest("q")
    return text


def page_asked(request: HttpRequest) -> int:
    """The number of ``?page=``, from 1. Raises ``BadRequest`` when it is none."""
    text = request.GET.get("page", "1")
    if not re.fullmatch(r"[0-9]{1,9}", text) or not 1 <= int(text) <= MAX_PAGE:
        raise BadRequest("page")
    return int(text)


def choice_asked(request: HttpRequest, name: str, choices: list[str]) -> str:
    """The value of a filter, empty when it is not set. Raises ``BadRequest`` for a value there is none of."""
    value = request.GET.get(name, "")
    if value and value not in choices:
        raise BadRequest(name)
    return value


def game_asked(request: HttpRequest, name: str, games: Container[str]) -> str:
    """The address of the game that a search is in, by the name of its parameter, of an address it once had too: a
    device keeps what it was. Empty when there is none (any more)."""
    slug = request.GET.get(name, "")
    if slug and slug not in games and (moved := find_game(slug)):
        slug = moved.slug
    return slug if slug in games else ""


def asked_tokens(query: Query) -> frozenset[str]:
    """What the words of a query are known by, in every form."""
    return frozenset(lemma for surface in query.surfaces for lemma in lemmas(surface))


def found_words(text: str, tokens: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where the words asked for stand in a text."""
    for word in words(text) if tokens else ():
        if not tokens.isdisjoint(lemmas(word.text)):
            yield word.start, word.end


def accepts_gzip(request: HttpRequest) -> bool:
    """What ``Accept-Encoding`` says of gzip: named with a quality above zero, or meant by ``*``."""
    said = {}
    for item in request.headers.get("Accept-Encoding", "").lower().split(","):
        coding, *parameters = (part.strip() for part in item.split(";"))
        said[coding] = not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", parameter) for parameter in parameters)
    return said.get("gzip", said.get("*", False))
