"""Rows with everything their JSON shows, read with a number of queries that doesn't depend on how many they are."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from rulings.models import Card, Entry, Mention
from rulings.models.entries import give_headings
from rulings.models.games import whole_texts
from rulings.models.names import give_names

_LONG = ("body", "text", "html", "title_html")  # what a link doesn't show of the entry it leads to


def entries(rows: QuerySet[Entry]) -> list[Entry]:
    """Entries with their source, game, cards, mentions (those that no editor refused), headings and all names."""
    mentions = Mention.objects.shown().select_related("card__game", "game", "to_entry__source__game")
    mentions = mentions.defer(*(f"to_entry__{name}" for name in _LONG), *whole_texts("to_entry__source__"))
    found = list(
        rows.select_related("source__game")
        .defer("body", "title_html", *whole_texts("source__"))
        .prefetch_related(
            Prefetch("cards", Card.objects.select_related("game")),
            Prefetch("mentions", mentions),
            Prefetch("mentions__to_entry__cards", Card.objects.select_related("game")),
        )
    )
    targets = [mention.thing for entry in found for mention in entry.mentions.all() if mention.thing]
    give_headings([*found, *(thing for thing in targets if isinstance(thing, Entry))])
    own = [card for entry in found for card in entry.cards.all()]
    give_names([*(entry.source.game for entry in found), *own, *targets])
    return found


def card_languages(keys: Iterable[int]) -> dict[int, str]:
    """The own language of each of these cards."""
    found = [Card(pk=key) for key in keys]
    give_names(found)
    return {card.pk: card.own_language for card in found}


def entry_languages(keys: Iterable[int]) -> dict[int, str]:
    """The language of each of these entries."""
    return dict(Entry.objects.filter(pk__in=list(keys)).order_by().values_list("pk", "language"))


def cards(rows: QuerySet[Card]) -> list[Card]:
    """Cards with their counts, their games and the names of both."""
    found = list(rows.select_related("game").with_counts())  # type: ignore[attr-defined]
    give_names([*found, *(card.game for card in found)])
    return found
