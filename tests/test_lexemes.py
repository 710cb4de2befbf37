"""Every form of the words of an index, whether a text has it or not."""

from __future__ import annotations

import pytest

from rulings.keyboards import skeleton, slips
from rulings.languages import fold
from rulings.search.lexemes import Lexemes

LEXEMES = Lexemes(("армией", "вёл", "ścianę", "duszą", "troll"), {"армия", "вести", "sciana", "dusza", "troll"})


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("армиями", "армия"), ("ведущего", "вести"), ("вел", "вести"), ("ścianami", "sciana"), ("trolls", "troll")],
)
def test_a_form_is_of_its_word(form: str, lemma: str) -> None:
    assert LEXEMES.lemmas(fold(form)) == {lemma}


@pytest.mark.parametrize("form", ["армияй", "dusic", "duszac", "мышь", ""])
def test_what_is_no_form_or_of_another_word_is_of_none(form: str) -> None:
    assert LEXEMES.lemmas(form) == frozenset()  # «duszą» is of «dusić» as well, which isn't meant


def test_warm_words_are_not_looked_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    warm = Lexemes(("армией", "duszą"), {"армия", "dusza"})
    warm.warm()
    monkeypatch.setattr("rulings.search.lexemes.inflections", None)  # whoever looks it up fails
    assert warm.lemmas("армиями") == {"армия"}
    assert warm.lemmas("duszami") == {"dusza"}


@pytest.mark.parametrize("form", ["армии", "армиями", "ведущий", "вела"])
def test_a_skeleton_has_its_forms(form: str) -> None:
    assert form in LEXEMES.spelled(skeleton(form))


def test_a_slip_is_a_letter_fewer_another_one_more_or_two_in_the_other_order() -> None:
    made = set(slips("жаба"))
    assert {"жба", "жаб", "жуба", "жабба", "жабаю", "жбаа"} <= made
    assert not {"аба", "жабко", "бажа", "zhaba"} & made
    assert {"trol", "trolk", "trlol"} <= set(slips("troll"))
