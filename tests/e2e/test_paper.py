"""What comes out of a printer: black on white, every answer open, the source and the short address, nothing to press.
No ruling stands on two pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument

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
    with PdfDocument(page.pdf(format="A4")) as document:
        texts = [sheet.get_textpage().get_text_range() for sheet in document]
    return [" ".join(text.split()) for text in texts]


def words(text: str) -> str:
    """A text without what a font's own digits and line ends make of it."""
    return re.sub(r"[^а-яёa-ząćęłńóśźż]+", "", text.lower())


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


def test_game_is_printed_whole_and_no_ruling_is_split(page: Page, site: str) -> None:
    sheets = [words(sheet) for sheet in printed(page, f"{site}/ru/{PRINTED['game']}")]
    questions = page.locator("section.ruling > :is(h3, h4, h5, h6)").all_text_contents()
    answers = page.locator("section.ruling > .text").all_text_contents()
    assert len(questions) == len(answers) == 51
    for question, answer in zip(questions, answers, strict=True):
        assert any(words(question) in sheet and words(answer) in sheet for sheet in sheets), question


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
