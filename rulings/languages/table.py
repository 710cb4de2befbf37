"""One row a language: its letters, its dictionary, and what it calls the things that the house must know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from rulings.languages import dictionaries
from rulings.languages.dictionaries import Inflector, Parser, Tagger
from rulings.languages.folding import fold


def _words(spelled: str) -> frozenset[str]:
    return frozenset(spelled.split())


def _lemmas(lemmas: str) -> frozenset[str]:
    return frozenset(fold(lemmas).split())


@dataclass(frozen=True)
class Language:
    """What the house needs to know of one language.

    ``letters`` is a character class of its script. ``parser`` and ``inflector`` load its dictionary, which comes with
    ``packages``: another version of any of them may read words otherwise. ``guesses`` makes the forms of a name that a
    dictionary lacks, where the dictionary doesn't guess itself. ``tagger`` reads of which case, number and gender a
    word is; an adjective behind its noun is ordinary where the language ``is_reversible``, and elsewhere mostly a
    predicate («эффект длительный»).
    ``chatter`` are lemmas that people use to ask rather than to say what about, beside the function words; ``closed``
    those of the function words that a text may lack, for who has no dictionary at hand (a device without a network).
    ``apart``: a dictionary form that without its accents would be another thing's, and a form of its own that it is
    known by instead («móc» is «mogę» beside «moc»).
    ``idioms`` are phrases in which a word doesn't mean the thing that it names elsewhere («иметь место»).
    ``joiners`` stand between two names that share a heading; ``yes`` and ``no`` answer a question, and are
    verdicts where ``is_stamped``; ``modals`` are lemmas
    that make a sentence as a verb does, ``askers`` words that make a question or half a sentence of one, and
    ``conditions`` those of them that begin a sentence whose second half says what then.

    What the query language calls things: ``either`` stands between two of which one is enough; ``prefixes`` are the
    words before a colon that narrow a search to a ``game``, ``card``, ``kind`` or ``language``.

    How documents are printed: ``questions`` and ``answers`` are the marks of a question and of its answer in a FAQ
    («В», «Вопрос»). ``examples`` begin an example («Пример: …»), of these ``instances`` also in the middle of a
    paragraph («…. Например, …»); ``exceptions`` begin an exception and ``asides`` another remark («Внимание! …»).
    ``credits`` begin a line that says who made the document, ``editions`` one that says which edition it is.
    ``kinds`` are lemmas that stand in front of a name and say what it is of (keys of ``kinds.CARD_KINDS``, or «game»).
    ``numbered`` are lemmas that stand before a printed number and say no more than it does («пункт 2.6»).
    ``chapters`` begin a numbered heading («Глава 2»), ``introductions`` head what comes before the first of them, and
    ``errata`` a list of errata. ``titles`` are lemmas by which a title says that it is a document's («Правила …»),
    and ``title_fillers`` what may stand beside them in one that says nothing else («Часто задаваемые вопросы»).
    """

    code: str
    name: str
    letters: str
    parser: Callable[[], Parser]
    inflector: Callable[[], Inflector]
    packages: tuple[str, ...]
    either: tuple[str, ...]
    prefixes: dict[str, tuple[str, ...]]
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    examples: tuple[str, ...]
    instances: tuple[str, ...]
    exceptions: tuple[str, ...]
    asides: tuple[str, ...]
    credits: tuple[str, ...]
    editions: tuple[str, ...]
    kinds: dict[str, frozenset[str]]
    numbered: frozenset[str]
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
    is_stamped: bool
    chatter: frozenset[str]
    closed: frozenset[str]
    guesses: Callable[[str], list[str]] | None = None
    tagger: Tagger | None = None
    is_reversible: bool = False
    apart: Mapping[str, str] = field(default_factory=dict)


_CYRILLIC = "а-яё"
_ENGLISH_CLOSED = (
    "me us him them myself yourself himself herself itself themselves mine yours hers ours theirs whose whom over under"
    " through between against during before after while because so until unless though although since within without"
    " upon onto toward towards each every such very again yet"
)
_LATIN = "a-zà-žﬀ-ﬆ"

LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (
        Language(
            code="ru",
            name="Русский",
            letters=_CYRILLIC,
            parser=dictionaries.russian,
            inflector=dictionaries.russian_inflector,
            tagger=dictionaries.russian_tags,
            packages=("pymorphy3", "pymorphy3-dicts-ru"),
            either=("ИЛИ",),
            prefixes={"game": ("игра",), "card": ("карта",), "kind": ("тип",), "language": ("язык",)},
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
            kinds={
                "game": _lemmas("игра дополнение набор"),
                "space": _lemmas("регион область клетка локация территория"),
                "character": _lemmas("персонаж герой"),
                "spell": _lemmas("заклинание карта"),
                "adventure": _lemmas("приключение карта"),
                "object": _lemmas("предмет карта"),
                "creature": _lemmas("существо монстр чудовище враг"),
                "card": _lemmas("карта"),
                "scenario": _lemmas("сценарий легенда миссия"),
            },
            numbered=_lemmas("пункт подпункт параграф раздел секция глава часть правило шаг п пп"),
            chapters=("Глава", "Часть", "Раздел"),
            introductions=("Введение", "Вступление", "Предисловие"),
            errata=("Опечатки", "Исправления", "Ошибки", "Эррата"),
            titles=_lemmas("faq вопрос ответ правило разъяснение уточнение памятка инструкция руководство справочник"),
            title_fillers=_lemmas("часто задавать задаваемый игра настольный официальный полный краткий"),
            idioms=(
                *("в ответ", "иметь место", "место назначения", "в силу", "в том числе"),
                *("в случае", "в ходе", "по ходу", "в то же время", "на время", "воплотить в жизнь"),
                *("в свою очередь", "в первую очередь", "в конечном счёте", "за счёт", "на самом деле"),
                *("по крайней мере", "по меньшей мере", "в любом случае"),
            ),
            joiners=("и", "или"),
            modals=_lemmas("должный можно нужно надо нельзя"),
            askers=_lemmas("как когда где куда кто что чем почему зачем сколько какой какая какие если"),
            conditions=_lemmas("если когда пока чтобы"),
            yes="да",
            no="нет",
            is_stamped=True,
            chatter=_lemmas(
                "быть мочь можно нельзя надо нужно должный обязанный обязательно вообще просто теперь потом затем сразу"
                " уже еще только очень снова опять вдруг например короче типа значит получаться делать сделать хотеть"
                " говорить сказать считаться являться происходить случаться случиться стать становиться собираться"
                " пожалуйста подсказать помочь спасибо ребята народ правило вопрос ответ раз ситуация случай ли также"
                " имхо чувак срочно объяснить пояснить ваще кароче кажись чё че хз хелп гайз плиз плз"
                " пж пжлст пожалста спс ок окей"
            ),
            closed=_words(
                "я ты он она оно мы вы они себя мой твой свой наш ваш чей кто что какой который каков сам самый"
                " весь всякий каждый иной сей этот тот такой столько сколько некто нечто никто ничто некий"
                " некоторый никакой кое нибудь как где куда откуда когда зачем почему отчего чего здесь тут там"
                " туда сюда оттуда отсюда тогда так а и но или да ни не нет ну ли бы же ведь вот вон то либо"
                " нежели будто словно едва лишь разве неужели пусть пускай если коли ежели чтобы чтоб шоб дабы"
                " кабы хотя хоть ибо поскольку зато однако причем притом итак тоже даже именно почти без близ в"
                " ввиду вдоль вместо вне внутри возле вокруг впереди вследствие для до за из к касательно кроме"
                " между мимо на над насчет о об около от перед по под поверх после посреди посредством при про"
                " против ради с сверх свыше сквозь согласно среди у через"
            ),
        ),
        Language(
            code="pl",
            name="Polski",
            letters=_LATIN,
            parser=dictionaries.polish,
            inflector=dictionaries.polish_inflector,
            packages=("morfeusz2", "snowballstemmer"),
            guesses=dictionaries.polish_guesses,
            tagger=dictionaries.polish_tags,
            is_reversible=True,
            either=("LUB",),
            prefixes={"game": ("gra",), "card": ("karta",), "kind": ("typ",), "language": ("język",)},
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
            kinds={
                "game": _lemmas("gra dodatek zestaw rozszerzenie"),
                "space": _lemmas("kraina obszar pole lokacja region"),
                "character": _lemmas("postać bohater poszukiwacz"),
                "spell": _lemmas("zaklęcie czar karta"),
                "adventure": _lemmas("przygoda karta"),
                "object": _lemmas("przedmiot karta"),
                "creature": _lemmas("wróg potwór stwór"),
                "card": _lemmas("karta"),
                "scenario": _lemmas("scenariusz legenda misja"),
            },
            numbered=_lemmas("punkt pkt podpunkt paragraf rozdział rozdz sekcja część zasada reguła krok p pp"),
            chapters=("Rozdział", "Część", "Sekcja"),
            introductions=("Wprowadzenie", "Wstęp", "Przedmowa"),
            errata=("Errata", "Erraty", "Poprawki", "Sprostowania"),
            titles=_lemmas("faq pytanie odpowiedź zasada instrukcja wyjaśnienie reguła poradnik przewodnik"),
            title_fillers=_lemmas("często zadawać zadawany gra planszowy oficjalny pełny krótki"),
            idioms=(
                *("mieć miejsce", "miejsce docelowe", "w odpowiedzi na", "na mocy", "w mocy", "siłą rzeczy"),
                *("wejść w życie", "w razie", "w ciągu", "z kolei", "w tym czasie", "w pierwszej kolejności"),
                *("w każdym razie", "w takim razie"),
            ),
            joiners=("i", "lub", "oraz"),
            apart={"móc": "mogę"},
            modals=_lemmas("można trzeba wolno należy"),
            askers=_lemmas("jak kiedy gdzie kto co dlaczego ile jaki jaka jakie gdy jeśli czy"),
            conditions=_lemmas("jeśli jeżeli gdy kiedy aby"),
            yes="tak",
            no="nie",
            is_stamped=True,
            chatter=_lemmas(
                "być można trzeba wolno należy musieć powinien mieć czy co kto jak kiedy gdzie gdy jeśli jeżeli"
                " który ten ta to tamten taki swój mój twój jakiś jaki ile tylko już jeszcze teraz potem zawsze też"
                " także"
                " bardzo znowu robić zrobić chcieć zostać stać się pytanie odpowiedź zasada proszę dzięki przypadek raz"
                " naprawdę właśnie więc czyli bo aż by dziać zdarzyć zdarzać wydarzyć"
                " znaczyć oznaczać mówić powiedzieć wyjaśnić pomocy pilne prosze kurde dzieki ok"
                " ktoś coś ktokolwiek cokolwiek nikt nic"
                " może mogę"
            ),
            closed=_words(
                "ja ty on ona ono my wy oni one siebie się mój twój swój nasz wasz ich jego jej kto co jaki który"
                " czyj ile tyle każdy wszystek żaden ktoś coś jakiś ktokolwiek cokolwiek jakikolwiek któryś nikt"
                " nic niczyj ten tamten ów taki sam gdzie dokąd skąd kiedy dlaczego czemu jak tak tu tam stąd"
                " wtedy a i ale albo ani aby abym abyś bądź bo bowiem by choć chociaż czy czyli gdy gdyby gdyż iż"
                " jednak jednakże jeśli jeżeli lecz lub mimo natomiast niech niechaj niż oraz owszem ponieważ"
                " przecież skoro więc zanim zaś zatem że żeby żebym żebyś żebyśmy nie nawet niby oto tylko właśnie"
                " bez dla do dzięki ku między na nad naprzeciw o obok od około oprócz po pod podczas poniżej ponad"
                " poprzez powyżej poza przeciw przed przez przy spod spośród u w wbrew wedle według wobec wokół"
                " wśród z za zamiast znad ze we"
            ),
        ),
        Language(
            code="en",
            name="English",
            letters=_LATIN,
            parser=partial(dictionaries.snowball, "english"),
            inflector=partial(dictionaries.stem_inflector, "english", "s es 's d ed ing"),
            packages=("snowballstemmer",),
            either=("OR",),
            prefixes={"game": ("game",), "card": ("card",), "kind": ("kind",), "language": ("lang",)},
            questions=("Q", "Question"),
            answers=("A", "Answer"),
            examples=("Example", "Examples", "For example", "E.g."),
            instances=("For example", "E.g."),
            exceptions=("Exception", "Exceptions"),
            asides=("Attention", "Important", "Note"),
            credits=("Translation", "Translated by", "Translator", "Author", "Authors", "Edited by", "Written by"),
            editions=("Version", "Edition", "Revision"),
            kinds={},
            numbered=_lemmas("point paragraph section chapter part rule step"),
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
            is_stamped=False,
            chatter=_lemmas(
                "a an the of to in on at by for from with and or but if is are be was were been do does did can could"
                " may might must shall should will would have has had i you he she it we they my your his her its"
                " our their"
                " this that these those what which who when where how why there here then than as not no any some all"
                " just also about into out up down please rule question guys help pls plz thx thanks imho sos ok"
                f" {_ENGLISH_CLOSED}"  # no dictionary tells that they hold sentences together
            ),
            closed=_words(_ENGLISH_CLOSED),
        ),
    )
}


def language_choices() -> list[tuple[str, str]]:
    """The languages, each called by its own name."""
    return [(code, language.name) for code, language in LANGUAGES.items()]
