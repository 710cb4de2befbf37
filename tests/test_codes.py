"""Codes of cards, which are of one card within a set alone."""

from __future__ import annotations

import pytest

from rulings.editing import Edit, delete
from rulings.models import Card, Entry, Mention
from rulings.publishing import publish

pytestmark = pytest.mark.usefixtures("index")

TEXTS = {
    # one card has the code: a set that isn't its own is another card, which isn't here
    "Потом (Короли моря, S9).": "",
    "Король (Короли моря S9) идёт.": "",
    "Тут (Подземелье, S9).": "",
    "Тут (Короли моря, F12; Базовый набор, S9).": "base",
    "Тут S9 и (S9).": "base base",
    "Тут (например, S9).": "base",
    "Тут (Санса Старк, S9).": "base",
    "Тут (Смотрите S9).": "base",  # one word without a comma is no set
    "Смотрите (Базовый набор, S9).": "base",
    "Из базового набора S9 и Базового набора, S9.": "base base",
    "Базовый набор (S9) и (Core Set S9).": "base base",
    "Стартовый набор: S9.": "base",
    "(Базовый набор, S25 и S9) и (Базовый набор, S25; S9)": "base base",
    "(Базовый набор, S 9), но S 9 и с 9.": "base",
    "(Базовый набор S-9)": "base",
    "(Базовый набор, S6)": "",
}


def led(entry: Entry, cards: dict[int, str]) -> str:
    """Which of the cards the codes of an entry lead to."""
    mentions = Mention.objects.filter(entry=entry, card__in=cards, surface__regex="9$").order_by("start")
    return " ".join(cards[mention.card_id or 0] for mention in mentions)


def test_set_in_front_of_a_code_chooses_the_card() -> None:
    sansa = Card.objects.get(code="S9")
    source = sansa.game.sources.get()
    entries = [
        Entry.objects.create(source=source, kind="note", body=text, anchor=f"code-{at}", language="ru", position=900)
        for at, text in enumerate(TEXTS)
    ]
    publish(entries)
    assert {entry.body: led(entry, {sansa.pk: "base"}) for entry in entries} == TEXTS

    fleet = Card(game=sansa.game, slug="fleet", kind="card", code="S9")
    edit = Edit(fleet)
    fleet.save()
    edit.finish()
    fleet.set = "Короли моря"
    edit = Edit(fleet)
    fleet.save()
    edit.finish()
    both = {sansa.pk: "base", fleet.pk: "sea"}
    told = {entry.body: led(entry, both) for entry in entries}
    changed = {text: way for text, way in told.items() if way != TEXTS[text]}
    assert changed == {
        "Потом (Короли моря, S9).": "sea",
        "Король (Короли моря S9) идёт.": "sea",
        "Тут S9 и (S9).": "",  # either of them: open for an editor
        "Тут (например, S9).": "",
        "Тут (Санса Старк, S9).": "",
        "Тут (Смотрите S9).": "",
    }


def test_set_that_comes_or_goes_links_the_codes_behind_its_name_anew() -> None:
    sansa = Card.objects.get(code="S9")
    text = "Тут Короли моря S9."
    entry = Entry.objects.create(
        source=sansa.game.sources.get(), kind="note", body=text, anchor="code-sea", language="ru", position=900
    )
    publish([entry])
    told = [led(entry, {sansa.pk: "base"})]  # nobody knows of a set
    fleet = Card(game=sansa.game, slug="fleet", kind="card", set="Короли моря", code="S77")
    edit = Edit(fleet)
    fleet.save()
    edit.finish()
    told.append(led(entry, {sansa.pk: "base"}))
    delete(fleet)
    told.append(led(entry, {sansa.pk: "base"}))
    assert told == ["base", "", "base"]
