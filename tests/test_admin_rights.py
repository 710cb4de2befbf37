"""Who may do what at the desk: tried at every address, not only where there is a link."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client

from rulings.models import Card, Entry, Mention, Name, NamesFile, Redirect, Source, Synonym
from tests.desk import links_of, place_of_piece, said
from tests.html import parse

CONTENT = ("entry", "card", "game", "source", "name", "redirect", "synonym")


def first(model: str) -> int:
    from django.apps import apps

    row = apps.get_model("rulings", model).objects.first()
    return int(row.pk) if row else 1


@pytest.mark.parametrize("model", CONTENT)
def test_editors_reach_every_page_of_the_content(kb: None, desk: Client, crown: Any, model: str) -> None:
    Redirect.objects.create(path="a/b/", card=crown)
    Synonym.objects.create(language="ru", says="а", means="б")
    key = first(model)
    for page in ("", "add/", f"{key}/change/", f"{key}/history/", f"{key}/delete/"):
        assert desk.get(f"/admin/rulings/{model}/{page}").status_code == 200, page


@pytest.mark.parametrize(
    "url",
    [
        *(f"/admin/auth/user/{page}" for page in ("", "add/", "1/change/", "1/delete/")),
        *(f"/admin/auth/group/{page}" for page in ("", "add/", "1/change/", "1/delete/")),
        "/admin/auth/user/1/password/",
        "/admin/auth/",
        "/admin/admin/logentry/",
        "/admin/sessions/session/",
        "/admin/rulings/logincount/",
        "/admin/rulings/namesfile/add/",
        "/admin/rulings/missedquery/add/",
        "/admin/rulings/mention/add/",
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_editors_reach_nothing_else(kb: None, desk: Client, url: str, method: str) -> None:
    assert getattr(desk, method)(url).status_code in {403, 404}


def test_editors_make_nobody_mightier(kb: None, desk: Client, editor: User) -> None:
    group = Group.objects.get(name="Редакторы")
    desk.post(f"/admin/auth/user/{editor.pk}/change/", {"username": "vera", "is_superuser": "on"})
    desk.post(f"/admin/auth/group/{group.pk}/change/", {"name": "x"})
    desk.post("/admin/auth/user/add/", {"username": "x", "password1": "nochnoy-8", "password2": "nochnoy-8"})
    editor.refresh_from_db()
    assert (editor.is_superuser, User.objects.count(), group.name) == (False, 1, "Редакторы")


def test_names_files_are_only_read(kb: None, desk: Client) -> None:
    file = NamesFile.objects.all()[0]
    assert desk.get(f"/admin/rulings/namesfile/{file.pk}/change/").status_code == 200
    assert desk.post(f"/admin/rulings/namesfile/{file.pk}/change/", {"text": "x"}).status_code == 403
    assert desk.post(f"/admin/rulings/namesfile/{file.pk}/delete/", {"post": "yes"}).status_code == 403
    file.refresh_from_db()
    assert file.text != "x"


def addresses(ruling: Entry) -> list[str]:
    entry, source = f"/admin/rulings/entry/{ruling.pk}", f"/admin/rulings/source/{ruling.source_id}"
    mention = Mention.objects.filter(entry=ruling)[0].pk
    return [
        *(
            "/admin/rulings/entry/",
            "/admin/rulings/ruling/",
            "/admin/rulings/entry/add/",
            "/admin/rulings/source/import/",
        ),
        *(f"{entry}/change/", f"{entry}/delete/", f"{source}/change/", f"/admin/rulings/mention/{mention}/change/"),
        *(f"{entry}/restore/", f"{entry}/move/", f"{entry}/links/", "/admin/rulings/entry/preview/"),
    ]


def test_staff_without_rights_reaches_no_content(kb: None, client: Client, ruling: Entry) -> None:
    client.force_login(User.objects.create(username="boris", is_staff=True))
    for url in addresses(ruling):
        assert client.post(url, {"post": "yes"}).status_code == 403, url
    page = client.get("/admin/")
    assert (page.status_code, page.context.get("waiting")) == (200, None)
    assert client.get("/admin/autocomplete/", suggest("cards")).status_code == 403


def suggest(field: str) -> dict[str, str]:
    return {"app_label": "rulings", "model_name": "entry", "field_name": field, "term": ""}


def test_what_a_button_does_is_not_done_by_its_address(kb: None, desk: Client, ruling: Entry) -> None:
    """Whoever types or opens the address of a button again stands on a page, and nothing has happened."""
    page = desk.get("/admin/logout/")
    assert (page.status_code, parse(page.content.decode()).one("h1").words) == (200, said("Log out?"))
    form = f"/admin/rulings/entry/{ruling.pk}/change/"
    places = list(Entry.objects.order_by("source", "position").values_list("pk", flat=True))
    assert desk.get(f"/admin/rulings/entry/{ruling.pk}/move/?step=up")["Location"] == form
    assert desk.get(f"/admin/rulings/entry/{ruling.pk}/restore/")["Location"] == form
    assert desk.get("/admin/rulings/entry/preview/")["Location"] == "/admin/rulings/entry/add/"
    assert list(Entry.objects.order_by("source", "position").values_list("pk", flat=True)) == places
    assert desk.post("/admin/logout/").status_code == 200
    assert desk.get("/admin/logout/").status_code == 302


def test_strangers_are_sent_to_log_in(kb: None, client: Client, ruling: Entry) -> None:
    for url in addresses(ruling):
        assert client.post(url)["Location"].startswith("/admin/login/"), url
    assert Source.objects.count() == 5


def test_a_reader_with_view_rights_only_changes_nothing(kb: None, client: Client, ruling: Entry) -> None:
    user = User.objects.create(username="boris", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(user)
    assert client.get("/admin/rulings/ruling/").status_code == 200
    assert client.get(f"/admin/rulings/entry/{ruling.pk}/change/").status_code == 200
    assert client.get(f"/admin/rulings/entry/{ruling.pk}/links/").status_code == 403
    for action in ("unpublish_chosen", "delete_selected"):
        client.post("/admin/rulings/ruling/", {"action": action, "post": "yes", "_selected_action": [ruling.pk]})
    client.post("/admin/rulings/source/import/", {"packed": "x"})
    for url in ("/admin/rulings/ruling/?removed=all", "/admin/rulings/mention/"):
        assert client.get(url).context["action_form"] is None, url
    again = Entry.objects.get(pk=ruling.pk)
    assert (again.state, again.removed) == ("published", False)


def test_what_goes_with_a_thing_asks_for_its_own_right(kb: None, client: Client) -> None:
    user = User.objects.create(username="boris", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=("view_source", "delete_source")))
    client.force_login(user)
    page = f"/admin/rulings/source/{first('source')}/delete/"
    assert {"запись", "упоминание"} <= set(client.get(page).context["perms_lacking"])
    assert client.post(page, {"post": "yes"}).status_code == 403
    assert Source.objects.count() == 5


@pytest.mark.parametrize("lacking", [None, "add_source", "change_source", "add_entry", "change_entry"])
def test_importing_is_offered_to_whoever_may_import(kb: None, client: Client, lacking: str | None) -> None:
    rights = {"view_source", "view_entry", "add_source", "change_source", "add_entry", "change_entry"} - {lacking}
    user = User.objects.create(username="boris", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(user)
    page = "/admin/rulings/source/import/"
    for url in ("/admin/", "/admin/rulings/source/", f"/admin/rulings/source/{first('source')}/change/"):
        links = [link.attributes["href"].partition("?")[0] for link in parse(client.get(url).content.decode()).all("a")]
        assert (page in links) == (lacking is None), url
    assert client.get(page).status_code == (403 if lacking else 200)


def test_who_may_decide_on_links_only_makes_no_names(kb: None, client: Client, ruling: Entry, crown: Card) -> None:
    user = User.objects.create(username="boris", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=("view_entry", "change_mention")))
    client.force_login(user)
    links = links_of(ruling)
    place = place_of_piece(client, ruling, "других персонажей")
    sent = {"action": "name", **place, "text": "Другой персонаж", "card": crown.pk}
    assert client.post(links, sent).status_code == 403
    assert not Name.objects.filter(text="Другой персонаж").exists()


# ── the language of the desk ──


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_the_desk_speaks_the_language_that_was_chosen(kb: None, desk: Client, language: str) -> None:
    response = desk.post("/admin/language/", {"language": language, "next": "/admin/"})
    assert response["Location"] == "/admin/"
    page = desk.get("/admin/").content.decode()
    assert f'<html lang="{language}"' in page
    assert said("The editors’ desk", language) in page


def test_the_language_can_be_chosen_before_logging_in(kb: None, client: Client) -> None:
    page = client.get("/admin/login/", headers={"Accept-Language": "pl"})
    assert '<html lang="pl"' in page.content.decode()
    assert 'action="/admin/language/"' in page.content.decode()
