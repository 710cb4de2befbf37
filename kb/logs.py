"""What goes to the log, and how loudly."""

from __future__ import annotations

import logging


class AskedInVain(logging.Filter):
    """Lets a request that was refused or led nowhere (400 to 499) pass as one line of information: what a reader or a
    robot asks for in vain is no failure of the site. ``level``: the least that is written, by its name."""

    def __init__(self, level: str) -> None:
        super().__init__()
        self.is_written = logging.getLevelNamesMapping()[level] <= logging.INFO

    def filter(self, record: logging.LogRecord) -> bool:
        if not 400 <= getattr(record, "status_code", 0) < 500:  # Django's name for it
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = record.exc_text = None
        return self.is_written
