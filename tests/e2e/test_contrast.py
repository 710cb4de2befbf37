"""Contrast holds for every hue a game may have, in both themes: the lightness of a token is fixed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

# What stands on what, and the least contrast between them (WCAG: 4.5 for text, 3 for parts).
PAIRS = [
    ("--ink", "--bg", 7),
    ("--ink", "--surface", 7),
    ("--muted", "--bg", 4.5),
    ("--muted", "--surface", 4.5),
    ("--muted", "--raise", 4.5),
    ("--muted", "--soft", 4.5),
    ("--accent", "--bg", 4.5),
    ("--accent", "--surface", 4.5),
    ("--accent", "--soft", 4.5),
    ("--on-accent", "--accent", 4.5),
    ("--surface", "--ink", 4.5),
    ("--edge", "--surface", 3),
    ("--edge", "--bg", 3),
    ("--mark-ink", "--mark", 4.5),
    ("--warn-ink", "--warn", 4.5),
    ("--yes", "--yes-soft", 4.5),
    ("--no", "--no-soft", 4.5),
]

# Draws each token as a pixel and works out the contrast of the pairs; returns the least of each over all hues.
_MEASURE = """
(pairs) => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const probe = document.createElement("p");
  document.body.append(probe);
  const light = (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = (token) => {
    probe.style.color = `var(${token})`;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  };
  const least = pairs.map(() => 99);
  for (let hue = 0; hue < 360; hue += 3) {
    probe.dataset.hue = hue;
    pairs.forEach(([front, back], at) => {
      const [dark, bright] = [luminance(front), luminance(back)].sort((one, other) => one - other);
      least[at] = Math.min(least[at], (bright + 0.05) / (dark + 0.05));
    });
  }
  return least;
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_holds_for_every_hue(browser: Browser, site: str, theme: str) -> None:
    context = browser.new_context(color_scheme="dark" if theme == "dark" else "light", bypass_csp=True)
    page = context.new_page()
    page.goto(f"{site}/ru/")
    least = page.evaluate(_MEASURE, PAIRS)
    context.close()
    low = [
        f"{front} on {back}: {found:.1f} < {wanted}"
        for (front, back, wanted), found in zip(PAIRS, least, strict=True)
        if found < wanted
    ]
    assert low == []
