"""What holds for the looks of every type of page: accessible, no sideways scroll, nothing jumps, targets big enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.axe import violations
from tests.e2e.pages import PAGES, SIZES
from tests.e2e.targets import covered, small

WIDTHS = (320, 390, 768, 1024, 1280)  # 1280 seen at 200 % is 640, between two of them

_SHIFT = """
() => new Promise(resolve => {
  let total = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) total += entry.value })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(total), 60);
})
"""

# Links inside a text are as high as its lines; a heading's own anchor is a mark beside it.
_EXEMPT = ".skip, .anchor"
_IN_TEXT = ".prose p a, .text a, .answer a, h1 a, .question a, .call-out a, .elsewhere h2 a"


@pytest.mark.parametrize(
    ("language", "theme", "size"),
    [("ru", "light", "phone"), ("pl", "dark", "desktop")],
)
def test_every_page_is_in_order(browser: Browser, site: str, language: str, theme: Any, size: str) -> None:
    """Each page is opened once: opening is what takes the time."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
    page = context.new_page()
    found = []
    for name, path in PAGES.items():
        page.goto(f"{site}/{language}/{path}")
        found += [f"{name} {complaint}" for complaint in complaints(page, is_phone=size == "phone")]
        page.set_viewport_size({"width": width, "height": height})
    context.close()
    assert found == []


def complaints(page: Page, *, is_phone: bool) -> Iterator[str]:
    """What is wrong with the page that was just opened."""
    shift = page.evaluate(_SHIFT)
    if shift > 0.001:  # less is a part of a pixel
        yield f"jumps while loading: {shift}"
    for violation in violations(page):
        yield f"axe: {violation}"
    if is_phone:
        for target in small(page, _EXEMPT, _IN_TEXT):
            yield f"too small to press: {target}"
        for target in covered(page, f"{_EXEMPT}, {_IN_TEXT}"):
            yield f"covered in part: {target}"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            yield f"scrolls sideways at {width}"
    page.set_viewport_size({"width": 320, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if (width := page.evaluate("document.documentElement.scrollWidth")) > 320:
        yield f"is {width} wide on 320 with letters twice as large"


def test_motion_is_reduced_when_asked(browser: Browser, site: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/ru/talisman/")
    moving = "[...document.querySelectorAll('*')].filter(n => getComputedStyle(n).transitionDuration !== '0s').length"
    assert page.evaluate(moving) == 0
    context.close()


def test_lines_break_well(browser: Browser, site: str) -> None:
    """Numbers stay beside what they count, badges beside what they are of; a cut text keeps its dots."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}/ru/search/?q=жаба")
    counts = page.locator(".hit .whole")
    assert counts.evaluate_all("nodes => nodes.map(node => node.getClientRects().length)") == [1] * counts.count() != []
    # A box of its own may be parted from what follows it: no comma does.
    behind = "nodes => nodes.filter(node => /^\\s*,/.test(node.nextSibling?.textContent ?? '')).length"
    assert counts.evaluate_all(behind) == 0
    page.goto(f"{site}/pl/talisman/faq/korona-poveleniy-v4/")
    assert page.locator(".neighbours [rel=next] > span").evaluate("node => getComputedStyle(node).textAlign") == "left"
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{site}/pl/andor/terms/")
    lone = """badges => badges.filter(one => one.offsetTop > one.previousElementSibling.offsetTop
      + one.previousElementSibling.offsetHeight - 4).length"""
    assert page.locator(".abbreviations .lang").evaluate_all(lone) == 0
    context.close()


@pytest.mark.parametrize(
    ("size", "seen", "unseen"),
    [
        ("phone", [".bar", ".contents-button"], [".top .find", "#contents", "#contents .close"]),
        ("desktop", [".top .find", "#contents"], [".bar", ".contents-button", "#contents .close"]),
    ],
)
def test_frame_fits_the_screen(browser: Browser, site: str, size: str, seen: list[str], unseen: list[str]) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(f"{site}/ru/talisman/faq/posledovatelnost-vstrech/")
    assert [one for one in seen if not page.locator(one).is_visible()] == []
    assert [one for one in unseen if page.locator(one).is_visible()] == []
    context.close()
