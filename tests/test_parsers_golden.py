from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import golden

TEXTS = golden.texts()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_text_becomes_its_golden_tree(path: Path) -> None:
    assert golden.render(golden.tree(path)) == path.with_suffix(".json").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_golden_tree_written_out_again_is_its_text(path: Path) -> None:
    text = path.read_bytes().decode()
    assert re.sub(r"[\s\ufeff]+", "", golden.tree(path).text()) == re.sub(r"[\s\ufeff]+", "", text)


def test_no_golden_tree_is_without_its_text() -> None:
    trees = {path.stem for path in golden.FOLDER.glob("*.json")}
    assert trees == {path.stem for path in TEXTS}
