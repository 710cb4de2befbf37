"""/healthz: whether the database and the index answer."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from rulings.search import indexing

log = logging.getLogger(__name__)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM rulings_entry LIMIT 1")
    except DatabaseError:
        log.exception("the database does not answer")
        return False
    return True


def healthz(request: HttpRequest) -> JsonResponse:
    """200 when both answer, else 503 and which one does not."""
    parts = {"database": _database(), "index": indexing.answers()}
    healthy = all(parts.values())
    return JsonResponse({"status": "ok" if healthy else "failing", **parts}, status=200 if healthy else 503)
