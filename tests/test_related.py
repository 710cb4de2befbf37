"""Texts near a text, and why."""

from __future__ import annotations

import pytest
from django.test import Client

from rulings.kinds import ENTRY_KINDS
from rulings.models import Entry
from rulings.search.related import near
from tests.html import parse

pytestmark = pytest.mark.usefixtures("index")


def rows(client: Client, entry: Entry, language: str = "ru") -> dict[str, str]:
    """The title of each related ruling → why it is one."""
    section = parse(client.get(entry.url(language)).content.decode()).one("article", class_="stack").all("section")[0]
    found = {}
    for link in section.all("a"):
        reason = link.one("small").words
        found[link.words.removesuffix(link.one("span", class_="number").words).removesuffix(reason).strip()] = reason
    return found


def test_related_rulings_share_a_rare_card_and_say_which(client: Client) -> None:
    entry = Entry.objects.get(anchor="korona-poveleniy-v3")
    reasons = rows(client, entry)
    assert len(reasons) >= 3
    assert list(reasons.values())[:3] == ["оба о заклинании «Заклинание Повеления»"] * 3
    polish = rows(client, entry, "pl")
    assert list(polish) == [f"{title} RU" for title in reasons]
    assert set(polish.values()) != set(reasons.values())


@pytest.mark.parametrize(
    ("path", "number", "reason"),
    [
        ("talisman/faq/vmesto-obychnogo-dvizheniya/", "В2", "оба о месте «Храм»"),
        ("agot-lcg/faq/2-3/", "2.2", "Официально · оба о термине «Замысел»"),
        ("andor/pamyatka/opechatki-i-netochnosti-na-kartah-legend-9/", "10", "оба о сценарии «Легенда 5»"),
    ],
)
def test_sections_clarifications_and_errata_have_related_texts(
    client: Client, path: str, number: str, reason: str
) -> None:
    headings = parse(client.get(f"/ru/{path}").content.decode()).all("h2")
    section = next(heading.parent for heading in headings if heading.words == "Близкие тексты")
    assert section
    found = {row.one("span", class_="number").words: row.one("small").words for row in section.all("a")}
    assert found[number] == reason
    assert len(section.all("a")) <= 4


def test_what_the_page_shows_already_is_not_related() -> None:
    entry = Entry.objects.get(anchor="korona-poveleniy-v3")
    cards = [mention.card_id for mention in entry.mentions.all() if mention.card_id]
    games = {"talisman"}
    found = near(entry.title, "ru", cards, games=games, without={entry.pk})
    assert found
    assert entry.pk not in {item.entry for item in found}
    rest = near(entry.title, "ru", cards, games=games, without={entry.pk, found[0].entry})
    assert [item.entry for item in rest] == [item.entry for item in found[1:]]


def test_a_rare_word_makes_rulings_related_and_a_common_one_does_not() -> None:
    found = near("квест колдуна", "ru", (), games={"talisman"}, without=())
    assert {item.word for item in found} <= {"квест", "колдун"}
    assert near("персонаж может", "ru", (), games={"talisman"}, without=()) == []


def test_what_three_of_a_few_entries_of_a_language_have_is_not_rare() -> None:
    """«ginący» and «posiadać» stand in three of thirteen Polish entries."""
    found = near("Ginący posiadacie", "pl", (), games={"krolestwo-dusz"}, kinds=ENTRY_KINDS, without=())
    assert found == []


def test_rulings_of_other_games_are_not_related() -> None:
    assert near("квест колдуна", "ru", (), games={"andor"}, without=()) == []


def test_a_set_phrase_or_a_term_of_the_rules_alone_makes_no_rulings_related() -> None:
    """«по крайней мере» stands in both of the first pair; both of the second speak of «Умение»."""
    rulings = Entry.objects.filter(kind="ruling", source__slug="faq", source__game__slug="talisman")
    for one, other in (("Когда персонаж совершает встречу в Городе", "На Жезле"), ("Может ли Монах", "На Жезле")):
        entry = rulings.get(title__startswith=one)
        cards = list(entry.mentions.filter(card__isnull=False).values_list("card", "card__kind"))
        own, terms = ([card for card, kind in cards if (kind == "term") is is_term] for is_term in (False, True))
        text = f"{entry.title} {entry.text}"
        found = near(text, "ru", own, terms=terms, games={"talisman"}, without={entry.pk})
        assert rulings.get(title__startswith=other).pk not in {item.entry for item in found}
