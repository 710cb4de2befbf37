"""Old addresses: chains of renames, renaming back, games that move with everything in them."""

from __future__ import annotations

import pytest
from django.test import Client

from rulings.addresses import moved, old_anchors
from rulings.editing import new_anchor
from rulings.models import Card, Entry, Game, Redirect
from tests.renaming import rename


def leads_to(path: str) -> str | None:
    """The address of today of an old one; ``None`` where nobody knows it."""
    redirect = Redirect.objects.filter(path=path).first()
    return redirect.thing.path if redirect else None


def test_a_chain_of_renames_ends_at_the_newest(index: None, crown: Card) -> None:
    for slug in ("korona-1", "korona-2", "korona-3"):
        rename(crown, slug=slug)
    for slug in ("korona-poveleniy", "korona-1", "korona-2"):
        assert leads_to(f"talisman/cards/{slug}/") == "talisman/cards/korona-3/"
    assert Redirect.objects.count() == 3


def test_renaming_back_leaves_no_loop(index: None, crown: Card) -> None:
    rename(crown, slug="korona")
    rename(crown, slug="korona-poveleniy")
    assert leads_to("talisman/cards/korona-poveleniy/") is None
    assert leads_to("talisman/cards/korona/") == "talisman/cards/korona-poveleniy/"


def test_two_things_may_change_places(index: None, crown: Card) -> None:
    city = Card.objects.get(game=crown.game, slug="gorod", kind="space")
    rename(crown, slug="mimo")
    rename(city, slug="korona-poveleniy")
    rename(crown, slug="gorod")
    assert {row.path: row.thing.path for row in Redirect.objects.all()} == {
        "talisman/cards/mimo/": "talisman/cards/gorod/"
    }


def test_a_renamed_game_moves_everything_in_it(index: None, ruling: Entry, crown: Card) -> None:
    game = Game.objects.get(slug="talisman")
    cards, entries = Card.objects.filter(game=game).count(), Entry.objects.of_game(game).count()
    rename(ruling, anchor="korona-1")
    rename(game, slug="talisman-4")
    assert leads_to("talisman/") == "talisman-4/"
    assert leads_to("talisman/faq/") == "talisman-4/faq/"
    assert leads_to("talisman/cards/korona-poveleniy/") == "talisman-4/cards/korona-poveleniy/"
    assert leads_to("talisman/faq/korona-1/") == "talisman-4/faq/korona-1/"
    assert leads_to("talisman/faq/korona-poveleniy-v1/") == "talisman-4/faq/korona-1/"
    assert Redirect.objects.count() == 1 + 1 + cards + entries + 1


def test_a_renamed_game_and_back_leaves_nothing_of_it_in_the_way(index: None) -> None:
    game = Game.objects.get(slug="talisman")
    rename(game, slug="talisman-4")
    rename(game, slug="talisman")
    assert leads_to("talisman/faq/korona-poveleniy-v1/") is None
    assert leads_to("talisman-4/faq/korona-poveleniy-v1/") == "talisman/faq/korona-poveleniy-v1/"


def test_links_follow_a_renamed_game(index: None, ruling: Entry) -> None:
    rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    polish = Entry.objects.filter(source__game__slug="krolestwo-dusz", html__contains="/-/talisman")
    ruling.refresh_from_db()
    assert 'href="/-/talisman-4/cards/korona-poveleniy/"' in ruling.title_html
    assert polish.exists()
    assert not Entry.objects.filter(html__contains="/-/talisman/").exists()


def test_a_new_thing_takes_its_address_from_a_redirect(kb: None, crown: Card) -> None:
    Redirect.objects.create(path="talisman/cards/novaya/", card=crown)
    moved(Card.objects.create(game=crown.game, slug="novaya", kind="card"), None)
    assert leads_to("talisman/cards/novaya/") is None


def test_a_new_entry_takes_no_anchor_that_led_to_another(index: None, ruling: Entry) -> None:
    section = Entry.objects.filter(source=ruling.source, kind="section").exclude(title="")[0]
    anchor = section.anchor
    rename(section, anchor="inache")
    assert old_anchors(ruling.source) == {anchor}
    namesake = Entry(source=ruling.source, kind="section", title=section.title)
    assert new_anchor(namesake) == f"{anchor}-2"


@pytest.mark.parametrize("slug", ["talisman-4", "talisman"])
def test_an_import_finds_a_source_whose_game_was_renamed(index: None, slug: str) -> None:
    from rulings.importing import import_document
    from rulings.reading import fixture_sources

    rename(Game.objects.get(slug="talisman"), slug=slug)
    report = import_document(fixture_sources()[0])
    assert (len(report.unchanged), report.changed) == (100, False)
    assert Game.objects.get(slug=slug).sources.count() == 1


def test_search_and_feed_of_a_renamed_game_are_found(index: None, client: Client) -> None:
    rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    feed = client.get("/ru/talisman/feed/")
    assert (feed.status_code, feed.headers["Location"]) == (301, "/ru/talisman-4/feed/")
    page = client.get("/ru/search/", {"q": "жаба", "game": "talisman"})
    assert (page.status_code, page.headers["Location"]) == (302, "?q=%D0%B6%D0%B0%D0%B1%D0%B0&game=talisman-4")
    assert client.get("/ru/search/", {"q": "жаба", "game": "nothing"}).status_code == 400
