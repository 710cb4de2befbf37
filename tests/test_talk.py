"""Table talk from files: what a file comes to say and what it no longer says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.models import Game, Synonym
from rulings.reading import ImportFailure
from rulings.talk import load_talk

pytestmark = pytest.mark.django_db

ONE = '[[synonym]]\nlanguage = "ru"\nsay = ["мегахрень"]\nmeans = ["жаба"]\ngame = "{game}"\n'


def said() -> set[tuple[str, str]]:
    return set(Synonym.objects.filter(says__startswith="мега").values_list("says", "means"))


def test_rows_follow_their_file(index: None, tmp_path: Path) -> None:
    path = tmp_path / "proba.toml"
    path.write_text(ONE.format(game="talisman"))
    assert (load_talk(path), load_talk(path)) == (1, 0)
    assert said() == {("мегахрень", "жаба")}
    path.write_text(ONE.format(game="talisman").replace("жаба", "город"))
    assert load_talk(path) == 2
    assert said() == {("мегахрень", "город")}


def test_what_an_editor_changed_stays(index: None, tmp_path: Path) -> None:
    path = tmp_path / "proba.toml"
    path.write_text(ONE.format(game="talisman"))
    load_talk(path)
    Synonym.objects.filter(says="мегахрень").update(means="призрак")
    path.write_text("synonym = []\n")
    assert load_talk(path) == 0
    assert said() == {("мегахрень", "призрак")}


def test_what_is_elsewhere_means_nothing(index: None, tmp_path: Path) -> None:
    path = tmp_path / "proba.toml"
    path.write_text('[[elsewhere]]\nlanguage = "ru"\nsay = ["мегашашки", "мега нарды"]\n')
    assert load_talk(path) == 1
    assert said() == {("мегашашки, мега нарды", "")}
    path.write_text('[[elsewhere]]\nlanguage = "ru"\nsay = ["мегашашки"]\nmeans = ["жаба"]\n')
    with pytest.raises(ImportFailure) as failure:
        load_talk(path)
    assert (failure.value.problem.key, failure.value.problem.line) == ("names-key", 4)
    path.write_text(ONE.format(game="talisman") + "weight = 2\n")
    with pytest.raises(ImportFailure) as failure:
        load_talk(path)
    assert (failure.value.problem.key, failure.value.problem.detail) == ("names-key", "weight")


def test_an_unknown_game_is_refused_and_nothing_written(index: None, tmp_path: Path) -> None:
    path = tmp_path / "proba.toml"
    path.write_text(ONE.format(game="nothing"))
    with pytest.raises(ImportFailure) as failure:
        load_talk(path)
    assert (failure.value.problem.key, failure.value.problem.detail) == ("names-game", "nothing")
    assert said() == set()


def test_talk_of_a_game_that_an_editor_deleted_is_left_out(index: None, tmp_path: Path) -> None:
    path = tmp_path / "proba.toml"
    game = Game.objects.create(slug="shashki")
    path.write_text(ONE.format(game="shashki"))
    load_talk(path)
    game.delete()
    path.write_text(ONE.format(game="shashki") + ONE.format(game="talisman").replace("мегахрень", "мегаштука"))
    assert load_talk(path) == 1
    assert said() == {("мегаштука", "жаба")}
