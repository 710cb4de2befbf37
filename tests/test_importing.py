from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from rulings.importing import import_document
from rulings.models import Card, Entry, Mention, Source
from rulings.publishing import publish
from rulings.reading import ImportFailure, fixture_sources

OUTLINE = 'title = "Проба"\ngame = "talisman"\nslug = "proba"\nlanguage = "ru"\nformat = "faq"\n'
FAQ = """Проба

Город

В1. Можно ли войти в Город?

О. Да.

В2. Можно ли выйти?

О. Нет, пока идёт Буран.

Жаба

В. Может ли Жаба колдовать?

О. Нет."""

pytestmark = pytest.mark.usefixtures("kb")


@pytest.fixture
def faq(tmp_path: Path) -> Path:
    path = tmp_path / "proba.txt"
    path.write_text(FAQ, encoding="utf-8")
    path.with_suffix(".toml").write_text(OUTLINE, encoding="utf-8")
    return path


def rows() -> dict[str, tuple[int, str]]:
    return {entry.anchor: (entry.pk, entry.state) for entry in Entry.objects.filter(source__slug="proba")}


def test_the_five_sources_make_202_entries() -> None:
    counts = [Entry.objects.filter(source=source).count() for source in Source.objects.order_by("file_name")]
    assert counts == [100, 13, 29, 34, 26]


def test_sources_stay_verbatim() -> None:
    for path in fixture_sources():
        assert Source.objects.get(file_name=path.name).text == path.read_text(encoding="utf-8")


def test_every_paragraph_of_a_source_stands_in_its_entries_once() -> None:
    def squeeze(text: str) -> str:
        return re.sub(r"\s+", "", text)

    for source in Source.objects.all():
        entries = Entry.objects.filter(source=source).order_by("position")
        whole = squeeze("".join(entry.title + entry.text for entry in entries))
        lines = [line for line in source.text.split("\n") if line.strip()]
        start = 0
        for number, line in enumerate(lines):
            words = squeeze(re.sub(r"^(?:[ВО]\d*\. |\(\d+\.\d+\) |P\. S\. |\d+\. )", "", line))
            words = words.split("-", 1)[-1] if line.startswith(("Trofea", "Losowy")) else words
            place = whole.find(words, start)
            if number == 0 or (number == 1 and line == lines[0]):
                continue  # the source's own title
            assert place >= 0, line
            start = place


def test_importing_again_changes_nothing() -> None:
    before = list(Entry.objects.order_by("pk").values())
    mentions = list(Mention.objects.order_by("pk").values())
    for path in fixture_sources():
        report = import_document(path)
        assert (report.created, report.updated, report.removed, report.kept) == ([], [], [], [])
        assert len(report.unchanged) == Entry.objects.filter(source__file_name=path.name).count()
    assert list(Entry.objects.order_by("pk").values()) == before
    assert list(Mention.objects.order_by("pk").values()) == mentions


def test_a_dry_run_writes_nothing(faq: Path) -> None:
    assert len(import_document(faq, dry_run=True).created) == 5
    assert rows() == {}


def test_only_what_changed_in_a_source_changes(faq: Path) -> None:
    import_document(faq)
    before = rows()
    faq.write_text(
        FAQ.replace("О. Да.", "О. Да, но один раз.").replace("В2. Можно ли выйти?", "В2. Можно ли выйти из Города?"),
        encoding="utf-8",
    )
    report = import_document(faq)
    assert [label.partition(": ")[2] for label in report.updated] == [
        "В1 Можно ли войти в Город?",
        "В2 Можно ли выйти из Города?",
    ]
    assert (len(report.unchanged), report.created, report.removed) == (3, [], [])
    assert rows() == before
    assert Entry.objects.get(anchor="gorod-v1", source__slug="proba").verdict == "yes_if"


def test_an_inserted_question_takes_no_address_from_the_others(faq: Path) -> None:
    import_document(faq)
    before = rows()
    faq.write_text(
        FAQ.replace("В2. ", "В3. ").replace("О. Да.", "О. Да.\n\nВ2. Новый вопрос?\n\nО. Да."), encoding="utf-8"
    )
    report = import_document(faq)
    after = rows()
    assert [label.partition(": ")[2] for label in report.created] == ["В2 Новый вопрос?"]
    assert {anchor: after[anchor] for anchor in before} == before
    moved = Entry.objects.get(pk=before["gorod-v2"][0])
    assert (moved.number, moved.title) == ("В3", "Можно ли выйти?")
    assert Entry.objects.get(title="Новый вопрос?").anchor == "gorod-v2-2"


def test_what_leaves_the_source_leaves_the_site_and_comes_back_at_its_address(faq: Path) -> None:
    import_document(faq)
    before = rows()
    faq.write_text(FAQ.partition("\n\nЖаба")[0], encoding="utf-8")
    report = import_document(faq)
    assert len(report.removed) == 2
    assert {rows()[anchor][1] for anchor in ("zhaba", "zhaba-v")} == {"withdrawn"}
    faq.write_text(FAQ, encoding="utf-8")
    assert len(import_document(faq).updated) == 2
    assert rows() == before


def test_an_edited_entry_is_kept_and_reported(faq: Path) -> None:
    import_document(faq)
    entry = Entry.objects.get(source__slug="proba", anchor="gorod-v1")
    entry.body, entry.edited = "Да, если очень хочется.", True
    entry.save()
    publish([entry])
    faq.write_text(FAQ.replace("О. Да.", "О. Нет."), encoding="utf-8")
    report = import_document(faq)
    assert [label.partition(": ")[2] for label in report.kept] == ["В1 Можно ли войти в Город?"]
    assert report.updated == []
    entry.refresh_from_db()
    assert (entry.body, entry.verdict) == ("Да, если очень хочется.", "yes_if")


def test_a_removed_entry_stays_removed(faq: Path) -> None:
    import_document(faq)
    Entry.objects.filter(source__slug="proba", anchor="zhaba-v").update(removed=True)
    report = import_document(faq)
    assert len(report.kept) == 1
    assert Entry.objects.get(source__slug="proba", anchor="zhaba-v").removed


def test_two_equal_headings_and_numbers_stay_apart(faq: Path) -> None:
    text = FAQ + "\n\nЖаба\n\nВ. Ещё вопрос?\n\nО. Да.\n\nВ. И ещё?\n\nО. Нет."
    faq.write_text(text, encoding="utf-8")
    import_document(faq)
    assert set(rows()) >= {"zhaba", "zhaba-v", "zhaba-2", "zhaba-v-2", "zhaba-v-3"}
    before = rows()
    import_document(faq)
    assert rows() == before


def test_a_heading_that_names_a_card_carries_it(faq: Path) -> None:
    import_document(faq)
    toad, city = Card.objects.get(slug="zhaba"), Card.objects.get(slug="gorod")
    owners = {entry.anchor: list(entry.cards.all()) for entry in Entry.objects.filter(source__slug="proba")}
    assert owners == {"gorod": [city], "gorod-v1": [city], "gorod-v2": [city], "zhaba": [toad], "zhaba-v": [toad]}


def test_what_cannot_be_shown_is_dropped_from_files(faq: Path) -> None:
    faq.write_text(faq.read_text(encoding="utf-8").replace("?", "\x02?\x0c"), encoding="utf-8")
    outline = faq.with_suffix(".toml")
    title, dropped = 'title = "Проба"', 'title = "Проба\\u0002"'
    assert title in outline.read_text(encoding="utf-8")
    outline.write_text(outline.read_text(encoding="utf-8").replace(title, dropped), encoding="utf-8")
    import_document(faq)
    source = Source.objects.get(slug="proba")
    written = "".join([source.text, source.title, *source.entries.values_list("title", flat=True)])
    assert source.title == "Проба"
    assert not {"\x02", "\x0c"} & set(written)


def test_one_heading_for_two_cards_gives_its_ruling_to_both() -> None:
    entry = Entry.objects.get(anchor="prints-printsessa-v")
    assert {card.slug for card in entry.cards.all()} == {"prints", "printsessa"}


def test_headings_joined_by_and_name_all_their_terms() -> None:
    entry = Entry.objects.get(anchor="zdorove-rassudok-i-porcha")
    assert {card.slug for card in entry.cards.all()} == {"zdorove", "rassudok", "porcha"}


@pytest.mark.parametrize(
    ("name", "data", "outline", "key", "line"),
    [
        ("a.txt", "Текст.\nЕщё.\n".encode() + b"\xff", OUTLINE, "not-utf8", 3),
        ("a.txt", b"a\n\x00", OUTLINE, "not-text", 2),
        ("a.txt", b"a\rb\r\xff", OUTLINE, "not-utf8", 3),
        ("a.txt", b"a\r\nb\r\x00", OUTLINE, "not-text", 3),
        ("a.txt", b"", OUTLINE, "empty", 0),
        ("a.txt", b" \n\t\n", OUTLINE, "empty", 0),
        ("a.txt", b"text", None, "no-outline", 0),
        ("a.txt", b"A\n\n" + b"word, word. " * 9000, OUTLINE.replace("faq", "rules"), "text-too-long", 3),
        ("a.txt", b"A\n\n" + b"word " * 201 + b"?\n\nYes.", OUTLINE, "title-too-long", 3),
        ("a.txt", "О. Да.".encode(), OUTLINE, "answer-without-question", 1),
        ("a.txt", "Т\n\nГород\n\nО. Да.".encode(), OUTLINE, "answer-without-question", 5),
        ("a.txt", b"text", OUTLINE.replace("talisman", "chess"), "unknown-game", 2),
        ("a.txt", b"text", OUTLINE.replace('"ru"', '"xx"'), "outline-language", 4),
        ("a.txt", b"text", OUTLINE.replace("faq", "pdf"), "format", 5),
        ("a.txt", b"text", "title = ", "outline-toml", 1),
        ("a.txt", b"text", OUTLINE + "pages = 3\n", "outline-key", 6),
        ("a.txt", b"text", OUTLINE + 'entries = "x"\n', "outline-value", 6),
        ("a.txt", b"text", OUTLINE + "[headings]\n7 = []\n", "outline-level", 7),
        ("a.txt", b"text", OUTLINE + 'authority = "king"\n', "outline-authority", 6),
        ("a.txt", b"text", OUTLINE.replace("proba", "cards"), "wrong-value", 3),
        ("a.txt", b"text", OUTLINE.replace("proba", "terms"), "wrong-value", 3),
        ("terms.txt", b"text", OUTLINE.replace('slug = "proba"\n', ""), "wrong-value", 0),
        ("a.txt", b"text", OUTLINE.replace("Проба", "я" * 301), "wrong-value", 1),
        ("a.txt", b"text", OUTLINE.replace("Проба", "\u200b"), "wrong-value", 1),
        ("a.txt", b"text", OUTLINE + f'credit = "{"я" * 301}"\n', "wrong-value", 6),
        ("a.txt", b"text", OUTLINE + f'version = "{"9" * 101}"\n', "wrong-value", 6),
        ("a.txt", b"text", OUTLINE + f'date = "{"9" * 41}"\n', "wrong-value", 6),
        ("a.txt", b"text", OUTLINE + 'rights = "a\\u0000b"\n', "outline-value", 6),
        ("a.md", b'+++\ngame = "chess"\nlanguage = "ru"\n+++\n# A\n\nb', None, "unknown-game", 2),
        ("a.md", b'+++\ngame = "talisman"\nlanguage = "ru"\nslug = "cards"\n+++\n# A\n\nb', None, "wrong-value", 4),
        ("a.md", b"---\ngame: talisman\nlanguage: xx\n---\n# A\n\nb", None, "outline-language", 3),
        ("a.md", b"text", None, "outline-language", 0),
    ],
)
def test_a_bad_file_is_named_with_its_line_and_writes_nothing(
    tmp_path: Path, name: str, data: bytes, outline: str | None, key: str, line: int
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    if outline is not None:
        path.with_suffix(".toml").write_text(outline, encoding="utf-8")
    before = (Entry.objects.count(), Source.objects.count())
    with pytest.raises(ImportFailure) as failure:
        import_document(path)
    problem = failure.value.problem
    assert (problem.key, problem.line) == (key, line)
    told = problem.key.startswith("outline-") or problem.key in {"unknown-game", "format", "wrong-value"}
    assert failure.value.path == (path.with_suffix(".toml") if told and outline is not None else path)
    assert (Entry.objects.count(), Source.objects.count()) == before


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportFailure) as failure:
        import_document(tmp_path)
    assert failure.value.problem.key == "folder"


@pytest.mark.parametrize("name", ["a" * 400 + ".txt", "a" * 252 + ".txt", "a\0b.txt", "nowhere.txt"])
def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ImportFailure) as failure:
        import_document(tmp_path / name)
    assert failure.value.problem.key == "unreadable"


def test_a_name_as_long_as_a_file_s_may_be_is_refused_when_it_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 251 + ".md")
    path.write_text('+++\ngame = "talisman"\nlanguage = "ru"\n+++\n# A\n\nb', encoding="utf-8")
    with pytest.raises(ImportFailure) as failure:
        import_document(path)
    assert failure.value.problem.key == "wrong-value"


def test_a_byte_order_mark_before_an_outline_says_nothing(faq: Path) -> None:
    faq.with_suffix(".toml").write_text("\ufeff" + OUTLINE, encoding="utf-8")
    assert len(import_document(faq).created) == 5


def test_a_wrong_value_is_told_in_the_editor_s_language(faq: Path) -> None:
    faq.with_suffix(".toml").write_text(OUTLINE.replace("proba", "cards"), encoding="utf-8")
    with pytest.raises(CommandError) as error, override("ru"):
        call_command("import_document", faq)
    place = f"{faq.with_suffix('.toml')}:3"
    assert str(error.value).startswith(f"{place}: неверное значение: slug: Этот адрес")


def test_what_an_outline_names_in_vain_is_reported(faq: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = '[headings]\n1 = ["Город", "Горы…"]\n2 = ["Деревня"]\n'
    faq.with_suffix(".toml").write_text(OUTLINE + 'plain = ["О. Да."]\nentries = ["Жабы"]\n' + named, encoding="utf-8")
    report = import_document(faq, dry_run=True)
    assert report.warnings[:3] == [
        ("outline-unused", 0, "Горы…"),
        ("outline-unused", 0, "Деревня"),
        ("outline-unused", 0, "Жабы"),
    ]
    call_command("import_document", faq)
    assert "  proba.txt: " in capsys.readouterr().out


def test_the_outlines_of_the_site_name_nothing_in_vain() -> None:
    for path in fixture_sources():
        assert not [problem for problem in import_document(path).warnings if problem.key == "outline-unused"]


def test_one_bad_file_of_several_writes_none(faq: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("О. Да.", encoding="utf-8")
    bad.with_suffix(".toml").write_text(OUTLINE, encoding="utf-8")
    with pytest.raises(CommandError, match=rf"{re.escape(str(bad))}:1: "):
        call_command("import_document", faq, bad)
    assert rows() == {}
    assert capsys.readouterr().out == ""  # no report of what was taken back
    call_command("import_document", faq, faq)
    first, second = capsys.readouterr().out.splitlines()
    assert first != second
    assert (first[:11], second[:11]) == ("proba.txt: ",) * 2


def test_the_report_shows_what_is_odd_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_document", *(path for path in fixture_sources() if path.name.startswith("004")))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0].strip() for line in lines[1:]] == [
        "004_ff0ce4816cad4a48.txt:79",
        "004_ff0ce4816cad4a48.txt:83",
    ]


def test_markdown_needs_no_outline_when_it_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "house.md"
    path.write_text(
        '+++\ngame = "talisman"\nlanguage = "pl"\nslug = "zasady-domowe"\n+++\n# Zasady domowe\n\n## Ropucha\n\n'
        "**Q:** Czy Ropucha może?\n\n**A:** Nie, *nigdy*.\n",
        encoding="utf-8",
    )
    import_document(path)
    entry = Entry.objects.get(source__slug="zasady-domowe", kind="ruling")
    assert (entry.title, entry.text, entry.verdict, entry.locator) == (
        "Czy Ropucha może?",
        "Nie, nigdy.",
        "no_if",
        (10, 12),
    )
    assert [card.slug for card in entry.cards.all()] == ["zhaba"]


def test_another_document_at_the_address_of_one_is_refused(kb: None, tmp_path: Path) -> None:
    """Two files of one name would take each other's place, and what people linked to would be gone."""
    path = tmp_path / "faq.md"
    path.write_text("---\ngame: talisman\nlanguage: ru\n---\n# Новое\n\nДругой текст.\n", encoding="utf-8")
    before = Entry.objects.live().count()
    with pytest.raises(ImportFailure) as failure:
        import_document(path)
    assert failure.value.problem.key == "other-document"
    assert Entry.objects.live().count() == before
