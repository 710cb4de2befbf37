"""The desk in a real browser: the live preview, suggestions, a phone, and a strict Content Security Policy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from rulings.documents import LONGEST_TITLE
from rulings.models import Card, Entry, Mention, Source
from tests.desk import PASSWORD
from tests.e2e import axe
from tests.e2e.targets import small

# Links inside a text or the cell of a table are as high as its lines; what select2 stands for is not seen.
IN_TEXT = (
    ".skip-to-content-link, td *, th *, .kb-text a, .kb-sources .quiet a, .help a, #deleted-objects a,"
    " .select2-search__field, .select2-hidden-accessible"
)
CSP = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"


@pytest.fixture
def site(live: str, editor: User) -> str:
    """The address of the site where the editor has an account."""
    return live


def guarded(context: BrowserContext, violations: list[str]) -> BrowserContext:
    """Every page that is opened by its address (not through a redirect) comes with the strict policy; what the
    policy stops is written down."""

    def strict(route: Route) -> None:
        response = route.fetch(max_redirects=0)
        route.fulfill(response=response, headers={**response.headers, "content-security-policy": CSP})

    context.route("**/*", strict)
    context.on("console", lambda line: violations.append(line.text) if "Content Security Policy" in line.text else None)
    context.on("weberror", lambda error: violations.append(str(error.error)))
    return context


def log_in(page: Page, site: str) -> Page:
    page.goto(f"{site}/admin/login/")
    page.fill("[name=username]", "vera")
    page.fill("[name=password]", PASSWORD)
    page.click("#login-form [type=submit]")
    expect(page.locator(".kb-waiting")).to_be_visible()
    return page


@pytest.fixture
def violations() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, site: str, violations: list[str]) -> Iterator[Page]:
    context = guarded(browser.new_context(locale="ru-RU", viewport={"width": 1280, "height": 900}), violations)
    yield log_in(context.new_page(), site)
    context.unroute_all(behavior="ignoreErrors")  # a page may still be loading
    context.close()


def ruling() -> Entry:
    return Entry.objects.get(source__slug="faq", source__game__slug="talisman", anchor="korona-poveleniy-v1")


def all_pages() -> list[str]:
    entry, card, mention = ruling(), Card.objects.all()[0], Mention.objects.all()[0]
    source = Source.objects.all()[0]
    entries = ("entry", "ruling", "rulessection", "erratum")
    others = ("card", "name", "game", "source", "mention", "redirect", "synonym", "missedquery", "namesfile")
    return [
        "/admin/",
        *(f"/admin/rulings/{model}/" for model in (*entries, *others)),
        *(f"/admin/rulings/{model}/add/" for model in ("entry", "card", "game", "source", "name", "redirect")),
        *(f"/admin/rulings/entry/{entry.pk}/{page}/" for page in ("change", "delete", "history")),
        *(f"/admin/rulings/card/{card.pk}/{page}/" for page in ("change", "delete")),
        *(f"/admin/rulings/source/{source.pk}/{page}/" for page in ("change", "delete")),
        *(f"/admin/rulings/game/{source.game_id}/{page}/" for page in ("change", "delete")),
        f"/admin/rulings/mention/{mention.pk}/change/",
        *(f"/admin/rulings/mention/review/{name}/" for name in ("candidates", "links")),
        f"/admin/rulings/entry/{entry.pk}/links/",
        "/admin/rulings/entry/?q=корона&kind=ruling",
        "/admin/rulings/source/import/",
        "/admin/password_change/",
    ]


def test_the_preview_follows_the_typing(page: Page, site: str, violations: list[str]) -> None:
    page.goto(f"{site}/admin/rulings/entry/{ruling().pk}/change/")
    part = page.locator(".kb-preview-page")
    expect(part.locator(".answer.yes-if .stamp")).to_have_text("Да,")
    page.fill("[name=body]", "Нет. Город далеко.\n\n- одно\n- другое")
    expect(part.locator(".answer.no .stamp")).to_have_text("Нет.")
    expect(part.locator(".answer a.ref.space")).to_have_attribute("href", "/ru/talisman/cards/gorod/")
    expect(part.locator("li")).to_have_text(["• одно", "• другое"])
    page.fill("[name=title]", "Далеко ли Город?")
    expect(part.locator("h1")).to_contain_text("Далеко ли Город?")
    assert Entry.objects.get(pk=ruling().pk).title != "Далеко ли Город?"
    assert violations == []


def test_leaving_what_was_typed_is_asked_about(page: Page, site: str, violations: list[str]) -> None:
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.goto(f"{site}/admin/rulings/entry/{ruling().pk}/change/")
    page.click("button[name=language][value=pl]")  # nothing is typed
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.wait_for_load_state("load")
    page.fill("[name=title]", "Далеко ли Город?")
    with page.expect_event("dialog") as asked:
        page.click("button[name=language][value=ru]")
    assert asked.value.type == "beforeunload"
    expect(page.locator("[name=title]")).to_have_value("Далеко ли Город?")
    page.locator("[name=number]").evaluate("field => { field.maxLength = 300; field.value = '9'.repeat(300) }")
    page.click("[name=_continue]")  # is sent without a question, and refused
    expect(page.locator(".errornote")).to_be_visible()
    page.wait_for_load_state("load")
    with page.expect_event("dialog"):
        page.click("button[name=language][value=ru]")
    expect(page.locator("[name=title]")).to_have_value("Далеко ли Город?")
    assert violations == []


def test_suggestions_are_of_the_same_source(page: Page, site: str, violations: list[str]) -> None:
    page.goto(f"{site}/admin/rulings/entry/add/?kind=ruling")
    source = Source.objects.get(game__slug="krolestwo-dusz")
    page.select_option("[name=source]", str(source.pk))
    page.click(".field-parent .select2-selection")
    options = page.locator(".select2-results__option[role=option], .select2-results__option[data-select2-id]")
    expect(options.first).not_to_have_class("loading-results")
    expect(page.locator(".select2-results__option").nth(2)).to_be_visible()
    titles = set(source.entries.values_list("title", flat=True))
    shown = [text.partition(" · ")[0] for text in page.locator(".select2-results__option").all_inner_texts()]
    assert titles & set(shown)
    assert not set(shown) & set(Entry.objects.exclude(source=source).exclude(title="").values_list("title", flat=True))
    page.keyboard.press("Escape")
    page.click(".field-cards .select2-selection")
    page.keyboard.type("КОРОНА ПОВЕЛ")
    expect(page.locator(".select2-results__option--highlighted")).to_contain_text("Корона Повелений")
    page.keyboard.press("Enter")
    expect(page.locator(".field-cards .select2-selection__choice")).to_contain_text("Корона Повелений")
    assert violations == []


def test_pages_of_the_desk_need_their_own_files_only_and_fit_a_phone(
    page: Page, site: str, violations: list[str]
) -> None:
    """Also with a title that is one word of the most letters that a title may have."""
    page.set_viewport_size({"width": 390, "height": 800})
    Entry.objects.filter(pk=ruling().pk).update(title="Ш" * LONGEST_TITLE)
    for url in all_pages():
        response = page.goto(site + url)
        assert response is not None
        assert response.status == 200, url
        page.wait_for_load_state("load")
        assert violations == [], url
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, url
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        assert small(page, IN_TEXT) == [], url


def test_the_desk_is_accessible(browser: Browser, site: str) -> None:
    """Seen by axe, whose own styles the strict policy would stop."""
    context = browser.new_context(locale="pl-PL", viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{site}/admin/login/")
    assert (small(page, IN_TEXT), axe.violations(page)) == ([], [])
    log_in(page, site)
    entry = f"/admin/rulings/entry/{ruling().pk}"
    for url in ("/admin/", "/admin/rulings/card/?q=korona", f"{entry}/change/", f"{entry}/links/"):
        page.goto(site + url)
        assert axe.violations(page) == [], url
    User.objects.filter(username="vera").update(is_superuser=True)
    page.goto(f"{site}/admin/auth/user/{User.objects.get(username='vera').pk}/change/")
    expect(page.locator(".search-label-icon[role=img]")).not_to_have_count(0)
    assert axe.violations(page) == []
    context.close()


def test_without_javascript_a_button_shows_the_preview(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="ru-RU", java_script_enabled=False)
    page = log_in(context.new_page(), site)
    page.goto(f"{site}/admin/rulings/entry/{ruling().pk}/change/")
    page.fill("[name=body]", "Нет. Город далеко.")
    with context.expect_page() as opened:
        page.click(".kb-preview button")
    expect(opened.value.locator(".answer.no .stamp")).to_have_text("Нет.")
    expect(page.locator("[name=body]")).to_have_value("Нет. Город далеко.")
    context.close()


def test_the_guard_of_these_tests_notices_what_the_policy_stops(page: Page, site: str, violations: list[str]) -> None:
    page.goto(f"{site}/admin/")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {textContent: '0'}))")
    page.wait_for_timeout(100)
    assert len(violations) == 2


def test_marking_a_piece_of_the_text_takes_it(page: Page, site: str, ruling: Entry, violations: list[str]) -> None:
    page.goto(f"{site}/admin/rulings/entry/{ruling.pk}/links/")
    line = page.locator("[data-kb-lines] p.text")
    line.evaluate("""(line) => {
      const words = [...line.childNodes].find((node) => node.textContent.includes("других персонажей"));
      const at = words.textContent.indexOf("других персонажей");
      const range = document.createRange();
      range.setStart(words, at);
      range.setEnd(words, at + "других персонажей".length);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      line.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    }""")
    chosen = page.locator("#chosen")
    expect(chosen.locator("h2 b")).to_have_text("других персонажей")
    expect(chosen.locator("[name=text]")).to_have_value("других персонажей")
    assert violations == []
