"""What the commands say when they can't do their work."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError

from rulings.management.commands import load_kb, publish
from rulings.search.storage import locked
from tests.desk import said


def test_a_database_that_is_not_ready_is_told_in_a_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "KB_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "kb.settings"}
    command = [sys.executable, "manage.py", "import_document", "fixtures/sources/ru/000_91eefb64ac7cc88a.txt"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    message = said("The database isn’t ready. This makes it so: %(command)s") % {"command": "manage.py load_kb"}
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_a_database_that_is_locked_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> int:
        raise OperationalError("database is locked")

    monkeypatch.setattr(publish, "publish", fail)
    with pytest.raises(CommandError) as told:
        call_command("publish")
    message = said("The database doesn’t answer: %(error)s. Nothing was written; try again in a little while.")
    assert str(told.value) == message % {"error": "database is locked"}


@pytest.mark.django_db
def test_one_loads_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(load_kb, "WAIT", 0)
    with locked(tmp_path / "load.lock", 0), pytest.raises(CommandError) as told:
        call_command("load_kb")
    assert str(told.value) == said("The knowledge base is being loaded already.")


def test_a_port_that_is_taken_is_said_before_anything_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(settings, "HOST", "127.0.0.1")
        monkeypatch.setattr(settings, "PORT", other.getsockname()[1])
        with pytest.raises(CommandError, match=f"^Порт {settings.PORT} занят .*PORT={settings.PORT + 1}$"):
            call_command("check_port")
    call_command("check_port")
