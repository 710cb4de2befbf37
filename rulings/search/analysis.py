"""Text → index tokens. The one analysis of the index and of the query.

A token is a lemma. A word stands for every lemma it may have, all at its position: Cyrillic words are Russian,
Latin ones may be Polish or English, whatever the language of the text around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from whoosh.analysis import Analyzer, Token

from rulings.languages import LANGUAGES, fold, lemmas, words

# Raised whenever the same text would give other tokens, so that an index made before is rebuilt.
VERSION = 5


def signature() -> str:
    """What decides which tokens a text gives: this analysis, the languages and the dictionaries behind them."""
    rows = [(code, [_version(package) for package in language.packages]) for code, language in LANGUAGES.items()]
    return f"{VERSION} {rows}"


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"


class AnalysisError(Exception):
    """A text can't be analysed: a fault of ours or of a dictionary, not of the index that the text was for."""


class Position(NamedTuple):
    """A word of a text with its place and its tokens."""

    start: int
    end: int
    lemmas: tuple[str, ...]


def analyse(text: str) -> Iterator[Position]:
    """The words of a text as the index sees them."""
    for word in words(text):
        yield Position(word.start, word.end, lemmas(word.text))


class LemmaAnalyzer(Analyzer):  # type: ignore[misc]
    """``analyse`` as Whoosh wants it. ``tokenize=False`` (wildcards, prefixes) gives the text in one piece, folded;
    ``no_morph`` gives words as they stand, folded: Whoosh's spelling suggestions are words and no lemmas."""

    def has_morph(self) -> bool:
        return True

    def __call__(
        self,
        value: str,
        positions: bool = False,
        chars: bool = False,
        keeporiginal: bool = False,
        removestops: bool = True,
        start_pos: int = 0,
        start_char: int = 0,
        mode: str = "",
        tokenize: bool = True,
        no_morph: bool = False,
        **kwargs: Any,
    ) -> Iterator[Token]:
        token = Token(positions, chars, removestops=removestops, mode=mode, **kwargs)
        if not tokenize:
            token.original, token.text = value, fold(value)
            token.boost = 1.0
            if positions:
                token.pos = start_pos
            if chars:
                token.startchar, token.endchar = start_char, start_char + len(value)
            yield token
            return
        try:
            places = list(analyse(value))
        except Exception as error:
            raise AnalysisError(f"«{value[:50]}»: {error!r}") from error
        for number, place in enumerate(places):
            for lemma in (fold(value[place.start : place.end]),) if no_morph else place.lemmas:
                token.text = lemma
                token.boost = 1.0
                if keeporiginal:
                    token.original = value[place.start : place.end]
                token.stopped = False
                if positions:
                    token.pos = start_pos + number
                if chars:
                    token.startchar, token.endchar = start_char + place.start, start_char + place.end
                yield token
