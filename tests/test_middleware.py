"""Every answer: its policy; pages kept until the data changes, compressed, with an ETag."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from rulings import middleware, stamps
from rulings.accounts import make_editor
from rulings.middleware import SHELF
from rulings.models import Card, Game, MissedQuery, content
from rulings.search.backend import Backend
from rulings.shelf import Kept, Shelf
from tests.desk import PASSWORD
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
    monkeypatch.setattr(stamps, "_database_files", lambda: files[:2])
    monkeypatch.setattr(stamps, "_index_files", lambda: files[2:])
    monkeypatch.setattr(stamps, "time_ns", lambda: NOW * 1_000_000_000)
    monkeypatch.setattr(stamps, "_known", None)
    SHELF.clear()
    yield files
    SHELF.clear()


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


@pytest.mark.parametrize("changed", [0, 1])
def test_page_is_built_anew_when_the_content_changed(client: Client, kb: None, data: list[Path], changed: int) -> None:
    assert "Магия" not in client.get(PAGE).content.decode()
    Game.objects.get(slug="talisman").names.filter(language="ru", role="main").update(text="Магия")
    touch(data[changed], seconds_ago=30)
    assert "Магия" in client.get(PAGE).content.decode()


def test_page_is_built_anew_when_the_index_changed(client: Client, kb: None, data: list[Path]) -> None:
    client.get(PAGE)
    size, before = SHELF.size, stamps.data_stamp()
    touch(data[2], seconds_ago=30)
    client.get(PAGE)
    assert SHELF.size == 2 * size
    assert stamps.data_stamp() != before


def test_page_stays_when_somebody_searches_in_vain_or_logs_in(
    client: Client, kb: None, data: list[Path], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(PAGE)
    MissedQuery.objects.record("кардамон", "ru")
    Client().login(username=make_editor("vera", PASSWORD).username, password=PASSWORD)
    assert Client().post("/admin/login/", {"username": "vera", "password": "wrong"}).status_code == 200
    for file in data[:2]:
        touch(file, seconds_ago=30)
    with django_assert_num_queries(1):  # the state of the content
        client.get(PAGE)
    with django_assert_num_queries(0):
        client.get(PAGE)


def test_token_of_the_content_goes_with_its_rows(kb: None) -> None:
    """A raw write makes another, a rollback brings the one before back, and none comes twice."""
    seen = [content.token()]
    assert seen[0]
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("UPDATE rulings_card SET kind = kind WHERE slug = 'korona-poveleniy'")
        seen.append(content.token())
        transaction.set_rollback(True)
    assert content.token() == seen[0]
    card = Card.objects.get(slug="korona-poveleniy")
    card.names.update(recognise="never")
    seen.append(content.token())
    card.entries.clear()
    seen.append(content.token())
    card.names.all().delete()
    seen.append(content.token())
    assert len(set(seen)) == 5


def test_every_table_is_content_unless_readers_write_it(kb: None) -> None:
    tables = {name for name in connection.introspection.table_names() if name.startswith("rulings_")}
    assert tables - set(content.content_tables()) == {"rulings_missedquery", "rulings_logincount"}


def test_nothing_is_kept_where_a_table_is_not_watched(kb: None, data: list[Path]) -> None:
    assert stamps.data_stamp()
    touch(data[0], seconds_ago=30)
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER content_token_rulings_entry_update")
    assert stamps.data_stamp() is None
    content.watch()  # as after every migration
    assert stamps.data_stamp()


def test_page_made_while_the_database_is_written_is_kept_as_well(client: Client, kb: None, data: list[Path]) -> None:
    touch(data[1], seconds_ago=0)
    client.get(PAGE)
    Game.objects.get(slug="talisman").names.filter(language="ru", role="main").update(text="Магия")
    assert "Магия" in client.get(PAGE).content.decode()
    assert SHELF.size


def test_page_made_of_a_fresh_index_is_not_kept(client: Client, kb: None, data: list[Path]) -> None:
    touch(data[2], seconds_ago=0)
    client.get(PAGE)
    assert stamps.data_stamp() is None
    assert not SHELF.size


def test_query_in_vain_is_counted_every_time(
    client: Client, kb: None, data: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its page is kept: searched once, counted twice."""
    address = "/ru/search/?q=кардамон"
    first = client.get(address)
    assert SHELF.size
    monkeypatch.delattr("rulings.views.searching.search")
    again = client.get(address)
    not_modified = client.get(address, headers={"If-None-Match": again.headers["ETag"]})
    assert again.content == first.content
    assert not_modified.status_code == 304
    assert MissedQuery.objects.get(text="кардамон").count == 3


def test_page_that_only_a_filter_leaves_empty_is_not_counted(client: Client, kb: None, data: list[Path]) -> None:
    for _time in range(2):
        assert client.get("/ru/search/?q=жаба&literal=1&game=andor").status_code == 200
    assert SHELF.size
    assert not MissedQuery.objects.exists()


def test_reading_does_not_change_the_data(data: list[Path]) -> None:
    data[1].write_text("")
    touch(data[1], seconds_ago=60)
    before = stamps.data_stamp()
    touch(data[1], seconds_ago=0)
    assert stamps.data_stamp() == before
    data[1].unlink()
    assert stamps.data_stamp() == before


def test_without_a_database_file_nothing_is_kept(data: list[Path]) -> None:
    data[0].unlink()
    assert stamps.data_stamp() is None


def test_pages_of_two_hosts_are_kept_apart(client: Client, kb: None, data: list[Path]) -> None:
    client.get(PAGE, headers={"Host": "localhost"})
    assert "http://localhost/" not in client.get(PAGE, headers={"Host": "127.0.0.1"}).content.decode()


def test_what_a_page_does_not_read_makes_no_page_of_its_own(client: Client, kb: None, data: list[Path]) -> None:
    plain = client.get(PAGE)
    kept = SHELF.size
    assert client.get(f"{PAGE}?fbclid=x&q=1").content == plain.content
    assert SHELF.size == kept
    asked = {"q": "жаба", "kind": "ruling", "page": "1"}
    found = client.get("/ru/search/", asked).content
    assert client.get("/ru/search/", {**asked, "utm": "x"}).content == found


def test_large_pages_are_not_kept(client: Client, kb: None, data: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SHELF, "largest", 1000)
    client.get(PAGE)
    assert not SHELF.size


def test_pages_used_longest_ago_go_first() -> None:
    shelf = Shelf(most=10_000, largest=5_000)
    page = Kept('"etag"', {}, b"x" * 1000)
    for key in ("one", "two", "three", "one again"):
        shelf.put(key.partition(" ")[0], page)
    shelf.get("two")
    shelf.put("four", page)
    assert [key for key in ("one", "two", "three", "four") if shelf.get(key)] == ["one", "two", "four"]
    assert shelf.size == 3 * page.size <= shelf.most


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


@pytest.mark.parametrize("path", ["/ru/", "/ru/nothing/", "/api/games/", "/admin/login/", "/healthz"])
def test_no_body_is_sent_after_head(rf: RequestFactory, kb: None, path: str) -> None:
    """What the server is given: the client of the tests would take a body away by itself."""
    handler = BaseHandler()
    handler.load_middleware()
    head, whole = handler.get_response(rf.head(path)), handler.get_response(rf.get(path))
    assert isinstance(head, HttpResponse)
    assert isinstance(whole, HttpResponse)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert whole.content
    if "csrf" not in whole.content.decode():
        assert int(head.headers["Content-Length"]) == len(whole.content)


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

    def changing(response: HttpResponse) -> Kept:
        Game.objects.get(slug="talisman").names.filter(language="ru", role="main").update(text="Магия")
        touch(data[1], seconds_ago=20)
        return build(response)

    monkeypatch.setattr(middleware, "_keep", changing)
    client.get(PAGE)
    monkeypatch.setattr(middleware, "_keep", build)
    assert "Магия" in client.get(PAGE).content.decode()


def test_page_is_the_same_for_everyone(client: Client, kb: None) -> None:
    assert "Cookie" not in client.get(PAGE).headers["Vary"]
    assert client.get(PAGE).content == client.get(PAGE, headers={"Accept-Language": "pl"}).content


def test_language_cookie_is_set_once(client: Client, kb: None) -> None:
    assert client.get(PAGE).cookies["language"]["httponly"]
    assert "language" not in client.get(PAGE).cookies


def test_language_in_capitals_is_the_language(client: Client, desk: Client, kb: None) -> None:
    for path, expected in (("/", "/pl/"), ("/c/1", "/pl/"), ("/nothing/", "/pl/nothing/"), ("/api/docs", "/pl/api/")):
        client.cookies["language"] = "PL"
        assert client.get(path).headers["Location"].startswith(expected)
    desk.post("/admin/language/", {"language": "PL", "next": "/admin/"})
    assert desk.cookies["language"].value == "pl"
    assert 'lang="pl"' in desk.get("/admin/").content.decode()


def test_page_under_another_prefix_is_no_page_of_the_site(client: Client, kb: None, data: list[Path]) -> None:
    assert client.get("/ru/", SCRIPT_NAME="/ru").status_code == 200
    assert client.get("/ru/ru/").status_code == 404


def test_kept_pages_know_of_a_commit_to_the_index(index: Backend) -> None:
    """A page served between the commit of the database and that of the index is not to stay."""
    assert index.folder in stamps._index_files()


def test_over_plain_http_no_header_is_sent_that_browsers_complain_of(client: Client, kb: None) -> None:
    assert "Cross-Origin-Opener-Policy" not in client.get("/ru/").headers
