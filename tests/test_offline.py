"""What a device keeps: the copy and its parts, the worker, the app's manifest, a game as one file."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
from base64 import b64encode
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from rulings.models import Card, Entry, Game, Redirect, Source, content
from rulings.offline import copies, keeping, scripts
from rulings.publishing import publish
from rulings.search.storage import UnusableError
from tests.html import parse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_copy")]

MOST = 600_000  # bytes of the copy's data as they travel
HREF = re.compile(r'href="([^"]*)"')


def contents(client: Client) -> dict[str, Any]:
    response = client.get("/offline/contents.json")
    assert response.headers["Cache-Control"] == "no-cache"
    found: dict[str, Any] = response.json()
    return found


def read(client: Client, files: list[str]) -> dict[str, Any]:
    return {name: client.get(path).json() for name, path in zip(("texts", "search"), files, strict=False)}


def test_contents_name_everything_a_page_needs(client: Client) -> None:
    found = contents(client)
    parts, around = found["files"][:2], found["files"][2:]
    assert [path.rsplit("/", 1)[1] for path in parts] == ["texts.json", "search.json"]
    assert {"/ru/offline/", "/pl/offline/"} <= set(around)
    assert all(client.get(path).status_code == 200 for path in found["files"] if not path.startswith("/static/"))
    for path in around:
        if path.startswith("/static/"):
            assert finders.find(path.removeprefix("/static/")), path
    asked = {path for path in HREF.findall(client.get("/ru/offline/").content.decode()) if path.startswith("/static/")}
    assert asked <= set(around)
    assert {"/static/js/offline/search.js", "/static/css/base.css"} <= set(around)


def test_part_that_no_copy_has_makes_none(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    version = contents(client)["data"]
    assert tuple(copies.copy().parts) == copies.PARTS
    monkeypatch.setattr(copies, "copy", lambda: pytest.fail("a copy is made"))
    for path in ("x/texts", f"{version}/all", f"{version}0/texts", f"{version.upper()}-/texts"):
        assert client.get(f"/offline/{path}.json").status_code == 404


def test_data_weighs_no_more_than_it_may(client: Client) -> None:
    found = contents(client)
    sent = [client.get(path, headers={"accept-encoding": "gzip"}) for path in found["files"][:2]]
    assert [response.headers["Content-Encoding"] for response in sent] == ["gzip", "gzip"]
    assert sum(len(response.content) for response in sent) == found["size"] <= MOST
    assert json.loads(gzip.decompress(sent[0].content)) == client.get(found["files"][0]).json()


def test_copy_has_every_text_card_and_game_in_no_language(client: Client) -> None:
    texts = read(client, contents(client)["files"])["texts"]
    live = Entry.objects.live()
    assert {entry["key"] for entry in texts["entries"]} == set(live.values_list("pk", flat=True))
    assert {entry["key"]: entry["text"] for entry in texts["entries"]} == dict(live.values_list("pk", "text"))
    assert {card["key"] for card in texts["cards"]} == set(Card.objects.values_list("pk", flat=True))
    assert {game["slug"] for game in texts["games"]} == set(Game.objects.values_list("slug", flat=True))
    links = [link for entry in texts["entries"] for link in HREF.findall(entry["html"] + entry["titleHtml"])]
    assert links
    assert all(link.startswith("/-/") for link in links)


def test_version_is_another_when_an_entry_is_and_parts_of_the_old_one_are_gone(
    client: Client, ruling: Entry, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    before = contents(client)
    assert contents(client)["version"] == before["version"]
    with django_capture_on_commit_callbacks(execute=True):
        ruling.body += " И саламандра."
        ruling.save()
        publish([ruling])
    Redirect.objects.create(path="talisman/faq/once/", entry=ruling)
    after = contents(client)
    assert after["version"] != before["version"]
    assert client.get(before["files"][0]).status_code == 404
    parts = read(client, after["files"])
    entry = next(entry for entry in parts["texts"]["entries"] if entry["key"] == ruling.pk)
    assert "саламандра" in entry["html"]
    assert "саламандра" in parts["search"]["surfaces"]
    assert parts["texts"]["moved"] == {"talisman/faq/once/": ruling.path}
    with django_capture_on_commit_callbacks(execute=True):
        ruling.state = "draft"
        ruling.save()
        publish([ruling])
    parts = read(client, contents(client)["files"])
    assert "саламандр" not in json.dumps(parts, ensure_ascii=False)
    assert parts["texts"]["moved"] == {}  # where a draft stands is not told


def test_version_is_another_when_a_source_or_an_old_address_is(client: Client, crown: Card) -> None:
    before = contents(client)["version"]
    Source.objects.filter(slug="faq", game__slug="talisman").update(credit="Somebody else")
    credited = contents(client)["version"]
    assert credited != before
    Redirect.objects.create(path="talisman/cards/korona/", card=crown)
    moved = contents(client)["version"]
    assert moved not in (before, credited)
    first, second = Entry.objects.filter(source__slug="faq", source__game__slug="agot-lcg").order_by("position")[:2]
    Entry.objects.filter(pk=first.pk).update(position=second.position)
    Entry.objects.filter(pk=second.pk).update(position=first.position)
    assert contents(client)["version"] not in (before, credited, moved)


def test_version_is_another_in_every_order_of_the_entries(client: Client) -> None:
    entries = Entry.objects.filter(source__slug="faq", source__game__slug="agot-lcg").order_by("pk")[:3]
    seen = set()
    for positions in permutations((1001, 1002, 1003)):
        for entry, position in zip(entries, positions, strict=True):
            Entry.objects.filter(pk=entry.pk).update(position=position)
        seen.add(contents(client)["version"])
    assert len(seen) == 6


def test_copy_of_a_database_that_cannot_tell_its_state_is_of_what_is_there(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "token", lambda: None)
    before = contents(client)["version"]
    assert contents(client)["version"] == before
    Game.objects.filter(slug="talisman").update(hue=100)
    assert contents(client)["version"] != before


def test_index_that_speaks_of_what_is_gone_is_waited_for(
    client: Client, ruling: Entry, caplog: pytest.LogCaptureFixture
) -> None:
    before = contents(client)
    Entry.objects.filter(pk=ruling.pk).update(removed=True)
    Source.objects.filter(slug="faq", game__slug="talisman").update(credit="Somebody else")
    for path in ("/offline/contents.json", before["files"][0]):
        response = client.get(path)
        assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert not [record for record in caplog.records if record.name == "django.request"]  # it is as planned


def test_index_that_cannot_be_read_is_waited_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def unusable() -> None:
        raise UnusableError("damaged")

    monkeypatch.setattr(copies, "current", unusable)
    for path in ("/offline/contents.json", "/ru/talisman/offline.html"):
        assert client.get(path).status_code == 503


def test_worker_stands_at_the_root_and_is_asked_for_anew(client: Client) -> None:
    response = client.get("/sw.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert b'addEventListener("fetch"' in response.content


@pytest.mark.parametrize(("language", "name"), [("ru", "Кто прав?"), ("pl", "Kto ma rację?")])
def test_manifest_makes_an_app_in_the_readers_language(client: Client, language: str, name: str) -> None:
    assert f'<link rel="manifest" href="/{language}/site.webmanifest">' in client.get(f"/{language}/").content.decode()
    response = client.get(f"/{language}/site.webmanifest")
    manifest = response.json()
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["lang"], manifest["start_url"]) == (name, language, f"/{language}/")
    assert (manifest["display"], manifest["scope"]) == ("standalone", "/")
    tokens = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    assert f"--bg: {manifest['background_color']};" in tokens
    assert manifest["theme_color"] == manifest["background_color"]
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        path = settings.BASE_DIR / "static" / icon["src"].removeprefix("/static/")
        width = int.from_bytes(path.read_bytes()[16:20], "big")
        assert icon["sizes"] == f"{width}x{width}"


# ── copies on disk ──


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the test's copies are kept: beside its index."""
    return tmp_path / "offline"


def another_process(monkeypatch: pytest.MonkeyPatch, makes: copies.Copy | None = None) -> copies.Copy:
    """The copy as a process gets it that has none in memory, and makes this one where it must."""

    def make(state: object) -> copies.Copy:
        assert makes, "made again"
        return makes

    with monkeypatch.context() as patched:
        patched.setattr(copies, "_kept", None)
        patched.setattr(copies, "_make", make)
        return copies.copy()


def test_copy_is_made_once_for_all_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = copies.copy()
    assert another_process(monkeypatch) == made
    assert [path.suffix for path in folder.iterdir()] == [".zip"]


def test_copy_on_disk_is_of_its_data_alone(
    folder: Path,
    ruling: Entry,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    (old,) = folder.iterdir()
    old_one = copies.copy()
    Game.objects.filter(slug="talisman").update(hue=100)
    coloured = copies.copy()
    (new,) = folder.iterdir()
    assert new != old
    with django_capture_on_commit_callbacks(execute=True):
        ruling.body += " И саламандра."
        ruling.save()
        publish([ruling])
    assert another_process(monkeypatch, makes=old_one) == old_one != coloured
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(keeping, "_made_by", lambda: "another code")
    with pytest.raises(AssertionError, match="made again"):
        another_process(monkeypatch)


@pytest.mark.parametrize("damage", ["cut off", "other bytes", "empty"])
def test_damaged_copy_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    made = copies.copy()
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    broken = {"cut off": whole[:middle], "other bytes": whole[:middle] + b"?" * 9 + whole[middle + 9 :], "empty": b""}
    file.write_bytes(broken[damage])
    with pytest.raises(AssertionError, match="made again"):
        another_process(monkeypatch)
    assert another_process(monkeypatch, makes=made) == made
    assert another_process(monkeypatch) == made


def test_damage_anywhere_in_a_copy_is_noticed(tmp_path: Path) -> None:
    random = Random(26)
    keeping.write(tmp_path, "a", "1", {"texts": b"one" * 50, "search": b"two" * 50})
    whole = (tmp_path / "a.zip").read_bytes()
    for at in range(len(whole)):
        broken = bytearray(whole)
        broken[at] ^= random.randrange(1, 256)
        (tmp_path / "a.zip").write_bytes(broken)
        assert keeping.read(tmp_path, "a") is None, at


def test_who_would_wait_for_a_copy_is_told_to_come_again(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(client)
    Game.objects.filter(slug="talisman").update(hue=100)
    with keeping.making(folder):
        for path in ("/offline/contents.json", before["files"][0]):
            response = client.get(path)
            assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert contents(client)["version"] != before["version"]


def test_copy_that_another_process_has_made_meanwhile_is_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = copies.copy()
    kept = keeping.read
    answers = iter([lambda *_: None, kept])  # it isn't there yet; when the lock is held it is
    monkeypatch.setattr(keeping, "read", lambda *asked: next(answers)(*asked))
    assert another_process(monkeypatch) == made


def test_copy_is_served_where_it_cannot_be_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = copies.copy()
    shutil.rmtree(folder)
    folder.touch()  # no folder can be made here
    assert another_process(monkeypatch, makes=made) == made


def test_what_others_write_is_left_alone_and_what_the_dead_left_goes(tmp_path: Path) -> None:
    fresh, old = tmp_path / "b.1.part", tmp_path / "b.2.part"
    for path in (fresh, old):
        path.touch()
    os.utime(old, (0, 0))
    keeping.write(tmp_path, "a", "1", {"texts": b"one"})
    keeping.write(tmp_path, "c", "2", {"texts": b"two"})
    assert {path.name for path in tmp_path.glob("*.*")} == {"c.zip", fresh.name}
    assert keeping.read(tmp_path, "c") == ("2", {"texts": b"two"})
    assert keeping.read(tmp_path, "a") is None


# ── a game as one file ──


@pytest.mark.parametrize("path", ["ru/talisman", "pl/krolestwo-dusz", "pl/andor"])
def test_file_of_a_game_has_all_its_texts_and_asks_for_nothing(client: Client, path: str) -> None:
    response = client.get(f"/{path}/offline.html")
    html = response.content.decode()
    page = parse(html)
    entries = Entry.objects.live().of_game(Game.objects.get(slug=path.partition("/")[2]))
    places = {node.attributes["id"] for node in page.all("article")}
    assert places == {f"e-{entry.source.slug}-{entry.anchor}" for entry in entries}
    assert not [node for node in page.all() if "src" in node.attributes or node.tag == "link"]
    assert "url(" not in html
    for link in page.all("a"):
        href = link.attributes["href"]
        if href.startswith("#"):
            assert href == "#main" or href.startswith("#?") or href[1:] in places, href
        else:
            assert href.startswith("http://testserver/"), href


def test_file_leads_to_where_other_devices_find_the_site(client: Client, settings: Any) -> None:
    settings.LAN_ADDRESS = "192.168.7.4:8123"
    page = parse(client.get("/ru/talisman/offline.html", headers={"Host": "127.0.0.1:8123"}).content.decode())
    hrefs = {link.attributes["href"] for link in page.all("a")}
    assert {href.partition("/ru/")[0] for href in hrefs if not href.startswith("#")} == {"http://192.168.7.4:8123"}


def test_policy_of_the_file_lets_its_own_script_and_style_run(client: Client) -> None:
    response = client.get("/ru/talisman/offline.html")
    html = response.content.decode()
    policy = response.headers["Content-Security-Policy"]
    written = parse(html).all("meta", **{"http-equiv": "Content-Security-Policy"})[0].attributes["content"]
    assert policy == f"{written}; frame-ancestors 'none'"
    for directive, tag in (("script-src", r'<script type="module">'), ("style-src", "<style>")):
        text = re.findall(rf"{tag}(.*?)</", html, re.DOTALL)[0]
        hashed = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{hashed}'" in policy
    assert "default-src 'none'" in policy


def test_modules_in_one_script_give_what_they_export_and_nothing_else() -> None:
    joined = scripts.joined("js/offline/file.js")
    assert not re.findall(r"^(?:export|import)\b", joined, re.MULTILINE)
    given = [
        name
        for names in re.findall(r"^const \{ (.*?) \} = \(\(\) => \{$", joined, re.MULTILINE)
        for name in names.split(", ")
    ]
    assert len(given) == len(set(given)) > 20


def test_game_without_texts_has_no_file(client: Client) -> None:
    assert client.get("/ru/talisman-dungeon/offline.html").status_code == 404
    assert "offline.html" not in client.get("/ru/talisman-dungeon/").content.decode()
    assert "/ru/talisman/offline.html" in client.get("/ru/talisman/").content.decode()
