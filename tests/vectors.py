"""Test vectors that hold the server's search and the browser's together: what each must make of the same input.

``python -m tests.golden`` writes them anew from the server's side. ``tests/test_vectors.py`` holds Python to the file,
``tests/e2e/test_search_offline.py`` JavaScript.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulings.keyboards import distance, skeleton, swap_layout, tolerance
from rulings.languages import alike, code, fold, lemmas, spelled, unmixed, words
from rulings.models import Entry
from rulings.search.answering import answer
from rulings.search.cards import meant_cards
from rulings.search.query import Query
from rulings.search.state import State, current

FILE = Path(__file__).parent / "data" / "vectors.json"

TEXTS = (
    *("Ёлка — ЁЖ", "Złoty Żółw, Łódź", "за́мок", "«Кавычки» „cudzysłów” “quotes”", "Straße", "e\u0301toile", "и\u0306"),
    *("1к6", "1D6", "к20", "В147", "B147", "4,5 и 3.10", "Hero’s", "Х", "мяг\u00adкий", "еcли с латинской c", ""),
    *("раз-два/три", "a_b", "№5, §2", "２０", "naïve café", "ѐ ѝ", "K\u2126", "тест\u200bировать"),
)
TYPED = (
    *("gjknthutqcn", ";f,f", "полтергейст", "ghbdtn", "rjhjyf gjdtktybq", "ы", "~", "Ropucha", "`krf", "[jl", "'nj"),
    *("j,]tv", "gjl`v", ".yfz", "~KRF", "3,5 gjktn", "(2.4)", "1r6", "корона gjdtktybq", "\u2019nj", "кщзгсрф ё"),
)
SPELLED = (
    "zhaba",
    "жаба",
    "chudovische",
    "чудовище",
    "shchit",
    "щит",
    "yolka",
    "korona",
    "eto",
    "podiem",
    "Ksiezyc",
    "juzhnyj",
)
SLIPS = (
    *(("жаба", "жиба"), ("корона", "крона"), ("полтергейст", "полтергест"), ("карта", "картта"), ("wieza", "wiexa")),
    *(("заклинание", "закилнание"), ("конь", "кон"), ("яма", "дом"), ("talisman", "tlisman"), ("", "а")),
)
# Words of the texts, forms that stand in none, codes, and words that nothing is known of.
KNOWN = (
    *("Короне", "короною", "жабами", "заклинаниям", "телепортировались", "кубики", "1к6", "4", "воскрешениях", "Х"),
    *("персонажей", "атакуете", "еcли", "ё"),
)
# (query, interface language, game)
QUERIES = (
    ("жаба", "ru", ""),
    (";f,f", "ru", ""),
    ("zhaba", "ru", ""),
    ("полтергест", "ru", ""),
    ("otshelniku", "ru", ""),
    ("отешльнику", "ru", ""),
    ("obychnye karty", "ru", ""),
    ("krolestwami dusz", "pl", ""),
    ("жбаа", "ru", ""),
    ("rjhjyf повелений", "ru", ""),
    ("2.4 ,jq", "ru", ""),
    ("j,]tv", "ru", ""),
    ("в пункте 2.6", "ru", ""),
    ("pkt. 2.4", "pl", ""),
    ("Korona Władzy", "pl", ""),
    ("korona wladzy", "pl", ""),
    ("crown of command", "ru", ""),
    ("можно ли собирать золото на короне повелений", "ru", ""),
    ("jak działa karta terenu", "pl", ""),
    ('"карты терена" -жаба', "ru", ""),
    ('"заклинание повеления"', "ru", ""),
    ("жаба -корона", "ru", ""),
    ("храм ИЛИ город", "ru", ""),
    ("игра:андор рассвет", "ru", ""),
    ("тип:вопрос жаба", "ru", ""),
    ("карта:жаба", "ru", ""),
    ("язык:польский teren", "ru", ""),
    ("неведомо:что", "ru", ""),
    ("игра:талисман спелл", "ru", ""),
    ('"рост угрзы" ufkfrnbrf', "ru", ""),
    ("-моб хп", "ru", ""),
    ("игра:престолов цена", "ru", ""),
    ("цена", "ru", ""),
    ("жаба -2.4 -крона -;tkj", "ru", ""),
    ("zhaba ИЛИ gjknthutqcn", "pl", ""),
    ("2.4 OR 3.5", "ru", ""),
    ('"карты терена" LUB polana', "pl", ""),
    ('"Korona Wladzy"', "pl", ""),
    ('жаба -"Korona Władzy"', "ru", ""),
    ("игра:шахматы спелл", "ru", ""),
    ("шахматы бросок кубика", "ru", ""),
    ("Древний ужас и бой", "ru", ""),
    ("шахматы ИЛИ жаба", "ru", ""),
    ("7 чудес", "ru", ""),
    ("отраву в вине", "ru", ""),
    ("KOPOHE", "ru", ""),
    ("BOPOTA", "ru", ""),
    ("шлем вора", "ru", "andor"),
    ('"рост угрозы" ИЛИ Андор', "ru", ""),
    ('"рост угрозы" ИЛИ minimum', "ru", ""),
    ("-корона", "ru", ""),
    ("лимит", "ru", ""),
    ("избавление", "ru", ""),
    ("вампир кастует заклинание", "ru", ""),
    ('жабв -карта:"игра престолов"', "ru", ""),
    ("srajenija", "ru", ""),
    ("druzynową walke", "pl", ""),
    ("MEЧ", "ru", ""),
    ("п2.6", "ru", ""),
    ("мооб", "ru", ""),
    ("артефкат", "ru", ""),
    ("союзнник", "ru", ""),
    ("карта Молниеносный Удар", "ru", ""),
    ("амулет и жезл", "ru", ""),
    ("бой -Shadows", "ru", ""),
    ("карта:плот", "ru", ""),
    ("карта:crown", "ru", ""),
    ('card:"b 147"', "ru", ""),
    ("lang:Polish duch", "ru", ""),
    ("Б-147", "ru", ""),
    ("бросоккубика", "ru", ""),
    ("pomownik", "ru", ""),
    ("karta tjmy", "ru", ""),
    ("kluchevoe slovo", "ru", ""),
    ("корона пове лений", "ru", ""),
    ("бросок 1 к 6", "ru", ""),
    ("корона -замок OR жаба", "ru", ""),
    ("язык:английский карта", "ru", ""),
    ("плиз, имхо жаба", "ru", ""),
    ("тип:опечатка карта", "ru", ""),
    ("игра:шахматы ИЛИ игра:андор рассвет", "ru", ""),
    ("игра:андор игра:бримстоун герой", "ru", ""),
    ("-игра:талисман -тип:вопросы карта", "ru", ""),
    ("игра:талисма Призрак", "ru", ""),
    ("typ:karty smok", "pl", ""),
    ("тип:ответы LUB тип:глава дракон", "ru", ""),
    ("карта:korony_wladzy", "pl", ""),
    ("карта:;f,f", "ru", ""),
    ("карта:B147", "ru", ""),
    ("-карта:жаба корона", "ru", ""),
    ("lang:en жаба", "ru", ""),
    ("язык:polsku karta", "ru", ""),
    ("рассвет", "ru", "andor"),
    ("рассвет", "ru", "talisman"),
    ("венецианский кардамон", "ru", ""),
    ("ochki voli", "ru", ""),
    ("schitaetsya", "ru", ""),
    ("shvatka", "ru", ""),
    ("С9", "ru", ""),
    ("win", "ru", ""),
    ("kkkk карта", "ru", ""),
    ("каго", "ru", ""),
    ("чтоб атаковать", "ru", ""),
    ("нашего героя атаковали", "ru", ""),
    ("żebym rzucił", "pl", ""),
    ("буква Q", "ru", ""),
    ("карта b 147", "ru", ""),
    ("карта судбы", "ru", ""),
    ("взять карту замысла", "ru", ""),
    ("тянуть карту тьмы", "ru", ""),
    ("druzynowa walka", "pl", ""),
    ("андор пас", "ru", ""),
    ("тени бримстоуна рана", "ru", ""),
    ("zeldovia карта атаки", "ru", ""),
    ("   ", "ru", ""),
    ("как", "ru", ""),
    ("co się dzieje po śmierci", "pl", ""),
    # Everyday words that nothing here has, beside names: a device has no dictionary.
    ("корона повелений перепутал", "ru", ""),
    ("корона повелений проморгал", "ru", ""),
    ("дракон кстати", "ru", ""),
    ("школа", "ru", ""),
    ("korona władzy niestety", "pl", ""),
    ("duch szukałem", "pl", ""),
    ("zgubiłam", "pl", ""),
    ("zaklęcie brat", "pl", ""),
    ("рассвет оокрыть", "ru", ""),
    ("Los", "ru", ""),
    ("А-ЛЬ", "ru", ""),
    ("слцчай", "ru", ""),
    ("решион", "ru", ""),
    ("других миров", "ru", ""),
)


def make() -> dict[str, Any]:
    """What the server makes of every input."""
    state = current()
    paths = {entry.pk: entry.path for entry in Entry.objects.live().select_related("source__game")}
    return {
        "texts": [[text, fold(text), spelled(text), [word.text for word in words(text)]] for text in TEXTS],
        "words": [[word, code(word), alike(fold(word)), unmixed(fold(word))] for word in (*TEXTS, *KNOWN)],
        "layouts": [[text, swap_layout(text)] for text in TYPED],
        "skeletons": [[word, skeleton(fold(word))] for word in SPELLED],
        "slips": [
            [typed, word, tolerance(typed), round(distance(typed, word, tolerance(typed) + 1), 6)]
            for typed, word in SLIPS
        ],
        "lemmas": [[word, sorted(lemmas(word))] for word in KNOWN],
        "answers": [
            {"query": text, "language": language, "game": game, **found(text, language, game, state, paths)}
            for text, language, game in QUERIES
        ],
    }


def found(text: str, language: str, game: str, state: State, paths: dict[int, str]) -> dict[str, Any]:
    """The answer to a query: how it was read, which cards are shown, what its prefixes don't know, how many
    entries there are, and the first three."""
    result = answer(Query(text, game=game, interface=language), state)
    keys = [int(key) for key in state.snapshot.keys[result.docs[:3]]]
    return {
        "why": result.reading.why if result.total else "",
        "read": result.reading.text if result.total and result.reading.why else "",
        "cards": [named.text for named in meant_cards(result.named)],
        "unknown": [restriction.value for restriction in result.unknown],
        "total": result.total,
        "first": [paths[key] for key in keys],
    }


def render(vectors: dict[str, Any]) -> str:
    """One line a vector."""

    def lines(rows: list[Any]) -> str:
        return ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)

    return "{\n" + ",\n".join(f' "{key}": [\n{lines(rows)}\n ]' for key, rows in vectors.items()) + "\n}\n"
