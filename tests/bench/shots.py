"""Pictures of every type of page: phone and desktop, light and dark, each interface language.

python -m tests.bench.shots http://127.0.0.1:8000 shots [name …]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import launch
from tests.e2e.pages import PAGES

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def take(browser: Browser, site: str, folder: Path, names: list[str]) -> None:
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, is_mobile=size == "phone"
            )
            page = context.new_page()
            for language in ("ru", "pl"):
                for name in names:
                    page.goto(f"{site}/{language}/{PAGES[name]}")
                    page.screenshot(path=folder / f"{name}-{language}-{size}-{theme}.png")
            context.close()


def main(site: str, folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        take(browser, site.rstrip("/"), folder, names or list(PAGES))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
