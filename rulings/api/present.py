"""Rows to the shapes of the JSON. ``language`` is the interface language of addresses and labels; where none was asked
for, each thing has the address in its own."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.api import rows
from rulings.api.schemas import (
    CardHit,
    CardOut,
    CardRef,
    EntryOut,
    GameOut,
    GameRef,
    Interpreted,
    LinkOut,
    NameOut,
    Result,
    SearchOut,
    SourceRef,
    Suggestion,
    SuggestOut,
)
from rulings.interface import interface_for
from rulings.markup import localise
from rulings.models import Card, Entry, Game, Mention, Source
from rulings.models.base import Named
from rulings.search.cards import FoundCard
from rulings.search.pages import Found, SearchPage
from rulings.search.suggest import Suggestions
from rulings.sharing import short_path


def interface(language: str | None, content: str) -> str:
    """The interface language asked for, else the content's own where the site speaks it."""
    return language or interface_for(content)


def game_ref(game: Game, language: str) -> GameRef:
    return GameRef(slug=game.slug, name=game.name_in(language))


def source_ref(source: Source, language: str) -> SourceRef:
    return SourceRef(title=source.title, url=source.url(language), file=source.file_name)


def card_ref(card: Card, content: str, language: str) -> CardRef:
    return CardRef(id=card.pk, name=card.name_in(content), kind=card.kind, url=card.url(language))


def names(thing: Named) -> dict[str, list[NameOut]]:
    return {
        code: [NameOut(text=name.text, role=name.role, confidence=name.confidence) for name in items]
        for code, items in thing.shown_names().items()
    }


def link(mention: Mention, content: str, language: str) -> LinkOut:
    thing = mention.thing
    kind = "citation" if thing is None else "game" if isinstance(thing, Game) else thing.kind
    return LinkOut(
        field=mention.field,
        start=mention.start,
        end=mention.end,
        surface=mention.surface,
        name=thing.name_in(content) if thing else mention.citation or "",
        kind=kind,
        url=(thing.landing if isinstance(thing, Entry) else thing).url(language) if thing else None,
    )


def entry(row: Entry, language: str | None) -> EntryOut:
    """An entry with everything on its page (``rows.entries()``)."""
    shown = interface(language, row.language)
    mentions = sorted(row.mentions.all(), key=lambda mention: (mention.field != "title", mention.start))
    return EntryOut(
        id=row.pk,
        kind=row.kind,
        number=row.number,
        title=row.title,
        text=row.text,
        html=localise(row.html, shown),
        verdict=row.verdict or None,
        url=row.url(shown),
        short_url=short_path(row),
        language=row.language,
        game=game_ref(row.source.game, row.language),
        source=source_ref(row.source, shown),
        locator=row.locator,
        path=row.headings(),
        cards=[card_ref(card, row.language, shown) for card in row.cards.all()],
        updated=row.changed_at,
        links=[link(mention, row.language, shown) for mention in mentions],
    )


def card(row: Card, language: str | None) -> CardOut:
    shown = interface(language, row.own_language)
    return CardOut(
        id=row.pk,
        name=row.name_in(shown),
        kind=row.kind,
        url=row.url(shown),
        game=game_ref(row.game, shown),
        set=row.set,
        code=row.code,
        names=names(row),
        rulings=row.rulings_count,
        mentions=row.mentions_count,
    )


def card_hits(cards: Sequence[FoundCard], language: str | None) -> list[CardHit]:
    own = {} if language or not cards else rows.card_languages(found.key for found in cards)
    return [card_hit(found, interface(language, own.get(found.key, ""))) for found in cards]


def card_hit(found: FoundCard, shown: str) -> CardHit:
    return CardHit(
        id=found.key,
        name=found.name_in(shown),
        kind=found.kind,
        url=found.url(shown),
        rulings=found.rulings,
        mentions=found.mentions,
        matched=found.matched,
    )


def suggestions(found: Suggestions, language: str | None) -> SuggestOut:
    own = {} if language or not found.entries else rows.entry_languages(entry.key for entry in found.entries)
    return SuggestOut(
        cards=card_hits(found.cards, language),
        entries=[
            Suggestion(
                id=entry.key,
                kind=entry.kind,
                title=entry.title,
                verdict=entry.verdict or None,
                url=entry.url(interface(language, own.get(entry.key, ""))),
            )
            for entry in found.entries
        ],
        interpreted=Interpreted(query=found.text, why=found.why) if found.why else None,
    )


def game(row: Game, language: str | None) -> GameOut:
    shown = interface(language, row.own_language)
    return GameOut(
        slug=row.slug,
        name=row.name_in(shown),
        names=names(row),
        parent=row.parent.slug if row.parent else None,
        edition=row.edition,
        publisher=row.publisher,
        url=row.url(shown),
        rulings=row.rulings_count,
        sections=row.sections_count,
        sources=[source_ref(source, shown) for source in row.sources.all()],
    )


def result(found: Found, language: str | None) -> Result:
    row = found.entry
    shown = interface(language, row.language)
    return Result(
        id=row.pk,
        kind=row.kind,
        number=row.number,
        title=row.title,
        text=row.text,
        snippet=found.snippet,
        verdict=row.verdict or None,
        url=row.url(shown) + (f"#{found.fragment}" if found.fragment else ""),
        language=row.language,
        game=game_ref(row.source.game, row.language),
        source=source_ref(row.source, shown),
        path=row.headings(),
    )


def search_page(page: SearchPage, language: str | None) -> SearchOut:
    return SearchOut(
        query=page.query.text,
        interpreted=Interpreted(query=page.interpreted.query, why=page.interpreted.why) if page.interpreted else None,
        total=page.total,
        cards=card_hits(page.cards, language),
        results=[result(found, language) for found in page.results],
        facets=page.facets,
        suggestions=list(page.suggestions),
    )
