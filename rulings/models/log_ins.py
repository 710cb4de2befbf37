"""How often somebody tried to log in of late: counts that expire by themselves. Written by ``rulings.accounts``."""

from __future__ import annotations

from django.db import models


class LogInCount(models.Model):
    """``key`` is a digest: neither names (people type passwords there) nor addresses are kept."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"
