from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulings.mentioning import _Taken

pieces = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)).map(lambda pair: (pair[0], sum(pair))), max_size=20)


@given(pieces)
def test_pieces_of_a_text_are_taken_when_nothing_of_them_is(wanted: list[tuple[int, int]]) -> None:
    taken, own = _Taken(), list[tuple[int, int]]()
    for start, end in wanted:
        is_free = all(end <= other or start >= other_end for other, other_end in own)
        assert taken.is_free(start, end) == is_free
        assert taken.take(start, end) == is_free
        if is_free:
            own.append((start, end))
