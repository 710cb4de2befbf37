"""The site's settings with one address more: a view that answers a constant."""

from kb.settings import *

ROOT_URLCONF = "tests.bench.constant_urls"
