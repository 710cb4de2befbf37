"""Whatever the text: a tree that is the whole text, or a ``ParseError`` with a line of it. Never anything else."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from rulings.documents import Document, Outline, ParseError
from rulings.languages import LANGUAGES
from rulings.parsers import PARSERS, markdown, parse

MARKS = [
    *("В. ", "В1. ", "В2: ", "B. ", "В) ", "О. ", "О: ", "0. ", "О) ", "Вопрос 1:", "Вопрос", "Ответ", "Ответ: "),
    *("P. ", "P1. ", "O. ", "Pyt. ", "Odp. ", "Q: ", "A: ", "**Q:** ", "**A:** ", "**Q: ", "- **В:** ", "> О: "),
    *("(1.1) ", "(2.1)", "2.1 ", "2.1.1. ", "[3.1] ", "1. ", "2. ", "2-6. ", "1) ", "(1) ", "а) ", "I. ", "A. ", "B. "),
    *("• ", "•", "- ", "-", "– ", "— ", "* ", "# ", "## ", "###### ", "> ", "```", "~~~", "    ", "\t", "| a |"),
    *("---", "===", "***", "+++", "Пример: ", "Пример:", "Например, ", "Np. ", "Исключение: ", "Wyjątek: "),
    *("P. S. ", "P.S.", "PS: ", "Перевод: ", "Tłumaczenie: ", "Глава 1. ", "ЧАСТЬ I", "Версия 1.2", "title: x"),
]
WORDS = [
    *("Город", "РАЗЪЯСНЕНИЯ ПРАВИЛ", "Да.", "Нет", "Tak, ale", "Может ли Жаба?", "Игрок может:", "Состав:", "Witaj!"),
    *(
        "«Кто там?»",
        "«Не закрыта",
        "„Smok”",
        '"x"',
        "текст идёт.",
        "без точки",
        "55 карт",
        "Раз. Два. Три",
        "слово " * 30,
    ),
    *(
        "и\u0306",
        "ё",
        "?",
        "!",
        ":",
        "…",
        "\\",
        "Trofea - Zamiast",
        "Цена: два",
        "(в скобках)",
        "\u00a0",
        "\u200b",
        "²",
        "٣.",
    ),
]
LINES = st.one_of(
    st.just(""),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from([*MARKS, *WORDS]), max_size=4).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
TEXTS = st.tuples(
    st.sampled_from(["", "\ufeff", "+++\n+++\n", "---\ntitle: x\n---\n"]),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    st.lists(LINES, max_size=25),
).map(lambda parts: parts[0] + parts[1].join(parts[2]))


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, Outline]:
    """A text, and an outline that speaks of its lines, rightly or not."""
    text = draw(TEXTS)
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip()] or ["Город"]
    title = st.one_of(st.sampled_from(lines), st.sampled_from(lines).map(lambda line: f"{line[:4]}…"), st.just("Город"))
    titles = st.lists(title, max_size=3)
    outline = Outline(
        title=draw(st.one_of(st.just(""), title)),
        language=draw(st.sampled_from(sorted(LANGUAGES))),
        format=draw(st.sampled_from(sorted(PARSERS))),
        headings=draw(st.dictionaries(st.sampled_from("123456"), titles, max_size=2)),
        plain=draw(titles),
        entries=draw(titles),
        errata=draw(titles),
        run_in=draw(titles),
    )
    return text, outline


def squeezed(text: str) -> str:
    return re.sub(r"[\s\ufeff\u200b\u2060]+", "", text)


def refusal(error: ParseError | None, text: str, keys: str) -> None:
    """What was refused was refused for one of these reasons, at a line of the text."""
    if error:
        assert re.fullmatch(keys, error.problem.key)
        assert 0 <= error.problem.line <= len(re.split(r"\r\n|\r|\n", text))


def parsed(text: str, outline: Outline) -> Document | None:
    """The tree, or nothing where the text was refused as it may be."""
    document, refused = None, None
    try:
        document = parse(text, outline)
    except ParseError as error:
        refused = error
    refusal(refused, text, "empty|no-entries|answer-without-question")
    if refused and refused.problem.key == "answer-without-question":
        assert refused.problem.line > 0
        assert outline.format in {"faq", "markdown"}
    return document


@given(cases())
def test_a_tree_written_out_again_is_its_text(case: tuple[str, Outline]) -> None:
    document = parsed(*case)
    assert document is None or squeezed(document.text()) == squeezed(case[0])


@given(cases())
def test_lines_are_in_the_file_and_in_order(case: tuple[str, Outline]) -> None:
    document = parsed(*case)
    if document is None:
        return
    count = len(re.split(r"\r\n|\r|\n", case[0]))
    before = 0
    for placed in document.walk():
        node = placed.node
        spans = [span for span in (node.heading, node.lines) if span]
        assert spans
        assert all(1 <= first <= last <= count for first, last in spans)
        assert before <= spans[0][0]
        assert not (node.heading and node.lines) or node.heading[0] <= node.lines[0]
        before = spans[0][0]
        places = [block.line for block in node.blocks]
        assert places == sorted(places)
        assert not places or (node.lines and node.lines[0] <= places[0])
    lines = [problem.line for problem in document.problems]
    assert lines == sorted(lines)
    assert not lines or (lines[0] >= 1 and lines[-1] <= count)


@given(cases())
def test_paths_and_parents_agree(case: tuple[str, Outline]) -> None:
    document = parsed(*case)
    if document is None:
        return
    placed = list(document.walk())
    for at, (node, path, parent) in enumerate(placed):
        assert -1 <= parent < at
        assert len(path) < 8
        if parent < 0:
            assert path == ()
            assert node in document.nodes
        else:
            above = placed[parent]
            assert path == (*above.path, above.node.title)
            assert node in above.node.children
        # A chapter has no text of its own, and what has none is a chapter, unless it is an entry anyway.
        assert (node.kind == "chapter") == (not node.blocks and node.kind not in {"ruling", "note", "erratum"})


@given(cases(), st.sampled_from(["NFC", "NFD"]))
def test_unicode_composition_changes_nothing(case: tuple[str, Outline], form: Literal["NFC", "NFD"]) -> None:
    def outline() -> Outline:
        return Outline(title="Проба", language=case[1].language, format=case[1].format)

    one = parsed(unicodedata.normalize("NFC", case[0]), outline())
    other = parsed(unicodedata.normalize(form, case[0]), outline())
    kinds = [
        [(placed.node.kind, placed.node.lines) for placed in tree.walk()] if tree else None for tree in (one, other)
    ]
    assert kinds[0] == kinds[1]


@given(TEXTS)
def test_a_front_matter_is_read_or_refused(text: str) -> None:
    refused = None
    try:
        markdown.front_matter(text)
    except ParseError as error:
        refused = error
    refusal(refused, text, "outline-.*")


@given(
    st.dictionaries(
        st.one_of(st.sampled_from(["title", "game", "plain", "entries", "headings", "date"]), st.text(max_size=5)),
        st.recursive(
            st.one_of(st.text(max_size=5), st.integers(), st.booleans(), st.dates()),
            lambda values: st.one_of(
                st.lists(values, max_size=3), st.dictionaries(st.text(max_size=3), values, max_size=3)
            ),
            max_leaves=5,
        ),
        max_size=4,
    )
)
def test_an_outline_is_taken_or_refused(data: dict[str, object]) -> None:
    refused, outline = None, Outline()
    try:
        outline = Outline.from_dict(data)
    except ParseError as error:
        refused = error
    refusal(refused, "", "outline-.*")
    assert outline.level("Город") in {None, 1, 2, 3, 4, 5, 6}
