from __future__ import annotations

from collections.abc import Sequence
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.search import ranking
from rulings.search.ranking import Ranker, Ranking
from rulings.search.state import current

pytestmark = pytest.mark.usefixtures("kb")

# From those that most entries have to one that nobody wrote.
WORDS = [
    *("не", "и", "на", "в", "персонаж", "карта", "если", "может", "герой", "атака", "враг", "игрок", "кость", "жетон"),
    *("животное", "менестрель", "корона", "заклинание", "пещерный", "тролль", "квазимодо", "nie", "karta", "dusza"),
]


def ranked(ranker: Ranker, asked: Sequence[str], least: float = 0.0) -> Ranking:
    state = current()
    reading = state.reader.as_typed(asked)
    named = state.names.find([state.reader.tokens(surface) for surface in reading.surfaces])
    return ranker.rank(reading.clauses, named, least)


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=5, unique=True),
    st.sampled_from([0.33, 0.5, 0.62, 0.75, 1.0]),
    st.sampled_from([1, 3, 8, 10_000]),
)
@settings(max_examples=150)
def test_what_is_left_out_could_not_have_reached_the_least(asked: list[str], least: float, many: int) -> None:
    """However many documents are held to be many: that is to say by every way in which sums are made."""
    whole = ranked(Ranker(current().snapshot), asked)
    with mock.patch.object(ranking, "_MANY", many):
        found = ranked(Ranker(current().snapshot), asked, least)
    assert found.best_coverage == whole.best_coverage
    enough = whole.coverage >= least * ranking.ROUNDED
    assert np.array_equal(whole.docs[enough], found.docs)
    assert np.array_equal(whole.scores[enough], found.scores)
    assert np.array_equal(whole.coverage[enough], found.coverage)


def test_words_that_mean_little_are_not_looked_at() -> None:
    ranker = Ranker(current().snapshot)
    whole, found = (len(ranked(ranker, ["и", "менестрель", "карта"], least).docs) for least in (0.0, 0.62))
    assert found < 20 < 100 < whole
