"""Links of texts into this site: each is followed as a reader would, and what leads nowhere is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from rulings.following import IDS, dead_links
from rulings.models import Card, Entry
from tests.renaming import rename

pytestmark = pytest.mark.usefixtures("index")


def dead(entry: Entry, *addresses: str) -> list[str]:
    """Those of the addresses that lead nowhere when the entry's text has them."""
    links = "".join(f'<a href="{address}">x</a>' for address in addresses)
    Entry.objects.filter(pk=entry.pk).update(html=f'<p id="p1">{links}</p>')
    return [link.path for link in dead_links() if link.entry == entry]


def check(entry: Entry, living: list[str], gone: list[str]) -> None:
    assert dead(entry, *living, *gone) == gone


def test_with_a_language_or_without(ruling: Entry) -> None:
    living = ["/ru/talisman/", "/pl/talisman/faq/", "/talisman/faq/", "/talisman", "/", "/ru", "/pl/search/?q=gone"]
    gone = [
        "/ru/talisman/cards/nothing/",
        "/pl/gone/",
        "/talisman/gone/",
        "/en/talisman/",
        "/ru/talisman-digital/offline.html",
    ]
    check(ruling, [*living, "/-/talisman/faq/"], [*gone, "-/talisman/faq/"])


def test_relative_to_the_page_of_the_entry(ruling: Entry) -> None:
    check(ruling, [".", "../plot-v1/", "../../cards/gorod/", "?q=x"], ["plot-v1/", "../gone/", "cards/gorod/"])


def test_short(ruling: Entry, crown: Card) -> None:
    check(
        ruling, [f"/e/{ruling.pk}", f"/c/{crown.pk}#rulings"], [f"/e/{ruling.pk}/", "/e/987654", "/c/987654", "/ru/e/1"]
    )
    check(ruling, [f"/e/00{ruling.pk}"], [f"/e/{'9' * 5000}", f"/c/{'9' * 23}"])


def test_with_the_name_of_this_site(ruling: Entry) -> None:
    living = ["http://localhost:8000/ru/talisman/", "https://example.org/gone/", "mailto:x@example.org", "http://["]
    check(ruling, living, ["http://127.0.0.1/ru/gone/", "//localhost/ru/gone/"])


def test_pages_and_files_of_the_site(ruling: Entry, client: Client) -> None:
    pages = ["help/", "tonight/", "offline/", "search/", "talisman/print/", "talisman/feed/", "talisman/terms/"]
    living = [f"/ru/{page}" for page in pages]
    assert {client.get(page).status_code for page in living} == {200}
    living += ["/api/docs", "/admin/", "/static/icons/favicon.svg"]
    check(ruling, living, ["/ru/gone/print/", "/static/icons/gone.svg", "/static/%2e%2e/gone", "/ru/%00/"])


def test_down_to_the_anchor(ruling: Entry, crown: Card) -> None:
    source, card = f"/ru/{ruling.source.path}", f"/ru/{crown.path}"
    living = ["#p1", "#mentions", f"{source}#l5", f"{source}#e-{ruling.anchor}", f"{card}#e-{ruling.anchor}-p1"]
    living += [f"/e/{ruling.pk}#p1", "/ru/help/#forms", "/ru/talisman/#spell", f"{card}#:~:text=x", "#main"]
    gone = ["#p7", f"{source}#l98765", f"{source}#e-gone", f"{card}#e-plot-v1", "/ru/talisman/#gone", "../plot-v1/#p40"]
    check(ruling, living, gone)


def test_old_addresses_lead_as_far_as_the_thing_does(ruling: Entry, crown: Card) -> None:
    section = Entry.objects.filter(source=ruling.source, kind="section").exclude(pk=ruling.pk).first()
    assert section
    old = section.anchor
    rename(crown, slug="korona")
    rename(section, anchor="moved")
    rename(ruling.source, slug="answers")
    living = [
        "/ru/talisman/cards/korona-poveleniy/",
        f"/ru/talisman/faq/{old}/",
        "/talisman/faq/",
        "/ru/talisman/faq/plot-v1/",
    ]
    gone = ["/ru/talisman/faq/never-was/", "/ru/talisman/cards/korona-poveleniy/more/"]
    check(ruling, living, gone)
    Entry.objects.filter(pk=section.pk).update(removed=True)
    check(ruling, living[:1], [f"/ru/talisman/faq/{old}/", "/ru/talisman/answers/moved/", *gone])


def test_pages_have_the_ids_that_are_told_of_them() -> None:
    templates = "".join(path.read_text() for path in Path(settings.BASE_DIR, "templates").rglob("*.html"))
    made = set(re.findall(r' id="([\w-]+)"', templates))
    assert set().union(*(ids for name, ids in IDS.items() if name != "help")) - {kind for kind, _ in Card.KINDS} <= made


def test_a_dead_link_is_listed_at_the_desk(ruling: Entry, desk: Client) -> None:
    dead(ruling, "../gone/?a=1&amp;b=2")
    page = desk.get(reverse("admin:rulings_review", args=["links"])).content.decode()
    assert page.count("<code>../gone/?a=1&amp;b=2</code>") == 1
