"""An entry as a reader will see it, made from a form that nobody has saved."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from rulings.characters import showable
from rulings.forms import OneLine, PrintedText, row_key
from rulings.kinds import ENTRY_KINDS, RULING
from rulings.labels import VERDICT_LABELS
from rulings.languages import LANGUAGES
from rulings.models import Entry, Mention, Source
from rulings.publishing import Publisher


def draft(data: QueryDict) -> Entry:
    """An entry that is not saved, from whatever of the form is filled in; what makes no sense is left out."""
    entry = _row(data.get("entry", ""), Entry.objects.placed()) or Entry()
    if not entry.pk:
        entry.source_id = getattr(_row(data.get("source", ""), Source.objects.all()), "pk", None)
    kind = data.get("kind", "")
    entry.kind = kind if kind in ENTRY_KINDS else RULING
    entry.number = _text(data, "number")[:40]
    entry.title = OneLine(required=False).clean(_text(data, "title"))
    entry.body = PrintedText(required=False).clean(_text(data, "body"))
    entry.parent_id = getattr(_row(data.get("parent", ""), Entry.objects.all()), "pk", None)
    language = data.get("language", "")
    if language not in LANGUAGES:
        language = entry.source.language if entry.source_id else next(iter(LANGUAGES))
    entry.language = language
    return entry


def show(entry: Entry) -> dict[str, Any]:
    """What the preview's template shows."""
    decided = list(Mention.objects.filter(entry=entry.pk)) if entry.pk else []
    links = [mention for mention in Publisher().render(entry, decided) if mention.is_shown]
    return {
        "entry": entry,
        "game": entry.source.game if entry.source_id else None,
        "headings": entry.headings(),
        "verdict_words": verdict_words(entry) if entry.text else "",
        "links": links,
    }


def verdict_words(entry: Entry) -> str:
    """Which verdict was read in the answer; nothing for what is no question."""
    if entry.kind != RULING:
        return ""
    return (
        str(VERDICT_LABELS[entry.verdict]) if entry.verdict else _("none: the answer doesn’t begin with “yes” or “no”")
    )


def _text(data: QueryDict, name: str) -> str:
    """Without what saving would drop, and without zero bytes, which no field takes."""
    return showable(data.get(name, "")).replace("\x00", "")


def _row(key: str, rows: Any) -> Any:
    return rows.filter(pk=row_key(key)).first()
