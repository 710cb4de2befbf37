"""Whose ruling an entry is: what its heading names."""

from __future__ import annotations

from pathlib import Path

from rulings.deciding import make_card
from rulings.documents import Outline
from rulings.editing import delete
from rulings.importing import import_text
from rulings.models import Card, Entry, Game, Mention, Name
from rulings.owning import Owners
from tests.made import card, entry
from tests.renaming import rename


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


FOUND_LATER = """# Вопросы

## Пеликан

В. Кто это?

О. Птица.

## Ходы

«Пеликан» и Пеликан летят.
"""


def imported() -> list[str]:
    """What an import of the document says that it changed."""
    facts = {"game": "talisman", "slug": "birds", "title": "Птицы", "language": "ru", "format": "markdown"}
    report = import_text(Path("birds.md"), FOUND_LATER, Outline.from_dict(facts))
    return [*report.created, *report.updated]


def owned(card: Card) -> list[str]:
    return list(
        Entry.objects.filter(cards=card, source__slug="birds").order_by("position").values_list("kind", flat=True)
    )


def test_a_card_made_after_its_heading_was_imported_owns_it(index: None, crown: Card) -> None:
    assert len(imported()) == 3
    made = make_card(crown.game, "creature", "Пеликан", "ru")
    assert owned(made) == ["chapter", "ruling"]
    landing = Mention.objects.filter(entry__source__slug="birds", entry__title="Ходы")
    assert list(landing.values_list("card", flat=True)) == [made.pk, made.pk]
    assert imported() == []  # nothing is left for the next one
    name = made.names.get()
    rename(name, text="Альбатрос")
    assert owned(made) == []
    rename(name, text="Пеликан")
    assert owned(made) == ["chapter", "ruling"]
    namesake = card(crown.game, "Пеликаны")  # of the two no text tells
    assert owned(made) == owned(namesake) == []
    delete(namesake)
    assert owned(made) == ["chapter", "ruling"]
    rename(made, game=Game.objects.get(slug="andor"))
    assert owned(made) == []
    rename(made, game=crown.game)
    assert owned(made) == ["chapter", "ruling"]


def test_what_an_editor_gave_a_heading_stays(index: None, crown: Card) -> None:
    imported()
    heading = Entry.objects.get(source__slug="birds", title="Пеликан")
    other = entry(heading.source, "Пеликан", "Здесь.", cards=(crown,))
    card(crown.game, "Пеликан")
    assert [one.pk for one in other.cards.all()] == [crown.pk]
