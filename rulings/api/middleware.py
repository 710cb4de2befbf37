"""The one shape of errors also for what never reaches an endpoint: unknown addresses, methods and
hosts under /api/ and of /healthz."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from rulings.api.endpoints import error

_OF_THE_BODY = {"Content-Type", "Content-Length", "Content-Encoding", "Content-Language"}
_PLACES = ("/api/", "/healthz")
_CODES = {400: "bad-request", 404: "not-found", 405: "not-allowed", 500: "failed", 503: "unavailable"}


class ApiErrors:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(_PLACES):
            return self.get_response(request)
        method = request.method
        if method == "HEAD":  # the endpoints know only GET; the server sends no body after HEAD
            request.method = "GET"
        response = self.get_response(request)
        request.method = method
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if response.status_code in _CODES and not is_json:
            shaped = error(request, response.status_code, _CODES[response.status_code])
            for name, value in response.headers.items():
                if name not in _OF_THE_BODY:
                    shaped.headers[name] = value
            return shaped
        return response
