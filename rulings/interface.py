"""The languages the site speaks to its readers (``LANGUAGES`` of the settings), and the addresses of its pages."""

from __future__ import annotations

import functools

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


@functools.cache
def interface_languages() -> tuple[str, ...]:
    """Their codes, the site's first one first."""
    return tuple(code for code, _name in settings.LANGUAGES)


def interface_language() -> str:
    """That of the reader: the active one when the site speaks it, else the first."""
    return interface_for((translation.get_language() or "")[:2])


def interface_for(language: str) -> str:
    """The one to read contents of a language in: its own where the site speaks it, else the first."""
    codes = interface_languages()
    return language if language in codes else codes[0]


def readers_language(request: HttpRequest) -> str:
    """That of the reader's cookie, else of the browser, else the site's first."""
    return interface_for(translation.get_language_from_request(request).lower())


def address(language: str, path: str) -> str:
    """The page at a path («talisman/faq/») in an interface language."""
    return f"/{language}/{path}"
