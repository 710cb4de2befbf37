"""The one shape of errors also for what never reaches an endpoint: unknown addresses and methods under /api/."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from rulings.api.endpoints import error

_CODES = {400: "bad-request", 404: "not-found", 405: "not-allowed"}


class ApiErrors:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if request.path.startswith("/api/") and response.status_code in _CODES and not is_json:
            shaped = error(request, response.status_code, _CODES[response.status_code])
            if "Allow" in response.headers:
                shaped.headers["Allow"] = response.headers["Allow"]
            return shaped
        return response
