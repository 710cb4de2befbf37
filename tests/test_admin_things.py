"""Cards, games, sources, names, mentions, redirects, synonyms at the desk, and what goes with what is deleted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils.translation import ngettext

from rulings.forms import RedirectForm, choice_label
from rulings.importing import import_document
from rulings.models import Card, Entry, Game, Mention, MissedQuery, Name, Redirect, Source, Synonym
from rulings.reading import fixture_sources
from rulings.search.engine import search
from rulings.search.query import Query
from tests.desk import IMPOSSIBLE, errors, filled, messages, said, save
from tests.html import parse

Commit = Callable[..., AbstractContextManager[Any]]
LOOKS = "An old address looks like this: talisman/cards/gorod/"


def change(thing: Card | Game | Source | Name | Mention | Redirect | Synonym) -> str:
    return f"/admin/rulings/{thing._meta.model_name}/{thing.pk}/change/"


def delete_url(thing: Card | Game | Source | Name) -> str:
    return change(thing).replace("change", "delete")


def found(words: str) -> list[int]:
    return [item.entry.pk for item in search(Query(words)).results]


def new_name(text: str, at: int = 0, **facts: str) -> dict[str, str]:
    facts = {"text": text, "language": "ru", "role": "main", "confidence": "printed", "recognise": "", **facts}
    return {f"names-{at}-{name}": value for name, value in facts.items()}


def facts(card: Card) -> dict[str, Any]:
    return dict(Card.objects.values().get(pk=card.pk))


# ── cards ──


def test_saving_a_card_without_a_change_changes_nothing(index: None, desk: Client, crown: Card) -> None:
    names, before = list(crown.names.values()), facts(crown)
    assert save(desk, change(crown)).status_code == 302
    after = facts(crown)
    assert list(crown.names.values()) == names
    assert {key for key in after if after[key] != before[key]} <= {"stamp"}


def test_a_new_card_gets_an_address_from_its_name_and_is_linked_at_once(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    game = ruling.source.game_id
    assert "собирать" in ruling.title
    name = new_name("собирать", recognise="always")
    with django_capture_on_commit_callbacks(execute=True):
        response = save(desk, "/admin/rulings/card/add/", game=game, kind="object", **name)
    assert response.status_code == 302
    card = Card.objects.latest("pk")
    assert (card.slug, card.path) == ("sobirat", "talisman/cards/sobirat/")
    assert Mention.objects.filter(entry=ruling, card=card).exists()
    assert card.pk in [hit.key for hit in search(Query("собирать")).cards]
    save(desk, "/admin/rulings/card/add/", game=game, kind="spell", **new_name("Собирать"))
    assert Card.objects.latest("pk").slug == "sobirat-2"
    names = new_name("月") | new_name("Собирать", at=1, role="alias") | {"names-TOTAL_FORMS": "2"}
    save(desk, "/admin/rulings/card/add/", game=game, kind="card", **names)
    assert Card.objects.latest("pk").slug == "sobirat-3"


def test_a_renamed_card_moves_and_its_mentions_follow(
    index: None, desk: Client, ruling: Entry, crown: Card, django_capture_on_commit_callbacks: Commit
) -> None:
    names = list(crown.names.order_by("pk"))
    at = next(index for index, name in enumerate(names) if name.text == "Корона Повелений")
    with django_capture_on_commit_callbacks(execute=True):
        save(desk, change(crown), slug="venets", **{f"names-{at}-text": "Мельхиоровый Венец"})
    assert Redirect.objects.get().path == "talisman/cards/korona-poveleniy/"
    assert ruling.pk in found("мельхиоровый венец")
    assert not Mention.objects.filter(entry=ruling, card=crown, surface="Короне Повелений").exists()


def test_a_card_keeps_a_main_name(kb: None, desk: Client, crown: Card) -> None:
    delete_all = {f"names-{at}-DELETE": "on" for at in range(crown.names.count())}
    message = said("At least one name has to be its main name.")
    assert errors(save(desk, change(crown), **delete_all)) == {"names": [message]}


def test_a_card_without_a_name_gets_no_address(kb: None, desk: Client, crown: Card) -> None:
    refused = errors(save(desk, "/admin/rulings/card/add/", game=crown.game_id, kind="spell", **new_name("")))
    assert refused["slug"] == [said("Give it a name, or an address of Latin letters.")]


def test_a_name_is_not_given_twice(kb: None, desk: Client, crown: Card) -> None:
    name = crown.names.first()
    assert name is not None
    count = crown.names.count()
    again = {"names-TOTAL_FORMS": str(count + 1), **new_name(name.text, count, language=name.language)}
    assert "names" in errors(save(desk, change(crown), **again))


def test_names_beyond_counting_are_refused_at_once(kb: None, desk: Client, crown: Card) -> None:
    refused: Any = save(desk, change(crown), **{"names-TOTAL_FORMS": "9" * 11})
    assert "names" in errors(refused)
    assert len(refused.context["inline_admin_formsets"][0].formset.forms) == 100


def test_a_count_of_names_that_is_no_number_is_refused(kb: None, desk: Client, crown: Card) -> None:
    many = {"names-TOTAL_FORMS": "9" * 5000, **new_name("Чаша")}
    refused = save(desk, "/admin/rulings/card/add/", game=crown.game_id, kind="spell", **many)
    assert said("Give it a name, or an address of Latin letters.") in errors(refused)["slug"]


def test_deleting_a_card_says_what_goes_with_it(index: None, desk: Client, ruling: Entry, crown: Card) -> None:
    own = set(Entry.objects.own_of(crown))
    names, mentions = crown.names.count(), crown.mentions.count()
    asked = desk.get(delete_url(crown))
    assert dict(asked.context["model_count"]) == {
        str(Card._meta.verbose_name_plural): 1,
        str(Name._meta.verbose_name_plural): names,
        str(Mention._meta.verbose_name_plural): mentions,
    }
    lines = asked.context["deleted_objects"][1]
    assert len([line for line in lines if line.startswith(said("loses its own card: %(entry)s")[:8])]) >= len(own)
    desk.post(delete_url(crown), {"post": "yes"})
    assert not Card.objects.filter(pk=crown.pk).exists()
    ruling.refresh_from_db()
    assert "korona-poveleniy/" not in ruling.title_html


# ── games ──


def test_a_game_with_things_in_it_is_not_deleted_and_the_page_says_why(index: None, desk: Client) -> None:
    game = Game.objects.get(slug="talisman")
    asked = desk.get(delete_url(game))
    assert len(asked.context["protected"]) == 3
    assert f"/admin/rulings/card/?game={game.pk}" in asked.content.decode()
    desk.post(delete_url(game), {"post": "yes"})
    chosen = {"action": "delete_selected", "post": "yes", "_selected_action": [game.pk]}
    refused = desk.post("/admin/rulings/game/", chosen)
    assert len(refused.context["protected"]) == 3
    assert Game.objects.filter(pk=game.pk).exists()


def test_what_came_in_between_stops_the_deletion_with_a_message(
    index: None, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulings.admin.deleting import Consequences

    game = Game.objects.get(slug="talisman")
    monkeypatch.setattr("rulings.admin.deleting.consequences", lambda things: Consequences())
    page = desk.post(delete_url(game), {"post": "yes"}, follow=True)
    assert messages(page) == [said("It can't be deleted now: something belongs to it.")]
    assert Game.objects.filter(pk=game.pk).exists()


def test_an_empty_game_is_deleted_with_its_names(index: None, desk: Client) -> None:
    save(desk, "/admin/rulings/game/add/", **new_name("Новая игра"))
    game = Game.objects.get(slug="novaya-igra")
    desk.post(delete_url(game), {"post": "yes"})
    assert not Game.objects.filter(slug="novaya-igra").exists()
    assert not Name.objects.filter(text="Новая игра").exists()


@pytest.mark.parametrize("slug", ["search", "api", "admin"])
def test_reserved_addresses_are_refused(kb: None, desk: Client, slug: str) -> None:
    game = Game.objects.get(slug="talisman")
    assert errors(save(desk, change(game), slug=slug)) == {"slug": [said("This address belongs to the site itself.")]}
    source = Source.objects.filter(game=game)[0]
    message = said("This address belongs to the pages of every game.")
    assert errors(save(desk, change(source), slug="cards")) == {"slug": [message]}


def test_a_game_is_not_its_own_base_game(kb: None, desk: Client) -> None:
    game = Game.objects.get(slug="talisman")
    assert errors(save(desk, change(game), parent=game.pk)) == {"parent": [said("A game can't be its own base game.")]}
    expansion = Game.objects.filter(parent=game)[0]
    other = Game.objects.get(slug="andor")
    base = Game.objects.get(slug="talisman")
    own = said("It has expansions of its own, so it can’t be one.")
    assert errors(save(desk, change(base), parent=Game.objects.get(slug="andor").pk)) == {"parent": [own]}
    message = said("The base game is an expansion itself.")
    assert errors(save(desk, change(other), parent=expansion.pk)) == {"parent": [message]}


def test_hues_of_verdicts_are_refused(kb: None, desk: Client) -> None:
    game = Game.objects.get(slug="talisman")
    assert set(errors(save(desk, change(game), hue=30))) == {"hue"}


def test_an_address_that_was_the_old_one_of_another_is_told(index: None, desk: Client) -> None:
    first = Game.objects.get(slug="talisman")
    second = Game.objects.exclude(slug="talisman").filter(parent=None).earliest("pk")
    for thing, slug in ((first, "talisman-2"), (second, "talisman")):
        saved = desk.post(change(thing), filled(desk.get(change(thing)), slug=slug), follow=True)
    told = said("Old links to “%(thing)s” led to this address: now they lead here.") % {"thing": first}
    assert [told in messages(saved), told in messages(desk.get("/admin/rulings/game/"))] == [True, False]


# ── sources ──


def test_a_source_made_by_hand_takes_entries(index: None, desk: Client) -> None:
    game = Game.objects.get(slug="talisman")
    save(desk, "/admin/rulings/source/add/", game=game.pk, title="Наши решения", language="ru")
    source = Source.objects.get(title="Наши решения")
    assert (source.slug, source.authority) == ("nashi-resheniya", "community")
    save(desk, "/admin/rulings/entry/add/", source=source.pk, title="Можно?", body="Да.")
    assert Entry.objects.get(source=source).path == "talisman/nashi-resheniya/mozhno/"


def test_deleting_a_source_says_how_much_goes_with_it(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    source = Source.objects.get(pk=ruling.source_id)
    asked = dict(desk.get(delete_url(source)).context["model_count"])
    assert asked[str(Entry._meta.verbose_name_plural)] == 100
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(delete_url(source), {"post": "yes"})
    assert not Source.objects.filter(pk=source.pk).exists()
    assert ruling.pk not in found("корона повелений")


# ── names ──


def test_a_name_belongs_to_one_thing(kb: None, desk: Client, crown: Card) -> None:
    name = crown.names.first()
    assert name is not None
    message = said("A name belongs to one card, or to one game, or to one entry.")
    game = crown.game_id
    assert errors(save(desk, change(name), game=game))[""] == [message]
    assert errors(save(desk, change(name), card=""))[""] == [message]


def test_a_deleted_name_no_longer_finds(
    index: None, desk: Client, ruling: Entry, crown: Card, django_capture_on_commit_callbacks: Commit
) -> None:
    for name in crown.names.filter(language="en"):
        with django_capture_on_commit_callbacks(execute=True):
            desk.post(delete_url(name), {"post": "yes"})
    assert crown.pk not in [hit.key for hit in search(Query("crown of command")).cards]


ORPHANED = "“%(thing)s” would be left without a main name: give it another one first."
UNSEEN = "Nothing of this can be seen."


def test_the_names_of_a_card_or_a_game_are_not_all_deleted_from_the_list(kb: None, desk: Client, crown: Card) -> None:
    game = crown.game
    keys = [name.pk for thing in (crown, game) for name in thing.names.all()]
    chosen = {"action": "delete_selected", "_selected_action": keys}
    for post in ({}, {"post": "yes"}):
        refused = desk.post("/admin/rulings/name/", {**chosen, **post})
        assert len(refused.context["protected"]) == 2
        assert [change(thing) in refused.content.decode() for thing in (crown, game)] == [True, True]
    assert Name.objects.filter(pk__in=keys).count() == len(keys)
    main = crown.names.filter(role="main")
    for name in main[1:]:
        desk.post(delete_url(name), {"post": "yes"})
    (last,) = main.all()
    asked = desk.post(delete_url(last), {"post": "yes"})
    assert said("A card and a game can’t do without a main name. Give another one first to:") in asked.content.decode()
    assert list(main.all()) == [last]


@pytest.mark.parametrize("field", ["card", "role"])
def test_the_only_main_name_of_a_card_stays_with_it(kb: None, desk: Client, crown: Card, field: str) -> None:
    name, *others = crown.names.filter(role="main")
    other = Card.objects.filter(game=crown.game).exclude(pk=crown.pk)[0]
    to = {"card": other.pk} if field == "card" else {"role": "alias"}
    called = str(crown)
    Name.objects.filter(pk__in=[other.pk for other in others]).delete()
    called = str(Card.objects.get(pk=crown.pk))
    assert errors(save(desk, change(name), **to)) == {field: [said(ORPHANED) % {"thing": called}]}
    Name.objects.create(card=crown, language="ru", text="Венец", role="main")
    assert save(desk, change(name), **to).status_code == 302


@pytest.mark.parametrize("blank", ["\u200b", "\u00ad\u2060", "\u3164", "\u2800 \u0301"])
def test_what_a_thing_is_called_by_is_seen(kb: None, desk: Client, crown: Card, ruling: Entry, blank: str) -> None:
    name, source = crown.names.all()[0], ruling.source
    unseen = [said(UNSEEN)]
    refused = save(desk, "/admin/rulings/card/add/", game=crown.game_id, kind="spell", slug="x", **new_name(blank))
    assert errors(refused) == {"names-0-text": unseen}
    assert errors(save(desk, change(name), text=blank)) == {"text": unseen}
    assert errors(save(desk, change(source), title=blank)) == {"title": unseen}
    assert errors(save(desk, f"/admin/rulings/entry/{ruling.pk}/change/", title=blank))["title"] == unseen


def test_a_thing_without_a_name_is_called_by_its_address(index: None, client: Client, crown: Card) -> None:
    crown.names.all().delete()
    page = client.get(f"/ru/{crown.path}").content.decode()
    assert "<title>korona-poveleniy" in page
    assert parse(page).one("h1").words == "korona-poveleniy"


# ── mentions ──


def test_a_refused_mention_is_no_link_and_stays_refused(index: None, desk: Client, ruling: Entry) -> None:
    mention = Mention.objects.get(entry=ruling, field="title", card__slug="korona-poveleniy")
    desk.post("/admin/rulings/mention/", {"action": "refuse_chosen", "_selected_action": [mention.pk]})
    ruling.refresh_from_db()
    assert "korona-poveleniy/" not in ruling.title_html
    import_document(fixture_sources()[0])
    save(desk, f"/admin/rulings/entry/{ruling.pk}/change/", body="Нет.")
    assert Mention.objects.get(pk=mention.pk).made_by == "refused"
    assert save(desk, change(mention), made_by="confirmed").status_code == 302
    ruling.refresh_from_db()
    assert "korona-poveleniy/" in ruling.title_html


def test_only_what_was_not_decided_so_is_counted_and_logged(index: None, desk: Client, ruling: Entry) -> None:
    one, other = (mention.pk for mention in Mention.objects.filter(entry=ruling, field="text").order_by("start")[:2])
    for chosen in ([one], [one, other]):
        page = desk.post(
            "/admin/rulings/mention/", {"action": "confirm_chosen", "_selected_action": chosen}, follow=True
        )
        assert messages(page) == [ngettext("%(n)d mention is decided.", "%(n)d mentions are decided.", 1) % {"n": 1}]
    assert set(Mention.objects.filter(pk__in=[one, other]).values_list("made_by", flat=True)) == {"confirmed"}
    logged = LogEntry.objects.values_list("object_id", flat=True)
    assert (len(logged), set(logged)) == (2, {str(one), str(other)})


def test_mentions_are_neither_added_nor_deleted_by_hand(kb: None, desk: Client, ruling: Entry) -> None:
    mention = Mention.objects.filter(entry=ruling)[0]
    assert desk.get("/admin/rulings/mention/add/").status_code == 403
    assert desk.post(f"/admin/rulings/mention/{mention.pk}/delete/", {"post": "yes"}).status_code == 403


# ── forms with keys that no row can have ──


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        ("entry", ("source", "parent", "cards")),
        ("name", ("card", "game", "entry")),
        ("redirect", ("game", "source", "entry", "card")),
        ("card", ("game",)),
        ("game", ("parent",)),
        ("source", ("game",)),
        ("synonym", ("game",)),
    ],
)
@pytest.mark.parametrize("value", IMPOSSIBLE)
def test_an_address_with_an_impossible_key_opens_the_form_with_nothing_chosen(
    kb: None, desk: Client, model: str, fields: tuple[str, ...], value: str
) -> None:
    page = desk.get(f"/admin/rulings/{model}/add/", dict.fromkeys(fields, value))
    form = page.context["adminform"].form
    assert [form[field].value() or None for field in fields] == [None] * len(fields)
    assert 'value="abc"' not in page.content.decode()


def test_an_address_with_possible_keys_opens_the_form_with_them_chosen(kb: None, desk: Client, crown: Card) -> None:
    page = desk.get("/admin/rulings/entry/add/", {"cards": f"x,{crown.pk},{'9' * 23}"})
    assert page.context["adminform"].form["cards"].value() == [crown.pk]
    assert f'<option value="{crown.pk}" selected>{choice_label(crown)}</option>' in page.content.decode()


@pytest.mark.parametrize("value", IMPOSSIBLE)
def test_a_form_refuses_an_impossible_key(kb: None, desk: Client, ruling: Entry, crown: Card, value: str) -> None:
    one = said("Select a valid choice. That choice is not one of the available choices.")
    several = said("Select a valid choice. %(value)s is not one of the available choices.") % {"value": value}
    url = f"/admin/rulings/entry/{ruling.pk}/change/"
    assert errors(save(desk, url, parent=value, cards=[crown.pk, value])) == {"parent": [one], "cards": [several]}
    for name in RedirectForm.THINGS:
        assert errors(save(desk, "/admin/rulings/redirect/add/", path="a/b/", **{name: value}))[name] == [one]


# ── redirects ──


@pytest.mark.parametrize("typed", ["talisman/staroe/", "/ru/talisman/staroe", "talisman/staroe"])
def test_a_redirect_is_kept_without_language_and_slashes_around(
    kb: None, desk: Client, crown: Card, typed: str
) -> None:
    save(desk, "/admin/rulings/redirect/add/", path=typed, card=crown.pk)
    assert [(row.path, row.card_id) for row in Redirect.objects.all()] == [("talisman/staroe/", crown.pk)]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        *((typed, "An old address looks like this: talisman/cards/gorod/") for typed in ("https://example.org/", "?")),
        *(
            (typed, "An old address looks like this: talisman/cards/gorod/")
            for typed in ("a/b/c/d/", "талисман/город/")
        ),
        *((typed, "This address belongs to the site itself.") for typed in ("search/", "/pl/tonight/", "api/a/b/")),
        *((typed, "This address belongs to the pages of every game.") for typed in ("talisman/terms/", "a/cards/")),
        *((typed, "A page stands at this address today: %(thing)s.") for typed in ("talisman/", "talisman/faq/")),
        ("talisman/cards/korona-poveleniy/", "A page stands at this address today: %(thing)s."),
        ("talisman/faq/korona-poveleniy-v1/", "A page stands at this address today: %(thing)s."),
    ],
)
def test_a_redirect_is_an_old_address_of_this_site(
    kb: None, desk: Client, crown: Card, typed: str, message: str
) -> None:
    [refused] = errors(save(desk, "/admin/rulings/redirect/add/", path=typed, card=crown.pk))["path"]
    start, _gap, end = said(message).partition("%(thing)s")
    assert (refused.startswith(start), refused.endswith(end)) == (True, True)


def test_a_redirect_leads_to_one_thing(kb: None, desk: Client, crown: Card) -> None:
    message = said("A redirect leads to one game, source, entry or card.")
    add = "/admin/rulings/redirect/add/"
    assert errors(save(desk, add, path="a/b/"))[""] == [message]
    assert errors(save(desk, add, path="a/b/", card=crown.pk, game=crown.game_id))[""] == [message]


# ── synonyms ──


def test_a_query_without_a_hit_becomes_a_synonym_that_finds(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    missed = MissedQuery.objects.create(text="шапкокрутка", language="ru", count=3)
    MissedQuery.objects.create(text="что за шапкокрутку", language="ru")
    other = MissedQuery.objects.create(text="шапкозакидательство", language="ru")
    page = desk.get("/admin/rulings/missedquery/").content.decode()
    assert "/admin/rulings/synonym/add/?says=%D1%88" in page
    with django_capture_on_commit_callbacks(execute=True):
        save(desk, "/admin/rulings/synonym/add/", says=missed.text, language="ru", means="Корона Повелений")
    assert ruling.pk in found("шапкокрутка")
    assert list(MissedQuery.objects.all()) == [other]  # the others find something now
    synonym = Synonym.objects.get(says="шапкокрутка")
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"/admin/rulings/synonym/{synonym.pk}/delete/", {"post": "yes"})
    assert found("шапкокрутка") == []
    assert desk.post(f"/admin/rulings/missedquery/{other.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not MissedQuery.objects.filter(pk=other.pk).exists()


def test_a_query_for_what_is_not_here_is_settled_by_saying_so(
    index: None, desk: Client, django_capture_on_commit_callbacks: Commit
) -> None:
    MissedQuery.objects.create(text="абырвалг бросок кубика", language="ru")
    assert found("абырвалг бросок персонаж кубика герой")
    form = {"says": "абырвалг", "language": "ru", "means": ""}
    game = Game.objects.get(slug="andor")
    assert (
        "Чего здесь нет, не относится ни к какой игре."
        in desk.post("/admin/rulings/synonym/add/", {**form, "game": game.pk}).content.decode()
    )
    with django_capture_on_commit_callbacks(execute=True):
        save(desk, "/admin/rulings/synonym/add/", **form)
    assert found("абырвалг бросок персонаж кубика герой") == []
    assert not MissedQuery.objects.exists()
    assert "здесь нет" in desk.get("/admin/rulings/synonym/?q=абырвалг").content.decode()


@pytest.mark.parametrize(
    ("text", "says", "game"),
    [
        ("игра:андор абырвалг", "абырвалг", "andor"),
        ('gra:"kraina podziemi" abyrwalg', "abyrwalg", "talisman-dungeon"),
        ("игра:шахматы абырвалг", "абырвалг", None),
        ("игра:андор игра:талисман абырвалг", "абырвалг", None),
        ('абырвалг OR "главрыба сети" -бедность тип:вопрос', "абырвалг, главрыба сети", None),
    ],
)
def test_a_synonym_begins_with_the_words_of_the_query_and_its_game(
    kb: None, desk: Client, text: str, says: str, game: str | None
) -> None:
    MissedQuery.objects.create(text=text, language="ru")
    (link,) = parse(desk.get("/admin/rulings/missedquery/").content.decode()).one("td", class_="field-remedy").all("a")
    form = desk.get(link.attributes["href"]).context["adminform"].form
    known = Game.objects.get(slug=game).pk if game else None
    assert [form[field].value() for field in ("says", "language", "game")] == [says, "ru", known]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ru", "Игра: такое значение поля «Адрес» здесь уже есть."),
        ("pl", "Gra: taka wartość pola „Adres” już tu jest."),
    ],
)
def test_an_address_that_is_taken_is_said_without_declined_nouns(
    kb: None, desk: Client, language: str, said: str
) -> None:
    desk.post("/admin/language/", {"language": language})
    url = f"/admin/rulings/game/{Game.objects.get(slug='andor').pk}/change/"
    assert errors(save(desk, url, slug="talisman"))["slug"] == [said]
