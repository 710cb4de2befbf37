from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.linking import ALWAYS, CAPITALISED, NEVER, QUOTED, Lexicon, LexiconName, default_recognise, forms


def name(text: str, recognise: str = ALWAYS, language: str = "ru", rank: int = 0, target: str = "") -> LexiconName:
    return LexiconName(target or text, text, language, forms(text, language), recognise, rank)


def found(lexicon: Lexicon, text: str) -> list[tuple[str, object]]:
    return [
        (text[span.start : span.end], span.targets[0] if len(span.targets) == 1 else span.targets)
        for span in lexicon.find(text)
    ]


@pytest.mark.parametrize(
    "text",
    ["Пещерным Троллем", "пещерного тролля", "Пещерный\u00a0Тролль", "«Пещерный Тролль»", "Пеще\u0301рные тролли"],
)
def test_every_form_of_a_name_is_found(text: str) -> None:
    assert [target for _, target in found(Lexicon([name("Пещерный Тролль")], "ru"), text)] == ["Пещерный Тролль"]


@pytest.mark.parametrize("text", ["Голем", "Голема", "Големов", "Големом", "Ледяных Големов"])
def test_names_that_no_dictionary_has_are_found_in_every_form(text: str) -> None:
    assert [target for _, target in found(Lexicon([name("Голем", CAPITALISED)], "ru"), text)] == ["Голем"]


@pytest.mark.parametrize(
    ("named", "text", "surfaces"),
    [
        (
            "Grimgor",
            "Grimgora, Grimgorowi, o Grimgorze i Grimgorem",
            ["Grimgora", "Grimgorowi", "Grimgorze", "Grimgorem"],
        ),
        ("Morgoth", "Morgotha i Morgothów", ["Morgotha", "Morgothów"]),
        ("Azgara", "Azgary, Azgarę, Azgarą, Azgarze", ["Azgary", "Azgarę", "Azgarą", "Azgarze"]),
        ("Smok Azazel", "Smoka Azazela i smoka", ["Smoka Azazela"]),
        ("Nuk", "Nuka", []),  # too short to be guessed
        ("Brolgi", "Brolgia", []),
    ],
)
def test_polish_names_that_no_dictionary_has_are_found_in_their_forms(
    named: str, text: str, surfaces: list[str]
) -> None:
    lexicon = Lexicon([name(named, CAPITALISED, language="pl"), name("Smok", CAPITALISED, language="pl")], "pl")
    assert [surface for surface, _ in found(lexicon, text)] == surfaces


def test_name_that_a_dictionary_takes_for_a_verb_is_found_as_a_name() -> None:
    skral = Lexicon([name("Скрал", CAPITALISED)], "ru")
    assert [text for text, _ in found(skral, "Два Скрала и десять Скралов")] == ["Скрала", "Скралов"]


def test_the_longest_name_wins() -> None:
    lexicon = Lexicon([name("Корона"), name("Корона Повелений"), name("Повеление")], "ru")
    assert found(lexicon, "к Короне Повелений и Короне") == [
        ("Короне Повелений", "Корона Повелений"),
        ("Короне", "Корона"),
    ]


@pytest.mark.parametrize(
    ("named", "text", "surfaces"),
    [
        ("Серый пеликан", "серый-пеликан, Серый\u2013Пеликан", ["серый-пеликан", "Серый\u2013Пеликан"]),
        ("Серый пеликан", "Кто тут серый — пеликан? Серый - пеликан, серый- пеликан", []),
        ("Серый пеликан", "Серый «Пеликан»", ["Серый «Пеликан"]),
        ("Мир — пеликан", "мир — пеликан, мир - пеликан", ["мир — пеликан"]),
    ],
)
def test_a_dash_between_words_is_a_hyphen_or_parts_them(named: str, text: str, surfaces: list[str]) -> None:
    assert [surface for surface, _ in found(Lexicon([name(named)], "ru"), text)] == surfaces


@pytest.mark.parametrize(
    ("names", "text", "surfaces"),
    [
        (["Город мира", "Мир Тьмы Бездны"], "город мира Тьмы Бездны", ["мира Тьмы Бездны"]),
        (["Город", "Город мира", "Мир Тьмы Бездны"], "город мира Тьмы Бездны", ["город", "мира Тьмы Бездны"]),
        (["Город мира", "Мир Тьмы"], "город мира Тьмы", ["город мира"]),
        (["Город мира", "Мир Тьмы", "Тьма Бездны", "Бездна"], "город мира Тьмы Бездны", ["город мира", "Тьмы Бездны"]),
    ],
)
def test_of_overlapping_names_the_longest_wins_then_the_leftmost(
    names: list[str], text: str, surfaces: list[str]
) -> None:
    assert [surface for surface, _ in found(Lexicon([name(own) for own in names], "ru"), text)] == surfaces


@pytest.mark.parametrize(
    ("language", "named", "text", "surfaces"),
    [
        ("pl", "Ognisty Miecz", "Miecza Ognistego i o Mieczu Ognistym", ["Miecza Ognistego", "Mieczu Ognistym"]),
        ("pl", "Kraina Wewnętrzna", "w Wewnętrznej\u00a0Krainie", ["Wewnętrznej\u00a0Krainie"]),
        ("pl", "zdolność specjalna", "specjalną zdolnością", ["specjalną zdolnością"]),
        ("pl", "Ognisty Miecz", "miecz ognisty; Miecz ognisty", []),  # no name, as the name is written
        ("pl", "Ognisty Miecz", "Miecz, Ognisty; Miecz-Ognisty; Miecz „Ognisty”; Miecz\nOgnisty", []),
        ("pl", "Ognisty Miecz", "Miecz Ognistego", []),  # they don't agree
        ("pl", "Dolina Ognia", "Ognia Dolina", []),  # two nouns
        ("pl", "Sword Fiery", "Fiery Sword", []),
        ("ru", "Пещерный тролль", "к Троллю Пещерному", ["Троллю Пещерному"]),
        ("ru", "Длительный эффект", "эффект длительный, эффекта длительного", []),
    ],
)
def test_noun_and_adjective_that_agree_may_stand_in_either_order(
    language: str, named: str, text: str, surfaces: list[str]
) -> None:
    lexicon = Lexicon([name(named, language=language)], language)
    assert [surface for surface, _ in found(lexicon, text)] == surfaces


@pytest.mark.parametrize(
    ("other", "text", "expected"),
    [
        ("Miecz Ognisty", "Miecz Ognisty", [("Miecz Ognisty", "Miecz Ognisty")]),
        ("Ognisty Smok", "Miecz Ognisty Smok", [("Ognisty Smok", "Ognisty Smok")]),
        ("Miecz Ognisty Smoka", "Miecz Ognisty Smoka", [("Miecz Ognisty Smoka", "Miecz Ognisty Smoka")]),
        ("Miecz", "Miecz Ognisty", [("Miecz Ognisty", "Ognisty Miecz")]),
    ],
)
def test_names_in_their_own_order_go_before(other: str, text: str, expected: list[tuple[str, str]]) -> None:
    lexicon = Lexicon([name(own, language="pl") for own in ("Ognisty Miecz", other)], "pl")
    assert found(lexicon, text) == expected


@pytest.mark.parametrize("recognise", [QUOTED, NEVER])
def test_what_is_another_name_is_not_turned_round(recognise: str) -> None:
    lexicon = Lexicon([name("Ognisty Miecz", language="pl"), name("Miecz Ognisty", recognise, "pl")], "pl")
    assert found(lexicon, "Miecz Ognisty. Ognistego Miecza") == [("Ognistego Miecza", "Ognisty Miecz")]


def test_a_name_does_not_reach_over_the_end_of_a_sentence() -> None:
    lexicon = Lexicon([name("Корона Повелений")], "ru")
    assert found(lexicon, "Вот корона. Повелений нет.") == []
    assert found(lexicon, "корона\nПовелений") == []


def test_recognise_is_respected() -> None:
    text = "Случай и случай, «Талисман» и Талисман, персонаж"
    lexicon = Lexicon([name("Случай", CAPITALISED), name("Талисман", QUOTED), name("Персонаж", NEVER)], "ru")
    assert found(lexicon, text) == [("Случай", "Случай"), ("Талисман", "Талисман")]


def test_of_two_names_the_pickier_and_the_nearer_one_is_meant() -> None:
    lexicon = Lexicon(
        [
            name("Талисман", QUOTED, target="game"),
            name("Талисман", CAPITALISED, target="card"),
            name("Пропасть", target="base", rank=1),
            name("Пропасть", target="own"),
        ],
        "ru",
    )
    assert found(lexicon, "«Талисман», Талисман, Пропасть") == [
        ("Талисман", "game"),
        ("Талисман", "card"),
        ("Пропасть", "own"),
    ]


def test_without_a_target_the_names_within_its_own_are_found() -> None:
    lexicon = Lexicon([name("Тьма", target="card"), name("Тьма покинула шахты", target="itself")], "ru")
    text = "считается, что Тьма покинула шахты"
    assert found(lexicon, text) == [("Тьма покинула шахты", "itself")]
    own = [(text[span.start : span.end], span.targets) for span in lexicon.find(text, without="itself")]
    assert own == [("Тьма", ("card",))]


def test_a_tie_is_left_open() -> None:
    lexicon = Lexicon([name("Событие", target="a"), name("Событие", target="b")], "ru")
    assert found(lexicon, "Событие") == [("Событие", ("a", "b"))]


def test_names_of_another_script_are_found_and_of_the_same_script_are_not() -> None:
    names = [name("Witch's Brew", language="en"), name("Kraina", language="pl")]
    assert found(Lexicon(names, "ru"), "зелье (Witch’s Brew), Kraina") == [
        ("Witch’s Brew", "Witch's Brew"),
        ("Kraina", "Kraina"),
    ]
    assert found(Lexicon(names, "pl"), "Witch's Brew w Krainie") == [("Krainie", "Kraina")]


def test_punctuation_of_the_name_itself_may_stand_in_the_text() -> None:
    lexicon = Lexicon([name("Talisman: Digital Edition", language="pl"), name("Słowo-klucz", language="pl")], "pl")
    assert found(lexicon, "gry Talisman: Digital Edition; słowa-kluczem") == [
        ("Talisman: Digital Edition", "Talisman: Digital Edition"),
        ("słowa-kluczem", "Słowo-klucz"),
    ]


def test_single_words_of_cards_are_recognised_when_capitalised() -> None:
    assert default_recognise("Случай", is_term=False) == CAPITALISED
    assert default_recognise("Сила мысли", is_term=False) == ALWAYS
    assert default_recognise("Сила", is_term=True) == ALWAYS


LEXICON = Lexicon([name(text) for text in ("Жаба", "Шар Знания", "Знание", "Легенда 4,5", "ДД")], "ru")


@settings(deadline=None)  # the first word loads a dictionary
@given(
    st.lists(
        st.sampled_from(
            ["Жабе", "шаром", "Знания", "легенде", "4,5", "4", ",", ".", " ", "\n", "«", "ДД", "/", "\u0301"]
        )
    )
)
def test_spans_lie_on_words_in_order_and_apart(parts: list[str]) -> None:
    text = " ".join(parts)
    end = 0
    for span in LEXICON.find(text):
        assert end <= span.start < span.end <= len(text)
        assert text[span.start].isalnum()
        assert span.start == 0 or not text[span.start - 1].isalnum()
        assert span.end == len(text) or not text[span.end].isalnum()
        end = span.end


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (
            ["Kraina Zewnętrzna", "Kraina Środkowa"],
            "w Krainie Zewnętrznej i/lub Środkowej",
            [("Krainie Zewnętrznej", "Kraina Zewnętrzna"), ("Środkowej", "Kraina Środkowa")],
        ),
        (
            ["Kraina Zewnętrzna", "Kraina Środkowa"],
            "w Krainie Zewnętrznej, a środkowej nie",
            [("Krainie Zewnętrznej", "Kraina Zewnętrzna")],
        ),
        (
            ["Внешний регион", "Внутренний регион"],
            "во внешнем или внутреннем регионе",
            [("внешнем", "Внешний регион"), ("внутреннем регионе", "Внутренний регион")],
        ),
        (["Длительный эффект"], "длительные или постоянные эффекты замысла", [("длительные", "Длительный эффект")]),
        (["Длительный эффект"], "длительные постоянные эффекты", []),
    ],
)
def test_a_word_that_two_names_share_may_stand_once(
    names: list[str], text: str, expected: list[tuple[str, str]]
) -> None:
    language = "pl" if "Kraina" in names[0] else "ru"
    lexicon = Lexicon([name(own, language=language) for own in names], language)
    assert found(lexicon, text) == expected


@pytest.mark.parametrize("text", ["в ответ на открытие", "может иметь место", "окончательного места назначения"])
def test_idioms_name_nothing(text: str) -> None:
    assert found(Lexicon([name("Ответ"), name("Место")], "ru"), text) == []


def test_words_that_are_not_alike_share_nothing() -> None:
    legends = Lexicon([name("Легенда 1"), name("Легенда 2"), name("Легенда 3")], "ru")
    assert found(legends, "в разыгрываемой Легенде, за 1 час") == []
    three = ["Легенда 2", "Легенда 3", "Легенда 1"]
    assert [target for _, target in found(legends, "В Легендах 2, 3 и 1 замените")] == three


def test_a_comma_alone_joins_no_clauses() -> None:
    effects = Lexicon([name("Пассивный эффект"), name("Пассивное свойство"), name("Пассивная сила")], "ru")
    assert [target for _, target in found(effects, "из-за пассивного свойства, эффект может")] == ["Пассивное свойство"]
    listed = [target for _, target in found(effects, "пассивного свойства, эффекта и силы")]
    assert listed == ["Пассивное свойство", "Пассивный эффект", "Пассивная сила"]
    assert [target for _, target in found(effects, "длинный, пассивный эффект")] == ["Пассивный эффект"]


def test_a_main_name_is_meant_before_an_alias() -> None:
    alias = name("Подземелье", target="space")._replace(is_main=False)
    assert found(Lexicon([alias, name("Подземелье", target="game")], "ru"), "в Подземелье") == [("Подземелье", "game")]
