"""Addresses that are not pages: the root, short links, and what machines ask for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rulings.interface import address, interface_for, interface_languages, readers_language
from rulings.models import Card, Entry, Game, Source
from rulings.models.games import whole_texts

# ── by the reader's language ──


@require_safe
def root(request: HttpRequest) -> HttpResponse:
    """The home page in the reader's language."""
    return _in_readers_language(request, "")


@require_safe
def short_entry(request: HttpRequest, key: int) -> HttpResponse:
    rows = Entry.objects.live().select_related("source__game").prefetch_related("cards__game")
    rows = rows.defer(*whole_texts("source__"))
    return _in_readers_language(request, get_object_or_404(rows, pk=key).landing.path)


@require_safe
def short_card(request: HttpRequest, key: int) -> HttpResponse:
    return _in_readers_language(request, get_object_or_404(Card.objects.select_related("game"), pk=key).path)


def _in_readers_language(request: HttpRequest, path: str) -> HttpResponse:
    """To a page in the language of the reader's cookie, else of the browser, else the site's first."""
    response = HttpResponseRedirect(address(readers_language(request), path))
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


# ── for machines ──


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon themselves (the admin, the docs of the JSON). Its name changes with it, so a
    browser must not keep where it was."""
    return HttpResponseRedirect(static("icons/favicon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@require_safe
def opensearch(request: HttpRequest) -> HttpResponse:
    """For the browser's address bar: how the site is searched, and asked what a query may become."""
    paths = {
        "icon_path": static("icons/favicon.svg"),
        "search_path": reverse("search"),
        "completions_path": reverse("completions"),
    }
    return render(request, "opensearch.xml", paths, content_type="application/opensearchdescription+xml; charset=utf-8")


class Place(NamedTuple):
    """A page in the site map: its canonical address, the same page by interface language, its last change."""

    canonical: str
    alternates: list[tuple[str, str]]
    changed: datetime | None


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every page by its canonical address, beside its other interface languages."""
    languages = interface_languages()
    places = []
    for path in ("", "help/", "api/"):
        pages = [(code, address(code, path)) for code in languages]
        places += [Place(page, pages, None) for _code, page in pages]
    for path, language, changed in _pages():
        alternates = [(code, address(code, path)) for code in languages]
        places.append(Place(address(interface_for(language), path), alternates, changed))
    return render(request, "sitemap.xml", {"places": places}, content_type="application/xml; charset=utf-8")


def _pages() -> Iterator[tuple[str, str, datetime | None]]:
    """Whatever has a page of its own: its path, the language of its content, and its last change."""
    with_terms = set(Game.objects.with_terms().values_list("pk", flat=True))
    for game in Game.objects.prefetch_related("names"):
        yield game.path, game.own_language, None
        if game.pk in with_terms:
            yield f"{game.path}terms/", game.own_language, None
    for source in Source.objects.select_related("game").defer(*whole_texts()):
        yield source.path, source.language, source.imported_at
    entries = Entry.objects.live().select_related("source__game")
    entries = entries.defer("text", "html", "body", *whole_texts("source__"))
    for entry in entries.with_pages():
        yield entry.path, entry.language, entry.changed_at
    for card in Card.objects.named():
        yield card.path, card.own_language, None
