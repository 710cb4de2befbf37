"""What is printed before a question, an answer, an item, a note: read off the beginning of a line.

Everything here looks at one line and knows nothing of its neighbours. A typist's В may be a Latin B and a
decomposed й is й: marks match both, and keep what was printed.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from rulings.documents import BULLET, NUMBER
from rulings.languages import LANGUAGES


class Mark(NamedTuple):
    """A line taken apart. ``mark`` is all that was printed before ``text``; ``number`` the part that names it."""

    mark: str
    number: str
    text: str


# ── words, as they may be typed ────────────────────────────────────────────

# Capital letters that look alike in both alphabets. A zero is an О only where it can't be a number.
_ALIKE = {"В": "[ВB]", "О": r"(?:[ОO]|0(?=[.:)](?!\d)))", "O": r"(?:[OО]|0(?=[.:)](?!\d)))", "P": "[PР]", "A": "[AА]"}


def spelled(words: Iterable[str]) -> str:
    """A pattern of words in either composition of Unicode; letters that are marks also in their look-alikes."""
    forms: list[str] = []
    for word in words:
        if len(word) == 1:
            forms.append(_ALIKE.get(word, word))
        else:
            forms += {re.escape(unicodedata.normalize(form, word)) for form in ("NFC", "NFD")}
    return "|".join(sorted(forms, key=len, reverse=True))


def _letters_and_words(marks: tuple[str, ...]) -> tuple[str, str]:
    return spelled(mark for mark in marks if len(mark) == 1), spelled(mark for mark in marks if len(mark) > 1)


# ── questions and answers ──────────────────────────────────────────────────


class Pairs(NamedTuple):
    """The marks of questions and answers in a language. ``foreign`` are the English ones, which translators keep."""

    question: re.Pattern[str]
    answer: re.Pattern[str]
    foreign_question: re.Pattern[str]
    foreign_answer: re.Pattern[str]
    inline_answer: re.Pattern[str]


def _own(marks: tuple[str, ...]) -> str:
    """«В.», «В1:», «В 1)», «В.1.», «В1 –»; «Вопрос 1:», «ВОПРОС №1», and a word that stands alone on its line."""
    letters, words = _letters_and_words(marks)
    count = r"\s?№?\s?\d{1,4}"
    return (
        rf"(?:(?P<number>(?:{letters})(?:(?:\.(?=\d))?{count})?)\s?[.:)]{{1,2}}"
        rf"|(?P<counted>(?:{letters}){count})(?:\s[\u2013\u2014-](?=\s)|(?=\s[«„“\"]?[^\W\d_][^?]*\?$))"
        rf"|(?P<word>(?i:{words})(?:{count})?)(?:\s?[.:)]{{1,2}}|\s?[\u2013\u2014-](?=\s)|$))"
    )


def _foreign(marks: tuple[str, ...]) -> str:
    letters, words = _letters_and_words(marks)
    return rf"(?P<foreign>(?:(?:{letters})|(?i:{words}))\s?\d{{0,4}})\s?:"


@functools.cache
def pairs(language: str) -> Pairs:
    own, english = LANGUAGES[language], LANGUAGES["en"]

    def whole(mark: str) -> re.Pattern[str]:
        return re.compile(rf"(?P<mark>{mark})\s*(?P<text>.*)")

    return Pairs(
        whole(_own(own.questions)),
        whole(_own(own.answers)),
        whole(_foreign(english.questions)),
        whole(_foreign(english.answers)),
        re.compile(rf"(?<=\?)[»”\"')]?(?P<gap>\s+)(?=(?:{_own(own.answers)})\s*\S)"),
    )


@functools.cache
def foreign_pairs(language: str, *, bold: bool) -> tuple[tuple[re.Pattern[str], ...], tuple[re.Pattern[str], ...]]:
    """The marks of questions and of answers in every language but this one: «P1: …», «В: …», in bold «В1. …» too.

    A letter that only looks like a mark is none of these: «B:» in a Polish text goes on after «A:».
    """
    end = "[.:)]" if bold else ":"

    def whole(marks: tuple[str, ...]) -> re.Pattern[str]:
        mark = "|".join(map(re.escape, sorted(marks, key=len, reverse=True)))
        return re.compile(rf"(?P<mark>(?P<foreign>(?:{mark})\s?\d{{0,4}})\s?{end})\s*(?P<text>.*)")

    others = [table for code, table in LANGUAGES.items() if code != language]
    return tuple(whole(table.questions) for table in others), tuple(whole(table.answers) for table in others)


def named(match: re.Match[str]) -> str:
    """The number of a question or an answer that a pattern of ``pairs`` found."""
    return next(
        (value.strip() for key, value in match.groupdict().items() if value and key not in {"mark", "text"}), ""
    )


def may_be_an_item(mark: str) -> bool:
    """«0.» and «О)» number items as well; where no question waits for an answer they are taken for that."""
    return mark.startswith("0") or (mark.endswith(")") and len(mark) == 2)


# ── numbers, bullets ───────────────────────────────────────────────────────

_GAP = r"\s+"
_ITEM = re.compile(
    rf"(?P<mark>{NUMBER}(?:{_GAP}|(?=[^\W\d_]))|{BULLET}{_GAP}|[\u2022\u25aa\u25cf\u25e6\u2013\u2014-](?=[^\W\d_]))"
    r"\s*(?P<text>\S.*)"
)
_ROMAN = re.compile(rf"(?P<mark>(?P<number>X{{0,3}}(?:IX|IV|V?I{{1,3}}|V|X))[.)]){_GAP}(?P<text>\S.*)")
_LETTER = re.compile(rf"(?P<mark>[A-ZА-ЯЁ]\.){_GAP}(?P<text>\S.*)")
_PARTS = r"[(\[]?(?:§\s?)?(?P<number>\d{1,3}(?:\.\d{1,3}){1,5})[)\]]?[.:)]?"
_DECIMAL = re.compile(rf"(?P<mark>{_PARTS}(?:\s[\u2013\u2014-](?=\s))?)\s+(?P<text>\S.*)")
_BARE_DECIMAL = re.compile(rf"(?P<mark>{_PARTS})")


def item(text: str) -> Mark | None:
    """A list item: «1. …», «2-6. …», «(3) …», «а) …», «• …». ``number`` is empty for a bullet."""
    if not (match := _ITEM.fullmatch(text)):
        return None
    mark = match["mark"].rstrip()
    return Mark(mark, mark.strip("().[]") if mark[-1] in ".)" else "", match["text"])


def roman(text: str) -> Mark | None:
    """«II. …»: a heading's number, hardly ever an item's."""
    match = _ROMAN.fullmatch(text)
    return Mark(match["mark"], match["number"], match["text"]) if match else None


def letter(text: str) -> Mark | None:
    """«A. …»: a heading's number where «B. …» follows it, else somebody's initial."""
    match = _LETTER.fullmatch(text)
    return Mark(match["mark"], match["mark"][0], match["text"]) if match else None


def bare_decimal(text: str) -> Mark | None:
    """«(2.4)» alone on its line."""
    match = _BARE_DECIMAL.fullmatch(text)
    return Mark(match["mark"], match["number"], "") if match else None


def decimal(text: str) -> Mark | None:
    """«(2.4) …», «2.4 …», «2.4.1. …», «[2.4] …». Never «2.5 очка»: a number that goes on in lower case counts."""
    match = _DECIMAL.fullmatch(text)
    if not match or (match["mark"][0].isdigit() and match["text"][0].islower()):
        return None
    return Mark(match["mark"], match["number"], match["text"])


# ── notes and call-outs ────────────────────────────────────────────────────

_POSTSCRIPT = re.compile(
    r"(?P<mark>(?:[PР]\.\s?){1,3}S\b[.:]?|[PР]{1,3}S[.:]|З\.\s?Ы\.:?|ЗЫ[.:])\s*(?P<text>.*)",
)


def postscript(text: str) -> Mark | None:
    """«P. S. …», «P.P.S. …», «PS: …», «З.Ы. …»."""
    match = _POSTSCRIPT.fullmatch(text)
    return Mark(match["mark"], match["mark"].rstrip(":"), match["text"]) if match else None


class Words(NamedTuple):
    """The patterns of a language that speak of the whole beginning of a line."""

    example: re.Pattern[str]
    exception: re.Pattern[str]
    label: re.Pattern[str]  # «Пример 2:» alone: what it announces is the next paragraph
    instance: re.Pattern[str]  # «Например, …»
    inner_exception: re.Pattern[str]  # the same where another sentence stands before them
    inner_example: re.Pattern[str]
    inner_instance: re.Pattern[str]
    aside: re.Pattern[str]
    credit: re.Pattern[str]  # «Перевод: …», wherever it stands
    loose_credit: re.Pattern[str]  # «Перевод с польского: …», «Перевёл Иван», «© …», at the edges of a text
    edition: re.Pattern[str]
    chapter: re.Pattern[str]
    introduction: re.Pattern[str]
    errata: re.Pattern[str]


@functools.cache
def words(language: str) -> Words:
    table = LANGUAGES[language]
    count = r"(?:\s№?\d{1,3})?(?:\s\([^()]{1,80}\))?"
    colon = r"\s?(?:[:.]|[\u2013\u2014-](?=\s))"

    def begins(words: Iterable[str], rest: str) -> re.Pattern[str]:
        return re.compile(rf"(?P<word>(?i:{spelled(words)})){rest}")

    def inner(pattern: str) -> re.Pattern[str]:
        return re.compile(rf"(?:^|(?<=[.!?…»”\")])\s+)(?={pattern})")

    called = r"(?:\s\d{1,3}\s?[.:]|\s?:)"
    both = (*table.examples, *table.exceptions)
    return Words(
        begins(table.examples, rf"{count}{colon}"),
        begins(table.exceptions, rf"{count}{colon}"),
        re.compile(rf"(?i:{spelled(table.examples[:1])}){count}$|(?i:{spelled(both)}){count}\s?[.:]$"),
        begins(table.instances, r"(?!\w)"),
        inner(rf"(?i:{spelled(table.exceptions)}){called}"),
        inner(rf"(?i:{spelled(table.examples)}){called}"),
        inner(rf"(?:{spelled(table.instances)})(?!\w)"),
        begins(table.asides, r"\s?(?:[:!.]|[\u2013\u2014-](?=\s))"),
        begins(table.credits, r"\s?:"),
        re.compile(
            rf"(?:\S+\s){{0,3}}?(?i:{spelled(table.credits)})\b[^:]{{0,60}}:"
            rf"|(?:{spelled(table.credits)})\s+(?P<name>[^\W\d_])|©|\([cс]\)\s"
        ),
        begins(table.editions, r"\s[^\d]{0,3}\d"),
        begins(table.chapters, r"\s(?:\d{1,3}|[IVXLC]{1,6}|[^\W\d_]+)(?=[.:]|\s[\u2013\u2014-]\s|$)"),
        begins(table.introductions, r"$"),
        begins(table.errata, r"\b"),
    )
