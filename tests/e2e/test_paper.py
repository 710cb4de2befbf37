"""What comes out of a printer: black on white, every answer open, the source and the short address, nothing to press.
What fits on a sheet stands on one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.sheets import entries, sheets, split, words

CROWN = "talisman/cards/korona-poveleniy/"
PRINTED = {
    "ruling": "talisman/faq/korona-poveleniy-v1/",
    "card": CROWN,
    "section": "talisman/faq/posledovatelnost-vstrech/",
    "chapter": "talisman/faq/deleniya-igrovogo-polya/",
    "game": "talisman/print/",
    "index of a game": "talisman/",
    "source": "andor/pamyatka/",
}
# Words of what is pressed: none of them belongs on paper.
PRESSED = [
    "Поделиться",
    "QR-код",
    "Печать",
    "На сегодня",
    "Сегодня",
    "Найти",
    "К содержанию",
    "Раньше",
    "Дальше",
    "Искать",
]


def printed(page: Page, address: str) -> list[str]:
    """The text of each page of the print, white space run together."""
    page.goto(address)
    return sheets(page)


@pytest.mark.parametrize("name", PRINTED)
def test_nothing_to_press_is_printed(page: Page, site: str, name: str) -> None:
    text = " ".join(printed(page, f"{site}/ru/{PRINTED[name]}"))
    assert [word for word in PRESSED if word in text] == []
    assert text


@pytest.mark.parametrize("name", ["ruling", "section"])
def test_source_and_short_address_are_printed(page: Page, site: str, name: str) -> None:
    text = " ".join(printed(page, f"{site}/ru/{PRINTED[name]}"))
    assert "Разъяснения и FAQ к настольной игре" in text
    assert "/e/" in text


def test_card_is_printed_with_its_answers_each_on_one_page(page: Page, site: str) -> None:
    sheets = [words(sheet) for sheet in printed(page, f"{site}/ru/{CROWN}")]
    answers = page.locator("[itemprop=acceptedAnswer] [itemprop=text]").all_text_contents()
    questions = page.locator("[itemprop=mainEntity] > [itemprop=name]").all_text_contents()
    assert len(answers) == len(questions) == 5
    for question, answer in zip(questions, answers, strict=True):
        assert any(words(question) in sheet and words(answer) in sheet for sheet in sheets), question
    assert "/c/" in " ".join(printed(page, f"{site}/ru/{CROWN}"))


def test_chapter_is_printed_with_all_answers(page: Page, site: str) -> None:
    text = words(" ".join(printed(page, f"{site}/ru/{PRINTED['chapter']}")))
    answers = page.locator(".rows .paper").all_text_contents()
    assert len(answers) == 17
    assert [answer for answer in answers if words(answer) not in text] == []


def test_game_is_printed_whole(page: Page, site: str) -> None:
    text = words(" ".join(printed(page, f"{site}/ru/{PRINTED['game']}")))
    texts = page.locator("section > :is(h3, h4, h5, h6, .untitled, .text) :is(p, li)").all_text_contents()
    assert len(texts) > 100
    assert [one for one in texts if words(one) not in text] == []


def test_what_fits_on_a_sheet_stays_together(page: Page, site: str) -> None:
    """Every entry of every game, of whatever kind: in its game's print, on its heading's page and in its source."""
    of_games = page.request.get(f"{site}/api/games/").json()
    rows = [
        row
        for at in (0, 100, 200)
        for row in page.request.get(f"{site}/api/entries/?limit=100&offset={at}").json()["results"]
    ]
    chapters = [row["url"] for row in rows if row["kind"] == "chapter" and "/cards/" not in row["url"]]
    prints = [f"/ru/{game['slug']}/print/" for game in of_games]
    looked_at = {}
    for path in [*prints, *{row["source"]["url"] for row in rows}, *chapters]:
        page.goto(site + path)
        looked_at[path] = len(entries(page))
        assert split(page) == [], path
    assert sum(looked_at[path] for path in prints) > 150  # of 157 with a text, those that are shorter than a sheet


def test_index_of_a_game_is_printed_unfolded(page: Page, site: str) -> None:
    text = words(" ".join(printed(page, f"{site}/ru/talisman/")))
    expect(page.locator("details[open]")).to_have_count(3)  # folded on the screen as before
    folded = page.locator("details.group li").all_text_contents()
    assert len(folded) > 50
    assert [item for item in folded if words(item) not in text] == []


def test_index_of_a_game_says_where_it_came_from(page: Page, site: str) -> None:
    for language, game in (("ru", "talisman"), ("pl", "krolestwo-dusz")):
        sheets = printed(page, f"{site}/{language}/{game}/")
        last = sheets[-1]
        assert words(f"{site.partition('://')[2]}/{language}/{game}/print/") in words(sheets[0])
        sources = page.locator("aside .source-note").all()
        assert sources
        assert [source.inner_text() for source in sources if words(source.inner_text()) not in words(last)] == []
        assert last.endswith(f"{site.partition('://')[2]}/{language}/{game}/")


def test_list_for_tonight_is_one_sheet(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/{PRINTED['ruling']}")
    key = (page.locator("[data-pin]").first.get_attribute("data-pin")) or ""
    sheets = printed(page, f"{site}/ru/tonight/?e={key}")
    assert len(sheets) == 1
    assert "Талисман, FAQ: Корона Повелений" in sheets[0]


# The colours of everything that is printed, and of what stands behind it.
_COLOURS = """
() => [...new Set([...document.querySelectorAll("body *")].filter((node) => node.checkVisibility()).flatMap((node) => {
  const style = getComputedStyle(node);
  return [style.color, style.backgroundColor];
}))].sort()
"""


# What would be cut off after some lines.
_CLAMPED = """
() => [...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && getComputedStyle(node).webkitLineClamp !== "none")
  .map((node) => node.textContent)
"""


@pytest.mark.parametrize("name", PRINTED)
def test_print_is_black_on_white_whatever_the_screen_is(page: Page, site: str, name: str) -> None:
    page.add_init_script("localStorage.setItem('theme', 'dark')")
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"{site}/ru/{PRINTED[name]}")
    assert page.evaluate(_COLOURS) == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(_CLAMPED) == []


@pytest.mark.parametrize("name", PRINTED)
def test_where_a_link_led_to_is_printed_as_the_rest(page: Page, site: str, name: str) -> None:
    """Neither a frame nor a ground stays around the entry, the paragraph or the line that an address ends with."""
    page.emulate_media(media="print")
    page.goto(f"{site}/ru/{PRINTED[name]}")
    places = page.evaluate("[...document.querySelectorAll('main :is(li, p, section, div)[id]')].map(node => node.id)")
    framed = "getComputedStyle(document.querySelector(':target')).outlineStyle"
    for place in places[:20]:
        page.evaluate("place => { location.hash = place }", place)
        assert page.evaluate(framed) == "none", place
        assert page.evaluate(_COLOURS) == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]
