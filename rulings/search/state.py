"""What the engine works on: the newest state of the index, decoded, with its words and names."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from rulings.kinds import CHAPTER, NOTE
from rulings.search import indexing
from rulings.search.filters import Mask
from rulings.search.names import Names
from rulings.search.prefixes import Prefixes
from rulings.search.ranking import Ranker
from rulings.search.readings import Reader
from rulings.search.snapshot import Snapshot
from rulings.search.vocabulary import Vocabulary


@dataclass(frozen=True)
class State:
    generation: tuple[str, int]
    snapshot: Snapshot
    names: Names
    vocabulary: Vocabulary
    ranker: Ranker
    reader: Reader
    prefixes: Prefixes
    titled: Mask  # entries that a suggestion can show: those with a question or a heading and a text of their own


_lock = threading.Lock()
_state: State | None = None


def current() -> State:
    """The state of the index as it is now; made anew when the index has changed."""
    global _state
    backend = indexing.backend()
    generation = backend.generation()
    with _lock:
        if _state is None or _state.generation != generation:
            _state = _make(generation, backend.reader(), _state)
        return _state


def _make(generation: tuple[str, int], reader: object, before: State | None) -> State:
    known = before.snapshot.segments if before and before.generation[0] == generation[0] else None
    snapshot = Snapshot(reader, known)
    names = Names(snapshot)
    vocabulary = Vocabulary(snapshot.terms("forms"))
    kinds, codes = snapshot.column("kind")
    titled = snapshot.is_entry & np.isin(codes, [at for at, kind in enumerate(kinds) if kind not in (CHAPTER, NOTE)])
    return State(
        generation,
        snapshot,
        names,
        vocabulary,
        Ranker(snapshot),
        Reader(vocabulary, names),
        Prefixes(named for named in names.named if named.model == "rulings.card"),
        titled,
    )
