"""What stands in the history of a row: messages and their facts, put into words in the language of whoever reads them.

Django does so for its own («Changed title.») but for the labels of fields; these are ours. Texts that were stored in
the language of whoever acted stay as they are.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as translated
from django.utils.translation import override

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

_KEY = "message"  # Django's own messages are lists


def stored(message: _StrPromise, **facts: _StrPromise | str) -> str:
    """A message as the history keeps it. Lazy texts, among the facts too, are kept as what they are translated from."""
    return json.dumps({_KEY: _kept(message), "facts": {name: _kept(fact) for name, fact in facts.items()}})


def worded(kept: str) -> str:
    """A message of a history in the active language, or Django's own with the names of fields in it; what neither
    ``stored`` nor Django made stays as it is."""
    try:
        found = json.loads(kept)
    except json.JSONDecodeError:
        return kept
    if isinstance(found, list):
        return json.dumps([_with_labels(one) for one in found])
    if not isinstance(found, dict) or _KEY not in found:
        return kept
    return _said(found[_KEY]) % {name: _said(fact) for name, fact in found["facts"].items()}


def label(english: str) -> str:
    """What a field is called in the active language, by its label as Django keeps it: in English, with the capital that
    forms begin labels with and the names of fields in the catalogues don't."""
    name = f"{english[:1].lower()}{english[1:]}"
    said = translated(name)
    return capfirst(said) if said != name else translated(english)


def _with_labels(message: Any) -> Any:
    """One of Django's messages («changed», with the names of fields) with those in the active language."""
    if not isinstance(message, dict):
        return message
    return {
        action: {**facts, "fields": list(map(label, facts["fields"]))} if "fields" in facts else facts
        for action, facts in message.items()
    }


class WordedHistory(ModelAdmin):
    """Its history is in the language of whoever reads it."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response = super().history_view(request, object_id, extra_context)
        for action in (getattr(response, "context_data", None) or {}).get("action_list", ()):
            action.change_message = worded(action.change_message)
        return response


def _kept(text: _StrPromise | str) -> Any:
    """A list of one is a text to translate, a text is a fact."""
    if not isinstance(text, Promise):
        return text
    with override(None):
        return [str(text)]


def _said(kept: Any) -> str:
    return translated(kept[0]) if isinstance(kept, list) else kept
