"""How what something costs grows with what it is given."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMES = 16


def seconds(run: Callable[[], object]) -> float:
    """Of the processor, the best of three: what else the machine does is not the code's."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def is_about_linear(run: Callable[[str], object], unit: str, count: int) -> bool:
    """Whether a text of units takes about sixteen times as long when it is sixteen times as long.

    Quadratic would be 256 times: the bound has room for a machine that is four times slower at one of them.
    """
    small = seconds(lambda: run(unit * count))
    return seconds(lambda: run(unit * count * TIMES)) < 4 * TIMES * small + 0.05
