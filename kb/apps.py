"""The admin as this project has it."""

from django.contrib.admin.apps import AdminConfig


class Editorial(AdminConfig):
    default_site = "kb.admin.Site"
