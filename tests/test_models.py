"""The questions that rows are asked: what of them a reader sees."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps

from rulings import migrations
from rulings.models import Card, Entry, Game, Keyword, Mention, Name, Source

pytestmark = pytest.mark.usefixtures("kb")


def cite(entry: Entry, made_by: str = "found") -> None:
    facts = {"entry": entry, "field": "text", "start": 0, "end": 2, "surface": "Да"}
    Mention.objects.create(**facts, citation="«Встречи» на странице 9", made_by=made_by)


def citations(source: Source) -> int:
    return Source.objects.with_citations_count().get(pk=source.pk).citations_count


def test_citations_that_readers_see_are_counted(ruling: Entry) -> None:
    before = citations(ruling.source)
    cite(ruling)
    assert citations(ruling.source) == before + 1
    cite(ruling, made_by="refused")
    assert citations(ruling.source) == before + 1


@pytest.mark.parametrize("hidden", [{"state": "draft"}, {"state": "withdrawn"}, {"removed": True}])
def test_what_no_reader_sees_is_not_counted(ruling: Entry, crown: Card, hidden: dict[str, object]) -> None:
    cite(ruling)
    mention = Mention.objects.filter(card__isnull=False).exclude(entry=ruling)[0]
    Mention.objects.filter(card=mention.card).exclude(pk=mention.pk).delete()
    assert mention.card in Card.objects.most_mentioned()

    def counts() -> tuple[int, ...]:
        card = Card.objects.with_counts().get(pk=crown.pk)
        game = Game.objects.with_counts().get(slug="talisman")
        return (card.rulings_count, *rulings_of(crown), game.rulings_count, citations(ruling.source))

    before = counts()
    Entry.objects.filter(pk__in=[ruling.pk, mention.entry_id]).update(**hidden)
    assert counts()[:3] == tuple(count - 1 for count in before[:3])
    assert counts()[3:] < before[3:]
    assert mention.card not in Card.objects.most_mentioned()


def rulings_of(card: Card) -> tuple[int, int]:
    plain = Card.objects.with_rulings_count().get(pk=card.pk).rulings_count
    return plain, Card.objects.most_asked().get(pk=card.pk).rulings_count


def test_cards_spoken_of_most_come_first_and_terms_are_left_out(kb: None) -> None:
    cards = list(Card.objects.most_mentioned())
    counts = [Mention.objects.live().filter(card=card).count() for card in cards]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1] > 0
    assert not any(card.is_term for card in cards)
    assert Card.objects.filter(kind="term", mentions__made_by="found").exists()


def test_refused_mentions_make_no_card_spoken_of(kb: None) -> None:
    first = Card.objects.most_mentioned()[0]
    Mention.objects.filter(card=first).update(made_by="refused")
    assert first not in Card.objects.most_mentioned()


# ── migrations ──


def test_the_migrations_that_brought_keywords_make_those_that_saving_makes(
    kb: None, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path

    def rows() -> set[tuple[object, ...]]:
        return set(Keyword.objects.values_list("lemma", "name", "entry", "card"))

    made, tables = rows(), dict(Name.objects.values_list("pk", "forms"))
    Keyword.objects.all().delete()
    Name.objects.filter(language="ru").update(forms=[])
    import_module("rulings.migrations.0004_keywords").fill(apps, None)
    import_module("rulings.migrations.0013_name_has_a_word").guess(apps, None)
    assert (rows(), dict(Name.objects.values_list("pk", "forms"))) == (made, tables)
    assert (tmp_path / "relink.json").exists()


def test_migrations_ask_the_code_of_today_for_dictionaries_and_checks_alone() -> None:
    found = set()
    for path in Path(migrations.__path__[0]).glob("*.py"):
        found |= set(re.findall(r"(?:from|import) (rulings[.\w]*)", path.read_text(encoding="utf-8")))
    assert found == {"rulings.languages", "rulings.models.base", "rulings.models.games"}
