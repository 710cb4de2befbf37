"""What axe finds on a page."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# What passes is not brought here: on a long page that takes as long as looking at it.
_RUN = """
context => axe.run(context || document, { resultTypes: ["violations"] })
  .then(({ violations }) => violations.flatMap(rule => rule.nodes.map(node => `${rule.id} ${node.target}`)))
"""


def violations(page: Page, context: str | None = None) -> list[str]:
    """Every rule that a page breaks, each with what breaks it; of one part of it with ``context``, a selector."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, context)
    return found
