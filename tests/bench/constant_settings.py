"""The site's settings with two addresses more, and with as many names as one likes to call it by: each has its own
kept pages."""

from kb import settings
from kb.settings import *

ROOT_URLCONF = "tests.bench.constant_urls"
ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, ".localhost"]
