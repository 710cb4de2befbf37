"""What the engine works on: the newest state of the index, decoded, with its words and names."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import numpy as np

from rulings.kinds import CHAPTER, NOTE
from rulings.search import indexing
from rulings.search.filters import Mask
from rulings.search.names import Names
from rulings.search.ranking import Ranker
from rulings.search.readings import Reader
from rulings.search.snapshot import Snapshot
from rulings.search.storage import Mark
from rulings.search.vocabulary import Vocabulary

# A file system may give two changes in quick succession one time: a change so young is not yet believed to be the last.
_SETTLED = 0.2  # seconds


@dataclass(frozen=True)
class State:
    mark: Mark
    snapshot: Snapshot
    names: Names
    vocabulary: Vocabulary
    ranker: Ranker
    reader: Reader
    titled: Mask  # entries that a suggestion can show: those with a question or a heading and a text of their own


_lock = threading.Lock()
_state: State | None = None
_seen: tuple[int, ...] = ()  # the times of the files when the state was last known to be the newest


def current() -> State:
    """The state of the index as it is now; made anew when the index has changed."""
    global _state, _seen
    backend = indexing.backend()
    times = backend.times()
    state = _state
    if state is not None and times == _seen:
        return state
    with _lock:
        mark = backend.mark()
        if _state is None or _state.mark != mark:
            _state = make(mark, backend.reader(), _state)
        _seen = times if time.time() - max(times) / 1e9 > _SETTLED else ()
        return _state


def make(mark: Mark, reader: object, before: State | None = None) -> State:
    """Decode a state; segments that the one before had are taken over."""
    known = before.snapshot.segments if before and before.mark.folder == mark.folder else None
    snapshot = Snapshot(reader, known)
    names = Names([(segment.names, offset) for segment, offset in snapshot.parts], snapshot.live, snapshot.keys)
    vocabulary = Vocabulary([segment.words for segment, _ in snapshot.parts])
    kinds, codes = snapshot.column("kind")
    titled = snapshot.is_entry & np.isin(codes, [at for at, kind in enumerate(kinds) if kind not in (CHAPTER, NOTE)])
    return State(mark, snapshot, names, vocabulary, Ranker(snapshot), Reader(snapshot, vocabulary, names), titled)
