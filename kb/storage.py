"""How static files are served: hashed names, compressed, and one stylesheet where the source has several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLESHEET = "css/site.css"
_IMPORT = re.compile(r'@import "([\w-]+\.css)";\n')


class JoinedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """The stylesheet's parts are put into it when the files are collected: a page asks for one file.

    Without this storage (``DEBUG``) the browser follows the imports itself.
    """

    support_js_module_import_aggregation = True  # modules import each other by their hashed names

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run and STYLESHEET in paths:
            joined = _IMPORT.sub(lambda part: _read(paths, f"css/{part[1]}"), _read(paths, STYLESHEET))
            self.delete(STYLESHEET)
            self._save(STYLESHEET, ContentFile(joined.encode()))
            paths = {**paths, STYLESHEET: (self, STYLESHEET)}
        yield from super().post_process(paths, dry_run, **options)


def _read(paths: dict[str, Any], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
