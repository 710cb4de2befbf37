"""What the pages weigh and cost, beside what they may.

    python -m tests.bench.budget [name …]

Weight: a cold visit with Chromium, everything compressed as it is sent. Cost: the processor time of the server (wall
times are noisy) for a page served again, and for one built anew, in times of a view that answers a constant on the
same server.
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
MOST_AGAIN, MOST_ANEW = 3.0, 25.0  # times a constant, every page
BUSY = 1.2  # a busy machine makes a fifth of difference
NEVER_KEPT = {"not-found", "bad-request"}
ROUNDS, TIMES = 5, 20  # the median of the rounds counts: the machine may be busy


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


def milliseconds(site: str, path: str, *, anew: bool = False) -> float:
    """The processor time of an answer, over one connection. ``anew``: each time under another name of the site, so
    that none is kept."""
    connection = HTTPConnection(urlsplit(site).netloc)

    def answer(path: str, host: str = "localhost") -> bytes:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Host": host})
        return connection.getresponse().read()

    answer(path)
    before = float(answer("/processor"))
    for number in range(TIMES):
        answer(path, f"site-{time.time_ns()}-{number}.localhost" if anew else "localhost")
    spent = float(answer("/processor")) - before
    connection.close()
    return spent * 1000 / TIMES


def costs(site: str, address: str) -> tuple[float, float]:
    """What a page costs anew and again, in times of a constant measured beside it."""
    rounds = []
    for _round in range(ROUNDS):
        constant = milliseconds(site, "/constant")
        rounds.append((milliseconds(site, address, anew=True) / constant, milliseconds(site, address) / constant))
    anew, again = (statistics.median(column) for column in zip(*rounds, strict=True))
    return anew, again


def main(names: list[str]) -> int:
    failures, excused = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder), "tests.bench.constant_settings") as site,
        sync_playwright() as playwright,
    ):
        time.sleep(0.2)  # pages made of data this fresh are not kept
        browser = launch(playwright)
        print(f"{'page':20}{'kB cold':>9}{'requests':>10}{'again ×':>9}{'anew ×':>9}")
        for name in names or PAGES:
            address = f"/ru/{quote(PAGES[name], safe='/?=&')}"
            weight = weigh(browser, site + address)
            anew, again = costs(site, address)
            print(f"{name:20}{weight.kilobytes:9.1f}{weight.requests:10}{again:9.1f}{anew:9.1f}", flush=True)
            if name == RULING and (weight.kilobytes > MOST_KILOBYTES or weight.requests > MOST_REQUESTS):
                failures.append(f"{name}: its weight")
            if again > MOST_AGAIN and name not in NEVER_KEPT:
                failures.append(f"{name}: again")
            if anew > MOST_ANEW * BUSY:
                failures.append(f"{name}: anew")
            elif anew > MOST_ANEW:
                excused.append(name)
        browser.close()
    print(f"a ruling may have {MOST_KILOBYTES:.0f} kB in {MOST_REQUESTS} requests")
    print(f"a page may have {MOST_AGAIN:.0f} × again and {MOST_ANEW:.0f} × anew")
    print("over:", "; ".join(failures) or "nothing")
    print("over by less than a busy machine makes of difference, anew:", ", ".join(excused) or "none")
    return min(len(failures), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
