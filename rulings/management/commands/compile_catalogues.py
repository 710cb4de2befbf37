"""manage.py compile_catalogues: the translations that editors of the code write (.po) to what Django reads (.mo).

Needs no gettext tools, only polib (requirements-dev.txt): a newcomer's machine has none, so the .mo files are
committed and a test keeps them fresh.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


def catalogues() -> list[Path]:
    return sorted(path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/*.po"))


def compiled(path: Path) -> bytes:
    """The .mo of a .po: the same bytes for the same texts."""
    import polib

    binary: bytes = polib.pofile(str(path)).to_binary()
    return binary


class Command(BaseCommand):
    help = "Compile the translations (.po to .mo)."

    def handle(self, *args: Any, **options: Any) -> None:
        for path in catalogues():
            path.with_suffix(".mo").write_bytes(compiled(path))
