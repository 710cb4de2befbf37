"""Old addresses: chains of renames, renaming back, games that move with everything in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from rulings.addresses import _PAGES_OF_A_GAME, Anchors, moved, old_anchors
from rulings.documents import Node
from rulings.drawing import cover, emblem
from rulings.editing import new_anchor
from rulings.importing import ImportReport, import_document
from rulings.models import Card, Entry, Game, Redirect, Source
from rulings.reading import ImportFailure, fixture_sources
from tests.growth import takes_less
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


def test_json_follows_old_addresses_of_sources(index: None, client: Client, ruling: Entry) -> None:
    def count(query: str) -> int:
        response = client.get(f"/api/entries/?{query}")
        return int(response.json()["count"]) if response.status_code == 200 else -response.status_code

    rename(ruling.source, slug="vypusk-3")
    rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    for query in (
        "game=talisman-4&source=vypusk-3",
        "game=talisman&source=vypusk-3",
        "game=talisman&source=faq",
        "source=talisman/faq",
    ):
        assert count(query) == 100, query
    assert count("source=faq") == 26  # another's today
    assert count("game=andor&source=faq") == -400
    rename(Source.objects.get(slug="faq"), slug="otvety")
    assert count("source=faq") == 126


def test_a_renamed_game_keeps_its_drawings(index: None, client: Client, ruling: Entry) -> None:
    game = Game.objects.get(slug="talisman")
    expansion = Game.objects.get(slug="talisman-dungeon")
    for slug in ("talisman-3", "talisman-4"):
        rename(Game.objects.get(pk=game.pk), slug=slug)
    for path in ("talisman-4/", expansion.path):
        assert cover("talisman") in client.get(f"/ru/{path}").content.decode()
    ruling = Entry.objects.for_page().get(pk=ruling.pk)
    assert emblem("talisman") in client.get(ruling.url("ru")).content.decode()


def test_links_follow_a_renamed_game(index: None, ruling: Entry) -> None:
    rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    polish = Entry.objects.filter(source__game__slug="krolestwo-dusz", html__contains="/-/talisman")
    ruling.refresh_from_db()
    assert 'href="/-/talisman-4/cards/korona-poveleniy/"' in ruling.title_html
    assert polish.exists()
    assert not Entry.objects.filter(html__contains="/-/talisman/").exists()


def test_an_old_address_does_not_tell_that_of_a_draft(index: None, client: Client, ruling: Entry) -> None:
    old = ruling.path
    rename(ruling, anchor="sekretnyy-zagolovok", state="draft")
    rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    for path in (old, f"talisman/faq/{ruling.anchor}/"):
        for page in ("/ru/", "/ru/preview/"):
            assert client.get(page + path).status_code == 404
    rename(ruling, state="published")
    assert client.get(f"/ru/{old}").headers["Location"] == "/ru/talisman-4/faq/sekretnyy-zagolovok/"


def test_nothing_stands_beneath_a_card_or_an_entry(client: Client, ruling: Entry, crown: Card) -> None:
    Redirect.objects.create(path="talisman/faq-2/", card=crown)
    Redirect.objects.create(path="talisman/faq-3/", entry=ruling)
    assert client.get("/ru/talisman/faq-2/").headers["Location"] == crown.url("ru")
    Redirect.objects.create(path="magia/", source=ruling.source)
    assert client.get("/ru/magia/").headers["Location"] == "/ru/talisman/faq/"
    for path in ("talisman/faq-2/a/", "talisman/faq-3/a/", "magia/faq/"):
        assert client.get(f"/ru/{path}").status_code == 404


def test_what_never_stood_beneath_a_moved_thing_leads_nowhere(
    client: Client, index: None, ruling: Entry, crown: Card
) -> None:
    rename(ruling.source, slug="answers")
    rename(crown.game, slug="magic")
    rename(Source.objects.get(pk=ruling.source_id), slug="otvety")
    new = Entry.objects.filter(pk=ruling.pk)
    new.update(anchor="new")  # as one that came after the renamings
    Redirect.objects.filter(entry=ruling).delete()
    found = {
        path: client.get(f"/ru/{path}").headers.get("Location")
        for path in ("faq/", "faq/new/", "answers/new/", "faq/nothing/", "nothing/", "cards/nothing/", "nothing/new/")
        for path in (f"talisman/{path}", f"magic/{path}")
    }
    here = "/ru/magic/otvety/"
    assert {path: to for path, to in found.items() if to} == {
        "talisman/faq/": here,
        "talisman/faq/new/": f"{here}new/",
        "talisman/answers/new/": f"{here}new/",
        "magic/answers/new/": f"{here}new/",
    }
    for page in _PAGES_OF_A_GAME:
        path = page if "." in page else f"{page}/"
        assert client.get(f"/ru/talisman/{path}").headers["Location"] == f"/ru/magic/{path}"
        assert client.get(f"/ru/magic/{path}").status_code == 200
    new.update(state="withdrawn")
    assert client.get("/ru/talisman/faq/new/").status_code == 404
    assert client.get("/ru/preview/talisman/faq/new/x/").status_code == 404


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
    rename(Game.objects.get(slug="talisman"), slug=slug)
    report = import_document(fixture_sources()[0])
    assert (len(report.unchanged), report.changed) == (100, False)
    assert Game.objects.get(slug=slug).sources.count() == 1


def test_many_entries_of_one_number_get_their_addresses_at_once() -> None:
    node, anchors = Node(kind="clarification", number="2.4"), Anchors({"2-4-3"})
    assert [anchors.make(node, None) for _ in range(3)] == ["2-4", "2-4-2", "2-4-4"]
    assert takes_less(lambda: [anchors.make(node, None) for _ in range(3000)], 0.3)


def put(path: Path, text: str, **facts: str) -> ImportReport:
    """Import a text with an outline that says this."""
    said = {"title": "Проба", "game": "talisman", "language": "ru", "format": "faq"} | facts
    path.with_suffix(".toml").write_text("\n".join(f'{name} = "{value}"' for name, value in said.items()))
    path.write_text(text, encoding="utf-8")
    return import_document(path)


FAQ = "Город\n\nВ1. Можно?\n\nО. Да. См. «Жаба».\n\nВ2. Нельзя?\n\nО. Да.\n\nЖаба\n\nВ1. Ква?\n\nО. Да."


@pytest.mark.parametrize(
    ("name", "text"),
    [("proba.txt", FAQ), ("other.txt", FAQ), ("proba.txt", FAQ.replace("Ква?", "Ква-ква?"))],
)
def test_another_slug_in_the_outline_moves_a_source(index: None, tmp_path: Path, name: str, text: str) -> None:
    put(tmp_path / "proba.txt", FAQ, slug="proba")
    source = Source.objects.get(slug="proba")
    before = set(source.entries.values_list("pk", "anchor"))
    report = put(tmp_path / name, text, slug="opyt")
    source.refresh_from_db()
    assert (source.slug, set(source.entries.values_list("pk", "anchor"))) == ("opyt", before)
    assert ("source-moved", 0, "talisman/proba/ → talisman/opyt/") in report.warnings
    assert leads_to("talisman/proba/gorod-v1/") == "talisman/opyt/gorod-v1/"
    assert not Entry.objects.filter(html__contains="/talisman/proba/").exists()
    assert put(tmp_path / name, text, slug="opyt").warnings == report.warnings[1:]
    put(tmp_path / name, text, slug="proba")
    assert leads_to("talisman/opyt/") == "talisman/proba/"


def test_the_address_that_an_editor_gave_a_source_stays(index: None, tmp_path: Path) -> None:
    put(tmp_path / "proba.txt", FAQ, slug="proba")
    source = Source.objects.get(slug="proba")
    rename(source, slug="svoy")
    put(tmp_path / "proba.txt", FAQ, slug="opyt")
    put(tmp_path / "proba.txt", "Совсем другое\n\nВ1. Ква?\n\nО. Да.", slug="opyt")
    source.refresh_from_db()
    assert (source.slug, Source.objects.filter(file_name="proba.txt").count()) == ("svoy", 1)


def test_another_document_in_a_file_of_the_same_name_is_another_source(kb: None, tmp_path: Path) -> None:
    put(tmp_path / "proba.txt", FAQ, slug="proba")
    put(tmp_path / "proba.txt", "Лес\n\nВ1. Тёмный?\n\nО. Нет.", slug="opyt")
    assert Source.objects.filter(file_name="proba.txt").count() == 2


def test_another_game_in_the_outline_makes_no_second_source(kb: None, tmp_path: Path) -> None:
    put(tmp_path / "proba.txt", FAQ, slug="proba")
    with pytest.raises(ImportFailure) as failure:
        put(tmp_path / "proba.txt", FAQ, slug="proba", game="andor")
    assert (failure.value.path.name, *failure.value.problem) == ("proba.toml", "source-elsewhere", 2, "talisman/proba/")
    assert Source.objects.filter(file_name="proba.txt").count() == 1


def test_search_and_feed_of_a_renamed_game_are_found(index: None, client: Client) -> None:
    rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    feed = client.get("/ru/talisman/feed/")
    assert (feed.status_code, feed.headers["Location"]) == (301, "/ru/talisman-4/feed/")
    page = client.get("/ru/search/", {"q": "жаба", "game": "talisman"})
    assert (page.status_code, page.headers["Location"]) == (302, "?q=%D0%B6%D0%B0%D0%B1%D0%B0&game=talisman-4")
    assert client.get("/ru/search/", {"q": "жаба", "game": "nothing"}).status_code == 400


@pytest.mark.parametrize("key", ["game", "tonight"])
def test_the_game_that_a_device_keeps_is_found_by_its_old_address(
    index: None, client: Client, django_capture_on_commit_callbacks: Any, key: str
) -> None:
    asked = {"q": "корона", key: "talisman"}
    before = re.findall(r'href="(.*?)"', client.get("/ru/search/suggest/", asked).content.decode())
    with django_capture_on_commit_callbacks(execute=True):
        rename(Game.objects.get(slug="talisman"), slug="talisman-4")
    after = re.findall(r'href="(.*?)"', client.get("/ru/search/suggest/", asked).content.decode())
    assert any(f"&amp;{key}=talisman-4" in path for path in after)
    assert [path.replace("talisman-4", "talisman") for path in after] == before
    assert 'data-slug="talisman-4"' in client.get("/ru/tonight/rows/", {"game": "talisman"}).content.decode()
    assert client.get("/ru/search/", {"q": "корона", "tonight": "talisman"}).context["query"].game == "talisman-4"
    for nothing in ("nothing", "tali\x00sman", ""):
        rows = client.get("/ru/tonight/rows/", {"game": nothing}).content.decode()
        assert ("data-slug" in rows, "data-game-gone" in rows) == (False, nothing != "")
