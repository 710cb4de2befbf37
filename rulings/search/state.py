"""What the engine works on: the newest state of the index, decoded, with its words and names."""

from __future__ import annotations

import gc
import logging
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rulings.kinds import CHAPTER, NOTE
from rulings.languages import LANGUAGES, parses, written_in
from rulings.search.backend import backend
from rulings.search.names import Names
from rulings.search.ranking import Ranker
from rulings.search.readings import Reader
from rulings.search.segments import leaf_name
from rulings.search.snapshot import Snapshot
from rulings.search.storage import Mark, UnusableError
from rulings.search.tables import Mask
from rulings.search.vocabulary import Vocabulary

log = logging.getLogger(__name__)
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

    def warm(self) -> None:
        """Decode what will be asked for most."""
        for language in LANGUAGES:
            parses("и" if written_in("и", language) else "a", language)  # its dictionary is loaded with the first word
        for segment, _ in self.snapshot.parts:
            segment.warm()
        _settle_objects()
        self.vocabulary.warm()
        self.names.warm()
        _settle_objects()


def _settle_objects() -> None:
    # A state is a million objects that live as long as the process does, and looking through all of them for cycles
    # held a search up for .4 s at 50,000 entries.
    gc.collect()
    gc.freeze()


_LARGE = 2_000  # documents that are decoded while the state before still answers
_lock = threading.Lock()
_decoding = threading.Lock()
_state: State | None = None
_seen: tuple[Path, tuple[int, ...]] | None = None  # folder and times when the state was last known to be the newest


def current() -> State:
    """The state of the index as it is now; made anew when the index has changed.

    Raises ``UnusableError`` when there is no index that has been filled, or it can't be read.
    """
    global _state, _seen
    here = backend()
    times = here.times()
    state = _state
    if state is not None and _seen == (here.folder, times):
        return state
    with _lock:
        mark = here.mark()
        while _state is None or _state.mark != mark:
            if not here.folders.is_whole(mark.folder):
                break
            if _state is not None and _decoding.locked():  # a newer one is on its way
                return _state
            if damage := here.folders.damage(mark.folder):  # each search would read on until it meets it again
                raise UnusableError(damage)
            try:
                reader = here.reader()
                if _state is not None and _unknown(reader, _state) > _LARGE:
                    _make_in_background(mark, reader, _state)
                    return _state
                _state = make(mark, reader, _state)
            except UnusableError:
                read, mark = mark, here.mark()
                if mark == read:
                    raise
                # Whoosh opens files when it needs them: a writer took away what was being read.
        if _state is None or not here.folders.is_whole(mark.folder):
            _state = None  # of an index that was lost: what was edited since is not in it
            raise UnusableError("it was never filled")
        _seen = (mark.folder, times) if time.time() - max(times) / 1e9 > _SETTLED else None
        return _state


def settle() -> None:
    """Wait until what was written by now can be found, where a new state is being decoded in the background."""
    current()
    with _decoding:
        pass


def _unknown(reader: Any, before: State) -> int:
    """How many documents lie in segments that the state before doesn't have."""
    known = before.snapshot.segments
    leaves = [leaf for leaf, _ in reader.leaf_readers() if leaf.doc_count_all()]
    return sum(leaf.doc_count_all() for leaf in leaves if leaf_name(leaf) not in known)


def _make_in_background(mark: Mark, reader: Any, before: State | None) -> None:
    """Decode a state while the one before still answers: after a rebuild everything is new, and the same. Where another
    took its place meanwhile, that one is the newer."""

    def run() -> None:
        global _state, _seen
        try:
            made = make(mark, reader)
            with _lock:
                if _state is not before:
                    return
                _state, _seen = made, None
            made.warm()
        except UnusableError:
            log.exception("a new state of the index can't be read")
        finally:
            _decoding.release()

    if _decoding.acquire(blocking=False):
        threading.Thread(target=run, daemon=True, name="decoding").start()


def make(mark: Mark, reader: Any, before: State | None = None) -> State:
    """Decode a state; segments that the one before had are taken over."""
    known = before.snapshot.segments if before and before.mark.folder == mark.folder else None
    snapshot = Snapshot(reader, known)
    names = Names([(segment.names, offset) for segment, offset in snapshot.parts], snapshot.live)
    vocabulary = Vocabulary([segment.words for segment, _ in snapshot.parts])
    kinds, codes = snapshot.column("kind")
    titled = snapshot.is_entry & np.isin(codes, [at for at, kind in enumerate(kinds) if kind not in (CHAPTER, NOTE)])
    return State(mark, snapshot, names, vocabulary, Ranker(snapshot), Reader(snapshot, vocabulary, names), titled)
