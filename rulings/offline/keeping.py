"""Copies on disk, so that no process makes again what another one has made of the same data.

    offline/<key>.zip      a copy: its parts as they travel, and its version; before them a line that tells by its
                           checksum whether they are as they were written; replaced as a whole
    offline/<key>.….part   one that is being written
    offline.lock           held by the process that makes one

The folder lies beside the index that the copies are made of. Nothing of it is missed when it is gone.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

from django.conf import settings

from rulings.search.storage import locked

log = logging.getLogger(__name__)

_VERSION = "version"
_ABANDONED = 3600  # seconds after which a file that is still being written was left by a process that died


def key_of(*facts: object) -> str:
    """The name of a copy that is made of these facts, by this code."""
    return hashlib.sha256(repr((facts, _made_by())).encode()).hexdigest()[:32]


@cache
def _made_by() -> str:
    """Changes with whatever makes a copy: the code, its wording and drawings, the dictionaries."""
    found = hashlib.sha256()
    for path in sorted(_makers()):
        found.update(f"{path.relative_to(settings.BASE_DIR)}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _makers() -> Iterable[Path]:
    root = Path(settings.BASE_DIR)
    yield root / "requirements.txt"
    yield root / "kb" / "settings.py"
    for folder, pattern in (("rulings", "*.py"), ("rulings/locale", "*.mo"), ("static", "*.svg")):
        yield from (root / folder).rglob(pattern)


def read(folder: Path, key: str) -> tuple[str, dict[str, bytes]] | None:
    """The version and the parts of a copy; ``None`` when it isn't there whole."""
    try:
        checksum, _, packed = (folder / f"{key}.zip").read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("a copy for devices can't be read and is made anew: %s", error)
        return None
    if checksum != _checksum(packed):
        log.warning("a copy for devices is damaged and is made anew")
        return None
    with ZipFile(BytesIO(packed)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    return parts.pop(_VERSION).decode(), parts


def _checksum(packed: bytes) -> bytes:
    return hashlib.sha256(packed).hexdigest().encode()


def write(folder: Path, key: str, version: str, parts: dict[str, bytes]) -> None:
    """Keep a copy, whole or not at all, and drop those of other data. A disk that is full or closed costs time only."""
    fresh = folder / f"{key}.{secrets.token_hex(4)}.part"
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as file:  # the parts are compressed
        for name, content in {_VERSION: version.encode(), **parts}.items():
            file.writestr(name, content)
    packed = buffer.getvalue()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(_checksum(packed) + b"\n" + packed)
        fresh.replace(folder / f"{key}.zip")
        _sweep(folder, key)
    except OSError as error:
        log.warning("a copy for devices can't be kept on disk: %s", error)
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


@contextmanager
def making(folder: Path) -> Iterator[None]:
    """Be the only one who makes a copy, in this process and all others. Raises ``BusyError`` at once while another
    does; where no lock can be held, as on a closed disk, everybody may."""
    with ExitStack() as stack:
        with suppress(OSError):
            stack.enter_context(locked(folder.with_suffix(".lock"), 0))
        yield


def _sweep(folder: Path, key: str) -> None:
    for path in folder.glob("*.zip"):
        if path.stem != key:
            path.unlink(missing_ok=True)  # a process that still wants it has it in memory
    for path in folder.glob("*.part"):
        if path.stat().st_mtime < time.time() - _ABANDONED:
            path.unlink(missing_ok=True)
