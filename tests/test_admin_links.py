"""The links of an entry at the desk: decided on in place."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from rulings.deciding import choose, decide, piece
from rulings.importing import import_text
from rulings.models import Card, Entry, Game, Mention, Name
from rulings.models.states import FOUND
from rulings.publishing import publish
from rulings.reading import read_source
from tests.desk import IMPOSSIBLE, edited, fields_of, links_of, messages, place_of_piece
from tests.locking import asked_before_the_lock

pytestmark = pytest.mark.usefixtures("index")


def act(desk: Client, entry: Entry, **data: Any) -> Any:
    response = desk.post(links_of(entry), data, follow=True)
    assert response.status_code == 200
    entry.refresh_from_db()
    return response


def place_of(desk: Client, entry: Entry, start: int, end: int) -> dict[str, str]:
    """What the form of a piece sends to say where it stands."""
    context = desk.get(links_of(entry), {"place": f"text-{start}-{end}"}).context
    return fields_of(context["place"], context["standing"])


@pytest.fixture
def mention(ruling: Entry, crown: Card) -> Mention:
    return Mention.objects.filter(entry=ruling, field="text", card=crown).order_by("start")[0]


def test_entry_shows_its_links_in_place(desk: Client, ruling: Entry) -> None:
    response = desk.get(links_of(ruling))
    shown = ["".join(segment.text for segment in line.segments) for line in response.context["lines"]]
    assert "\n".join(shown) == f"{ruling.title}\n{ruling.text}"
    rows = response.context["rows"]
    assert len(rows) == ruling.mentions.count()
    assert [row.state for row in rows if row.mention.citation] == ["citation"]
    assert links_of(ruling) in desk.get(reverse("admin:rulings_entry_change", args=[ruling.pk])).content.decode()


def test_a_place_is_looked_for_when_nobody_else_can_write(desk: Client, ruling: Entry, mention: Mention) -> None:
    before = asked_before_the_lock(lambda: act(desk, ruling, action="refuse", mention=mention.pk))
    assert not [sql for sql in before if 'FROM "rulings_' in sql]


def test_refused_link_is_gone_and_can_be_taken_back(desk: Client, ruling: Entry, mention: Mention) -> None:
    html = ruling.html
    response = act(desk, ruling, action="refuse", mention=mention.pk)
    assert messages(response) == [f"«{mention.surface}»: отклонено."]
    assert ruling.html != html
    act(desk, ruling, action="forget", mention=mention.pk)
    assert ruling.html == html


def test_decision_survives_a_new_version_of_the_source(desk: Client, ruling: Entry, mention: Mention) -> None:
    act(desk, ruling, action="refuse", mention=mention.pk)
    source = ruling.source
    path = next(path for path in settings.FIXTURES.rglob(source.file_name))
    text, outline = read_source(path)
    assert text.count("Да, пока на делении") == 1
    report = import_text(path, text.replace("Да, пока на делении", "Да, но лишь пока на делении"), outline)
    assert len(report.updated) == 1
    kept = Mention.objects.get(entry=ruling, made_by="refused")
    assert (kept.surface, kept.start) == (mention.surface, mention.start + len("но лишь "))


def test_another_target_is_chosen_and_stays(desk: Client, ruling: Entry, mention: Mention) -> None:
    other = Card.objects.get(slug="zhaba")
    place = place_of(desk, ruling, mention.start, mention.end)
    assert place["words"] == mention.surface
    html = desk.get(links_of(ruling), {"place": place["place"]}).content.decode()
    assert all(f'name="{name}" value="{escape(text)}"' in html for name, text in place.items())
    act(desk, ruling, action="choose", **place, card=other.pk)
    assert f"/-/{other.path}" in ruling.html
    publish([Entry.objects.placed().get(pk=ruling.pk)])
    chosen = Mention.objects.get(entry=ruling, made_by="chosen")
    assert (chosen.card, chosen.surface) == (other, mention.surface)
    heading = Entry.objects.get(anchor="prints-printsessa", kind="chapter")
    crown = Entry.objects.get(anchor="korona-poveleniy", kind="chapter")
    for entry, thing in ((heading, heading), (crown, mention.card)):  # the second has no page: its card has
        act(desk, ruling, action="choose", **place, to_entry=entry.pk)
        assert Mention.objects.get(entry=ruling, made_by="chosen").thing == thing


def test_a_refusal_is_back_when_a_wider_choice_is_taken_back(desk: Client, ruling: Entry, mention: Mention) -> None:
    act(desk, ruling, action="refuse", mention=str(mention.pk))
    wider = piece(ruling, "text", mention.start, ruling.text.index(" ", mention.end + 1))
    assert wider
    assert wider.end > mention.end
    own = mention.card
    choice = choose(ruling, wider, Game.objects.get(slug="andor"))
    page = desk.get(links_of(ruling)).context
    assert {row.state for row in page["rows"] if row.piece.start == mention.start} == {"refused", "chosen"}
    marked = [part for line in page["lines"] if line.field == "text" for part in line.segments]
    assert wider.text in {part.text for part in marked}
    assert mention.surface not in {part.text for part in marked if part.state == "refused"}
    assert "".join(part.text for part in marked) == ruling.text.replace("\n", "")
    decide([choice], FOUND)
    (back,) = Mention.objects.filter(entry=ruling, field="text", start=mention.start)
    assert (back.made_by, back.card) == ("refused", own)


def test_a_target_never_lands_on_other_words(desk: Client, ruling: Entry, mention: Mention) -> None:
    other = Card.objects.get(slug="zhaba")
    place = place_of(desk, ruling, mention.start, mention.end)
    asked = {"place": place["place"], "words": place["words"]}
    assert desk.get(links_of(ruling), asked).context["chosen"].text == mention.surface
    body = ruling.body
    edited(ruling, body=f"Да, и ещё раз да. {body}")
    context = desk.get(links_of(ruling), asked).context  # an address has to be right
    assert (context["chosen"], context["is_gone"]) == (None, True)
    act(desk, ruling, action="choose", **place, card=other.pk)
    chosen = Mention.objects.get(entry=ruling, made_by="chosen")
    assert (chosen.surface, chosen.start) == (mention.surface, mention.start + len("Да, и ещё раз да. "))
    edited(ruling, body="Здесь теперь сказано совсем другое, и довольно длинно: места хватит на всё что угодно и ещё.")
    for sent in (
        {**place, "action": "choose", "card": other.pk},
        {**place, "action": "name", "card": other.pk, "text": "Иное"},
        {"action": "refuse", "mention": mention.pk},
    ):
        response = act(desk, ruling, **sent)
        assert "Текст тем временем изменился" in response.content.decode()
    assert not Mention.objects.filter(entry=ruling).exclude(made_by="found").exists()
    assert not Name.objects.filter(text="Иное").exists()


def test_an_entry_leads_not_to_itself(desk: Client, ruling: Entry, mention: Mention) -> None:
    place = place_of(desk, ruling, mention.start, mention.end)
    response = act(desk, ruling, action="choose", **place, to_entry=ruling.pk)
    assert response.context["target_form"].errors == {"to_entry": ["Запись не может вести сама на себя."]}
    assert not Mention.objects.filter(entry=ruling, made_by="chosen").exists()


def test_choosing_asks_for_one_thing(desk: Client, ruling: Entry, mention: Mention) -> None:
    place = place_of(desk, ruling, mention.start, mention.end)
    two = {"card": Card.objects.all()[0].pk, "game": ruling.source.game_id}
    for things in ({}, two):
        response = act(desk, ruling, action="choose", **place, **things)
        assert response.context["target_form"].non_field_errors() == ["Выберите что-то одно, куда вести ссылке."]
    assert not Mention.objects.filter(entry=ruling, made_by="chosen").exists()


@pytest.mark.parametrize("key", IMPOSSIBLE)
def test_impossible_thing_is_refused(desk: Client, ruling: Entry, mention: Mention, key: str) -> None:
    place = place_of(desk, ruling, mention.start, mention.end)
    refused = ["Выберите корректный вариант. Вашего варианта нет среди допустимых значений."]
    for sent in ({"card": key}, {"choice": f"card:{key}"}):
        response = act(desk, ruling, action="choose", **place, **sent)
        assert response.context["target_form"].errors["card"] == refused
    response = act(desk, ruling, action="name", **place, text="Другая", card=key)
    assert response.context["name_form"].errors == {"card": refused}


def test_marked_piece_becomes_another_name_and_links_wherever_it_stands(
    desk: Client, ruling: Entry, crown: Card
) -> None:
    marked = desk.get(links_of(ruling), {"piece": "других персонажей"}).context
    assert (marked["chosen"].text, marked["name_form"].initial["text"]) == ("других персонажей",) * 2
    act(
        desk,
        ruling,
        action="name",
        **fields_of(marked["place"], marked["standing"]),
        text="Другой персонаж",
        card=crown.pk,
    )
    name = Name.objects.get(text="Другой персонаж")
    assert (name.card, name.role, name.confidence, name.language) == (crown, "alias", "usual", "ru")
    surfaces = set(Mention.objects.filter(card=crown).values_list("surface", flat=True))
    assert {"других персонажей", "другого персонажа"} <= surfaces


def test_one_marked_word_is_offered_in_its_dictionary_form_and_links_as_it_was_marked(
    desk: Client, ruling: Entry, crown: Card
) -> None:
    place = place_of_piece(desk, ruling, "персонажей")
    assert desk.get(links_of(ruling), {"piece": "персонажей"}).context["name_form"].initial["text"] == "персонаж"
    body = f"{ruling.body} Это называют делёжкой."
    edited(ruling, body=body)
    place = place_of_piece(desk, ruling, "делёжкой")
    assert desk.get(links_of(ruling), {"piece": "делёжкой"}).context["name_form"].initial["text"] == "делёжка"
    (said,) = messages(act(desk, ruling, action="name", **place, text="делёжка", card=crown.pk))
    assert said == "«делёжка» — теперь ещё одно имя «Корона Повелений»."
    assert Mention.objects.filter(entry=ruling, card=crown, surface="делёжкой").exists()


def test_name_that_is_there_already_is_refused(desk: Client, ruling: Entry, crown: Card) -> None:
    place = place_of_piece(desk, ruling, "персонажей")
    response = act(desk, ruling, action="name", **place, text="Корона Повелений", card=crown.pk)
    assert response.context["name_form"].errors
    assert Name.objects.filter(text="Корона Повелений").count() == 1
    unseen = act(desk, ruling, action="name", **place, text="\u2800", card=crown.pk).context["name_form"]
    assert list(unseen.errors) == ["text"]
    wordless = act(desk, ruling, action="name", **place, text="—", card=crown.pk).context["name_form"]
    assert wordless.errors == {"text": ["В имени должна быть буква или цифра."]}


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_name_that_would_do_nothing_or_take_links_away_is_refused(
    desk: Client, ruling: Entry, crown: Card, language: str
) -> None:
    """A card of another game, and names of other cards of the family, in any form and also of an expansion."""
    desk.cookies["language"] = language
    place = place_of_piece(desk, ruling, "персонажей")
    stranger = Card.objects.get(slug="sansa-stark")
    expansion = Card.objects.create(game=Game.objects.get(slug="talisman-dungeon"), slug="twin", kind="object")
    Name.objects.create(card=expansion, language="ru", text="Посох бурь")
    before = Mention.objects.filter(card__slug="zhaba").count()
    said = {
        "ru": ("«Санса Старк» — карта другой игры", "«Жабу» — уже имя карты «Жаба»", "«Посоха бурь» — уже имя карты"),
        "pl": ("„Санса Старк” to karta innej gry", "„Жабу” to już nazwa karty „Ropucha”", "„Посоха бурь” to już nazwa"),
    }
    tried = (("Перекрёсток", stranger), ("Жабу", crown), ("Посоха бурь", crown))
    for (text, card), message in zip(tried, said[language], strict=True):
        form = act(desk, ruling, action="name", **place, text=text, card=card.pk).context["name_form"]
        (error,) = form.non_field_errors()
        assert error.startswith(message)
        assert not Name.objects.filter(text=text).exists()
    assert Mention.objects.filter(card__slug="zhaba").count() == before > 0


def test_name_that_makes_no_link_of_the_marked_place_is_said_to(desk: Client, ruling: Entry, crown: Card) -> None:
    place = place_of_piece(desk, ruling, "собирать")
    (said,) = messages(act(desk, ruling, action="name", **place, text="Собирать", card=crown.pk))
    assert said.startswith("«Собирать» — ещё одно имя карты «Корона Повелений», но отмеченное место на неё не ведёт")
    assert Name.objects.filter(text="Собирать", card=crown).exists()


def test_cards_are_called_in_the_language_of_the_desk(desk: Client) -> None:
    term = Card.objects.get(slug="obszar")
    mention = Mention.objects.filter(card=term)[0]
    for language, name in (("ru", "Деление · термин"), ("pl", "Obszar · pojęcie")):
        desk.cookies["language"] = language
        rows = desk.get(links_of(mention.entry)).context["rows"]
        assert name in {row.target for row in rows if row.mention and row.mention.card == term}


def test_name_of_two_things_is_left_to_the_editor(desk: Client, ruling: Entry, crown: Card) -> None:
    twin = Card.objects.create(game=crown.game, slug="twin", kind="space")
    Name.objects.create(card=twin, language="ru", text="Корона Повелений")
    publish([Entry.objects.placed().get(pk=ruling.pk)])
    assert not Mention.objects.filter(entry=ruling, card=crown).exists()
    choices = {f"card:{crown.pk}", f"card:{twin.pk}"}
    rows = [row for row in desk.get(links_of(ruling)).context["rows"] if row.state == "open"]
    assert {key for row in rows for key, _label in row.choices} == choices
    # The entry's own name fits better, but an entry doesn't mention itself: the cards are still alike.
    Name.objects.filter(card__in=(crown, twin)).update(role="alias")
    Name.objects.create(entry=ruling, language="ru", text="Корона Повелений", recognise="always")
    publish([Entry.objects.placed().get(pk=ruling.pk)])
    assert not Mention.objects.filter(entry=ruling, card__in=(crown, twin)).exists()
    rows = [row for row in desk.get(links_of(ruling)).context["rows"] if row.state == "open"]
    assert {key for row in rows for key, _label in row.choices} == choices
    act(desk, ruling, action="choose", **fields_of(rows[0].place, rows[0].standing), choice=f"card:{twin.pk}")
    assert Mention.objects.get(entry=ruling, made_by="chosen").card == twin


@pytest.mark.parametrize("place", ["", "body-1-2", "text-99999-100000", "text-x-3", "title"])
def test_place_that_is_none_is_no_piece(desk: Client, ruling: Entry, place: str) -> None:
    assert desk.get(links_of(ruling), {"place": place}).context["chosen"] is None


def test_account_without_rights_sees_nothing(client: Client, ruling: Entry) -> None:
    client.force_login(User.objects.create_user("guest", is_staff=True))
    assert client.get(links_of(ruling)).status_code == 403
