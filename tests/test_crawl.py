"""Every link of the site leads to a page that is there, and to an anchor that is on it."""

from __future__ import annotations

import html
import re
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.test import Client

# What the crawl needs of a page: its trees, that other tests look at, take three times as long.
_ID = re.compile(r'<[^<>]*\sid="([^"]*)"')
_LINK = re.compile(r'<a\s[^<>]*href="([^"]*)"')

pytestmark = pytest.mark.django_db


class Crawler:
    """Follows the links of one interface language; remembers each page's ids, not its text."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.ids: dict[str, set[str]] = {}
        self.wrong: list[str] = []
        self.wanted: dict[str, set[tuple[str, str]]] = {}

    def crawl(self, start: str) -> None:
        waiting = [start]
        while waiting:
            path = waiting.pop()
            if path in self.ids:
                continue
            for target, fragment in self._read(path):
                self.wanted.setdefault(target, set()).add((fragment, path))
                if self._is_inside(target, start) and target not in self.ids:
                    waiting.append(target)

    def missing_anchors(self) -> list[str]:
        return [
            f"{path} → {target}#{fragment}"
            for target, places in self.wanted.items()
            for fragment, path in places
            if fragment and target in self.ids and fragment not in self.ids[target]
        ]

    def _is_inside(self, target: str, start: str) -> bool:
        # Searches lead everywhere; the pages they find are linked elsewhere as well.
        is_file = target.endswith("/offline.html")  # a game in one file has no pages beside it
        return target.startswith(start) and not is_file and not target.startswith(f"{start}search/?")

    def _read(self, path: str) -> list[tuple[str, str]]:
        response = self.client.get(path)
        if response.status_code == 302:
            self.ids[path] = set()
            return [(response.headers["Location"], "")]
        if response.status_code != 200:
            self.wrong.append(f"{response.status_code} {path}")
            self.ids[path] = set()
            return []
        page = response.content.decode()
        ids = [html.unescape(one) for one in _ID.findall(page)]
        self.wrong += [f"{path}: the id {one} stands twice" for one in set(ids) if ids.count(one) > 1]
        self.ids[path] = set(ids)
        return [
            (target, fragment)
            for link in _LINK.findall(page)
            for target, fragment in [urldefrag(urljoin(path, html.unescape(link)))]
            if not urlsplit(target).netloc
        ]


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_every_link_leads_to_its_page_and_anchor(client: Client, kb: None, language: str) -> None:
    crawler = Crawler(client)
    crawler.crawl(f"/{language}/")
    assert crawler.wrong == []
    assert crawler.missing_anchors() == []
    assert len(crawler.ids) > 400
