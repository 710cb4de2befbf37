"""The shapes of the JSON, which are also its documentation."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema


class GameRef(Schema):
    slug: str
    name: str


class SourceRef(Schema):
    title: str
    url: str
    file: str


class CardRef(Schema):
    id: int
    name: str
    kind: str
    url: str


class LinkOut(Schema):
    """A mention: a place in the entry's title or text, and what it leads to (``url`` is null for a citation)."""

    field: str
    start: int
    end: int
    surface: str
    name: str
    kind: str
    url: str | None


class EntryOut(Schema):
    id: int
    kind: str
    number: str
    title: str
    text: str
    html: str
    verdict: str | None
    url: str
    short_url: str
    language: str
    game: GameRef
    source: SourceRef
    locator: tuple[int, int] | None
    path: list[str]
    cards: list[CardRef]
    updated: datetime | None
    links: list[LinkOut]


class EntryList(Schema):
    count: int
    next: str | None
    results: list[EntryOut]


class CardHit(CardRef):
    rulings: int
    mentions: int
    matched: str


class Result(Schema):
    id: int
    kind: str
    number: str
    title: str
    text: str
    snippet: str
    verdict: str | None
    url: str
    language: str
    game: GameRef
    source: SourceRef
    path: list[str]


class Interpreted(Schema):
    query: str
    why: str


class SearchOut(Schema):
    query: str
    interpreted: Interpreted | None
    total: int
    cards: list[CardHit]
    results: list[Result]
    facets: dict[str, list[tuple[str, int]]]
    suggestions: list[str]


class Suggestion(Schema):
    id: int
    kind: str
    title: str
    verdict: str | None
    url: str


class SuggestOut(Schema):
    cards: list[CardHit]
    entries: list[Suggestion]
    interpreted: Interpreted | None


class NameOut(Schema):
    text: str
    role: str
    confidence: str


class CardOut(CardRef):
    game: GameRef
    set: str
    code: str
    names: dict[str, list[NameOut]]
    rulings: int
    mentions: int


class CardList(Schema):
    count: int
    next: str | None
    results: list[CardOut]


class GameOut(Schema):
    slug: str
    name: str
    names: dict[str, list[NameOut]]
    parent: str | None
    edition: str
    publisher: str
    url: str
    rulings: int
    sections: int
    sources: list[SourceRef]


class ErrorBody(Schema):
    code: str
    message: str
    field: str | None


class ErrorOut(Schema):
    """The one shape of every error."""

    error: ErrorBody
