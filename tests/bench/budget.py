"""What the pages weigh and cost, beside what they may.

    python -m tests.bench.budget

Weight: a cold visit with Chromium, everything compressed as it is sent. Cost: the time over HTTP of a page served
again, and of one built anew, in times of a view that answers a constant on the same server.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import launch
from tests.e2e.pages import PAGES
from tests.e2e.site import running_site

RULING = "ruling-yes-if"
MOST_KILOBYTES, MOST_REQUESTS = 45.0, 8  # a ruling page on a cold visit
MOST_AGAIN, MOST_ANEW = 3.0, 25.0  # times a constant
TIMES = 60


class Weight(NamedTuple):
    kilobytes: float
    requests: int


def weigh(browser: Browser, address: str) -> Weight:
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    context.close()
    return Weight(sum(sizes) / 1000, len(sizes))


def milliseconds(site: str, paths: list[str]) -> float:
    """The median time of an answer over one connection."""
    connection = HTTPConnection(urlsplit(site).netloc)
    times = []
    for path in paths:
        start = time.perf_counter()
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        connection.getresponse().read()
        times.append((time.perf_counter() - start) * 1000)
    connection.close()
    return statistics.median(times)


def main() -> int:
    failures = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder), "tests.bench.constant_settings") as site,
        sync_playwright() as playwright,
    ):
        time.sleep(0.2)  # pages made of data this fresh are not kept
        browser = launch(playwright)
        print(f"{'page':20}{'kB cold':>9}{'requests':>10}{'again ×':>9}{'anew ×':>9}")
        for name, path in PAGES.items():
            address = f"/ru/{quote(path, safe='/?=&')}"
            weight = weigh(browser, site + address)
            mark = "&" if "?" in address else "?"
            constant = milliseconds(site, ["/constant"] * TIMES)  # beside each page: the machine may be busy
            anew = milliseconds(site, [f"{address}{mark}n={n}" for n in range(TIMES)]) / constant
            again = milliseconds(site, [address] * TIMES) / constant
            print(f"{name:20}{weight.kilobytes:9.1f}{weight.requests:10}{again:9.1f}{anew:9.1f}")
            if name == RULING:
                over = (weight.kilobytes > MOST_KILOBYTES, weight.requests > MOST_REQUESTS)
                failures += sum((*over, again > MOST_AGAIN, anew > MOST_ANEW))
        browser.close()
    print(f"a ruling may have {MOST_KILOBYTES:.0f} kB, {MOST_REQUESTS} requests, {MOST_AGAIN:.0f} ×, {MOST_ANEW:.0f} ×")
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
