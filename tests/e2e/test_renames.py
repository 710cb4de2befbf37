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


def test_a_preview_renamed_back_is_shown(live: str, page: Page, index: None, crown: Card) -> None:
    page.goto(f"{live}/ru/")
    for slug in ("korona", "korona-poveleniy"):
        rename(crown, slug=slug)
        shown = "async path => (await fetch(path)).url"
        for path in ("korona-poveleniy", "korona"):
            assert page.evaluate(shown, f"/ru/preview/talisman/cards/{path}/") == f"{live}/ru/preview/{crown.path}"
