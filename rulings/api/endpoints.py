"""Where the JSON is asked for. Every error has one shape, in the language asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

from django.core.exceptions import SuspiciousOperation
from django.db.models import Model, Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.renderers import JSONRenderer
from pydantic import BeforeValidator, Field

from rulings.addresses import find_game, find_sources
from rulings.api import present
from rulings.api import rows as read
from rulings.api.schemas import CardList, CardOut, EntryList, EntryOut, ErrorOut, GameOut, SearchOut, SuggestOut
from rulings.characters import typed
from rulings.faults import RETRY_AFTER, is_unavailable
from rulings.interface import interface_for, interface_languages
from rulings.kinds import CARD_KINDS, ENTRY_KINDS
from rulings.languages import LANGUAGES
from rulings.models import Card, Entry, Game, Source
from rulings.models.entries import give_headings
from rulings.models.games import whole_texts
from rulings.search.engine import search
from rulings.search.pages import MAX_LIMIT
from rulings.search.query import MAX_LENGTH
from rulings.search.query import Query as SearchQuery
from rulings.search.suggest import suggest

log = logging.getLogger(__name__)
T = TypeVar("T", bound=Model)


class WrongValueError(Exception):
    """A parameter, by its name, has a value that is not possible."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def _language_asked(request: HttpRequest) -> str:
    """The interface language of ``?lang=``; empty where there is none such."""
    try:
        language = request.GET.get("lang", "")
    except SuspiciousOperation:  # more parameters than Django reads
        return ""
    return language if language in interface_languages() else ""


class Readable(JSONRenderer):
    """JSON with its letters as they are: half the size for Cyrillic."""

    json_dumps_params = {"ensure_ascii": False, "separators": (",", ":")}


class Api(NinjaAPI):
    """Its answers say the language they were asked for in. Without one each thing is in its own, and a list in
    several."""

    def create_response(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().create_response(request, *args, **kwargs)
        if language := _language_asked(request):
            response.headers["Content-Language"] = language
        return response


api = Api(title="Кто прав? / Kto ma rację?", version="1", urls_namespace="api", docs_url=None, renderer=Readable())

Language = Annotated[str, Field(pattern=f"^({'|'.join(interface_languages())})$")] | None
Text = Annotated[str, BeforeValidator(typed), Field(max_length=MAX_LENGTH)]
Limit = Annotated[int, Field(ge=1, le=200)]
SearchLimit = Annotated[int, Field(ge=1, le=MAX_LIMIT)]
Offset = Annotated[int, Field(ge=0, le=10_000_000)]


def _one_of(values: Iterable[str]) -> Any:
    """One of some values, or nothing."""
    return Field(pattern=f"^({'|'.join(values)})?$")


EntryKind = Annotated[str, _one_of(ENTRY_KINDS)]
CardKind = Annotated[str, _one_of(CARD_KINDS)]
TextLanguage = Annotated[str, _one_of(LANGUAGES)]
Authority = Annotated[str, _one_of(dict(Source.AUTHORITIES))]
_ERRORS = dict.fromkeys((400, 404), ErrorOut)


@api.get("/search/", response={200: SearchOut, **_ERRORS})
def search_entries(
    request: HttpRequest,
    q: Text = "",
    lang: Language = None,
    game: str = "",
    kind: EntryKind = "",
    language: TextLanguage = "",
    authority: Authority = "",
    limit: SearchLimit = 10,
    offset: Offset = 0,
) -> SearchOut:
    """Entries and cards for a query, best first."""
    query = SearchQuery(q, game=_game(game), kind=kind, language=language, authority=authority, interface=lang or "")
    page = search(query, offset=offset, limit=limit)
    give_headings(found.entry for found in page.results)
    return present.search_page(page, lang)


@api.get("/suggest/", response={200: SuggestOut, **_ERRORS})
def suggest_names(request: HttpRequest, q: Text = "", lang: Language = None, game: str = "") -> SuggestOut:
    """Cards, then questions, while a query is being typed."""
    return present.suggestions(suggest(SearchQuery(q, game=_game(game))), lang)


@api.get("/entries/", response={200: EntryList, **_ERRORS})
def list_entries(
    request: HttpRequest, lang: Language = None, game: str = "", source: str = "", limit: Limit = 50, offset: Offset = 0
) -> EntryList:
    """All published entries in reading order. ``source`` is an address within ``game``, or ``game/source``."""
    rows = Entry.objects.live()
    if "/" in source:
        game, _slash, source = source.partition("/")
        if not (game and source):
            raise WrongValueError("source")
    slug = _game(game)
    if source:
        sources = find_sources(source, game)
        if not sources:
            raise WrongValueError("source")
        rows = rows.filter(source__in=sources)
    elif slug:
        rows = rows.filter(source__game__slug=slug)
    count = rows.count()
    page = read.entries(rows.in_order()[offset : offset + limit])
    results = [present.entry(row, lang) for row in page]
    return EntryList(count=count, next=_next(request, offset, limit, count), results=results)


@api.get("/entries/{entry_id}/", response={200: EntryOut, **_ERRORS})
def get_entry(request: HttpRequest, response: HttpResponse, entry_id: int, lang: Language = None) -> EntryOut:
    """One published entry with every mention in it."""
    row = _one(read.entries, Entry.objects.live(), entry_id)
    response.headers["Content-Language"] = lang or row.language
    return present.entry(row, lang)


@api.get("/games/", response={200: list[GameOut], **_ERRORS})
def list_games(request: HttpRequest, lang: Language = None) -> list[GameOut]:
    """All games with their sources and counts."""
    sources = Prefetch("sources", Source.objects.select_related("game").defer(*whole_texts()))
    rows = Game.objects.with_counts().select_related("parent").prefetch_related("names", sources)
    return [present.game(row, lang) for row in rows]


@api.get("/cards/", response={200: CardList, **_ERRORS})
def list_cards(
    request: HttpRequest,
    lang: Language = None,
    game: str = "",
    kind: CardKind = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> CardList:
    """All cards and terms with their names and counts, by game and address."""
    rows = Card.objects.all()
    if game:
        rows = rows.filter(game__slug=_game(game))
    if kind:
        rows = rows.filter(kind=kind)
    count = rows.count()
    page = read.cards(rows.order_by("game", "slug")[offset : offset + limit])
    return CardList(
        count=count, next=_next(request, offset, limit, count), results=[present.card(row, lang) for row in page]
    )


@api.get("/cards/{card_id}/", response={200: CardOut, **_ERRORS})
def get_card(request: HttpRequest, response: HttpResponse, card_id: int, lang: Language = None) -> CardOut:
    """One card with its names in every language."""
    row = _one(read.cards, Card.objects.all(), card_id)
    response.headers["Content-Language"] = present.interface(lang, row.own_language)
    return present.card(row, lang)


def _game(called: str) -> str:
    """The address of a game by the one it has or once had; empty for none. Raises ``WrongValueError``."""
    if not called:
        return ""
    game = find_game(called)
    if game is None:
        raise WrongValueError("game")
    return game.slug


def _one(rows_of: Callable[[QuerySet[T]], list[T]], rows: QuerySet[T], key: int) -> T:
    found = rows_of(rows.filter(pk=key))
    if not found:
        raise Http404
    return found[0]


def _next(request: HttpRequest, offset: int, limit: int, count: int) -> str | None:
    """The address of the next page with the same filters."""
    if offset + limit >= count:
        return None
    parameters = request.GET.copy()
    parameters["offset"], parameters["limit"] = str(offset + limit), str(limit)
    return f"{request.path}?{parameters.urlencode()}"


# ── errors ─────────────────────────────────────────────────────────────────


def error(request: HttpRequest, status: int, code: str, field: str | None = None) -> HttpResponse:
    """An error in the one shape, worded in the language asked for."""
    language = interface_for(_language_asked(request))
    with translation.override(language):
        messages = {
            "bad-request": _("This value is not possible here."),
            "not-found": _("There is nothing at this address."),
            "not-allowed": _("This address can only be read."),
            "too-many": _("Too many requests; try again in a little while."),
            "unavailable": _("The database doesn’t answer now; try again in half a minute."),
            "failed": _("Something failed here. We know of it now."),
        }
        body = {"error": {"code": code, "message": messages[code], "field": field}}
    response = api.create_response(request, body, status=status)
    response.headers["Content-Language"] = language
    return response


@api.exception_handler(ValidationError)
def on_invalid(request: HttpRequest, failure: ValidationError) -> HttpResponse:
    places = [str(item["loc"][-1]) for item in failure.errors if item.get("loc")]
    return error(request, 400, "bad-request", places[0] if places else None)


@api.exception_handler(WrongValueError)
def on_wrong_value(request: HttpRequest, failure: WrongValueError) -> HttpResponse:
    return error(request, 400, "bad-request", failure.field)


@api.exception_handler(Http404)
def on_missing(request: HttpRequest, failure: Http404) -> HttpResponse:
    return error(request, 404, "not-found")


@api.exception_handler(HttpError)
def on_http_error(request: HttpRequest, failure: HttpError) -> HttpResponse:
    codes = {404: "not-found", 405: "not-allowed", 429: "too-many"}
    return error(request, failure.status_code, codes.get(failure.status_code, "bad-request"))


@api.exception_handler(SuspiciousOperation)
def on_suspicious(request: HttpRequest, failure: SuspiciousOperation) -> HttpResponse:
    return error(request, 400, "bad-request")


@api.exception_handler(Exception)
def on_failure(request: HttpRequest, failure: Exception) -> HttpResponse:
    if is_unavailable(failure):
        log.warning("%s: the database does not answer: %s", request.path, failure)
        response = error(request, 503, "unavailable")
        response["Retry-After"] = RETRY_AFTER
        return response
    log.error("%s failed", request.path, exc_info=failure)
    return error(request, 500, "failed")
