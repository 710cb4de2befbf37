"""QR codes: as a picture, and in letters for a terminal."""

from __future__ import annotations

from io import BytesIO
from itertools import zip_longest

import segno

MAX_LENGTH = 2000  # bytes of what a code says; a phone still reads it from a screen
_QUIET = 4  # modules of quiet around a code, as the standard has it
_HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}  # (upper, lower) is dark
_BLACK_ON_WHITE, _PLAIN = "\x1b[97;40m", "\x1b[0m"


def svg(text: str) -> bytes:
    """A picture of any size, black on white with its quiet zone. Raises ``ValueError`` when the text is too long."""
    if len(text.encode()) > MAX_LENGTH:
        raise ValueError("too long for a QR code")
    out = BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(out, kind="svg", xmldecl=False, omitsize=True, border=_QUIET, light="#fff", svgclass=None, lineclass=None)
    return out.getvalue().strip()


def terminal(text: str, is_coloured: bool = True) -> str:
    """Lines of half blocks, each two rows of the code; coloured, so that it reads on light and dark terminals."""
    rows = [list(map(bool, row)) for row in segno.make_qr(text, error="l").matrix_iter(border=2)]
    lines = []
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=[False] * len(rows[0])):
        line = "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        lines.append(f"{_BLACK_ON_WHITE}{line}{_PLAIN}" if is_coloured else line)
    return "\n".join(lines)
