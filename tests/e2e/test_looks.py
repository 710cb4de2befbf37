"""What holds for the looks of every type of page: accessible, no sideways scroll, nothing jumps, targets big enough."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.pages import PAGES

WIDTHS = {"phone": (390, 844), "desktop": (1280, 900)}


@pytest.mark.parametrize(
    ("language", "theme", "size"),
    [("ru", "light", "phone"), ("pl", "dark", "desktop")],
)
def test_axe_finds_nothing(browser: Browser, site: str, language: str, theme: Any, size: str) -> None:
    width, height = WIDTHS[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
    page = context.new_page()
    axe = Axe()
    found = []
    for name, path in PAGES.items():
        page.goto(f"{site}/{language}/{path}")
        for violation in axe.run(page).response["violations"]:
            found += [f"{name}: {violation['id']} {node['target']}" for node in violation["nodes"]]
    context.close()
    assert found == []


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_nothing_scrolls_sideways(browser: Browser, site: str, language: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    wide = []
    for name, path in PAGES.items():
        page.goto(f"{site}/{language}/{path}")
        for width in (320, 390, 768, 1024, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append(f"{name} {width}")
    context.close()
    assert wide == []


# Links inside a text are as high as its lines; a heading's own anchor is a mark beside it.
_SMALL = """
() => [...document.querySelectorAll("a, button, summary, input")]
  .filter(node => node.checkVisibility() && !node.matches(".skip, .anchor, .prose p a, .text a, .answer a, h1 a, \
.question a, .call-out a, .source-note a, .elsewhere h2 a, [type=hidden]"))
  .map(node => [node.getBoundingClientRect(), node.closest(".find") ? 40 : 44, node])
  .filter(([box, least]) => box.height && (box.height < least - 0.5 || box.width < 43.5 && box.height < 43.5))
  .map(([box, least, node]) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`)
"""


def test_targets_on_a_phone_are_big_enough(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    small = []
    for name, path in PAGES.items():
        page.goto(f"{site}/ru/{path}")
        small += [f"{name}: {one}" for one in page.evaluate(_SMALL)]
    context.close()
    assert small == []


_SHIFT = """
() => new Promise(resolve => {
  let total = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) total += entry.value })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(total), 200);
})
"""


@pytest.mark.parametrize("size", WIDTHS)
def test_nothing_jumps_while_loading(browser: Browser, site: str, size: str) -> None:
    width, height = WIDTHS[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    shifts = {}
    for name, path in PAGES.items():
        page.goto(f"{site}/ru/{path}")
        shifts[name] = page.evaluate(_SHIFT)
    context.close()
    assert {name: shift for name, shift in shifts.items() if shift > 0.001} == {}  # less is a part of a pixel


def test_motion_is_reduced_when_asked(browser: Browser, site: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/ru/talisman/")
    moving = "[...document.querySelectorAll('*')].filter(n => getComputedStyle(n).transitionDuration !== '0s').length"
    assert page.evaluate(moving) == 0
    context.close()


@pytest.mark.parametrize(
    ("size", "seen", "unseen"),
    [
        ("phone", [".bar", ".contents-button"], [".top .find", "#contents", "#contents .close"]),
        ("desktop", [".top .find", "#contents"], [".bar", ".contents-button", "#contents .close"]),
    ],
)
def test_frame_fits_the_screen(browser: Browser, site: str, size: str, seen: list[str], unseen: list[str]) -> None:
    width, height = WIDTHS[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(f"{site}/ru/talisman/faq/posledovatelnost-vstrech/")
    assert [one for one in seen if not page.locator(one).is_visible()] == []
    assert [one for one in unseen if page.locator(one).is_visible()] == []
    context.close()
