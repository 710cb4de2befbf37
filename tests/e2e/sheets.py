"""How a page comes out of a printer."""

from __future__ import annotations

import re

from playwright.sync_api import Page, ViewportSize
from pypdfium2 import PdfDocument

SHEET: ViewportSize = {"width": 680, "height": 1009}  # CSS pixels of A4 within margins of 15 mm

# The entries of a page of texts or of a source as printed: the parts of each, and how high it is on paper.
_ENTRIES = """
() => {
  const entries = [...document.querySelectorAll(".prose > section, section.prose")]
    .map((node) => [node.innerText, node.getBoundingClientRect().height]);
  for (const line of document.querySelectorAll(".line")) {
    if (line.querySelector(":scope > span") || !entries.length) entries.push(["", 0]);
    entries.at(-1)[0] += line.querySelector("p, h2, h3").innerText + "\\n";
    entries.at(-1)[1] += line.getBoundingClientRect().height;
  }
  return entries;
}
"""


def sheets(page: Page) -> list[str]:
    """The text of each sheet of A4, white space run together."""
    with PdfDocument(page.pdf(format="A4")) as document:
        texts = [sheet.get_textpage().get_text_range() for sheet in document]
    return [" ".join(text.split()) for text in texts]


def words(text: str) -> str:
    """A text without what a font's own digits and line ends make of it."""
    return re.sub(r"[^а-яёa-ząćęłńóśźż]+", "", text.lower())


def entries(page: Page) -> list[str]:
    """The texts of the entries on the page that fit on a sheet, their parts on a line each."""
    page.emulate_media(media="print")
    seen = page.viewport_size
    page.set_viewport_size(SHEET)
    found: list[tuple[str, float]] = page.evaluate(_ENTRIES)
    page.emulate_media(media="null")
    if seen:
        page.set_viewport_size(seen)
    return [text for text, height in found if height <= SHEET["height"]]


def split(page: Page) -> list[str]:
    """The entries that fit on a sheet, and stand on several."""
    printed = [words(sheet) for sheet in sheets(page)]
    parts = {text: [words(part) for part in text.splitlines()] for text in entries(page)}
    return [text for text, own in parts.items() if not any(all(part in one for part in own) for one in printed)]
