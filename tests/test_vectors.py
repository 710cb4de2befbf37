"""The server's side of the test vectors; the browser's is in e2e/test_search_offline.py."""

from __future__ import annotations

import pytest

from tests import vectors


@pytest.mark.django_db
def test_server_makes_of_the_vectors_what_the_file_says(kb: None) -> None:
    assert vectors.render(vectors.make()) == vectors.FILE.read_text(encoding="utf-8")
