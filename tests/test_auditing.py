"""What editors look through, at the desk and on the command line."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rulings import auditing, relinking
from rulings.following import dead_links
from rulings.models import Card, Entry, Game, Mention, Name
from rulings.publishing import publish
from tests.desk import links_of, messages

pytestmark = pytest.mark.usefixtures("index")


def add(game: Game, *bodies: str) -> list[Entry]:
    source = game.sources.first()
    assert source
    last = Entry.objects.filter(source=source).count()
    entries = [
        Entry.objects.create(
            source=source,
            kind="section",
            title=f"Новое {at}",
            body=body,
            language=source.language,
            anchor=f"new-{at}",
            position=last + at,
        )
        for at, body in enumerate(bodies)
    ]
    publish(entries)
    return entries


@pytest.fixture
def talisman(kb: None) -> Game:
    return Game.objects.get(slug="talisman")


def candidate(game: Game, text: str) -> auditing.Candidate | None:
    return next((one for one in auditing.candidates([game]) if one.text == text), None)


def test_capitalised_and_quoted_words_that_recur_are_candidates(talisman: Game) -> None:
    add(
        talisman,
        "Тут пришёл Ледяной Голем и ушёл. Возьмите «Посох бурь», а Бурый Хомяк не Бурый Хомяк.",
        "Двое Ледяных Големов стоят. Голем один.",
        "Потом «Посоха бурь» нет, а Ледяной Голем есть.",
    )
    found = candidate(talisman, "Ледяной Голем")
    assert found
    assert (found.count, len(found.entries), found.language) == (3, 3, "ru")
    assert candidate(talisman, "Посох бурь")
    assert not candidate(talisman, "Голем")  # it begins a sentence, and stands in one entry
    assert not candidate(talisman, "Бурый Хомяк")  # twice, but in one entry


def test_names_that_are_known_are_no_candidates(talisman: Game) -> None:
    words = {one.text for one in auditing.candidates([talisman])}
    assert not words & {"Персонаж", "Корона Повелений", "Жаба"}


def test_name_that_stands_nowhere_is_listed(talisman: Game, crown: Card) -> None:
    never = {name.text for name in auditing.never_occurring([talisman])}
    assert "Корона Повелений" not in never
    Name.objects.create(card=crown, language="ru", text="Трон Владыки", role="alias")
    assert "Трон Владыки" in {name.text for name in auditing.never_occurring([talisman])}
    source = talisman.sources.get()
    Entry.objects.create(source=source, kind="chapter", title="На Троне Владыки", anchor="x", language="ru")
    names = auditing.never_occurring([talisman])
    assert "Трон Владыки" not in {name.text for name in names}  # a heading has it, though no link
    assert "Корона" not in {name.text for name in names}  # a longer name has it wherever it stands
    assert {name.language for name in names} == {"ru"}  # what its expansion has in Polish is no text of its own


def test_name_that_stands_somewhere_is_not_listed_though_no_link_is_made_of_it(talisman: Game, crown: Card) -> None:
    twin = Card.objects.create(game=talisman, slug="twin", kind="space")
    for text, recognise in (("Посох бурь", "quoted"), ("Каланча", "capitalised"), ("Корона Повелений", "always")):
        Name.objects.create(card=twin, language="ru", text=text, recognise=recognise)
    add(talisman, "Возьмите посохи бурь и вернитесь к каланче.")
    assert not twin.mentions.exists()
    with CaptureQueriesContext(connection) as asked:
        never = {name.text for name in auditing.never_occurring([talisman])}
    assert never.isdisjoint({"Посох бурь", "Каланча", "Корона Повелений"})
    assert len(asked) == 5


def test_name_of_two_things_is_listed(talisman: Game, crown: Card) -> None:
    assert "Корона Повелений" not in {one.text for one in auditing.shared([talisman])}
    twin = Card.objects.create(game=talisman, slug="twin", kind="space")
    Name.objects.create(card=twin, language="ru", text="корона повелений")
    assert "Корона Повелений" in {one.text for one in auditing.shared([talisman])}
    # Narrowed to the game of one of them, with the other in its expansion, too.
    expansion = Game.objects.get(slug="talisman-dungeon")
    Card.objects.filter(pk=twin.pk).update(game=expansion)
    for game in (talisman, expansion):
        assert "Корона Повелений" in {one.text for one in auditing.shared([game])}
    assert "Корона Повелений" not in {one.text for one in auditing.shared([Game.objects.get(slug="andor")])}


def test_what_makes_two_things_alike_in_texts_is_listed_with_the_places_that_it_leaves_open(
    desk: Client, talisman: Game
) -> None:
    (entry,) = add(talisman, "Тут стоит Каланча. Много Каланчей, и тут Т1.")
    tower = Card.objects.create(game=talisman, slug="tower", kind="space", code="Т1")
    twin = Card.objects.create(game=talisman, slug="twin", kind="space", code="т1")
    Name.objects.create(card=tower, language="ru", text="Каланча")
    own = Name.objects.create(card=twin, language="ru", text="Каланчи")
    address = reverse("admin:rulings_review", args=["shared"])
    page = desk.get(address, {"game": "talisman"})
    listed = {one.text: one for one in page.context["rows"]}
    assert listed["Каланча"].names == [*tower.names.all(), own]  # a form in common
    assert listed["Т1"].cards == [tower, twin]
    assert [(one.entry, one.surface) for one in page.context["open"]] == [
        (entry, "Каланча"),
        (entry, "Каланчей"),
        (entry, "Т1"),
    ]
    assert f"{links_of(entry)}#text-10-17" in page.content.decode()
    own.delete()
    assert "Каланча" not in {one.text for one in auditing.shared([talisman])}
    assert [one.surface for one in auditing.undecided(Entry.objects.filter(pk=entry.pk))] == ["Т1"]


def test_link_that_leads_nowhere_fails_the_check(talisman: Game) -> None:
    out = io.StringIO()
    call_command("check_links", stdout=out, verbosity=2)
    said = out.getvalue().splitlines()
    assert said[-1] == "все ссылки куда-то ведут"
    nameless = [f"  {thing.path}: {thing}" for thing in auditing.nameless("ru")]
    assert len(nameless) > 1
    assert said[1 : 1 + len(nameless)] == nameless
    (entry,) = add(talisman, "Смотрите [там](/ru/talisman/cards/nothing/) и [тут](/ru/talisman/).")
    with pytest.raises(CommandError, match="1 ссылка ведёт в никуда"):
        call_command("check_links", stdout=out)
    assert out.getvalue().splitlines()[-3] == f"{entry.path}: /ru/talisman/cards/nothing/"


@pytest.mark.parametrize("name", ["candidates", "never", "shared", "links"])
def test_lists_can_be_looked_through_at_the_desk(desk: Client, talisman: Game, name: str) -> None:
    address = reverse("admin:rulings_review", args=[name])
    assert address in desk.get(reverse("admin:index")).content.decode()
    assert desk.get(address).status_code == 200
    assert desk.get(address, {"game": "talisman"}).context["game"] == talisman


def test_one_press_makes_a_card_and_links_it(desk: Client, talisman: Game) -> None:
    entries = add(talisman, "Тут Ледяной Голем.", "Нет Ледяного Голема.")
    address = reverse("admin:rulings_review", args=["candidates"])
    facts: dict[str, Any] = {"game": talisman.pk, "language": "ru", "text": "Ледяной Голем", "kind": "creature"}
    response = desk.post(address, facts, follow=True)
    assert messages(response) == ["«Ледяной Голем» теперь карта; записей со ссылкой на неё: 2."]
    card = Card.objects.get(slug="ledyanoy-golem")
    assert {mention.entry for mention in card.mentions.all()} == set(entries)
    assert card.names.get().evidence == entries[0].source.title
    assert not candidate(talisman, "Ледяной Голем")
    again = desk.post(address, {**facts, "text": "ледяной голем"}, follow=True)
    assert messages(again) == ["«ледяной голем» — уже карта."]
    assert card.mentions.count() == 2
    wrong = desk.post(address, {**facts, "text": "Ледяной Тролль", "kind": "nonsense"}, follow=True)
    assert Card.objects.filter(game=talisman, slug__startswith="ledyanoy").count() == 1
    assert len(messages(wrong)) == 1


def test_lists_are_for_editors(client: Client, kb: None) -> None:
    client.force_login(User.objects.create_user("guest", is_staff=True))
    assert client.get(reverse("admin:rulings_review", args=["never"])).status_code == 403


# ── linking everything anew ──


@pytest.fixture
def note() -> Iterator[Path]:
    path = Path(settings.DATA_DIR) / "relink.json"
    yield path
    path.unlink(missing_ok=True)


def test_what_a_migration_leaves_to_do_is_done_once_and_changes_nothing_that_is_right(
    note: Path, ruling: Entry, capsys: pytest.CaptureFixture[str]
) -> None:
    migration = import_module("rulings.migrations.0010_relink_hidden")
    migration.leave_note(apps, None)
    assert not note.exists()  # nothing is hidden
    fields = ("entry", "field", "start", "end", "card", "to_entry", "game", "citation")
    before = list(Mention.objects.order_by("pk").values_list(*fields))
    heading = Entry.objects.create(
        source=ruling.source, kind="section", title="Под черновиком лежит", anchor="x", language="ru", hidden=True
    )
    Entry.objects.filter(pk=ruling.pk).update(html=f'<p id="p1"><a class="ref" href="/-/{heading.path}">x</a></p>')
    assert [link.entry for link in dead_links()] == [ruling]
    migration.leave_note(apps, None)
    relinking.after_migrate("default")
    assert list(dead_links()) == []
    assert not note.exists()
    assert list(Mention.objects.order_by("pk").values_list(*fields)) == before
    total = Entry.objects.count()
    told = capsys.readouterr()
    assert told.out == f"опубликовано: {total}\n"
    assert told.err.splitlines()[-1].startswith(f"[{'#' * 30}] {total}/{total}")
    relinking.after_migrate("default")
    assert capsys.readouterr().out == ""


def relinked(**options: Any) -> int:
    """How many entries a run of ``relink`` published."""
    call_command("relink", stdout=(out := io.StringIO()), stderr=io.StringIO(), **options)
    return int(out.getvalue().removeprefix("опубликовано: "))


def test_relinking_goes_on_where_it_was_broken_off(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    souls = Entry.objects.filter(source__game__slug="krolestwo-dusz").count()
    keys = list(Entry.objects.order_by("pk").values_list("pk", flat=True))
    relinking._write(note, relinking._Note(keys[-3]))
    monkeypatch.setattr(relinking, "_STEP", souls - 4)
    next(relinking.relink("krolestwo-dusz"))  # and no further; it has a note of its own
    assert relinked(game="krolestwo-dusz") == 4
    assert relinked() == 2
    assert not note.exists()
    relinking._write(note, relinking._Note(10**29))  # of another database
    assert relinked() == len(keys)
    relinking._write(relinking._path("krolestwo-dusz"), relinking._Note(keys[-1]))
    assert relinked(game="krolestwo-dusz", restart=True) == souls


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"game": "", "last": 3}', "another version"),
        (b'{"version": "old", "last": 3, "due": false}', "another version"),
        (b'{"last": "3"}', "read"),
        (b'{"last": ', "read"),
        (b"[3]", "read"),
        (b"\xff", "read"),
        (b"", "read"),
    ],
)
def test_a_note_that_cannot_be_gone_on_with_begins_anew(
    note: Path, text: bytes, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    note.write_bytes(text)
    assert relinking._read(note) == relinking._Note()
    (record,) = caplog.records
    assert said in record.message
    assert "everything is linked from the beginning" in record.message
