"""Official answers to the same question: of a card, from wherever in its family, in whatever language."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from rulings.models import Card, Entry, Game, Source
from rulings.models.questions import Question, by_question
from rulings.publishing import publish
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.suggest import suggest
from tests.html import parse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (Question("можно ли отказаться", "", 1, (7, 8)), True),
        (Question("можно ли отказаться", "", 1, (9,)), False),  # the same words about another card
        (Question("можно ли отказаться", "", 1, ()), True),
        (Question("можно ли отказаться", "", 2, ()), False),  # another family
        (Question("czy można odmówić", "", 1, (7,)), False),
        (Question("czy można odmówić", "faq.v1", 2, ()), True),  # a translation
        (Question("", "", 1, (7,)), False),
    ],
)
def test_two_questions_are_the_same_by_their_words_about_a_card_or_by_their_ref(other: Question, is_same: bool) -> None:
    asked = Question("можно ли отказаться", "faq.v1", 1, (7,))
    assert asked.is_same_as(other) is other.is_same_as(asked) is is_same
    rest = Question("иное", "", 1, (7,))
    assert by_question([asked, rest, other], lambda one: one) == (
        [[asked, other], [rest]] if is_same else [[asked], [rest], [other]]
    )


def official(ruling: Entry, game: str, **facts: object) -> Entry:
    """An official answer to a ruling's question in a source of its own, published."""
    source = Source.objects.create(
        game=Game.objects.get(slug=game), slug="publisher", language="ru", title="Ответы", authority="official"
    )
    own = {"title": ruling.title, "language": "ru", "ref": "", **facts}
    entry = Entry.objects.create(source=source, kind="ruling", body="Нет. Только Корону.", anchor="o1", **own)
    entry.cards.set(ruling.cards.all())
    publish([entry])
    return entry


def official_answers(client: Client, entry: Entry) -> list[tuple[str, str]]:
    notes = parse(client.get(entry.url("ru")).content.decode()).all("p", class_="official-answer")
    return [(note.words, note.one("a").attributes["href"]) for note in notes]


def test_official_answer_of_an_expansion_comes_first(
    client: Client, index: None, ruling: Entry, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = official(ruling, "krolestwo-dusz")
    found = [item.entry.pk for item in search(Query(ruling.title)).results]
    assert found[:2] == [answer.pk, ruling.pk]
    offered = [item.key for item in suggest(Query(ruling.title)).entries]
    assert offered.index(answer.pk) < offered.index(ruling.pk)
    assert official_answers(client, ruling) == [
        ("Официальный ответ: Нет. Только Корону. Talisman: Digital Edition", answer.url("ru"))
    ]


def test_official_answer_about_another_card_is_none(
    client: Client, index: None, ruling: Entry, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = official(ruling, "talisman")
    assert len(official_answers(client, ruling)) == 1
    with django_capture_on_commit_callbacks(execute=True):
        answer.cards.set([Card.objects.get(slug="hram")])
        publish([answer])
    assert official_answers(client, ruling) == []
    assert [item.entry.pk for item in search(Query(ruling.title)).results][:2] == [ruling.pk, answer.pk]


def test_official_answer_in_another_language_is_known_by_its_ref(
    client: Client, index: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ruling = Entry.objects.get(source__slug="faq", source__game__slug="talisman", anchor="hram-v1")
    Entry.objects.filter(pk=ruling.pk).update(ref="hram.1")
    ruling.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        publish([ruling])
        answer = official(
            ruling, "talisman", title="Czy Ropucha może modlić się w Świątyni?", language="pl", ref="hram.1"
        )
    assert official_answers(client, ruling) == [
        ("Официальный ответ: Нет. Только Корону. PL 4-е пересмотренное издание", answer.url("ru"))
    ]
    note = parse(client.get(ruling.url("ru")).content.decode()).one("footer", class_="source-note")
    other = note.one("a", hreflang="pl").parent
    assert other
    assert other.words == (
        "На другом языке: Czy Ropucha może modlić się w Świątyni?PL Официально · 4-е пересмотренное издание"
    )
    found = [item.entry.pk for item in search(Query("храм")).results]
    assert found.index(answer.pk) < found.index(ruling.pk)
