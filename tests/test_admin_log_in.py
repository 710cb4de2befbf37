"""The log-in page of the desk: too many tries lock it, with a message, for a while."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rulings.accounts import TRIES
from tests.desk import PASSWORD

pytestmark = pytest.mark.usefixtures("editor")


def log_in(client: Client, password: str = PASSWORD, **extra: Any) -> Any:
    return client.post("/admin/login/", {"username": "vera", "password": password, "next": "/admin/"}, **extra)


def test_the_log_in_page_locks_with_429_and_a_message(client: Client) -> None:
    for _ in range(TRIES):
        assert log_in(client, "wrong").status_code == 200
    locked = log_in(client)
    assert locked.status_code == 429
    assert 0 < int(locked["Retry-After"]) <= 15 * 60 + 1
    assert [error.code for error in locked.context["form"].non_field_errors().as_data()] == ["locked"]
    assert "15" in str(locked.context["form"].non_field_errors())
    assert log_in(client, REMOTE_ADDR="10.0.0.2").status_code == 302


def test_the_log_in_page_lets_in_after_a_few_mistakes(client: Client) -> None:
    for _ in range(3):
        for _ in range(TRIES - 1):
            log_in(client, "wrong")
        assert log_in(client)["Location"] == "/admin/"
        client.logout()


@pytest.mark.parametrize("refused", ["", "https://example.org/"])
def test_the_log_in_page_leads_to_the_desk_from_nowhere(client: Client, refused: str) -> None:
    fields = {"username": "vera", "password": PASSWORD, "next": refused}
    assert client.post(f"/admin/login/?next={refused}", fields)["Location"] == "/admin/"


def test_log_in_of_somebody_who_is_no_editor_is_refused(client: Client) -> None:
    User.objects.update(is_staff=False)
    assert log_in(client).status_code == 200
