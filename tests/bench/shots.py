"""Pictures of every type of page: phone and desktop, light and dark, each interface language.

    python -m tests.bench.shots shots [--site http://127.0.0.1:8000] [name …]

Without an address a site of its own is started.
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import launch
from tests.e2e.pages import PAGES, SIZES
from tests.e2e.site import running_site

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


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=list(PAGES), metavar="name")
    parser.add_argument("--site", help="the address of a site that runs already")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = launch(playwright)
        if options.site:
            take(browser, options.site.rstrip("/"), options.folder, options.names)
        else:
            with running_site(Path(data)) as site:
                take(browser, site, options.folder, options.names)
        browser.close()


if __name__ == "__main__":
    main()
