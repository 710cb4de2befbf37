"""Markdown: its headings, its pairs, and what only looks like one of them."""

from __future__ import annotations

import pytest

from rulings.documents import Outline
from rulings.parsers import parse
from tests.sketches import sketch, sketched


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("# А\n\nТекст.", ["section А 3"]),
        ("# Проба\n\nТекст.\n\n## Б\n\nТекст.", ["note 3", "section Б 7"]),
        ("# А\n\n# Б\n\nТекст.", ["chapter А", "section Б 5"]),
        ("## А\n\n---\n\n### Б\n\nТекст.", ["chapter А", "  section Б 7"]),
        ("## А\n\nТекст.\n\n---\n\n## Б\n\nТекст.", ["section А 3", "section Б 9"]),
        ("## 2.4. А\n\nТекст.", ["section 2.4 А 3"]),
        ("## *А* и [Б](x)\n\nТекст.", ["section А и Б 3"]),
        ("А\n---\n\nТекст.", ["section А 4"]),
        ("| a |\n---\nТекст.", ["note 1-3"]),
        ("**Q:** Да?\n**A:** Да.", ["ruling Q Да? 1-2"]),
        ("**Q**: Да?\n\n**A**: Да.", ["ruling Q Да? 1-3"]),
        ("**В1. Да?**\n\n**О.** Да.", ["ruling В1 Да? 1-3"]),
        ("- **Вопрос:** Да?\n- **Ответ:** Да.", ["ruling Вопрос Да? 1-2"]),
        ("> В: Да?\n> О: Да.", ["ruling В Да? 1-2"]),
        ("В: Одна\nстрока?\nО: Да.", ["ruling В Одна строка? 1-3"]),
        ("## В: Да?\n\nО: Да.\n\nЕщё.\n\n## Б\n\nТекст.", ["ruling В Да? 1-5", "section Б 9"]),
        ("## Можно?\n\nО: Да.", ["ruling Можно? 1-3"]),
        ("## Можно?\n\nДа.", ["section Можно? 3"]),
        ("```\nВ: Да?\n# А\n```", ["note 1-4"]),
        ("    В: Да?", ["note 1"]),
        ("PS.", ["note PS. 1"]),
        ("В: Да?\n\nДа.\n\nP. S. Ещё.\n\n*Перевод: Иван*", ["ruling В Да? 1-3", "note P. S. 5", "note 7"]),
    ],
)
def test_markdown_becomes_its_tree(text: str, tree: list[str]) -> None:
    assert sketched(text, "markdown") == tree


@pytest.mark.parametrize(
    ("text", "tree", "bodies"),
    [
        ("# А\n\nТекст.\n\n##   ##\n\nЕщё.", ["section А 3-7"], ["Текст.\n\n\nЕщё."]),
        ("# А\n\nТекст.\n\n#\n\n# Б\n\nТекст.", ["section А 3", "section Б 9"], ["Текст."] * 2),
        ("# \n\n# А\n\nТекст.\n\n## Б\n\nТекст.", ["note 5", "section Б 9"], ["Текст."] * 2),
        ("## А\n\n## *\n\n### Б\n\nТекст.", ["chapter А", "  section Б 7"], ["Текст."]),
        ("## ![](x.png)\n\nТекст.", ["note 3"], ["Текст."]),
        ("В: Да?\n##\nА если?\n\nО: Нет.", ["ruling В Да? А если? 1-5"], ["Нет."]),
        ("**Q: Да?**\n#\n**A: Нет.**", ["ruling Q Да? 1-3"], ["**Нет.**"]),
        ("## Можно?\n#\nО: Да.", ["ruling Можно? 1-3"], ["Да."]),
    ],
)
def test_a_heading_without_words_is_no_section_and_is_reported(text: str, tree: list[str], bodies: list[str]) -> None:
    document = parse(text, Outline(title="Проба", language="ru", format="markdown"))
    assert sketch(document) == tree
    assert [block.text for placed in document.walk() for block in placed.node.blocks] == bodies
    assert [problem.key for problem in document.problems] == ["heading-empty"]
    assert "".join(document.text().split()) == "".join(text.split())


@pytest.mark.parametrize("language", ["ru", "pl", "en"])
@pytest.mark.parametrize(
    "pair",
    [
        ("В: Да?", "О: Да."),
        ("P: Да?", "O: Да."),
        ("Q: Да?", "A: Да."),
        ("**В:** Да?", "**О:** Да."),
        ("**P1.** Да?", "**O.** Да."),
        ("**Q:** Да?", "**A:** Да."),
        ("**Вопрос:** Да?", "**Ответ:** Да."),
        ("Pytanie: Да?", "Odpowiedź: Да."),
    ],
)
def test_markdown_knows_the_marks_of_every_language(pair: tuple[str, str], language: str) -> None:
    tree = sketched("# А\n\n" + "\n\n".join(pair), "markdown", language)
    mark = pair[0].strip("*").split()[0].rstrip(".:*")
    assert tree == ["chapter А", f"  ruling {mark} Да? 3-5"]


@pytest.mark.parametrize(
    ("text", "language"),
    [("B: Druga opcja.", "pl"), ("**B.** Druga opcja.", "pl"), ("**P. S.** Ещё.", "ru"), ("P.S. Ещё.", "ru")],
)
def test_markdown_takes_no_option_and_no_postscript_for_a_question(text: str, language: str) -> None:
    assert not any("ruling" in line for line in sketched(f"# А\n\nТ.\n\n{text}", "markdown", language))


def test_an_answer_in_bold_from_end_to_end_stays_bold() -> None:
    text = "**Q: Да?**\n\n**A: Да, всегда.**"
    document = parse(text, Outline(language="ru", format="markdown"))
    assert sketch(document) == ["ruling Q Да? 1-3"]
    assert document.nodes[0].blocks[0].text == "**Да, всегда.**"
    assert document.text() == "**Q: Да?**\n**A: Да, всегда.**"
