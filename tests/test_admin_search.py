"""Search in the lists: whatever folds alike finds each other, and nothing else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.admin.searching import pattern
from rulings.languages import fold
from rulings.models import Card, Entry, Name
from tests.desk import rows

LETTERS = "абеёийщАЁЙaąbćlłŁżźŻæœß'’«»\"-–—  1\u0301\u00ad.*[(\\^$"
TEXTS = st.text(st.sampled_from(LETTERS), max_size=12)


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        ("ёлка", "Елка"),
        ("ЕЛКА", "ёлка"),
        ("slad", "Ślad"),
        ("ŁÓDŹ", "lodz"),
        ("lodz", "Łódź"),
        ("страж", "Стра\u0301ж"),
        ("страж", "Стра\u00adж"),
        ("йога", "\u0438\u0306ога"),
        ("«да»", '"да"'),
        ("aether", "Æther"),
        ("strasse", "Straße"),
        ("2-6", "2–6"),
        ("a.b", "a.b"),
    ],
)
def test_pattern_finds_every_spelling(typed: str, stands: str) -> None:
    assert re.search(pattern(typed), f"… {stands} …")


@pytest.mark.parametrize(("typed", "stands"), [("шип", "щип"), ("и", "ы"), ("a.b", "axb"), ("лес", "лиса")])
def test_pattern_finds_nothing_else(typed: str, stands: str) -> None:
    assert not re.search(pattern(typed), stands)


@settings(max_examples=400)
@given(TEXTS, TEXTS, TEXTS)
def test_pattern_finds_a_word_wherever_it_stands(before: str, word: str, after: str) -> None:
    text = f"{before}|{word}|{after}"
    assert re.search(pattern(fold(word).upper()), text)


@settings(max_examples=400)
@given(TEXTS, st.text(st.sampled_from(LETTERS), min_size=1, max_size=3))
def test_pattern_finds_nothing_that_folds_otherwise(text: str, word: str) -> None:
    if re.search(pattern(word), text):
        assert fold(word).replace("й", "и") in fold(text).replace("й", "и")


def titles(desk: Client, model: str, words: str) -> set[str]:
    return {str(row) for row in rows(desk.get(f"/admin/rulings/{model}/", {"q": words}))}


@pytest.mark.parametrize("words", ["корона повелений", "КОРОНА ПОВЕЛЕНИЙ", "Повелений корон", "crown of command"])
def test_cards_are_found_by_any_name_in_any_case(desk: Client, crown: Card, words: str) -> None:
    assert str(crown) in titles(desk, "card", words)


def test_cards_are_found_without_accents(desk: Client) -> None:
    name = Name.objects.get(language="pl", text="Strażnik", card__isnull=False)
    assert {str(name.card)} <= titles(desk, "card", "straznik")
    assert "Strażnik" in titles(desk, "name", "STRAZNIK")


def test_entries_are_found_by_title_text_number_and_address(desk: Client, ruling: Entry) -> None:
    for words in ("находясь короне повелений СОБИРАТЬ", "других персонажей делении", "korona-poveleniy-v1"):
        assert ruling in rows(desk.get("/admin/rulings/entry/", {"q": words}))
    assert ruling not in rows(desk.get("/admin/rulings/entry/", {"q": "короне повелений дирижабль"}))


def test_a_search_without_words_finds_everything(desk: Client) -> None:
    assert desk.get("/admin/rulings/entry/", {"q": "  "}).context["cl"].result_count == Entry.objects.count()
    assert desk.get("/admin/rulings/entry/", {"q": "такого слова нет"}).context["cl"].result_count == 0


def test_more_rows_than_fit_into_a_list_of_keys_are_found_too(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = desk.get("/admin/rulings/entry/", {"q": "персонаж", "kind": "ruling"})
    monkeypatch.setattr("rulings.admin.searching.MANY", 3)
    again = desk.get("/admin/rulings/entry/", {"q": "персонаж", "kind": "ruling"})
    assert again.context["cl"].result_count == expected.context["cl"].result_count > 3
    assert [row.pk for row in rows(again)] == [row.pk for row in rows(expected)]


def suggest(desk: Client, field: str, term: str, **extra: str | int) -> list[str]:
    asked = {"app_label": "rulings", "model_name": "entry", "field_name": field, "term": term, **extra}
    return [item["text"] for item in desk.get("/admin/autocomplete/", asked).json()["results"]]


def test_suggestions_of_cards_fold_and_tell_namesakes_apart(desk: Client, crown: Card) -> None:
    assert suggest(desk, "cards", "КОРОНА повел") == [f"Корона Повелений · {crown.get_kind_display()} · Талисман"]


def test_suggestions_of_headings_come_from_their_own_source(desk: Client, ruling: Entry) -> None:
    here = suggest(desk, "parent", "город", source=ruling.source_id)
    polish = Entry.objects.filter(source__game__slug="krolestwo-dusz")[0].source_id
    assert here
    assert suggest(desk, "parent", "город", source=polish) == []
    assert len(suggest(desk, "parent", "", source=polish)) == Entry.objects.filter(source=polish).count()


def test_suggestions_leave_out_removed_entries(desk: Client, ruling: Entry) -> None:
    Entry.objects.filter(children=ruling).update(removed=True)
    assert not any(text.startswith("Корона Повелений") for text in suggest(desk, "parent", "корона повелений"))
