"""A card's neighbours: what the same texts speak of."""

from __future__ import annotations

from rulings.models import Card, Entry
from rulings.views.cards import near_to


def test_terms_are_near_to_terms_alone(kb: None, crown: Card) -> None:
    entries = list(Entry.objects.live().values_list("pk", flat=True))
    near = near_to(crown, entries)
    assert near
    assert not any(card.is_term for card in near)
    term = Card.objects.filter(kind="term", mentions__isnull=False)[0]
    with_term = [*Entry.objects.filter(mentions__card__kind="term").values_list("pk", flat=True)]
    assert any(card.is_term for card in near_to(term, with_term))
