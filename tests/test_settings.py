from __future__ import annotations

from pathlib import Path

import pytest

from kb import settings


@pytest.mark.parametrize("before", [None, "", "\n"])
def test_the_secret_key_is_made_once_and_never_empty(
    before: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    path = tmp_path / "secret_key"
    if before is not None:
        path.write_text(before)  # a disk was full when it was made
    key = settings._secret_key()
    assert len(key) > 50
    assert settings._secret_key() == key == path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]
