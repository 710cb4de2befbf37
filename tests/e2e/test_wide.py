"""A text may be wider than any screen: a table, a drawing in letters, a word without end. The page never is."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from rulings.models import Entry
from tests.e2e.pages import PAGES
from tests.e2e.wide import clipped, fill_free_texts, wide

__all__ = ["wide"]

# As preview.js shows it, without waiting for a pointer.
PREVIEWED = """
async path => {
  const box = document.body.appendChild(document.createElement("div"));
  box.className = "preview";
  box.innerHTML = await (await fetch(path)).text();
}
"""


def test_wide_texts_stay_on_their_page(live: str, page: Page, wide: Entry) -> None:
    found = []
    page.set_viewport_size({"width": 320, "height": 700})
    paths = (
        wide.path,
        "talisman/cards/korona-poveleniy/",
        "talisman/faq/deleniya-igrovogo-polya/",
        "talisman/faq/",
        "talisman/terms/",
        f"tonight/?e={wide.pk}",
        "talisman/print/",
    )
    for path in paths:
        page.goto(f"{live}/ru/{path}")
        found += [f"{path}: {complaint}" for complaint in clipped(page)]
    page.goto(f"{live}/ru/{wide.path}")
    table = page.get_by_role("group", name="Таблица")
    expect(table.get_by_role("columnheader")).to_have_count(4)
    assert table.evaluate("node => node.scrollWidth > node.clientWidth")
    for _ in range(50):  # a key that comes before the page is drawn moves nothing
        table.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        if table.evaluate("node => node.scrollLeft") > 0:
            break
    assert table.evaluate("node => node.scrollLeft") > 0
    expect(page.get_by_role("group", name="Текст, набранный познаково")).to_be_visible()
    page.evaluate(PREVIEWED, f"/ru/preview/{wide.path}")
    assert page.locator(".preview .said").evaluate("node => node.scrollWidth - node.clientWidth") <= 1
    assert found == []


def test_no_free_text_makes_a_page_wider(live: str, context: BrowserContext) -> None:
    """Number, title, edition, publisher, credit, set, code, name: each one word of sixty letters, on every page."""
    fill_free_texts("ы" * 60)
    page = context.new_page()
    page.set_viewport_size({"width": 320, "height": 700})
    found = []
    for path in (*PAGES.values(), "talisman/offline.html"):
        page.goto(f"{live}/ru/{path}")
        found += [f"{path}: {complaint}" for complaint in clipped(page)]
    assert found == []
