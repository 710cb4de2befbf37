"""The site as it is run: its own process, data folder and static files, seen through Debian's Chromium."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.e2e.browser import executable, launch

START = 30  # seconds the site may take to answer


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if executable() is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing")
        pytest.skip("Chromium is missing: browser tests are not run")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    """The address of the running site."""
    port = _free_port()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DJANGO")},
        "KB_DATA_DIR": str(tmp_path_factory.mktemp("site")),
        "DJANGO_SETTINGS_MODULE": "kb.settings",
        "LOG_LEVEL": "ERROR",
    }
    for command in (["load_kb"], ["collectstatic", "--noinput"]):
        _run(["manage.py", *command, "--verbosity=0"], environment)
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "kb.wsgi", f"--bind=127.0.0.1:{port}", "--threads=4", "--log-level=error"],
        cwd=settings.BASE_DIR,
        env=environment,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ru-RU")
    context.set_default_timeout(5000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; what the browser complains of on the way fails the test."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


def _run(arguments: list[str], environment: dict[str, str]) -> None:
    subprocess.run([sys.executable, *arguments], cwd=settings.BASE_DIR, env=environment, check=True)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def _wait_for(address: str) -> None:
    until = time.monotonic() + START
    while True:
        try:
            with urlopen(address, timeout=1):  # noqa: S310 (our own server)
                return
        except URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
