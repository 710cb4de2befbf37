"""The site's settings with a data folder of the test run's own."""

import atexit
import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="kb-tests-")
atexit.register(_folder.cleanup)
os.environ["KB_DATA_DIR"] = _folder.name
os.environ.setdefault("SECRET_KEY", "only for tests")
# Playwright keeps a loop running in the thread of the tests; none of them is asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

from kb.settings import *

DATABASES["default"] = {
    **DATABASES["default"],
    "NAME": ":memory:",
    "TEST": {"NAME": None},
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
