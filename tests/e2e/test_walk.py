"""A reader's way through the site, in each language, with scripts and without."""

from __future__ import annotations

import re
import socket

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.html import parse

WAYS = {
    "ru": {
        "asked": "жаба повеление",
        "question": "Может ли Жаба кастовать Заклинание Повеления?",
        "card": "Корона Повелений",
        "verdict": "Нет.",
        "count": "5 вопросов",
    },
    "pl": {
        "asked": "korona władzy ropucha",
        "question": "Может ли Жаба кастовать Заклинание Повеления?",
        "card": "Korona Władzy",
        "verdict": "Нет.",
        "count": "5 pytań",
    },
}


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("language", WAYS)
def test_from_home_to_a_ruling_its_card_and_back(browser: Browser, site: str, language: str, scripts: bool) -> None:
    way = WAYS[language]
    context = browser.new_context(java_script_enabled=scripts, locale=language)
    page = context.new_page()
    page.goto(f"{site}/")
    assert page.url == f"{site}/{language}/"
    page.locator("main input[name=q]").fill(way["asked"])
    page.locator("main input[name=q]").press("Enter")
    page.get_by_role("link", name=way["question"]).first.click()
    expect(page.locator("h1")).to_contain_text(way["question"])
    expect(page.locator(".answer .stamp")).to_have_text(way["verdict"])
    page.locator("aside .panel h2 a", has_text=way["card"]).click()
    expect(page.locator("h1")).to_have_text(way["card"])
    expect(page.locator("#rulings")).to_have_text(way["count"])
    page.go_back()
    expect(page.locator(".answer .stamp")).to_have_text(way["verdict"])
    page.go_back()
    assert page.locator("main .results > li").count() > 0
    page.goto(f"{site}/{language}/tonight/")  # what is to be pressed is there with scripts alone
    expect(page.locator(".empty > .js-only").first).to_be_visible(visible=scripts)
    expect(page.locator(".acts")).to_be_visible(visible=scripts)
    context.close()


def test_a_question_that_is_too_long_is_answered_by_the_site(page: Page, site: str) -> None:
    answer = page.request.get(f"{site}/pl/search/", params={"q": "а" * 10_000})
    assert (answer.status, answer.headers["content-security-policy"][:19]) == (400, "default-src 'self';")
    assert 'lang="pl"' in answer.text()
    assert page.request.get(f"{site}/pl/search/", params={"q": "а" * 11_000}).status == 414


def ask(site: str, request: str) -> str:
    """What the server says to a request as it is, and to what is none."""
    host, port = site.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(request.encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


@pytest.mark.parametrize(
    ("request_line", "status", "russian", "polish"),
    [
        ("SECRET", 400, "Этот запрос не читается", "Nie da się odczytać tego zapytania"),
        ("GET /SECRET HTTP/1.1\r\nA header", 400, "Этот запрос не читается", "Nie da się odczytać tego zapytania"),
        (f"GET /{'SECRET' * 11_000} HTTP/1.1", 414, "Этот адрес слишком длинный", "Ten adres jest za długi"),
        (
            f"GET / HTTP/1.1\r\nCookie: {'SECRET' * 1500}",
            431,
            "С этим запросом пришло слишком много",
            "Z tym zapytaniem przyszło zbyt dużo",
        ),
    ],
    ids=["no-request", "no-header", "long-line", "long-header"],
)
def test_what_is_no_request_is_answered_in_the_readers_languages(
    site: str, request_line: str, status: int, russian: str, polish: str
) -> None:
    head, _, body = ask(site, f"{request_line}\r\n\r\n").partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert "\r\nContent-Security-Policy: default-src 'self';" in head
    assert f"\r\nContent-Length: {len(body.encode())}" in head
    page = parse(body)
    assert [(part.attributes["lang"], part.one("h1").text) for part in page.all("section")] == [
        ("ru", russian),
        ("pl", polish),
    ]
    assert [part.one("a").attributes["href"] for part in page.all("section")] == ["/ru/", "/pl/"]
    assert "SECRET" not in body


def test_an_address_may_hold_letters_as_they_are(site: str) -> None:
    answer = ask(site, "GET /ru/search/?q=корона HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert answer.startswith("HTTP/1.1 200 ")
    assert 'value="корона"' in answer


def test_a_header_moves_no_address(page: Page, site: str) -> None:
    answer = page.request.get(f"{site}/ru/search/", headers={"SCRIPT_NAME": "/ru"})
    assert (answer.status, 'action="/ru/search/"' in answer.text()) == (200, True)


def test_newcomer_finds_the_doctor(page: Page, site: str) -> None:
    """«Can I heal at the Doctor with full life?»: typed at once, answered by the first result."""
    page.goto(f"{site}/ru/")
    page.keyboard.press("/")
    page.keyboard.type("доктор полная жизнь")
    page.keyboard.press("Enter")
    first = page.locator(".results > li").first
    expect(first).to_contain_text("посетить Доктора")
    expect(first.locator(".stamp")).to_have_text("Нет.")


def test_sheets_open_and_close_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}/ru/talisman/faq/posledovatelnost-vstrech/")
    contents = page.locator("#contents")
    expect(contents).to_be_hidden()
    page.locator(".contents-button").click()
    expect(contents).to_be_visible()
    contents.locator(".close").click()
    expect(contents).to_be_hidden()
    page.goto(f"{site}/ru/search/?q=жаба")
    page.get_by_role("link", name="Фильтры").click()
    page.locator("#filters").get_by_role("link", name="Вопросы").click()
    assert "kind=ruling" in page.url
    context.close()


def test_language_switch_keeps_the_place_on_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/talisman/faq/?q=жаба#l154")
    page.get_by_role("link", name="PL").click()
    page.wait_for_url(re.compile("/pl/"))
    assert page.url == f"{site}/pl/talisman/faq/?q=%D0%B6%D0%B0%D0%B1%D0%B0#l154"


def test_theme_goes_round_and_is_kept(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/")
    button = page.locator("#theme")
    html = page.locator("html")
    names = []
    for theme in ("dark", "light", None):  # the first press shows something: the system is light
        button.click()
        assert html.get_attribute("data-theme") == theme
        names.append(button.get_attribute("aria-label"))
    assert names == ["Тема: тёмная", "Тема: светлая", "Тема: как в системе"]
    button.click()
    page.goto(f"{site}/pl/talisman/")
    assert html.get_attribute("data-theme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_theme_follows_the_system(browser: Browser, site: str) -> None:
    grounds = {}
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(f"{site}/ru/")
        grounds[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        context.close()
    assert grounds["light"] != grounds["dark"]


_REFUSED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } });
Object.defineProperty(navigator, "serviceWorker", { get() { throw new DOMException("no", "SecurityError") } });
"""


def test_storage_that_is_refused_breaks_nothing_and_is_told(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="ru-RU")
    context.add_init_script(_REFUSED)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    said = page.get_by_role("status").filter(has_text="Браузер не даёт сайту ничего сохранить")
    page.goto(f"{site}/ru/talisman/faq/korona-poveleniy-v4/")
    page.locator("#theme").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(said).to_be_visible()
    page.reload()
    pin = page.locator(".acts [data-pin]")
    pin.click()
    expect(said).to_be_visible()
    expect(pin).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("/")
    page.keyboard.type("корона")
    expect(page.get_by_role("option").first).to_contain_text("Корона Повелений")
    page.goto(f"{site}/ru/tonight/?e={pin.get_attribute('data-pin')}")
    page.get_by_role("button", name="Сохранить у себя").click()
    expect(said).to_be_visible()
    expect(page.locator("#foreign")).to_be_visible()
    page.reload()
    awake = page.locator("[data-awake]")
    awake.click()
    expect(said).to_be_visible()
    expect(awake).to_have_attribute("aria-pressed", "true")
    page.goto(f"{site}/ru/offline/")
    expect(page.locator("#copy [role=status]")).to_contain_text("не даёт сайту ничего хранить")
    expect(page.locator("#copy button:visible")).to_have_count(0)
    page.goto(f"{site}/ru/")
    page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    assert errors == []
    context.close()


def test_slash_goes_to_the_field_and_escape_leaves_it(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/talisman/")
    page.keyboard.press("/")
    expect(page.locator("#q-top")).to_be_focused()
    page.keyboard.type("a/b")
    expect(page.locator("#q-top")).to_have_value("a/b")
    page.keyboard.press("Escape")
    expect(page.locator("#q-top")).not_to_be_focused()


def test_arrows_go_through_the_results_and_enter_opens(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/search/?q=жаба")
    items = page.locator(".results > li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_have_class("is-active")
    page.keyboard.press("ArrowUp")
    expect(items.nth(0)).to_have_class("is-active")
    address = items.nth(0).locator("a").first.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")


def test_keyboard_reaches_the_content_first(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/talisman/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    assert (skip.bounding_box() or {"x": -1})["x"] >= 0
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_a_result_found_by_a_foreign_name_opens_where_the_thing_is_mentioned(page: Page, site: str) -> None:
    page.goto(f"{site}/pl/search/?q=Korona Władzy")
    page.locator(".question a[href*='vmesto-obychnogo-dvizheniya']").click()
    expect(page.locator(":target")).to_have_text("Короне Повелений")  # what the browser marks is the target
