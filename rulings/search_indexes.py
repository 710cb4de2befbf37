"""What the index knows of an entry (Haystack looks for this module's name)."""

from __future__ import annotations

from collections.abc import Iterable

from haystack import indexes

from rulings.models import Card, Entry
from rulings.models.entries import EntryQuerySet


class KeyField(indexes.CharField):  # type: ignore[misc]
    """A value that is matched whole: an address, a kind, a language."""

    field_type = "key"


def names_of(cards: Iterable[Card]) -> str:
    """All names of cards in every language, a line each, so that a query in any of them finds what is about them."""
    return "\n".join(name.text for card in cards for name in card.names.all())


class EntryIndex(indexes.SearchIndex, indexes.Indexable):  # type: ignore[misc]
    text = indexes.CharField(document=True, model_attr="text")
    title = indexes.CharField(boost=3.0)
    names = indexes.CharField(boost=3.0)
    headings = indexes.CharField(boost=2.0)
    mentioned = indexes.CharField(boost=1.0)
    game = KeyField(model_attr="source__game__slug")
    source = KeyField()
    kind = KeyField(model_attr="kind")
    language = KeyField(model_attr="language")
    authority = KeyField(model_attr="source__authority")

    def get_model(self) -> type[Entry]:
        return Entry

    def index_queryset(self, using: str | None = None) -> EntryQuerySet:
        return Entry.objects.live().placed().prefetch_related("cards__names", "names", "mentions__card__names")

    def prepare_title(self, entry: Entry) -> str:
        return f"{entry.number} {entry.title}".strip()

    def prepare_source(self, entry: Entry) -> str:
        return f"{entry.source.game.slug}/{entry.source.slug}"

    def prepare_names(self, entry: Entry) -> str:
        own = "\n".join(name.text for name in entry.names.all())
        return f"{names_of(entry.cards.all())}\n{own}".strip()

    def prepare_headings(self, entry: Entry) -> str:
        return "\n".join(entry.headings())

    def prepare_mentioned(self, entry: Entry) -> str:
        cards = {m.card_id: m.card for m in entry.mentions.all() if m.card and m.made_by != "refused"}
        return names_of(cards.values())
