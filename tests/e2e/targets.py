"""What is too small to press with a finger on a phone."""

from __future__ import annotations

from playwright.sync_api import Page

# A box or a dot is pressed by its label as well.
_SMALL = """
exempt => [...document.querySelectorAll("a, button, summary, input, select, textarea, [role=combobox]")]
  .filter(node => node.checkVisibility() && !node.matches("[type=hidden]") && !node.matches(exempt))
  .map(node => [(node.matches("[type=checkbox], [type=radio]") && node.labels[0]) || node, node])
  .map(([pressed, node]) => [pressed.getBoundingClientRect(), node.matches(".find input") ? 40 : 44, node])
  .filter(([box, least]) => box.height && (box.height < least - 0.5 || box.width < 43.5))
  .map(([box, least, node]) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`)
"""


def small(page: Page, exempt: str) -> list[str]:
    """Whatever is pressed and is less than 44 px high or wide, but for what the selector names: links inside a text
    are as high as its lines."""
    found: list[str] = page.evaluate(_SMALL, exempt)
    return found
