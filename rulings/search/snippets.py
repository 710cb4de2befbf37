"""The piece of a text that shows why it was found."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from rulings.languages import Word, lemmas, words

LENGTH = 220  # characters
_POINTED_AT = 3  # pieces of a paragraph that an address points at
_POINTER = 3_000  # characters of an address: of a longer piece, as of one endless word, nobody reads the mark

Span = tuple[int, int]


class Thing(NamedTuple):
    """A card or an entry that a query names in ``language``; empty: by no word of a text. ``names``: the tokens of its
    names, by language."""

    model: str
    key: int
    language: str
    names: Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Sought:
    """What a query looks for in a text: ``tokens`` that a word of it may have matched by, ``things`` that it names,
    ``own``: those of the tokens that are words of the query themselves, and ``phrases``: words that stand one right
    after the other, each by any of its tokens."""

    tokens: frozenset[str]
    things: tuple[Thing, ...] = ()
    own: frozenset[str] = frozenset()
    phrases: tuple[tuple[frozenset[str], ...], ...] = ()

    def foreign_to(self, language: str) -> list[Thing]:
        """The things that are named in another language, or in none."""
        return [thing for thing in self.things if thing.language != language]

    def called_in(self, language: str) -> frozenset[str]:
        """The tokens of what those are called in a language."""
        return frozenset().union(*(thing.names.get(language, ()) for thing in self.foreign_to(language)))


class Paragraph(NamedTuple):
    """A paragraph of a text: where it begins there, and its id on the entry's page."""

    text: str
    start: int
    fragment: str


def matches(text: str, tokens: frozenset[str], spans: Sequence[Span] = ()) -> Iterator[Word]:
    """The words of a text that share a token with the query, or stand in one of the places."""
    ordered = deque(sorted(spans))
    reach = 0  # the farthest end of the places that have begun
    for word in words(text):
        while ordered and ordered[0][0] <= word.start:
            reach = max(reach, ordered.popleft()[1])
        if word.end <= reach or not tokens.isdisjoint(lemmas(word.text)):
            yield word


def standing(text: str, phrases: Collection[Sequence[frozenset[str]]]) -> Iterator[Span]:
    """Where the words of any of the phrases stand one right after the other in a paragraph of a text."""
    own = [(word, lemmas(word.text)) for word in words(text)] if phrases else []
    for at, (first, begun) in enumerate(own):
        for phrase in phrases:
            if not phrase[0].isdisjoint(begun) and at + len(phrase) <= len(own):
                run = own[at : at + len(phrase)]
                is_whole = not any(tokens.isdisjoint(found) for tokens, (_, found) in zip(phrase, run, strict=True))
                if is_whole and "\n" not in text[first.start : run[-1][0].end]:
                    yield first.start, run[-1][0].end


def best_paragraph(
    text: str, tokens: frozenset[str], spans: Sequence[Span] = (), own: frozenset[str] = frozenset()
) -> Paragraph:
    """The paragraph with the most of the query's tokens; its ``own`` words count twice, for they are what was typed.
    One with any of the places comes before the others."""
    best, most, start = Paragraph("", 0, ""), (False, -1), 0
    for number, paragraph in enumerate(text.split("\n") if text else ()):
        places = within(spans, start, len(paragraph))
        here = tokens.intersection(lemma for word in matches(paragraph, tokens) for lemma in lemmas(word.text))
        worth = (bool(places), len(here) + len(here & own))
        if worth > most:
            best, most = Paragraph(paragraph, start, f"p{number + 1}"), worth
        start += len(paragraph) + 1
    return best


def within(spans: Sequence[Span], start: int, length: int) -> list[Span]:
    """Places in a piece of a text, as they are counted in it."""
    return [(first - start, last - start) for first, last in spans if start <= first and last <= start + length]


def mark(
    text: str,
    tokens: frozenset[str],
    length: int = LENGTH,
    spans: Sequence[Span] = (),
    own: frozenset[str] = frozenset(),
) -> str:
    """A piece of a text as safe HTML, whole words of the query marked, with its ``own`` words rather than what stands
    for them; without tags it is a substring of the text."""
    places = list(matches(text, tokens, spans))
    start = _start(text, places, tokens, own, length)
    end = len(text) if len(text) - start <= length else text.rfind(" ", start, start + length)
    end = end if end > start else start + length
    parts, at = [], start
    for place in places:
        if place.start >= at and place.end <= end:
            parts += [escape(text[at : place.start]), f"<mark>{escape(text[place.start : place.end])}</mark>"]
            at = place.end
    return "".join([*parts, escape(text[at:end])])


def pointing(paragraph: str, tokens: frozenset[str], spans: Sequence[Span] = ()) -> str:
    """Text directives (``text=…&text=…``) by which a browser marks the words of a paragraph on the page it opens,
    different ones rather than one of them again.

    Each is told from the same word elsewhere on the page by the word beside it: by the one after it, because what the
    page shows otherwise than the text (a verdict as a stamp, a number as a marker) stands at the beginning.
    """
    every = list(words(paragraph))
    found = []
    for start, end in _varied(paragraph, _runs(paragraph, list(matches(paragraph, tokens, spans)))):
        after = next((word.end for word in every if word.start >= end), None)
        before = next((word.start for word in reversed(every) if word.end <= start), None)
        piece = _encoded(paragraph[start:end])
        if after is not None:
            piece = f"{piece},-{_encoded(paragraph[end:after].strip())}"
        elif before is not None:
            piece = f"{_encoded(paragraph[before:start].strip())}-,{piece}"
        if len(piece) <= _POINTER:
            found.append(f"text={piece}")
    return "&".join(found)


def _varied(text: str, runs: Sequence[Span]) -> list[Span]:
    """As many places as are pointed at, in order: those with words that none before has, else the first ones."""
    seen: set[str] = set()
    new: list[Span] = []
    again: list[Span] = []
    for start, end in runs:
        own = {lemma for word in words(text[start:end]) for lemma in lemmas(word.text)}
        (again if own <= seen else new).append((start, end))
        seen |= own
    return sorted([*new, *again][:_POINTED_AT])


def _encoded(text: str) -> str:
    return quote(text, safe="").replace("-", "%2D")


def _runs(text: str, places: Sequence[Word]) -> list[Span]:
    """Words with nothing but white space between them as one place, unless it grows longer than a piece that is
    shown."""
    runs: list[Span] = []
    for place in places:
        if runs and not text[runs[-1][1] : place.start].strip() and place.end - runs[-1][0] <= LENGTH:
            runs[-1] = (runs[-1][0], place.end)
        else:
            runs.append((place.start, place.end))
    return runs


def _start(text: str, places: Sequence[Word], tokens: frozenset[str], own: frozenset[str], length: int) -> int:
    """Where the piece with the most of the query, whose places are in order, begins: at the text, or at a word a little
    before the first mark. Its ``own`` words, and what is marked as a whole, come before others; different ones count
    before one again."""
    if len(text) <= length or not places:
        return 0
    keys = [tokens.intersection(lemmas(place.text)) or {place.text} for place in places]
    here: Counter[str] = Counter()
    best, most, end = 0, (0, 0, 0), 0
    for at, place in enumerate(places):
        while end < len(places) and places[end].start < place.start + length - 60:
            here.update(keys[end])
            end += 1
        worth = (sum(key in own or key not in tokens for key in here), len(here), end - at)
        if worth > most:
            best, most = place.start, worth
        here.subtract(keys[at])
        here = +here  # without those that are none any more
    if best < length // 2:
        return 0
    space = text.rfind(" ", max(0, best - length // 2), best - 40)
    return space + 1 if space >= 0 else best  # what stands before it may be an address without a space
