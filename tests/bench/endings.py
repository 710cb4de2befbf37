"""Endings that tell how much a word means, for a device that has no dictionary: made from a list of words.

``python -m tests.bench.endings CODE FILE`` reads words of a language, one a line, as many as possible (those that the
dictionary lacks are left out), and prints what ``rulings/languages/frequent_words/CODE.endings`` has.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")

import django

django.setup()

from rulings.languages import in_dictionary  # noqa: E402
from rulings.languages.frequent import ends  # noqa: E402
from rulings.offline.unknown import importance  # noqa: E402
from rulings.search import clauses  # noqa: E402

TELLS, ENOUGH = 0.92, 8  # of the words that end so; words
OF_NOUNS = 3  # letters at least: names that no dictionary has end like nouns more often


def endings(words: Iterable[str], code: str) -> dict[str, int]:
    """Each with how much a word means that ends so, in hundredths; none that ends like another that tells the same."""
    counted: dict[str, Counter[int]] = defaultdict(Counter)
    for word in words:
        if in_dictionary(word, code):
            weight = importance(word, frozenset())
            for end in ends(word):
                counted[end][weight] += 1
    found: dict[str, int] = {}
    for end, counts in sorted(counted.items(), key=lambda item: (len(item[0]), item[0])):
        ((weight, count),) = counts.most_common(1)
        shorter = next((found[end[at:]] for at in range(1, len(end)) if end[at:] in found), None)
        is_sure = count >= max(ENOUGH, TELLS * counts.total()) and weight > clauses.CHATTER * 100
        if is_sure and weight not in (100, shorter) and (weight < 100 or len(end) >= OF_NOUNS):
            found[end] = weight
    return found


if __name__ == "__main__":
    code, path = sys.argv[1:]
    told = endings(dict.fromkeys(Path(path).read_text(encoding="utf-8").split()), code)
    for weight in sorted({*told.values()}):
        print(weight, *(end for end, own in told.items() if own == weight))
