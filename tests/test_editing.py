"""What an editor's hand does: what it marks, what it publishes again, what it takes off and brings back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from django.db.models import ProtectedError
from django.test import Client

from rulings import auditing
from rulings.deciding import undecided
from rulings.editing import Edit, delete, move, place_last, remove, restore, set_state
from rulings.importing import import_document
from rulings.models import Card, Entry, Game, Mention, Name, Source
from rulings.reading import fixture_sources
from rulings.search.engine import search
from rulings.search.query import Query
from tests.desk import edited
from tests.renaming import rename

Commit = Callable[..., AbstractContextManager[Any]]


def found(words: str) -> list[int]:
    return [item.entry.pk for item in search(Query(words), limit=100).results]


def below(heading: Entry) -> list[int]:
    return list(heading.children.order_by("position").values_list("pk", flat=True))


def by_hand(beside: Entry, **facts: Any) -> Entry:
    """A question that an editor adds under the heading of another."""
    facts = {"kind": "ruling", "body": "Да.", "language": "ru", "anchor": "po-ruchnomu", "title": "А?", **facts}
    return edited(Entry(source=beside.source, parent=beside.parent, **facts))


# ── the mark of an editor ──


@pytest.mark.parametrize(
    ("facts", "marked"),
    [
        ({"title": "Другой вопрос?"}, True),
        ({"body": "Нет."}, True),
        ({"number": "В9"}, True),
        ({"kind": "section"}, True),
        ({"language": "pl"}, True),
        ({"parent": None}, True),
        ({"first_line": 1}, True),
        ({"anchor": "drugoy"}, False),
        ({"state": "draft"}, False),
        ({"ref": "crown-1"}, False),
        ({}, False),
    ],
)
def test_edit_marks_an_entry_only_when_its_words_change(
    index: None, ruling: Entry, facts: dict[str, object], marked: bool
) -> None:
    assert edited(ruling, **facts).edited is marked


def test_edit_marks_an_entry_whose_own_cards_change(index: None, ruling: Entry) -> None:
    edit = Edit(ruling)
    ruling.cards.clear()
    edit.finish()
    ruling.refresh_from_db()
    assert ruling.edited


def test_edit_is_kept_by_an_import(index: None, ruling: Entry) -> None:
    edited(ruling, title="Моя редакция?")
    report = import_document(fixture_sources()[0])
    ruling.refresh_from_db()
    assert ruling.title == "Моя редакция?"
    assert (len(report.kept), len(report.unchanged)) == (1, 99)


# ── what is published again ──


def test_a_new_entry_is_found_at_once(index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit) -> None:
    entry = Entry(
        source=ruling.source, kind="ruling", title="Летает ли дирижабль?", body="Да.", language="ru", anchor="d"
    )
    with django_capture_on_commit_callbacks(execute=True):
        edited(entry)
    assert (entry.edited, entry.verdict, found("дирижабль")) == (True, "yes", [entry.pk])


def test_a_renamed_card_links_where_the_new_name_stands_and_no_longer_where_the_old_did(
    index: None, ruling: Entry, crown: Card
) -> None:
    assert Mention.objects.filter(entry=ruling, card=crown).exists()
    edit = Edit(crown)
    for number, name in enumerate(crown.names.filter(language="ru")):
        name.text = f"Чаша Забвения {number}"
        name.save()
    edit.finish()
    assert not Mention.objects.filter(entry=ruling, card=crown).exists()
    edit = Edit(crown)
    Name.objects.create(card=crown, language="ru", text="Корона Повелений", role="alias")
    edit.finish()
    assert Mention.objects.filter(entry=ruling, card=crown).exists()


def test_a_deleted_name_no_longer_links(index: None, ruling: Entry, crown: Card) -> None:
    for name in crown.names.filter(language="ru"):
        delete(name)
    assert not Mention.objects.filter(entry=ruling, card=crown).exists()
    ruling.refresh_from_db()
    assert "korona-poveleniy" not in ruling.title_html


def test_rulings_of_a_card_are_found_by_its_new_name(
    index: None, crown: Card, django_capture_on_commit_callbacks: Commit
) -> None:
    own = set(Entry.objects.own_of(crown).values_list("pk", flat=True))
    with django_capture_on_commit_callbacks(execute=True):
        edit = Edit(crown)
        Name.objects.create(card=crown, language="pl", text="Zyrkonia", role="alias")
        edit.finish()
    assert own <= set(found("Zyrkonia"))


def test_a_renamed_heading_is_found_over_the_entries_below_it(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    heading = ruling.parent
    assert heading is not None
    with django_capture_on_commit_callbacks(execute=True):
        edited(heading, title="Мельхиоровый венец")
    assert ruling.pk in found("мельхиоровый")


def test_a_heading_under_another_is_found_by_that_one_over_the_entries_below_it(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    heading = ruling.parent
    assert heading is not None
    chapters = Entry.objects.filter(source=ruling.source, kind="chapter", parent=None)
    above = next(chapter for chapter in chapters if chapter.pk != heading.parent_id)
    with django_capture_on_commit_callbacks(execute=True):
        edited(above, title=f"{above.title} (мельхиоровая глава)")
    assert ruling.pk not in found("мельхиоровая глава")
    with django_capture_on_commit_callbacks(execute=True):
        edited(heading, parent=above)
    assert ruling.pk in found("мельхиоровая глава")


def test_a_code_links_where_it_stands_and_no_longer_when_it_is_gone(index: None, ruling: Entry, crown: Card) -> None:
    speaker = by_hand(ruling, kind="clarification", title="О карте", body="Смотрите карту ZQ81.", anchor="o-karte")
    for code, count in (("ZQ81", 1), ("", 0), ("ZQ81", 1), ("ZQ82", 0)):
        rename(crown, code=code)
        assert Mention.objects.filter(entry=speaker, card=crown).count() == count, code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"role": "main"}, {"role": "alias"}),
        ({"recognise": "always"}, {"recognise": "capitalised"}),
        ({"recognise": "quoted"}, {"recognise": "always"}),
    ],
)
def test_neither_role_nor_recognising_tells_two_cards_of_one_name(
    index: None, ruling: Entry, one: dict[str, str], other: dict[str, str]
) -> None:
    game = ruling.source.game
    cards = [Card.objects.create(game=game, slug=f"kvazi-{at}", kind="object") for at in (1, 2)]
    for card, facts in zip(cards, (one, other), strict=True):
        edit = Edit(card)
        Name.objects.create(card=card, language="ru", text="Квазиштука", **facts)
        edit.finish()
    speaker = by_hand(ruling, kind="clarification", title="О ней", body="Возьмите «Квазиштука».", anchor="o-ney")
    assert not Mention.objects.filter(entry=speaker, card__in=cards).exists()
    assert [[str(thing) for thing in one.things] for one in undecided(speaker)] == [["Квазиштука", "Квазиштука"]]
    assert "Квазиштука" in [shared.text for shared in auditing.shared([game])]


def test_a_step_is_one_under_the_same_heading(index: None, ruling: Entry) -> None:
    spoken = by_hand(ruling, kind="section", title="", number="7", body="Сам шаг.", anchor="shag-7")
    speaker = by_hand(ruling, kind="section", title="", number="8", body="Вернитесь к шагу 7.", anchor="shag-8")
    assert Mention.objects.filter(entry=speaker, to_entry=spoken).count() == 1
    chapters = Entry.objects.filter(source=ruling.source, kind="chapter")
    elsewhere = next(chapter for chapter in chapters if chapter.pk != ruling.parent_id)
    edited(spoken, parent=elsewhere)
    assert not Mention.objects.filter(entry=speaker, to_entry=spoken).exists()


def test_references_to_a_number_follow_it(index: None, ruling: Entry) -> None:
    speaker = by_hand(
        ruling, kind="clarification", title="Об этом", body="Смотрите п. 77.7 и дальше.", anchor="ob-etom"
    )
    spoken = by_hand(ruling, kind="clarification", title="То самое", number="77.7", anchor="to-samoe")
    assert Mention.objects.filter(entry=speaker, to_entry=spoken).count() == 1
    edited(spoken, number="77.8")
    assert not Mention.objects.filter(entry=speaker, to_entry=spoken).exists()
    edited(spoken, number="77.7")
    speaker.refresh_from_db()
    assert '/to-samoe/"' in speaker.html


def test_a_new_kind_of_card_shows_in_its_links(index: None, ruling: Entry, crown: Card) -> None:
    edit = Edit(crown)
    crown.kind = "object"
    crown.save()
    edit.finish()
    ruling.refresh_from_db()
    assert 'class="ref object" href="/-/talisman/cards/korona-poveleniy/"' in ruling.title_html


def test_a_card_of_another_game_is_forgotten_by_the_old_one(index: None, ruling: Entry, crown: Card) -> None:
    edit = Edit(crown)
    crown.game = Game.objects.get(slug="andor")
    crown.save()
    edit.finish()
    assert not Mention.objects.filter(entry=ruling, card=crown).exists()


def test_authority_of_a_source_reaches_the_index(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    source = Source.objects.get(pk=ruling.source_id)
    with django_capture_on_commit_callbacks(execute=True):
        edit = Edit(source)
        source.authority = "official"
        source.save()
        edit.finish()
    assert ruling.pk in [item.entry.pk for item in search(Query("корона повелений", authority="official")).results]


# ── states, removing, restoring ──


def test_set_state_takes_off_and_brings_back(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert set_state([ruling], "draft") == [ruling]
    assert ruling.pk not in found(ruling.title)
    with django_capture_on_commit_callbacks(execute=True):
        assert set_state([ruling], "published") == [ruling]
        assert set_state([ruling], "published") == []
    assert ruling.pk in found(ruling.title)
    ruling.refresh_from_db()
    assert not ruling.edited


def test_publishing_what_left_its_source_keeps_it_from_the_next_import(index: None, ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(state="withdrawn")
    ruling.refresh_from_db()
    set_state([ruling], "published")
    ruling.refresh_from_db()
    assert (ruling.state, ruling.edited) == ("published", True)


def test_remove_takes_everything_under_a_heading_and_restore_brings_it_back(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    heading = ruling.parent
    assert heading is not None
    with django_capture_on_commit_callbacks(execute=True):
        gone = remove([heading])
    assert [entry.pk for entry in gone] == [
        heading.pk,
        *heading.children.order_by("position").values_list("pk", flat=True),
    ]
    assert ruling.pk not in found(ruling.title)
    assert import_document(fixture_sources()[0]).changed is False
    assert Entry.objects.filter(removed=True).count() == len(gone)
    with django_capture_on_commit_callbacks(execute=True):
        back = restore([ruling])
    assert {entry.pk for entry in back} == {ruling.pk, heading.pk}
    assert ruling.pk in found(ruling.title)


def test_a_draft_hides_everything_under_it_until_it_is_published(
    index: None, client: Client, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    heading = ruling.parent
    assert heading is not None
    assert heading.parent is not None
    chapter = heading.parent
    draft = by_hand(ruling, state="draft")
    before = set(Entry.objects.live().values_list("pk", flat=True))
    with django_capture_on_commit_callbacks(execute=True):
        assert set_state([chapter], "draft") == [chapter]
    under = set(Entry.objects.under(chapter).values_list("pk", flat=True))
    assert set(Entry.objects.live().values_list("pk", flat=True)) == before - under - {chapter.pk}
    assert ruling.pk not in found(ruling.title)
    assert client.get(f"/ru/{ruling.path}").status_code == 404
    game = "/ru/talisman/"
    for path in (game, f"{game}feed/", f"{game}print/", "/sitemap.xml", "/api/entries/?limit=100"):
        page = client.get(path).content.decode()
        assert (ruling.path in page, f"/{chapter.path}" in page) == (False, False), path
    late = by_hand(ruling, anchor="pozzhe", title="Что новое под черновиком?")
    assert (late.is_published, late.is_live) == (True, False)
    with django_capture_on_commit_callbacks(execute=True):
        edited(chapter, state="published")
    assert set(Entry.objects.live().values_list("pk", flat=True)) == before | {late.pk}
    assert {ruling.pk, late.pk} <= set(found(ruling.title) + found(late.title))
    assert draft.pk not in found(draft.title)


def test_links_to_a_removed_section_go_with_it(index: None) -> None:
    target = Mention.objects.filter(to_entry__kind="section").exclude(to_entry__in=[])[0].to_entry
    assert target is not None
    speakers = set(Mention.objects.filter(to_entry=target).values_list("entry", flat=True))
    remove([target])
    assert not Mention.objects.filter(to_entry=target).exclude(entry__removed=True).exists()
    restore([target])
    assert set(Mention.objects.filter(to_entry=target).values_list("entry", flat=True)) == speakers


def test_a_draft_is_called_by_none_of_its_names(index: None, client: Client) -> None:
    battle = Entry.objects.get(source__game__slug="andor", anchor="srazhenie")
    link = f'href="/-/{battle.path}"'
    speakers = set(Entry.objects.live().filter(html__contains=link).values_list("pk", flat=True))
    assert len(speakers) == 11
    decided = Mention.objects.filter(to_entry=battle, entry__in=speakers)[0]
    decided.made_by = "confirmed"
    decided.save()
    set_state([battle], "draft")
    assert not Entry.objects.live().filter(html__contains=link).exists()
    links = client.get(f"/api/entries/{decided.entry_id}/").json()["links"]
    assert battle.path not in {str(one["url"]).partition("/ru/")[2] for one in links}
    assert battle.path not in client.get("/ru/andor/terms/").content.decode()
    set_state([battle], "published")
    assert set(Entry.objects.live().filter(html__contains=link).values_list("pk", flat=True)) == speakers


# ── places ──


def order(source: Source) -> list[int]:
    return list(Entry.objects.filter(source=source).order_by("position").values_list("pk", flat=True))


def test_a_new_entry_stands_at_the_end_of_its_parent(index: None, ruling: Entry) -> None:
    heading = ruling.parent
    assert heading is not None
    last = heading.children.order_by("position").last()
    assert last is not None
    before = order(ruling.source)
    entry = Entry(
        source=ruling.source, parent=heading, kind="ruling", title="А?", body="Да.", language="ru", anchor="a"
    )
    edited(entry)
    at = before.index(last.pk) + 1
    assert order(ruling.source) == [*before[:at], entry.pk, *before[at:]]
    assert list(
        Entry.objects.filter(source=ruling.source).order_by("position").values_list("position", flat=True)
    ) == list(range(len(before) + 1))


def test_an_import_leaves_an_entry_made_by_hand_where_it_is(index: None, ruling: Entry) -> None:
    by_hand(ruling)
    before = order(ruling.source)
    for _ in range(2):
        report = import_document(fixture_sources()[0])
        assert (report.changed, len(report.unchanged), len(report.kept)) == (False, 100, 1)
        assert order(ruling.source) == before


def test_a_moved_heading_takes_along_what_stands_under_it(index: None, ruling: Entry) -> None:
    heading = ruling.parent
    assert heading is not None
    block = [heading.pk, *below(heading)]
    heading.parent = None
    heading.save()
    place_last(heading)
    assert order(ruling.source)[-len(block) :] == block


# ── facts of a source ──


def test_an_import_keeps_what_an_editor_changed_of_a_source(index: None, ruling: Entry, tmp_path: Path) -> None:
    Source.objects.filter(pk=ruling.source_id).update(title="Моё название", credit="Я")
    document = fixture_sources()[0]
    copy = tmp_path / document.name
    copy.write_bytes(document.read_bytes())
    outline = document.with_suffix(".toml").read_text(encoding="utf-8")
    copy.with_suffix(".toml").write_text(outline.replace("Перевод игрока", "Перевод двух игроков"), encoding="utf-8")
    import_document(copy)
    source = Source.objects.get(pk=ruling.source_id)
    assert (source.title, source.credit) == ("Моё название", "Перевод двух игроков")


# ── deleting ──


def test_delete_of_a_source_takes_its_entries_and_their_traces(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        delete(Source.objects.get(pk=ruling.source_id))
    assert not Entry.objects.filter(source__slug="faq", source__game__slug="talisman").exists()
    assert ruling.pk not in found("корона повелений")


def test_delete_of_a_game_with_cards_is_refused(index: None) -> None:
    with pytest.raises(ProtectedError):
        delete(Game.objects.get(slug="talisman"))


def test_delete_of_a_card_takes_its_links(index: None, ruling: Entry, crown: Card) -> None:
    delete(crown)
    ruling.refresh_from_db()
    assert "korona-poveleniy/" not in ruling.title_html
    assert list(ruling.cards.all()) == []


def test_entry_moves_among_those_under_its_heading_with_all_below_it(ruling: Entry) -> None:
    def order() -> list[str]:
        rows = Entry.objects.filter(source=ruling.source).order_by("position")
        return [row.anchor for row in rows]

    before = order()
    first = Entry.objects.filter(parent=ruling.parent).order_by("position")[0]
    assert not move(first, -1)
    assert move(first, 1)
    moved = order()
    at = before.index(first.anchor)
    assert moved[at : at + 2] == [before[at + 1], before[at]]
    assert move(Entry.objects.get(pk=first.pk), -1)
    assert order() == before
    chapter = ruling.parent
    assert chapter
    assert move(chapter, 1)
    after = order()
    assert after.index(chapter.anchor) + 1 == after.index(first.anchor)  # what is under it came with it
    assert sorted(after) == sorted(before)
