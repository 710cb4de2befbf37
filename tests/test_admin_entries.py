"""Entries at the desk: the form and its checks, states, removing and restoring, the preview."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import translation

from rulings import dressing
from rulings.documents import lines_of
from rulings.editing import remove, restore, set_state
from rulings.labels import VERDICT_LABELS
from rulings.models import Card, Entry, Mention, Name, Redirect
from rulings.models.states import DRAFT
from rulings.search import indexing
from rulings.search.backend import backend
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.storage import BusyError
from tests.desk import counts, errors, filled, messages, rows, said, save
from tests.html import parse

Commit = Callable[..., AbstractContextManager[Any]]
ADD = "/admin/rulings/entry/add/"
LIST = "/admin/rulings/entry/"
MEANWHILE = (
    "Somebody else saved this after you had opened it. Nothing of yours is lost, and nothing is saved yet: "
    "look at what is below and save again."
)
NOTHING = "An entry without a title and without a text says nothing."
LINES = "The lines in the source are a first and a last one, in this order."


def change(entry: Entry) -> str:
    return f"/admin/rulings/entry/{entry.pk}/change/"


def found(words: str) -> list[int]:
    return [item.entry.pk for item in search(Query(words)).results]


# ── saving ──


def test_saving_without_a_change_changes_nothing(index: None, desk: Client) -> None:
    for entry in Entry.objects.filter(source__game__slug__in=["talisman", "andor"])[::9]:
        before: dict[str, Any] = dict(Entry.objects.values().get(pk=entry.pk))
        assert save(desk, change(entry)).status_code == 302
        after: dict[str, Any] = dict(Entry.objects.values().get(pk=entry.pk))
        assert {key for key in after if after[key] != before[key]} <= {"changed_at", "stamp"}
    assert Redirect.objects.count() == 0


def test_what_another_editor_saved_meanwhile_is_not_overwritten_unseen(
    index: None, desk: Client, ruling: Entry
) -> None:
    opened = filled(desk.get(change(ruling)), body="Да. Так решила Вера.")
    save(desk, change(ruling), body="Нет. Так решил Пётр.")
    refused = desk.post(change(ruling), opened)
    assert errors(refused) == {
        "": [said(MEANWHILE)],
        "body": [said("Saved there now: %(value)s") % {"value": "Нет. Так решил Пётр."}],
    }
    assert Entry.objects.get(pk=ruling.pk).body == "Нет. Так решил Пётр."
    page = refused.content.decode()
    assert "Да. Так решила Вера." in page, "hers is still in the form"
    again = re.search(r'name="seen" value="(\w+)"', page)
    assert again
    assert desk.post(change(ruling), {**opened, "seen": again[1]}).status_code == 302
    assert Entry.objects.get(pk=ruling.pk).body == "Да. Так решила Вера."


def test_a_name_that_another_editor_gave_meanwhile_is_noticed(index: None, desk: Client, crown: Card) -> None:
    page = f"/admin/rulings/card/{crown.pk}/change/"
    opened = filled(desk.get(page))
    Name.objects.create(card=crown, language="ru", text="Венец", role="alias")
    assert errors(desk.post(page, opened)) == {"": [said(MEANWHILE)]}


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_name_that_another_editor_deleted_meanwhile_is_told_and_the_next_save_means_it(
    kb: None, desk: Client, crown: Card, at: int
) -> None:
    page = f"/admin/rulings/card/{crown.pk}/change/"
    names = list(crown.names.order_by("pk"))[:3]
    crown.names.exclude(pk__in=[name.pk for name in names]).delete()
    opened = filled(desk.get(page), note="Так решила Вера.")
    facts = [{key: value for key, value in vars(name).items() if key not in ("_state", "id")} for name in names]
    names[at].delete()
    refused = desk.post(page, opened)
    gone = said("Somebody took this name away after you had opened the page. Save again to add it anew.")
    assert errors(refused) == {
        "": [said(MEANWHILE)],
        "note": [said("Saved there now: %(value)s") % {"value": "—"}],
        "names-2-__all__": [gone],
    }
    assert (gone in refused.content.decode(), crown.names.count()) == (True, 2)
    assert desk.post(page, filled(refused)).status_code == 302
    crown.refresh_from_db()
    assert crown.note == "Так решила Вера."
    order = [*facts[:at], *facts[at + 1 :], facts[at]]
    assert list(crown.names.order_by("pk").values(*facts[0])) == order


def test_a_name_that_both_deleted_is_gone(kb: None, desk: Client, crown: Card) -> None:
    page = f"/admin/rulings/card/{crown.pk}/change/"
    last = crown.names.order_by("pk").last()
    assert last
    left = crown.names.count() - 1
    opened = filled(desk.get(page), **{f"names-{left}-DELETE": "on"})
    last.delete()
    refused = desk.post(page, opened)
    assert errors(refused) == {"": [said(MEANWHILE)]}
    assert desk.post(page, filled(refused)).status_code == 302
    assert crown.names.count() == left


def test_what_is_wrong_with_a_field_that_is_not_shown_is_printed(kb: None, desk: Client, crown: Card) -> None:
    other = Card.objects.exclude(pk=crown.pk)[0]
    refused = save(desk, f"/admin/rulings/card/{crown.pk}/change/", **{"names-0-card": str(other.pk)})
    ((name, (message,)),) = errors(refused).items()
    assert (name, message in refused.content.decode()) == ("names-0-__all__", True)


def test_an_entry_that_another_editor_removed_meanwhile_is_told(index: None, desk: Client, ruling: Entry) -> None:
    opened = filled(desk.get(change(ruling)), body="Да. Так решила Вера.")
    remove([ruling])
    refused = desk.post(change(ruling), opened)
    removed = "The entry is removed. Save again to keep your words: it stays removed until it is restored."
    assert errors(refused)[""] == [said(MEANWHILE), said(removed)]
    assert 'form="kb-restore"' not in refused.content.decode(), "it would throw her words away"
    saved = desk.post(change(ruling), filled(refused), follow=True)
    assert any(change(ruling) in message for message in messages(saved))
    ruling.refresh_from_db()
    assert (ruling.body, ruling.removed) == ("Да. Так решила Вера.", True)
    assert 'form="kb-restore"' in desk.get(change(ruling)).content.decode()


def test_an_entry_whose_heading_was_made_a_draft_meanwhile_is_told(index: None, desk: Client, ruling: Entry) -> None:
    opened = filled(desk.get(change(ruling)))
    assert ruling.parent
    set_state([ruling.parent], DRAFT)
    hidden = "A heading above this entry isn’t published. Readers see the entry once the heading is."
    assert errors(desk.post(change(ruling), opened)) == {"": [said(MEANWHILE), said(hidden)]}


def test_a_text_that_would_keep_others_waiting_is_refused(kb: None, desk: Client, ruling: Entry) -> None:
    assert "body" in errors(save(desk, change(ruling), body="# x\n" * 25_001))


@pytest.mark.parametrize(("language", "said"), [("ru", "не более 1000 символов"), ("pl", "co najwyżej 1000 znaków")])
def test_a_title_longer_than_a_screen_is_refused(
    index: None, desk: Client, ruling: Entry, language: str, said: str
) -> None:
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    refused = errors(save(desk, change(ruling), title="я " * 500 + "?"))
    assert list(refused) == ["title"]
    assert len(refused["title"]) == 1
    assert said in refused["title"][0]
    assert save(desk, change(ruling), title="я " * 499 + "я?").status_code == 302


def test_line_ends_of_a_browser_are_no_change(index: None, desk: Client) -> None:
    entry = Entry.objects.filter(body__contains="\n")[0]
    save(desk, change(entry), body=entry.body.replace("\n", "\r\n"))
    again = Entry.objects.get(pk=entry.pk)
    assert (again.body, again.edited) == (entry.body, False)


def test_what_cannot_be_shown_is_dropped_from_what_is_typed(kb: None, desk: Client, ruling: Entry) -> None:
    name = {"text": "Б\x1bуран", "language": "ru", "role": "alias", "confidence": "usual", "recognise": ""}
    save(
        desk,
        change(ruling),
        title="Лета\x02ет?\ufffe",
        body="Да.\x08\n\nОчень\uffff\tвысоко.",
        **{f"names-0-{field}": value for field, value in name.items()} | {"names-TOTAL_FORMS": 1},
    )
    ruling.refresh_from_db()
    assert (ruling.title, ruling.body) == ("Летает?", "Да.\n\nОчень\tвысоко.")
    assert ruling.names.get().text == "Буран"


def test_a_saved_entry_is_published_and_found_at_once(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        save(desk, change(ruling), title="Летает ли дирижабль?", body="Нет, но Город стоит.")
    ruling.refresh_from_db()
    assert (ruling.edited, ruling.verdict, ruling.text) == (True, "no_if", "Нет, но Город стоит.")
    assert '<a class="ref space" href="/-/talisman/cards/gorod/">Город</a>' in ruling.html
    assert found("дирижабль") == [ruling.pk]
    assert desk.get(f"/api/entries/{ruling.pk}/").json()["title"] == "Летает ли дирижабль?"


def test_a_new_entry_gets_an_address_a_place_and_the_language_of_its_source(
    index: None, desk: Client, ruling: Entry, crown: Card, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        response = save(
            desk,
            ADD,
            source=ruling.source_id,
            parent=ruling.parent_id,
            title="Можно ли  снять\nкорону?",
            number="В6",
            body="Да.",
            cards=[crown.pk],
        )
    assert response.status_code == 302
    entry = Entry.objects.latest("pk")
    assert (entry.kind, entry.title, entry.language, entry.anchor, entry.edited) == (
        *("ruling", "Можно ли  снять корону?", "ru", "korona-poveleniy-v6", True),
    )
    siblings = Entry.objects.filter(parent=ruling.parent).order_by("position")
    assert siblings.last() == entry
    assert found("снять корону")[0] == entry.pk
    assert LogEntry.objects.get().object_id == str(entry.pk)


def test_names_of_an_entry_link_to_it(index: None, desk: Client, ruling: Entry) -> None:
    section = Entry.objects.filter(source=ruling.source, kind="section").exclude(title="")[0]
    new = {"names-0-text": "собирать там золото", "names-0-language": "ru", "names-0-role": "alias"}
    new |= {"names-0-confidence": "usual", "names-TOTAL_FORMS": "1"}
    assert save(desk, change(section), **new).status_code == 302
    assert Name.objects.get(entry=section).forms
    assert Mention.objects.filter(entry=ruling, to_entry=section).exists()


@pytest.mark.parametrize("trouble", [BusyError("busy"), OSError("disk full")])
def test_a_busy_or_broken_index_never_makes_a_save_fail(
    index: None,
    desk: Client,
    ruling: Entry,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Commit,
    trouble: Exception,
) -> None:
    later: list[Callable[[], object]] = []

    def fail(*args: object, **kwargs: object) -> None:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr(indexing, "_in_background", later.append)
        broken.setattr(backend(), "writer", fail)
        with django_capture_on_commit_callbacks(execute=True):
            assert save(desk, change(ruling), title="Летает ли дирижабль?").status_code == 302
        with django_capture_on_commit_callbacks(execute=True):
            assert desk.post(f"/admin/rulings/entry/{ruling.parent_id}/delete/", {"post": "yes"}).status_code == 302
    ruling.refresh_from_db()
    assert (ruling.title, ruling.removed) == ("Летает ли дирижабль?", True)
    restore([ruling])
    later[0]()
    assert found("дирижабль") == [ruling.pk]


# ── checks ──


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"title": ""}, "title", "A question has its question here, and a chapter its heading."),
        ({"kind": "chapter"}, "kind", "A chapter has no text of its own; what has one is a rule."),
        (
            {"kind": "note", "title": "", "body": " "},
            "body",
            "An entry without a title and without a text says nothing.",
        ),
        ({"anchor": "korona-poveleniy-v2"}, "anchor", "Another entry of this source has this address."),
        ({"anchor": "korona-p1"}, "anchor", "Paragraphs are called so: this address needs another ending."),
        (
            {"first_line": "9", "last_line": "3"},
            "last_line",
            "The lines in the source are a first and a last one, in this order.",
        ),
        (
            {"first_line": "9", "last_line": ""},
            "last_line",
            "The lines in the source are a first and a last one, in this order.",
        ),
    ],
)
@pytest.mark.parametrize("language", ["ru", "pl"])
def test_the_form_says_what_is_wrong_in_the_language_of_the_reader(
    kb: None, desk: Client, ruling: Entry, language: str, changes: dict[str, str], field: str, message: str
) -> None:
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert errors(save(desk, change(ruling), **changes)) == {field: [said(message, language)]}


def test_an_entry_cannot_stand_under_itself_or_its_own(kb: None, desk: Client, ruling: Entry) -> None:
    heading = ruling.parent
    assert heading is not None
    message = said("An entry can't stand under itself or under what stands under it.")
    assert errors(save(desk, change(heading), parent=heading.pk)) == {"parent": [message]}
    assert errors(save(desk, change(heading), parent=ruling.pk)) == {"parent": [message]}


def test_a_heading_is_of_the_same_source(kb: None, desk: Client, ruling: Entry) -> None:
    other = Entry.objects.filter(source__game__slug="andor")[0]
    message = said("This heading stands in another source.")
    assert errors(save(desk, change(ruling), parent=other.pk)) == {"parent": [message]}


def test_an_emptied_address_stays(index: None, desk: Client, ruling: Entry) -> None:
    save(desk, change(ruling), anchor="")
    assert Entry.objects.get(pk=ruling.pk).anchor == "korona-poveleniy-v1"


def test_a_changed_address_leaves_a_redirect(index: None, desk: Client, ruling: Entry) -> None:
    save(desk, change(ruling), anchor="snyat-koronu")
    assert Redirect.objects.get().path == "talisman/faq/korona-poveleniy-v1/"
    assert Redirect.objects.get().entry == ruling


def test_the_source_of_an_entry_is_not_changed(index: None, desk: Client, ruling: Entry) -> None:
    other = Entry.objects.filter(source__game__slug="andor")[0].source_id
    desk.post(change(ruling), {**filled(desk.get(change(ruling))), "source": other})
    assert Entry.objects.get(pk=ruling.pk).source_id == ruling.source_id


@pytest.mark.parametrize("line", [0, 2, 400, 2**63 - 1])
def test_the_lines_of_an_entry_are_lines_of_its_source(kb: None, desk: Client, ruling: Entry, line: int) -> None:
    assert len(lines_of(ruling.source.text)) < 400
    message = said("Line %(line)d of the source is empty, or there is none.") % {"line": line}
    refused = save(desk, change(ruling), first_line=line, last_line=line)
    assert errors(refused) == {"first_line": [message], "last_line": [message]}


# ── what the form shows ──


def test_the_form_shows_the_verdict_and_the_way_to_the_site(kb: None, desk: Client, ruling: Entry) -> None:
    page = desk.get(change(ruling))
    with translation.override("ru"):
        assert str(VERDICT_LABELS["yes_if"]) in page.content.decode()
    assert f'href="{ruling.url("ru")}"' in page.content.decode()
    Entry.objects.filter(pk=ruling.pk).update(state="draft")
    assert f'href="{ruling.url("ru")}"' not in desk.get(change(ruling)).content.decode()


def test_only_cards_are_added_beside_an_entry_and_no_other_row_is_changed_there(
    kb: None, desk: Client, ruling: Entry
) -> None:
    page = parse(desk.get(change(ruling)).content.decode())
    assert [link.attributes["id"] for link in page.all("a", class_="related-widget-wrapper-link")] == ["add_id_cards"]
    assert page.one("select", name="cards").attributes["data-allow-clear"] == "false"


def test_history_keeps_changes_actions_and_removals_together(index: None, desk: Client, ruling: Entry) -> None:
    save(desk, change(ruling), number="В7")
    chosen = {"_selected_action": [ruling.pk]}
    desk.post("/admin/rulings/ruling/", {"action": "publish_chosen", **chosen})  # it is: nothing to tell
    desk.post("/admin/rulings/ruling/", {"action": "unpublish_chosen", **chosen})
    desk.post("/admin/rulings/ruling/", {"action": "delete_selected", "post": "yes", **chosen})
    history = desk.get(f"/admin/rulings/entry/{ruling.pk}/history/").context["action_list"]
    assert [action.action_flag for action in history] == [CHANGE, CHANGE, DELETION]


def history(desk: Client, ruling: Entry, language: str) -> list[str]:
    """What was done to an entry, as an editor reads it who has the desk in this language."""
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    table = parse(desk.get(f"/admin/rulings/entry/{ruling.pk}/history/").content.decode()).one("tbody")
    return [row.all("td")[-1].words for row in table.all("tr")]


def test_history_is_in_the_language_of_whoever_reads_it(index: None, desk: Client, ruling: Entry) -> None:
    chosen = {"_selected_action": [ruling.pk]}
    desk.post("/admin/rulings/ruling/", {"action": "unpublish_chosen", **chosen})
    mention = ruling.mentions.all()[0]
    desk.post(f"/admin/rulings/entry/{ruling.pk}/links/", {"action": "refuse", "mention": mention.pk})
    name = mention.surface
    assert history(desk, ruling, "ru") == [said("Made a draft."), f"«{name}»: отклонено."]
    assert history(desk, ruling, "pl") == [said("Made a draft.", "pl"), f"„{name}”: odrzucone."]
    LogEntry.objects.update(change_message="Опубликовано 100%.")  # stored before the history kept what it says
    assert history(desk, ruling, "pl") == ["Опубликовано 100%."] * 2


# ── states ──


def act(desk: Client, action: str, *entries: Entry, at: str = LIST, **more: str) -> Any:
    return desk.post(at, {"action": action, "_selected_action": [entry.pk for entry in entries], **more}, follow=True)


def test_actions_publish_and_unpublish(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        act(desk, "unpublish_chosen", ruling)
    ruling.refresh_from_db()
    assert (ruling.state, ruling.edited) == ("draft", False)
    assert ruling.pk not in found(ruling.title)
    with django_capture_on_commit_callbacks(execute=True):
        act(desk, "publish_chosen", ruling)
    assert ruling.pk in found(ruling.title)


def test_what_a_draft_hides_is_told(index: None, desk: Client, ruling: Entry) -> None:
    heading = ruling.parent
    assert heading is not None
    assert Entry.objects.live().under(heading).count() == 5
    told = messages(act(desk, "unpublish_chosen", heading))
    assert told[0] == "5 записей стоят под заголовком, которого читатели не видят, и появятся вместе с ним."
    assert said("its heading isn’t published") in desk.get(LIST, {"q": ruling.title}).content.decode()
    form = desk.get(change(ruling)).content.decode()
    assert said("A heading above this entry isn’t published. Readers see the entry once the heading is.") in form
    assert messages(desk.post(change(ruling), filled(desk.get(change(ruling))), follow=True))[0].startswith("1 запись ")
    assert len(messages(act(desk, "publish_chosen", heading))) == 1


# ── removing and restoring ──


def test_deleting_keeps_the_row_and_says_what_goes_with_it(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    heading = ruling.parent
    assert heading is not None
    url = f"/admin/rulings/entry/{heading.pk}/delete/"
    asked = desk.get(url)
    assert len(asked.context["deleted_objects"]) == 1 + heading.children.count()
    assert not asked.context["protected"]
    assert Entry.objects.filter(removed=True).count() == 0
    with django_capture_on_commit_callbacks(execute=True):
        answer = desk.post(url, {"post": "yes"})
    below = heading.children.count()
    assert Entry.objects.filter(removed=True).count() == 1 + below
    said_of_them = [str(message) for message in get_messages(answer.wsgi_request)]
    assert f"{below} записей стояли под удалённым заголовком и ушли с сайта вместе с ним." in said_of_them
    assert ruling.pk not in found(ruling.title)


def test_removed_entries_are_hidden_until_somebody_asks_for_them(index: None, desk: Client, ruling: Entry) -> None:
    everything = Entry.objects.count()
    act(desk, "delete_selected", ruling, post="yes")
    assert desk.get(LIST).context["cl"].result_count == everything - 1
    assert rows(desk.get(LIST, {"removed": "yes"})) == [ruling]
    assert desk.get(LIST, {"removed": "all"}).context["cl"].result_count == everything
    for removed, is_offered in (("", False), ("yes", True), ("all", True)):
        offered = desk.get(LIST, {"removed": removed}).context["action_form"].fields["action"].choices
        assert ("restore_chosen" in dict(offered)) == is_offered, removed
    assert counts(desk.get(LIST), "removed") == {said("no"): everything - 1, said("yes"): 1}


def test_restoring_brings_an_entry_back_to_the_site(
    index: None, desk: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    act(desk, "delete_selected", ruling, post="yes")
    assert "restore_chosen" not in desk.get(LIST).context["action_form"]["action"].as_widget()
    with django_capture_on_commit_callbacks(execute=True):
        act(desk, "restore_chosen", ruling, at=f"{LIST}?removed=yes")
    assert ruling.pk in found(ruling.title)


def test_the_form_of_a_removed_entry_restores_it(index: None, desk: Client, ruling: Entry) -> None:
    act(desk, "delete_selected", ruling, post="yes")
    assert 'form="kb-restore"' in desk.get(change(ruling)).content.decode()
    assert desk.get(f"/admin/rulings/entry/{ruling.pk}/restore/")["Location"] == change(ruling)
    desk.post(f"/admin/rulings/entry/{ruling.pk}/restore/")
    assert not Entry.objects.get(pk=ruling.pk).removed


# ── the preview ──


def preview(desk: Client, fields: dict[str, Any], *, part: bool = True) -> Any:
    return desk.post("/admin/rulings/entry/preview/", fields, headers={"X-Preview": "part"} if part else {})


def test_the_preview_is_what_publishing_makes(index: None, desk: Client) -> None:
    for entry in Entry.objects.filter(source__game__slug="talisman").exclude(body="")[::7]:
        page = preview(desk, {**filled(desk.get(change(entry))), "entry": entry.pk})
        with translation.override("ru"):
            shown = dressing.answer(entry, "ru") if entry.kind == "ruling" else dressing.body(entry, "ru")
            assert shown in page.content.decode()
            assert dressing.title(entry, "ru") in page.content.decode()


def test_the_preview_of_a_new_entry_links_the_cards_of_its_game(kb: None, desk: Client, ruling: Entry) -> None:
    fields = {"kind": "ruling", "title": "А?", "body": "Нет. Город **далеко**.", "source": ruling.source_id}
    page = preview(desk, fields).content.decode()
    assert 'class="answer no"' in page
    assert '<a class="ref space" href="/ru/talisman/cards/gorod/">Город</a>' in page
    assert "<strong>далеко</strong>" in page
    rule = preview(desk, {**fields, "kind": "section", "number": "4" * 50}).content.decode()
    assert f'<span class="number">{"4" * 40}</span>' in rule  # as much as is kept of it
    assert "gorod" not in preview(desk, {**fields, "source": ""}).content.decode()


def test_the_preview_writes_nothing(index: None, desk: Client, ruling: Entry) -> None:
    before = list(Entry.objects.values()), list(Mention.objects.values())
    preview(desk, {"entry": ruling.pk, "kind": "ruling", "title": "А?", "body": "Руины."})
    assert (list(Entry.objects.values()), list(Mention.objects.values())) == before


@pytest.fixture
def nonsense() -> dict[str, str]:
    return {
        "entry": "9" * 30,
        "source": "-1",
        "parent": "x",
        "kind": "?",
        "language": "xx",
        "number": "1" * 100,
        "title": "<script>alert(1)</script>",
        "body": "<img src=x onerror=alert(1)>[a](javascript:alert(1))\ue000",
    }


def test_the_preview_is_safe_whatever_comes(kb: None, desk: Client, nonsense: dict[str, str]) -> None:
    page = preview(desk, nonsense)
    assert page.status_code == 200
    assert not any(word in page.content.decode() for word in ("<script", "<img", "onerror=", "javascript:"))
    assert preview(desk, {}).status_code == 200
    zero = dict.fromkeys(nonsense, "\x00")
    assert preview(desk, zero).status_code == 200
    page = preview(desk, {**zero, "title": "Руины\x00?", "body": "Да\x00."}).content.decode()
    assert "Руины?" in page
    assert 'class="answer yes one-word"' in page


def test_the_preview_is_a_page_of_its_own_without_the_script(kb: None, desk: Client, ruling: Entry) -> None:
    page = preview(desk, {"source": ruling.source_id, "title": "А?", "body": "Да."}, part=False)
    assert '<html lang="ru"' in page.content.decode()
    assert 'class="answer yes one-word"' in page.content.decode()


def test_the_preview_in_a_tab_of_its_own_passes_on_no_address(kb: None, desk: Client) -> None:
    page = parse(preview(desk, {"title": "А?"}, part=False).content.decode())
    assert page.one("header", class_="top")
    assert not page.all("nav", class_="languages")
    assert not [
        node for node in page.all() if "qr" in (node.attributes.get("id"), node.attributes.get("popovertarget"))
    ]


def test_the_preview_is_for_editors_only(kb: None, client: Client) -> None:
    assert preview(client, {"title": "А?"}).status_code == 302
    assert client.get("/admin/rulings/entry/preview/").status_code == 302
