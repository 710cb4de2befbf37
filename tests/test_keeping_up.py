"""After every change the mentions and pages are those that linking everything anew would make."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rulings.editing import Edit, delete, remove, set_state
from rulings.models import Entry, Game, Mention, Name, Source
from rulings.publishing import publish
from tests.made import card, entry
from tests.renaming import rename

pytestmark = pytest.mark.usefixtures("index")


class Shelf(NamedTuple):
    """A base game with two expansions; each has one source, the second one's is Polish."""

    base: Source
    first: Source
    second: Source


def source(slug: str, name: str, language: str, parent: Game | None = None) -> Source:
    game = Game.objects.create(slug=slug, parent=parent)
    edit = Edit(game)
    Name(game=game, text=name, language=language).save()
    edit.finish()
    return Source.objects.create(game=game, slug="s", language=language, title=name)


@pytest.fixture
def shelf() -> Shelf:
    base = source("bububa", "Бубуба", "ru")
    first = source("first", "Приблуда Первая", "ru", base.game)
    return Shelf(base, first, source("second", "Druga Przybuda", "pl", base.game))


Change = Callable[[], object]


def linked() -> tuple[set[tuple[object, ...]], dict[int, tuple[str, str]]]:
    """All mentions and pages of this shelf's games."""
    games = Entry.objects.filter(source__game__slug__in=["bububa", "first", "second"])
    mentions = Mention.objects.filter(entry__in=games)
    rows = mentions.values_list("entry", "field", "start", "end", "card", "to_entry", "game", "citation", "made_by")
    return set(rows), {key: (title, html) for key, title, html in games.values_list("pk", "title_html", "html")}


def blocking_name(shelf: Shelf) -> Change:
    card(shelf.second.game, "Ognisty Miecz")
    entry(shelf.second, "t", "Gracz bierze Miecz Ognisty i odchodzi.")
    return lambda: card(shelf.second.game, "Miecz Ognisty", recognise="never")


def blocking_name_goes(shelf: Shelf) -> Change:
    entry(shelf.second, "t", "Gracz bierze Miecz Ognisty i odchodzi.")
    card(shelf.second.game, "Ognisty Miecz")
    blocking = card(shelf.second.game, "Miecz Ognisty", recognise="never")
    return lambda: delete(blocking)


def end_of_a_list(shelf: Shelf) -> Change:
    card(shelf.base.game, "Сказание 2")
    card(shelf.base.game, "Сказание 3")
    entry(shelf.base, "т", "Так бывает в Сказаниях 2, 3 и 5 всегда.")
    return lambda: card(shelf.base.game, "Сказание 5")


def middle_of_a_list(shelf: Shelf) -> Change:
    card(shelf.base.game, "Сказание 2")
    other = card(shelf.base.game, "Сказание 9")
    card(shelf.base.game, "Сказание 5")
    entry(shelf.base, "т", "Так бывает в Сказаниях 2, 3 и 5 всегда.")
    return lambda: rename(other.names.get(), text="Сказание 3")


def card_of_a_heading(shelf: Shelf) -> Change:
    carried = card(shelf.base.game, "Ыргх")
    entry(shelf.base, "Особая утварь и ложки", "Текст.", cards=(carried,))
    entry(shelf.first, "т", "Читайте Особая утварь и ложки сегодня.")
    return lambda: delete(carried)


def parent_goes(shelf: Shelf) -> Change:
    entry(shelf.base, "т", "Здесь Приблуда Первая важна.")
    entry(shelf.second, "t", "Tu «Приблуда Первая» i Бубуба.")
    entry(shelf.first, "т", "А здесь «Druga Przybuda» и Бубуба.")
    return lambda: rename(shelf.first.game, parent=None)


def parent_comes(shelf: Shelf) -> Change:
    rename(shelf.first.game, parent=None)
    parent_goes(shelf)
    return lambda: rename(shelf.first.game, parent=shelf.base.game)


def numbered(shelf: Shelf) -> Entry:
    made = entry(shelf.base, "Пляски на столе", "Текст.", number="7.7")
    entry(shelf.base, "т", "Смотрите п. 7.7, раздел «Пляски на столе», «Пляски на столе» на стр. 4 правил.")
    entry(shelf.first, "т", "Смотрите п. 7.7 базовых правил и «Пляски на столе» на стр. 4 правил базовой игры.")
    return made


def number(shelf: Shelf) -> Change:
    section = numbered(shelf)
    return lambda: rename(section, number="7.8")


def title(shelf: Shelf) -> Change:
    section = numbered(shelf)
    return lambda: rename(section, title="Прыжки на столе")


def draft(shelf: Shelf) -> Change:
    section = numbered(shelf)
    return lambda: set_state([section], "draft")


def removed(shelf: Shelf) -> Change:
    section = numbered(shelf)
    return lambda: remove([section])


def second_of_a_number(shelf: Shelf) -> Change:
    numbered(shelf)
    return lambda: entry(shelf.base, "Другое", "Текст.", number="7.7")


def second_of_a_title(shelf: Shelf) -> Change:
    numbered(shelf)
    return lambda: entry(shelf.base, "Пляски на столе", "Текст.")


def source_elsewhere(shelf: Shelf) -> Change:
    numbered(shelf)
    other = Game.objects.create(slug="other")
    return lambda: rename(shelf.base, game=other)


def source_deleted(shelf: Shelf) -> Change:
    numbered(shelf)
    return lambda: delete(shelf.base)


def set_of_a_code(shelf: Shelf) -> Change:
    one = card(shelf.base.game, "Вася Петров", code="Q8", of_set="Набор А")
    card(shelf.base.game, "Федя Иванов", code="Q8", of_set="Набор Б")
    entry(shelf.base, "т", "Смотрите (Коробка Чудес, Q8) и (Набор Б, Q8) ещё.")
    return lambda: rename(one, set="Коробка Чудес")


def namesake(shelf: Shelf) -> Change:
    card(shelf.base.game, "Красная Шляпа")
    entry(shelf.base, "т", "Есть Красная Шляпа там.")
    return lambda: card(shelf.base.game, "Красные Шляпы")


def kind_makes_a_tie(shelf: Shelf) -> Change:
    one = card(shelf.base.game, "Жукокрыл", kind="object")
    card(shelf.base.game, "Жукокрыл", kind="spell")
    entry(shelf.base, "т", "Сыграйте заклинание Жукокрыл сейчас.")
    return lambda: rename(one, kind="spell")


def kind_ends_a_tie(shelf: Shelf) -> Change:
    card(shelf.base.game, "Жукокрыл", kind="object")
    other = card(shelf.base.game, "Жукокрыл", kind="creature")
    entry(shelf.base, "т", "Сыграйте заклинание Жукокрыл сейчас.")
    return lambda: rename(other, kind="spell")


def kind_of_a_code(shelf: Shelf) -> Change:
    card(shelf.base.game, "Вася Петров", kind="object", code="Q9")
    other = card(shelf.base.game, "Федя Иванов", kind="creature", code="Q9")
    entry(shelf.base, "т", "Сыграйте заклинание Q9 сейчас.")
    return lambda: rename(other, kind="spell")


def mistyped_code(shelf: Shelf) -> Change:
    card(shelf.base.game, "Вася Петров", code="Q9", of_set="Набор А")
    other = card(shelf.base.game, "Федя Иванов", code="Q9", of_set="Набор А")
    entry(shelf.base, "т", "Смотрите (Набор А, Q9) и (Набор А, Q6).")
    return lambda: rename(other, code="Q6")


def second_set(shelf: Shelf) -> Change:
    card(shelf.base.game, "Вася Петров", code="Q9")
    card(shelf.base.game, "Федя Иванов", of_set="Волки Севера")
    other = card(shelf.base.game, "Хворолист")
    entry(shelf.base, "т", "Смотрите (Волки Севера, Q9) ещё.")
    return lambda: rename(other, set="Львы Утёса")


def second_set_goes(shelf: Shelf) -> Change:
    card(shelf.base.game, "Вася Петров", code="Q9")
    card(shelf.base.game, "Федя Иванов", of_set="Волки Севера")
    other = card(shelf.base.game, "Хворолист", of_set="Львы Утёса")
    entry(shelf.base, "т", "Смотрите (Волки Севера, Q9) ещё.")
    return lambda: delete(other)


def expansion_as_a_set(shelf: Shelf) -> Change:
    card(shelf.first.game, "Вася Петров", code="Q9")
    card(shelf.base.game, "Федя Иванов", code="Q9", of_set="Волки Севера")
    entry(shelf.first, "т", "Смотрите (Приблуда Вторая, Q9), (Приблуда Первая, Q9) и Q9.")
    return lambda: rename(shelf.first.game.names.get(), text="Приблуда Вторая")


CHANGES = [
    *(blocking_name, blocking_name_goes, end_of_a_list, middle_of_a_list, card_of_a_heading, parent_goes, parent_comes),
    *(number, title, draft, removed, second_of_a_number, second_of_a_title, source_elsewhere, source_deleted),
    *(
        set_of_a_code,
        namesake,
        kind_makes_a_tie,
        kind_ends_a_tie,
        kind_of_a_code,
        mistyped_code,
        second_set,
        second_set_goes,
    ),
    expansion_as_a_set,
]


@pytest.mark.parametrize("prepared", CHANGES)
def test_a_change_leaves_what_linking_everything_anew_makes(shelf: Shelf, prepared: Callable[[Shelf], Change]) -> None:
    change = prepared(shelf)
    before = linked()
    change()
    after = linked()
    assert after != before
    publish(Entry.objects.all())
    assert linked() == after
