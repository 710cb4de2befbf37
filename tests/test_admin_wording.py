"""The words of the desk: every page of it, in both languages, without English and without nouns left undeclined."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import polib
import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client, RequestFactory
from django.utils import translation

from rulings.admin import wording
from rulings.admin.history import worded
from rulings.models import Entry, Mention, MissedQuery, Name, Redirect, Source, Synonym
from tests.desk import IMPOSSIBLE
from tests.html import Node, parse

DJANGO = Path(django.__file__).parent
# What Django guesses at («został(a)(-ło)»), and places of values that nobody filled.
LEFTOVERS = re.compile(r"\(-|\w\(\w{1,3}\)|%\(|%[sd]\b|\{\w+\}")
# After such a word the name of a kind of row would have to be declined.
VERBS = {
    "ru": r"добавить|изменить|выберите|выбрать|удалить|просмотреть|(?:ещё|еще) один",
    "pl": r"dodaj|zmień|wybierz|usuń|usunąć|zobacz|obejrzyj",
}
LISTS = ("entry", "ruling", "rulessection", "erratum", "card", "name", "game", "source", "mention", "redirect")
ADDED = ("entry", "card", "name", "game", "source", "redirect", "synonym")
SAID_IN = ("alt", "title", "aria-label", "placeholder")


def django_texts(language: str) -> Iterator[polib.MOEntry]:
    for folder in (DJANGO / "conf", *(DJANGO / "contrib" / name for name in ("admin", "auth", "contenttypes"))):
        yield from polib.mofile(str(folder / "locale" / language / "LC_MESSAGES" / "django.mo"))


def english(language: str) -> set[str]:
    """Texts that are another in the language, lower case: where one of them stands, nobody translated it."""
    ours = polib.pofile(str(Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"))
    texts = [*django_texts(language), *ours]
    said = {entry.msgstr.casefold() for entry in texts}
    return {entry.msgid.casefold() for entry in texts if re.search("[a-z]", entry.msgid)} - said


def words_of(page: Node) -> Iterator[str]:
    """Each piece of text of a page, as a reader or a screen reader has it."""
    for node in page.all():
        yield from (node.attributes[name] for name in SAID_IN if name in node.attributes)
        if node.tag == "input" and node.attributes.get("type") in {"submit", "button"}:
            yield node.attributes.get("value", "")
        if said := node.attributes.get("data-inline-formset"):
            yield from (text for name, text in json.loads(said)["options"].items() if name.endswith("Text"))
        if node.tag not in {"script", "style", "textarea"}:
            yield from (child for child in node.children if isinstance(child, str))


def pages() -> list[str]:
    entry, mention, name = (
        Entry.objects.exclude(title="")[0],
        Mention.objects.exclude(card=None)[0],
        Name.objects.all()[0],
    )
    source = Source.objects.all()[0]
    keys = {
        "entry": entry.pk,
        "card": mention.card_id,
        "name": name.pk,
        "game": source.game_id,
        "source": source.pk,
        "synonym": Synonym.objects.all()[0].pk,
        "redirect": Redirect.objects.all()[0].pk,
    }
    return [
        *("/admin/", "/admin/rulings/", "/admin/password_change/", "/admin/password_change/done/"),
        *(f"/admin/rulings/{model}/" for model in (*LISTS, "missedquery", "namesfile")),
        "/admin/rulings/synonym/?language=ru",
        *(f"/admin/rulings/{model}/add/" for model in ADDED),
        *(f"/admin/rulings/{model}/{key}/{page}/" for model, key in keys.items() for page in ("change", "delete")),
        *(f"/admin/rulings/{model}/{keys[model]}/history/" for model in ("entry", "card")),
        f"/admin/rulings/mention/{mention.pk}/change/",
        f"/admin/rulings/entry/{entry.pk}/links/",
        *(f"/admin/rulings/mention/review/{name}/" for name in ("candidates", "links")),
        "/admin/rulings/entry/?q=корона&state=published",
        "/admin/rulings/source/import/",
        *(f"/admin/auth/{model}/{page}" for model in ("user", "group") for page in ("", "add/")),
        *(f"/admin/auth/user/{User.objects.get().pk}/{page}/" for page in ("change", "delete", "password")),
    ]


@pytest.fixture
def owner(desk: Client, editor: User, crown: Any) -> Client:
    """Somebody who may do everything; there is a row of every kind, and something in its history."""
    User.objects.filter(pk=editor.pk).update(is_superuser=True)
    Synonym.objects.create(language="en", says="a", means="b")
    Redirect.objects.create(path="a/b/", card=crown)
    MissedQuery.objects.create(text="абырвалг", language="ru")
    return desk


@pytest.mark.parametrize(("language", "first"), [("ru", "Стол"), ("pl", "Biurko")])
def test_every_page_speaks_the_readers_language(owner: Client, crown: Any, language: str, first: str) -> None:
    """And begins its way at the desk, under one name, which Django calls otherwise."""
    owner.post("/admin/language/", {"language": language})
    owner.post(f"/admin/rulings/redirect/{Redirect.objects.get().pk}/change/", {"path": "a/c/", "card": crown.pk})
    foreign = english(language)
    with translation.override(language):
        nouns = {str(model._meta.verbose_name) for model in apps.get_models()}
    # Elsewhere the accusative is the nominative.
    bent = "|".join(sorted(re.escape(noun) for noun in nouns if noun[-1] in "аяa"))
    undeclined = re.compile(rf"\b(?:{VERBS[language]})\s+(?:{bent})\b", re.IGNORECASE)
    found = []
    ways = Counter[str]()

    def read(url: str, html: str) -> None:
        page = parse(html)
        ways.update(way.all("a")[0].words for way in page.all("div", class_="breadcrumbs"))
        for text in words_of(page):
            piece = " ".join(text.split())
            if piece.casefold().rstrip(":") in foreign or LEFTOVERS.search(piece) or undeclined.search(piece):
                found.append((url, piece))

    for url in pages():
        page = owner.get(url)
        assert page.status_code == 200, url
        read(url, page.content.decode())
    chosen = {"action": "delete_selected", "_selected_action": [crown.pk]}
    read("the action", owner.post("/admin/rulings/card/", chosen).content.decode())
    read("a row that is gone", owner.get(f"/admin/rulings/card/{IMPOSSIBLE[1]}/change/", follow=True).content.decode())
    read("after deleting", owner.post("/admin/rulings/card/", {**chosen, "post": "yes"}, follow=True).content.decode())
    read("the question before it", owner.get("/admin/logout/").content.decode())
    read("after logging out", owner.post("/admin/logout/").content.decode())
    read("the log-in", owner.get("/admin/login/").content.decode())
    assert found == []
    assert list(ways) == [first]
    assert ways[first] > 50


def test_titles_and_buttons_do_without_declined_nouns(owner: Client, crown: Any) -> None:
    for language, said in (
        ("ru", ("Карты", "Добавление: карта", "Правка: карта", "Удалить выбранное: карты", "Добавить ещё: Имя")),
        ("pl", ("Karty", "Dodawanie: karta", "Edycja: karta", "Usuń wybrane: karty", "Dodaj jeszcze: Nazwa")),
    ):
        owner.post("/admin/language/", {"language": language})
        cards, add, change = (owner.get(f"/admin/rulings/card/{url}") for url in ("", "add/", f"{crown.pk}/change/"))
        headings = [parse(page.content.decode()).one("h1").words for page in (cards, add, change)]
        assert headings == list(said[:3])
        assert said[3] in [option.words for option in parse(cards.content.decode()).all("option")]
        assert said[4] in list(words_of(parse(change.content.decode())))


def test_what_is_said_otherwise_is_said_by_django() -> None:
    known = {entry.msgid for entry in django_texts("pl")}
    assert sorted(set(wording.SAID) - known) == []


# ── rights and languages ──


@pytest.mark.parametrize(("language", "label"), [("ru", "Карта: добавление"), ("pl", "Karta: dodawanie")])
def test_rights_say_what_they_allow(owner: Client, editor: User, language: str, label: str) -> None:
    owner.post("/admin/language/", {"language": language})
    for url in ("group/add/", f"group/{Group.objects.all()[0].pk}/change/", f"user/{editor.pk}/change/"):
        page = owner.get(f"/admin/auth/{url}").content.decode()
        assert f">{label}</option>" in page, url
        assert "Can add" not in page, url
        with translation.override(language):
            kinds = {str(model._meta.verbose_name).casefold() for model in admin.site._registry}
        rights = next(box for box in parse(page).all("select") if "permissions" in box.attributes["name"]).all("option")
        assert {right.text.partition(":")[0].casefold() for right in rights} == kinds, url


def test_deleting_an_account_or_a_group_says_what_goes(owner: Client, editor: User) -> None:
    LogEntry.objects.log_actions(editor.pk, Mention.objects.all()[:2], CHANGE, change_message="")
    lost = {
        f"user/{editor.pk}": ["пользователь: vera", "строки в истории того, что она меняла: 2"],
        f"group/{Group.objects.get().pk}": ["группа: Редакторы", "учётные записи, которые остаются без её прав: 1"],
    }
    for url, said in lost.items():
        page = parse(owner.get(f"/admin/auth/{url}/delete/").content.decode())
        assert page.one("div", id="content").all("li")[0].words.split() == " ".join(said).split(), url
    owner.post(f"/admin/auth/user/{editor.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(pk=editor.pk).exists()


@pytest.mark.parametrize(
    ("language", "names"),
    [("ru", ["русский", "польский", "английский"]), ("pl", ["rosyjski", "polski", "angielski"])],
)
def test_languages_are_called_by_the_reader(owner: Client, language: str, names: list[str]) -> None:
    owner.post("/admin/language/", {"language": language})
    sources = parse(owner.get("/admin/rulings/source/").content.decode())
    assert {cell.words for cell in sources.all("td", class_="field-language_label")} == set(names[:2])
    assert f"· {names[0]} ·" in parse(owner.get("/admin/").content.decode()).words
    for url in ("name/add/", "entry/add/", "synonym/add/", "source/import/"):
        page = parse(owner.get(f"/admin/rulings/{url}").content.decode())
        offered = [option.words for option in page.one("select", name="language").all("option")]
        assert offered[1:] == names, url
    synonyms = parse(owner.get("/admin/rulings/synonym/?language=en").content.decode())
    assert {cell.words for cell in synonyms.all("td", class_="field-language_label")} == {names[2]}


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_history_calls_every_field_what_its_form_calls_it(rf: RequestFactory, kb: None, language: str) -> None:
    request = rf.get("/")
    request.user = User(is_superuser=True)
    for model, desk in admin.site._registry.items():
        inlines = desk.get_inline_instances(request)
        forms = [desk.get_form(request), *(inline.get_formset(request).form for inline in inlines)]
        fields = [field for form in forms for field in form.base_fields.values() if field.label]
        with translation.override(None):
            kept = [str(field.label) for field in fields]
        with translation.override(language):
            said = [str(field.label) for field in fields]
            message = json.loads(worded(json.dumps([{"changed": {"fields": kept}}])))
        assert message == [{"changed": {"fields": said}}], model
