"""A card's page: its neighbours, which the same texts speak of, and what tells its answers apart."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client

from rulings.following import dead_links
from rulings.models import Card, Entry, Mention, Source
from rulings.views import cards
from rulings.views.cards import near_to
from tests.html import parse


def test_terms_are_near_to_terms_alone(kb: None, crown: Card) -> None:
    entries = list(Entry.objects.live().values_list("pk", flat=True))
    near = near_to(crown, entries)
    assert near
    assert not any(card.is_term for card in near)
    term = Card.objects.filter(kind="term", mentions__isnull=False)[0]
    with_term = [*Entry.objects.filter(mentions__card__kind="term").values_list("pk", flat=True)]
    assert any(card.is_term for card in near_to(term, with_term))


def test_near_are_the_cards_that_most_of_the_same_texts_mention(
    client: Client, crown: Card, ruling: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Card.objects.create(game=crown.game, slug="alone", kind="card")
    places = {"field": "text", "start": 0, "end": 2, "surface": "Да"}
    Mention.objects.create(entry=ruling, card=alone, made_by="refused", **places)
    page = parse(client.get(crown.url("ru")).content.decode())
    entries = {*Entry.objects.live().filter(cards=crown).exclude(kind="chapter").values_list("pk", flat=True)}
    entries |= {*Mention.objects.live().filter(card=crown).values_list("entry", flat=True)}
    beside = Mention.objects.live().filter(entry__in=entries).exclude(card=crown).exclude(card__kind="term")
    pairs = {*beside.filter(card__isnull=False).values_list("card__slug", "entry")}
    together = Counter(slug for slug, _entry in pairs)
    expected = sorted(together, key=lambda slug: (-together[slug], slug))
    assert len({*together.values()}) > 1
    chips = page.one("aside").all("a", class_="chip")
    assert [chip.attributes["href"].split("/")[-2] for chip in chips] == expected
    counts = {card.slug: card.rulings_count for card in Card.objects.filter(game=crown.game).with_counts()}
    numbers = [int(chip.one("i").text) for chip in chips]
    assert numbers == [counts[slug] for slug in expected]
    assert len({*numbers}) > 1
    monkeypatch.setattr(cards, "NEAR", 3)
    assert [card.slug for card in near_to(crown, sorted(entries))] == expected[:3]


def test_answers_of_two_sources_are_told_apart(client: Client, crown: Card, ruling: Entry, twin: Entry) -> None:
    html = client.get(crown.url("ru")).content.decode()
    page = parse(html)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    strip = page.one("nav", class_="strip")
    assert [label.text for label in strip.all("b")] == ["5-е издание", "4-е пересмотренное и исправленное издание"]
    links = {link.words: link.attributes["href"].removeprefix("#") for link in strip.all("a")}
    first, second = "e-korona-poveleniy-v1", "e-faq-korona-poveleniy-v1"
    assert links["В1, 5-е издание"] == first
    assert links["В1, 4-е пересмотренное и исправленное издание"] == second
    assert len(links) == len(set(links.values())) == 6
    said = {
        place: [tag.text for tag in page.one("li", id=place).all("span", class_="tag")] for place in (first, second)
    }
    assert said == {
        first: ["Официально", "5-е издание"],
        second: ["От сообщества", "4-е пересмотренное и исправленное издание"],
    }
    assert page.one("li", id=second).one("p", id=f"{second}-p1").words.startswith("Да")


def test_short_lists_tell_two_answers_apart(client: Client, ruling: Entry, twin: Entry) -> None:
    of_twin, of_ruling = "Официально · 5-е издание", "От сообщества · 4-е пересмотренное и исправленное издание"

    def said(path: str, **asked: str) -> list[str]:
        rows = parse(client.get(f"/ru/{path}", asked).content.decode()).all("span", class_="whose")
        return [row.parent.words for row in rows if row.parent]

    assert said(ruling.path)[:3] == said(twin.path)[:3] == [of_twin, of_ruling, of_ruling]
    pinned = [f"{of_ruling} · Корона Повелений", of_twin]  # that one stands under no heading
    assert said("tonight/rows/", e=f"{ruling.pk},{twin.pk}") == pinned
    Entry.objects.filter(pk=twin.pk).update(title="Да?", verdict="no")
    Entry.objects.filter(pk=ruling.pk).update(title="Так?")
    assert said("")[:2] == [of_twin, pinned[0]]
    Entry.objects.filter(pk=ruling.pk).update(title="ДА")  # the shorter one, but of the same question
    home = parse(client.get("/ru/").content.decode()).one("section", class_="samples")
    shown = [link.attributes["href"] for link in home.all("a")]
    assert twin.url("ru") in shown
    assert ruling.url("ru") not in shown
    page = parse(client.get("/ru/tonight/", {"e": f"{ruling.pk},{twin.pk}"}).content.decode())
    tags = [[tag.text for tag in meta.all("span", class_="tag")] for meta in page.all("div", class_="meta")]
    assert tags == [["4-е пересмотренное и исправленное издание", "От сообщества"], ["5-е издание", "Официально"]]


def test_answer_of_the_community_leads_to_the_official_one(client: Client, ruling: Entry, twin: Entry) -> None:
    def told(entry: Entry) -> list[tuple[str, str]]:
        notes = parse(client.get(entry.url("ru")).content.decode()).all("p", class_="official-answer")
        return [(note.words, note.one("a").attributes["href"]) for note in notes]

    assert told(ruling) == [("Официальный ответ: Нет. Там собирают только Корону. 5-е издание", twin.url("ru"))]
    assert told(twin) == told(Entry.objects.get(anchor="korona-poveleniy-v2")) == []
    Entry.objects.filter(pk=ruling.pk).update(title=ruling.title.upper().replace(",", ""))
    assert len(told(ruling)) == 1


def test_answers_of_one_edition_are_told_apart_by_their_source(
    client: Client, crown: Card, ruling: Entry, twin: Entry
) -> None:
    Source.objects.filter(pk=twin.source_id).update(edition=ruling.source.edition)
    page = parse(client.get(crown.url("ru")).content.decode())
    labels = [label.text for label in page.one("nav", class_="strip").all("b")]
    assert labels == ["Ответы издателя", ruling.source.title]
    assert ruling.source.edition not in page.one("li", id="e-korona-poveleniy-v1").words


def test_answers_of_one_source_say_nothing_more(client: Client, crown: Card) -> None:
    page = parse(client.get(crown.url("ru")).content.decode())
    assert [link.words for link in page.one("nav", class_="strip").all("a")] == ["В1", "В2", "В3", "В4", "В5"]
    assert not page.one("ol", class_="list").all("span", class_="tag")


def test_paper_and_links_know_the_places_of_both(client: Client, crown: Card, ruling: Entry, twin: Entry) -> None:
    ids = re.findall(r' id="([^"]+)"', client.get("/ru/talisman/print/").content.decode())
    assert len(ids) == len(set(ids))
    assert {"e-korona-poveleniy-v1-p1", "e-faq5-korona-poveleniy-v1-p1"} <= set(ids)
    hrefs = [f"/ru/{crown.path}#e-faq-korona-poveleniy-v1-p1", "/ru/talisman/print/#e-faq5-korona-poveleniy-v1"]
    gone = f"/ru/{crown.path}#e-faq5-korona-poveleniy-v1"
    links = "".join(f'<a href="{href}">…</a>' for href in [*hrefs, gone])
    Entry.objects.filter(pk=ruling.pk).update(html=f'<p id="p1">{links}</p>')
    assert [dead.path for dead in dead_links()] == [gone]
