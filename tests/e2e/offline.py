"""What the tests without a network share: the site as one test has it, and a browser with the copy on its device."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

SAVED = 30_000  # milliseconds a copy may take to be made and fetched, with two browsers on one machine


# What a page waits for so as not to be in the way of its reader takes a tenth of the time; `waits` tells of it.
_HASTE = """
globalThis.waits = [];
const wait = setTimeout;
globalThis.setTimeout = (act, time = 0, ...rest) => { waits.push(time); return wait(act, time / 10, ...rest); };
"""

Visitor = Callable[..., BrowserContext]


@pytest.fixture
def live(own_copy: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the knowledge base as this test has it, with an index of its own in every thread."""
    # The server writes an answer in two pieces; without this the second waits 40 ms for a word on the first.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    server = LiveServer("localhost")
    yield str(server.url)
    time.sleep(0.3)  # answers to browsers that are gone still use the test's connection
    server.stop()


@pytest.fixture
def visitor(browser: Browser, live: str) -> Iterator[Visitor]:
    """Makes browsers of visitors, on a phone unless told otherwise; they are gone before the server is."""
    contexts: list[BrowserContext] = []

    def make(language: str = "ru", **options: Any) -> BrowserContext:
        context = browser.new_context(**{"locale": language, "viewport": {"width": 390, "height": 844}, **options})
        context.set_default_timeout(8000)
        context.add_init_script(_HASTE)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")  # a page may still be loading
        context.close()


def saved(page: Page, live: str, language: str = "ru") -> Page:
    """The page that tells of the copy, once there is one."""
    page.goto(f"{live}/{language}/offline/")
    page.locator("#copy[data-state=saved]").wait_for(timeout=SAVED)
    forgotten(page)
    return page


def forgotten(page: Page) -> None:
    """Nothing of the site is left in the browser but the copy: what it happens to have seen is gone."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


def until(page: Page, expression: str, argument: object = None) -> None:
    """Wait until what an expression promises is true."""
    end = time.monotonic() + SAVED / 1000
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)
