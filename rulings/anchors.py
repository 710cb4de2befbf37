"""Ids of texts on a page that holds those of several sources."""

from __future__ import annotations

from collections.abc import Iterable


def page_ids(texts: Iterable[tuple[str, str, str]]) -> list[str]:
    """The ids of texts, by (game, source, anchor), in the order in which they stand on their page.

    An anchor belongs to one text of a source, and two sources may have the same. The first keeps the short id, so
    that links to it hold when another source comes after it.
    """
    ids: list[str] = []
    taken = set[str]()
    for game, source, anchor in texts:
        longer = (f"e-{anchor}", f"e-{source}-{anchor}", f"e-{game}-{source}-{anchor}")
        ids.append(next((one for one in longer if one not in taken), longer[-1]))
        taken.add(ids[-1])
    return ids
