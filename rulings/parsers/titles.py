"""Which of a text's first lines are its title, and not yet a heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulings.documents import Problem
from rulings.languages import fold, lemmas, part_of_speech, written_in
from rulings.languages import words as words_of
from rulings.parsers.lines import HEADING_LENGTH, ends_open, is_sentence
from rulings.parsers.pieces import Piece, Reader, continues_heading

_DATED = re.compile(r"\b(?:19|20)\d\d\b|\d\.\d")  # a year, a date, an edition
_MOST_LINES = 6  # a longer title is none
MOSTLY = 0.5  # of a line's words, from which on it says what the outline's title says


def split(pieces: list[Piece], reader: Reader) -> tuple[list[str], list[Piece], list[Problem]]:
    """The lines of the title, the pieces after them, and what is odd: the title may stand twice.

    A first line is the title when it says what the title in the outline says, or when it says that it is a
    document («FAQ», «Правила …»). Lines right under it go with it, and so does a line that has the rest of the
    outline's title, or one that nothing else could stand under. A text may begin without a title; a text that is
    nothing else has none.
    """
    count = 0
    if pieces and pieces[0].kind in ("heading", "text") and not pieces[0].fixed and not pieces[0].mark:
        close = _lines_close_together(pieces)
        if close < len(pieces) and _is_title(pieces, close, reader):
            count = close
    problems: list[Problem] = []
    while 0 < count < min(_MOST_LINES, len(pieces) - 1):
        piece, titles = pieces[count], [one.text for one in pieces[:count]]
        if piece.text == titles[0] and not piece.fixed and not piece.mark:
            problems.append(Problem("title-twice", piece.line))
        elif not _is_rest_of_title(pieces, count, titles, reader) and not _is_subtitle(pieces, count, reader):
            break
        elif _DATED.search(piece.text):  # worth reading
            pieces = [*pieces[:count], piece.as_text()._replace(fixed=True), *pieces[count + 1 :]]
            break
        count += 1
    return [piece.whole for piece in pieces[:count]], pieces[count:], problems


def _lines_close_together(pieces: Sequence[Piece]) -> int:
    """How many lines the title has, if it is one: a block of its own, of lines that look like headings."""
    count = 1
    while count < min(_MOST_LINES, len(pieces)) and pieces[count].near and continues_heading(pieces[count]):
        count += 1
    set_off = count < len(pieces) and not pieces[count].near
    return count if set_off else 1


def _is_title(pieces: Sequence[Piece], count: int, reader: Reader) -> bool:
    first, following = pieces[0], pieces[count]
    known = reader.outline.title
    line = " ".join(piece.text for piece in pieces[:count])
    if fold(line) == fold(known):
        return True
    language = reader.outline.language
    share = max(said(line, known, language), said(first.text, known, language))
    if first.kind != "heading":
        return _is_title_with_full_stop(line, share, following, reader)
    if not known or share > MOSTLY:
        return True
    if not any(written_in(word.text, language) for word in words_of(line)):
        return True  # a game's name in another alphabet
    says_document = _says_document(line, reader)
    if says_document and following.guessed and said(following.text, known, language) == 1:
        return True  # «FAQ», and below it the name of the game
    shape = reader.shape(first)
    headings = [piece for piece in pieces[count:] if piece.kind == "heading"]
    if not (share or says_document) or (shape and any(reader.shape(piece) == shape for piece in headings)):
        return False
    if following.kind == "question":
        return not headings or _says_nothing_else(line, reader)
    return says_document or following.kind == "heading"


def _is_title_with_full_stop(line: str, share: float, following: Piece, reader: Reader) -> bool:
    """A first line that is no heading by its look: «Манчкин. Вопросы и ответы.». It names the game, and not in a
    sentence."""
    if len(line) > HEADING_LENGTH or len(list(words_of(line))) < 2:
        return False
    language = reader.language
    if share == 1 or (ends_open(line) and share > MOSTLY):
        return True
    names = [word.text for word in words_of(line) if language.titles.isdisjoint(lemmas(word.text, language.code))]
    is_document = len(names) < len(list(words_of(line)))
    named = said(" ".join(names), reader.outline.title, language.code)
    return is_document and named > 0 and following.guessed and not is_sentence(line, language.code, language.modals)


def _is_rest_of_title(pieces: Sequence[Piece], at: int, titles: Sequence[str], reader: Reader) -> bool:
    piece, following = pieces[at], pieces[at + 1]
    if not piece.guessed or following.kind == "question":
        return False
    language = reader.outline.language
    return said(piece.text, reader.outline.title, language) == 1 and said(piece.text, " ".join(titles), language) < 1


def _is_subtitle(pieces: Sequence[Piece], at: int, reader: Reader) -> bool:
    """A line between the title and the first heading: it says what the document is, or what stands below it is of
    a higher rank («РАЗДЕЛ I»); unless there are more of its kind, which makes it the first of several parts."""
    piece, below = pieces[at], pieces[at + 1]
    if not piece.guessed or not below.guessed or reader.shape(piece):
        return False
    later = [one for one, two in pairwise(pieces[at + 1 :]) if one.guessed and two.guessed and not reader.shape(one)]
    if reader.shape(below):
        follow = (two for one, two in pairwise(pieces[at + 1 :]) if one.guessed and not reader.shape(one))
        return not any(two.guessed and reader.shape(two) for two in follow)
    return _says_document(piece.text, reader) and not any(_says_document(one.text, reader) for one in later)


def _says_document(line: str, reader: Reader) -> bool:
    """Whether a line has a word that titles of documents have."""
    language = reader.language
    return any(lemma in language.titles for word in words_of(line) for lemma in lemmas(word.text, language.code))


def _says_nothing_else(line: str, reader: Reader) -> bool:
    """«Часто задаваемые вопросы» says that it is a document and nothing else; «Вопросы о картах» is a chapter."""
    language = reader.language
    known = language.titles | language.title_fillers
    return all(
        part_of_speech(word.text, language.code) == "function" or not known.isdisjoint(lemmas(word.text, language.code))
        for word in words_of(line)
    )


def said(line: str, title: str, language: str) -> float:
    """What part of a line's words stands in a title, in any form."""
    known = {fold(word.text) for word in words_of(title)}
    wanted = [
        word.text
        for word in words_of(line)
        if fold(word.text) in known or part_of_speech(word.text, language) != "function"
    ]
    missing = [word for word in wanted if fold(word) not in known]
    if missing:
        forms = {lemma for word in words_of(title) for lemma in lemmas(word.text, language)}
        missing = [word for word in missing if forms.isdisjoint(lemmas(word, language))]
    return 1 - len(missing) / len(wanted) if wanted else 0
