from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.deciding import undecided
from rulings.mentioning import _Taken
from rulings.models import Entry, Mention, Name
from rulings.publishing import publish
from tests.made import card, entry

pieces = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)).map(lambda pair: (pair[0], sum(pair))), max_size=20)


@given(pieces)
def test_pieces_of_a_text_are_taken_when_nothing_of_them_is(wanted: list[tuple[int, int]]) -> None:
    taken, own = _Taken(), list[tuple[int, int]]()
    for start, end in wanted:
        is_free = all(end <= other or start >= other_end for other, other_end in own)
        assert taken.is_free(start, end) == is_free
        assert taken.take(start, end) == is_free
        if is_free:
            own.append((start, end))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Возьмите заклинание «Ворон».", ["spell"]),
        ("Двух заклинаний Воронов мало, а предмета \u00a0„Ворон” хватит.", ["spell", "object"]),
        ("Спросите героя. Ворон молчит.", []),  # what stands in front is another sentence
        ("Заклинание творит Ворон.", []),
        ("Клетка «Ворон» занята.", []),  # no such thing is a space
        ("В дополнении «Ворон» всё иначе.", ["game"]),
    ],
)
def test_of_things_that_share_a_name_the_kind_in_front_of_it_tells(
    index: None, ruling: Entry, text: str, kinds: list[str]
) -> None:
    game = ruling.source.game
    for kind in ("spell", "object"):
        card(game, "Ворон", kind=kind)
    Name.objects.create(game=game, text="Ворон", language="ru", role="alias")
    made = entry(ruling.source, "Разное", text)
    mentions = Mention.objects.filter(entry=made).order_by("start")
    assert [one.card.kind if one.card else "game" for one in mentions] == kinds
    assert bool(list(undecided(made))) == (not kinds)


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("См. https://ya.ru/Ворон?x=Ворон тут, а Ворон там.", ["Ворон"]),
        ("На www.Ворон.рф и Ворон@ya.ru, в Ворон_1.txt", []),
        ("«Ворон»@ без точки и Ворон_, Ворон/Жаба", ["Ворон", "Ворон", "Ворон", "Жаба"]),
        ("Чёрный\u2009Ворон и Чёрный\u202fВорон, Чёрный\n\nВорон", ["Чёрный\u2009Ворон", "Чёрный\u202fВорон", "Ворон"]),
    ],
)
def test_addresses_and_names_of_files_are_no_words_and_any_space_is_one(
    index: None, ruling: Entry, text: str, surfaces: list[str]
) -> None:
    card(ruling.source.game, "Ворон")
    card(ruling.source.game, "Чёрный Ворон")
    made = entry(ruling.source, "Разное", text)
    assert [one.surface for one in Mention.objects.filter(entry=made).order_by("start")] == surfaces


def test_a_citation_has_room(index: None, ruling: Entry) -> None:
    title, pages, book = "Ход " * 20, ", ".join(map(str, range(100, 200))), " правил" * 60
    made = entry(ruling.source, "Разное", f"См. «{title}» на стр. 7{book}. И «Бой» на стр. {pages}. И стр. 5{book}.")
    assert [len(one.citation or "") for one in Mention.objects.filter(entry=made).order_by("start")] == [134, 57, 48]


@pytest.mark.parametrize("beside", ["Больше ничего.", "Первый Ворон и Второй Ворон."])
def test_of_things_that_share_a_code_the_kind_tells_whatever_else_was_read(
    index: None, ruling: Entry, beside: str
) -> None:
    for kind, name in (("spell", "Первый Ворон"), ("object", "Второй Ворон")):
        card(ruling.source.game, name, kind=kind, code="Q7")
    made = entry(ruling.source, "Разное", "Возьмите заклинание Q7.")
    publish([made, entry(ruling.source, "Другое", beside)])
    assert [one.card.kind for one in Mention.objects.filter(entry=made) if one.card] == ["spell"]
