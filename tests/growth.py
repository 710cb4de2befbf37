"""How what something costs grows with what it is given."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMES = 16
TRIES = 3  # the best counts: what else the machine does is not the code's


def seconds(run: Callable[[], object]) -> float:
    """Of the processor."""
    start = time.process_time()
    run()
    return time.process_time() - start


def takes_less(run: Callable[[], object], most: float) -> bool:
    """Whether the best try takes less than so many seconds: the first that does is enough."""
    return any(seconds(run) < most for _ in range(TRIES))


def is_about_linear(run: Callable[[str], object], unit: str, count: int) -> bool:
    """Whether a text of units takes about sixteen times as long when it is sixteen times as long.

    Quadratic would be 256 times: the bound has room for a machine that is four times slower at one of them.
    """
    small = min(seconds(lambda: run(unit * count)) for _ in range(TRIES))
    return takes_less(lambda: run(unit * count * TIMES), 4 * TIMES * small + 0.05)
