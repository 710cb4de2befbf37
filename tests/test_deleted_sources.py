"""A source that an editor deleted stays deleted, until somebody imports its document."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from rulings.editing import delete
from rulings.importing import import_document
from rulings.models import Card, Game, Source
from rulings.reading import fixture_sources, is_deleted

pytestmark = pytest.mark.usefixtures("index")


def test_deleted_source_does_not_return_by_itself() -> None:
    source = Source.objects.get(game__slug="brimstone")
    path = next(path for path in fixture_sources() if path.name == source.file_name)
    assert not is_deleted(path)
    delete(source)
    assert is_deleted(path)
    assert [other for other in fixture_sources() if is_deleted(other)] == [path]
    import_document(path)  # by hand: then it is wanted
    assert not is_deleted(path)
    assert Source.objects.filter(game__slug="brimstone").exists()


def test_what_was_deleted_with_its_game_keeps_nothing_from_loading() -> None:
    game = Game.objects.get(slug="krolestwo-dusz")
    for thing in (*Source.objects.filter(game=game), *Card.objects.filter(game=game), game):
        delete(thing)
    call_command("load_kb", verbosity=0)
    assert not Game.objects.filter(slug="krolestwo-dusz").exists()
    assert Source.objects.count() == 4
