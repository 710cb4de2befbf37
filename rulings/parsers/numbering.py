"""Numbered lines: what their numbers count, and which of them are headings and not items of a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulings.documents import names
from rulings.parsers.lines import is_sentence, look
from rulings.parsers.pieces import Piece, Reader

_NEVER_ITEMS = {"I.", "A."}  # numbers of headings, hardly ever of list items


def value(number: str) -> tuple[int, int]:
    """The first and last value of a printed number («2-6» is 2 to 6, «II» is 2, «в» is 3); (0, 0) for none."""
    if digits := re.findall(r"\d+", number):
        return int(digits[0]), int(digits[-1])
    if re.fullmatch("[IVX]+", number):
        values = [{"I": 1, "V": 5, "X": 10}[char] for char in number]
        total = sum(-one if one < max(values[at:]) else one for at, one in enumerate(values))
        return total, total
    for alphabet in ("абвгдежзиклмнопрстуфхцчшщэюя", "abcdefghijklmnopqrstuvwxyz"):
        if len(number) == 1 and (place := alphabet.find(number.lower())) >= 0:
            return place + 1, place + 1
    return 0, 0


def style(piece: Piece) -> str:
    """How a number is printed: «1.», «1)», «(1)», «I.», «а)» count apart."""
    first = piece.number[:1]
    roman = re.fullmatch("[IVX]+", piece.number) and piece.mark[-1:] == "."
    kind = "I" if roman else "1" if first.isdigit() else "A" if first.isupper() else "a"
    return f"{piece.mark[:1] if piece.mark[:1] in '([' else ''}{kind}{piece.mark[-1:] if piece.mark else ''}"


def _follows(before: Piece | None, piece: Piece | None) -> bool:
    if not before or not piece or not before.number or not piece.number:
        return False
    return style(before) == style(piece) and value(piece.number)[0] == value(before.number)[1] + 1


class _Numbered(NamedTuple):
    """What stands around a numbered line."""

    before: Piece | None  # the last piece
    following: Piece | None  # the next piece
    upcoming: Piece | None  # the next piece with a number printed as this one's
    heading: Piece | None  # the last heading
    numbered: Piece | None  # the last heading with a number
    listed: Piece | None  # the last numbered item since that heading
    alike: Piece | None  # the last piece with a number printed as this one's
    inside: bool  # an answer


def settle_numbers(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """A numbered line without final punctuation is a heading, unless its neighbours make it a list."""
    upcoming = _next_of_style(pieces)
    result: list[Piece] = []
    around = _Numbered(None, None, None, None, None, None, None, inside=False)
    alike: dict[str, Piece] = {}
    for at, piece in enumerate(pieces):
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        before = result[-1] if result else None
        around = around._replace(
            before=before, following=following, upcoming=upcoming[at], alike=alike.get(style(piece))
        )
        if piece.number and piece.kind in ("item", "heading"):
            alike[style(piece)] = piece
        if piece.kind == "item" and piece.number:
            if _is_numbered_heading(piece, around, reader):
                piece = piece._replace(kind="heading", look=look(piece.text) or "open")
            elif style(piece) in _NEVER_ITEMS:
                piece = _without_number(piece, reader)
        if piece.kind == "heading" and (piece.mark or piece.fixed or piece.look == "open"):
            numbered = piece if piece.number else around.numbered
            around = around._replace(heading=piece, numbered=numbered, listed=None, inside=False)
        elif piece.kind == "item" and piece.number:
            around = around._replace(listed=piece)
        elif piece.kind in ("question", "answer"):
            around = around._replace(listed=None, inside=True)
        result.append(piece)
    return result


def _without_number(piece: Piece, reader: Reader) -> Piece:
    """What only looked numbered («А. Петров»), as it would have been taken by itself."""
    text = piece.as_text()
    guess = "" if reader.is_remark(text.text) else look(text.text)
    return text._replace(kind="heading", look=guess) if guess and style(piece) == "A." else text


def _next_of_style(pieces: Sequence[Piece]) -> list[Piece | None]:
    """For every piece the next one whose number is printed as its own."""
    result: list[Piece | None] = [None] * len(pieces)
    seen: dict[str, Piece] = {}
    for at in range(len(pieces) - 1, -1, -1):
        piece = pieces[at]
        if piece.number and piece.kind in ("item", "heading"):
            result[at] = seen.get(style(piece))
            seen[style(piece)] = piece
    return result


def _announces(piece: Piece | None, reader: Reader) -> bool:
    """Whether a paragraph goes on in the list below it."""
    if piece is None or not piece.text.endswith(":") or piece.mark:
        return False
    language = reader.language
    return piece.kind == "text" or (piece.guessed and is_sentence(piece.text, language.code, language.modals))


def _is_numbered_heading(piece: Piece, around: _Numbered, reader: Reader) -> bool:
    following, upcoming = around.following, around.upcoming
    if following is None or piece.fixed:
        return False
    if following.kind == "heading" and following.number.startswith(f"{piece.number}."):
        # «3» before «3.1», but not the last step of a list in the middle of «3.1, 3.2»
        is_within = around.numbered is not None and around.numbered.number.startswith(f"{piece.number}.")
        is_step = _follows(around.listed, piece) and look(piece.text) not in {"open", "?", ":"}
        if not is_within and not is_step:
            return True
    if style(piece) == "A." and not (_follows(piece, upcoming) or _follows(around.alike, piece)):
        return False
    if following.kind == "note" or reader.call_out(following.text):
        return False
    if following.kind == "item" and _follows(piece, following):
        return False
    if following.near and value(piece.number)[0] == 1 and _announces(around.before, reader):
        return False  # «Действуют правила: / 1. Тишина / Нельзя говорить»: an item of two lines
    goes_on = _follows(around.numbered, piece)
    seen = look(piece.text)
    if seen == ":":  # «1. Состав: / • … / 2. Ход:», but not «1. Игрок может: / • …»
        in_line = goes_on or (_follows(piece, upcoming) and upcoming and look(upcoming.text) in {"open", ":"})
        if not in_line or is_sentence(piece.text, reader.language.code, reader.language.modals):
            return False
    elif seen not in {"open", "?"}:
        return False
    if _follows(around.listed, piece):
        return goes_on and around.numbered is around.heading
    if upcoming and upcoming.kind == "item" and _follows(piece, upcoming) and look(upcoming.text) not in {"open", ":"}:
        return False  # the next in the list is a sentence
    outline = reader.outline
    if around.heading and names([*outline.entries, *outline.errata], around.heading.text):
        return _follows(around.heading, piece)
    return not around.inside or following.kind in ("question", "heading") or goes_on
