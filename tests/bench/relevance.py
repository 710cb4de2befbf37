"""``make relevance``: how high the right entries stand, by kind of query, for every judged set.

A set is JSON Lines: ``query``, ``ui_lang``, ``kind`` and ``expect`` (pieces of the right entries; none for a query that
nothing here answers). ``tune.jsonl`` may be looked at while ranking is worked on, ``report.jsonl`` only counted. Other
sets are named as arguments. With ``--misses`` the queries of the tuning set that miss are listed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent
GOLD = HERE.parent.parent / "shared" / "gold" / "queries.jsonl"  # where it lies beside the project
SETS = (
    HERE / "relevance" / "tune.jsonl",
    HERE / "relevance" / "none.jsonl",
    HERE / "relevance" / "absent.jsonl",  # things that aren't here, in sentences of ordinary words
    HERE / "relevance" / "report.jsonl",
)


class Judged(NamedTuple):
    """A query with the rank of its first right entry among ten (0: none); for an unanswerable one, its hits."""

    item: dict[str, Any]
    rank: int
    read_as: str


def judge(path: Path) -> list[Judged]:
    """Every query of a set, answered by the engine of this process."""
    from rulings.languages import fold
    from rulings.models import Entry
    from rulings.search.answering import answer
    from rulings.search.query import Query
    from rulings.search.state import current

    def plain(text: str) -> str:
        return re.sub(r"\s+", " ", fold(text)).replace('"', "").strip()

    texts = {entry.pk: f"{plain(entry.title)} \n {plain(entry.text)}" for entry in Entry.objects.live()}
    state = current()
    judged = []
    for line in path.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        found = answer(Query(item["query"], interface=item.get("ui_lang", "")), state)
        keys = [int(key) for key in state.snapshot.keys[found.docs[:10]]]
        wanted = [plain(piece) for piece in item["expect"]]
        ranks = [at for at, key in enumerate(keys, 1) if any(piece in texts[key] for piece in wanted)]
        rank = ranks[0] if ranks else 0
        judged.append(Judged(item, rank if wanted else len(found.docs), found.reading.text))
    return judged


def figures(ranks: Sequence[int]) -> str:
    count = max(1, len(ranks))
    first = sum(rank == 1 for rank in ranks) / count
    third = sum(1 <= rank <= 3 for rank in ranks) / count
    reciprocal = sum(1 / rank for rank in ranks if rank) / count
    return f"{len(ranks):>4} {first:>7.3f} {third:>7.3f} {reciprocal:>7.3f}"


def report(path: Path, *, misses: bool) -> None:
    judged = judge(path)
    kinds: dict[str, list[int]] = defaultdict(list)
    silent: list[bool] = []
    for query in judged:
        if query.item["expect"]:
            kinds[query.item["kind"]].append(query.rank)
        else:
            silent.append(query.rank == 0)
    print(f"\n{path.name:<12} {'n':>4} {'hits@1':>7} {'hits@3':>7} {'MRR@10':>7}")
    for kind in sorted(kinds):
        print(f"{kind:<12} {figures(kinds[kind])}")
    if kinds:
        print(f"{'all':<12} {figures([rank for ranks in kinds.values() for rank in ranks])}")
    print(f"silent on {sum(silent)} of {len(silent)} queries that nothing here answers")
    for query in judged if misses else ():
        wrong = query.rank != 1 if query.item["expect"] else query.rank
        if wrong:
            print(f"  {query.rank or '-'} [{query.item['kind']}] {query.item['query']} ({query.read_as})")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("sets", nargs="*", type=Path, help="other sets")
    arguments.add_argument("--misses", action="store_true")
    options = arguments.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    import django

    django.setup()
    for path in (*SETS, *([GOLD] if GOLD.exists() else []), *options.sets):
        report(path, misses=options.misses and path.name == "tune.jsonl")


if __name__ == "__main__":
    main()
