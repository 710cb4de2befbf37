"""All addresses: the site's pages in each interface language, the JSON beside them, the admin."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import path

from rulings.api import api
from rulings.api.health import healthz
from rulings.urls import others, pages

urlpatterns = [
    *others,
    path("api/", api.urls),
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    *i18n_patterns(*pages),
]

handler400 = "rulings.views.errors.bad_request"
handler403 = "rulings.views.errors.forbidden"
handler404 = "rulings.views.errors.not_found"
handler500 = "rulings.views.errors.failed"
