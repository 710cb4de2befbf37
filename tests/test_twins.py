"""What stands twice in a source: an import knows the one from the other, wherever an editor put them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulings.aligning import aligned
from rulings.editing import move
from rulings.importing import import_document
from rulings.models import Entry
from tests.desk import edited
from tests.growth import takes_less

pytestmark = pytest.mark.usefixtures("kb")

QUESTIONS = ("Сражается ли персонаж с драконом в городе?", "Теряет ли враг удачу на мосту?", "Можно ли взять коня?")
TWIN = "\n\n".join(["# Враг\n\nТекст о враге.", *(f"**Q:** {question}\n\n**A:** Да." for question in QUESTIONS)])
TEXT = f"# Река\n\nТекст реки.\n\n{TWIN}\n\n# Поле\n\nТекст поля.\n\n{TWIN}\n\n# Конец\n\nТекст конца.\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "proba.md"
    path.with_suffix(".toml").write_text(
        'title = "Проба"\ngame = "talisman"\nslug = "proba"\nlanguage = "ru"\n', encoding="utf-8"
    )
    put(path, TEXT)
    return path


def put(path: Path, text: str) -> list[int]:
    """Import a text; how many entries the report calls created, updated, removed and kept."""
    path.write_text(text, encoding="utf-8")
    report = import_document(path)
    return [len(labels) for labels in (report.created, report.updated, report.removed, report.kept)]


def twins(title: str) -> list[Entry]:
    """In the order they stand on the site."""
    return list(Entry.objects.filter(source__slug="proba", title=title).order_by("position"))


def rows() -> list[tuple[object, ...]]:
    facts = ("pk", "anchor", "title", "parent", "position", "state")
    return list(Entry.objects.filter(source__slug="proba").order_by("pk").values_list(*facts))


def identities() -> dict[object, tuple[object, ...]]:
    """Of every row its anchor, title and heading."""
    return {row[0]: row[1:4] for row in rows()}


@pytest.mark.parametrize(("title", "at"), [("Враг", 1), (QUESTIONS[2], 0), (QUESTIONS[0], 1)])
@pytest.mark.parametrize("step", [-1, 1])
def test_a_twin_that_an_editor_moved_stays_what_it_is(path: Path, title: str, at: int, step: int) -> None:
    move(twins(title)[at], step)
    before, known = rows(), identities()
    for _ in range(2):
        assert put(path, TEXT) == [0, 0, 0, 0]
        assert rows() == before
    # Nor do changes elsewhere give its address to the other.
    changed = TEXT.replace("Текст реки.", "Иной текст.").replace("# Поле", "# Луг\n\nО луге.\n\n# Поле")
    assert put(path, changed.replace("конца", "края")) == [1, 2, 0, 0]
    assert known.items() <= identities().items()


def test_a_twin_that_an_editor_put_under_the_other_heading_stays_there(path: Path) -> None:
    edited(twins(QUESTIONS[2])[0], parent=twins("Враг")[1])
    before = rows()
    for _ in range(2):
        assert put(path, TEXT) == [0, 0, 0, 1]
        assert rows() == before


def test_a_twin_whose_lines_an_editor_gave_another_takes_nothing_from_it(path: Path) -> None:
    one, other = twins(QUESTIONS[2])
    edited(one, first_line=other.first_line, last_line=other.last_line)
    before = rows()
    assert put(path, TEXT) == [0, 0, 0, 1]
    assert rows() == before


@pytest.mark.parametrize("seed", range(4))
def test_importing_the_same_again_changes_nothing_whatever_was_moved(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    places = ("# Река", "# Поле", "## Враг", "# Конец")
    text = "# Начало\n\n" + "\n\n".join(chance.choice((TWIN, chance.choice(places))) for _ in range(7))
    put(path, text)
    for _ in range(2):
        for entry in chance.sample(list(Entry.objects.live().filter(source__slug="proba").order_by("pk")), 3):
            move(entry, chance.choice((-1, 1)))
        before = rows()
        assert put(path, text) == [0, 0, 0, 0]
        assert rows() == before
    # Nor does it take an address from anything when a question is put in somewhere.
    parts, known = text.split("**Q:** "), identities()
    parts.insert(chance.randrange(1, len(parts)), "Новый ли это вопрос?\n\n**A:** Да.\n\n")
    assert put(path, "**Q:** ".join(parts)) == [1, 0, 0, 0]
    assert known.items() <= identities().items()


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("abcab", "abcab", "abcab"),
        ("abcab", "abxcab", "ab.cab"),
        # Around what each has once, though it stands elsewhere too.
        ("xaayaa", "xayaa", "xayaa"),
        ("aaxaa", "axa", "axa"),
        ("axayaz", "ayaxaz", "a..xaz"),
        ("aaa", "aa", "aa"),
        ("ab", "cd", ".."),
        ("", "ab", ".."),
        ("abcd", "dabc", ".abc"),
        ("aebecd", "zaebydec", ".aeb..ec"),
    ],
)
def test_lines_stand_beside_the_same_in_the_other_version(before: str, after: str, same: str) -> None:
    found = aligned(before, after)
    assert "".join(line if at in found else "." for at, line in enumerate(after, 1)) == same
    assert all(before[there - 1] == after[here - 1] for here, there in found.items())
    theirs = [there for _, there in sorted(found.items())]
    assert theirs == sorted({*theirs})


def test_lines_of_a_long_text_in_any_order_are_aligned_at_once() -> None:
    lines = [str(number) for number in range(20_000)]
    shuffled = random.Random(7).sample(lines, len(lines))
    assert takes_less(lambda: aligned(lines, shuffled), 0.5)
    assert takes_less(lambda: aligned(["", "а"] * 10_000, ["", "а", "б"] * 10_000), 0.5)
