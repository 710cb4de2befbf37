"""Error pages in the reader's language. They ask neither the database nor for the host's name: both may be what
failed."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language_from_path
from django.utils.translation import gettext as _

from rulings.faults import RETRY_AFTER
from rulings.interface import readers_language
from rulings.views.asking import give_back


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    """Also what is answered when a form's token is wrong (``reason``)."""
    return error(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 404)


def not_allowed(request: HttpRequest, allowed: Iterable[str]) -> HttpResponse:
    """What is answered where an address is asked for with another method than those it knows."""
    response = error(request, 405)
    response["Allow"] = ", ".join(allowed)
    return response


def failed(request: HttpRequest) -> HttpResponse:
    return error(request, 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    response = error(request, 503)
    response["Retry-After"] = RETRY_AFTER
    return response


def error(request: HttpRequest, status: int) -> HttpResponse:
    language = get_language_from_path(request.path_info) or readers_language(request)
    give_back(request)
    with translation.override(language):
        heading, text = _words(status)
        context = {"status": status, "heading": heading, "text": text}
        return render(request, "error.html", context, status=status)


def refused(status: int) -> str:
    """A page to what is no request: in all languages of the interface, one below another."""
    known = status if status in (414, 431, 500) else 400
    said = []
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            heading, text = _not_a_page() if known == 400 else _words(known)
            said.append({"language": language, "heading": heading, "text": text})
    return render_to_string("refused.html", {"status": status, "said": said})


def _not_a_page() -> tuple[str, str]:
    return (
        _("This request can't be read"),
        _("The browser, or something between it and the site, sent it damaged. Open the page anew."),
    )


def _words(status: int) -> tuple[str, str]:
    """What happened, and what to do now."""
    return {
        400: (
            _("This address can't be read"),
            _("Something in it is not as the site writes it. Try a search instead."),
        ),
        403: (
            _("This is not for everyone"),
            _("You need other rights for this page, or its form has grown old: go back, load it again and send it."),
        ),
        404: (
            _("There is nothing here"),
            _("The page may have moved, or the address has a slip in it. Search for the card or the question."),
        ),
        405: (
            _("Not in this way"),
            _("The address is right, but it is asked for otherwise. Open the page anew, or search for the card."),
        ),
        414: (
            _("This address is too long"),
            _("Ask in fewer words, or search for the card by its name."),
        ),
        431: (
            _("Too much was sent with this request"),
            _("Delete the cookies of this site in the browser, then open the page anew."),
        ),
        500: (
            _("Something failed here"),
            _("It is our fault and we know of it now. Try again in a minute; the other pages work."),
        ),
        503: (
            _("We are back in a moment"),
            _("The knowledge base is being brought up to date. Load the page again in half a minute."),
        ),
    }[status]
