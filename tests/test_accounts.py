"""Accounts of editors, and how log-ins are throttled."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import RequestFactory
from django.utils import timezone

from rulings.accounts import EDITORS, TRIES, TRIES_OF_ADDRESS, WINDOW, address_of, logged_in, make_editor, try_log_in
from rulings.models import LogInCount
from tests.desk import PASSWORD

pytestmark = pytest.mark.usefixtures("kb")

FREE = timedelta()


# ── accounts ──


def test_the_group_of_editors_may_edit_the_content_and_nothing_else() -> None:
    rights = Group.objects.get(name=EDITORS).permissions.values_list("content_type__app_label", "codename")
    content = ("game", "source", "entry", "card", "name", "mention", "redirect", "synonym")
    expected = {("rulings", f"{action}_{model}") for model in content for action in ("view", "add", "change", "delete")}
    expected |= {("rulings", "view_namesfile"), ("rulings", "view_missedquery"), ("rulings", "delete_missedquery")}
    assert set(rights) == expected


def test_make_editor_gives_the_group_and_no_more() -> None:
    editor = make_editor("vera", PASSWORD)
    assert (editor.is_staff, editor.is_superuser, editor.check_password(PASSWORD)) == (True, False, True)
    assert [group.name for group in editor.groups.all()] == [EDITORS]


@pytest.mark.parametrize("password", ["", "short-1", "1234567890123", "password1234", "vera-vera-vera"])
def test_make_editor_refuses_a_weak_password(password: str) -> None:
    with pytest.raises(ValidationError):
        make_editor("vera-vera", password)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["", "two words", "vera"])
def test_make_editor_refuses_a_name_that_is_none_or_taken(name: str) -> None:
    make_editor("vera", PASSWORD)
    with pytest.raises(ValidationError):
        make_editor(name, PASSWORD)


def test_create_editor_takes_its_answers_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_EDITOR", "vera")
    monkeypatch.setenv("KB_EDITOR_PASSWORD", PASSWORD)
    call_command("create_editor", stdout=StringIO())
    assert User.objects.get().check_password(PASSWORD)
    with pytest.raises(CommandError):
        call_command("create_editor", stdout=StringIO())


def test_create_editor_asks_for_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KB_EDITOR", raising=False)
    monkeypatch.delenv("KB_EDITOR_PASSWORD", raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: "vera")
    monkeypatch.setattr("getpass.getpass", lambda prompt: PASSWORD)
    call_command("create_editor", stdout=StringIO())
    assert User.objects.get().get_username() == "vera"


def test_create_editor_has_no_password_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_EDITOR", "vera")
    monkeypatch.delenv("KB_EDITOR_PASSWORD", raising=False)
    typed = iter([PASSWORD, "something else"])
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    with pytest.raises(CommandError):
        call_command("create_editor", stdout=StringIO())
    assert not User.objects.exists()


# ── tries ──


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """How far the clock of the throttle is ahead."""
    ahead = [timedelta()]
    now = timezone.now()
    monkeypatch.setattr("rulings.accounts.timezone.now", lambda: now + ahead[0])
    return ahead


def test_tries_are_counted_and_expire_by_themselves(clock: list[timedelta]) -> None:
    assert [try_log_in("vera", "10.0.0.1") for _ in range(TRIES)] == [FREE] * TRIES
    assert try_log_in("vera", "10.0.0.1") == WINDOW
    clock[0] = timedelta(minutes=10)
    assert try_log_in("VERA", "10.0.0.1") == WINDOW - timedelta(minutes=10)
    clock[0] = WINDOW
    assert try_log_in("vera", "10.0.0.1") == FREE


def test_tries_of_one_address_lock_nobody_out_elsewhere() -> None:
    for _ in range(TRIES + 1):
        try_log_in("vera", "10.0.0.1")
    assert try_log_in("vera", "10.0.0.2") == FREE
    assert try_log_in("boris", "10.0.0.1") == FREE


def test_tries_with_many_names_are_counted_together() -> None:
    waits = [try_log_in(f"name-{number}", "10.0.0.1") for number in range(TRIES_OF_ADDRESS + 1)]
    assert waits[:-1] == [FREE] * TRIES_OF_ADDRESS
    assert TRIES < TRIES_OF_ADDRESS <= 100  # a list of names is longer
    assert waits[-1] > FREE


def test_a_right_password_forgets_the_tries() -> None:
    for _ in range(TRIES * 20):
        assert try_log_in("vera", "10.0.0.1") == FREE
        logged_in("vera", "10.0.0.1")


def test_counts_keep_neither_names_nor_addresses_and_are_swept(clock: list[timedelta]) -> None:
    try_log_in("vera", "10.0.0.1")
    assert not LogInCount.objects.filter(key__contains="vera").exists()
    clock[0] = WINDOW
    try_log_in("boris", "10.0.0.2")
    assert LogInCount.objects.count() == 2


@pytest.mark.parametrize(
    ("proxies", "forwarded", "remote", "address"),
    [
        (0, "1.2.3.4", "10.0.0.1", "10.0.0.1"),
        (1, "1.2.3.4", "10.0.0.1", "1.2.3.4"),
        (1, "6.6.6.6, 1.2.3.4", "10.0.0.1", "1.2.3.4"),
        (2, "6.6.6.6, 1.2.3.4, 10.0.0.2", "10.0.0.1", "1.2.3.4"),
        (3, "1.2.3.4", "10.0.0.1", "1.2.3.4"),
        (0, "", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (0, "", "::ffff:10.0.0.1", "10.0.0.1"),
        (1, "not an address", "10.0.0.1", "not an address"),
        (0, "", "", ""),
    ],
)
def test_address_of_believes_only_the_proxies_it_knows(
    settings: Any, rf: RequestFactory, proxies: int, forwarded: str, remote: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_of(rf.get("/", REMOTE_ADDR=remote, headers={"X-Forwarded-For": forwarded})) == address
