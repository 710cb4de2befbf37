"""All addresses: the site's pages in each interface language, the JSON beside them, the admin."""

from django.contrib import admin
from django.urls import path

from rulings.api import api
from rulings.api.health import healthz

urlpatterns = [
    path("api/", api.urls),
    path("healthz", healthz),
    path("admin/", admin.site.urls),
]
