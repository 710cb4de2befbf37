"""Every answer: its policy; pages kept until the data changes, compressed, with an ETag."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulings import middleware
from rulings.models import Game
from rulings.search.backend import Backend
from tests.e2e.pages import PAGES
from tests.html import parse

pytestmark = pytest.mark.django_db

PAGE = "/ru/talisman/faq/korona-poveleniy-v1/"
NOW = 1_800_000_000  # what the clock says, however long a test takes


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Files that stand for the database, its log and the index, last changed a while ago."""
    files = [tmp_path / name for name in ("database", "database-wal", "index")]
    for file in files:
        file.write_text("data")
        touch(file, seconds_ago=60)
    monkeypatch.setattr(middleware, "_data_files", lambda: files)
    monkeypatch.setattr(middleware, "time_ns", lambda: NOW * 1_000_000_000)
    caches["pages"].clear()
    yield files
    caches["pages"].clear()


def touch(file: Path, seconds_ago: float) -> None:
    os.utime(file, (NOW - seconds_ago, NOW - seconds_ago))


# ── policy ──


@pytest.mark.parametrize("path", ["/", "/ru/", "/ru/nothing/", "/admin/login/", "/api/games/", "/robots.txt"])
def test_every_answer_has_the_strict_policy(client: Client, kb: None, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Permissions-Policy"].startswith("camera=()")


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_page_needs_no_hole_in_the_policy(client: Client, kb: None, path: str) -> None:
    page = parse(client.get(f"/ru/{path}").content.decode()).one("html")
    assert not page.all("style")
    for node in page.all():
        assert not {name for name in node.attributes if name == "style" or name.startswith("on")}, node
    for script in page.all("script"):
        if script.attributes.get("type") != "application/json":  # data are not run
            assert (script.text, script.attributes["src"][:8]) == ("", "/static/")
    outside = [node.attributes.get("href", "") for node in page.all("link")]
    assert all(address.startswith(("/", "http://testserver/")) for address in outside)


# ── pages that are kept ──


def test_page_is_answered_again_without_the_database(
    client: Client, kb: None, data: list[Path], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(PAGE)
    with django_assert_num_queries(0):
        again = client.get(PAGE)
    assert again.content == first.content
    assert {name: value for name, value in again.items() if name != "Set-Cookie"} == dict(first.items())


@pytest.mark.parametrize("changed", [0, 1, 2])
def test_page_is_built_anew_when_the_data_changed(client: Client, kb: None, data: list[Path], changed: int) -> None:
    assert "Магия" not in client.get(PAGE).content.decode()
    Game.objects.get(slug="talisman").names.filter(language="ru", role="main").update(text="Магия")
    assert "Магия" not in client.get(PAGE).content.decode()
    touch(data[changed], seconds_ago=30)
    assert "Магия" in client.get(PAGE).content.decode()


def test_page_made_of_fresh_data_is_not_kept(client: Client, kb: None, data: list[Path]) -> None:
    touch(data[1], seconds_ago=0)
    client.get(PAGE)
    assert middleware.data_stamp() is None
    Game.objects.get(slug="talisman").names.filter(language="ru", role="main").update(text="Магия")
    assert "Магия" in client.get(PAGE).content.decode()


def test_reading_does_not_change_the_data(data: list[Path]) -> None:
    data[1].write_text("")
    touch(data[1], seconds_ago=60)
    before = middleware.data_stamp()
    touch(data[1], seconds_ago=0)
    assert middleware.data_stamp() == before
    data[1].unlink()
    assert middleware.data_stamp() == before


def test_without_a_database_file_nothing_is_kept(data: list[Path]) -> None:
    data[0].unlink()
    assert middleware.data_stamp() is None


def test_pages_of_two_hosts_are_kept_apart(client: Client, kb: None, data: list[Path]) -> None:
    client.get(PAGE, headers={"Host": "localhost"})
    assert "http://localhost/" not in client.get(PAGE, headers={"Host": "127.0.0.1"}).content.decode()


def test_errors_are_not_kept(client: Client, kb: None, data: list[Path]) -> None:
    assert client.get("/ru/magia/").status_code == 404
    Game.objects.create(slug="magia")
    assert client.get("/ru/magia/").status_code == 200


# ── what is sent ──


def test_page_that_is_known_is_not_sent_again(client: Client, kb: None) -> None:
    first = client.get(PAGE)
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get(PAGE, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Content-Type" not in again.headers
    other = client.get(PAGE, headers={"If-None-Match": 'W/"other"'})
    assert other.status_code == 200


def test_page_is_compressed_for_whom_can_read_it(client: Client, kb: None) -> None:
    plain = client.get(PAGE)
    packed = client.get(PAGE, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["ETag"] == plain.headers["ETag"]


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("gzip;q=0.01", True),
        ("br", False),
        ("not-gzip", False),
        ("", False),
    ],
)
def test_page_is_compressed_only_where_gzip_is_wanted(client: Client, kb: None, accepted: str, is_packed: bool) -> None:
    response = client.get(PAGE, headers={"Accept-Encoding": accepted})
    assert ("Content-Encoding" in response.headers) == is_packed


def test_page_made_while_the_data_changed_is_not_kept(
    client: Client, kb: None, data: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    build = middleware._keep

    def changing(response: HttpResponse) -> middleware.Kept:
        touch(data[1], seconds_ago=20)
        return build(response)

    monkeypatch.setattr(middleware, "_keep", changing)
    client.get(PAGE)
    monkeypatch.setattr(middleware, "_keep", build)
    touch(data[1], seconds_ago=60)
    Game.objects.get(slug="talisman").names.filter(language="ru", role="main").update(text="Магия")
    assert "Магия" in client.get(PAGE).content.decode()


def test_page_is_the_same_for_everyone(client: Client, kb: None) -> None:
    assert "Cookie" not in client.get(PAGE).headers["Vary"]
    assert client.get(PAGE).content == client.get(PAGE, headers={"Accept-Language": "pl"}).content


def test_language_cookie_is_set_once(client: Client, kb: None) -> None:
    assert "language" in client.get(PAGE).cookies
    assert "language" not in client.get(PAGE).cookies


def test_kept_pages_know_of_a_commit_to_the_index(index: Backend) -> None:
    """A page served between the commit of the database and that of the index is not to stay."""
    assert index.folder in middleware._data_files()
