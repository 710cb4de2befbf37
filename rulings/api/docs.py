"""The page for those who write programs: what can be asked for, made of the description that tools read."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rulings.api.endpoints import api
from rulings.api.schemas import ErrorBody
from rulings.interface import interface_language, readers_language
from rulings.models import Card, Entry
from rulings.models.names import give_names

# What the addresses and their parameters are, in the reader's language; a test holds that none is missing.
ADDRESSES: dict[str, str | Promise] = {
    "/api/search/": _("Answers and cards for a query, the best first."),
    "/api/suggest/": _("Cards, then questions, for a query that is still being typed."),
    "/api/entries/": _("All rules and answers in reading order."),
    "/api/entries/{entry_id}/": _("One rule or answer with everything it mentions."),
    "/api/games/": _("The games and their sources."),
    "/api/cards/": _("Cards with their names and with how often they are asked about."),
    "/api/cards/{card_id}/": _("One card."),
}
PARAMETERS: dict[str, str | Promise] = {
    "q": _("what is searched for"),
    "lang": _("the language of labels and addresses; else that of the text"),
    "game": _("a game by its address"),
    "source": _("a source by its address in the game"),
    "kind": _("the kind"),
    "language": _("the language of the text"),
    "authority": _("whose word it is"),
    "limit": _("no more than so many"),
    "offset": _("without the first ones"),
    "entry_id": _("its number, as in the short link"),
    "card_id": _("its number, as in the short link"),
}


class Parameter(NamedTuple):
    """``values``: those it may have, where they are few; else ``least`` and ``most`` of a number, if there are."""

    name: str
    label: str
    values: list[str]
    least: int | None
    most: int | None
    default: object


class Address(NamedTuple):
    """``example``: an address that answers."""

    path: str
    label: str
    parameters: list[Parameter]
    example: str


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The address without a language leads to the page in the reader's."""
    with translation.override(readers_language(request)):
        response = HttpResponseRedirect(reverse("programs"))
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_safe
def programs_page(request: HttpRequest) -> HttpResponse:
    shape = json.dumps({"error": dict.fromkeys(ErrorBody.model_fields, "…")}, ensure_ascii=False)
    context = {"addresses": addresses(), "schema": reverse("api:openapi-json"), "shape": shape}
    return render(request, "rulings/programs.html", context)


def addresses() -> list[Address]:
    """What can be asked for, in the order of the schema."""
    examples = _examples()
    return [
        Address(
            path,
            str(ADDRESSES[path]),
            [_parameter(said) for said in methods["get"].get("parameters", [])],
            path.format_map(examples) + _query(path, examples),
        )
        for path, methods in _paths().items()
    ]


@cache
def _paths() -> dict[str, Any]:
    """The addresses of the schema; making it takes as long as making three pages."""
    found: dict[str, Any] = api.get_openapi_schema()["paths"]
    return found


def _examples() -> dict[str, Any]:
    """Values that something is found for, as far as anything is here."""
    card = Card.objects.most_mentioned().first()
    give_names([card] if card else [])
    return {
        "q": card.name_in(interface_language()).lower() if card else "",
        "lang": interface_language(),
        "limit": 5,
        "card_id": card.pk if card else 1,
        "entry_id": Entry.objects.live().texts().order_by("pk").values_list("pk", flat=True).first() or 1,
    }


def _query(path: str, examples: dict[str, Any]) -> str:
    if path in ("/api/search/", "/api/suggest/"):
        names = ["q", "lang"]
    else:
        names = ["lang"] if "{" in path or path == "/api/games/" else ["limit", "lang"]
    return f"?{urlencode({name: examples[name] for name in names})}"


def _parameter(said: dict[str, Any]) -> Parameter:
    name, schema = said["name"], said["schema"]
    kinds = [schema, *schema.get("anyOf", [])]
    pattern = next((kind["pattern"] for kind in kinds if "pattern" in kind), "")
    values = re.sub(r"^\^\(|\)\??\$$", "", pattern).split("|") if pattern else []
    default = schema.get("default") or None
    return Parameter(name, str(PARAMETERS[name]), values, schema.get("minimum"), schema.get("maximum"), default)
