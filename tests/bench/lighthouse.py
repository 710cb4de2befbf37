"""Lighthouse's four scores of home, search, card and ruling: the median of three runs each, which may not be below 95.

    python -m tests.bench.lighthouse

Needs Node 18 or newer with npm, which fetches Lighthouse on the first run, and Debian's Chromium.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from tests.e2e.browser import executable
from tests.e2e.pages import PAGES
from tests.e2e.site import running_site

LIGHTHOUSE = "lighthouse@12.8.2"  # the last one for Node 20
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LOOKED_AT = ("home", "search", "card", "ruling-yes-if")
RUNS, LEAST = 3, 95
TRIES = 3  # on a busy machine Chromium is sometimes too late for Lighthouse


def scores(address: str) -> dict[str, int]:
    """The score of each category, 0 to 100, of one run."""
    command = [
        *("npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", "--output-path=stdout"),
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
    ]
    environment = {**os.environ, "CHROME_PATH": executable() or ""}
    for _try in range(TRIES):
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            break
    else:
        sys.exit(done.stderr)
    found = json.loads(done.stdout)["categories"]
    return {name: round(found[name]["score"] * 100) for name in CATEGORIES}


def main() -> int:
    if not shutil.which("npx") or executable() is None:
        print("npm and Chromium are needed")
        return 2
    is_low = False
    print(f"{'page':16}" + "".join(f"{name:>16}" for name in CATEGORIES))
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder)) as site:
        for name in LOOKED_AT:
            runs = [scores(f"{site}/ru/{quote(PAGES[name], safe='/?=&')}") for _run in range(RUNS)]
            medians = [statistics.median(run[category] for run in runs) for category in CATEGORIES]
            print(f"{name:16}" + "".join(f"{median:16.0f}" for median in medians), flush=True)
            is_low |= min(medians) < LEAST
    print(f"at least {LEAST} each, the median of {RUNS}")
    return int(is_low)


if __name__ == "__main__":
    sys.exit(main())
