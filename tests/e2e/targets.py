"""What is hard to press with a finger on a phone: too small, or covered in part."""

from __future__ import annotations

from playwright.sync_api import Page

_PRESSED = "a, button, summary, input, select, textarea, [role=combobox]"

# A box or a dot is pressed by its label as well; a link that is stretched over its card, by the card.
_SMALL = """
([pressed, exempt, inText]) => {
  const labelOf = node => node.matches("[type=checkbox], [type=radio]") && node.labels[0];
  const isStretched = node => getComputedStyle(node, "::after").position === "absolute";
  const isWhole = node => node.parentElement.textContent.trim() === node.textContent.trim();
  const isInText = node => inText && node.matches(inText) && !isWhole(node);
  return [...document.querySelectorAll(pressed)]
    .filter(node => node.checkVisibility() && !node.matches("[type=hidden]") && !node.matches(exempt))
    .filter(node => !isInText(node))
    .map(node => [labelOf(node) || (isStretched(node) ? node.offsetParent : node), node])
    .map(([box, node]) => [box.getBoundingClientRect(), node.matches(".find input") ? 40 : 44, node])
    .filter(([box, least]) => box.height && (box.height < least - 0.5 || box.width < 43.5))
    .map(([box, least, node]) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`);
}
"""

# What lies over the edge of a target takes the press.
_COVERED = """
([pressed, exempt]) => {
  const isCovered = node => {
    node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, bottom } = node.getBoundingClientRect();
    return [top + 2, bottom - 2].some((y) => {
      const found = document.elementFromPoint(left + width / 2, y);
      return !found || !(node.contains(found) || found.contains(node));
    });
  };
  const covered = [...document.querySelectorAll(pressed)]
    .filter(node => node.checkVisibility() && !node.matches("[type=hidden]") && !node.matches(exempt))
    .filter(node => !node.matches("[type=checkbox], [type=radio]"))
    .filter(node => node.getBoundingClientRect().height && isCovered(node));
  scrollTo(0, 0);
  return covered.map(node => node.outerHTML.slice(0, 80));
}
"""


def small(page: Page, exempt: str, in_text: str = "") -> list[str]:
    """Whatever is pressed and is less than 44 px high or wide, but for what the first selector names, and for links
    inside a text, which are as high as its lines: those of the second that are not all of their line."""
    found: list[str] = page.evaluate(_SMALL, [_PRESSED, exempt, in_text])
    return found


def covered(page: Page, exempt: str) -> list[str]:
    """Whatever is pressed and has another thing over its upper or lower edge, but for what the selector names."""
    found: list[str] = page.evaluate(_COVERED, [_PRESSED, exempt])
    return found
