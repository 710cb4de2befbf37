"""References inside a text: «(2.5)», «п. 2.5», «шаг 4», «см. «…» на стр. 9 правил», «в разделе III». No Django.

What a reference leads to is for the caller to find: here it is only seen, with its place and what it names.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rulings.languages import Word, fold, words

Kind = Literal["number", "step", "title"]
Book = Literal["", "base", "expansion", "paper", "rules"]


class Reference(NamedTuple):
    """``number``: an entry by its printed number (``value`` «2.5»); ``step``: one of numbered entries side by side;
    ``title``: a heading (empty when only a page or a part is named). ``is_elsewhere``: a book, page or part is named,
    so that it is a citation when its target isn't here; a title without it may go on less far than its ``value``.
    ``has_page``: a page is named; where nothing else is, ``book`` is what the last book before it is called, unless
    the page says its own.

    ``of``: which other book it is of: the base game's, an expansion's, a paper (a leaflet, a sheet) or the rules,
    whosever they are; empty where none is named, or it is this one. ``paper``: the words by which a paper or the rules
    are called there, ``which``: the adjective that says which of them («турнирных»).
    """

    start: int
    end: int
    kind: Kind
    value: str
    is_elsewhere: bool
    has_page: bool = False
    of: Book = ""
    paper: str = ""
    which: str = ""
    book: str = ""

    def titles(self) -> Iterator[str]:
        """The headings that may be meant, the longest first; each is a beginning of ``value``."""
        if self.kind == "title" and self.value:
            yield self.value
            if not self.is_elsewhere:
                ends = [word.end for word in words(self.value)]
                yield from (self.value[:end] for end in reversed(ends[:-1]))


_PRINTED_NUMBER = re.compile(r"\W*(?:\d+(?:\.\d+)+[.)]?|\d+[.)]|[IVXLC]+[.)]?)\s+(?=.*\w)")


def heading_key(title: str) -> str:
    """What a heading and a reference to it have in common, folded: its words, without the number before them and
    whatever stands between and around («2.5. Встречи:» is «встречи»)."""
    number = _PRINTED_NUMBER.match(title)
    named = title[number.end() :] if number else title
    return " ".join(fold(word.text) for word in words(named)) or fold(title)


# Another page is one where the sentence doesn't go on with what it counts («стр. 5 и 6», but «на стр. 5 и 6 золота»).
_AND_PAGE = r"(?:,\s?|\s(?:и|i|oraz)\s)\d+(?:\s?[-\u2013]\s?\d+)?"
_PAGES = (
    rf"\d+(?:\s?[-\u2013]\s?\d+)?(?:(?:{_AND_PAGE}){{1,8}}"
    r"(?!\w)(?!\s+(?!правил|книг|базов|основн|этой|этого|этих|instrukcji|zasad|podręcznik|podstawow|tej|tego)[^\W\d_]))?"
)
_TITLE = r"""(?:(?P<straight>")|[«„“])(?P<title>(?:(?(straight)[^«»„“”"\n]|[^«»„“”\n])){2,90})(?(straight)"|[»”])"""

# What a language calls a page, a part of a book, a numbered paragraph, a step: the words' own forms and no others
# («участник» has «част» in it, «главный» begins with «глав»). ``book``: which book it is,
# ``here``: that it is this one, ``base``: the word that says it is the base game's, ``rules``: its book of rules
# beside a bare title («„Ruch” w instrukcji podstawowej»), where «карта «Меч» базовой игры» is no reference; ``other``:
# that a number before it is another book's («п. 2.5 базовых правил»), where «шаг 4 игры» is a step of the game;
# ``expansion`` and ``paper``: that a title before it is no heading of the rules; ``papers``: what books are called;
# ``steps``: several of them, ``and``: between the last two of a list, ``see``: before a number in brackets; ``alone``:
# a page without a title, where «с. 9» may be no page («с 9 кубиками») unless something before it says so.
_RUSSIAN_BASE = r"(?:базов|основн)(?:ая|ую|ой|ого|ому|ым|ом|ые|ых|ыми)"
# What another book may be called behind a number, and an adjective that may say which it is: «турнирных правил», «zasad
# turniejowych».
_RUSSIAN_PAPER = r"(?:правил|книги|FAQ|документа|буклета|памятки)"
_RUSSIAN_WHICH = r"[^\W\d_]+(?:ых|их|ого|его|ой|ей)"
_POLISH_PAPER = r"(?:instrukcji|zasad|księgi|podręcznika|FAQ|dokumentu)"
_POLISH_WHICH = r"[^\W\d_]+(?:ych|ich|ej|ego)\b"
_POLISH_BASE = r"podstawow(?:a|ą|ej|y|ego|emu|ym|e|ych|ymi)"
_RUSSIAN = {
    "page": rf"(?:на\s+)?\(?(?:(?:страниц(?:[аыеу]|ей|ам|ами|ах)?|стр\.)\s?|(?<=[\s(])с\.\s?){_PAGES}\)?",
    "alone": rf"(?:\b(?:страниц(?:[аыеу]|ей|ам|ами|ах)?|стр\.)|(?:(?<=см\. )|(?<=\())с\.)\s?{_PAGES}\b",
    "book": rf"(?:\s+(?:книг(?:[аиеу]|ой|ам|ами|ах)?|правил(?:а|ам|ами|ах)?|{_RUSSIAN_BASE}"
    r"|игр(?:[аыеу]|ой|ам|ами|ах)?|набор(?:[ауе]|ом)?|дополнени(?:[еяюий]|ем|ям|ями|ях)"
    r"|документ(?:[ауеы]|ом|ов|ам|ами|ах)?"
    r"|буклет(?:[ауеы]|ом|ов|ам|ами|ах)?|памят(?:к[аиеу]|кой|ок|кам|ками|ках)|эт(?:ого|ому|им|ом|ой|их))\b)",
    "here": r"\s+эт(?:ого|ому|им|ом|ой|их)\s+(?!игр|базов|основн|дополнен)",
    "base": rf"\b{_RUSSIAN_BASE}\b",
    "rules": rf"(?:(?:правил(?:а|ам|ами|ах)?|книг[аиеу])\s+(?:{_RUSSIAN_BASE}\s+(?:игры|набора)|дополнения)"
    rf"|{_RUSSIAN_BASE}\s+(?:правил(?:ах)?|книг[аиеу]))\b",
    "expansion": r"\bдополнени(?:[еяюий]|ем|ям|ями|ях)\b",
    "paper": r"\b(?:документ(?:[ауеы]|ом)?|буклет(?:[ауеы]|ом)?|памят(?:к[аиеу]|кой|ок))\b",
    "papers": r"\b(?:правил|книг|документ|буклет|памят|FAQ)\w*",
    "which": rf"\s({_RUSSIAN_WHICH})\s+{_RUSSIAN_PAPER}",
    "other": rf"(?:(?:{_RUSSIAN_WHICH}\s+)?{_RUSSIAN_PAPER}|дополнения"
    rf"|{_RUSSIAN_BASE}\s+(?:игры|набора)"
    rf"|(?:игры|набора)\s+{_RUSSIAN_BASE})\b",
    "part": r"(?:раздел(?:[ауеы]|ом|ов|ам|ами|ах)?|секци(?:[яиюй]|ей|ям|ями|ях)|глав(?:[аыеу]|ой|ам|ами|ах)?"
    r"|част(?:[ьи]|ью|ей|ям|ями|ях))",
    "number": r"(?:§{1,2}|пп?\.|пункт(?:[ауеы]|ом|ов|ам|ами|ах)?\b|правил(?:[оауе]|ом|ам|ами|ах)?\b)",
    "step": r"шаг(?:[ауеи]|ом|ов|ам|ами|ах)?\.?",
    "steps": r"шаг(?:и|ов|ам|ами|ах)\.?",
    "and": r"и|или",
    "see": r"(?:см\.|смотри(?:те)?)(?:\sтакже)?",
}
_POLISH = {
    "page": rf"(?:na\s+)?\(?(?:(?:stron(?:[ayęąo]|ie|om|ami|ach)?|str\.)\s?|(?<=[\s(])s\.\s?){_PAGES}\)?",
    "alone": r"(?:\b(?:stron(?:[ayęąo]|ie|om|ami|ach)?|str\.)"
    rf"|(?:(?<=zob\. )|(?<=patrz )|(?<=na )|(?<=\())s\.)\s?{_PAGES}\b",
    "book": rf"(?:\s+(?:(?:instrukcji|zasad|księgi|podręcznika)(?:\s+do(?=\s+gry))?|{_POLISH_BASE}|gry|zestawu"
    r"|dodatku|dokumentu|tej|tego)\b)",
    "here": r"\s+(?:tej|tego)\s+(?!gry|podstawow|dodatku)",
    "base": rf"\b{_POLISH_BASE}\b",
    "rules": r"(?:instrukcji|zasad(?:ach)?|podręcznik[ua])\s+(?:(?:(?:do\s+)?(?:gry|zestawu)\s+)?"
    rf"{_POLISH_BASE}|(?:do\s+)?dodatku)\b",
    "expansion": r"\bdodatku\b",
    "paper": r"\bdokumentu\b",
    "papers": r"\b(?:instrukcj|zasad|księg|podręcznik|dokument|FAQ)\w*",
    "which": rf"\s{_POLISH_PAPER}\s+({_POLISH_WHICH})",
    "other": rf"(?:{_POLISH_PAPER}(?:\s+{_POLISH_WHICH})?|dodatku"
    rf"|{_POLISH_BASE}\s+(?:gry|zestawu)"
    rf"|(?:gry|zestawu)\s+{_POLISH_BASE})\b",
    "part": r"(?:rozdzia(?:ł|łu|łowi|łem|le|ły|łów|łom|łami|łach)|sekcj(?:[aięąeo]|om|ami|ach)"
    r"|częś(?:ć|ci|cią|ciom|ciami|ciach))",
    "number": r"(?:§{1,2}|pkt\.?|punk(?:t|tu|towi|tem|cie|ty|tów|tom|tami|tach)\b"
    r"|zasa(?:d|da|dy|dzie|dę|dą|dom|dami|dach)\b)",
    "step": r"krok(?:u|owi|iem|i|ów|om|ami|ach)?\.?",
    "steps": r"krok(?:i|ów|om|ami|ach)\.?",
    "and": r"i|oraz|lub|albo",
    "see": r"(?:zob\.|zobacz|patrz|por\.)(?:\stakże|\steż)?",
}
_LANGUAGES = {"ru": _RUSSIAN, "pl": _POLISH}


def _patterns(terms: dict[str, str]) -> list[tuple[Kind, bool, re.Pattern[str]]]:
    page, book, part = rf"(?P<page>{terms['page']})", terms["book"], terms["part"]
    books = rf"{book}{{0,6}}"  # as many words as a citation has room for
    elsewhere = rf"(?!{books}{terms['here']})"
    in_rules = rf"\s+(?:в|из|w|z)\s+{terms['rules']}"
    in_part = rf"\b(?:в|из|w|z)\s+{part}\s+"
    # A whole number: «2.5» is no part of «2.5а», which may be another entry, or of «2.5.1».
    decimal = r"\d+(?:\.\d+)+[^\W\d_]?(?!\w|\.\d)"
    number = rf"(?:(?-i:[IVXLC]+)\b|{decimal})"
    step = r"\d+\b(?!\.\d)"
    between = rf"(?:[ \u00a0]?[,;\-\u2013\u2014][ \u00a0]?|,?[ \u00a0](?:{terms['and']})[ \u00a0])"
    numbers, decimals = (rf"(?P<value>{one}(?:{between}{one})*)" for one in (number, decimal))
    steps = rf"(?P<value>{step}(?:{between}{step})+)"
    in_brackets = rf"\((?:(?:{terms['see']})\s)?{decimals}\)"
    other = rf"(?P<other>{elsewhere}{books}?\s+{terms['other']}{books})(?:\s*{page})?"
    another = rf"(?:{terms['base']}|{terms['expansion']}|{terms['paper']})"
    in_book = rf"(?:{in_rules}|{elsewhere}{books}?\s+{another}{books})"
    capitalised = r"(?-i:[А-ЯЁA-ZŁŚŻŹĆ])[^\W\d_]+"
    forms: tuple[tuple[Kind, bool, str], ...] = (
        # «Встречи» на странице 9 правил базовой игры; «Что такое Погибель?» в разделе III (стр.15)
        (
            "title",
            True,
            rf"{_TITLE},?\s+(?:{in_part}(?:[IVXLC]+|\d+(?:\.\d+)*)\b{books}\s*)?{page}(?:{in_rules}|{books})",
        ),
        # в разделе III базовых правил
        ("number", True, rf"\b{part}\s+{numbers}(?P<other>{elsewhere}{book}{{1,6}})(?:\s*{page})?"),
        # в разделе III этого документа; раздел 2.5
        ("number", True, rf"\b{part}\s+{numbers}{books}(?:\s*{page})?"),
        # в разделе «Встречи» правил базовой игры
        ("title", True, rf"{in_part}{_TITLE}{in_book}?"),
        # смотрите раздел «Встречи» базовых правил
        ("title", True, rf"\b{part}\s+{_TITLE}{in_book}"),
        # «Встречи» в правилах базовой игры
        ("title", True, rf"{_TITLE}{in_rules}"),
        # ниже, в части Схватки.
        ("title", True, rf"{in_part}(?P<title>{capitalised}(?:\s+[^\W\d_]+)?)(?=\s*(?:[.,;:!?)]|$))"),
        # (2.5) базовых правил; п. 2.5 правил базовой игры; шаг 4 книги правил
        ("number", True, rf"{in_brackets}{other}"),
        ("number", True, rf"\b(?P<see>{terms['see']})\s{decimals}{other}"),
        ("number", True, rf"(?<!\w){terms['number']}\s?{decimals}{other}"),
        ("step", True, rf"\b{terms['steps']}\s{steps}{other}"),
        ("step", True, rf"\b{terms['step']}\s(?P<value>{step}){other}"),
        ("number", False, in_brackets),
        ("number", False, rf"\b(?P<see>{terms['see']})\s{decimals}"),
        ("number", True, rf"(?<!\w){terms['number']}\s?{decimals}"),
        ("step", False, rf"\b{terms['steps']}\s{steps}"),
        ("step", False, rf"\b{terms['step']}\s(?P<value>{step})"),
        # в части Схватки сказано: how far the title goes only the titles that are here can tell
        ("title", False, rf"{in_part}(?P<title>{capitalised}(?:[ \u00a0]+[^\W\d_]+){{0,3}})"),
        # (см. стр. 9)
        ("title", True, rf"(?P<page>{terms['alone']})(?:{in_rules}|{books})"),
    )
    flags = re.IGNORECASE | re.MULTILINE
    return [(kind, is_elsewhere, re.compile(pattern, flags)) for kind, is_elsewhere, pattern in forms]


_COMPILED = {language: _patterns(terms) for language, terms in _LANGUAGES.items()}
_BOOK = {language: re.compile(f"{terms['book']}+", re.IGNORECASE) for language, terms in _LANGUAGES.items()}
_BOOKS = ("base", "here", "expansion", "paper", "papers", "which")
_SAID = {
    language: {what: re.compile(terms[what], re.IGNORECASE) for what in _BOOKS}
    for language, terms in _LANGUAGES.items()
}


def references(text: str, language: str) -> Iterator[Reference]:
    """The references of a text, left to right, none overlapping another; the longer forms are tried first."""
    taken: list[Reference] = []  # left to right
    own = list(words(text))
    for kind, is_elsewhere, pattern in _COMPILED.get(language, ()):
        for match in pattern.finditer(text):
            for one in _listed(match, kind, is_elsewhere, language, own):
                at = bisect_left(taken, (one.start,))
                if (not at or taken[at - 1].end <= one.start) and (at == len(taken) or one.end <= taken[at].start):
                    taken.insert(at, one)
    book = ""
    for one in taken:
        named = _BOOK[language].search(text, one.start + len(one.value), one.end)
        is_page = one.kind == "title" and not one.value and one.has_page
        yield one._replace(book=book) if is_page and not named else one
        book = named.group().strip() if named else book


_NUMBER = re.compile(r"[IVXLC]+|\d+(?:\.\d+)*(?:[^\W\d_]\b)?")


def _listed(
    match: re.Match[str], kind: Kind, is_elsewhere: bool, language: str, own: Sequence[Word]
) -> Iterator[Reference]:
    """The references of one match: each number of a list («пп. 2.5, 2.6») and both ends of a range. The first has the
    words before it and the last those behind it. They begin and end with words of the text, which are all ``own``; a
    number is a whole one («III» with a mark on it is no number)."""
    groups, text = match.groupdict(), match.string
    has_page = bool(groups.get("page"))
    if kind == "title":
        value = groups.get("title") or ""
        first = match.start("title") if value else match.start()
        pieces = [(first, match.end(), value)]
    else:
        found = [(match.start("value") + one.start(), one.group()) for one in _NUMBER.finditer(match["value"])]
        is_bare = match.group().startswith("(") or groups.get("see") is not None
        opening = match.start("value") if is_bare else match.start()
        starts = [opening, *(at for at, _number in found[1:])]
        ends = [*(at + len(number) for at, number in found[:-1]), match.end()]
        pieces = [(start, end, number) for start, end, (_at, number) in zip(starts, ends, found, strict=True)]
    told = text[pieces[-1][0] + len(pieces[-1][2]) : match.end()]
    of = _book(told, language) if kind == "title" or groups.get("other") is not None else ""
    paper = " ".join(_SAID[language]["papers"].findall(told)) if of else ""
    which = _SAID[language]["which"].search(told) if of not in ("", "base") else None
    for first, last, value in pieces:
        # Without brackets: a mention begins and ends with a word.
        start = own[bisect_right(own, first, key=lambda word: word.end)].start
        end = own[bisect_left(own, last, key=lambda word: word.start) - 1].end
        if kind != "title" and not _is_whole(text.index(value, first) + len(value), own):
            continue
        yield Reference(start, end, kind, value.strip(), is_elsewhere, has_page, of, paper, which[1] if which else "")


def _is_whole(end: int, own: Sequence[Word]) -> bool:
    """Whether a place is behind a word and in none."""
    at = bisect_left(own, end, key=lambda word: word.end)
    return at < len(own) and own[at].end == end


def _book(told: str, language: str) -> Book:
    """Which other book the words behind a reference say that it is of."""
    said = _SAID[language]
    if said["base"].search(told):
        return "base"
    if said["here"].search(told):
        return ""
    if said["expansion"].search(told):
        return "expansion"
    if said["paper"].search(told):
        return "paper"
    return "rules" if said["papers"].search(told) else ""


_PAIRS = (("«", "»"), ("„", "”"), ("“", "”"), ("(", ")"), ('"', '"'))


def whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a piece that begins and ends with a word stands for a reader: with the quotes and brackets beside it whose
    partners are inside («Встречи» на стр. 9). What stands between two of them goes without («2.5» in brackets)."""
    for opening, closing in _PAIRS:
        inside = text[start:end]
        is_open, is_closed = _lack(inside, opening, closing)
        if is_closed and text[start - 1 : start] == opening:
            start -= 1
        elif is_open and text[end : end + 1] == closing:
            end += 1
    return start, end


def _lack(inside: str, opening: str, closing: str) -> tuple[bool, bool]:
    """Whether a piece has an opening sign that isn't closed in it, and a closing one that isn't opened. Of straight
    quotes it has an odd number then, and either may be missing."""
    if opening == closing:
        is_odd = inside.count(opening) % 2 == 1
        return is_odd, is_odd
    depth = lowest = 0
    for char in inside:
        depth += (char == opening) - (char == closing)
        lowest = min(lowest, depth)
    return depth > lowest, lowest < 0
