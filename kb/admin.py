"""The admin site of the editors: its name, its first page, its log-in, the order of its lists.

The rooms of ``rulings.admin`` register with this site while they are imported, so it imports them only when it is
asked for a page.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from rulings.forms import LogInForm

# What editors look for first stands first.
_ORDER = (
    *("Ruling", "RulesSection", "Erratum", "Entry"),
    *("Card", "Name", "Game", "Source"),
    *("Synonym", "MissedQuery", "Mention", "Redirect", "NamesFile"),
)


def _place(model: str) -> int:
    """Its place in the lists; models that the order doesn't name come last."""
    return _ORDER.index(model) if model in _ORDER else len(_ORDER)


def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's, which would keep «PL» as it came: no address is in it."""
    asked = request.POST.copy()
    asked[LANGUAGE_QUERY_PARAMETER] = asked.get(LANGUAGE_QUERY_PARAMETER, "").lower()
    request.POST = asked  # type: ignore[assignment]
    return set_language(request)


class Site(AdminSite):
    site_header = _("Who is right? — the editors’ desk")
    site_title = _("The editors’ desk")
    index_title = _("The editors’ desk")
    login_form = LogInForm
    enable_nav_sidebar = False  # the lists stand in the header: a list with its filters needs the width

    def get_urls(self) -> list[URLResolver | URLPattern]:
        return [path("language/", choose_language, name="language"), *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        from rulings.admin.desk import desk

        return super().index(request, {**desk(request), **(extra_context or {})})

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        apps = super().get_app_list(request, app_label)
        for app in apps:
            if app["app_label"] == "rulings":
                app["models"].sort(key=lambda model: _place(model["object_name"]))
        return sorted(apps, key=lambda app: app["app_label"] != "rulings")

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The log-in page; 429 while somebody has to wait."""
        response = super().login(request, extra_context)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if isinstance(form, LogInForm) and form.wait:
            response.status_code = 429
            response["Retry-After"] = str(int(form.wait.total_seconds()) + 1)
        return response

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Log out by POST; whoever comes by the address is asked first."""
        if request.method in {"GET", "HEAD"}:
            context = {**self.each_context(request), "title": _("Log out?"), **(extra_context or {})}
            return TemplateResponse(request, "admin/log_out.html", context)
        return super().logout(request, extra_context)

    def autocomplete_view(self, request: HttpRequest) -> JsonResponse:
        from rulings.admin.searching import Autocomplete

        view = Autocomplete.as_view(admin_site=self)
        response = view(request)
        assert isinstance(response, JsonResponse)
        return response
