"""/healthz: whether the database and the index answer."""

from __future__ import annotations

import logging

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from rulings.search import indexing

log = logging.getLogger(__name__)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM rulings_entry LIMIT 1")
    except Error:
        log.exception("the database does not answer")
        return False
    return True


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when both answer, else 503 and which one does not; and what state the index is in."""
    database = _database()
    condition = indexing.condition() if database else indexing.at_a_glance()
    if condition.key != "fine":
        log.warning("the index is %s", condition)
        indexing.repair_soon()
    healthy = database and condition.is_readable
    content = {
        "status": "ok" if healthy else "failing",
        "database": database,
        "index": condition.is_readable,
        "condition": condition.key,
    }
    return JsonResponse(content, status=200 if healthy else 503)
