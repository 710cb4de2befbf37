"""Debian's Chromium, for tests, pictures and measurements."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def executable() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
