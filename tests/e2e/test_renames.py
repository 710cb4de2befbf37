"""Old addresses in a real browser, which remembers where it was sent."""

from __future__ import annotations

from playwright.sync_api import Page

from rulings.models import Card
from tests.renaming import rename


def test_renaming_back_sends_nobody_in_circles(live: str, page: Page, index: None, crown: Card) -> None:
    old, new = f"{live}{crown.url('ru')}", f"{live}/ru/talisman/cards/korona/"
    rename(crown, slug="korona")
    page.goto(old)
    assert page.url == new
    rename(crown, slug="korona-poveleniy")
    page.goto(new)
    assert page.url == old
    assert page.locator("h1").inner_text() == "Корона Повелений"
