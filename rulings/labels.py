"""What keys are called on the page and in the admin: labels of kinds, roles, verdicts, in the interface language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ENTRY_KIND_LABELS: dict[str, _StrPromise] = {
    "chapter": _("chapter"),
    "section": _("rule"),
    "ruling": _("question"),
    "clarification": _("clarification"),
    "erratum": _("erratum"),
    "note": _("note"),
}

CARD_KIND_LABELS: dict[str, _StrPromise] = {
    "space": _("space"),
    "character": _("character"),
    "spell": _("spell"),
    "adventure": _("adventure card"),
    "object": _("object"),
    "creature": _("creature"),
    "card": _("card"),
    "scenario": _("scenario"),
    "term": _("term"),
}

# What a list or a facet of such entries is called.
ENTRY_KIND_PLURALS: dict[str, _StrPromise] = {
    "chapter": _("Chapters"),
    "section": _("Rules"),
    "ruling": _("Questions"),
    "clarification": _("Clarifications"),
    "erratum": _("Errata"),
    "note": _("Notes"),
}

CARD_KIND_PLURALS: dict[str, _StrPromise] = {
    "space": _("Spaces"),
    "character": _("Characters"),
    "spell": _("Spells"),
    "adventure": _("Adventure cards"),
    "object": _("Objects"),
    "creature": _("Creatures"),
    "card": _("Cards"),
    "scenario": _("Scenarios"),
    "term": _("Terms"),
}

# What players call some kinds beside that, after the prefix of a search.
ENTRY_KIND_NAMES: dict[str, _StrPromise] = {
    "ruling": _("answer"),
    "erratum": _("misprint, correction"),
}

# Why a text stands beside another: both speak of the same thing.
BOTH_ABOUT: dict[str, _StrPromise] = {
    "space": _("both about the space “%(name)s”"),
    "character": _("both about the character “%(name)s”"),
    "spell": _("both about the spell “%(name)s”"),
    "adventure": _("both about the adventure card “%(name)s”"),
    "object": _("both about the object “%(name)s”"),
    "creature": _("both about the creature “%(name)s”"),
    "card": _("both about the card “%(name)s”"),
    "scenario": _("both about the scenario “%(name)s”"),
    "term": _("both about the term “%(name)s”"),
}
BOTH_SAY = _("both say “%(word)s”")

AUTHORITY_LABELS: dict[str, _StrPromise] = {
    "official": _("Official"),
    "community": _("From the community"),
}

# What the parts of a text are that may be wider than a screen, by their tag.
WIDE_LABELS: dict[str, _StrPromise] = {
    "table": _("Table"),
    "pre": _("Text set letter by letter"),
}

LANGUAGE_NAMES: dict[str, _StrPromise] = {
    "ru": _("Russian"),
    "pl": _("Polish"),
    "en": _("English"),
}

# What the page says of a prefix with a value that nothing is called.
MISSING_WORDS = _("Not here: %(text)s.")
ANSWERS_TO_THE_REST = _("These answer the rest.")
UNKNOWN_VALUES: dict[str, _StrPromise] = {
    "game": _("No game here is called “%(text)s”."),
    "card": _("No card here is called “%(text)s”."),
    "kind": _("No kind of answers is called “%(text)s”."),
    "language": _("No language here is called “%(text)s”."),
}

# A reference to a book that isn't here.
CITATION = _("It stands in a book that is not here")

# What a verdict's stamp or dot says. The empty key is an answer that begins with no yes or no.
ANSWER = _("Answer")
VERDICT_LABELS: dict[str, _StrPromise] = {
    "yes": _("Yes"),
    "no": _("No"),
    "yes_if": _("Yes, on a condition"),
    "no_if": _("No, with a reservation"),
    "": ANSWER,
}


def counted(kind: str, count: int) -> str:
    """«5 вопросов»: how many of a kind of entry (or of whatever else is counted), in words. An answer is any entry
    that is about a card."""
    texts = {
        "chapter": ngettext("%(count)d chapter", "%(count)d chapters", count),
        "section": ngettext("%(count)d rule", "%(count)d rules", count),
        "ruling": ngettext("%(count)d question", "%(count)d questions", count),
        "clarification": ngettext("%(count)d clarification", "%(count)d clarifications", count),
        "erratum": ngettext("%(count)d erratum", "%(count)d errata", count),
        "note": ngettext("%(count)d note", "%(count)d notes", count),
        "answer": ngettext("%(count)d answer", "%(count)d answers", count),
        "card": ngettext("%(count)d card", "%(count)d cards", count),
        "mention": ngettext("%(count)d mention", "%(count)d mentions", count),
        "suggestion": ngettext("%(count)d suggestion", "%(count)d suggestions", count),
        "result": ngettext("%(count)d result", "%(count)d results", count),
        "line": ngettext("%(count)d line", "%(count)d lines", count),
        "citation": ngettext(
            "%(count)d reference leads to a book that is not here",
            "%(count)d references lead to books that are not here",
            count,
        ),
        "game": ngettext("%(count)d game", "%(count)d games", count),
    }
    return texts[kind] % {"count": count}


# What is odd or wrong in a file, by the key of a ``Problem``. ``%(detail)s`` is what it speaks of.
PROBLEM_LABELS: dict[str, _StrPromise] = {
    # a file that can't be imported
    "folder": _("this is a folder, not a file"),
    "unreadable": _("the file can't be read: %(detail)s"),
    "not-utf8": _("the text is not UTF-8"),
    "not-text": _("the file is not a text: it has a zero byte"),
    "empty": _("the file is empty"),
    "no-outline": _("a plain text needs an outline beside it: %(detail)s is not there"),
    "no-entries": _("nothing in this text can become an entry"),
    "format": _("no such format: “%(detail)s”"),
    "unknown-game": _("no such game: “%(detail)s”"),
    "outline-game": _("the outline doesn't say which game this is"),
    "outline-language": _("the outline names no known language: “%(detail)s”"),
    "outline-toml": _("the outline is not TOML"),
    "outline-key": _("the outline has an unknown key: “%(detail)s”"),
    "outline-value": _("the outline has a value of a wrong type at “%(detail)s”"),
    "outline-level": _("levels of headings are 1 to 6, not “%(detail)s”"),
    "outline-authority": _("the authority is official or community, not “%(detail)s”"),
    "source-elsewhere": _("this text is here already, as “%(detail)s”: change the game of that source instead"),
    "wrong-value": _("a wrong value: %(detail)s"),
    "answer-without-question": _("an answer without a question: “%(detail)s”"),
    "text-too-long": _("a text of more than %(detail)s characters without a heading"),
    "title-too-long": _("a heading or a question of more than %(detail)s characters"),
    # what is odd in a source that was imported
    "outline-unused": _("the outline names what is not in the text: “%(detail)s”"),
    "title-twice": _("the title stands twice"),
    "heading-twice": _("a heading stands twice: “%(detail)s”"),
    "heading-empty": _("a heading without words: “%(detail)s”"),
    "number-twice": _("a number stands twice: %(detail)s"),
    "number-missing": _("a number is missing: %(detail)s"),
    "number-order": _("a number is out of order: %(detail)s"),
    "answer-unmarked": _("an answer without its mark"),
    "question-unmarked": _("a question without its mark"),
    "no-answer": _("a question without an answer"),
    "question-mark": _("a question without a question mark"),
    "quote-open": _("a quote is never closed"),
    "bracket-open": _("a bracket is never closed"),
    "mixed-letters": _("a word with letters of two alphabets: “%(detail)s”"),
    "no-space": _("no space after a closing quote: “%(detail)s”"),
    # what an editor's hand and a changed source make of each other
    "source-moved": _("the outline gives the source another address: %(detail)s"),
    "number-kept": _("an editor changed this entry, so it keeps its number; the source has another: %(detail)s"),
    "under-removed": _("new, and not on the site: an editor removed the heading above it, “%(detail)s”"),
    # a names file
    "names-toml": _("the names file is not TOML"),
    "names-key": _("the names file has an unknown or missing key: “%(detail)s”"),
    "names-value": _("the names file has an unknown value: “%(detail)s”"),
    "thing-twice": _("an address stands twice: “%(detail)s”"),
    "main-twice": _("a second main name in the same language: “%(detail)s”"),
    "names-line": _("a name is one line: “%(detail)s”"),
    "no-names": _("“%(detail)s” has no name"),
    "name-twice": _("a name stands twice: “%(detail)s”"),
    "other-document": _("another document has this address, “%(detail)s”: give this one an address of its own"),
    "names-game": _("no such game: “%(detail)s”"),
}


def problem_text(key: str, detail: str) -> str:
    """A problem in the reader's language. A key that has no words here is words itself: those of a format that
    brings its own."""
    label = PROBLEM_LABELS.get(key)
    if label is None:
        return key.replace("%(detail)s", detail) if "%(detail)s" in key else f"{key}: {detail}".rstrip(": ")
    return str(label) % {"detail": detail}
