"""The site as it is run: a process of its own, with a data folder and static files of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent.parent
START = 180  # seconds the site may take to answer on a busy machine


@contextmanager
def running_site(folder: Path, settings: str = "kb.settings") -> Iterator[str]:
    """The address of a site that was loaded into ``folder`` and serves on a port of its own."""
    prepare(folder, settings)
    with serving(folder, settings) as address:
        yield address


def prepare(folder: Path, settings: str = "kb.settings") -> None:
    """Make the data and the static files of a site."""
    manage(folder, settings, "load_kb")
    collect(folder, settings)


def collect(folder: Path, settings: str = "kb.settings") -> None:
    """Make the static files of a site whose data is there."""
    manage(folder, settings, "collectstatic", "--noinput")


@contextmanager
def serving(folder: Path, settings: str = "kb.settings", *options: str) -> Iterator[str]:
    """The address of a site whose data and static files are in ``folder`` already. ``options``: of gunicorn."""
    port = _free_port()
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "kb.wsgi", f"--bind=127.0.0.1:{port}", "--threads=4"),
            *("--config=kb/serving.py", "--log-level=error", *options),
        ],
        cwd=ROOT,
        env=environment(folder, settings),
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(START)


def manage(folder: Path, settings: str, command: str, *arguments: str) -> None:
    """Run a management command on the data in ``folder``."""
    subprocess.run(
        [sys.executable, "manage.py", command, "--verbosity=0", *arguments],
        cwd=ROOT,
        env=environment(folder, settings),
        check=True,
        stdout=subprocess.DEVNULL,
    )


def environment(folder: Path, settings: str = "kb.settings") -> dict[str, str]:
    return {**os.environ, "KB_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": settings, "LOG_LEVEL": "ERROR"}


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def _wait_for(address: str) -> None:
    until = time.monotonic() + START
    while True:
        try:
            with urlopen(address, timeout=5):  # noqa: S310 (our own server)
                return
        except OSError:  # refused, not ready, or too slow yet
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
