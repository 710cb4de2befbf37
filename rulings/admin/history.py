"""What stands in the history of a row: messages and their facts, put into words in the language of whoever reads them.

Django does so for its own («Changed title.»); these are ours. Texts that were stored in the language of whoever acted
stay as they are.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext as translated
from django.utils.translation import override

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_KEY = "message"  # Django's own messages are lists


def stored(message: _StrPromise, **facts: _StrPromise | str) -> str:
    """A message as the history keeps it. Lazy texts, among the facts too, are kept as what they are translated from."""
    return json.dumps({_KEY: _kept(message), "facts": {name: _kept(fact) for name, fact in facts.items()}})


def worded(kept: str) -> str:
    """A message of a history in the active language; what ``stored`` did not make stays as it is."""
    try:
        found = json.loads(kept)
    except json.JSONDecodeError:
        return kept
    if not isinstance(found, dict) or _KEY not in found:
        return kept
    return _said(found[_KEY]) % {name: _said(fact) for name, fact in found["facts"].items()}


def _kept(text: _StrPromise | str) -> Any:
    """A list of one is a text to translate, a text is a fact."""
    if not isinstance(text, Promise):
        return text
    with override(None):
        return [str(text)]


def _said(kept: Any) -> str:
    return translated(kept[0]) if isinstance(kept, list) else kept
