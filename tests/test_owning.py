"""Whose ruling an entry is: what its heading names."""

from __future__ import annotations

from rulings.models import Card, Game, Name
from rulings.owning import Owners


def test_a_heading_names_its_cards_in_order(kb: None) -> None:
    keys = {card.pk: card.slug for card in Card.objects.all()}
    owners = Owners(Game.objects.get(slug="talisman"))
    assert [keys[key] for key in owners.named_by("Корона Повелений", "ru")] == ["korona-poveleniy"]
    assert [keys[key] for key in owners.named_by("Принц/Принцесса", "ru")] == ["prints", "printsessa"]
    assert owners.named_by("Корона Повелений и что с ней делать", "ru") == []
    assert owners.named_by("", "ru") == []


def test_a_name_of_two_cards_gives_the_heading_to_neither(kb: None, crown: Card) -> None:
    other = Card.objects.create(game=crown.game, slug="drugaya-korona", kind="object")
    Name.objects.create(card=other, language="ru", text="Корона Повелений", confidence="printed")
    assert Owners(crown.game).named_by("Корона Повелений", "ru") == []
