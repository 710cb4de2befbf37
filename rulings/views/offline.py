"""Without a network: the page that tells of the copy on the device and stands for all pages, the copy's parts, the
worker that keeps it, the app's manifest, and a game as one file."""

from __future__ import annotations

import gzip
import hashlib
from base64 import b64encode
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.log import log_response
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rulings import sharing
from rulings.interface import interface_language, interface_languages
from rulings.models import Entry, Game
from rulings.models.names import give_names
from rulings.offline import copies, scripts
from rulings.offline.files import bodies, inside
from rulings.offline.wording import wording
from rulings.views import entries, helping, paper
from rulings.views.asking import accepts_gzip
from rulings.views.having import having
from rulings.views.moved import or_moved

PAGE = "rulings/offline.html"
BACKGROUND = "#f8f8fa"  # --bg of static/css/tokens.css


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    return render(request, PAGE, _context())


def _context() -> dict[str, Any]:
    games = list(Game.objects.with_texts().select_related("parent"))
    counts = Entry.objects.live().game_counts()
    give_names(games)
    bounds = {
        "below": {"most": entries.BELOW, "lastLevel": entries.LAST_LEVEL},
        "paper": {"firstLevel": paper.FIRST_LEVEL, "lastLevel": paper.LAST_LEVEL},
    }
    return {"games": [(game, having(counts.get(game.pk, {}))) for game in games], "texts": {**wording(), **bounds}}


# ── the copy ───────────────────────────────────────────────────────────────


@require_safe
@cache_control(no_cache=True)
def contents(request: HttpRequest) -> HttpResponse:
    """What a copy consists of; another version whenever anything in it is another."""
    try:
        copy = copies.copy()
    except copies.UnsettledError:
        return _later(request)
    version, files = _around(copy.version)
    parts = [f"/offline/{copy.version}/{name}.json" for name in copy.parts]
    return JsonResponse({"version": version, "data": copy.version, "size": copy.size, "files": [*parts, *files]})


def _later(request: HttpRequest) -> HttpResponse:
    """The copy is being made: nothing is wrong, and no line of the log says so."""
    response = HttpResponse(status=503, headers={"Retry-After": "2"})
    log_response("not made yet: %s", request.path, response=response, request=request, level="debug")
    return response


@lru_cache(maxsize=2)
def _around(version: str) -> tuple[str, list[str]]:
    """The version with the pages of the copy in it, and those pages with the files they ask for: the one that stands
    for all others, and how to search."""
    shells = []
    files: list[str] = []
    for language in interface_languages():
        with translation.override(language):
            shells += [render_to_string(PAGE, _context()), render_to_string(helping.PAGE, helping.context())]
            files += [reverse("offline"), reverse("help")]
    assets = scripts.addresses("".join(shells))
    whole = hashlib.sha256("\n".join([version, *shells, *assets]).encode())
    return whole.hexdigest()[:16], [*files, *assets]


@require_safe
def copy_part(request: HttpRequest, version: str, part: str) -> HttpResponse:
    """A part of the copy of one version; 404 when that is no longer the newest."""
    if not copies.may_be(version, part):
        raise Http404  # at once: to know of another version the copy has to be made first
    try:
        copy = copies.copy()
    except copies.UnsettledError:
        return _later(request)
    if version != copy.version:
        raise Http404
    headers = {"Vary": "Accept-Encoding", "Cache-Control": "public, max-age=31536000, immutable"}
    body = copy.parts[part]
    if accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return HttpResponse(body, content_type="application/json", headers=headers)


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """At the root, so that it may answer for every page."""
    return HttpResponse(scripts.read("js/offline/worker.js"), content_type="text/javascript; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What the installed app is called and looks like."""
    icons = [
        {"src": static(f"icons/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in ((192, "any"), (512, "any"), (512, "maskable"))
    ]
    content = {
        "id": "/",
        "name": _("Who is right?"),
        "short_name": _("Who is right?"),
        "description": _("Rules questions about board games with short answers and their sources."),
        "lang": interface_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": icons,
        "shortcuts": [{"name": _("Search"), "url": reverse("search")}],
    }
    return JsonResponse(content, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


# ── a game as one file ─────────────────────────────────────────────────────


@require_safe
@or_moved
def game_file(request: HttpRequest, game: str) -> HttpResponse:
    """A game with its search in one HTML file, which asks for nothing and works wherever it is opened."""
    row = get_object_or_404(Game.objects.with_texts().select_related("parent"), slug=game)
    try:
        copy = copies.of_game(row)
    except copies.UnsettledError:
        return _later(request)
    give_names([row])
    code = _code()
    site = sharing.address(request, "/").rstrip("/")  # the file is opened on other devices
    context = {"game": row, "texts": wording(), **code, **_content(row, copy, site)}
    response = render(request, "rulings/game_file.html", context)
    response.headers["Content-Security-Policy"] = f"{code['policy']}; frame-ancestors 'none'"
    return response


def _content(game: Game, copy: copies.GameCopy, site: str) -> dict[str, Any]:
    links = inside(game, copy.entries, copy.cards, interface_language())
    return {
        "items": list(bodies(copy.entries, links, interface_language(), site)),
        "links": links,
        "sources": list({entry.source_id: entry.source for entry in copy.entries}.values()),
        "parts": copy.parts,
        "address": site,
    }


def _code() -> dict[str, str]:
    """The script and the style of the file, and the policy that lets these run and nothing else."""
    script, style = scripts.joined("js/offline/file.js"), scripts.stylesheet()
    return {
        "policy": f"default-src 'none'; script-src {_hashed(script)}; style-src {_hashed(style)}; base-uri 'none'",
        "script": mark_safe(script),  # noqa: S308 (the site's own)
        "style": mark_safe(style),  # noqa: S308 (the site's own)
    }


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
