"""Sources that an editor deleted: those that come with the site don't return by themselves."""

from __future__ import annotations

from django.db import models


class DeletedSource(models.Model):
    """``path`` is where its outline says it belongs. Importing the document by hand forgets the deletion."""

    path = models.CharField(max_length=300, unique=True)
    deleted_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.path
