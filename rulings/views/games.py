"""A game: its texts as a tree, its cards from A to Z, its expansions and sources, what speaks of it; and its terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rulings.alphabet import initial, sort_key
from rulings.dressing import short_title
from rulings.interface import interface_language
from rulings.kinds import CARD_KINDS, CHAPTER, TERM
from rulings.labels import CARD_KIND_PLURALS
from rulings.models import Card, Entry, Game, Name, Source
from rulings.models.games import whole_texts
from rulings.models.lines import Line, line_fields
from rulings.models.names import SHOWN, give_names
from rulings.views.asking import page_asked, reads
from rulings.views.having import having
from rulings.views.moved import or_moved
from rulings.views.outline import Group, groups
from rulings.views.referring import referring_page

LONG_TREE = 400  # texts; a longer tree shows its chapters alone


class Listed(NamedTuple):
    """A card of an alphabetical list under the name shown; ``letter`` is empty when the card before it has the same."""

    letter: str
    card: Card
    name: str
    language: str


class CardGroup(NamedTuple):
    """The cards of a kind. ``language``: that of most of their names, which its heading says."""

    kind: str
    label: str
    language: str
    cards: list[Listed]


class Abbreviation(NamedTuple):
    """An abbreviation, its language, what it stands for, and the page of that."""

    text: str
    language: str
    meaning: str
    url: str


@require_safe
@or_moved
@reads("page")
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    row, expansions = _with_expansions(game)
    referring = referring_page(Q(game=row.pk), page_asked(request))
    found = Source.objects.filter(game=row).with_citations_count()
    sources = list(found.defer(*whole_texts()).order_by("pk"))
    cards = list(_cards().filter(game=row))
    for source in sources:
        source.game = row
    for card in cards:
        card.game = row
    give_names([*row.lineage, *cards, *expansions])
    counts = Entry.objects.live().filter(Q(source__game=row) | Q(source__game__parent=row)).game_counts()
    own = counts.get(row.pk, {})
    context = {
        "game": row,
        "thing": row,
        "tags": having(own),
        "groups": _tree(row, sources, cards, sum(own.values())),
        "card_groups": by_kind(cards),
        "expansions": [(game, having(counts.get(game.pk, {}))) for game in expansions],
        "sources": sources,
        "has_terms": any(card.is_term for card in cards),
        "referring": referring,
    }
    return render(request, "rulings/game.html", context)


def _with_expansions(slug: str) -> tuple[Game, list[Game]]:
    """A game and its expansions, in one query. Raises ``Http404`` where there is no such game."""
    rows = list(Game.objects.filter(Q(slug=slug) | Q(parent__slug=slug)).select_related("parent"))
    game = next((row for row in rows if row.slug == slug), None)
    if game is None:
        raise Http404
    expansions = [row for row in rows if row is not game]
    for expansion in expansions:
        expansion.parent = game
    return game, expansions


# Put together once: that takes longer than the answer.


@cache
def _cards() -> QuerySet[Card]:
    """All cards with their numbers, in no order: ``by_kind()`` puts them in one."""
    return Card.objects.with_counts().order_by()


@cache
def _entries() -> QuerySet[Entry, tuple[Any, ...]]:
    """All entries in the order of their sources, as lines."""
    return Entry.objects.live().order_by("source_id", "position").values_list(*line_fields())


def _tree(game: Game, sources: Iterable[Source], cards: Iterable[Card], size: int) -> list[Group]:
    entries = _entries().filter(source__game=game)
    if size > LONG_TREE:
        entries = entries.filter(kind=CHAPTER)
    own = {card.pk: card for card in cards}
    chapter_cards: dict[int, list[Card]] = {}
    pairs = Entry.cards.through.objects.filter(entry__source__game=game, entry__kind=CHAPTER)
    for entry_id, card_id in pairs.values_list("entry", "card"):
        if card_id in own:
            chapter_cards.setdefault(entry_id, []).append(own[card_id])
    return groups(sources, map(Line._make, entries), chapter_cards)


def by_kind(cards: Iterable[Card]) -> list[CardGroup]:
    """Cards by kind, each kind in the reader's alphabetical order."""
    of_kind: dict[str, list[Card]] = {kind: [] for kind in CARD_KINDS}
    for card in cards:
        of_kind[card.kind].append(card)
    return [_group(kind, listed(found)) for kind, found in of_kind.items() if found]


def _group(kind: str, cards: list[Listed]) -> CardGroup:
    language, _count = Counter(card.language for card in cards).most_common(1)[0]
    return CardGroup(kind, str(CARD_KIND_PLURALS[kind]), language, cards)


def listed(cards: Iterable[Card]) -> list[Listed]:
    language = interface_language()
    rows = []
    for card in cards:
        text, said_in = card.called_in(language)
        rows.append((sort_key(text, language), Listed(initial(text), card, text, said_in)))
    result: list[Listed] = []
    before = ""
    for _key, row in sorted(rows, key=lambda item: item[0]):
        result.append(row._replace(letter="") if row.letter == before else row)
        before = row.letter
    return result


@require_safe
@or_moved
def terms_page(request: HttpRequest, game: str) -> HttpResponse:
    """The rules vocabulary of a game, and what its abbreviations stand for."""
    row = get_object_or_404(Game.objects.select_related("parent"), slug=game)
    terms = list(Card.objects.filter(game=row, kind=TERM).select_related("game").with_counts())
    shown = Name.objects.live().filter(role="abbreviation", confidence__in=SHOWN)
    shown = shown.of_games(Game.objects.filter(pk=row.pk))
    names = list(shown.select_related("card__game", "game", "entry__source__game", "entry__parent"))
    shortened = [name.card for name in names if name.card] + [name.game for name in names if name.game]
    give_names([*row.lineage, *terms, *shortened])
    language = interface_language()
    context = {
        "game": row,
        "terms": listed(terms),
        "abbreviations": sorted(
            (_abbreviation(name) for name in names), key=lambda item: sort_key(item.text, language)
        ),
    }
    return render(request, "rulings/terms.html", context)


def _abbreviation(name: Name) -> Abbreviation:
    meaning = short_title(name.entry) if name.entry else name.thing.name_in(name.language)
    return Abbreviation(name.text, name.language, meaning, name.thing.get_absolute_url())
