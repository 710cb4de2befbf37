"""What is offered of a query while it is typed: things by every beginning of their names, then questions."""

from __future__ import annotations

import pytest

from rulings.keyboards import swap_layout
from rulings.languages import fold, words
from rulings.models import Entry, Name
from rulings.models.names import home_game
from rulings.search.query import Query
from rulings.search.suggest import suggest

pytestmark = pytest.mark.usefixtures("kb")


def test_every_prefix_of_every_word_of_every_name_offers_it() -> None:
    for name in Name.objects.select_related("card__game", "entry__source__game", "game"):
        slug = home_game(name.thing).slug
        typed = {name.text} | {
            word.text[:length]
            for word in words(name.text)
            for length in range(2, len(word.text) + 1)
            if word.text[:length].isalnum()
        }
        for text in typed:
            offered = suggest(Query(text, game=slug))
            if name.game:
                assert slug in [found.slug for found in offered.games], (text, name.text)
            else:
                found = [one.key for one in (offered.cards if name.card else offered.entries)]
                assert (name.card_id or name.entry_id) in found, (text, name.text)


def test_every_question_is_suggested_by_its_words_in_any_spelling() -> None:
    titled = Entry.objects.live().filter(kind__in=("ruling", "section")).exclude(title="")
    for entry in titled.select_related("source__game"):
        if entry.language == "ru":
            keys = swap_layout(" ".join(word.text for word in words(entry.title)))
            ways = [entry.title, entry.title.upper(), keys]
        else:
            ways = [entry.title, fold(entry.title)]
        for text in ways:
            offered = suggest(Query(text, game=entry.source.game.slug)).entries
            assert entry.pk in [found.key for found in offered], text


@pytest.mark.parametrize("text", ["Движение", "Движ", "сражени"])
def test_what_a_name_calls_comes_before_what_has_the_word(text: str) -> None:
    offered = suggest(Query(text, game="andor")).entries
    named = Name.objects.filter(text__startswith=text.capitalize(), entry__source__game__slug="andor")
    assert offered[0].key in [name.entry_id for name in named]


def test_a_heading_without_a_text_of_its_own_is_suggested_by_its_name_alone() -> None:
    headings = Entry.objects.live().filter(kind__in=("chapter", "note"), names=None).exclude(title="")
    assert headings
    for heading in headings:
        offered = suggest(Query(heading.title)).entries
        assert heading.pk not in [found.key for found in offered], heading.title


def test_a_last_word_of_one_letter_takes_no_suggestion_away() -> None:
    found = suggest(Query("корона повелений"))
    assert suggest(Query("корона повелений с")).entries == found.entries != ()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("кор", "Корона Повелений"),
        ("КОРОНА п", "Корона Повелений"),
        ("rjh", "Корона Повелений"),
        ("x`hyf", "Черная магия"),
        ("krol", ""),
        ("wylo", "Wyłom"),
        (";f,f", "Жаба"),
        ("игра:талисман кор", "Корона Повелений"),
        ("игра:андор жаб", ""),
        ("карта:жаб", "Жаба"),
        ("жаб -корона", "Жаба"),
    ],
)
def test_suggestions_are_folded_and_know_layouts(typed: str, name: str) -> None:
    assert next((card.titles["ru"] for card in suggest(Query(typed)).cards), "") == name


def test_cards_with_the_most_answers_are_offered_first_but_for_one_that_is_called_so() -> None:
    found = suggest(Query("ко")).cards
    assert found[0].titles["ru"] == "Корона Повелений"
    begun = [card.rulings for card in found if fold(card.matched).startswith("ко")]
    assert len(begun) > 2
    assert begun == sorted(begun, reverse=True)
    assert [card.matched for card in suggest(Query("маг")).cards][:2] == ["Маг", "Магический предмет"]
    assert suggest(Query("магия")).cards[0].matched != suggest(Query("сбой")).cards[0].matched == "Сбой Магии"


def test_suggestions_have_counts_and_questions() -> None:
    found = suggest(Query("корона"))
    assert (found.cards[0].rulings, found.cards[0].mentions) == (5, 1)
    assert found.entries[0].path.startswith("talisman/faq/korona-poveleniy-v")
    assert suggest(Query("кор")).entries[0] in found.entries
    assert suggest(Query("к")).cards == ()
    assert suggest(Query("")).cards == ()
