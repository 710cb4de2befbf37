"""What a query may name: what is gone from the index is known no more, though its segment still has it."""

from __future__ import annotations

import pytest

from rulings.models import Synonym
from rulings.search import indexing
from rulings.search.backend import Backend
from rulings.search.state import current


def known() -> tuple[list[str], list[str], set[str]]:
    """Near a slip, by its Latin letters, and by one of its forms."""
    names = current().names
    return [*names.near("цепелин", 1.0)], names.transliterated("tseppelin"), {*names.lemmas("zeglarzowi")}


def test_words_that_players_no_longer_say_are_known_no_more(index: Backend) -> None:
    said = Synonym.objects.create(says="цеппелин, żeglarz", means="дракон", language="ru")
    indexing.update({Synonym: [said.pk]})
    assert known() == (["цеппелин"], ["цеппелин"], {"zeglarz"})
    index.remove(f"rulings.synonym.{said.pk}")
    assert known() == ([], [], set())


@pytest.mark.parametrize("token", ["корона"])
def test_a_card_that_is_gone_has_no_words(index: Backend, token: str) -> None:
    before = current().names.cards_with([token])
    gone = min(before)
    index.remove(f"rulings.card.{gone}")
    assert current().names.cards_with([token]) == before - {gone}
