"""The site's settings with a data folder of the test run's own."""

import atexit
import os
import shutil
import tempfile

os.environ["KB_DATA_DIR"] = tempfile.mkdtemp(prefix="kb-tests-")
os.environ.setdefault("SECRET_KEY", "only for tests")
# Playwright keeps a loop running in the thread of the tests; none of them is asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

from kb.settings import *

atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)

DATABASES["default"] = {
    **DATABASES["default"],
    "NAME": ":memory:",
    "TEST": {"NAME": None},
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
