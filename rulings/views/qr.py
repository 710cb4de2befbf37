"""The QR code of an address of this site."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from rulings import qr
from rulings.sharing import address


@require_safe
@conditional_page
@cache_control(no_cache=True)
def qr_code(request: HttpRequest) -> HttpResponse:
    """A picture of ``?to=``, a path of this site: it never leads anywhere else. It is asked for each time: its
    host is the one by which other devices reach the site now."""
    path = request.GET.get("to", "")
    # Browsers and Django drop tabs and line ends: what is left could lead to another site.
    if not path.startswith("/") or path.startswith(("//", "/\\")) or not path.isprintable():
        raise BadRequest("to")
    try:
        picture = qr.svg(address(request, path))
    except ValueError as error:
        raise BadRequest("to") from error
    return HttpResponse(picture, content_type="image/svg+xml")
