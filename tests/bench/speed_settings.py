"""The site's settings with a constant to compare with, and Haystack's stock backend beside the site's own."""

from kb.settings import *
from kb.settings import DATA_DIR, HAYSTACK_CONNECTIONS

ROOT_URLCONF = "tests.bench.constant_urls"
HAYSTACK_CONNECTIONS = {
    **HAYSTACK_CONNECTIONS,
    "stock": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(DATA_DIR / "stock")},
}
