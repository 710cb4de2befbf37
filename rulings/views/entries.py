"""An entry's page, its permalink: a ruling with its verdict, or a text to read with what stands below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from rulings.dressing import examples, marked, sentence, short
from rulings.kinds import CHAPTER, RULING, TERM
from rulings.models import Card, Entry, Game, Mention
from rulings.models.base import interface_language
from rulings.models.names import give_names
from rulings.views.moved import or_moved

# How many are shown; a card's page and the source have the rest.
RULINGS_OF_A_CARD, RELATED, MENTIONS, BELOW = 12, 4, 200, 80


class Crumb(NamedTuple):
    text: str
    url: str


class CardPanel(NamedTuple):
    """A card of the entry and the rulings on it; ``more``: how many of them are left out."""

    card: Card
    rulings: list[Entry]
    more: int


class Related(NamedTuple):
    """A ruling that speaks of a card the entry speaks of."""

    entry: Entry
    card: Card


class Example(NamedTuple):
    """An example in another text that speaks of the entry's card."""

    entry: Entry
    html: SafeString


class Below(NamedTuple):
    """A piece of a page to read: a text under its heading, or rulings in a row (then ``entry`` is ``None``)."""

    level: int
    entry: Entry | None
    rulings: list[Entry]


class Referring(NamedTuple):
    """An entry that mentions something: the sentence in which it does, a question itself where that does."""

    entry: Entry
    html: SafeString
    in_title: bool


@require_safe
@or_moved
def entry_page(request: HttpRequest, game: str, source: str, anchor: str) -> HttpResponse:
    rows = Entry.objects.live().placed().select_related("source__game__parent")
    entry = get_object_or_404(rows, source__game__slug=game, source__slug=source, anchor=anchor)
    cards = list(entry.cards.select_related("game").order_by("pk"))
    if entry.kind == CHAPTER and len(cards) == 1:
        return redirect(cards[0])
    before, after = neighbours(entry)
    context = {
        "game": entry.source.game,
        "thing": entry,
        "entry": entry,
        "source": entry.source,
        "crumbs": crumbs(entry, cards),
        "before": before,
        "after": after,
        **(ruling(entry, cards) if entry.kind == RULING else reading(entry, cards)),
    }
    return render(request, [f"rulings/kinds/{entry.kind}.html", "rulings/kinds/reading.html"], context)


def neighbours(entry: Entry) -> tuple[Entry | None, Entry | None]:
    """The texts before and after it in its source."""
    near = list(Entry.objects.live().next_to(entry).listed())
    before = next((other for other in near if other.position < entry.position), None)
    after = next((other for other in near if other.position > entry.position), None)
    return before, after


def crumbs(entry: Entry, cards: Sequence[Card]) -> list[Crumb]:
    """The two headings above it that are nearest; a heading that is its card's name leads to the card. A text
    under no heading stands under its source."""
    above: list[Crumb] = []
    parent = entry.parent
    while parent is not None and len(above) < 2:
        url = f"{entry.source.get_absolute_url()}{parent.anchor}/"
        is_card = not above and entry.kind == RULING and len(cards) == 1
        above.insert(0, Crumb(short(parent.title), cards[0].get_absolute_url() if is_card else url))
        parent = parent.parent
    return above or [Crumb(entry.source.title, entry.source.get_absolute_url())]


# ── a ruling ──


def ruling(entry: Entry, cards: list[Card]) -> dict[str, Any]:
    asked_of = list(Card.objects.filter(mentions__in=entry.mentions.shown().filter(field="title")).distinct())
    spoken_of = [card for card in asked_of if card.kind != TERM and card not in cards]
    give_names([*_games(entry), *cards, *spoken_of])
    panels = card_panels(cards)
    shown = {other.pk for panel in panels for other in panel.rulings} | {entry.pk}
    places = Mention.objects.live().filter(card__in=[*cards, *spoken_of]).exclude(entry=entry).in_order()[:MENTIONS]
    return {
        "cards": cards,
        "panels": panels,
        "example": find_example(places, cards, entry.source.game),
        "related": related(places, spoken_of, shown),
    }


def card_panels(cards: Iterable[Card]) -> list[CardPanel]:
    on_cards = Entry.objects.live().filter(kind=RULING, cards__in=cards).listed().official_first()
    found = list(on_cards.annotate(own_card=F("cards__pk")))
    panels = []
    for card in cards:
        own = [entry for entry in found if entry.own_card == card.pk]  # type: ignore[attr-defined]  # annotated above
        panels.append(CardPanel(card, own[:RULINGS_OF_A_CARD], max(0, len(own) - RULINGS_OF_A_CARD)))
    return panels


def find_example(places: Iterable[Mention], cards: Sequence[Card], game: Game) -> Example | None:
    """The first example in another text of the game that mentions one of the cards."""
    keys = {card.pk for card in cards}
    for place in places:
        if place.card_id in keys and place.entry.kind != RULING and place.entry.source.game_id == game.pk:
            for text, html in examples(place.entry, interface_language(), f"e-{place.entry.anchor}"):
                if place.surface in text:
                    return Example(place.entry, html)
    return None


def related(places: Iterable[Mention], cards: Iterable[Card], shown: set[int]) -> list[Related]:
    """Rulings that speak of the cards (each named once), without those the page shows already."""
    of = {card.pk: card for card in cards}
    found: dict[int, Related] = {}
    for place in places:
        if place.card_id in of and place.entry.kind == RULING and place.entry_id not in shown:
            found.setdefault(place.entry_id, Related(place.entry, of[place.card_id]))
    return sorted(found.values(), key=lambda item: item.card.pk)[:RELATED]


# ── a text to read ──


def reading(entry: Entry, cards: list[Card]) -> dict[str, Any]:
    below = list(Entry.objects.live().under(entry).select_related("source__game", "parent")[: BELOW + 1])
    places = list(Mention.objects.live().filter(to_entry=entry).exclude(entry=entry).in_order()[:MENTIONS])
    referring = {place.entry_id: said_in(place) for place in reversed(places)}
    give_names([*_games(entry), *cards, *(place.entry.source.game for place in places)])
    siblings = list(Entry.objects.live().beside(entry).listed())
    return {
        "cards": cards,
        "siblings": siblings if len(siblings) > 1 else [],
        "place": next((number for number, other in enumerate(siblings, 1) if other.pk == entry.pk), 0),
        "below": pieces(entry, below[:BELOW]),
        "has_more": len(below) > BELOW,
        "referring": list(reversed(referring.values())),
    }


def said_in(place: Mention) -> Referring:
    in_title = place.field == "title"
    if in_title:
        html = marked(place.entry.title, [(place.start, place.end)])
    else:
        html = sentence(place.entry.text, place.start, place.end)
    return Referring(place.entry, html, in_title)


def pieces(entry: Entry, below: Iterable[Entry]) -> list[Below]:
    levels = {entry.pk: 1}
    result: list[Below] = []
    for child in below:
        levels[child.pk] = level = levels.get(child.parent_id or 0, 1) + 1
        if child.kind != RULING:
            result.append(Below(min(level, 4), child, []))
        elif result and result[-1].entry is None:
            result[-1].rulings.append(child)
        else:
            result.append(Below(min(level, 4), None, [child]))
    return result


def _games(entry: Entry) -> list[Game]:
    game = entry.source.game
    return [game, game.parent] if game.parent else [game]
