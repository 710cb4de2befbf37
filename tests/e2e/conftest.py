"""The running site, seen through Debian's Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.e2e.browser import executable, launch
from tests.e2e.site import collect, serving
from tests.loaded import copy, once

PATIENCE = 30_000  # milliseconds a busy machine may need; only what fails waits so long
expect.set_options(timeout=PATIENCE)


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
def site(tmp_path_factory: pytest.TempPathFactory, browser: Browser, django_db_setup: Path) -> Iterator[str]:
    """The address of the running site; its data and its static files are made by the first worker of a run."""
    with once(tmp_path_factory, "site") as (folder, is_first):
        if is_first:
            copy(django_db_setup, folder)
            collect(folder)
    with serving(folder) as address:
        yield address


@pytest.fixture
def live(kb: None) -> Iterator[str]:
    """The address of the knowledge base as this test has it: the server works on the test's own connection, so that
    its changes are rolled back too."""
    server = LiveServer("localhost")
    yield str(server.url)
    server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ru-RU")
    context.set_default_timeout(PATIENCE)
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
