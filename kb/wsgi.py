"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")

application = get_wsgi_application()

from kb import urls  # noqa: E402, F401  imports the views, which the first request would wait for
from rulings.search.indexing import start, watch  # noqa: E402  needs the application's models

start()
watch()
