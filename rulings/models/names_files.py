"""What a names file said when it was last loaded, so that loading it again changes only what the file changed."""

from __future__ import annotations

from pathlib import Path

from django.db import models
from django.utils.translation import gettext_lazy as _


class NamesFile(models.Model):
    """``file_name`` is its folder and its name: names and table talk may have files of one name."""

    file_name = models.CharField(_("file"), max_length=520, unique=True)
    text = models.TextField(_("text"))
    loaded_at = models.DateTimeField(_("loaded"), auto_now=True)

    class Meta:
        verbose_name = _("names file")
        verbose_name_plural = _("names files")

    @classmethod
    def of(cls, path: Path) -> NamesFile:
        """What is known of a file; a new row for one that was never loaded."""
        name = f"{path.absolute().parent.name}/{path.name}"
        return cls.objects.filter(file_name=name).first() or cls(file_name=name)

    def __str__(self) -> str:
        return self.file_name
