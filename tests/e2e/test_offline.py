"""The site without a network: after one visit, in both languages, with nothing but the copy on the device."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event
from urllib.parse import quote

import pytest
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django import DjangoCaptureOnCommitCallbacks

from rulings import deciding
from rulings.middleware import SecurityHeaders
from rulings.models import Card, Entry
from rulings.offline import copies
from rulings.publishing import publish
from tests.e2e.offline import SAVED, Visitor, forgotten, live, saved, until, visitor
from tests.e2e.sheets import entries, split
from tests.e2e.wide import BODY, clipped, wide
from tests.renaming import rename

__all__ = ["live", "visitor", "wide"]

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
QUESTION = "Может ли Жаба кастовать Заклинание Повеления?"


def test_a_copy_that_is_long_in_the_making_is_waited_for(visitor: Visitor, live: str) -> None:
    context = visitor("ru")
    asked: list[str] = []

    def not_yet(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 8:
            route.continue_()
        else:
            route.fulfill(status=503, headers={"Retry-After": "0.05"})

    context.route("**/offline/contents.json", not_yet)
    page = context.new_page()
    page.goto(f"{live}/ru/")
    until(page, "caches.match('/offline/state.json').then(Boolean)")
    assert len(asked) == 9


@pytest.mark.parametrize(
    ("language", "is_phone", "headline", "game", "card", "asked"),
    [
        ("ru", True, "Сети нет, ответы есть", "Талисман", "Корона Повелений", "жабой заклинание повеления"),
        ("pl", False, "Nie ma sieci, są odpowiedzi", "Talisman", "Korona Władzy", "ropucha korona władzy"),
    ],
)
def test_everything_works_after_one_visit(
    visitor: Visitor, live: str, language: str, is_phone: bool, headline: str, game: str, card: str, asked: str
) -> None:
    context = visitor(language, **({} if is_phone else DESKTOP))
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{live}/{language}/")
    until(page, "caches.match('/offline/state.json').then(Boolean)")  # the last that is written
    forgotten(page)
    context.set_offline(True)

    page.goto(f"{live}/{language}/")
    expect(page.locator("body")).to_have_css("margin", "0px")  # its style is in the copy
    expect(page.locator("h1")).to_have_text(headline)
    expect(page.locator("#no-network time")).to_have_text(re.compile(r"\d+ \S+"))
    expect(page.locator("main h2:visible")).to_have_text(
        ["Игры", "На этом устройстве"] if language == "ru" else ["Gry", "Na tym urządzeniu"]
    )
    lines = "node => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight)"
    assert page.locator("#copy [role=status]").evaluate(lines) < 2.1  # no room for what only a network has
    page.locator(".rows a").first.click()
    expect(page.locator("h1")).to_contain_text(game)
    page.locator("summary", has_text=re.compile("FAQ")).wait_for()
    page.locator(".columns a", has_text=card if language == "ru" else "Корона Повелений").first.click()
    expect(page.locator("h1")).to_contain_text(card)
    page.locator(".permalink a").first.click()
    expect(page.locator(".answer .stamp")).to_contain_text("Да")
    assert page.url == f"{live}/{language}/talisman/faq/korona-poveleniy-v1/"
    field = page.locator(".find input[type=search]:visible").first
    field.fill(asked)
    field.press("Enter")
    expect(page.locator(".results .question").first).to_have_text(QUESTION)
    expect(page.locator(".results mark").first).to_be_visible()
    page.go_back()
    expect(page.locator(".answer .stamp")).to_contain_text("Да")
    other = "pl" if language == "ru" else "ru"
    page.locator(f".languages a[lang={other}]").click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect(page.locator(".answer .stamp")).to_contain_text("Да")
    page.goto(f"{live}/{language}/talisman/#%")
    expect(page.locator("h1")).to_contain_text(game)
    page.goto(f"{live}/{language}/talisman/nothing-here/")
    expect(page.locator("h1")).not_to_have_text(headline)
    page.locator(".foot a").first.click()
    page.locator(".topic a").first.click()
    expect(page.locator(".results > li").first).to_be_visible()

    context.set_offline(False)
    page.goto(f"{live}/{language}/talisman/faq/korona-poveleniy-v1/")
    expect(page.locator("#no-network")).to_have_count(0)
    assert errors == []


def test_copy_that_the_site_is_still_making_is_waited_for(
    visitor: Visitor, live: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, asked = copies.copy, []

    def once_unsettled() -> copies.Copy:
        asked.append(1)
        if len(asked) == 1:
            raise copies.UnsettledError
        return make()

    monkeypatch.setattr(copies, "copy", once_unsettled)
    saved(visitor("ru").new_page(), live, "ru")
    assert len(asked) > 1


@pytest.mark.parametrize(
    ("language", "is_phone", "asked", "card", "answers", "counted"),
    [
        ("ru", True, "коро", "Корона Повелений", "5 ответов", r"\d+ подсказ"),
        ("pl", False, "koro", "Korona Władzy", "5 odpowiedzi", r"\d+ podpowied"),
    ],
)
def test_suggestions_come_from_the_copy(
    visitor: Visitor, live: str, language: str, is_phone: bool, asked: str, card: str, answers: str, counted: str
) -> None:
    context = visitor(language, **({} if is_phone else DESKTOP))
    page = saved(context.new_page(), live, language)
    page.goto(f"{live}/{language}/talisman/cards/korona-poveleniy/")
    context.set_offline(True)
    options = page.get_by_role("option")
    for path in ("", "tonight/"):  # a page that came from the network, and one from the copy
        if path:
            page.goto(f"{live}/{language}/{path}")
        page.keyboard.press("/")
        expect(options.first).to_contain_text(card)  # read last
        page.keyboard.type(asked)
        expect(options.first).to_contain_text(answers)
        expect(options.first.locator("mark")).to_have_text(card.split()[0][:4])
        expect(page.get_by_role("status").filter(has_text=re.compile(counted))).to_have_count(1)
        page.keyboard.press("ArrowDown")
        expect(options.first).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type(asked)
    expect(options.first).to_contain_text(answers)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(card)
    _game_of_the_page_is_searched(page, f"{live}/{language}")


def _game_of_the_page_is_searched(page: Page, at: str) -> None:
    """And not that for tonight, which everywhere else is."""
    names = {"ru": "Талисман", "pl": "Talisman"}
    page.evaluate("(names) => (localStorage.game = JSON.stringify({ slug: 'andor', names }))", names)
    fields = page.locator(".find input[type=search]")
    told: list[object] = []
    for network in (True, False):
        page.context.set_offline(not network)
        page.goto(f"{at}/talisman/")
        expect(page.locator("#no-network")).to_have_count(0 if network else 1)
        expect(page.locator(".find input[name=game]")).to_have_count(2)
        told.append([field.get_attribute("placeholder") for field in fields.all()])
        page.goto(f"{at}/search/?q=персонаж&tonight=andor")
        expect(page.locator(".find input[name=game][value=andor]")).to_have_count(2)
        page.goto(f"{at}/tonight/")
        page.keyboard.press("/")
        page.keyboard.type("персонаж")
        whole = page.get_by_role("option").filter(has_text=re.compile("[«„]персонаж[»”]"))
        expect(whole).to_be_visible()  # not the list for what was typed on the way
        told.append(page.locator(".suggest .note").all_inner_texts())
        page.keyboard.press("Escape")
    assert told[:2] == told[2:]


def test_short_link_and_every_page_are_in_the_copy(visitor: Visitor, live: str) -> None:
    context = visitor()
    page = saved(context.new_page(), live)
    context.set_offline(True)
    entry = Entry.objects.get(anchor="korona-poveleniy-v4")
    page.goto(f"{live}/e/{entry.pk}#p1")
    expect(page.locator("h1")).to_have_text(QUESTION)
    assert page.url == f"{live}{entry.url('ru')}#p1"
    page.goto(f"{live}{entry.url('ru').rstrip('/')}")
    expect(page.locator("h1")).to_have_text(QUESTION)
    page.goto(f"{live}{entry.parent.url('ru')}")  # type: ignore[union-attr]
    page.wait_for_url(f"{live}/ru/talisman/cards/korona-poveleniy/")  # a heading that is a card's name
    page.goto(f"{live}/tonight/?e={entry.pk},1000000")
    expect(page.locator(".list .question")).to_have_text([QUESTION])
    assert page.url == f"{live}/ru/tonight/?e={entry.pk},1000000"
    expect(page.locator("main header")).to_contain_text("1 ответ")  # the other is none
    page.evaluate("(key) => (localStorage.tonight = JSON.stringify([key]))", entry.pk)
    page.goto(f"{live}/ru/tonight/")
    expect(page.locator(".list .question")).to_have_text([QUESTION])
    assert page.url == f"{live}/ru/tonight/?e={entry.pk}"
    assert page.evaluate("performance.getEntriesByType('navigation')[0].name") == f"{live}/ru/tonight/"  # loaded once
    expect(page.locator(".list .meta")).to_contain_text("Талисман › Корона ПовеленийВ4")
    page.goto(f"{live}/ru/talisman/faq/hram-v1/")
    page.get_by_role("button", name="На сегодня").click()
    expect(page.locator("[data-pin]")).to_have_attribute("aria-pressed", "true")
    page.locator(".bar [data-tonight]").click()
    expect(page.locator(".list .meta .number")).to_have_text(["В4", "В1"])
    _list_is_changed(page, entry.pk, live)
    page.goto(f"{live}/e/999999")
    expect(page.locator("h1")).to_have_text("Этой страницы в копии нет")
    for nowhere in ("offline.html", "feed/", "feed"):
        page.goto(f"{live}/ru/talisman/{nowhere}")
        expect(page.locator("h1")).to_have_text("Этой страницы в копии нет")
    page.goto(f"{live}/ru/search/?q=рассвет&tonight=andor")
    expect(page.locator(".results .meta").first).to_contain_text("Андор")
    expect(page.locator(".note p").first).to_have_text("Только в «Андор»: игра на сегодня")
    expect(page.get_by_role("link", name="Искать во всех играх")).to_have_attribute("href", f"?q={quote('рассвет')}")
    page.goto(f"{live}/ru/search/?q=жаба&tonight=andor")
    expect(page.locator(".note")).to_have_text("В «Андор», игре на сегодня, ничего нет; это из других игр")
    page.goto(f"{live}/ru/search/?q=игра:шахматы рассвет")
    expect(page.locator(".note")).to_have_text("Игры «шахматы» здесь нет.")
    page.goto(f"{live}/ru/search/?q=бросок кубика героя в сражении, мотоцикл")
    expect(page.locator(".note")).to_have_text("Здесь этого нет: мотоцикл. Ниже то, что отвечает на остальное.")
    page.goto(f"{live}/ru/search/?q=игра:талисман Ropucha")
    expect(page.locator(".results mark").first).to_have_text("Жаба")
    why = page.locator(".results .small")
    told = []
    for network in (True, False):
        context.set_offline(not network)
        page.goto(f"{live}/ru/search/?q=rjhjyf")
        expect(page.get_by_role("link", name="Искать именно «rjhjyf»")).to_have_attribute("href", "?q=rjhjyf&literal=1")
        for asked in _FOUND_OTHERWISE:
            page.goto(f"{live}/ru/search/?q={asked}")
            expect(page.locator(".results > li").first).to_be_visible()
            expect(page.locator("#no-network")).to_have_count(0 if network else 1)
            told.append(sorted(why.all_inner_texts()))
    count = len(_FOUND_OTHERWISE)
    assert told[:count] == told[count:]
    assert all(told)
    page.goto(f"{live}/pl/krolestwo-dusz/instrukcja/karty-terenu/")
    expect(page.locator("h1")).to_contain_text("Karty Terenu")
    page.goto(f"{live}/pl/talisman/faq/note/")
    expect(page.locator("h1 [lang=pl]:not(.lang)")).to_have_text("Uwaga")
    page.goto(f"{live}/ru/talisman/cards/zhaba/")
    expect(page.locator(".mentions li")).to_have_count(3)
    page.goto(f"{live}/ru/talisman/faq/deleniya-igrovogo-polya/")
    expect(page.locator("article .rows li").first).to_be_visible()


def test_search_without_a_network_reads_the_whole_address(visitor: Visitor, live: str) -> None:
    context = visitor("pl", **DESKTOP)  # a browser that speaks Polish, and a reader who reads Russian here
    page = saved(context.new_page(), live, "ru")
    addresses = [
        "золото",
        "золото&page=2",
        "золото&kind=ruling",
        "золото&language=pl",
        "золото&authority=official",
        "золото&game=andor&authority=community",
        "золото&kind=erratum&language=pl",
    ]
    shown = []
    for network in (True, False):
        context.set_offline(not network)
        for address in addresses:
            page.goto(f"{live}/ru/search/?q={address}")
            expect(page.locator("#no-network")).to_have_count(0 if network else 1)
            expect(page.locator("h1")).to_have_text(re.compile("золото"))
            chips = page.locator(".chips .chip.on")
            chosen = [(chip.text_content(), chip.get_attribute("href")) for chip in chips.all()]
            numbers = [item.get_attribute("href") for item in page.locator(".paging a").all()]
            shown.append((sorted(page.locator(".results .question").all_inner_texts()), sorted(chosen), numbers))
    count = len(addresses)
    assert shown[:count] == shown[count:]
    assert [len(results) for results, _, _ in shown[:2]] == [10, 6]
    assert [text for text, _ in shown[5][1]] == ["Андор", "От сообщества"]
    page.get_by_role("link", name="Искать без фильтров").click()
    page.get_by_role("link", name="Ещё").click()
    expect(page.locator(".results > li")).to_have_count(6)
    temple = Entry.objects.get(anchor="hram-v1")
    page.goto(f"{live}/e/{temple.pk}")
    page.wait_for_url(f"{live}{temple.url('ru')}")
    page.goto(f"{live}/")
    expect(page.locator("html")).to_have_attribute("lang", "ru")


_FOUND_OTHERWISE = ("СД", "Fighting together")  # by a heading above, by another name
_IS_MINE = "Boolean(history.state?.own)"  # the list's buttons work


def _list_is_changed(page: Page, key: int, live: str) -> None:
    """The list for tonight, on whose page it is, has the buttons that it has with a network."""
    numbers = page.locator(".list .meta .number")
    until(page, _IS_MINE)
    page.get_by_role("link", name=re.compile("^Ниже.*Жаба")).click()
    expect(numbers).to_have_text(["В1", "В4"])
    expect(page.locator("#foreign")).to_be_hidden()
    other = page.locator(".pinned > li").first.get_attribute("id") or ""
    kept = "JSON.parse(localStorage.tonight)"
    assert page.evaluate(kept) == [int(other.removeprefix("t")), key]
    share = page.get_by_role("button", name="Поделиться")
    expect(share).to_have_attribute("data-share", f"{live}/tonight/?e={other.removeprefix('t')},{key}")
    expect(page.get_by_role("button", name="Печать")).to_be_visible()
    expect(page.get_by_role("button", name="Не гасить экран")).to_have_attribute("aria-pressed", "false")
    # What the copy doesn't have may be newer than it: it isn't taken off the list unasked.
    page.evaluate("(key) => (localStorage.tonight = `[1000000, ${key}]`)", key)
    page.goto(f"{live}/ru/tonight/")
    expect(page.locator(".pinned > li").first).to_contain_text("Этого ответа нет в копии")
    until(page, _IS_MINE)
    assert page.evaluate(kept) == [1_000_000, key]
    page.get_by_role("link", name=re.compile("^Убрать.*1000000")).click()
    expect(numbers).to_have_text(["В4"])
    assert page.evaluate(kept) == [key]
    # Another's list is told from one's own.
    page.goto(f"{live}/ru/tonight/?e={other.removeprefix('t')}")
    page.get_by_role("button", name="Добавить к моему").click()
    expect(numbers).to_have_text(["В4", "В1"])


@pytest.mark.django_db
def test_copy_is_printed_and_passed_on_like_the_site(visitor: Visitor, live: str) -> None:
    context = visitor()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = saved(context.new_page(), live)
    online = {}
    notes = page.locator(".source-note")
    entry = Entry.objects.get(anchor="korona-poveleniy-v4")
    (card,) = entry.cards.all()
    pages = {entry.url("ru"): f"/e/{entry.pk}", card.url("ru"): f"/c/{card.pk}"}
    for path in pages:
        page.goto(live + path)
        online[path] = [re.sub(r"\s+", " ", note) for note in notes.all_inner_texts()]
    page.goto(f"{live}/ru/talisman/print/")
    texts = page.locator("article section > .text").all_inner_texts()
    context.set_offline(True)
    page.goto(f"{live}/ru/talisman/print/")
    expect(page.locator("h1")).to_have_text("Талисман")
    assert page.locator("article section > .text").all_inner_texts() == texts
    assert len(entries(page)) == len(texts) == 66
    assert split(page) == []
    page.goto(f"{live}/ru/talisman/faq/")
    expect(page.locator("h1")).to_have_text(entry.source.title)
    page.goto(f"{live}/ru/talisman/terms/")
    expect(page.locator("h1")).to_have_text("Этой страницы в копии нет")
    for path, short in pages.items():
        page.goto(live + path)
        expect(page.locator("[data-share]")).to_have_attribute("data-share", live + short)
        assert [re.sub(r"\s+", " ", note) for note in notes.all_inner_texts()] == online[path]
        page.emulate_media(media="print")
        expect(notes.get_by_text(live.partition("://")[2] + short)).to_be_visible()
        for left_out in ("#no-network", ".acts", ".bar"):
            expect(page.locator(left_out)).to_be_hidden()
        page.emulate_media(media="screen")
    page.go_back()
    page.get_by_role("button", name="Скопировать цитатой с источником").click()
    expect(page.locator(".toast")).to_have_text("Цитата скопирована")
    assert page.evaluate("navigator.clipboard.readText()") == "Нет. — Талисман, FAQ: Корона Повелений, В4"
    page.goto(f"{live}/ru/talisman/")
    plays = page.get_by_role("button", name="Играем сегодня")
    plays.click()
    expect(plays).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("JSON.parse(localStorage.game).slug") == "talisman"
    page.get_by_role("link", name="Печать").click()
    expect(page.locator("article section > .text").first).to_be_visible()


def test_changed_ruling_arrives_at_the_next_visit_and_the_old_copy_goes(
    visitor: Visitor, live: str, twin: Entry, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    context = visitor()
    page = saved(context.new_page(), live)
    (before,) = (name for name in page.evaluate("caches.keys()") if name.startswith("kb-copy-"))
    entry = Entry.objects.get(anchor="korona-poveleniy-v4")
    with django_capture_on_commit_callbacks(execute=True):
        entry.title = "Может ли Саламандра кастовать Заклинание Повеления?"
        entry.body = BODY
        entry.save()
        # The official answer has other words, and is known by its ref.
        other = f"{entry.title[:-1]} сама?"
        Entry.objects.filter(pk__in=(entry.pk, twin.pk)).update(ref="spell")
        Entry.objects.filter(pk=twin.pk).update(title=other, anchor=entry.anchor)
        publish([entry, twin])
        rename(Card.objects.get(slug="korona-poveleniy"), slug="korona")
    page.goto(f"{live}/ru/")
    until(page, "(before) => caches.has(before).then((is_there) => !is_there)", before)
    assert len(page.evaluate("caches.keys()")) == 2
    forgotten(page)
    context.set_offline(True)
    page.goto(f"{live}/ru/search/?q=саламандра")
    expect(page.locator(".results .question")).to_have_text([other, entry.title])
    expect(page.locator(".results .tag")).to_have_text(
        ["5-е издание", "Официально", "4-е пересмотренное и исправленное издание", "От сообщества"]
    )
    page.keyboard.press("/")
    page.keyboard.type("кастовать")
    offered = page.get_by_role("option").filter(has_text="кастовать Заклинание")
    expect(offered.first).to_have_attribute("href", f"/ru/{twin.path.replace(twin.anchor, entry.anchor)}")
    expect(offered).to_have_count(2)
    # Twice the same, as a reader who loads it again does; the card by its old address.
    for path in (entry.path, entry.path, "talisman/cards/korona-poveleniy/"):
        page.goto(f"{live}/ru/{path}")
        page.wait_for_url(f"{live}/ru/{path.replace('cards/korona-poveleniy', 'cards/korona')}")
        expect(page.get_by_role("group", name="Таблица")).to_be_visible()
        expect(page.locator("main")).to_contain_text(entry.title)
        assert clipped(page) == []
    expect(page.locator("#e-korona-poveleniy-v4 .permalink")).to_contain_text("5-е издание")
    expect(page.locator("#e-faq-korona-poveleniy-v4 .permalink")).to_contain_text("От сообщества")


def test_copy_stays_whole_when_a_newer_one_does_not_come(
    visitor: Visitor, live: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    context = visitor()
    page = saved(context.new_page(), live)
    entry = Entry.objects.get(anchor="korona-poveleniy-v4")
    with django_capture_on_commit_callbacks(execute=True):
        entry.title = "Может ли Саламандра кастовать Заклинание Повеления?"
        entry.save()
        publish([entry])
    # No room for a second copy beside the first.
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": live, "quotaSize": 100_000})
    page.get_by_role("button", name="Обновить").click()
    status = page.locator("#copy [role=status]")
    expect(status).to_contain_text("нет места", timeout=SAVED)
    expect(status).to_contain_text("Прежняя копия на месте")
    context.set_offline(True)
    page.goto(f"{live}/ru/talisman/faq/korona-poveleniy-v4/")
    expect(page.locator("h1")).to_have_text(QUESTION)


def test_device_without_room_is_told_of_once(visitor: Visitor, live: str) -> None:
    context = visitor()
    context.add_init_script(
        "const told = ({ data }) => location.hash && data.problem && (document.title = 'told');"
        "navigator.serviceWorker.addEventListener('message', told);"
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": live, "quotaSize": 100_000})
    page.goto(f"{live}/ru/talisman/faq/korona-poveleniy-v4/")
    note = page.locator("#no-room")
    expect(note).to_contain_text("нет места", timeout=SAVED)
    expect(note).to_be_in_viewport()
    page.get_by_role("button", name="Закрыть").click()
    expect(note).to_have_count(0)
    page.goto(f"{live}/ru/help/#told")
    expect(page).to_have_title("told", timeout=SAVED)
    page.wait_for_timeout(100)
    expect(note).to_be_hidden()


def test_device_without_room_for_a_new_copy_is_told_so(
    visitor: Visitor,
    live: str,
    ruling: Entry,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    context = visitor()
    page = saved(context.new_page(), live)
    usage = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": live, "quotaSize": usage + 50_000})
    with django_capture_on_commit_callbacks(execute=True):
        ruling.body += " И саламандра."
        ruling.save()
        publish([ruling])
    note = page.locator("#no-room")
    for language, said in (("ru", "Для новой копии"), ("pl", "na nową kopię")):
        page.goto(f"{live}/{language}/help/")
        expect(note).to_contain_text(said, timeout=SAVED, use_inner_text=True)
        expect(note).not_to_contain_text("для копии", use_inner_text=True)
        page.evaluate("localStorage.removeItem('told-full')")


# How often the page asked for a worker.
_ASKED = """
globalThis.asked = 0;
const { register } = ServiceWorkerContainer.prototype;
ServiceWorkerContainer.prototype.register = function (...rest) { asked += 1; return register.apply(this, rest); };
"""


def test_removed_copy_stays_away_until_it_is_asked_for(visitor: Visitor, live: str) -> None:
    context = visitor()
    page = saved(context.new_page(), live)
    # A file is gone: it is fetched again.
    lose = "caches.keys().then((all) => caches.open(all.find((name) => name.startsWith('kb-copy-'))))"
    page.evaluate(f"{lose}.then((copy) => copy.delete('/ru/offline/'))")
    page.get_by_role("button", name="Обновить").click()
    until(page, "caches.match('/ru/offline/').then(Boolean)")
    expect(page.locator("#copy")).to_have_attribute("data-state", "saved", timeout=SAVED)
    # Removed while a refresh is under way: nothing comes back.
    page.evaluate(f"{lose}.then((copy) => copy.delete('/ru/offline/'))")
    page.evaluate("document.querySelectorAll('#copy button').forEach((button) => button.click())")
    status = page.locator("#copy [role=status]")
    expect(status).to_have_text("На этом устройстве не сохранено.")
    page.add_init_script(_ASKED)
    page.goto(f"{live}/ru/offline/")
    until(page, "waits.length > 0")  # what would save it unasked is under way
    page.wait_for_timeout(200)
    assert page.evaluate("asked") == 0
    expect(status).to_have_text("На этом устройстве не сохранено.")
    assert page.evaluate("caches.keys()") == []
    page.get_by_role("button", name="Сохранить на устройстве").click()
    expect(status).to_contain_text("Сохранено", timeout=SAVED)


def test_site_works_as_before_where_storage_is_refused(visitor: Visitor, live: str) -> None:
    context = visitor(service_workers="block")
    page = context.new_page()
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(f"{live}/ru/offline/")
    expect(page.locator("#copy [role=status]")).to_contain_text("не даёт сайту ничего хранить")
    page.goto(f"{live}/ru/talisman/faq/korona-poveleniy-v4/")
    expect(page.locator("h1")).to_have_text(QUESTION)


def test_plain_http_is_told_of_and_files_are_offered(visitor: Visitor, live: str) -> None:
    context = visitor("pl")

    def from_site(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace("http://table.test", live)))

    context.route("http://table.test/**", from_site)
    page = context.new_page()
    page.goto("http://table.test/pl/offline/")
    expect(page.locator("#copy [role=status]")).to_contain_text("przez zwykłe http")
    expect(page.locator("#copy button:visible")).to_have_count(0)
    expect(page.locator(".files a").first).to_have_attribute("href", "/pl/talisman/offline.html")


def test_page_of_the_copy_says_what_it_needs_without_scripts(visitor: Visitor, live: str) -> None:
    context = visitor(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live}/ru/offline/")
    expect(page.locator("#copy [role=status]")).to_contain_text("Скрипты здесь выключены")
    expect(page.locator("#copy button:visible")).to_have_count(0)
    page.goto(f"{live}/ru/talisman/offline.html", timeout=SAVED)
    expect(page.locator("#e-faq-korona-poveleniy-v4")).to_contain_text(QUESTION)
    expect(page.locator("#find")).to_be_hidden()


@pytest.mark.django_db
def test_file_of_a_game_searches_itself(visitor: Visitor, wide: Entry, client: Client, tmp_path: Path) -> None:
    healing, place = Entry.objects.get(text__contains="золотой на лечение"), Card.objects.filter(game__slug="andor")[0]
    at = healing.text.index("лечение")
    with transaction.atomic():  # an editor linked a word to a card of another game, which is not in the file
        piece = deciding.piece(healing, "text", at, at + 7)
        assert piece
        deciding.choose(healing, piece, place)
    file = tmp_path / "talisman.html"
    file.write_bytes(client.get("/ru/talisman/offline.html").content)
    context = visitor()
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.locator(f"#e-faq-{wide.anchor}").get_by_role("group", name="Таблица")).to_be_visible()
    assert clipped(page) == []
    page.fill("#q", "карта")
    expect(page.locator(".results > li")).to_have_count(10)
    page.get_by_role("button", name="Ещё").click()
    expect(page.locator(".results > li").nth(10).locator(".question a")).to_be_focused()
    page.fill("#q", "посетить доктора")
    expect(page.locator(".results .question").first).to_have_text(healing.title)
    leading = page.locator(f"#e-faq-{healing.anchor} a.ref", has_text="лечение")
    expect(leading).to_have_attribute("href", f"http://testserver/ru/{place.path}")
    page.fill("#q", "жабой")
    expect(page.locator(".results .question").first).to_have_text(QUESTION)
    page.locator(".results .question a").first.click()
    expect(page.locator("#e-faq-korona-poveleniy-v4 .stamp")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#q")).to_have_value("жабой")
    page.locator(".results .question a").first.click()
    page.locator("#e-faq-korona-poveleniy-v1 a.ref").first.click()
    expect(page.locator("#q")).not_to_have_value("")
    page.evaluate("location.hash = '%'")
    expect(page.locator("#q")).to_have_value("")
    assert asked == [file.as_uri()]
    assert complaints == []


def test_copy_answers_where_the_network_hangs(
    visitor: Visitor, live: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    answering = Event()
    answering.set()
    request.addfinalizer(answering.set)
    answer = SecurityHeaders.__call__

    def hang(self: SecurityHeaders, request: HttpRequest) -> HttpResponseBase:
        answering.wait(SAVED / 1000)
        return answer(self, request)

    monkeypatch.setattr(SecurityHeaders, "__call__", hang)
    page = saved(visitor().new_page(), live)
    page.goto(f"{live}/ru/talisman/")
    field = page.locator(".find input[type=search]:visible").first
    options = page.get_by_role("option")
    answering.clear()
    field.fill("корона")
    expect(options.first).to_contain_text("Корона Повелений")
    page.keyboard.press("ArrowDown")
    options.first.evaluate("(option) => (option.dataset.kept = 1)")
    answering.set()  # what the site says later takes its place, the query being the same
    expect(options.first).not_to_have_attribute("data-kept", "1")
    expect(options.first).to_have_attribute("aria-selected", "true")
    answering.clear()
    for text, waited in (("жаба", 1500), ("храм", 100)):  # the second time it is known to hang
        page.evaluate("waits.length = 0")
        field.fill(text)
        expect(options.first).to_contain_text(text.capitalize())
        assert [time for time in page.evaluate("waits") if time in (1500, 100)] == [waited]
    page.goto(f"{live}/ru/talisman/faq/korona-poveleniy-v4/", timeout=5000)
    expect(page.locator("#no-network")).to_be_visible()
    expect(page.locator("h1")).to_have_text(QUESTION)
