"""What edits leave in the index: how many segments, how much an edit merges, and who merges the rest."""

from __future__ import annotations

import threading
from itertools import count

import pytest
from haystack import connections

from rulings.models import Entry
from rulings.search import backend as backend_module
from rulings.search import indexing, merging, state
from rulings.search.backend import Backend
from rulings.search.engine import search
from rulings.search.query import Query

_stamps = count(1_000_000_000)
WORD = "дирижабль"


def edit(entry: Entry) -> None:
    """As publishing leaves it, without what publishing costs."""
    entry.stamp = next(_stamps)
    Entry.objects.filter(pk=entry.pk).update(title=f"Летает ли {WORD}?", stamp=entry.stamp)
    indexing.update({Entry: [entry.pk]})


def edit_some(number: int) -> list[Entry]:
    edited = list(Entry.objects.live().exclude(kind="chapter").order_by("pk")[:number])
    for entry in edited:
        edit(entry)
    return edited


def sizes(index: Backend) -> list[int]:
    """Documents of each segment but the first, the largest first."""
    index.follow()
    return sorted((segment.doc_count_all() for segment in index.index._segments()), reverse=True)[1:]


def test_an_edit_merges_nothing_until_there_are_many(index: Backend) -> None:
    edit_some(merging.MANY)
    assert sizes(index) == [1] * merging.MANY
    edit_some(merging.MANY + 1)  # all of the first anew, whose segments have nothing left
    assert sizes(index) == [1] * (merging.MANY + 1)


def test_a_commit_merges_the_smallest_only_and_never_what_is_full(
    index: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "_FULL", 4)
    found = connections["default"].get_unified_index().get_index(Entry)
    seen = []
    for key in list(Entry.objects.live().order_by("pk").values_list("pk", flat=True)[:24]):
        with index.writer(small_at_most=3) as writer:
            index.bring_up(writer, found, [key])
        seen.append(sizes(index))
    assert seen[:5] == [[1], [1, 1], [1, 1, 1], [1, 1, 1, 1], [5]]  # with its own
    assert seen[-1] == [5, 5, 5, 5, 1, 1, 1, 1]


def test_edits_of_one_entry_leave_one_segment(index: Backend, ruling: Entry) -> None:
    for _time in range(merging.FEW):
        edit(ruling)
    assert sizes(index) == [1]


def test_whoever_serves_merges_and_the_answers_stay(index: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = edit_some(merging.FEW + 3)
    before = {item.entry.pk for item in search(Query(WORD)).results}
    looks = iter([False, True])

    class Until(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            return next(looks)

    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    indexing.keep_up(Until())
    assert sizes(index) == [len(edited)]
    assert before == {item.entry.pk for item in search(Query(WORD)).results} != set()
    assert search(Query(WORD)).total == len(edited)
    assert (indexing.condition().key, index.is_untidy()) == ("fine", False)


def test_an_index_that_is_too_scattered_is_made_anew(index: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend_module, "SCATTERED", 3)
    edit_some(3)
    folder = index.folder
    indexing.tidy()
    state.settle()
    assert (sizes(index), index.is_untidy(), search(Query(WORD)).total) == ([], False, 3)
    assert index.folder != folder
