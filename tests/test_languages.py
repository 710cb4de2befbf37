from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.languages import (
    dictionaries,
    dictionary_form,
    fold,
    inflections,
    is_chatter,
    lemmas,
    part_of_speech,
    root,
    slug,
    words,
    written_in,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ёлка", "елка"),
        ("Прива\u0301т", "приват"),
        ("ЙОД", "йод"),
        ("и\u0306од", "йод"),  # decomposed
        ("Łódź żółć", "lodz zolc"),
        ("Z\u0301rebak", "zrebak"),
        ("«Корона» — „Miasto”", '"корона" - "miasto"'),
        ("Witch’s", "witch's"),
        ("17\u00a0млн", "17 млн"),
        ("по\u00adвеление", "повеление"),
    ],
)
def test_fold_makes_spellings_equal(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_fold_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters(max_codepoint=0x4FF)))
def test_fold_does_not_depend_on_composition(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@given(st.text())
def test_words_stand_where_they_say(text: str) -> None:
    end = 0
    for word in words(text):
        assert text[word.start : word.end] == word.text
        assert word.start >= end
        end = word.end


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("Легенда 4,5 (3.10)", ["Легенда", "4,5", "3.10"]),
        ("słowo-klucz i/lub", ["słowo", "klucz", "i", "lub"]),
        ("Hero’s 1к6, А4", ["Hero’s", "1к6", "А4"]),
        ("еи\u0306 ста\u0301ли", ["еи\u0306", "ста\u0301ли"]),
    ],
)
def test_words_are_cut_as_readers_do(text: str, surfaces: list[str]) -> None:
    assert [word.text for word in words(text)] == surfaces


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("Чаще", "ru", {"частый", "чаща"}),
        ("Повелений", "ru", {"повеление"}),
        ("елка", "ru", {"елка"}),
        ("Ёлки", "ru", {"елка"}),
        ("стали", "ru", {"стать", "сталь"}),
        ("Królestwie", "pl", {"krolestwo"}),
        ("wskrzeszonym", "pl", {"wskrzesic"}),
        ("zabiłem", "pl", {"zabic"}),
        ("cards", "en", {"card"}),
        ("БСГ", "ru", {"бсг"}),
        ("Troll", "ru", {"troll"}),
        ("mogła", "pl", {"moge"}),
        ("móc", "pl", {"moge"}),
        ("mocy", "pl", {"moc"}),
        ("nie", "pl", {"nie"}),
        ("niego", "pl", {"on"}),
    ],
)
def test_lemmas_are_all_dictionary_forms_folded(word: str, language: str, expected: set[str]) -> None:
    assert set(lemmas(word, language)) == expected


def test_what_a_dictionary_has_is_guessed_by_no_other_language() -> None:
    assert lemmas("móc") == ("moge",)
    assert "moc" not in {form.stem + end for form in inflections("może", "pl") for end, _ in form.endings}
    assert set(lemmas("Café")) == {"cafe"}


def test_polish_without_its_dictionary_has_stems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionaries, "_morfeusz", lambda: None)
    stems = dictionaries.polish.__wrapped__()
    assert [parse.lemma for parse in stems("krainie") + stems("kraina")] == ["krain", "krain"]
    (found,) = dictionaries.polish_inflector.__wrapped__()("krainie")
    assert found.lemma == "krain"
    assert {"krain", "kraina", "krainie", "krainami"} <= {found.stem + ending for ending, _ in found.endings}


@pytest.mark.parametrize(
    ("word", "language", "lemma", "forms"),
    [
        ("короны", "ru", "корона", {("короной", "noun"), ("короною", "noun"), ("корона", "noun")}),
        ("телепортируется", "ru", "телепортироваться", {("телепортировались", "verb")}),
        ("wieży", "pl", "wieza", {("wiezami", "noun"), ("wieza", "noun")}),
        ("spells", "en", "spell", {("spell", "other"), ("spell's", "other")}),
    ],
)
def test_inflections_are_all_forms_of_a_word_folded(
    word: str, language: str, lemma: str, forms: set[tuple[str, str]]
) -> None:
    found = next(one for one in inflections(word, language) if one.lemma == lemma)
    assert forms <= {(found.stem + ending, part) for ending, part in found.endings}


def test_codes_and_words_of_other_scripts_have_no_inflections() -> None:
    assert inflections("1к6", "ru") == inflections("troll", "ru") == inflections("жаба", "pl") == ()


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("ru", "лечить", "лечение"),
        ("ru", "освещение", "осветить"),
        ("ru", "оплачивать", "оплатить"),
        ("ru", "столица", "столичный"),
        ("ru", "движение", "двигаться"),
        ("ru", "снизить", "снижение"),
        ("ru", "повышение", "повысить"),
        ("ru", "страх", "страшный"),
        ("ru", "выравнивать", "выровнять"),
        ("ru", "упростить", "упрощение"),
        ("pl", "leczyc", "leczenie"),
        ("pl", "walczyc", "walka"),
        ("pl", "wskrzeszenie", "wskrzesic"),
        ("pl", "utworzyc", "utwor"),
        ("pl", "chodzic", "chod"),
        ("pl", "obrocic", "obrot"),
        ("pl", "trwoga", "trwozyc"),
    ],
)
def test_words_of_one_family_share_their_root(language: str, word: str, other: str) -> None:
    assert root(word, language) == root(other, language) != ""


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [("ru", "привет", "привести"), ("ru", "вывести", "привести"), ("ru", "дело", "деть"), ("pl", "karta", "karny")],
)
def test_words_that_only_begin_alike_are_no_family(language: str, word: str, other: str) -> None:
    assert root(word, language) != root(other, language)


def test_what_is_left_of_a_short_word_is_no_root() -> None:
    assert root("бой", "ru") == root("дом", "ru") == root("gra", "pl") == root("word", "en") == ""
    assert root("менять", "ru") == "мен-" != root("мена", "ru")


def test_written_in_tells_scripts() -> None:
    assert written_in("Жаба", "ru")
    assert not written_in("Troll", "ru")
    assert written_in("Łódź", "pl")
    assert not written_in("4,5", "pl")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Помощники, которых вы обязаны принять", "pomoschniki-kotoryh-vy-obyazany-prinyat"),
        ("Полтергейст", "poltergeyst"),
        ("Związanie z Duszą", "zwiazanie-z-dusza"),
        ("Warlock’s Cave", "warlocks-cave"),
        ("ъ", ""),
        ("…", ""),
    ],
)
def test_slug_is_ascii(text: str, address: str) -> None:
    assert slug(text) == address


@given(st.text(), st.integers(min_value=1, max_value=80))
def test_slug_is_an_address_of_limited_length(text: str, limit: int) -> None:
    made = slug(text, limit)
    assert len(made) <= limit
    assert made.isascii()
    assert made == made.strip("-").lower()


@pytest.mark.parametrize("word", ["\U00017000", "а\U00017000", "ł\U00017000"])
def test_letters_without_a_name_are_words_of_no_dictionary(word: str) -> None:
    assert lemmas(word) == (fold(word),)


# ── how likely a reading is ────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("word", "part", "says_little"),
    [
        ("miasto", "noun", False),  # long ago also «instead of»
        ("wydarzenie", "noun", False),  # also of «wydarzyć», which says little
        ("rany", "noun", False),  # also a cry
        ("od", "function", True),  # also of «oda»
        ("mam", "verb", True),  # also of «mama»
        ("bez", "function", True),
    ],
)
def test_polish_words_are_what_they_likely_are(word: str, part: str, says_little: bool) -> None:
    assert (part_of_speech(word, "pl"), is_chatter(word, "pl")) == (part, says_little)


@pytest.mark.parametrize(
    ("word", "language", "form"),
    [
        ("ginącego", "pl", "ginąć"),
        ("Duszami", "pl", "Dusza"),
        ("делёжкой", "ru", "делёжка"),
        ("Кости\u0301", "ru", "Кость"),
        ("hello", "ru", "hello"),
        ("2.5", "pl", "2.5"),
    ],
)
def test_a_dictionary_form_is_written_as_the_dictionary_has_it(word: str, language: str, form: str) -> None:
    assert dictionary_form(word, language) == form
