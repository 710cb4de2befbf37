"""What a paragraph is, once its neighbours are asked: one function a question, each over all pieces in order.

A guess that the outline or the format made firm (``fixed``) is never touched.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from rulings.languages import fold, part_of_speech
from rulings.languages import words as words_of
from rulings.parsers.lines import HEADING_LENGTH, is_quoted, is_sentence, look, opens_with
from rulings.parsers.numbering import settle_numbers
from rulings.parsers.pieces import Piece, Reader

_LONG_CHAIN = 5  # so many headings on top of each other are a list
_CLOSING_LINES = 6
_SENTENCE_WORDS = 5  # a line with a verb and no fewer words than this may be a sentence without its full stop


def settle(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """The pieces as the tree will take them."""
    for step in _STEPS:
        pieces = step(pieces, reader)
    return pieces


def _next(pieces: Sequence[Piece], at: int) -> Piece | None:
    return pieces[at + 1] if at + 1 < len(pieces) else None


# ── call-outs ──────────────────────────────────────────────────────────────


def _labels(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """«Пример:» alone on its line is one call-out with the paragraph after it."""
    result: list[Piece] = []
    for piece in pieces:
        label = result[-1] if result else None
        if (
            label
            and label.kind == "text"
            and label.line == label.last
            and reader.is_label(label.text)
            and (piece.kind == "text" or piece.guessed)
        ):
            result[-1] = label._replace(text=f"{label.text} {piece.whole}", last=piece.last)
        else:
            result.append(piece)
    return result


# ── questions without a mark ───────────────────────────────────────────────


def _questions(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """A paragraph that asks, right before an answer that no question waits for, is its question."""
    result: list[Piece] = []
    is_open = False
    for piece in pieces:
        before = result[-1] if result else None
        if piece.kind == "answer" and not is_open and before and _may_ask(before):
            result[-1] = _as_question(before)
        if piece.kind in ("question", "answer"):
            is_open = piece.kind == "question"
        elif piece.kind == "heading" and piece.fixed:
            is_open = False
        result.append(piece)
    return result


def _may_ask(piece: Piece) -> bool:
    return piece.kind in ("text", "heading", "item") and not piece.fixed and _ends_asking(piece)


def _as_question(piece: Piece) -> Piece:
    text = " ".join((piece.printed or piece.text).split("\n"))
    return piece._replace(kind="question", text=text, printed="", look="")


def _ends_asking(piece: Piece) -> bool:
    return piece.text.rstrip("»”\")'").endswith("?")


def _unmarked_pairs(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """Where a FAQ has no marks at all, every paragraph that asks and is followed by text is a question."""
    if not reader.asks or any(piece.kind in ("question", "answer") for piece in pieces):
        return pieces
    result = list(pieces)
    for at, piece in enumerate(pieces):
        following = _next(pieces, at)
        answered = following and following.kind in ("text", "item") and not _ends_asking(following)
        if answered and _may_ask(piece) and (piece.kind != "item" or piece.number):
            result[at] = _as_question(piece)
    return result


# ── headings that end with «?», «!», «:» ───────────────────────────────────


def _doubts(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """Keeps those lines whose neighbours bear out that they are headings."""
    result: list[Piece] = []
    inside = False
    judges = {"?": _asks, "!": _calls, ":": _announces}
    for at, piece in enumerate(pieces):
        if piece.guessed and piece.look in judges:
            before, following = (result[-1] if result else None), _next(pieces, at)
            is_close = piece.near and before is not None and before.kind in ("text", "item", "question", "answer")
            if is_close or not following or not judges[piece.look](piece, before, following, inside, reader):
                piece = piece.as_text()
        if piece.kind == "heading":
            inside = False
        elif piece.kind in ("question", "answer"):
            inside = True
        result.append(piece)
    return result


def _asks(piece: Piece, before: Piece | None, following: Piece, inside: bool, reader: Reader) -> bool:
    return following.kind == "question" or (not inside and following.kind in ("text", "item", "heading"))


def _calls(piece: Piece, before: Piece | None, following: Piece, inside: bool, reader: Reader) -> bool:
    if following.kind == "question":
        return is_quoted(piece.text)
    return not inside and following.kind in ("text", "item")


def _announces(piece: Piece, before: Piece | None, following: Piece, inside: bool, reader: Reader) -> bool:
    """«Состав игры:» heads a list; «Игрок может:» goes on in it, and so does what stands right below a heading, or is
    told in lower case with semicolons."""
    first = next(words_of(piece.text), None)
    language = reader.outline.language
    if is_sentence(piece.text, language, reader.language.modals) or "." in piece.text:  # «См. таблицу:»
        return False
    if len(piece.text.split()) > 4 and first and part_of_speech(first.text, language) == "function":
        return False
    if inside:
        return following.kind == "question" or (following.kind == "heading" and following.look == "open")
    if following.kind == "item" and following.text[:1].islower() and following.text.endswith((";", ",")):
        return False
    return not (before and before.kind == "heading" and (before.mark or following.kind == "item"))


# ── headings and what stands around them ───────────────────────────────────


def _crowded(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """Where blank lines set headings off from the text before them, a line close below a text is none."""
    ends = ("text", "item", "answer")
    places = [at for at in range(1, len(pieces)) if pieces[at].guessed and pieces[at - 1].kind in ends]
    close = [at for at in places if pieces[at].near]
    if len(places) < 4 * len(close):
        return pieces
    result = list(pieces)
    for at in close:
        following = _next(pieces, at)
        if not following or following.kind != "question":
            result[at] = pieces[at].as_text()
    return result


# ── headings on top of each other ──────────────────────────────────────────


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Where guessed headings stand right above each other: first, and the one after the last."""
    at = 0
    while at < len(pieces):
        end = at
        while end < len(pieces) and pieces[end].guessed:
            end += 1
        if end > at:
            yield at, end
        at = max(end, at + 1)


def _numbered_texts(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """Between two numbered headings the first line that looks like a heading is the text of the one above it:
    no number is printed over nothing."""
    result = list(pieces)
    for at, end in _runs(pieces):
        before, after = (pieces[at - 1] if at else None), (pieces[end] if end < len(pieces) else None)
        if before and after and all(piece.kind == "heading" and piece.number for piece in (before, after)):
            result[at] = pieces[at].as_text()
    return result


def _sentences(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """A sentence that lost its full stop is text: right below a heading («Ход / Игроки ходят по очереди»), and
    wherever it stands when it says «If …, …»."""
    result = list(pieces)
    for at, piece in enumerate(pieces):
        above = result[at - 1] if at else None
        if piece.guessed and (_says_if(piece, reader) or _tells(piece, above, _next(pieces, at), reader)):
            result[at] = piece.as_text()
    return result


def _says_if(piece: Piece, reader: Reader) -> bool:
    """«Если …, …» with a verb in its second half."""
    language = reader.language
    _, _, then = piece.text.partition(",")
    return opens_with(piece.text, *language.conditions) and is_sentence(then, language.code, language.modals)


def _tells(piece: Piece, above: Piece | None, following: Piece | None, reader: Reader) -> bool:
    """Whether a line is a sentence about the heading above it. «Карты, которые сражаются вместо вас» is a heading:
    its verb stands after a comma; so are «Как ходят герои» and what stands above a question. No number is printed
    over nothing, so below one a shorter sentence will do."""
    if piece.look != "open" or not above or above.kind != "heading" or (following and following.kind == "question"):
        return False
    language = reader.language
    is_long = above.number or len(piece.text.split()) >= _SENTENCE_WORDS
    if not is_long or opens_with(piece.text, *language.askers):
        return False
    return is_sentence(piece.text.partition(",")[0], language.code, frozenset())


def _lists(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """A long chain of headings is a list without bullets under the first of them; so are lines that begin with a
    quantity («55 карт»), and lines after a paragraph that ends with a colon."""
    result = list(pieces)
    for at, end in _runs(pieces):
        before, after = (pieces[at - 1] if at else None), _next(pieces, end - 1)
        length = end - at
        for place in range(at, end):
            piece = pieces[place]
            is_last = place == end - 1 and after is not None
            counts = [one.text[:1].isdigit() for one in pieces[place : place + 2]]
            is_quantity = counts[0] and length > 1 and (place > at or all(counts) or (before and before.fixed))
            announced = length > 2 and before is not None and before.kind == "text" and before.text.endswith(":")
            if not is_last and (is_quantity or announced or (length >= _LONG_CHAIN and place > at)):
                result[place] = piece.as_text()
    return result


def _last_words(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """«Приятной игры» at the end of a foreword, right above the first heading, which is in capitals, is no heading."""
    first = next((at for at, piece in enumerate(pieces) if piece.kind == "heading"), None)
    if first is None or not first or first + 1 >= len(pieces):
        return pieces
    piece, below = pieces[first], pieces[first + 1]
    is_above = piece.guessed and not reader.shape(piece) and below.guessed and reader.shape(below) == "capitals"
    if not is_above or pieces[first - 1].kind != "text":
        return pieces
    return [*pieces[:first], piece.as_text(), *pieces[first + 1 :]]


# ── answers ────────────────────────────────────────────────────────────────


def _answers(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """What stands between a question and its answer is no heading; nor is a short answer without its mark, nor
    what stands between «В1» and «В2» where every heading begins its numbers anew."""
    result = list(pieces)
    starts_anew = _starts_anew(pieces)
    ends = [at for at, piece in enumerate(pieces) if piece.kind in ("question", "answer") or piece.fixed]
    asked = 0  # the number of the last question
    for at, end in itertools.pairwise([*ends, len(pieces)]):
        mark, after = pieces[at], (pieces[end] if end < len(pieces) else None)
        asked = _count(mark) if mark.kind == "question" else asked if mark.kind == "answer" else 0
        is_asked = mark.kind == "question" and after is not None and after.kind == "answer"
        goes_on = starts_anew and asked > 0 and after is not None and after.kind == "question"
        if is_asked or (goes_on and after and _count(after) == asked + 1):
            result[at + 1 : end] = [piece.as_text() if piece.guessed else piece for piece in pieces[at + 1 : end]]
        elif end > at + 1 and pieces[at + 1].guessed and _answers_shortly(pieces, at, reader):
            result[at + 1] = pieces[at + 1].as_text()
    return result


def _starts_anew(pieces: Sequence[Piece]) -> bool:
    """Whether the numbers of the questions begin anew under (nearly) every heading."""
    counts: list[tuple[int, int]] = []  # the numbers before and after a heading
    asked = 0
    for piece, following in itertools.pairwise(pieces):
        if piece.kind == "question":
            asked = _count(piece)
        elif piece.kind == "heading" and following.kind == "question" and asked:
            counts.append((asked, _count(following)))
    going_on = sum(after == before + 1 for before, after in counts)
    return len(counts) > 3 * going_on


def _count(question: Piece) -> int:
    digits = re.search(r"\d+$", question.number)
    return int(digits[0]) if digits else 0


def _answers_shortly(pieces: Sequence[Piece], at: int, reader: Reader) -> bool:
    """Whether the line below a question that looks like a heading is its answer: «Да», «Три, если …» close to it, a
    sentence, what text goes on after; and what stands below a bare «Ответ». «Храм» before the next question isn't."""
    mark, piece, following = pieces[at], pieces[at + 1], _next(pieces, at + 1)
    if mark.kind != "question":
        return mark.kind == "answer" and not mark.text
    language = reader.language
    if piece.near or opens_with(piece.text, fold(language.yes), fold(language.no)):
        return True
    return (
        following is None or following.kind in ("text", "item") or is_sentence(piece.text, language.code, frozenset())
    )


# ── the edges of the text ──────────────────────────────────────────────────


def _edges(pieces: list[Piece], reader: Reader) -> list[Piece]:
    """Who made the document stands above its first heading or at its end; so does a last line with nothing under
    it (a date, a greeting), unless it is all that stands under a heading or a question."""
    result = list(pieces)
    for at, piece in enumerate(pieces):
        if piece.kind != "text" and not (piece.guessed and _is_credit(piece, reader)):
            break
        if _is_credit(piece, reader):
            result[at] = piece.as_text()._replace(kind="note")
    if not pieces:
        return result
    last, above = pieces[-1], (pieces[-2] if len(pieces) > 1 else None)
    greets = last.kind == "text" and not last.near and not last.fixed and look(last.text) == "!"
    if last.guessed or (greets and above and above.kind != "question"):
        is_text = above and above.kind == "heading"
        result[-1] = last.as_text() if is_text else last.as_text()._replace(kind="note")
    closing = len(pieces)
    for at in range(len(pieces) - 1, max(-1, len(pieces) - 1 - _CLOSING_LINES), -1):
        piece = pieces[at]
        if (piece.kind != "text" and not piece.guessed) or piece.fixed or len(piece.text) > HEADING_LENGTH:
            break
        if _is_credit(piece, reader) and at:
            closing = at
    result[closing:] = [piece.as_text()._replace(kind="note") for piece in pieces[closing:]]
    return result


def _is_credit(piece: Piece, reader: Reader) -> bool:
    if len(piece.text) > HEADING_LENGTH or piece.fixed:
        return False
    match = reader.words.loose_credit.match(piece.text)
    return match is not None and (not match["name"] or match["name"].isupper())


_STEPS = (
    *(_labels, settle_numbers, _questions, _unmarked_pairs, _doubts),
    *(_crowded, _numbered_texts, _sentences, _lists, _last_words),
    *(_answers, _edges),
)
