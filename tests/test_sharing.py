"""Passing things on: addresses that other devices reach, QR codes, quotes with their source."""

from __future__ import annotations

import shlex
import subprocess
from io import StringIO
from typing import Any

import numpy as np
import pytest
import zxingcpp
from django.conf import settings as configured
from django.core.management import call_command
from django.test import Client, RequestFactory

from kb import lan
from rulings import qr
from rulings.models import Card, Entry
from rulings.sharing import address, is_here_only, origin, quote, short_path
from tests.html import parse

# ── the local network ──


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("localhost", ""),
        ("192.168.7.4", "192.168.7.4"),
        ("fd00::5", "[fd00::5]"),
        ("a name", ""),
    ],
)
def test_address_in_the_network_is_that_of_the_host_served_at(host: str, expected: str) -> None:
    assert lan.address(host) == expected


def test_server_open_to_all_is_found_at_the_machines_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_own_address", lambda: "192.168.7.4")
    assert lan.address("0.0.0.0") == lan.address("::") == "192.168.7.4"


def test_own_address_is_no_loopback() -> None:
    assert not lan._own_address().startswith("127.")


@pytest.mark.parametrize(
    ("host", "bound"),
    [("127.0.0.1", "127.0.0.1:8123"), ("::1", "[::1]:8123"), ("::", "[::]:8123"), ("[::]", "[::]:8123")],
)
def test_server_is_bound_where_it_is_told(host: str, bound: str) -> None:
    command = ["make", "--dry-run", "--old-file=.venv/run", "run", f"HOST={host}", "PORT=8123"]
    made = subprocess.run(command, cwd=configured.BASE_DIR, capture_output=True, text=True, check=True).stdout
    assert shlex.split(made)[shlex.split(made).index("--bind") + 1] == bound


def announced(settings: Any, host: str, lan_host: str) -> str:
    settings.HOST, settings.PORT, settings.LAN_HOST = host, 8123, lan_host
    settings.LAN_ADDRESS = f"{lan_host}:8123" if lan_host else ""
    out = StringIO()
    call_command("announce", stdout=out)
    return out.getvalue()


def test_announce_prints_the_address_and_a_code_that_reads(settings: Any) -> None:
    text = announced(settings, "0.0.0.0", "192.168.7.4")
    assert text.startswith("http://127.0.0.1:8123/\nВ локальной сети: http://192.168.7.4:8123/\n")
    assert decoded(text.split("\n", 2)[2]) == "http://192.168.7.4:8123/"


@pytest.mark.parametrize("host", ["", "0", "0.0.0.0", "::", "[::]"])
def test_every_way_to_write_every_address_is_open(host: str) -> None:
    assert lan.is_open(host)
    assert lan.own(host) == "127.0.0.1"


def test_announce_says_when_there_is_no_network(settings: Any) -> None:
    assert "недоступен" in announced(settings, "0.0.0.0", "")


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.2", "127.0.0.2"),
        ("table.test", "table.test"),
        ("::1", "[::1]"),
        ("[::1]", "[::1]"),
    ],
)
def test_announce_on_this_machine_alone_is_one_line(settings: Any, host: str, shown: str) -> None:
    assert announced(settings, host, "") == f"http://{shown}:8123/\n"
    assert lan.own(host) == shown  # the site answers to it: ALLOWED_HOSTS


def decoded(halves: str) -> str:
    """What a code of half blocks says, read as a camera would."""
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    lines = halves.strip("\n").split("\n")
    rows = [[dark[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = np.kron(1 - np.array(rows, dtype=np.uint8), np.ones((8, 8), dtype=np.uint8)) * 255
    code = zxingcpp.read_barcode(picture)
    assert code is not None
    return str(code.text)


def test_code_for_a_terminal_is_black_on_white_whatever_its_colours() -> None:
    lines = qr.terminal("http://192.168.7.4:8123/").split("\n")
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)


# ── addresses ──


def test_address_for_others_is_the_networks_when_asked_on_this_machine(settings: Any) -> None:
    here = RequestFactory().get("/ru/", headers={"Host": "127.0.0.1:8123"})
    there = RequestFactory().get("/ru/", headers={"Host": "testserver"})
    settings.LAN_ADDRESS = ""
    assert address(here, "/e/7") == "http://127.0.0.1:8123/e/7"
    assert is_here_only(here)
    assert not is_here_only(there)
    settings.LAN_ADDRESS = "192.168.7.4:8123"
    assert address(here, "/e/7") == "http://192.168.7.4:8123/e/7"
    assert address(there, "/e/7") == "http://testserver/e/7"
    assert not is_here_only(here)


@pytest.mark.parametrize("page", ["", "entry", "card", "source", "print/", "tonight"])
def test_paper_shows_addresses_that_other_devices_reach(
    client: Client, settings: Any, ruling: Entry, crown: Card, page: str
) -> None:
    settings.LAN_ADDRESS = "192.168.7.4:8123"
    paths = {"entry": ruling.url("ru"), "card": crown.url("ru"), "source": ruling.source.url("ru")}
    path = "/ru/tonight/" if page == "tonight" else paths.get(page, f"/ru/talisman/{page}")
    answer = client.get(path, {"e": ruling.pk} if page == "tonight" else {}, headers={"Host": "localhost"})
    seen = parse(answer.content.decode()).one("body").words
    assert "192.168.7.4:8123/" in seen
    assert "localhost" not in seen


def test_short_links_lead_to_the_page_in_the_readers_language(client: Client, ruling: Entry, crown: Card) -> None:
    for thing in (ruling, crown):
        response = client.get(short_path(thing), headers={"Accept-Language": "pl"})
        assert response.headers["Location"] == thing.url("pl")


# ── the picture of a code ──


def test_code_is_a_picture_that_is_kept_while_the_address_is_the_same(client: Client, settings: Any) -> None:
    here = {"Host": "localhost"}
    settings.LAN_ADDRESS = ""
    response = client.get("/qr.svg?to=/e/7", headers=here)
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.content.startswith(b"<svg ")
    known = {**here, "If-None-Match": response.headers["ETag"]}
    assert client.get("/qr.svg?to=/e/7", headers=known).status_code == 304
    settings.LAN_ADDRESS = "192.168.7.4:8123"  # served to the local network by now
    assert client.get("/qr.svg?to=/e/7", headers=known).status_code == 200


@pytest.mark.parametrize(
    "to",
    [
        *("", "e/7", "//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere"),
        *("/\t/elsewhere.example/", "/\n/elsewhere.example/", "/" * 3000),
    ],
)
def test_code_leads_nowhere_else(client: Client, to: str) -> None:
    assert client.get("/qr.svg", {"to": to}).status_code == 400


# ── quotes ──


def of(anchor: str) -> Entry:
    return Entry.objects.get(anchor=anchor)


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        ("korona-poveleniy-v4", "Нет. — Талисман, FAQ: Корона Повелений, В4"),
        (
            "plot-v1",
            "Да. Когда персонаж строит или получает Плот, он должен держать его, как предмет, до начала своего "
            "следующего хода. — Талисман, FAQ: Плот, В1",
        ),
    ],
)
def test_quote_is_the_answer_with_its_source(kb: None, anchor: str, expected: str) -> None:
    assert quote(of(anchor)) == expected


def test_long_answer_is_quoted_up_to_a_whole_sentence(kb: None) -> None:
    entry = of("posledovatelnost-vstrech")
    text, _dash, source = quote(entry).rpartition(" — ")
    assert text.endswith("и его ход немедленно завершается. […]")
    assert " ".join(entry.text.split()).startswith(text.removesuffix(" […]"))
    assert source == "Талисман, FAQ: Последовательность встреч"


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        ("karty-terenu", "Królestwo Dusz, instrukcja: Karty Terenu"),
        ("rassvet", "Андор, памятка Shinner: Рассвет"),
        (
            "opechatki-i-netochnosti-na-kartah-legend-8",
            "Андор, памятка Shinner: Опечатки и неточности на картах Легенд, 8",
        ),
    ],
)
def test_origin_names_game_source_and_place(kb: None, anchor: str, expected: str) -> None:
    assert origin(of(anchor)) == expected
