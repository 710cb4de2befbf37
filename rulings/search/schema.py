"""What the kinds of fields that ``search_indexes`` declares for itself are in Whoosh, and how it asks for phrases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from whoosh import fields
from whoosh.analysis import DelimitedAttributeFilter, RegexTokenizer
from whoosh.qparser import QueryParser
from whoosh.query import And, Not, Or, Phrase, Query, Term
from whoosh.query import Sequence as InOrder

from rulings.search.analysis import LemmaAnalyzer


def text() -> fields.FieldType:
    """A field of text as Haystack declares it."""
    return _lemmas(stored=True, spelling=True, sortable=True)


def _lemmas(**options: Any) -> fields.FieldType:
    # A word has a lemma of each of its readings, and any of them will do: Whoosh would ask for all.
    return fields.TEXT(analyzer=LemmaAnalyzer(), multitoken_query="or", **options)


def _bag() -> fields.FieldType:
    return fields.KEYWORD(analyzer=RegexTokenizer(r"\S+") | DelimitedAttributeFilter("^", "boost", 1.0, float))


OWN_FIELDS: dict[str, Callable[[], fields.FieldType]] = {
    "key": lambda: fields.ID(stored=True),
    "keys": lambda: fields.KEYWORD(scorable=True),
    "bag": _bag,
    "data": fields.STORED,
    "document": lambda: _lemmas(stored=True),
    "words": _lemmas,
}


class Parser(QueryParser):  # type: ignore[misc]
    """Whoosh's, but what it makes is met by all that it says."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, phraseclass=phrase, **kwargs)

    def term_query(
        self,
        fieldname: str,
        text: str,
        termclass: type[Query],
        boost: float = 1.0,
        tokenize: bool = True,
        removestops: bool = True,
    ) -> Query:
        """Whoosh's, but of several words without a space between them («2-6», «жаба/персонаж») each is asked for, in
        any of its readings."""
        field = self.schema[fieldname] if self.schema and fieldname in self.schema else None
        if not tokenize or field is None or not isinstance(field.analyzer, LemmaAnalyzer):
            return super().term_query(fieldname, text, termclass, boost, tokenize, removestops)
        tokens = [(token.startchar, token.text) for token in field.analyzer(text, mode="query", chars=True)]
        places = [
            [termclass(fieldname, lemma) for _, lemma in same] for _, same in groupby(tokens, key=lambda one: one[0])
        ]
        words = [_any_of(place) for place in places]
        if not words:
            return super().term_query(fieldname, text, termclass, boost, tokenize, removestops)
        return (words[0] if len(words) == 1 else And(words)).with_boost(boost)

    def parse(self, text: str, *args: Any, **kwargs: Any) -> Query:
        return _whole(super().parse(text, *args, **kwargs))


def _any_of(readings: Sequence[Query]) -> Query:
    """What asks for any reading of one word."""
    return readings[0] if len(readings) == 1 else Or(readings)


def _whole(query: Query) -> Query:
    """A query in which what isn't there may be one of several that are enough: «a or not b» is not «b and not a».
    Whoosh leaves such a ``Not`` out where only the best are looked for."""
    if isinstance(query, Not):
        return Not(_whole(query.query), boost=query.boost)
    if not isinstance(query, And | Or):
        return query
    parts = [_whole(part) for part in query.subqueries]
    absent = [part.query for part in parts if isinstance(part, Not)] if isinstance(query, Or) else []
    if not absent:
        return type(query)(parts, boost=query.boost)
    others = [Not(part) for part in parts if not isinstance(part, Not)]
    return Not(And([*absent, *others]).normalize())


def phrase(
    field: str,
    terms: Sequence[str],
    slop: int = 1,
    boost: float = 1.0,
    char_ranges: Sequence[tuple[int | None, int | None]] = (),
) -> Query:
    """What a parser of Whoosh asks for a phrase: each word in any of its readings, one word after the other. Whoosh's
    own would ask for the readings of one word one after the other, which stand at one place. ``char_ranges``: where
    each term stands in the phrase; those of one word stand at one place.
    """
    places = [
        [Term(field, term) for term, _ in same]
        for _, same in groupby(zip(terms, char_ranges, strict=True), key=lambda one: one[1])
    ]
    if all(len(place) == 1 for place in places):
        return Phrase(field, list(terms), slop=slop, boost=boost)
    words = [_any_of(place) for place in places]
    if len(words) == 1:
        return words[0].with_boost(boost)
    return InOrder(words, slop=slop, boost=boost)
