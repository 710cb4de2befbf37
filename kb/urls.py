"""All addresses: the site's pages in each interface language, the JSON beside them, the admin."""

from django.contrib import admin
from django.urls import path

from rulings.api import api

urlpatterns = [
    path("api/", api.urls),
    path("admin/", admin.site.urls),
]
