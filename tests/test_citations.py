"""References to a book that isn't here become links by themselves when it is imported."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from rulings.deciding import decide, undecided
from rulings.documents import Outline
from rulings.importing import import_text
from rulings.models import Entry, Mention, Source
from rulings.models.states import CONFIRMED, FOUND, REFUSED
from tests.desk import links_of
from tests.renaming import rename

pytestmark = pytest.mark.usefixtures("index")

RULES = """# Правила базовой игры

## Встречи

Закончив движение, персонаж совершает встречу.

## Бой

Сначала бросают кубик.
"""


def imported(
    text: str = RULES,
    game: str = "talisman",
    language: str = "ru",
    slug: str = "rules",
    title: str = "Правила базовой игры",
) -> None:
    facts = {"game": game, "slug": slug, "title": title, "language": language, "format": "markdown"}
    import_text(Path(f"{slug}.md"), text, Outline.from_dict(facts))


def test_citation_becomes_a_link_when_its_book_is_imported(ruling: Entry) -> None:
    citation = Mention.objects.get(entry=ruling, citation__isnull=False)
    assert citation.surface.startswith("Встречи» на странице 9")
    assert citation.citation == f"«{citation.surface}"
    assert f">«{citation.surface}</cite>" in ruling.html
    changed = ruling.changed_at
    imported()
    target = Entry.objects.get(source__slug="rules", title="Встречи")
    assert not Mention.objects.filter(entry=ruling, citation__isnull=False).exists()
    link = Mention.objects.get(entry=ruling, to_entry=target)
    assert (link.start, link.surface) == (citation.start, citation.surface)
    ruling.refresh_from_db()
    assert f'href="/-/{target.path}"' in ruling.html
    assert ruling.changed_at == changed  # its own words are as they were


def test_link_becomes_a_citation_again_when_the_heading_is_gone(ruling: Entry) -> None:
    imported()
    imported(RULES.replace("## Встречи", "## Приключения").replace("совершает встречу", "идёт дальше"))
    assert Mention.objects.filter(entry=ruling, citation__isnull=False).count() == 1


def test_nothing_but_a_refusal_keeps_a_citation_from_its_book(ruling: Entry, desk: Client) -> None:
    citation = Mention.objects.get(entry=ruling, citation__isnull=False)
    (row,) = (row for row in desk.get(links_of(ruling)).context["rows"] if row.mention == citation)
    assert row.state == "citation"
    assert decide([citation], CONFIRMED) == []
    Mention.objects.filter(pk=citation.pk).update(made_by=CONFIRMED)  # as it was possible once
    imported()
    link = Mention.objects.get(entry=ruling, to_entry__title="Встречи")
    assert (link.surface, link.made_by) == (citation.surface, FOUND)
    imported(RULES.replace("## Встречи", "## Приключения"))
    decide([Mention.objects.get(entry=ruling, citation__isnull=False)], REFUSED)
    imported()
    assert not Mention.objects.filter(entry=ruling, to_entry__title="Встречи").exists()


def referred(game: str) -> list[tuple[str, str]]:
    """The references of a game's rules: what is said, and at which address it leads to."""
    mentions = Mention.objects.filter(entry__source__game__slug=game, entry__source__slug="rules", card=None, game=None)
    return [(one.surface, one.to_entry.path if one.to_entry else "") for one in mentions.order_by("start")]


def left_open(game: str) -> list[tuple[str, list[str]]]:
    """What of a game's rules may mean several things alike: what is said, and what the things are called."""
    entries = Entry.objects.placed().filter(source__game__slug=game, source__slug="rules").order_by("position")
    return [(one.piece.text, [str(thing) for thing in one.things]) for entry in entries for one in undecided(entry)]


TWICE = """# Правила дополнения

## 2.5 Свой бой

Тут.

## 2.5 Чужой бой

Там.

## Порядок

См. (2.5), п. 2.5 и раздел 2.5 правил этого документа; в разделе «Встречи» основной игры.
"""


def test_reference_to_what_stands_here_twice_is_left_to_the_editor(index: None, desk: Client) -> None:
    imported(RULES)
    imported(TWICE, "talisman-dungeon")
    ours, theirs = "2.5 Свой бой", "2.5 Чужой бой"
    numbers = [(text, [ours, theirs]) for text in ("2.5", "п. 2.5", "раздел 2.5 правил этого документа")]
    assert left_open("talisman-dungeon") == numbers
    assert [path.split("/")[:2] for _surface, path in referred("talisman-dungeon")] == [["talisman", "rules"]]
    imported(RULES.replace("кубик", "жребий"), slug="second", title="Второе издание")
    assert referred("talisman-dungeon") == []
    assert left_open("talisman-dungeon")[3:] == [("Встречи» основной игры", ["Встречи", "Встречи"])]
    speaking = Entry.objects.get(source__game__slug="talisman-dungeon", title="Порядок")
    *_, row = (row for row in desk.get(links_of(speaking)).context["rows"] if row.state == "open")
    assert [label.rpartition(" · ")[2] for _key, label in row.choices] == ["Правила базовой игры", "Второе издание"]


OF_EXPANSION = """# Правила дополнения

## Встречи

В дополнении встречи другие.

## Порядок

Смотрите «Встречи» на стр. 9 правил базовой игры, «Встречи» в базовых правилах, раздел «Встречи» основной игры.
Здесь — «Встречи» на стр. 2 и «Встречи» на стр. 2 правил дополнения.
"""
IN_POLISH = (
    OF_EXPANSION.replace("Встречи", "Spotkania")
    .replace("Смотрите", "Patrz")
    .replace("раздел «", "w rozdziale «")
    .replace("на стр. 9 правил базовой игры", "na stronie 9 instrukcji podstawowej")
    .replace("в базовых правилах", "w instrukcji do gry podstawowej")
    .replace("основной игры", "instrukcji podstawowej")
    .replace("на стр.", "na str.")
    .replace("правил дополнения", "instrukcji dodatku")
)


@pytest.mark.parametrize(
    ("language", "text", "word"), [("ru", OF_EXPANSION, "Встречи"), ("pl", IN_POLISH, "Spotkania")]
)
def test_book_of_the_base_game_is_looked_for_in_the_base_game_alone(
    index: None, language: str, text: str, word: str
) -> None:
    imported(text, "talisman-dungeon", language)
    section = "talisman-dungeon/rules/" + Entry.objects.get(source__game__slug="talisman-dungeon", title=word).anchor
    here = [f"{section}/"] * 2
    assert [path for _surface, path in referred("talisman-dungeon")] == ["", "", "", *here]
    imported(RULES.replace("Встречи", word), "talisman", language)
    base = "talisman/rules/" + Entry.objects.get(source__slug="rules", source__game__slug="talisman", title=word).anchor
    assert [path for _surface, path in referred("talisman-dungeon")][:3] == [f"{base}/"] * 3


def test_base_game_means_no_expansion_by_its_rules(ruling: Entry) -> None:
    imported(OF_EXPANSION, "talisman-dungeon")
    assert Mention.objects.filter(entry=ruling, citation__startswith="«Встречи» на странице 9").exists()
    imported()
    assert not Mention.objects.filter(entry=ruling, citation__isnull=False).exists()


def test_book_of_the_base_game_is_not_the_one_that_speaks_of_it(index: None) -> None:
    imported(
        "# Разъяснения\n\n## Встречи\n\nСм. «Встречи» на стр. 9 правил базовой игры, «Встречи» на стр. 2.\n\n"
        "## Бой\n\nСм. «Встречи» на стр. 9 правил базовой игры.\n"
    )
    assert {path for surface, path in referred("talisman") if "базовой" in surface} == {""}


def test_section_shows_what_refers_to_it(ruling: Entry, client: Client) -> None:
    imported()
    target = Entry.objects.get(source__slug="rules", title="Встречи")
    page = client.get(target.url("ru")).content.decode()
    assert ruling.url("ru") in page.partition("Сюда ссылаются")[2]


PARTS = """# Правила

## III. Сражения

Смотрите раздел 2.5 правил этого документа. В главе Город мира закрыты двери.

## 2.5 Правила схватки

Участник II этапа читает раздел III этого документа и главу II, а не раздел III базовых правил. Раздел 2.5 короток.

## Город мира

После боёв части Города и Деревни закрыты. В части Города и Деревни тихо, а в части Долины.
"""


def test_part_leads_to_the_chapter_that_is_here(index: None) -> None:
    imported(PARTS)
    found = [
        (mention.surface, mention.to_entry.title if mention.to_entry else mention.citation and "")
        for mention in Mention.objects.filter(entry__source__slug="rules").order_by("entry__position", "start")
        if not mention.card
    ]
    assert found == [
        ("раздел 2.5 правил этого документа", "Правила схватки"),
        ("Город мира", "Город мира"),
        ("раздел III этого документа", "Сражения"),
        ("главу II", ""),
        ("раздел III базовых правил", ""),
        ("Долины", ""),
    ]
    cards = Mention.objects.filter(entry__source__slug="rules", card__isnull=False).order_by("start")
    assert [mention.surface for mention in cards] == ["Города", "Деревни", "Города", "Деревни"]


OTHERS_NUMBERS = """# Правила дополнения

## 2.5 Свой бой

См. п. 2.5 правил базовой игры, (2.5) базовых правил и раздел 2.5 базовых правил.
И ещё пункт 2.5 правил, шаг 4 базовых правил.
"""


def test_number_of_another_book_never_leads_to_this_ones_own(index: None) -> None:
    imported(OTHERS_NUMBERS, "talisman-dungeon")
    citations = [
        "п. 2.5 правил базовой игры",
        "2.5) базовых правил",
        "раздел 2.5 базовых правил",
        "пункт 2.5 правил",
        "шаг 4 базовых правил",
    ]
    assert referred("talisman-dungeon") == [(surface, "") for surface in citations]
    imported("# Правила\n\n## 2.5 Бой\n\nСначала бросают кубик.\n")
    base = Entry.objects.get(source__slug="rules", number="2.5", source__game__slug="talisman").path
    assert [path for _surface, path in referred("talisman-dungeon")] == [base, base, base, "", ""]


def test_page_alone_is_cited_of_the_book_that_the_text_speaks_of(index: None) -> None:
    imported(
        "# Правила\n\n## Бой\n\nСм. «Встречи» на стр. 9 правил базовой игры, а также стр. 10.\n\n"
        "## Ход\n\nСм. стр. 3.\n"
    )
    cited = Mention.objects.filter(entry__source__slug="rules", citation__isnull=False).order_by(
        "entry__position", "start"
    )
    assert [(one.surface, one.citation) for one in cited] == [
        ("Встречи» на стр. 9 правил базовой игры", "«Встречи» на стр. 9 правил базовой игры"),
        ("стр. 10", "стр. 10 правил базовой игры"),
        ("стр. 3", "стр. 3"),
    ]


def test_number_is_never_cut_out_of_a_longer_one(index: None) -> None:
    imported(
        "# Правила\n\n## 2.5 Бой\n\nБой.\n\n## Ход\n\nСм. п. 2.5а, п. 2.5.1, (2.5а) и (2.5).\n", "talisman-dungeon"
    )
    section = Entry.objects.get(source__slug="rules", number="2.5").path
    assert referred("talisman-dungeon") == [("п. 2.5а", ""), ("п. 2.5.1", ""), ("2.5", section)]


def test_heading_is_known_by_its_words(index: None) -> None:
    imported(
        "# Правила\n\n## «Встречи»:\n\nЗдесь.\n\n## Ещё бой\n\nТам.\n\n## Ещё бой…\n\nСям.\n\n## Порядок\n\n"
        "См. «2.5. Встречи» на стр. 2, «ВСТРЕЧИ.» на стр. 3, «Еще бой» на стр. 4 и «Еще бой.» на стр. 5.\n"
    )
    titles = {entry.path: entry.title for entry in Entry.objects.filter(source__slug="rules")}
    assert [titles.get(path, "") for _surface, path in referred("talisman")] == [
        "«Встречи»:",
        "«Встречи»:",
        "Ещё бой",
    ]
    assert left_open("talisman") == [("Еще бой.» на стр. 5", ["Ещё бой", "Ещё бой…"])]  # as like the one as the other
    imported("# Правила\n\n## Порядок\n\nСм. «Встречи» на стр. 2.\n")
    assert [path for _surface, path in referred("talisman")] == [""]
    imported("# Правила\n\n## Встречи:\n\nЗдесь.\n\n## Порядок\n\nСм. «Встречи» на стр. 2.\n")
    assert [path for _surface, path in referred("talisman")] != [""]


BOOK = """# Книга

## III. Сражения

Бой.

## 2.5 Бой

Бой.

## Пляски на столе

Бой.
"""


@pytest.mark.parametrize(
    ("said", "of_base", "of_expansion"),
    [
        # what is said, and where it leads: said in the base game's questions, in the expansion's
        ("«Пляски на столе» на стр. 4 правил", "talisman/rules", "talisman/rules"),
        ("«Пляски на столе» на стр. 4 правил базовой игры", "talisman/rules", "talisman/rules"),
        ("«Пляски на столе» на стр. 4 дополнения", "talisman-dungeon/sheet", "talisman-dungeon/sheet"),
        ("«Пляски на столе» на стр. 4 дополнения «Подземелье»", "talisman-dungeon/sheet", "talisman-dungeon/sheet"),
        ("«Пляски на столе» на стр. 4 дополнения «Тёмный Лес»", "", ""),
        ("в разделе «Пляски на столе» дополнения «Тёмный Лес»", "", ""),
        ("«Пляски на столе» в правилах дополнения", "talisman-dungeon/sheet", "talisman-dungeon/sheet"),
        ("п. 2.5 правил дополнения", "", ""),  # the sheet isn't called so
        ("«Пляски на столе» на стр. 4 памятки", "talisman-dungeon/sheet", "talisman-dungeon/sheet"),
        ("«Пляски на столе» на стр. 4 буклета", "", ""),
        ("п. 2.5 правил", "talisman/rules", "talisman/rules"),
        ("раздел III книги правил", "talisman/rules", "talisman/rules"),
        ("п. 2.5 дополнения", "talisman-dungeon/sheet", "talisman-dungeon/sheet"),
        ("п. 2.5 дополнения «Тёмный Лес»", "", ""),
        ("п. 2.5 памятки", "talisman-dungeon/sheet", "talisman-dungeon/sheet"),
        ("п. 2.5 буклета", "", ""),
        ("п. 2.5 турнирных правил", "", ""),  # which are others
        ("п. 2.5 FAQ", "", ""),
        ("2.5 правил", "talisman/rules", "talisman/rules"),
        ("п. 2.5", "", ""),
    ],
)
def test_a_reference_leads_into_the_book_that_it_names(index: None, said: str, of_base: str, of_expansion: str) -> None:
    imported(f"# Вопросы\n\n## Разное\n\nСмотрите {said}.\n", slug="asked", title="Вопросы и ответы")
    imported(f"# Вопросы\n\n## Разное\n\nСмотрите {said}.\n", "talisman-dungeon", slug="asked", title="Вопросы")
    imported(BOOK)
    imported(BOOK, "talisman-dungeon", slug="sheet", title="Памятка")
    mentions = Mention.objects.filter(entry__source__slug="asked", game=None).order_by("entry__source__game__slug")
    led = ["/".join(one.to_entry.path.split("/")[:2]) if one.to_entry else "" for one in mentions]
    assert led == [of_base, of_expansion]


def test_a_book_with_a_new_title_is_the_one_that_is_spoken_of(index: None) -> None:
    imported("# Вопросы\n\n## Разное\n\nСмотрите п. 2.5 правил.\n", slug="asked", title="Вопросы и ответы")
    imported(BOOK, title="Первая тетрадь")
    (mention,) = Mention.objects.filter(entry__source__slug="asked")
    assert mention.citation
    rename(Source.objects.get(slug="rules"), title="Правила игры")
    (mention,) = Mention.objects.filter(entry__source__slug="asked")
    assert mention.to_entry == Entry.objects.get(source__slug="rules", number="2.5")
