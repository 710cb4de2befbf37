"""What a reader asked for in the query of an address, checked."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest

from rulings.search.query import MAX_LENGTH

MAX_PAGE = 10_000


def text_asked(request: HttpRequest) -> str:
    """The words of ``?q=``. Raises ``BadRequest`` when nobody could have typed them."""
    text = request.GET.get("q", "").strip()
    if len(text) > MAX_LENGTH:
        raise BadRequest("q")
    return text


def page_asked(request: HttpRequest) -> int:
    """The number of ``?page=``, from 1. Raises ``BadRequest`` when it is none."""
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= MAX_PAGE):
        raise BadRequest("page")
    return int(text)


def choice_asked(request: HttpRequest, name: str, choices: list[str]) -> str:
    """The value of a filter, empty when it is not set. Raises ``BadRequest`` for a value there is none of."""
    value = request.GET.get(name, "")
    if value and value not in choices:
        raise BadRequest(name)
    return value
