"""What the pages of the copy say in the reader's language, and the icons they show: their templates are scripts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from rulings import drawing, sharing
from rulings.interface import interface_language
from rulings.kinds import ENTRY_KINDS
from rulings.labels import (
    ANSWERS_TO_THE_REST,
    AUTHORITY_LABELS,
    CARD_KIND_LABELS,
    CARD_KIND_PLURALS,
    CITATION,
    ENTRY_KIND_LABELS,
    ENTRY_KIND_PLURALS,
    LANGUAGE_NAMES,
    MISSING_WORDS,
    UNKNOWN_VALUES,
    VERDICT_LABELS,
    WIDE_LABELS,
    counted,
)
from rulings.languages import LANGUAGES, language_choices

_ICONS = (
    *("yes", "no", "plain", "next", "document", "author", "official", "link", "search", "games", "clock", "quote"),
    *("pin", "dice", "share", "print", "awake", "up", "down", "close"),
)


def wording() -> dict[str, Any]:
    language = LANGUAGES[interface_language()]
    kind_icons = {kind.key: kind.icon for kind in ENTRY_KINDS.values()}
    return {
        "site": _("Who is right?"),
        "icons": {name: drawing.icon(name) for name in sorted({*_ICONS, *kind_icons.values()})},
        "kindIcons": kind_icons,
        "kinds": {key: _capital(label) for key, label in ENTRY_KIND_LABELS.items()},
        "cardKind": {key: _capital(label) for key, label in CARD_KIND_LABELS.items()},
        "cardKinds": {key: str(label) for key, label in CARD_KIND_PLURALS.items()},
        "languages": {key: str(label) for key, label in LANGUAGE_NAMES.items()},
        "kindsOfMany": {key: str(label) for key, label in ENTRY_KIND_PLURALS.items()},
        "languagesThemselves": dict(language_choices()),
        "authorities": {key: str(label) for key, label in AUTHORITY_LABELS.items()},
        "verdicts": {key: str(label) for key, label in VERDICT_LABELS.items()},
        "citation": str(CITATION),
        "wide": {tag: str(label) for tag, label in WIDE_LABELS.items()},
        "yes": language.yes,
        "no": language.no,
        "youAreHere": _("You are here"),
        "rulesAndQuestions": _("Rules and questions"),
        "questions": str(ENTRY_KIND_PLURALS["ruling"]),
        "cards": _("Cards from A to Z"),
        "noTexts": _("There are no texts for this one yet; other texts speak of it."),
        "mentioned": _("Mentioned in the rules"),
        "notAsked": _("Nobody has asked about it yet."),
        "pin": _("For tonight"),
        "pinsFull": _("The list for tonight is full"),
        "tonight": _("Tonight at the table"),
        "nothingPinned": _("Answers that may be needed again this evening."),
        "answerNotSaved": _("This answer is not in the copy"),
        "up": _("Up: %(title)s"),
        "down": _("Down: %(title)s"),
        "off": _("Take off the list: %(title)s"),
        "awake": _("Keep awake"),
        "withPage": _("With this page"),
        "withList": _("With this list"),
        "plays": _("We play this"),
        "share": _("Share"),
        "shared": _("Link copied"),
        "print": _("Print"),
        "onPaper": _("all on paper"),
        "allOnPaper": _("These are the contents. All rules and answers in full, for paper:"),
        "lan": settings.LAN_ADDRESS,
        "hereOnly": sharing.HERE_ONLY,
        "speaksOf": _("Speaks of"),
        "source": _("Source:"),
        "line": _("line %(line)s"),
        "lines": _("lines %(first)s–%(last)s"),
        "changed": _("Last change:"),
        "quote": _("Copy as a quote with its source"),
        "quoted": _("Quote copied"),
        "neighbours": _("Before and after"),
        "before": _("Before"),
        "after": _("After"),
        "answersFor": _("Answers for “%(text)s”"),
        "found": _plural("result"),
        "interpreted": _("Showing results for “%(text)s”"),
        "literally": _("Search for “%(text)s” itself"),
        "byName": _("By its name “%(name)s”"),
        "under": _("Under the heading:"),
        "unknownValues": {name: str(text) for name, text in UNKNOWN_VALUES.items()},
        "missing": str(MISSING_WORDS),
        "rest": str(ANSWERS_TO_THE_REST),
        "nothing": _("Nothing was found for “%(text)s”"),
        "nothingHint": _("Ask with one or two words: the card’s name, or what you want to do."),
        "searchStart": _("What do the rules say?"),
        "suggestions": _("Suggestions"),
        "suggested": _plural("suggestion"),
        "answersCounted": _plural("answer"),
        "mentionsCounted": _plural("mention"),
        "cardsFound": _("Cards"),
        "gamesFound": _("Games"),
        "game": _("Game"),
        "questionsAndRules": _("Questions and rules"),
        "allAnswers": _("All answers for “%(text)s”"),
        "inGame": _("In “%(name)s”"),
        "searchInGame": _("Search in “%(name)s”"),
        "firstInGame": _("First in “%(name)s”, the game for tonight"),
        "held": _("The game for tonight has answers: see all answers"),
        "heldBeside": _("The game for tonight has answers: see all answers; here, of the others:"),
        "notInGame": _("Not in the game for tonight; in the others:"),
        "everywhere": _("Search in all games"),
        # Sentences of the page of results: the name stands in an element of its own.
        "onlyTonight": _("Only in <b>“%(name)s”</b>, the game for tonight"),
        "notTonight": _("Nothing in <b>“%(name)s”</b>, the game for tonight; this is from the other games"),
        "filters": _("Filters"),
        "withFilters": _("Searched with the filters:"),
        "withoutFilters": _("Search without filters"),
        "pages": _("Pages of the result"),
        "pageOf": _("%(number)s of %(count)s"),
        "back": _("Back"),
        "more": _("More"),
        "readLast": _("Read and searched last"),
        "searchedLast": _("Searched last"),
        "forget": _("Forget what was read and searched"),
        "forgotten": _("Forgotten on this device"),
        "permalink": _("Page of this answer"),
        "noNetwork": _("No network, but answers"),
        "notSaved": _("This page is not in the copy"),
        "stateNone": _("Not saved on this device."),
        "stateSaving": _("Saving…"),
        "stateSaved": _("Saved, %(date)s, %(size)s"),
        "save": _("Save on this device"),
        "refresh": _("Refresh"),
        "plainHttp": _(
            "This site is open over plain http, and browsers keep no copy of such a site. "
            "Take a file of a game instead: it works everywhere."
        ),
        "problems": {
            "full": _("There is no room for a copy on this device."),
            "refused": _(
                "This browser does not let the site keep anything: private mode or its settings. "
                "The site works as before."
            ),
            "network": _("The site does not answer now."),
        },
        "problemKept": _("The copy saved before is still here."),
    }


def _plural(kind: str) -> dict[str, str]:
    """How many of something, by the plural forms of browsers; ``%(text)s`` stands for the number."""
    samples = {"one": 1, "few": 2, "many": 5, "other": 5}
    return {form: counted(kind, count).replace(str(count), "%(text)s", 1) for form, count in samples.items()}


def _capital(label: object) -> str:
    text = str(label)
    return text[:1].upper() + text[1:]
