"""A language of contents needs a row in the table and nothing else."""

from __future__ import annotations

import dataclasses

import pytest
from django.test import Client

from rulings.languages import LANGUAGES
from rulings.models import Entry, Name
from rulings.search.analysis import signature
from rulings.search.backend import Backend
from rulings.search.filters import language_names
from rulings.search.query import prefix_names
from rulings.search_indexes import BagField


@pytest.mark.parametrize("interface", ["ru", "pl"])
def test_pages_with_a_language_that_has_only_its_row(
    client: Client, ruling: Entry, monkeypatch: pytest.MonkeyPatch, interface: str
) -> None:
    row = dataclasses.replace(LANGUAGES["en"], code="de", name="Deutsch")
    monkeypatch.setitem(LANGUAGES, "de", row)
    Entry.objects.filter(pk=ruling.pk).update(language="de")
    Name.objects.create(card=ruling.cards.get(), language="de", text="Krone der Macht")
    page = client.get(ruling.url(interface))
    assert page.status_code == 200
    assert 'title="Deutsch">DE</span>' in page.content.decode()
    assert "Krone der Macht" in client.get(ruling.cards.get().url(interface)).content.decode()


def test_search_takes_what_it_needs_of_a_language_from_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signature()
    row = dataclasses.replace(LANGUAGES["en"], code="cs", packages=("no-such",), prefixes={"game": ("hra",)})
    monkeypatch.setitem(LANGUAGES, "cs", row)
    assert prefix_names()["hra"] == "game"
    assert "no no-such" in signature()
    assert signature() != before
    monkeypatch.setitem(LANGUAGES, "cs", dataclasses.replace(LANGUAGES["en"], code="cs"))
    assert signature() != before  # of packages that other languages need as well


def test_a_language_of_contents_has_its_name_in_every_interface() -> None:
    assert [language_names()[called] for called in ("английский", "angielski", "english", "en")] == [["en"]] * 4


def test_an_index_that_other_weights_made_is_made_anew(index: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    before = index.signature()
    monkeypatch.setattr(BagField, "made_by", "other weights")
    assert index.signature() != before
