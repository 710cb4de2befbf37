"""Phrases, and how close together the words of a query stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rulings.search.snapshot import Snapshot
from rulings.search.tables import Ids

Tokens = frozenset[str]
FIELDS = ("title", "text")  # those whose words have places


def with_phrase(snapshot: Snapshot, phrase: Sequence[Tokens]) -> NDArray[np.bool_]:
    """Which documents have these words one right after the other."""
    found = np.zeros(snapshot.size, bool)
    for field in FIELDS:
        common = np.ones(snapshot.size, bool)
        for tokens in phrase:
            here = np.zeros(snapshot.size, bool)
            for token in tokens:
                here[snapshot.postings(field, token).docs] = True
            common &= here
        if len(phrase) == 1:
            found |= common
            continue
        docs = np.flatnonzero(common & ~found)
        places = [snapshot.places(field, tokens, docs) for tokens in phrase]
        found[docs] = [_is_phrase(words) for words in zip(*places, strict=True)]
    return found


def _is_phrase(places: Sequence[Sequence[int]]) -> bool:
    following = [set(word) for word in places[1:]]
    return any(all(start + at in word for at, word in enumerate(following, 1)) for start in places[0])


def closeness(snapshot: Snapshot, docs: Ids, words: Sequence[Tokens]) -> list[float]:
    """For each document: 1 when the words of the query stand together in their order in one field, less the farther
    apart they are; 0 when fewer than two of them stand in any one field."""
    best = [0.0] * len(docs)
    for field in FIELDS:
        standing = [snapshot.places(field, tokens, docs) for tokens in words]
        for number, places in enumerate(zip(*standing, strict=True)):
            if not all(places):
                places = tuple(filter(None, places))
            if len(places) > 1:
                span = _shortest_span(places)
                best[number] = max(best[number], len(places) / len(words) * len(places) / max(span, len(places)))
    return best


def _shortest_span(places: Sequence[Sequence[int]]) -> int:
    """The length of the shortest stretch that has one place of every word."""
    if sum(map(len, places)) == len(places):  # most words stand only once
        once = [own[0] for own in places]
        return max(once) - min(once) + 1
    merged = sorted((place, word) for word, own in enumerate(places) for place in own)
    counts = [0] * len(places)
    missing, left, best = len(places), 0, merged[-1][0] - merged[0][0] + 1
    for place, word in merged:
        missing -= counts[word] == 0
        counts[word] += 1
        while not missing:
            best = min(best, place - merged[left][0] + 1)
            counts[merged[left][1]] -= 1
            missing += counts[merged[left][1]] == 0
            left += 1
    return best
