"""A link shows what it leads to: with the pointer, with the keyboard, with a finger."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import violations

CARD = re.compile("/ru/talisman/cards/korona-poveleniy/$")


def test_pointer_on_a_link_shows_its_card_and_leaving_hides_it(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/talisman/faq/korona-poveleniy-v1/")
    page.locator("h1 a.ref").hover()
    shown = page.get_by_role("dialog", name="Корона Повелений")
    expect(shown).to_contain_text("Crown of Command")
    shown.get_by_role("link", name="5 ответов").hover()  # the pointer may go into it
    page.wait_for_timeout(500)
    expect(shown).to_be_visible()
    assert violations(page, ".preview") == []
    page.mouse.move(2, 2)
    expect(shown).to_have_count(0)


def test_keyboard_reaches_the_popover_and_escape_leads_back(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/talisman/faq/korona-poveleniy-v1/")
    link = page.locator("h1 a.ref")
    page.locator(".crumbs a").last.focus()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(link).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("dialog").get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(link).to_be_focused()
    page.wait_for_timeout(500)  # longer than a link waits before it shows
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page).to_have_url(CARD)


def test_tap_shows_the_card_and_the_second_one_follows(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{site}/ru/talisman/faq/korona-poveleniy-v1/")
    link = page.locator("h1 a.ref")
    link.tap()
    shown = page.get_by_role("dialog")
    expect(shown).to_be_visible()
    box = shown.bounding_box()
    assert box
    assert box["y"] + box["height"] < 844 - 64  # above the bar
    page.locator(".logo").tap(position={"x": 4, "y": 4})  # outside: closes it and does nothing else
    expect(shown).to_have_count(0)
    assert page.url.endswith("korona-poveleniy-v1/")
    link.tap()
    expect(shown).to_be_visible()
    link.tap()
    expect(page).to_have_url(CARD)
    context.close()
