"""The QR code of an address of this site."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from rulings import qr
from rulings.sharing import address

_DAY = 24 * 3600


@require_safe
def qr_code(request: HttpRequest) -> HttpResponse:
    """A picture of ``?to=``, a path of this site: it never leads anywhere else."""
    path = request.GET.get("to", "")
    # Browsers and Django drop tabs and line ends: what is left could lead to another site.
    if not path.startswith("/") or path.startswith(("//", "/\\")) or not path.isprintable():
        raise BadRequest("to")
    try:
        picture = qr.svg(address(request, path))
    except ValueError as error:
        raise BadRequest("to") from error
    headers = {"Cache-Control": f"max-age={_DAY}"}
    return HttpResponse(picture, content_type="image/svg+xml", headers=headers)
