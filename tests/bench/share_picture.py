"""Draw the picture that chats show beside a shared link: the site's mark and name, in its own colours.

python -m tests.bench.share_picture
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.browser import launch

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "static" / "pictures" / "share.png"
WIDTH, HEIGHT = 1200, 630  # what Open Graph asks for

_PAGE = """
<style>
  body {{ margin: 0; width: 1200px; height: 630px; display: grid; place-content: center; gap: 36px;
    justify-items: center; background: #1c1e24;
    color: #f8f8fa; font: 740 92px/1.1 Inter, "Noto Sans", sans-serif; letter-spacing: -0.03em }}
  svg {{ width: 190px; height: 190px }}
  p {{ margin: 0 }}
  p + p {{ font-size: 60px; font-weight: 560; color: #bbc4d8 }}
</style>
{mark}<p>Кто прав?</p><p>Kto ma rację?</p>
"""
_INK = "<style>.card{stroke:#f8f8fa}.front{fill:#f8f8fa;stroke:#1c1e24}.tick{stroke:#1c1e24}</style>"


def main() -> None:
    mark = (ROOT / "static" / "icons" / "favicon.svg").read_text(encoding="utf-8")
    mark = mark[: mark.index("<style>")] + _INK + mark[mark.index("</style>") + len("</style>") :]
    TARGET.parent.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        page = launch(playwright).new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(_PAGE.format(mark=mark))
        page.screenshot(path=TARGET)


if __name__ == "__main__":
    main()
