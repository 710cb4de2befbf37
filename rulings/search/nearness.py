"""Phrases, and how close together the words of a query stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulings.search.snapshot import PLACE_BITS, PLACED, Snapshot, Tokens
from rulings.search.tables import Ids, Mask


def with_phrase(snapshot: Snapshot, phrase: Sequence[Tokens]) -> Mask:
    """Which documents have these words one right after the other in one field; of no words all."""
    if not phrase:
        return np.ones(snapshot.size, bool)
    found = np.zeros(snapshot.size, bool)
    for field in PLACED:
        standing = [(snapshot.standing(field, tokens), at) for at, tokens in enumerate(phrase)]
        (places, at), *others = sorted(standing, key=lambda one: len(one[0]))  # few are looked for among many
        starts = places - at
        for places, at in others:
            starts = starts[_among(starts + at, places)]
        found[starts >> PLACE_BITS] = True
    return found


def _among(these: Ids, those: Ids) -> Mask:
    """Which of these numbers are among those, which are in ascending order."""
    return those.take(those.searchsorted(these), mode="clip") == these if len(those) else np.zeros(len(these), bool)


def standing_together(snapshot: Snapshot, words: Sequence[Tokens]) -> Mask:
    """Which documents have these words in one field, in any order, each no farther from the first than they are many:
    other words may stand between them («pozbyć się», «się jej pozbyć»)."""
    found = np.zeros(snapshot.size, bool)
    for field in PLACED:
        places = snapshot.standing(field, words[0])
        for tokens in words[1:]:
            others = snapshot.standing(field, tokens)
            at = others.searchsorted(places - len(words))
            has = at < len(others)
            has[has] = others[at[has]] <= places[has] + len(words)
            places = places[has]
        found[places >> PLACE_BITS] = True
    return found


def closeness(snapshot: Snapshot, docs: list[int], words: frozenset[Tokens]) -> list[float]:
    """For each document: 1 when the words of the query stand together in one field, less the farther apart they are;
    0 when fewer than two of them stand in any one field."""
    return snapshot.nearness(words, docs, lambda missing: _measured(snapshot, missing, words))


def _measured(snapshot: Snapshot, docs: list[int], words: frozenset[Tokens]) -> list[float]:
    found = []
    asked = len(words)
    for standing in zip(*(snapshot.places(tokens, docs) for tokens in words), strict=True):
        best = 0.0
        for field in zip(*standing, strict=True):
            places = [own for own in field if own]
            have = len(places)
            if have > 1 and have / asked > best:  # nothing is closer than side by side
                best = max(best, have / asked * have / max(_shortest_span(places), have))
        found.append(best)
    return found


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
