"""What every answer of the site has: security headers; pages that are kept, compressed and asked for only once.

A page depends on its address and on the data alone, never on who reads it, so it is kept until the data changes
(``stamps.py``) and answered with 304 to whom has it. Nothing on it is secret, so compressing it gives nothing away.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import activate, get_language, get_language_from_path, override

from rulings.faults import is_unavailable
from rulings.interface import readers_language
from rulings.shelf import Kept, Shelf
from rulings.stamps import data_stamp
from rulings.views.asking import accepts_gzip, leave_only
from rulings.views.errors import not_allowed, unavailable

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# Nothing but the site's own files, and no frame around it.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    ]
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class SecurityHeaders:
    """The policy of the site, the same for every answer."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class Heads:
    """An answer to HEAD is that to GET without its body, which a server would warn of each time."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = ()
            elif isinstance(response, HttpResponse):
                response.headers.setdefault("Content-Length", str(len(response.content)))
                response.content = b""
        return response


class ReadOnly:
    """Forms are sent to the desk alone; everything else can only be read. Said before somebody looks
    for the token of a form, which would be told to be old."""

    ELSEWHERE = "admin"

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        first = request.path_info.lstrip("/").partition("/")[0]
        allowed = ("GET", "HEAD", "POST") if first == self.ELSEWHERE else ("GET", "HEAD")
        if request.method not in allowed:
            return not_allowed(request, allowed)
        return self.get_response(request)


class Language(LocaleMiddleware):
    """The interface language. An address without one goes to the reader's, unless it is of those that have none."""

    WITHOUT = ("api", "admin", "static", "offline", "sw.js", "e", "c", "qr.svg")

    def process_request(self, request: HttpRequest) -> None:
        """Django takes a cookie of «PL» for a language, which no address here is in."""
        super().process_request(request)
        if get_language_from_path(request.path_info) is None:
            activate(readers_language(request))
            request.LANGUAGE_CODE = get_language() or settings.LANGUAGE_CODE

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        first = request.path_info.lstrip("/").partition("/")[0]
        if first == "api":  # in the language that it was asked for in: it says so itself
            return response
        if first in self.WITHOUT:
            response.headers.setdefault("Content-Language", get_language() or settings.LANGUAGE_CODE)
            return response
        return super().process_response(request, response)


class Unavailable:
    """A database that doesn't answer is a 503 in the reader's language, not a failure of the site."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return unavailable(request) if is_unavailable(exception) else None


# ── pages ──────────────────────────────────────────────────────────────────

_YEAR = 365 * 24 * 3600
_OF_ONE_ANSWER = ("Content-Length", "Set-Cookie")  # headers of one answer, not of the page


# One for each process.
SHELF = Shelf(settings.KEPT_PAGES_BYTES, settings.KEPT_PAGE_BYTES)


class Compression(GZipMiddleware):
    """Django's, for readers that want it: Django's own also compresses for those who say that they don't."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not accepts_gzip(request):
            patch_vary_headers(response, ["Accept-Encoding"])
            return response
        return super().process_response(request, response)


class Pages:
    """Pages of the site (those under an interface language): kept while the data stays, compressed, with an ETag.

    What a page doesn't read of the query (``views.asking.reads``) is taken out before, so that it makes no page of its
    own. The reader's cookie remembers the language read last; the root and the short links go by it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        language = get_language_from_path(request.path_info)
        if language is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        _leave_what_is_read(request, language)
        stamp = data_stamp()
        # A server may take a part of the path away (SCRIPT_NAME): the page is found by the rest, its links have both.
        address = f"{stamp} {request.scheme}://{request.get_host()} {request.path_info} {request.get_full_path()}"
        key = hashlib.sha256(address.encode()).hexdigest()
        kept = SHELF.get(key) if stamp else None
        if kept is None:
            response = self.get_response(request)
            if response.status_code != 200 or not isinstance(response, HttpResponse):
                return response
            kept = _keep(response)
            if stamp and "private" not in kept.headers["Cache-Control"] and stamp == data_stamp():
                SHELF.put(key, kept)
        elif kept.at_each_answer:
            kept.at_each_answer()
        return _remembering(request, language, _answer(request, kept))


def _leave_what_is_read(request: HttpRequest, language: str) -> None:
    if not request.META.get("QUERY_STRING"):
        return
    try:
        with override(language):
            page = resolve(request.path_info).func
    except Resolver404:
        return
    read: frozenset[str] = getattr(page, "parameters", frozenset())
    leave_only(request, read)


def _keep(response: HttpResponse) -> Kept:
    patch_vary_headers(response, ["Accept-Encoding"])
    headers = {name: value for name, value in response.items() if name not in _OF_ONE_ANSWER}
    headers.setdefault("Cache-Control", "no-cache")  # may be kept by the reader, and is asked for every time
    etag = f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    at_each_answer = getattr(response, "at_each_answer", None)
    return Kept(etag, headers, gzip.compress(response.content, 6, mtime=0), at_each_answer)


def _answer(request: HttpRequest, kept: Kept) -> HttpResponse:
    response: HttpResponse
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if kept.etag in known or "*" in known:
        response = HttpResponseNotModified(headers={k: v for k, v in kept.headers.items() if k != "Content-Type"})
    elif accepts_gzip(request):
        response = HttpResponse(kept.body, headers={**kept.headers, "Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(kept.body), headers=kept.headers)
    response.headers["ETag"] = kept.etag
    return response


def _remembering(request: HttpRequest, language: str, response: HttpResponse) -> HttpResponse:
    if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=_YEAR,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
            httponly=True,
        )
    return response
