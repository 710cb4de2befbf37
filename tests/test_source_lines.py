"""A source's page counts the lines of its text as its import did, and survives lines that aren't there."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from rulings.importing import import_document
from rulings.models import Entry, Source
from rulings.publishing import publish
from tests.html import parse

TEXT = "{0}Первый раздел\n\nТекст первый, длинный.\n\n{0}Второй раздел\n\nТекст второй, длинный.\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(("suffix", "kind", "mark"), [(".txt", "rules", ""), (".md", "markdown", "# ")])
def test_a_page_counts_lines_as_the_import_does(
    client: Client, kb: None, tmp_path: Path, suffix: str, kind: str, mark: str, end: str
) -> None:
    path = tmp_path / f"proba{suffix}"
    path.write_bytes(TEXT.format(mark).replace("\n", end).encode())
    path.with_suffix(".toml").write_text(
        f'title = "Т"\ngame = "talisman"\nlanguage = "ru"\nformat = "{kind}"\n', encoding="utf-8"
    )
    import_document(path)
    located = {entry.title: entry.locator for entry in Entry.objects.filter(source__slug="proba")}
    assert located == {"Первый раздел": (3, 3), "Второй раздел": (7, 7)}
    page = parse(client.get("/ru/talisman/proba/").content.decode()).one("html")
    for number, words in ((1, "Первый раздел"), (3, "Текст первый"), (5, "Второй раздел"), (7, "Текст второй")):
        assert words in page.one(id=f"l{number}").text


def test_a_page_leaves_out_what_stands_beyond_its_end(client: Client, kb: None) -> None:
    entry = Entry.objects.filter(source__slug="faq", kind="section")[0]
    Entry.objects.filter(pk=entry.pk).update(first_line=100_000, last_line=100_001)
    answer = client.get(entry.source.url("ru"))
    assert answer.status_code == 200
    assert f"#{entry.anchor}" not in answer.content.decode()


def test_entries_that_stand_on_no_line_are_listed_under_the_printed_text(client: Client, ruling: Entry) -> None:
    source = ruling.source
    made = Entry.objects.create(
        source=source, kind="ruling", title="Чей ход?", anchor="chey-hod", language="ru", position=9
    )
    publish([made])
    page = parse(client.get(source.url("ru")).content.decode())
    assert page.one("li", id="e-chey-hod").one("a").attributes["href"] == made.url("ru")
    assert page.one("h2", id="added").words == "Добавлено редакторами"
    Source.objects.filter(pk=source.pk).update(text="")
    page = parse(client.get(source.url("ru")).content.decode())
    assert page.one("h2", id="added").words == "Правила и вопросы"
    anchors = {row.attributes["id"] for row in page.one("section", **{"aria-labelledby": "added"}).all("li")}
    assert anchors == {f"e-{entry.anchor}" for entry in Entry.objects.live().filter(source=source)}
