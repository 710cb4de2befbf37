"""What a names file said when it was last loaded, so that loading it again changes only what the file changed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class NamesFile(models.Model):
    file_name = models.CharField(_("file"), max_length=200, unique=True)
    text = models.TextField(_("text"))
    loaded_at = models.DateTimeField(_("loaded"), auto_now=True)

    class Meta:
        verbose_name = _("names file")
        verbose_name_plural = _("names files")

    def __str__(self) -> str:
        return self.file_name
