"""Static files: one stylesheet of its parts, a rule for every hue, drawings for every kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage

from kb.storage import STYLESHEET, JoinedStaticFilesStorage
from rulings import drawing
from rulings.kinds import CARD_KINDS, ENTRY_KINDS
from rulings.models import Game
from rulings.models.games import validate_hue

CSS = Path(settings.BASE_DIR) / "static" / "css"


def allowed_hues() -> list[int]:
    def is_allowed(hue: int) -> bool:
        try:
            validate_hue(hue)
        except ValidationError:
            return False
        return True

    return [hue for hue in range(360) if is_allowed(hue)]


def test_every_hue_a_game_may_have_has_its_rule() -> None:
    rules = "".join(f'[data-hue="{hue}"] {{ --h: {hue} }}\n' for hue in allowed_hues())
    assert (CSS / "hues.css").read_text().partition("[data-hue] { --c: 1 }\n")[2] == rules


@pytest.mark.django_db
def test_every_game_has_a_hue_of_its_rule(kb: None) -> None:
    assert {game.hue for game in Game.objects.all()} <= set(allowed_hues())


def test_stylesheet_is_joined_of_all_its_parts(tmp_path: Path) -> None:
    storage = JoinedStaticFilesStorage(location=tmp_path, base_url="/static/")
    source = FileSystemStorage(location=CSS.parent)
    names = [f"css/{path.name}" for path in CSS.glob("*.css")]
    for name in names:
        with source.open(name) as file:
            storage.save(name, file)
    done = list(storage.post_process({name: (source, name) for name in names}))
    assert not [failure for *_names, failure in done if isinstance(failure, Exception)]
    hashed = (tmp_path / storage.stored_name(STYLESHEET)).read_text()
    assert "@import" not in hashed
    for path in CSS.glob("*.css"):
        if path.name != "site.css":
            assert path.read_text().strip() in hashed, path.name


def test_stylesheet_asks_for_nothing() -> None:
    for path in CSS.glob("*.css"):
        assert not re.search(r"url\(|https?:", path.read_text()), path.name


@pytest.mark.parametrize("path", sorted(CSS.glob("*.css")), ids=lambda path: path.name)
def test_stylesheet_uses_only_tokens_that_exist(path: Path) -> None:
    known = set(re.findall(r"(--[\w-]+):", (CSS / "tokens.css").read_text() + path.read_text()))
    assert set(re.findall(r"var\((--[\w-]+)", path.read_text())) <= known


def test_every_kind_has_its_icon() -> None:
    icons = [kind.icon for kind in ENTRY_KINDS.values()] + [kind.icon for kind in CARD_KINDS.values()]
    for name in icons:
        assert drawing.icon(name).startswith('<svg viewBox="0 0 24 24" aria-hidden="true">')


def test_game_without_drawings_has_its_base_games_or_neutral_ones() -> None:
    assert drawing.emblem("new", "talisman") == drawing.icon("game-talisman")
    assert drawing.emblem("new") == drawing.icon("game")
    assert drawing.cover("new", "talisman") == drawing.cover("talisman") != drawing.cover("new")


def test_scripts_are_modules_of_one_feature() -> None:
    for path in (CSS.parent / "js").glob("*.js"):
        assert len(path.read_text().splitlines()) <= 120, path.name


def test_tests_use_plain_names() -> None:
    assert settings.STORAGES["staticfiles"]["BACKEND"] == f"{StaticFilesStorage.__module__}.StaticFilesStorage"
