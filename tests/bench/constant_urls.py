"""The site's addresses and a constant."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from kb.urls import handler400, handler403, handler404, handler500
from kb.urls import urlpatterns as pages

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("constant")


urlpatterns = [path("constant", constant), *pages]
