"""At the table: an answer while typing, the list for tonight, passing things on. On a phone and on a desktop."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Browser, Page, expect

from rulings.views.tonight import MOST
from tests.e2e.axe import violations
from tests.e2e.pages import SIZES

CROWN = "talisman/cards/korona-poveleniy/"
FIRST, FOURTH = "talisman/faq/korona-poveleniy-v1/", "talisman/faq/korona-poveleniy-v4/"


@pytest.fixture(params=SIZES)
def table(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on a phone and one on a desktop."""
    yield from watched(browser, request.param)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    yield from watched(browser, "phone")


def watched(browser: Browser, size: str) -> Iterator[Page]:
    """A page; what the browser complains of on the way fails the test."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="ru-RU")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(5000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.unroute_all(behavior="ignoreErrors")  # a page may still be loading
    context.close()
    assert complaints == []


def field(page: Page) -> Any:
    return page.locator("input[type=search]:visible").first


# ── instant search ──


@pytest.mark.parametrize(
    ("language", "asked", "card"), [("ru", "коро", "Корона Повелений"), ("pl", "koro", "Korona Władzy")]
)
def test_card_comes_while_typing_and_back_returns(table: Page, site: str, language: str, asked: str, card: str) -> None:
    table.goto(f"{site}/{language}/talisman/")
    table.keyboard.press("/")
    table.keyboard.type(asked)
    options = table.get_by_role("option")
    expect(options.first).to_contain_text(card)
    expect(field(table)).to_have_attribute("aria-expanded", "true")
    table.wait_for_url(f"{site}/{language}/search/?q={quote(asked)}&game=talisman")
    expect(table.locator(".suggest")).not_to_have_attribute("aria-busy", "true")
    table.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(field(table)).to_have_attribute("aria-activedescendant", "option-0")
    expect(table.locator("#option-0")).to_contain_text(card)
    table.keyboard.press("Enter")
    table.wait_for_url(f"{site}/{language}/{CROWN}")
    table.go_back()
    assert "/search/?q=" in table.url
    table.go_back()
    table.wait_for_url(f"{site}/{language}/talisman/")
    expect(table.locator("h1")).to_be_visible()


def test_arrows_go_round_and_escape_returns(table: Page, site: str) -> None:
    table.goto(f"{site}/ru/talisman/")
    table.keyboard.press("/")
    table.keyboard.type("полтерг")
    options = table.get_by_role("option")
    expect(options.nth(-2)).to_contain_text("Все ответы для «полтерг»")
    table.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    table.keyboard.press("ArrowDown")
    expect(field(table)).not_to_have_attribute("aria-activedescendant", re.compile(""))
    table.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    table.keyboard.press("Escape")
    expect(options).to_have_count(0)
    table.wait_for_url(f"{site}/ru/talisman/")
    expect(field(table)).to_have_value("")
    results = f"{site}/ru/search/?q={quote('жаба')}"
    table.goto(results)
    field(table).focus()
    table.keyboard.press("End")
    table.keyboard.type(" храм")
    table.wait_for_url(f"{results}+{quote('храм')}")
    table.keyboard.press("Escape")
    table.wait_for_url(results)
    expect(field(table)).to_have_value("жаба")  # what the page answers
    field(table).fill("")
    expect(options.first).to_have_text("жаба")  # emptied by hand: what was searched last


def test_choice_is_let_go_when_another_text_is_typed(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/")
    phone.keyboard.press("/")
    phone.keyboard.type("корона")
    options = phone.get_by_role("option")
    expect(options.last).to_contain_text("Все ответы для «корона»")
    phone.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    phone.route("**/search/suggest/**", lambda route: None)  # no answer to what is typed next
    field(phone).fill("жаба")
    expect(field(phone)).not_to_have_attribute("aria-activedescendant", re.compile(""))
    expect(options.first).to_have_attribute("aria-selected", "false")
    phone.keyboard.press("ArrowDown")  # what is still seen answers something else
    expect(options.first).to_have_attribute("aria-selected", "false")
    phone.keyboard.press("Enter")
    phone.wait_for_url(f"{site}/ru/search/?q={quote('жаба')}")


def test_back_closes_the_suggestions(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/")
    phone.keyboard.press("/")
    phone.keyboard.type("жаба")
    expect(phone.get_by_role("option").first).to_be_visible()
    phone.go_back()
    expect(phone.get_by_role("option")).to_have_count(0)
    assert phone.url == f"{site}/ru/"
    expect(field(phone)).to_have_value("")


def test_forward_after_back_shows_what_stands_at_the_address(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/andor/")
    phone.keyboard.press("/")
    phone.keyboard.type("рассвет")
    expect(phone.get_by_role("option").nth(-2)).to_contain_text("Все ответы для «рассвет»")
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Enter")
    phone.wait_for_url(re.compile(r"/ru/andor/\w"))
    results = f"{site}/ru/search/?q={quote('рассвет')}&game=andor"
    for step, address in ((phone.go_back, results), (phone.go_back, f"{site}/ru/andor/"), (phone.go_forward, results)):
        step(wait_until="commit")
        phone.wait_for_url(address)
        expect(phone.locator(".results")).to_have_count(int(address == results))


def test_enter_without_a_choice_goes_to_the_results(table: Page, site: str) -> None:
    table.goto(f"{site}/ru/")
    table.keyboard.press("/")
    table.keyboard.type("жаба повеление")
    expect(table.get_by_role("option").first).to_be_visible()
    table.keyboard.press("Enter")
    expect(table.locator(".results > li").first).to_be_visible()
    table.go_back()
    assert table.url == f"{site}/ru/"


def test_stale_answers_are_dropped(phone: Page, site: str) -> None:
    def slowly(route: Any) -> None:
        if route.request.url.endswith("q=%D0%B6"):  # the first letter's answer comes last
            phone.wait_for_timeout(600)
        route.continue_()

    phone.route("**/search/suggest/**", slowly)
    phone.goto(f"{site}/ru/")
    field(phone).focus()
    phone.keyboard.type("ж")
    phone.wait_for_timeout(200)
    phone.keyboard.type("аба")
    expect(phone.get_by_role("option").last).to_contain_text("Все ответы для «жаба»")
    phone.wait_for_timeout(700)
    expect(phone.get_by_role("option").last).to_contain_text("Все ответы для «жаба»")


def test_without_suggestions_the_form_still_works(browser: Browser, site: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("requestfailed", lambda request: asked.append(request.url))
    page.route("**/search/suggest/**", lambda route: route.abort())
    page.goto(f"{site}/ru/")
    page.keyboard.press("/")
    page.keyboard.type("жаба", delay=50)
    page.wait_for_timeout(400)
    assert asked
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".results > li").first).to_be_visible()
    page.close()


def test_last_queries_and_pages_wait_in_the_empty_field(phone: Page, site: str) -> None:
    for path in (FOURTH, CROWN, "search/?q=жаба"):
        phone.goto(f"{site}/ru/{path}")
    phone.goto(f"{site}/ru/talisman/")
    forget = phone.get_by_role("button", name="Забыть, что читали и искали")
    for key in ("Escape", "Enter"):  # pressed on the button
        field(phone).click()
        expect(phone.get_by_role("option")).to_have_text(
            ["жаба", re.compile("Корона Повелений"), re.compile("Может ли Жаба кастовать Заклинание Повеления")]
        )
        forget.press(key)
        expect(phone.get_by_role("option")).to_have_count(0)
        expect(field(phone)).to_be_focused()
        if key == "Escape":
            field(phone).blur()
    expect(phone.locator(".toast")).to_have_text("На этом устройстве забыто")
    phone.reload()
    field(phone).click()
    phone.wait_for_timeout(300)
    expect(phone.get_by_role("option")).to_have_count(0)


# ── tonight ──


def test_the_keyboard_stays_with_the_row_it_moves(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/tonight/?e=22,25,108")
    page.evaluate("localStorage.tonight = '[22,25,108]'")
    page.goto(f"{site}/ru/tonight/?e=22,25,108")
    stood = "document.activeElement.id"
    for button, pressed, now, said in (
        ("t22-down", "Ниже", "t22-down", "Теперь 2 из 3"),
        ("t22-down", "Ниже", "t22-up", "Теперь 3 из 3"),
        ("t22-up", "Выше", "t22-up", "Теперь 2 из 3"),
        ("t22-off", "Убрать", "t108-off", "Убрано из списка"),
        ("t108-off", "Убрать", "t25-off", "Убрано из списка"),
    ):
        page.wait_for_load_state()
        expect(page.locator(f"#{button}")).to_have_accessible_name(re.compile(f"^{pressed}"))
        page.locator(f"#{button}").press("Enter")
        expect(page.locator(".toast[role=status]")).to_have_text(said)
        assert page.evaluate(stood) == now
    assert page.evaluate("localStorage.tonight") == "[25]"


def pin(page: Page) -> None:
    page.locator(".acts [data-pin]").click()
    expect(page.locator(".acts [data-pin]")).to_have_attribute("aria-pressed", "true")


def pinned(page: Page) -> list[str]:
    return [item.split("›")[-1].strip() for item in page.locator(".pinned .number").all_inner_texts()]


def test_answers_are_pinned_put_in_order_shared_and_taken(table: Page, site: str, browser: Browser) -> None:
    for path in (FIRST, FOURTH):
        table.goto(f"{site}/ru/{path}")
        pin(table)
    expect(table.locator("[data-tonight]:visible .count-badge")).to_have_text("2")
    table.locator("[data-tonight]:visible").click()
    expect(table.locator("h1")).to_have_text("Сегодня за столом")
    table.wait_for_load_state()  # the list's buttons keep what they do by then
    assert pinned(table) == ["В1", "В4"]
    table.get_by_role("link", name=re.compile("^Выше")).click()
    expect(table.locator(".pinned .number").first).to_have_text("В4")
    table.goto(f"{site}/ru/tonight/")
    expect(table.locator(".pinned .number").first).to_have_text("В4")
    shared = table.locator("[data-share]").get_attribute("data-share") or ""
    table.get_by_role("link", name=re.compile("^Убрать.*Жаба")).click()
    expect(table.locator(".pinned .number")).to_have_text(["В1"])

    # An answer that is withdrawn drops off one's own list.
    (first,) = kept = table.evaluate("JSON.parse(localStorage.tonight)")
    table.evaluate("(keys) => (localStorage.tonight = JSON.stringify(keys))", [1000000, first])
    table.goto(f"{site}/ru/tonight/")
    expect(table.locator("[data-tonight]:visible .count-badge")).to_have_text("1")
    expect(table.locator("#foreign")).to_be_hidden()
    assert table.evaluate("JSON.parse(localStorage.tonight)") == kept

    friend = browser.new_context(locale="pl-PL").new_page()
    friend.goto(shared)
    assert pinned(friend) == ["В4", "В1"]
    expect(friend.locator("#foreign")).to_be_visible()
    friend.get_by_role("button", name="Zapisz u siebie").click()
    expect(friend.locator("#foreign")).to_be_hidden()
    friend.goto(f"{site}/pl/andor/")
    expect(friend.locator("[data-tonight]:visible .count-badge")).to_have_text("2")
    friend.context.close()


def test_list_is_what_it_is_by_now_whatever_tab_changed_it(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/{FIRST}")
    pin(phone)
    phone.locator("[data-tonight]:visible").click()
    expect(phone.locator(".pinned .number")).to_have_text(["В1"])
    other = phone.context.new_page()
    other.goto(f"{site}/ru/{FOURTH}")
    pin(other)
    expect(phone.locator(".pinned .number")).to_have_text(["В1", "В4"])  # follows by itself
    keys = phone.evaluate("JSON.parse(localStorage.tonight)")
    # Heard too late: what is done here is done to the list as it is by then.
    phone.evaluate("(keys) => (localStorage.tonight = JSON.stringify(keys))", [*keys, 1_000_000])
    with phone.expect_navigation():
        phone.get_by_role("link", name=re.compile("^Убрать.*Жаба")).click()
    assert phone.url.endswith(f"?e={keys[0]},1000000")
    phone.evaluate("(keys) => (localStorage.tonight = JSON.stringify(keys))", keys)
    phone.goto(f"{site}/ru/tonight/")
    expect(phone.locator(".pinned .number")).to_have_text(["В1", "В4"])
    # What can't be kept is told, and the list stays one's own.
    here = phone.url
    phone.evaluate("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; null")
    phone.get_by_role("link", name=re.compile("^Выше")).click()
    expect(phone.locator(".toast")).to_have_text(phone.locator("body").get_attribute("data-refused") or "")
    phone.wait_for_timeout(100)
    assert phone.url == here
    # Back to one's own list after an answer was taken off it: it is no stranger's.
    phone.locator(".pinned .question a").first.click()
    phone.locator(".acts [data-pin]").click()
    expect(phone.locator(".acts [data-pin]")).to_have_attribute("aria-pressed", "false")
    phone.go_back()
    expect(phone.locator(".pinned .number")).to_have_text(["В4"])
    expect(phone.locator("#foreign")).to_be_hidden()
    # Somebody else's list that doesn't fit beside it.
    full = list(range(1_000_000, 1_000_000 + MOST))
    phone.evaluate("(keys) => (localStorage.tonight = JSON.stringify(keys))", full)
    phone.goto(f"{site}/ru/tonight/?e={keys[0]}")
    phone.get_by_role("button", name="Добавить к моему").click()
    expect(phone.locator(".toast")).to_have_text("Список на сегодня заполнен")
    expect(phone.locator("#foreign")).to_be_visible()
    assert phone.evaluate("JSON.parse(localStorage.tonight)") == full


def test_what_was_pinned_on_another_page_is_shown(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/{FIRST}")
    here, way = phone.locator(".acts [data-pin]"), phone.locator(".bar [data-tonight]")
    count = way.locator(".count-badge")
    key = here.get_attribute("data-pin") or ""
    tab = phone.context.new_page()
    tab.goto(f"{site}/ru/")
    tab.evaluate("(key) => (localStorage.tonight = `[${key}]`)", key)
    expect(here).to_have_attribute("aria-pressed", "true")
    expect(count).to_have_text("1")
    phone.goto(f"{site}/ru/")
    expect(phone.locator(".table-tonight .rows li")).to_have_count(1)
    tab.evaluate("localStorage.tonight = '[]'")
    expect(phone.locator(".table-tonight")).to_be_hidden()
    expect(count).to_be_hidden()
    # As a browser shows a page again that it has kept whole.
    kept_whole = """(key) => {
        localStorage.tonight = `[${key}]`;
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }"""
    phone.evaluate(kept_whole, key)
    expect(count).to_have_text("1")
    expect(way).to_have_attribute("href", re.compile(rf"\?e={key}$"))


def test_list_is_full_at_its_limit_and_what_is_no_list_is_none(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/{FIRST}")
    for broken in ('{"a":1}', "5", '"x"', '[null, "x", 1.5]'):
        phone.evaluate("(kept) => (localStorage.tonight = kept)", broken)
        phone.reload()
        pin(phone)
    assert len(phone.evaluate("JSON.parse(localStorage.tonight)")) == 1
    full = list(range(1_000_000, 1_000_000 + MOST))
    phone.evaluate("(keys) => (localStorage.tonight = JSON.stringify(keys))", full)
    phone.reload()
    phone.locator(".acts [data-pin]").click()
    expect(phone.locator(".toast")).to_have_text("Список на сегодня заполнен")
    assert phone.evaluate("JSON.parse(localStorage.tonight)") == full


_SHIFTS = """
() => new Promise((resolve) => {
  let total = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) total += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(total), 200);
})
"""


def test_home_shows_what_waits_for_tonight_and_nothing_moves(table: Page, site: str) -> None:
    table.goto(f"{site}/ru/")
    panel, rows = table.locator(".table-tonight"), table.locator(".table-tonight .rows li")
    expect(panel).to_be_hidden()
    expect(table.locator(".samples")).to_be_visible()
    for path in (FOURTH, FIRST):
        table.goto(f"{site}/ru/{path}")
        pin(table)

    def slowly(route: Any) -> None:
        table.wait_for_timeout(400)
        route.continue_()

    table.route("**/tonight/rows/**", slowly)
    table.goto(f"{site}/ru/")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Может ли Жаба кастовать Заклинание Повеления?")
    expect(rows.first.locator(".dot")).to_have_attribute("aria-label", "Нет")
    expect(table.locator(".samples")).to_be_hidden()
    assert table.evaluate(_SHIFTS) < 0.001
    table.goto(f"{site}/ru/andor/")
    table.locator("[data-game-tonight]").click()
    expect(table.locator("[data-game-tonight]")).to_have_attribute("aria-pressed", "true")
    table.evaluate("localStorage.setItem('game', JSON.stringify({ slug: 'andor', names: { ru: 'Анд', pl: 'And' } }))")
    table.goto(f"{site}/pl/")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Gra na dziś")
    assert table.evaluate("JSON.parse(localStorage.getItem('game')).names") == {
        "ru": "Андор",
        "pl": "Legendy Krainy Andor",
    }
    assert table.evaluate(_SHIFTS) < 0.001
    assert violations(table) == []
    table.unroute("**/tonight/rows/**")
    table.evaluate("localStorage.setItem('game', JSON.stringify({ slug: 'gone', names: { ru: 'Нет', pl: 'Nie' } }))")
    table.reload()
    expect(rows.first).to_have_text("Dla gry na dziś nie ma tu już odpowiedzi: szukamy we wszystkich grach.")
    expect(field(table)).not_to_have_attribute("placeholder", re.compile("Nie"))
    assert table.evaluate("localStorage.getItem('game')") == "null"
    assert table.evaluate(_SHIFTS) < 0.001
    panel.get_by_role("link", name="Lista").click()
    expect(table.locator("h1")).to_have_text("Dziś przy stole")


def test_game_for_tonight_is_searched_first_and_one_tap_widens(table: Page, site: str) -> None:
    table.goto(f"{site}/ru/andor/")
    table.locator("[data-game-tonight]").click()
    expect(table.locator("[data-game-tonight]")).to_have_attribute("aria-pressed", "true")
    table.goto(f"{site}/ru/")
    expect(field(table)).to_have_attribute("placeholder", "В «Андор»")
    kept = table.evaluate("localStorage.game")
    table.evaluate("localStorage.game = localStorage.game.replace('Андор', () => 'Анд$&ор')")
    table.reload()
    expect(field(table)).to_have_attribute("placeholder", "В «Анд$&ор»")
    table.evaluate("(kept) => (localStorage.game = kept)", kept)
    table.reload()
    field(table).fill("бой")
    first = "Сначала в «Андор»: игра на сегодня"
    expect(table.locator(".suggest .note")).to_have_text(first)
    expect(table.locator("form:has(.suggest:not([hidden])) [role=status] p")).to_have_text(
        [first, re.compile("подсказ")]
    )
    field(table).press("Enter")
    expect(table.locator("main .note").first).to_contain_text("Только в «Андор»: игра на сегодня")
    table.get_by_role("link", name="Искать во всех играх").click()
    expect(table.locator("main .note p")).to_have_text(["Искали во всех играх.", first])
    expect(table.locator(".results .meta", has_text="Талисман").first).to_be_visible()
    # Nor does an address know of it that was typed, or that the browser's own search field leads to.
    table.goto(f"{site}/ru/search/?q=бой&kind=section")
    table.get_by_role("link", name=first).click()
    table.wait_for_url("**/search/?q=%D0%B1%D0%BE%D0%B9&kind=section&tonight=andor")
    expect(table.locator("main .note").first).to_contain_text("Только в «Андор»: игра на сегодня")
    table.goto(f"{site}/ru/search/?q=бой игра:талисман")
    expect(table.locator(".results > li").first).to_be_visible()
    expect(table.locator("#tonight-first")).to_have_count(0)
    table.goto(f"{site}/ru/tonight/")
    table.get_by_role("button", name="Искать во всех играх").click()
    expect(table.locator("#game-tonight")).to_be_hidden()
    # A page as it was left for the results, after another game was chosen elsewhere.
    chosen = "(slug) => localStorage.setItem('game', JSON.stringify({ slug, names: {} }))"
    for slug in ("talisman", "andor"):
        table.evaluate(chosen, slug)
        if slug == "talisman":
            table.evaluate("addEventListener('submit', (event) => event.preventDefault(), { once: true })")
        table.evaluate("document.querySelector('.find').requestSubmit()")
    table.wait_for_url(f"{site}/ru/search/?q=&tonight=andor")


def test_screen_is_kept_awake_and_let_go(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/tonight/")
    phone.evaluate("""
        const kept = document.body.dataset;
        kept.locks = 0;
        navigator.wakeLock.request = async () => { kept.locks++; return { release: async () => { kept.locks--; } }; };
        null;
    """)
    button = phone.get_by_role("button", name="Не гасить экран")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("body")).to_have_attribute("data-locks", "1")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(phone.locator("body")).to_have_attribute("data-locks", "0")
    # Two taps at once, before the system has answered the first.
    phone.evaluate("""
        const kept = document.body.dataset;
        const slowly = () => new Promise((resolve) => setTimeout(resolve, 50));
        const request = navigator.wakeLock.request;
        navigator.wakeLock.request = async () => { await slowly(); return request(); };
        for (const _ of [1, 2]) document.querySelector("[data-awake]").click();
        null;
    """)
    phone.wait_for_timeout(200)
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(phone.locator("body")).to_have_attribute("data-locks", "0")


# ── passing on ──

# The pixels of a picture on the page, as numbers.
_PIXELS = """
async (image) => {
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 300 });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, 300, 300);
  return [...context.getImageData(0, 0, 300, 300).data].filter((_value, place) => place % 4 === 0);
}
"""


def read_code(page: Page) -> str:
    pixels = page.locator("#qr img").evaluate(_PIXELS)
    code = zxingcpp.read_barcode(np.array(pixels, dtype=np.uint8).reshape(300, 300))
    assert code is not None
    return str(code.text)


def test_any_page_shows_its_code(phone: Page, site: str) -> None:
    for path, address in (
        (FOURTH, r"/e/\d+"),
        ("", "/ru/"),
        ("search/?q=жаба", "/ru/search/.q=%D0%B6%D0%B0%D0%B1%D0%B0"),
    ):
        phone.goto(f"{site}/ru/{path}")
        phone.locator(".top [popovertarget=qr]").click()
        expect(phone.locator("#qr")).to_be_visible()
        assert re.fullmatch(re.escape(site) + address, read_code(phone))
        phone.get_by_role("button", name="Закрыть").click()
        expect(phone.locator("#qr")).to_be_hidden()


def test_code_shows_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}/ru/{FOURTH}")
    page.locator(".acts [popovertarget=qr]").click()
    expect(page.locator("#qr")).to_be_visible()
    assert page.locator(".acts > *:visible").all_inner_texts() == ["QR-код"]
    context.close()


def test_quote_and_link_are_copied(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/{FOURTH}")
    phone.get_by_role("button", name="Скопировать цитатой с источником").click()
    expect(phone.get_by_role("status").filter(has_text="Цитата скопирована")).to_be_visible()
    assert phone.evaluate("navigator.clipboard.readText()") == "Нет. — Талисман, FAQ: Корона Повелений, В4"
    phone.get_by_role("button", name="Поделиться").click()
    expect(phone.get_by_role("status").filter(has_text="Ссылка скопирована")).to_be_visible()
    link = phone.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(site) + r"/e/\d+", link)
    phone.goto(link)
    assert phone.url == f"{site}/ru/{FOURTH}"


def test_quote_is_copied_where_the_clipboard_is_closed(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/{FOURTH}")
    phone.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    phone.evaluate(
        "document.execCommand = (name) => Boolean(window.copied = [name, document.activeElement.value]); null"
    )
    phone.get_by_role("button", name="Скопировать цитатой с источником").click()
    expect(phone.get_by_role("status").filter(has_text="Цитата скопирована")).to_be_visible()
    assert phone.evaluate("copied") == ["copy", "Нет. — Талисман, FAQ: Корона Повелений, В4"]
    # Refused altogether: it is said, also where sharing was refused before it.
    phone.evaluate("document.execCommand = () => false")
    phone.evaluate("navigator.share = () => Promise.reject(new DOMException('no', 'NotAllowedError')); null")
    for button in ("Скопировать цитатой с источником", "Поделиться"):
        phone.evaluate("document.querySelector('.toast').textContent = ''")
        phone.get_by_role("button", name=button).click()
        expect(phone.locator(".toast")).to_have_text("Не скопировалось: браузер этого не разрешает")
    phone.evaluate("document.execCommand = () => true")
    phone.get_by_role("button", name="Поделиться").click()
    expect(phone.locator(".toast")).to_have_text("Ссылка скопирована")


def test_system_shares_where_it_can(phone: Page, site: str) -> None:
    phone.goto(f"{site}/ru/{FOURTH}")
    phone.evaluate("navigator.share = async (what) => { document.body.dataset.shared = JSON.stringify(what); }; null")
    phone.get_by_role("button", name="Поделиться").click()
    expect(phone.locator("body")).to_have_attribute("data-shared", re.compile("url"))
    shared = json.loads(phone.locator("body").get_attribute("data-shared") or "")
    assert shared["title"] == "Может ли Жаба кастовать Заклинание Повеления?"
    assert re.fullmatch(re.escape(site) + r"/e/\d+", shared["url"])


def test_axe_finds_nothing_in_what_opens(table: Page, site: str) -> None:
    table.goto(f"{site}/pl/{FOURTH}")
    pin(table)
    table.keyboard.press("/")
    table.keyboard.type("коро")
    expect(table.locator(".suggest:not([aria-busy]) [role=option]").first).to_be_visible()  # pale until it is answered
    table.keyboard.press("ArrowDown")
    found = violations(table)
    table.keyboard.press("Escape")
    table.locator(".acts [popovertarget=qr]").click()
    found += violations(table)
    table.goto(f"{site}/pl/{CROWN}")
    field(table).click()
    expect(table.get_by_role("option").first).to_be_visible()
    assert [*found, *violations(table)] == []
