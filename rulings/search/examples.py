"""What the search understands, topic by topic, with examples that find something here: the help page shows them, and
a test asks them of the five documents, so that none of them can go stale."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

from rulings.languages import LANGUAGES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Example(NamedTuple):
    """A query and what the help page says of its answers. Entries are told by their paths.

    ``first``: the best answer; ``also``: found as well; ``without``: left out, though the rest of the query speaks of
    it; ``instead``: the query that is searched in place of this one; ``only``: a filter and the value that all answers
    have of it.
    """

    query: str
    first: str
    also: str = ""
    without: str = ""
    instead: str = ""
    only: tuple[str, str] | None = None


class Topic(NamedTuple):
    """``signs``: what is typed for it; ``examples``: by interface language."""

    key: str
    title: _StrPromise
    text: _StrPromise
    examples: dict[str, tuple[Example, ...]]
    signs: tuple[str, ...] = ()


class Part(NamedTuple):
    title: _StrPromise
    topics: tuple[Topic, ...]


def _prefixes(name: str) -> tuple[str, ...]:
    return tuple(f"{called}:" for language in LANGUAGES.values() for called in language.prefixes[name])


_TALISMAN, _SOULS, _BRIMSTONE = "talisman/faq/", "krolestwo-dusz/instrukcja/", "brimstone/kniga-pravil/"
_ANDOR, _THRONES = "andor/pamyatka/", "agot-lcg/faq/"

_BY_ITSELF = (
    Topic(
        "forms",
        _("Any form of a word"),
        _("Ask in the words that come to mind: every form of a word finds every other. Capitals don’t matter."),
        {
            "ru": (
                Example("пустыней", f"{_TALISMAN}pustynya-v/"),
                Example("друидами", f"{_TALISMAN}druid-v2/"),
            ),
            "pl": (
                Example("duchem", f"{_SOULS}ruch-ducha/"),
                Example("trofeów", f"{_SOULS}trofea-zycia/"),
            ),
        },
    ),
    Topic(
        "names",
        _("Names in three languages"),
        _("A card is found by its Russian, Polish or English name, in whatever language its rules are."),
        {
            "ru": (
                Example("hermit", f"{_TALISMAN}otshelnik-v/"),
                Example("tratwa", f"{_TALISMAN}plot-v2/"),
            ),
            "pl": (
                Example("pustelnik", f"{_TALISMAN}otshelnik-v/"),
                Example("runiczny miecz", f"{_TALISMAN}runnyy-mech-v/"),
            ),
        },
    ),
    Topic(
        "slips",
        _("Slips, layouts, letters"),
        _(
            "Typos, the other keyboard layout, Russian in Latin letters and Polish without its accents are understood. "
            "The page says what it searched, and the words as you typed them are one tap away."
        ),
        {
            "ru": (
                Example("отшелник", f"{_TALISMAN}otshelnik-v/", instead="отшельник"),
                Example("gecnsyz", f"{_TALISMAN}pustynya-v/", instead="пустыня"),
                Example("charodeyka", f"{_TALISMAN}charodeyka-v1/", instead="чародейка"),
            ),
            "pl": (
                Example("wskzreszenie", f"{_SOULS}wskrzeszenie/", instead="wskrzeszenie"),
                Example("вгср", f"{_SOULS}ruch-ducha/", instead="duch"),
                Example("zwiazanie", f"{_SOULS}zwiazanie-z-dusza/"),
            ),
        },
    ),
    Topic(
        "abbreviations",
        _("Abbreviations"),
        _("An abbreviation finds the full name and the full name its abbreviation; where it is explained comes first."),
        {
            "ru": (Example("КВС", f"{_ANDOR}komandnoe-srazhenie-2/"),),
            "pl": (Example("КВС", f"{_ANDOR}komandnoe-srazhenie-2/"),),
        },
    ),
    Topic(
        "talk",
        _("Table talk"),
        _("Say it as you would at the table: words of players stand for the words of the rules."),
        {
            "ru": (
                Example("хил", f"{_TALISMAN}istselenie-v/"),
                Example("рандом", f"{_TALISMAN}sluchaynyy-sbros/"),
            ),
            "pl": (
                Example("respawn", f"{_SOULS}wskrzeszenie/"),
                Example("kumpel", f"{_TALISMAN}karty-kotorye-stanovyatsya-pomoschnikami/"),
            ),
        },
    ),
    Topic(
        "numbers",
        _("Numbers and dice"),
        _("Numbers of rules, codes of cards and dice are found as they are printed."),
        {
            "ru": (
                Example("3.11", f"{_THRONES}3-11/"),
                Example("2к6", f"{_BRIMSTONE}vosstanovlenie/"),
            ),
            "pl": (
                Example("2.1", f"{_THRONES}2-1/"),
                Example("2k6", f"{_BRIMSTONE}vosstanovlenie/"),
            ),
        },
    ),
)

_WITH_SIGNS = (
    Topic(
        "phrase",
        _("Exactly these words"),
        _("Words in quotation marks stand together and in this order, in any of their forms."),
        {
            "ru": (Example('"рост угрозы"', f"{_BRIMSTONE}otmena-rosta-ugrozy/"),),
            "pl": (Example('"karty osnowy"', f"{_SOULS}karty-osnowy/"),),
        },
        ('"…"', "«…»", "„…”"),
    ),
    Topic(
        "without",
        _("Without a word"),
        _("A minus right before a word, a phrase, a number or a prefix leaves out the answers that have it."),
        {
            "ru": (
                Example(
                    "квест колдуна -талисман",
                    f"{_TALISMAN}peschera-kolduna-v4/",
                    without=f"{_TALISMAN}peschera-kolduna-v2/",
                ),
                Example(
                    "жаба -тип:правило",
                    f"{_TALISMAN}korona-poveleniy-v4/",
                    without=f"{_TALISMAN}karty-kotorye-stanovyatsya-pomoschnikami/",
                ),
            ),
            "pl": (Example("dusza -duch", f"{_SOULS}zwiazanie-z-dusza/", without=f"{_SOULS}ruch-ducha/"),),
        },
        ("-…",),
    ),
    Topic(
        "either",
        _("One or the other"),
        _("Between two words, phrases or prefixes, in capitals: either of them will do."),
        {
            "ru": (Example("амулет ИЛИ жезл", f"{_TALISMAN}amulet-v1/", also=f"{_TALISMAN}zhezl-v/"),),
            "pl": (Example("śmierć LUB wskrzeszenie", f"{_SOULS}wskrzeszenie/", also=f"{_SOULS}smierc/"),),
        },
        tuple(language.either[0] for language in LANGUAGES.values()),
    ),
    Topic(
        "game",
        _("In one game"),
        _("By any of its names. A name of several words goes in quotation marks. Of two games either will do."),
        {
            "ru": (
                Example("игра:бримстоун лечение", f"{_BRIMSTONE}vosstanovlenie/", only=("game", "brimstone")),
                Example('игра:"игра престолов" цена', f"{_THRONES}3-2/", only=("game", "agot-lcg")),
                Example("игра:андор игра:бримстоун рассвет", f"{_ANDOR}rassvet/"),
            ),
            "pl": (
                Example("gra:andor walka", f"{_ANDOR}srazhenie/", only=("game", "andor")),
                Example('gra:"królestwo dusz" karty', f"{_SOULS}karty-terenu/", only=("game", "krolestwo-dusz")),
            ),
        },
        _prefixes("game"),
    ),
    Topic(
        "card",
        _("About one card"),
        _("Its own answers and those that mention it, by its name in any language or by its code."),
        {
            "ru": (Example("карта:амулет невидимость", f"{_TALISMAN}amulet-v2/"),),
            "pl": (Example("karta:duch życie", f"{_SOULS}trofea-zycia/"),),
        },
        _prefixes("card"),
    ),
    Topic(
        "kind",
        _("Of one kind"),
        _(
            "A question, a rule, a clarification, an erratum, a chapter or a note; or about cards of a kind: spells, "
            "creatures, spaces."
        ),
        {
            "ru": (
                Example("тип:вопрос дракон", f"{_TALISMAN}menestrel-v3/", only=("kind", "ruling")),
                Example("тип:разъяснение свойства", f"{_THRONES}3-7/", only=("kind", "clarification")),
            ),
            "pl": (
                Example("typ:zasada duch", f"{_SOULS}ruch-ducha/", only=("kind", "section")),
                Example("typ:pytanie smok", f"{_TALISMAN}menestrel-v3/", only=("kind", "ruling")),
            ),
        },
        _prefixes("kind"),
    ),
    Topic(
        "language",
        _("In one language"),
        _("By the name of the language or its code."),
        {
            "ru": (Example("язык:польский карты", f"{_SOULS}karty-terenu/", only=("language", "pl")),),
            "pl": (Example("język:polski karty", f"{_SOULS}karty-terenu/", only=("language", "pl")),),
        },
        _prefixes("language"),
    ),
)

PARTS = (
    Part(_("Understood by itself"), _BY_ITSELF),
    Part(_("To be more exact"), _WITH_SIGNS),
)


def paths(example: Example) -> list[str]:
    """The entries that an example speaks of."""
    return [path for path in (example.first, example.also, example.without) if path]
