"""Lists of the desk: filters with their counts, columns, and queries that don't grow with the rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulings.admin.base import Desk
from rulings.editing import delete
from rulings.models import Card, Entry, Game, Mention, MissedQuery, Name, NamesFile, Redirect, Source, Synonym
from tests.desk import IMPOSSIBLE, counts, filled, rows, said
from tests.html import parse

ENTRIES = "/admin/rulings/entry/"
LISTS = (
    *("entry", "ruling", "rulessection", "erratum", "card", "name", "game", "source"),
    *("mention", "redirect", "synonym", "missedquery", "namesfile"),
)


def total(desk: Client, url: str, **query: Any) -> int:
    count = desk.get(url, query).context["cl"].result_count
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize("model", LISTS)
def test_every_model_has_its_list(kb: None, desk: Client, model: str) -> None:
    assert desk.get(f"/admin/rulings/{model}/").status_code == 200


def test_a_list_answers_only_to_its_own_filters(kb: None, desk: Client) -> None:
    assert desk.get(ENTRIES, {"source__text__startswith": "Р"}).status_code == 400


@pytest.mark.parametrize("model", LISTS)
@pytest.mark.parametrize("value", ["x", "-1", "9" * 30, "0", "\u0661"])
def test_filters_survive_any_value(
    kb: None, desk: Client, model: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two rows tell as much as fifty, and showing them is what takes the time.
    monkeypatch.setattr(Desk, "list_per_page", 2)
    for parameter in ("game", "source", "kind", "state", "lacking", "removed", "language", "q", "p"):
        assert desk.get(f"/admin/rulings/{model}/", {parameter: value}).status_code in {200, 302, 400}


@pytest.mark.parametrize(
    ("action", "models"),
    [
        ("delete_selected", [model for model in LISTS if model not in {"mention", "namesfile"}]),
        ("publish_chosen", ["entry", "ruling", "rulessection", "erratum"]),
        ("confirm_chosen", ["mention"]),
    ],
)
def test_a_key_that_no_row_can_have_is_not_chosen(kb: None, desk: Client, action: str, models: list[str]) -> None:
    nothing = said("Items must be selected in order to perform actions on them. No items have been changed.")
    for model in models:
        sent = {"action": action, "_selected_action": IMPOSSIBLE}
        response = desk.post(f"/admin/rulings/{model}/", sent)
        assert response.status_code == 302
        assert [str(message) for message in get_messages(response.wsgi_request)][-1] == nothing


def test_what_else_was_chosen_is_done(kb: None, desk: Client, ruling: Entry) -> None:
    desk.post(ENTRIES, {"action": "unpublish_chosen", "_selected_action": [*IMPOSSIBLE, "1\x00", "", ruling.pk]})
    assert list(Entry.objects.filter(state="draft")) == [ruling]


# ── filters and counts of entries ──


def test_entries_by_game_kind_state_and_language(kb: None, desk: Client) -> None:
    talisman = Game.objects.get(slug="talisman")
    assert total(desk, ENTRIES) == 202
    assert total(desk, ENTRIES, game=talisman.pk) == 100
    assert total(desk, ENTRIES, game=talisman.pk, kind="ruling") == 51
    assert total(desk, ENTRIES, language="pl") == 13
    assert total(desk, ENTRIES, state="draft") == 0


def test_counts_stand_beside_the_values_and_follow_the_other_filters(kb: None, desk: Client) -> None:
    talisman = Game.objects.get(slug="talisman")
    Entry.objects.filter(kind="ruling").first()
    everything = desk.get(ENTRIES)
    assert counts(everything, "kind")[str(dict(Entry.KINDS)["ruling"])] == 51
    assert counts(everything, "game")["Талисман"] == 100
    assert counts(everything, "language") == {"русский": 189, "польский": 13, "английский": 0}
    one_game = desk.get(ENTRIES, {"game": talisman.pk})
    assert counts(one_game, "language") == {"русский": 100, "польский": 0, "английский": 0}
    assert counts(one_game, "game")["Андор"] == 34
    assert list(counts(one_game, "source")) == ["Разъяснения и FAQ к настольной игре «Талисман»"]


def test_counts_follow_the_search(kb: None, desk: Client, ruling: Entry) -> None:
    page = desk.get(ENTRIES, {"q": ruling.anchor})
    assert counts(page, "game")["Талисман"] == 1
    assert sum(counts(page, "game").values()) == 1


def test_entries_that_lack_a_place_or_their_own_card(kb: None, desk: Client, ruling: Entry) -> None:
    assert (total(desk, ENTRIES, lacking="card"), total(desk, ENTRIES, lacking="source")) == (0, 0)
    Entry.objects.filter(pk=ruling.pk).update(first_line=None, last_line=None)
    ruling.cards.clear()
    assert rows(desk.get(ENTRIES, {"lacking": "card"})) == [ruling]
    assert rows(desk.get(ENTRIES, {"lacking": "source"})) == [ruling]
    assert set(counts(desk.get(ENTRIES), "lacking").values()) == {1}
    assert "kb-missing" in desk.get(ENTRIES, {"lacking": "card"}).content.decode()


def test_lists_of_kinds_lead_to_the_form_of_entries(kb: None, desk: Client, ruling: Entry) -> None:
    page = desk.get("/admin/rulings/ruling/", {"q": ruling.anchor})
    assert f'href="/admin/rulings/entry/{ruling.pk}/change/' in page.content.decode()
    assert total(desk, "/admin/rulings/erratum/") == Entry.objects.filter(kind="erratum").count()
    for address in ("change", "delete", "history"):
        response = desk.get(f"/admin/rulings/ruling/{ruling.pk}/{address}/")
        assert response["Location"] == f"/admin/rulings/entry/{ruling.pk}/{address}/"
    add = desk.get("/admin/rulings/rulessection/add/")["Location"]
    assert add.startswith("/admin/rulings/entry/add/?kind=section&")


def test_saving_leads_back_to_the_list_an_editor_came_from(index: None, desk: Client, ruling: Entry) -> None:
    back = "/admin/rulings/ruling/?language=ru&q=korona-poveleniy-v1"
    page = parse(desk.get(back).content.decode())
    address = page.one("table", id="result_list").one("tbody").all("a")[0].attributes["href"]
    assert address.startswith(f"/admin/rulings/entry/{ruling.pk}/change/?")
    crumb = parse(desk.get(address).content.decode()).one("div", class_="breadcrumbs").all("a")[-1]
    assert crumb.words.lower() == said("rulings").lower()
    assert desk.get(crumb.attributes["href"])["Location"] == back
    sent = filled(desk.get(address))
    assert desk.post(address, sent, follow=True).redirect_chain[-1][0] == back
    again = desk.post(address, {**sent, "_continue": "1"})["Location"]
    assert desk.post(again, filled(desk.get(again)), follow=True).redirect_chain[-1][0] == back
    other = desk.get("/admin/rulings/entry/", {"_list": "nothing", "language": "ru"})
    assert other["Location"] == "/admin/rulings/entry/?language=ru"


# ── counts of cards, games, sources ──


def test_cards_show_the_counts_of_the_contract(kb: None, desk: Client, crown: Card) -> None:
    shown = rows(desk.get("/admin/rulings/card/", {"q": "korona-poveleniy"}))
    assert [(card.rulings_count, card.mentions_count) for card in shown] == [
        (card.rulings_count, card.mentions_count) for card in Card.objects.with_counts().filter(pk=crown.pk)
    ]
    assert shown[0].rulings_count == 5
    html = parse(desk.get("/admin/rulings/card/", {"q": "korona-poveleniy"}).content.decode())
    others = html.one("td", class_="field-other_names").words
    assert others == "Корона власти · Корона · Crown of Command · Korona Władzy"
    (number,) = html.one("td", class_="field-mentions").all("a")
    assert number.attributes["href"] == f"/admin/rulings/mention/?card={crown.pk}"
    assert number.words == str(shown[0].mentions_count)
    some = total(desk, "/admin/rulings/card/", rulings="some")
    assert some + total(desk, "/admin/rulings/card/", rulings="none") == Card.objects.count()


def test_the_number_of_mentions_leads_to_them(kb: None, desk: Client, crown: Card) -> None:
    page = desk.get("/admin/rulings/mention/", {"card": crown.pk})
    assert {mention.card_id for mention in rows(page)} == {crown.pk}


def test_names_stand_in_order(kb: None, desk: Client) -> None:
    everything = rows(desk.get("/admin/rulings/name/"))
    assert [name.pk for name in everything] == list(
        Name.objects.order_by("text", "pk").values_list("pk", flat=True)[:50]
    )


def test_games_and_sources_count_what_is_theirs(kb: None, desk: Client, ruling: Entry) -> None:
    game = next(row for row in rows(desk.get("/admin/rulings/game/")) if row.slug == "talisman")
    assert (game.sources_number, game.entries_number) == (1, 100)
    assert game.cards_number == Card.objects.filter(game=game).count()
    source = next(row for row in rows(desk.get("/admin/rulings/source/")) if row.game_id == game.pk)
    assert (source.entries_number, source.drafts_number) == (100, 0)
    Entry.objects.filter(pk=ruling.pk).update(removed=True, state="draft")
    game = next(row for row in rows(desk.get("/admin/rulings/game/")) if row.slug == "talisman")
    source = next(row for row in rows(desk.get("/admin/rulings/source/")) if row.game_id == game.pk)
    assert (game.entries_number, source.entries_number, source.drafts_number) == (99, 99, 0)


# ── the number of queries ──


def leave(number: int) -> None:
    """Of every model leave so many rows that each list shows that many."""
    entries = list(Entry.objects.filter(kind="ruling").order_by("pk")[:number])
    Mention.objects.exclude(entry__in=entries).delete()
    Mention.objects.exclude(pk__in=Mention.objects.order_by("pk")[:number]).delete()
    Entry.objects.exclude(pk__in=[entry.pk for entry in entries]).update(parent=None)
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(parent=None)
    Entry.objects.exclude(pk__in=[entry.pk for entry in entries]).delete()
    cards = set(Card.objects.order_by("pk").values_list("pk", flat=True)[:number])
    for entry in entries:
        entry.cards.set(cards)
    Card.objects.exclude(pk__in=cards).delete()
    games = [Game.objects.get_or_create(slug=f"test-{at}")[0] for at in range(number)]
    for at, game in enumerate(games):
        Name.objects.get_or_create(game=game, text=f"Игра {at}", language="ru")
        source = Source.objects.get_or_create(game=game, slug="s", title=f"Источник {at}", language="ru")[0]
        Entry.objects.filter(pk=entries[at].pk).update(source=source)
        Card.objects.filter(pk=sorted(cards)[at]).update(game=game)
    Redirect.objects.all().delete()
    Redirect.objects.bulk_create(Redirect(path=f"alt/{at}/", card_id=key) for at, key in enumerate(sorted(cards)))
    Source.objects.exclude(game__in=games).delete()
    Game.objects.filter(parent__isnull=False).delete()
    Game.objects.exclude(pk__in=[game.pk for game in games]).delete()
    Synonym.objects.all().delete()
    Synonym.objects.bulk_create(Synonym(game=game, language="ru", says="a", means="b") for game in games)
    MissedQuery.objects.all().delete()
    MissedQuery.objects.bulk_create(MissedQuery(text=f"q{at}", language="ru") for at in range(number))
    NamesFile.objects.exclude(pk__in=NamesFile.objects.order_by("pk")[:number]).delete()


@pytest.mark.parametrize("query", ["", "?q=а"])
def test_the_queries_of_a_list_do_not_grow_with_its_rows(kb: None, desk: Client, query: str) -> None:
    asked: dict[int, dict[str, int]] = {}
    for number in (3, 1):
        leave(number)
        asked[number] = {}
        for model in ("entry", "ruling", "card", "name", "game", "source", "mention", "redirect", "synonym"):
            with CaptureQueriesContext(
                connection,
            ) as captured:
                desk.get(f"/admin/rulings/{model}/{query}")
            asked[number][model] = len(captured)
    assert asked[1] == asked[3]
    assert max(asked[3].values()) <= 32


# ── the first page ──


def waiting(desk: Client) -> dict[str, int]:
    return {item.label: item.number for item in desk.get("/admin/").context["waiting"]}


def test_the_first_page_shows_what_waits(kb: None, desk: Client, ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(state="draft")
    ruling.cards.clear()
    placeless = Entry.objects.exclude(pk=ruling.pk).filter(kind="ruling")[0]
    Entry.objects.filter(pk=placeless.pk).update(first_line=None)
    shown = waiting(desk)
    assert shown[said("drafts")] == 1
    assert shown[said("questions without their own card")] == 1
    assert shown[said("entries without a place in a source")] == 1
    assert shown[said("names that readers don’t see")] == sum(not name.is_shown for name in Name.objects.all())
    lists = {item.label: desk.get(item.url) for item in desk.get("/admin/").context["waiting"]}
    assert {label: page.context["cl"].result_count for label, page in lists.items()} == shown
    assert rows(lists[said("questions without their own card")]) == [ruling]
    assert rows(lists[said("entries without a place in a source")]) == [placeless]


def test_the_first_page_shows_the_sources_and_when_they_were_imported(kb: None, desk: Client) -> None:
    sources = desk.get("/admin/").context["sources"]
    assert sources[0].title == "Разъяснения и FAQ к настольной игре «Талисман»"
    assert [source.entries_number for source in sources] == [100, 13, 29, 34, 26]
    assert all(source.imported_at for source in sources)


def test_the_first_page_asks_as_much_for_one_source_as_for_three(kb: None, desk: Client) -> None:
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            desk.get("/admin/")
        asked.append(len(captured))
        for source in Source.objects.all()[1:]:
            delete(source)
    assert asked[0] == asked[1] <= 20
