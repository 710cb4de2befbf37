"""The site's addresses, a constant, and the processor time that the server has spent."""

import time

from django.http import HttpRequest, HttpResponse
from django.urls import path

from kb.urls import handler400, handler403, handler404, handler500
from kb.urls import urlpatterns as pages

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("constant")


def processor(request: HttpRequest) -> HttpResponse:
    """In seconds."""
    return HttpResponse(repr(time.process_time()))


urlpatterns = [path("constant", constant), path("processor", processor), *pages]
