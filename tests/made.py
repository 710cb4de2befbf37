"""Cards and entries as an editor makes them."""

from __future__ import annotations

from rulings.editing import Edit, new_anchor
from rulings.models import Card, Entry, Game, Name, Source


def card(game: Game, text: str, recognise: str = "", kind: str = "card", code: str = "", of_set: str = "") -> Card:
    made = Card(game=game, kind=kind, slug=f"c{Card.objects.count()}", code=code, set=of_set)
    edit = Edit(made)
    made.save()
    Name(card=made, text=text, language="pl" if text.isascii() else "ru", recognise=recognise).save()
    edit.finish()
    return made


def entry(source: Source, title: str, body: str, number: str = "", cards: tuple[Card, ...] = ()) -> Entry:
    made = Entry(source=source, kind="section", number=number, title=title, body=body, language=source.language)
    made.anchor, made.position = new_anchor(made), 9999
    edit = Edit(made)
    made.save()
    made.cards.set(cards)
    edit.finish()
    return made
