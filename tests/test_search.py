"""Which entries a query finds, in which order, and how they are shown."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.languages import in_dictionary, inflections, slug, words
from rulings.models import Entry, Game, Name, Source, Synonym
from rulings.publishing import publish, publish_things
from rulings.search.answering import answer
from rulings.search.clauses import Alternative, Clause, corrected
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.search.snippets import best_paragraph, mark
from rulings.search.state import current
from tests.found import anchors, first
from tests.html import parse

pytestmark = pytest.mark.usefixtures("kb")


# ── words ──


@pytest.mark.parametrize(
    "text",
    [
        "менестрель приручает животных",
        "Менестрелю животное приручить",
        "МЕНЕСТРЕЛЬ ЖИВОТНОЕ",
        "менестре\u0301ль живо\u0301тное",
        "менестрель\u00a0животное",
        "«Менестрель» — животное!",
        "приручение животного менестрелем",
    ],
)
def test_every_form_finds_every_form(text: str) -> None:
    assert first(text).startswith("menestrel-v")


def test_a_word_that_no_dictionary_has_has_no_family() -> None:
    assert search(Query("телепортун", is_literal=True)).total == 0
    assert search(Query("телепортуны", is_literal=True)).total == 0


def test_words_of_a_family_are_found_beside_others_and_not_alone() -> None:
    assert "pomoschniki-kotoryh-vy-obyazany-prinyat" in anchors("помощь персонажу")[:3]
    assert set(anchors("помощь")).isdisjoint(anchors("помощник"))


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("królestwo dusz rozszerzenie", "witaj"),
        ("krolestwo dusz rozszerzenie", "witaj"),
        ("nakladka zwiazania z dusza", "zwiazanie-z-dusza"),
        ("Krolestwie Dusz upiorna nakladka", "zwiazanie-z-dusza"),
        ("zwiazaniami z duszami", "zwiazanie-z-dusza"),  # in forms that no text has
        ("cele zaklec", "tseli-zaklinaniy"),  # said by players, and in no text
        ("druzynowa walka", "komandnoe-srazhenie"),
    ],
)
def test_accents_may_be_left_out(text: str, anchor: str) -> None:
    assert first(text) == anchor


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("B147", "3-10"),
        ("В147", "3-10"),  # with a Cyrillic letter
        ("B-147", "3-10"),
        ("Б-147", "3-10"),
        ("карта b 147", "3-10"),
        ("базовый набор S25", "3-10"),
        ("2.4", "2-4"),
        ("(2.6)", "2-6"),
        ("п. 2.7", "2-7"),
        ("в пункте 2.7", "2-7"),
        ("pkt. 2.4", "2-4"),
        ("§ 2.4", "2-4"),
        ("раздел 2.7 петля", "2-7"),
        ("rozdział 2.4", "2-4"),
        ("2к6 здоровья", "vosstanovlenie"),
        ("буква х на карте", "3-1"),
        ("карта A4 легенды 5", "opechatki-i-netochnosti-na-kartah-legend-9"),  # with a Latin letter
    ],
)
def test_codes_and_numbers_in_any_alphabet(text: str, anchor: str) -> None:
    assert first(text) == anchor


def test_a_number_that_stands_twice_finds_both() -> None:
    assert set(anchors("(3.5)")[:2]) == {"3-5", "3-5-2"}


def test_what_only_asks_for_a_word_need_not_be_there() -> None:
    assert first("co się dzieje po śmierci") == "smierc"
    assert anchors("co się dzieje po kardamonie") == []


@pytest.mark.parametrize("text", ["плиз жаба", "жаба имхо?", "хелп! жаба", "pls жаба", "чуваки, жаба"])
def test_what_is_typed_in_a_hurry_says_nothing(text: str) -> None:
    assert anchors(text) == anchors("жаба")


def test_a_negation_is_a_word_like_others() -> None:
    with_not = answer(Query("персонаж не может атаковать"), current(), 50)
    without = answer(Query("персонаж может атаковать"), current(), 50)
    assert list(with_not.docs) != list(without.docs)


# ── names, talk, abbreviations ──


@pytest.mark.parametrize(
    ("text", "anchor", "matched"),
    [
        ("Cursed Glade", "proklyataya-polyana-v", "Cursed Glade"),
        ("Przeklęta Polana", "proklyataya-polyana-v", "Przeklęta Polana"),
        ("infinite loop", "2-7", "infinite loop"),
        ("Сбой Магии", "sboy-magii-v1", "Сбой Магии"),
        ("Destroy Magic", "sboy-magii-v1", "Destroy Magic"),
    ],
)
def test_a_name_in_any_language_finds_the_rulings_on_the_thing(text: str, anchor: str, matched: str) -> None:
    page = search(Query(text))
    assert page.results[0].entry.anchor == anchor
    assert page.cards[0].matched == matched


def test_a_name_is_known_by_all_of_its_words_however_short() -> None:
    for text in ("отрава в вине", "Отраву в вине"):
        assert [card.matched for card in search(Query(text, interface="ru")).cards] == ["Отрава в вине"]


def test_a_word_that_only_asks_names_nothing_that_it_is_a_form_of() -> None:
    assert [card.titles["pl"] for card in search(Query("co mogę zrobić", interface="pl")).cards] == []
    assert [card.titles["pl"] for card in search(Query("moc", interface="pl")).cards] == ["Moc"]


@pytest.mark.parametrize("text", ["Другие миры", "других миров", "что такое другие миры"])
def test_a_name_of_several_words_is_known_though_one_only_asks(text: str) -> None:
    assert [card.matched for card in search(Query(text)).cards] == ["Другие миры"]


def test_an_ambiguous_name_offers_the_choice() -> None:
    assert {card.titles["ru"] for card in search(Query("Ghost")).cards} == {"Призрак", "Duch"}


@pytest.mark.parametrize(
    ("text", "anchor"),
    [("командное сражение ничья", "komandnoe-srazhenie-7"), ("обмен героя в сражении", "dvizhenie-3")],
)
def test_all_words_come_before_more_of_some(text: str, anchor: str) -> None:
    assert first(text) == anchor


def test_words_that_stand_together_come_before_the_same_words_apart() -> None:
    # The first asks about «потеря жизни», the other has the words far from each other, and as many of them.
    found = anchors("потеря жизни")
    assert found.index("runnyy-mech-v") < found.index("poterya-soznaniya")


def test_the_readers_language_breaks_ties(index: None, django_capture_on_commit_callbacks: Any) -> None:
    entries = [Entry.objects.filter(language=language, kind="section").first() for language in ("ru", "pl")]
    alike = [entry for entry in entries if entry]
    Source.objects.update(authority="community")  # an official answer to the same question would be the first
    with django_capture_on_commit_callbacks(execute=True):
        for entry in alike:
            entry.title = entry.body = "Q777"
            entry.save()
        publish(alike)
    for language in ("ru", "pl"):
        found = search(Query("Q777", interface=language)).results
        assert [hit.entry.language for hit in found] == [language, {"ru": "pl", "pl": "ru"}[language]]


def test_a_cards_own_rulings_come_before_mentions() -> None:
    found = anchors("Заклинание Сглаза Корона Повелений")
    assert found[0].startswith("korona-poveleniy-v")


def test_the_defining_entry_of_an_abbreviation_comes_first() -> None:
    assert first("БСГ") == "srazhenie"
    assert first("КВС") == "komandnoe-srazhenie-2"


def test_table_talk_finds_what_the_rules_say(index: None, django_capture_on_commit_callbacks: Any) -> None:
    assert anchors("мегахрень") == []
    with django_capture_on_commit_callbacks(execute=True):
        synonym = Synonym.objects.create(language="ru", says="мегахрень, ква", means="жаба")
        publish_things([synonym])
    assert first("мегахрень") == "korona-poveleniy-v4"
    assert first("кваканье") == ""
    with django_capture_on_commit_callbacks(execute=True):
        synonym.game = Game.objects.get(slug="andor")
        synonym.save()
        publish_things([synonym])
    assert anchors("мегахрень") == anchors("мегахрень", game="talisman") == []


def test_what_stands_for_a_word_comes_after_the_word_itself(
    index: None, django_capture_on_commit_callbacks: Any
) -> None:
    itself = anchors("крестьянин")
    with django_capture_on_commit_callbacks(execute=True):
        publish_things([Synonym.objects.create(language="ru", says="крестьянин", means="менестрель, боевая сила")])
    found = anchors("крестьянина")
    assert found[: len(itself)] == itself
    assert {"menestrel-v1", "srazhenie"} <= set(found)


# ── how it was typed ──


@pytest.mark.parametrize(
    ("typed", "meant", "why", "anchor"),
    [
        ("gjknthutqcn", "полтергейст", "layout", "pomoschniki-kotoryh-vy-obyazany-prinyat"),
        ("vtytcnhtkm", "менестрель", "layout", "menestrel-v1"),
        ("vtx,", "меч", "layout", ""),  # a comma, and not «мечб»
        ("яфлдусшу", "zaklecie", "layout", ""),
        ("x`hyfz vfubz", "черная магия", "layout", ""),
        ("rjhjyf, gjdtktybq?", "корона повелений", "layout", "korona-poveleniy-v1"),
        ("gthcjyf; 3,5", "персонаж 3,5", "layout", "3-5"),
        ("бесконечная gtnkz", "бесконечная петля", "layout", "2-7"),
        ("menestrel zhivotnoe", "менестрель животное", "translit", "menestrel-v2"),
        ("jaba", "жаба", "translit", ""),
        ("prizrak", "призрак", "translit", "prizrak-v"),
        ("ochki porchi", "очки порчи", "translit", "ochki-porchi"),
        ("kartochki sobytij", "карточки событий", "translit", ""),
        ("schitaetsya", "считается", "translit", ""),
        ("shvatka", "схватка", "translit", "ataki-geroya"),
        ("С9", "s9", "translit", ""),  # as it sounds
        ("hilka", "хилка", "translit", ""),  # said by players, and in no text
        ("win", "", "", ""),  # players say it, though it spells «вин»
        ("brat ducha", "брать ducha", "translit", ""),
        ("карта судбы", "", "", ""),  # «cel s» on the other layout
        ("kkkk карта", "", "", ""),
        ("хэк карта", "", "", ""),
        ("дажи", "", "", ""),  # a word that says little is not what is asked about
        ("рунный мечь", "рунный меч", "spelling", "runnyy-mech-v"),
        ("жабба", "жаба", "spelling", ""),
        ("поединок вооли", "поединок воли", "spelling", ""),
        ("карона павелений", "корона повелений", "spelling", "korona-poveleniy-v1"),
        ("коронна повелений", "корона повелений", "spelling", "korona-poveleniy-v1"),
        ("суд героев", "", "", ""),  # «cel» on the other layout
        ("жбаа", "жаба", "spelling", ""),
        # In forms that no text has.
        ("otshelniku", "отшельнику", "translit", "otshelnik-v"),
        ("obychnye", "обычные", "translit", ""),
        ("отешльнику", "отшельнику", "spelling", "otshelnik-v"),
        ("персонажеми", "персонажами", "spelling", ""),
    ],
)
def test_what_was_meant_is_searched_and_said(typed: str, meant: str, why: str, anchor: str) -> None:
    page = search(Query(typed))
    said = page.interpreted
    assert (said.query if said else "", said.why if said else "") == (meant, why)
    if anchor:
        assert anchor in [found.entry.anchor for found in page.results[:2]]


def test_what_the_readers_language_has_is_not_transliterated() -> None:
    assert search(Query("brat ducha", interface="pl")).interpreted is None
    assert search(Query("mech", interface="ru")).interpreted is not None


def test_a_card_in_latin_letters_that_players_speak_of_too_is_shown() -> None:
    assert [card.titles["ru"] for card in search(Query("podzornaya truba")).cards] == ["Подзорная Труба"]


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("тянуть карту тьмы", "karty-tmy"),  # not «тянуть карту», as players say
        ("защита от заклинания повеления", "korona-poveleniy-v3"),
        ("взять карту замысла", "2-3"),
    ],
)
def test_what_players_say_takes_no_word_from_a_name_and_no_answer_away(text: str, anchor: str) -> None:
    assert anchor in anchors(text)[:3]


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("андор", "andor"),
        ("андор сражение", "andor"),
        ("тени бримстоуна раны", "brimstone"),
        ("agot замысел", "agot-lcg"),
        ("Legends of Andor", "andor"),
        ("жаба талисман", "talisman"),
    ],
)
def test_the_name_of_a_game_finds_what_is_of_it(text: str, game: str) -> None:
    found = search(Query(text)).results
    assert found
    assert {result.entry.source.game.slug for result in found[:3]} == {game}


@pytest.mark.parametrize(
    ("typed", "card"),
    [("случий", "Случай"), ("слцчай", "Случай"), ("Odppwiedź", "Odpowiedź"), ("оьвет", "Ответ"), ("отает", "Ответ")],
)
def test_a_slip_in_a_name_that_otherwise_only_asks_finds_the_thing(typed: str, card: str) -> None:
    page = search(Query(typed))
    assert [found.matched for found in page.cards] == [card]
    assert page.total == search(Query(card)).total > 0


def test_a_word_is_worth_less_the_more_slips_it_is_away() -> None:
    right = [
        (Clause(surface, (Alternative((frozenset([surface]),), 1.0, 0.8),)), slips)
        for surface, slips in (("жаба", 0.5), ("корона", 2.0), ("меч", 4.0))
    ]
    clause = corrected(Clause("жабо", ()), right)
    assert [sorted(word) for one in clause.alternatives for word in one.words] == [["жаба"], ["корона"], ["меч"]]
    assert [(one.weight, one.presence) for one in clause.alternatives] == [(0.9, 0.8), (0.6, 0.8), (0.4, 0.8)]


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("мооб", "моб"),  # players say it and no text does
        ("артефкат", "артефакт"),
        ("Adevnture", "adventure"),  # stands in names alone
        ("союзнник", "союзник"),  # with its family and with what players mean by it
        ("даййсы", "дайсы"),
    ],
)
def test_a_slip_finds_what_the_right_word_finds(typed: str, right: str) -> None:
    page = search(Query(typed, interface="ru"))
    assert page.interpreted is not None
    assert page.interpreted.query == right
    assert anchors(typed) == anchors(right) != []


def test_what_is_longer_than_any_word_is_no_slip() -> None:
    assert current().reader.nearest("заклинание" * 5) == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("srajenija", "сражения"),  # ж and й, both typed «j»
        ("jivotnoje", "животное"),
        ("karta tjmy", "карта тьмы"),  # a soft sign before a consonant
        ("prinjatj", "принять"),
        ("pomownik", "помощник"),  # «w» as it looks
        ("kluchevoe slovo", "ключевое слово"),
        ("druzynową walke", "drużynową walkę"),
        ("MEЧ", "меч"),  # M and E are Latin
        ("PУHНЫЙ MEЧ", "рунный меч"),
        ("п2.6", "п. 2.6"),
        ("pkt2.4", "pkt 2.4"),
    ],
)
def test_however_it_is_typed_it_is_the_same(text: str, plain: str) -> None:
    assert set(anchors(text)) == set(anchors(plain)) != set()


@pytest.mark.parametrize(
    "text", ["карта Молниеносный Удар", "Меч Света карта", "karta Smocza Zbroja", "карта Ледяной щит"]
)
def test_what_kind_of_thing_a_name_is_of_is_no_part_of_it(text: str) -> None:
    assert search(Query(text)).total == 0


def test_a_code_is_the_thing_itself() -> None:
    assert first("карта с кодом B147") == first("B147")


def test_of_two_things_either_is_an_answer() -> None:
    cards = {card.slug for found in search(Query("амулет и жезл")).results for card in found.entry.cards.all()}
    assert {"amulet", "zhezl"} <= cards
    assert anchors("чем плот отличается от жезла")
    assert anchors("жаба корона") == [anchor for anchor in anchors("жаба корона") if anchor in anchors("жаба")]


def test_an_entry_says_by_which_name_it_was_found(client: Client) -> None:
    page = client.get("/ru/search/", {"q": "Воскрешение"}).content.decode()
    assert "По названию «Воскрешение»" in page
    assert "По названию" not in client.get("/ru/search/", {"q": "Wskrzeszenie"}).content.decode()


def test_the_ruling_of_a_card_comes_before_its_heading() -> None:
    kinds = [found.entry.kind for found in search(Query("карта:плот")).results]
    assert kinds[0] == "ruling"


@pytest.mark.parametrize("text", ["бой -андор", "бой -Shadows", 'бой -"Андор"', "-тип:Shadows бой"])
def test_a_minus_before_a_part_of_the_name_of_a_game_leaves_its_entries_out(text: str) -> None:
    left = {"Shadows": "brimstone"}.get(text.rpartition("-")[2], "andor")
    games = {found.entry.source.game.slug for found in search(Query(text), limit=100).results}
    assert games
    assert text.startswith("-") or left not in games


def test_forms_that_no_text_has_are_known_in_latin_letters_and_with_a_slip() -> None:
    vocabulary = current().vocabulary
    lemmas = sorted({lemma for segment, _ in current().snapshot.parts for lemma in segment.words.lemmas})
    asked, missed = 0, []
    for lemma in lemmas[::60]:
        for _, stem, endings in inflections(lemma, "ru"):
            form = stem + sorted(endings)[len(endings) // 2][0]
            slip = f"{form[:3]}{form[4:5]}{form[3:4]}{form[5:]}"
            if len(form) < 7 or not vocabulary.lemmas(form) or in_dictionary(slip, "ru"):
                continue
            asked += 1
            guesses = [*vocabulary.transliterated(slug(form)), "|", *(near for near, _ in vocabulary.nearest(slip))]
            if form not in guesses[: guesses.index("|")] or form not in guesses[guesses.index("|") :]:
                missed.append(form)
    assert asked > 15
    assert missed == []


# ── the page ──


def test_facets_are_counted_over_the_whole_result() -> None:
    page = search(Query("герой"), limit=3)
    facets = {name: dict(pairs) for name, pairs in page.facets.items()}
    assert sum(facets["game"].values()) == sum(facets["kind"].values()) == page.total > 3
    assert facets["game"]["brimstone"] > 0
    narrowed = search(Query("герой", game="andor"))
    assert dict(narrowed.facets["game"]) == facets["game"]
    assert dict(narrowed.facets["kind"])["erratum"] <= facets["kind"]["erratum"]
    assert dict(narrowed.facets["kind"])["ruling"] == 0
    assert narrowed.total == facets["game"]["andor"]


def test_pages_follow_one_another() -> None:
    whole = [found.entry.pk for found in search(Query("персонаж"), limit=60).results]
    pages = [
        found.entry.pk
        for start in range(0, 60, 7)
        for found in search(Query("персонаж"), offset=start, limit=7).results
    ]
    assert pages[: len(whole)] == whole
    assert len(set(pages)) == len(pages)


def test_a_search_costs_the_same_number_of_queries(django_assert_max_num_queries: Any) -> None:
    current()
    for limit in (1, 10, 60):
        with django_assert_max_num_queries(6):
            assert search(Query("персонаж"), limit=limit).total > 60


def test_a_hit_whose_row_is_gone_is_dropped(ruling: Entry) -> None:
    Entry.objects.filter(pk=ruling.pk).update(removed=True)
    assert ruling.anchor not in anchors("собирать там золото, предметы и помощников")


def test_the_words_themselves_are_shown_before_what_stands_for_them() -> None:
    text = "Тварь, тварь и враг.\nТварь моба."
    tokens = frozenset({"тварь", "враг", "моб"})
    assert best_paragraph(text, tokens).fragment == "p1"
    assert best_paragraph(text, tokens, own=frozenset({"моб"})).fragment == "p2"


@given(
    st.sampled_from(["жаба", "карта", "вместо", "duch", "герой бой", "Корона Повелений", "2.4"]), st.integers(20, 300)
)
@settings(max_examples=40)
def test_snippets_are_pieces_of_the_text_with_whole_words_marked(text: str, length: int) -> None:
    tokens = answer(Query(text), current()).tokens
    for entry in Entry.objects.all()[:60]:
        paragraph = best_paragraph(entry.text, tokens)
        piece = mark(paragraph.text, tokens, length)
        plain = html.unescape(re.sub(r"</?mark>", "", piece))
        assert plain in entry.text
        assert entry.text[paragraph.start :].startswith(paragraph.text)
        assert not paragraph.fragment or f' id="{paragraph.fragment}"' in entry.html
        edges = {edge for word in words(plain) for edge in (word.start, word.end)}
        for match in re.finditer(r"<mark>(.*?)</mark>", piece):
            start = len(html.unescape(re.sub(r"</?mark>", "", piece[: match.start()])))
            assert {start, start + len(html.unescape(match[1]))} <= edges


@pytest.mark.parametrize(
    ("text", "anchor", "piece", "fragment"),
    [
        ("Ropucha", "karty-kotorye-stanovyatsya-pomoschnikami", "превращение в <mark>жабу</mark> или", "p3"),
        ("Toad", "hram-v1", "в обличии <mark>жабы</mark>", "p1"),
        ("Korona Władzy", "vmesto-obychnogo-dvizheniya", "к <mark>Короне</mark> <mark>Повелений</mark>, потому", "p2"),
        ("infinite loop", "2-7", "<mark>бесконечн", ""),
        ("crown", "vmesto-obychnogo-dvizheniya", "к <mark>Короне</mark> <mark>Повелений</mark>", "p2"),
    ],
)
def test_a_name_in_another_language_is_marked_where_the_entry_mentions_the_thing(
    text: str, anchor: str, piece: str, fragment: str
) -> None:
    found = next(one for one in search(Query(text), limit=60).results if one.entry.anchor == anchor)
    assert piece in f"{found.title}\n{found.snippet}"
    assert not fragment or found.fragment == fragment


def test_what_is_found_by_a_foreign_name_shows_where_it_is_mentioned() -> None:
    for name in Name.objects.filter(card__isnull=False, language="en").select_related("card")[::4]:
        for found in search(Query(name.text), limit=30).results:
            if any(mention.card_id == name.card_id for mention in found.entry.mentions.shown()):
                assert found.is_marked, (name.text, found.entry.anchor)


def test_a_code_that_was_typed_is_shown_before_what_stands_for_another_word() -> None:
    (found,) = search(Query("B147 свойство")).results
    assert "<mark>B147</mark>" in found.snippet


def test_a_result_opens_its_entry_at_the_paragraph_with_the_words_marked(client: Client) -> None:
    page = parse(client.get("/ru/search/", {"q": "Korona Władzy"}).content.decode())
    urls = {link.attributes["href"].partition("#")[::2] for link in page.all("a") if "/faq/" in link.attributes["href"]}
    places = {path.split("/")[-2]: unquote(place) for path, place in urls}
    assert places["vmesto-obychnogo-dvizheniya"] == "p2:~:text=Короне Повелений,-, потому"
    assert places["korona-poveleniy-v2"] == ":~:text=Короне Повелений,-, должен"  # in the question, at the beginning


@pytest.mark.parametrize("text", ["1 к 6", "1 D 6", "1d 6"])
def test_dice_typed_in_pieces_are_dice(text: str) -> None:
    assert anchors(text) == anchors("1к6") != []


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("коронаповелений", "корона повелений"),
        ("корона пове лений", "корона повелений"),
        ("встречныйход", "встречный ход"),  # the texts have forms of «ход» alone
        ("пещерный тр олль", "пещерный тролль"),
        ("kartaterenu", "karta terenu"),
    ],
)
def test_a_space_more_or_less_is_put_right(text: str, read: str) -> None:
    page = search(Query(text))
    assert page.interpreted is not None
    assert (page.interpreted.query, page.interpreted.why) == (read, "spelling")
    assert anchors(text) == anchors(read)


def test_the_key_beside_the_right_one_is_likelier_than_a_missing_space() -> None:
    page = search(Query("решион"))
    assert page.interpreted is not None
    assert page.interpreted.query == "регион"  # no «реши он»
    assert anchors("решион") == anchors("регион") != []


def test_a_word_is_parted_only_where_the_texts_have_one_of_its_pieces() -> None:
    assert current().vocabulary.parted("кошкамышка") == ["кошкамышка"]
    assert current().vocabulary.parted("кошкажаба") == ["кошка", "жаба"]
