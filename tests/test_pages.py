"""Each type of page: what a reader finds on it."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from django.test import Client

from rulings.models import Card, Entry, Game, Mention, Name, Source
from rulings.publishing import publish
from rulings.views import entries, referring
from rulings.views.home import EXAMPLES
from tests.e2e.pages import PAGES
from tests.html import Node, parse

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> Node:
    response = client.get(path)
    assert response.status_code == 200, path
    return parse(response.content.decode()).one("html")


def links(node: Node) -> dict[str, str]:
    """Text → address of the links below."""
    return {link.words: link.attributes["href"] for link in node.all("a")}


# ── home ──


def test_home_shows_the_games_that_have_texts(client: Client, kb: None) -> None:
    shelf = page(client, "/ru/").one("ul", class_="shelf")
    assert [item.one("span", class_="has").one("b").text for item in shelf.all("li")] == [
        "51 вопрос",
        "11 правил",
        "25 правил",
        "17 правил",
        "23 разъяснения",
    ]
    kept = page(client, "/ru/offline/").one("ul", class_="kept-games")
    assert [item.one("small").words for item in kept.all("li")] == [
        "51 вопрос, 14 правил",
        "11 правил",
        "25 правил",
        "17 правил, 10 исправлений",
        "23 разъяснения",
    ]
    assert [link.attributes["href"] for link in shelf.all("a")] == [
        "/ru/talisman/",
        "/ru/krolestwo-dusz/",
        "/ru/brimstone/",
        "/ru/andor/",
        "/ru/agot-lcg/",
    ]


def test_home_speaks_polish(client: Client, kb: None) -> None:
    home = page(client, "/pl/")
    assert home.attributes["lang"] == "pl"
    assert home.one("h1").text == "Co mówią zasady?"
    assert (
        home.one("section", id="games").one("p", class_="muted").text
        == "51 pytań, 67 zasad, 23 wyjaśnienia, 10 poprawek"
    )


def test_home_shows_what_an_answer_looks_like(client: Client, kb: None) -> None:
    samples = page(client, "/ru/").one("section", class_="samples")
    said = [dot.attributes["aria-label"] for dot in samples.all("span", class_="dot")]
    assert said == ["Нет", "Да, с условием", "Да"]
    rulings = Entry.objects.live().filter(kind="ruling")
    shortest = [min(len(row.title) for row in rulings.filter(verdict=key)) for key in ("no", "yes_if", "yes")]
    anchors = [link.attributes["href"].rsplit("/", 2)[1] for link in samples.all("a")]
    assert [len(rulings.get(anchor=anchor).title) for anchor in anchors] == shortest


def test_home_offers_a_search_in_each_game(client: Client, kb: None) -> None:
    found: dict[int, str] = {}
    for card in Card.objects.most_mentioned():
        found.setdefault(card.game_id, card.name_in("ru").lower())
    chips = page(client, "/ru/").one("section", class_="hero").all("a", class_="chip")
    assert [unquote(chip.attributes["href"]) for chip in chips] == [
        f"/ru/search/?q={name}" for name in [*found.values()][:EXAMPLES]
    ]
    assert len(chips) == EXAMPLES


# ── game ──


def test_game_shows_its_texts_as_a_tree(client: Client, kb: None) -> None:
    texts = page(client, "/ru/talisman/").one("section", **{"aria-labelledby": "texts"})
    groups = [group.one("summary") for group in texts.all("details")]
    assert [(group.one("span").text, group.one("i").text) for group in groups] == [
        ("Разъяснения правил", "14 правил"),
        ("Деления игрового поля", "17 вопросов"),
        ("Карты персонажей", "9 вопросов"),
        ("Карты приключений", "13 вопросов"),
        ("Карты заклинаний", "12 вопросов"),
    ]


def test_game_tree_leads_from_a_heading_to_its_card(client: Client, kb: None) -> None:
    texts = page(client, "/ru/talisman/").one("section", **{"aria-labelledby": "texts"})
    assert links(texts)["Корона Повелений5"] == "/ru/talisman/cards/korona-poveleniy/"


def test_game_lists_its_cards_in_the_readers_alphabet(client: Client, kb: None) -> None:
    names = {
        language: [link.words for link in page(client, f"/{language}/talisman/").one("details", id="spell").all("a")]
        for language in ("ru", "pl")
    }
    assert names["ru"][:5] == [
        "ГГипноз0 · 2",  # answers and mentions, also none
        "ЗЗаклинание Барьера0 · 1",
        "Заклинание Повеления0 · 5",
        "Заклинание Призыва Буревестника0 · 1",
        "Заклинание Сглаза0 · 2",
    ]
    polish = ["OOcalenie0 · 1", "UUrok0 · 2", "ZZaklęcie Rozkazu0 · 5", "Zniszczenie2 · 1", "ГГипноз0 · 2"]
    assert names["pl"][:5] == polish


def test_game_with_an_expansion_without_texts_says_so(client: Client, kb: None) -> None:
    expansions = page(client, "/ru/talisman/").one("aside").all("section", class_="panel")[0]
    assert [(row.one("small").text, row.one("a").attributes["href"]) for row in expansions.all("li")] == [
        ("11 правил", "/ru/krolestwo-dusz/"),
        ("упоминается, правил пока нет", "/ru/talisman-digital/"),
        ("упоминается, правил пока нет", "/ru/talisman-dungeon/"),
    ]


def test_expansion_without_texts_says_so_itself(client: Client, kb: None) -> None:
    own = page(client, "/pl/talisman-dungeon/")
    assert own.one("p", class_="nothing").text == "Zasad jeszcze nie ma: wspominają o tym tylko inne teksty."


def test_game_says_what_its_sources_refer_to_in_vain(client: Client, kb: None) -> None:
    sources = page(client, "/ru/talisman/").one("aside").all("section", class_="panel")[-1]
    assert [line.words for line in sources.all("p")][2] == "4 ссылки ведут в книги, которых здесь нет"


def test_long_tree_shows_its_chapters_alone(client: Client, kb: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulings.views.games.LONG_TREE", 99)
    texts = page(client, "/ru/talisman/").one("section", **{"aria-labelledby": "texts"})
    assert "Корона Повелений" in links(texts)
    assert "Последовательность встреч" not in links(texts)


# ── source ──


def test_source_has_an_anchor_at_every_line_that_has_a_text(client: Client, kb: None) -> None:
    source = Source.objects.get(slug="faq", game__slug="talisman")
    printed = page(client, "/ru/talisman/faq/").one("article", class_="printed")
    shown = {node.attributes["id"]: node for node in printed.all("div", class_="line")}
    expected = {f"l{number}": line for number, line in enumerate(source.text.split("\n"), 1) if line.strip()}
    assert list(shown) == list(expected)
    texts = {key: (node.all("p") or node.all("h2") or node.all("h3"))[0].text for key, node in shown.items()}
    assert texts == expected


def test_source_has_an_anchor_and_a_link_for_every_entry(client: Client, kb: None) -> None:
    printed = page(client, "/ru/talisman/faq/").one("article", class_="printed")
    anchors = {node.attributes["id"] for node in printed.all("span") if "id" in node.attributes}
    entries = list(Entry.objects.live().filter(source__slug="faq", source__game__slug="talisman"))
    assert anchors == {f"e-{entry.anchor}" for entry in entries}
    pages = {link.attributes["href"] for link in printed.all("a", class_="to-page")}
    assert pages == {entry.url("ru") for entry in entries}


def test_source_begins_an_entry_at_its_heading(client: Client, kb: None) -> None:
    printed = page(client, "/ru/talisman/faq/").one("article", class_="printed")
    line = printed.one("div", id="l13")
    assert line.one("h3").text == "Переход между регионами"
    assert line.all("span", id="e-perehod-mezhdu-regionami")


def test_source_marks_what_is_searched_in_it(client: Client, kb: None) -> None:
    found = page(client, "/ru/talisman/faq/?q=жабы")
    marks = [mark.text for mark in found.one("article", class_="printed").all("mark")]
    assert marks == ["жабу", "Жаба", "жабы"]
    lines = found.one("nav", **{"aria-label": "Найденные строки"})
    assert [line.text for line in lines.all("a")] == ["61", "154", "192"]


def test_source_says_when_nothing_is_found_in_it(client: Client, kb: None) -> None:
    note = page(client, "/pl/talisman/faq/?q=zzzz").one("div", class_="note")
    assert note.words == "Dla „zzzz”: 0 wierszy"


# ── entry ──


def test_ruling_shows_its_question_and_its_answer_verbatim(client: Client, kb: None) -> None:
    for ruling in Entry.objects.live().filter(kind="ruling"):
        article = page(client, ruling.url("ru")).one("article")
        assert article.one("h1").text == ruling.title
        assert article.one("div", class_="answer").text.strip("\n") == ruling.text


@pytest.mark.parametrize(
    ("anchor", "verdict"),
    [
        ("korona-poveleniy-v1", "yes-if"),
        ("korona-poveleniy-v2", "plain"),
        ("korona-poveleniy-v3", "yes one-word"),
        ("korona-poveleniy-v4", "no one-word"),
        ("hram-v1", "yes"),
    ],
)
def test_ruling_says_its_verdict(client: Client, kb: None, anchor: str, verdict: str) -> None:
    answer = page(client, f"/ru/talisman/faq/{anchor}/").one("div", class_="answer")
    assert answer.attributes["class"] == f"answer {verdict}"


def test_ruling_sets_its_condition_beside_the_verdict(client: Client, kb: None) -> None:
    answer = page(client, "/ru/talisman/faq/korona-poveleniy-v1/").one("div", class_="answer")
    assert answer.one("b", class_="stamp").text == "Да,"
    assert answer.one("span", class_="lead").text == "пока на делении нет других персонажей."


def test_ruling_has_a_gloss_in_the_other_language_alone(client: Client, kb: None) -> None:
    stamp = {
        language: page(client, f"/{language}/talisman/faq/hram-v1/").one("b", class_="stamp")
        for language in ("ru", "pl")
    }
    assert "data-gloss" not in stamp["ru"].attributes
    assert stamp["pl"].attributes["data-gloss"] == "tak"
    assert stamp["pl"].text == "Да."


def test_ruling_names_its_source_with_the_lines(client: Client, kb: None) -> None:
    note = page(client, "/ru/talisman/faq/korona-poveleniy-v1/").one("footer", class_="source-note")
    source, authority, changed, short, _quoting = [line.words for line in note.all("p")]
    assert source == "Источник: Разъяснения и FAQ к настольной игре «Талисман», В1, строки 142–144"
    assert authority == "От сообщества Перевод игрока, 4-е пересмотренное и исправленное издание"
    assert changed.startswith("Последнее изменение: ")
    entry = Entry.objects.get(anchor="korona-poveleniy-v1")
    assert short == f"testserver/e/{entry.pk}"
    assert links(note)["Разъяснения и FAQ к настольной игре «Талисман»"] == "/ru/talisman/faq/#l142"


def test_ruling_shows_the_other_rulings_on_its_card(client: Client, kb: None, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = page(client, "/ru/talisman/faq/korona-poveleniy-v4/").one("aside", **{"aria-label": "О картах"})
    assert panel.one("h2").words == "Корона Повелений"
    assert [row.one("span", class_="number").text for row in panel.all("li")] == ["В1", "В2", "В3", "В4", "В5"]
    assert panel.one("a", **{"aria-current": "page"}).attributes["href"] == "/ru/talisman/faq/korona-poveleniy-v4/"
    assert not panel.all("p")
    monkeypatch.setattr(entries, "RULINGS_OF_A_CARD", 2)
    panel = page(client, "/ru/talisman/faq/korona-poveleniy-v3/").one("aside", **{"aria-label": "О картах"})
    assert [row.one("span", class_="number").text for row in panel.all("li")] == ["В1", "В2"]
    assert panel.one("p").words == "ещё 3 вопроса"


def test_ruling_of_two_cards_shows_both(client: Client, kb: None) -> None:
    panels = page(client, "/ru/talisman/faq/prints-printsessa-v/").one("aside", **{"aria-label": "О картах"})
    assert [heading.words for heading in panels.all("h2")] == ["Принц", "Принцесса"]


def test_ruling_leads_to_others_on_the_same_things(client: Client, kb: None) -> None:
    article = page(client, "/ru/talisman/faq/korona-poveleniy-v4/").one("article")
    related = [row for row in article.all("li") if "оба о" in row.words]
    assert related
    assert all("korona-poveleniy" not in row.one("a").attributes["href"] for row in related)


def test_ruling_shows_an_example_from_elsewhere(client: Client, kb: None) -> None:
    aside = page(client, "/ru/talisman/faq/korona-poveleniy-v1/").one("aside", class_="elsewhere")
    assert aside.one("h2").words == "Пример из раздела Вместо обычного движения"
    assert "Короне Повелений" in aside.one("p", class_="call-out").text


def test_ruling_knows_its_neighbours(client: Client, kb: None) -> None:
    near = page(client, "/ru/talisman/faq/korona-poveleniy-v1/").one("nav", class_="neighbours")
    assert [(link.attributes["rel"], link.attributes["href"]) for link in near.all("a")] == [
        ("prev", "/ru/talisman/faq/gorod-v/"),
        ("next", "/ru/talisman/faq/korona-poveleniy-v2/"),
    ]


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_text_is_shown_verbatim(client: Client, kb: None, language: str) -> None:
    for entry in Entry.objects.live().exclude(kind__in=["ruling", "chapter"]).filter(children=None):
        article = page(client, entry.url(language)).one("article", class_="prose")
        heading = article.one("h1")
        shown = article.text.replace(heading.text, "", 1)
        assert shown.strip() == entry.text.strip(), entry.path
        assert entry.title in heading.text


def test_text_without_a_title_is_called_by_its_heading_and_number(client: Client, kb: None) -> None:
    erratum = page(client, "/ru/andor/pamyatka/opechatki-i-netochnosti-na-kartah-legend-8/")
    assert erratum.one("h1").words == "Опечатки и неточности на картах Легенд 8"


def test_text_in_another_language_has_its_badge_and_lang(client: Client, kb: None) -> None:
    russian = page(client, "/ru/krolestwo-dusz/instrukcja/karty-terenu/").one("article", class_="prose")
    assert russian.attributes["lang"] == "pl"
    assert russian.one("span", class_="lang").text == "PL"
    polish = page(client, "/pl/krolestwo-dusz/instrukcja/karty-terenu/").one("article", class_="prose")
    assert "lang" not in polish.attributes
    assert not polish.all("span", class_="lang")


def test_text_has_contents_with_its_place(client: Client, kb: None) -> None:
    section = page(client, "/ru/talisman/faq/posledovatelnost-vstrech/")
    contents = section.one("nav", id="contents")
    assert contents.one("a", **{"aria-current": "page"}).words == "Последовательность встреч"
    assert section.one("a", class_="contents-button").words == "Содержание, 3 из 10"
    alone = next(
        entry
        for entry in Entry.objects.live().exclude(kind__in=["ruling", "chapter"])
        if Entry.objects.live().beside(entry).count() == 1
    )
    text = page(client, alone.url("ru"))
    assert not text.all("nav", id="contents")
    assert not text.all("a", class_="contents-button")


def test_text_is_read_with_what_stands_below_it(client: Client, kb: None) -> None:
    article = page(client, "/ru/talisman/faq/effekty-peredvizheniya/").one("article", class_="prose")
    assert [heading.text.removesuffix("#") for heading in article.all("h2")] == [
        "Вместо броска кубика для движения",
        "Вместо обычного движения",
    ]
    below = Entry.objects.get(anchor="vmesto-obychnogo-dvizheniya")
    section = article.one("section", id="e-vmesto-obychnogo-dvizheniya")
    assert section.text.split("#", 1)[1].strip() == below.text


def test_headings_below_a_text_go_no_deeper_than_the_fourth() -> None:
    rows = [Entry(pk=number, parent_id=number - 1, kind="section") for number in range(1, 7)]
    ruling = Entry(pk=7, parent_id=6, kind="ruling")
    found = entries.pieces(rows[0], [*rows[1:], ruling])
    assert [piece.level for piece in found] == [2, 3, 4, 4, 4, 4]
    assert found[-1].rulings == [ruling]


def test_text_that_others_refer_to_says_where(client: Client, kb: None) -> None:
    section = page(client, "/ru/talisman/faq/vmesto-broska-kubika-dlya-dvizheniya/")
    heading = next(node for node in section.all("h2") if node.words == "Сюда ссылаются 1")
    assert heading.parent
    assert heading.parent.one("li").one("mark").text == "Вместо броска кубика для движения"


def test_chapter_lists_its_rulings_under_their_headings(client: Client, kb: None) -> None:
    article = page(client, "/ru/talisman/faq/deleniya-igrovogo-polya/").one("article", class_="prose")
    assert [heading.words for heading in article.all("h2")][:3] == ["Город", "Корона Повелений", "Проклятая Поляна"]
    assert len(article.all("li")) == 17


def test_chapter_named_like_its_card_leads_to_the_card(client: Client, kb: None) -> None:
    response = client.get("/pl/talisman/faq/korona-poveleniy/")
    assert (response.status_code, response.headers["Location"]) == (302, "/pl/talisman/cards/korona-poveleniy/")


def test_page_cut_short_leads_to_the_source(client: Client, kb: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulings.views.entries.BELOW", 5)
    chapter = page(client, "/ru/talisman/faq/deleniya-igrovogo-polya/")
    assert links(chapter)["Остальное — в источнике"] == "/ru/talisman/faq/#e-deleniya-igrovogo-polya"


@pytest.mark.parametrize("change", [{"state": "draft"}, {"removed": True}])
def test_entry_that_readers_may_not_see_is_not_there(client: Client, kb: None, change: dict[str, object]) -> None:
    Entry.objects.filter(anchor="gorod-v").update(**change)
    assert client.get("/ru/talisman/faq/gorod-v/").status_code == 404


# ── card ──


def test_card_is_called_in_three_languages(client: Client, kb: None) -> None:
    band = page(client, "/ru/talisman/cards/korona-poveleniy/").one("header", class_="band")
    assert band.one("h1").text == "Корона Повелений"
    assert [(name.one("dt").text, name.one("dd").text) for name in band.one("dl").all("div")] == [
        ("PL", "Korona Władzy"),
        ("EN", "Crown of Command"),
    ]


def test_card_name_that_nobody_printed_is_not_shown(client: Client, kb: None) -> None:
    card = Card.objects.get(slug="korona-poveleniy")
    Name.objects.filter(card=card, language="pl").update(confidence="unconfirmed")
    polish = page(client, "/pl/talisman/cards/korona-poveleniy/").one("header", class_="band")
    assert polish.one("h1").words == "Корона ПовеленийRU"
    assert "Korona" not in polish.text


def test_card_of_whose_names_nobody_is_sure_is_called_by_its_address(client: Client, kb: None) -> None:
    card = Card.objects.get(slug="korona-poveleniy")
    Name.objects.filter(card=card).update(confidence="unconfirmed")
    band = page(client, "/pl/talisman/cards/korona-poveleniy/").one("header", class_="band")
    assert band.one("h1").words == "korona-poveleniy"
    assert "Корона" not in band.text
    Name.objects.create(card=card, text="Венец", language="ru", role="alias", confidence="usual")
    assert page(client, "/pl/talisman/cards/korona-poveleniy/").one("h1").words == "ВенецRU"


def test_card_shows_its_rulings_as_dots_and_in_full(client: Client, kb: None) -> None:
    card = page(client, "/ru/talisman/cards/korona-poveleniy/")
    strip = [
        (link.words, link.one("span").attributes["aria-label"]) for link in card.one("nav", class_="strip").all("a")
    ]
    assert strip == [("В1", "Да, с условием"), ("В2", "Ответ"), ("В3", "Да"), ("В4", "Нет"), ("В5", "Да")]
    rulings = Entry.objects.filter(cards__slug="korona-poveleniy", kind="ruling").order_by("position")
    shown = card.one("ol", class_="list").all("li")
    assert [item.one("h3").text for item in shown] == [ruling.title for ruling in rulings]
    assert [item.one("div", class_="text").text.strip("\n") for item in shown] == [ruling.text for ruling in rulings]


def test_card_page_does_not_link_to_itself(client: Client, kb: None) -> None:
    card = page(client, "/ru/talisman/cards/korona-poveleniy/").one("ol", class_="list")
    refs = {link.attributes["href"] for link in card.all("a", class_="ref")}
    assert refs
    assert "/ru/talisman/cards/korona-poveleniy/" not in refs


def test_card_says_where_it_is_mentioned_with_the_sentence(client: Client, kb: None) -> None:
    mentions = page(client, "/ru/talisman/cards/zhaba/").one("section", class_="mentions")
    assert mentions.one("h2").words == "Упоминается в правилах 3"
    rows = mentions.all("li")
    assert [row.one("mark").text for row in rows] == ["жабу", "Жаба", "жабы"]
    assert rows[1].one("a").attributes["href"] == "/ru/talisman/faq/korona-poveleniy-v4/"


def test_what_mentions_a_thing_comes_in_pages(client: Client, kb: None, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Entry.objects.get(anchor="vmesto-obychnogo-dvizheniya")
    ruling, *others = Entry.objects.filter(cards__slug="korona-poveleniy", kind="ruling")[:4]
    digital = Game.objects.get(slug="talisman-digital")
    for thing in (text, ruling, digital):
        facts = {"game" if isinstance(thing, Game) else "to_entry": thing}
        for entry in others[: 3 - Mention.objects.filter(**facts).count()]:
            Mention.objects.create(entry=entry, field="text", start=0, end=2, surface="Да", **facts)
    for path, heading in (
        ("/ru/talisman/cards/zhaba/", "Упоминается в правилах 3"),
        (text.url("ru"), "Сюда ссылаются 3"),
        (ruling.url("ru"), "Сюда ссылаются 3"),
        (digital.url("ru"), "Сюда ссылаются 3"),
    ):
        monkeypatch.setattr(referring, "MOST", 200)
        whole = [row.one("a").attributes["href"] for row in page(client, path).one(id="mentions").all("li")]
        monkeypatch.setattr(referring, "MOST", 2)
        found = []
        for number in (1, 2):
            panel = page(client, f"{path}?page={number}").one(id="mentions")
            assert panel.one("h2").words == heading
            assert panel.one("nav", class_="paging").one("span").text == f"{number} из 2"
            found += [row.one("a").attributes["href"] for row in panel.all("li")]
        assert found == whole
        assert links(panel.one("nav", class_="paging")) == {"Назад": "?#mentions"}
        assert client.get(f"{path}?page=3").status_code == 404


def test_game_folds_what_mentions_it_when_that_is_much(client: Client, kb: None) -> None:
    game = Game.objects.get(slug="agot-core")
    panel = page(client, game.url("ru")).one("section", id="mentions")
    assert (panel.one("h2").words, len(panel.all("li")), panel.all("details")) == ("Сюда ссылаются 5", 5, [])
    entry = Entry.objects.get(anchor="korona-poveleniy-v1")
    Mention.objects.create(entry=entry, field="text", start=0, end=2, surface="Да", game=game)
    panel = page(client, game.url("pl")).one("section", id="mentions")
    assert panel.one("details").one("summary").words == "jeszcze 1 wzmianka"
    assert len(panel.one("details").all("li")) == 1
    assert len(panel.all("li")) == 6


def test_page_of_a_ruling_that_nothing_refers_to_is_one(client: Client, ruling: Entry) -> None:
    codes = [client.get(ruling.url("ru"), {"page": number}).status_code for number in ("1", "2", "0", "abc")]
    assert codes == [200, 404, 400, 400]


def test_card_puts_the_official_ruling_first(client: Client, kb: None) -> None:
    card = Card.objects.get(slug="korona-poveleniy")
    official = Source.objects.create(
        game=card.game, slug="official", language="ru", title="Официальный FAQ", authority="official"
    )
    ruling = Entry.objects.create(
        source=official, kind="ruling", number="1", title="Можно?", body="Нет.", anchor="mozhno", language="ru"
    )
    ruling.cards.add(card)
    publish([ruling])
    first = page(client, card.url("ru")).one("ol", class_="list").all("li")[0]
    assert first.one("h3").text == "Можно?"
    assert first.one("span", class_="official").text == "Официально"
    of_card = page(client, "/ru/talisman/faq/korona-poveleniy-v1/").all("aside")[-1].all("li")
    assert of_card[0].words == "Можно?Официально · 4-е пересмотренное издание1"
    shown = parse(client.get("/ru/preview/talisman/cards/korona-poveleniy/").content.decode())
    assert shown.all("li")[0].words == "Можно?1"


def test_card_with_a_rule_of_its_own_shows_it(client: Client, kb: None) -> None:
    section = page(client, "/pl/krolestwo-dusz/cards/karta-terenu/").one("section", class_="prose")
    assert section.one("h2").words == "Karty Terenu#"


def test_card_shows_its_set_and_code(client: Client, kb: None) -> None:
    card = Card.objects.get(code="B147")
    tags = [tag.text for tag in page(client, card.url("ru")).one("p", class_="tags").all("span")]
    assert tags == ["Карта", "Базовый набор", "B147"]


# ── terms ──


def test_terms_explain_the_abbreviations(client: Client, kb: None) -> None:
    entries = page(client, "/ru/andor/terms/").one("dl", class_="abbreviations").all("div")
    meanings = {item.one("dt").text: (item.one("dd").text, item.one("a").attributes["href"]) for item in entries}
    assert meanings["БСГ"] == ("Боевая Сила Героя", "/ru/andor/cards/boevaya-sila-geroya/")
    assert meanings["КС"] == ("Командное Сражение", "/ru/andor/pamyatka/komandnoe-srazhenie/")


def test_terms_of_a_game_without_any_say_so(client: Client, kb: None) -> None:
    assert page(client, "/ru/talisman-dungeon/terms/").one("p", class_="nothing").text == (
        "Терминов этой игры пока нет."
    )


def test_terms_count_what_is_about_them(client: Client, kb: None) -> None:
    game = Game.objects.get(slug="andor")
    terms = page(client, "/ru/andor/terms/").one("ul", class_="glossary").all("li")
    assert len(terms) == Card.objects.filter(game=game, kind="term").count()
    assert all("упоминани" in term.words for term in terms)


def test_the_same_text_in_another_language_is_a_link(client: Client, ruling: Entry) -> None:
    other = Entry.objects.filter(language="pl").exclude(body="")[0]
    same = Entry.objects.filter(language="ru", source__game__slug="andor").exclude(body="")[0]
    Entry.objects.filter(pk__in=[ruling.pk, other.pk, same.pk]).update(ref="crown-1")
    for here, there in ((ruling, other), (other, ruling)):
        page = client.get(here.url("ru")).content.decode()
        assert f'<a href="{there.url("ru")}" hreflang="{there.language}"' in page
        assert (f'<a href="{same.url("ru")}" hreflang' in page) == (here == other)
    Entry.objects.filter(pk=other.pk).update(removed=True)
    assert 'hreflang="pl" lang=' not in client.get(ruling.url("ru")).content.decode()


@pytest.mark.parametrize("path", [*PAGES.values()])
def test_the_first_heading_of_a_page_is_its_own(client: Client, kb: None, path: str) -> None:
    headings = re.findall(r"<h[1-6]", client.get(f"/ru/{path}").content.decode())
    assert (headings[0], headings.count("<h1")) == ("<h1", 1)
