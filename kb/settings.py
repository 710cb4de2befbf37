"""Settings, read from the environment; every value has a default that works on a fresh checkout.

HOST and PORT say where the site is served. KB_DATA_DIR holds what is made at run time: the database, the index,
the collected static files and, where SECRET_KEY is not given, a key made on the first start.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import environ
from django.utils.translation import gettext_lazy as _

from kb import lan

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("KB_DATA_DIR", default=str(BASE_DIR / "var"))).expanduser().resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)


def _secret_key() -> str:
    """The key of this installation: made once, readable by its owner only."""
    path = DATA_DIR / "secret_key"
    if path.exists() and (found := path.read_text(encoding="utf-8").strip()):
        return found
    key = secrets.token_urlsafe(50)
    fresh = path.with_name(f"secret_key.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(key, encoding="utf-8")
    fresh.replace(path)  # whole or not at all: the disk may be full, and the process may be killed
    return key


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _secret_key()

HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
# How other machines in the local network reach the site; empty when they don't.
LAN_HOST = lan.address(HOST)
LAN_ADDRESS = f"{LAN_HOST}:{PORT}" if LAN_HOST else ""
_OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]", lan.own(HOST), *([LAN_HOST] if LAN_HOST else [])]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=_OWN_HOSTS)

INSTALLED_APPS = [
    "kb.apps.Editorial",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rulings",  # before Haystack: its rebuild_index takes the place of Haystack's
    "haystack",
    "ninja",
]

MIDDLEWARE = [
    "rulings.middleware.Heads",
    "rulings.middleware.SecurityHeaders",
    "rulings.api.middleware.ApiErrors",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "rulings.middleware.ReadOnly",
    "rulings.middleware.Compression",
    "rulings.middleware.Pages",
    "rulings.middleware.Unavailable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "rulings.middleware.Language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "kb.urls"
WSGI_APPLICATION = "kb.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# ── data ──

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'kb.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # WAL lets readers go on while one writes; IMMEDIATE takes the write lock at the start of a transaction, so
    # that two writers wait for each other instead of failing half-way.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
        transaction_mode="IMMEDIATE",
        timeout=20,
    )
# Opening SQLite and setting it up costs as much as a query: a thread keeps its connection.
DATABASES["default"]["CONN_MAX_AGE"] = 600
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

HAYSTACK_CONNECTIONS = {
    "default": {
        "ENGINE": "rulings.search.backend.Engine",
        "PATH": str(DATA_DIR / "index"),
        "SILENTLY_FAIL": False,
    },
}

# ── accounts ──

_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "admin:index"  # where the log-in leads when nobody came from anywhere
# How many proxies stand in front of the site and add to X-Forwarded-For; the visitor's address is read from there.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)

# ── languages ──

LANGUAGES = [("ru", _("Russian")), ("pl", _("Polish"))]
LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="ru")  # of the command line; pages have their own
LOCALE_PATHS = [BASE_DIR / "rulings" / "locale"]  # before those of Django's desk (rulings/admin/wording.py)
LANGUAGE_COOKIE_NAME = "language"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TZ", default="Europe/Warsaw")

# ── safety ──

CSRF_FAILURE_VIEW = "rulings.views.errors.forbidden"
X_FRAME_OPTIONS = "DENY"
# Behind a proxy that speaks HTTPS to the reader and says so in X-Forwarded-Proto.
HTTPS = env.bool("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
# Browsers complain of this header, and ignore it, where a page came over plain http.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS

# ── what is kept ──

# Pages as they were served last (rulings/shelf.py), in each process: all together, and the largest. A ruling takes
# 8 kB, a game for the printer 30.
KEPT_PAGES_BYTES = 16_000_000
KEPT_PAGE_BYTES = 100_000

# ── static files ──

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "kb.storage.JoinedStaticFilesStorage"
    },
}

# ── sources ──

FIXTURES = BASE_DIR / "fixtures"

# ── log ──

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"asked in vain": {"()": "kb.logs.AskedInVain", "level": LOG_LEVEL}},
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    # The level stands at the handler, so that it holds for loggers with a level of their own (Django's) as well.
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "level": LOG_LEVEL,
            "filters": ["asked in vain"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # Whoever asks for another host (every scanner does) is refused; a line for each would bury the rest.
    "loggers": {"django.security.DisallowedHost": {"level": "CRITICAL"}},
}
