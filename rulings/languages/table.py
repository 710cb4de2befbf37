"""One row a language, and the loaders of the dictionaries."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rulings.languages.folding import fold

# ── lemmas ─────────────────────────────────────────────────────────────────


class Parse(NamedTuple):
    """One reading of a word: its dictionary form, its part of speech, and whether the dictionary has the word (or
    only guesses by its ending). ``function`` words hold sentences together (не, или, który, gdzie)."""

    lemma: str
    part: str  # noun, verb, adjective, adverb, function or other
    is_known: bool


Parser = Callable[[str], list[Parse]]

# OpenCorpora's grammemes, the first that applies. Prdx and Apro are pronouns used as other parts of speech.
_RUSSIAN_PARTS = {
    **dict.fromkeys(("PREP", "CONJ", "PRCL", "NPRO", "INTJ", "Apro", "Ques", "Dmns", "Prdx"), "function"),
    **dict.fromkeys(("NOUN", "NUMR", "LATN", "UNKN"), "noun"),
    **dict.fromkeys(("VERB", "INFN", "GRND"), "verb"),
    **dict.fromkeys(("ADJF", "ADJS", "COMP", "PRTF", "PRTS"), "adjective"),
    **dict.fromkeys(("ADVB", "PRED"), "adverb"),
}
# The Polish tag set (NKJP), first part of the tag.
_POLISH_PARTS = {
    **dict.fromkeys(("prep", "conj", "comp", "part", "qub", "interj", "ppron12", "ppron3", "siebie"), "function"),
    **dict.fromkeys(("subst", "depr", "ger", "num", "brev", "ign"), "noun"),
    **dict.fromkeys(("fin", "praet", "inf", "impt", "imps", "bedzie", "winien", "pcon", "pant", "aglt"), "verb"),
    **dict.fromkeys(("adj", "adja", "adjp", "adjc", "ppas", "pact"), "adjective"),
    **dict.fromkeys(("adv", "pred"), "adverb"),
}


@functools.cache
def _russian() -> Parser:
    import pymorphy3

    analyser = pymorphy3.MorphAnalyzer(lang="ru")

    def part(grammemes: frozenset[str]) -> str:
        return next((part for name, part in _RUSSIAN_PARTS.items() if name in grammemes), "other")

    def parses(word: str) -> list[Parse]:
        return [Parse(parse.normal_form, part(parse.tag.grammemes), parse.is_known) for parse in analyser.parse(word)]

    return parses


@functools.cache
def _polish() -> Parser:
    try:
        import morfeusz2
    except ImportError:  # no wheel for this platform: stems instead of dictionary forms
        return _snowball("polish")
    analyser = morfeusz2.Morfeusz()
    lock = threading.Lock()  # one analyser keeps the state of one call

    def parses(word: str) -> list[Parse]:
        with lock:
            segments = analyser.analyse(word)
        last = max((end for _, end, _ in segments), default=0)
        whole = [form for start, end, form in segments if start == 0 and end == last]
        # «zabiłem» is cut into a verb and its ending: the verb is what the word means.
        chosen = whole or [form for start, _, form in segments if start == 0]
        return [
            Parse(form[1].partition(":")[0], _POLISH_PARTS.get(form[2].partition(":")[0], "other"), True)
            for form in chosen
            if form[2] != "ign"
        ]

    return parses


@functools.cache
def _snowball(algorithm: str) -> Parser:
    import snowballstemmer

    stemmer = snowballstemmer.stemmer(algorithm)
    lock = threading.Lock()

    def stems(word: str) -> list[Parse]:
        with lock:
            return [Parse(stemmer.stemWord(word), "other", False)]

    return stems


def _lemmas(lemmas: str) -> frozenset[str]:
    return frozenset(fold(lemmas).split())


@dataclass(frozen=True)
class Language:
    """What the house needs to know of one language.

    ``letters`` is a character class of its script. ``parser`` loads its dictionary.
    ``chatter`` are lemmas that people use to ask rather than to say what about, beside the function words.
    ``idioms`` are phrases in which a word doesn't mean the thing that it names elsewhere («иметь место»).
    ``joiners`` stand between two names that share a heading; ``yes`` and ``no`` are verdicts; ``modals`` are lemmas
    that make a sentence as a verb does, ``askers`` words that make a question or half a sentence of one, and
    ``conditions`` those of them that begin a sentence whose second half says what then.

    How documents are printed: ``questions`` and ``answers`` are the marks of a question and of its answer in a FAQ
    («В», «Вопрос»). ``examples`` begin an example («Пример: …»), of these ``instances`` also in the middle of a
    paragraph («…. Например, …»); ``exceptions`` begin an exception and ``asides`` another remark («Внимание! …»).
    ``credits`` begin a line that says who made the document, ``editions`` one that says which edition it is.
    ``chapters`` begin a numbered heading («Глава 2»), ``introductions`` head what comes before the first of them, and
    ``errata`` a list of errata. ``titles`` are lemmas by which a title says that it is a document's («Правила …»),
    and ``title_fillers`` what may stand beside them in one that says nothing else («Часто задаваемые вопросы»).
    """

    code: str
    name: str
    letters: str
    parser: Callable[[], Parser]
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    examples: tuple[str, ...]
    instances: tuple[str, ...]
    exceptions: tuple[str, ...]
    asides: tuple[str, ...]
    credits: tuple[str, ...]
    editions: tuple[str, ...]
    chapters: tuple[str, ...]
    introductions: tuple[str, ...]
    errata: tuple[str, ...]
    titles: frozenset[str]
    title_fillers: frozenset[str]
    idioms: tuple[str, ...]
    joiners: tuple[str, ...]
    modals: frozenset[str]
    askers: frozenset[str]
    conditions: frozenset[str]
    yes: str
    no: str
    chatter: frozenset[str]


_CYRILLIC = "а-яё"
_LATIN = "a-zà-žﬀ-ﬆ"

LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (
        Language(
            code="ru",
            name="Русский",
            letters=_CYRILLIC,
            parser=_russian,
            questions=("В", "Вопрос", "Вопр"),
            answers=("О", "Ответ", "Отв"),
            examples=("Пример", "Примеры", "Например", "Напр."),
            instances=("Например", "Напр."),
            exceptions=("Исключение", "Исключения"),
            asides=("Внимание", "Важно", "Примечание", "Примечания", "Замечание"),
            credits=(
                *("Перевод", "Переводчик", "Переводчики", "Перевёл", "Перевел", "Перевела", "Автор", "Авторы"),
                *(
                    "Составитель",
                    "Составил",
                    "Составила",
                    "Собрал",
                    "Подготовил",
                    "Подготовила",
                    "Редактор",
                    "Корректор",
                ),
                *("Вёрстка", "Верстка"),
            ),
            editions=("Версия", "Редакция", "Издание"),
            chapters=("Глава", "Часть", "Раздел"),
            introductions=("Введение", "Вступление", "Предисловие"),
            errata=("Опечатки", "Исправления", "Ошибки", "Эррата"),
            titles=_lemmas("faq вопрос ответ правило разъяснение уточнение памятка инструкция руководство справочник"),
            title_fillers=_lemmas("часто задавать задаваемый игра настольный официальный полный краткий"),
            idioms=(
                *("в ответ", "иметь место", "место назначения", "в силу", "в том числе"),
                *("в случае", "в ходе", "по ходу", "в то же время", "на время", "воплотить в жизнь"),
                *("в свою очередь", "в первую очередь", "в конечном счёте", "за счёт", "на самом деле"),
            ),
            joiners=("и", "или"),
            modals=_lemmas("должный можно нужно надо нельзя"),
            askers=_lemmas("как когда где куда кто что чем почему зачем сколько какой какая какие если"),
            conditions=_lemmas("если когда пока чтобы"),
            yes="да",
            no="нет",
            chatter=_lemmas(
                "быть мочь можно нельзя надо нужно должный обязанный обязательно вообще просто теперь потом затем сразу"
                " уже еще только очень снова опять вдруг например короче типа значит получаться делать сделать хотеть"
                " говорить сказать считаться являться происходить случаться случиться стать становиться собираться"
                " пожалуйста подсказать помочь спасибо ребята народ правило вопрос ответ раз ситуация случай ли также"
            ),
        ),
        Language(
            code="pl",
            name="Polski",
            letters=_LATIN,
            parser=_polish,
            questions=("P", "Pytanie", "Pyt"),
            answers=("O", "Odpowiedź", "Odp"),
            examples=("Przykład", "Przykłady", "Na przykład", "Np."),
            instances=("Na przykład", "Np."),
            exceptions=("Wyjątek", "Wyjątki"),
            asides=("Uwaga", "Uwagi", "Ważne"),
            credits=(
                *("Tłumaczenie", "Tłumacz", "Tłumaczył", "Tłumaczyła", "Przetłumaczył", "Przetłumaczyła", "Przekład"),
                *("Autor", "Autorka", "Autorzy", "Zebrał", "Zebrała", "Opracowanie", "Opracował", "Opracowała"),
                *("Redakcja", "Korekta", "Polska wersja"),
            ),
            editions=("Wersja", "Wydanie", "Edycja"),
            chapters=("Rozdział", "Część", "Sekcja"),
            introductions=("Wprowadzenie", "Wstęp", "Przedmowa"),
            errata=("Errata", "Erraty", "Poprawki", "Sprostowania"),
            titles=_lemmas("faq pytanie odpowiedź zasada instrukcja wyjaśnienie reguła poradnik przewodnik"),
            title_fillers=_lemmas("często zadawać zadawany gra planszowy oficjalny pełny krótki"),
            idioms=(
                *("mieć miejsce", "miejsce docelowe", "w odpowiedzi na", "na mocy", "w mocy", "siłą rzeczy"),
                *("wejść w życie", "w razie", "w ciągu", "z kolei", "w tym czasie", "w pierwszej kolejności"),
            ),
            joiners=("i", "lub", "oraz"),
            modals=_lemmas("można trzeba wolno należy"),
            askers=_lemmas("jak kiedy gdzie kto co dlaczego ile jaki jaka jakie gdy jeśli czy"),
            conditions=_lemmas("jeśli jeżeli gdy kiedy aby"),
            yes="tak",
            no="nie",
            chatter=_lemmas(
                "być móc można trzeba wolno należy musieć powinien mieć czy co kto jak kiedy gdzie gdy jeśli jeżeli"
                " który ten ta to tamten taki swój mój twój jakiś jaki ile tylko już jeszcze teraz potem zawsze też"
                " także"
                " bardzo znowu robić zrobić chcieć zostać stać się pytanie odpowiedź zasada proszę dzięki przypadek raz"
                " naprawdę właśnie więc czyli bo aż by"
            ),
        ),
        Language(
            code="en",
            name="English",
            letters=_LATIN,
            parser=functools.partial(_snowball, "english"),
            questions=("Q", "Question"),
            answers=("A", "Answer"),
            examples=("Example", "Examples", "For example", "E.g."),
            instances=("For example", "E.g."),
            exceptions=("Exception", "Exceptions"),
            asides=("Attention", "Important", "Note"),
            credits=("Translation", "Translated by", "Translator", "Author", "Authors", "Edited by", "Written by"),
            editions=("Version", "Edition", "Revision"),
            chapters=("Chapter", "Part", "Section"),
            introductions=("Introduction", "Foreword", "Preface"),
            errata=("Errata", "Corrections"),
            titles=_lemmas("faq question answer rule rulebook clarification guide"),
            title_fillers=_lemmas("frequently frequent asked ask game board official full short"),
            idioms=("take place", "in response to", "in order to", "in case of"),
            joiners=("and", "or"),
            modals=frozenset(),
            askers=_lemmas("how when where who what why which if"),
            conditions=_lemmas("if when while"),
            yes="yes",
            no="no",
            chatter=_lemmas(
                "a an the of to in on at by for from with and or but if is are be was were been do does did can could"
                " may might must shall should will would have has had i you he she it we they my your his her its"
                " our their"
                " this that these those what which who when where how why there here then than as not no any some all"
                " just also about into out up down please rule question"
            ),
        ),
    )
}
