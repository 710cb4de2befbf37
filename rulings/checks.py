"""``manage.py check``: whether the index can answer, and for what the database has."""

from __future__ import annotations

import sys
from typing import Any

from django.core import checks
from django.db import DatabaseError

from rulings.search import indexing


@checks.register("search")
def index_is_usable(**kwargs: Any) -> list[checks.CheckMessage]:
    """Says what the files say of themselves (the site compares the content itself when it starts); asked by name,
    ``manage.py check``, also what is in them. Other commands, which check in passing, shall not wait for that."""
    try:
        if not indexing.has_rows():
            return []
    except DatabaseError:  # not migrated yet: there is nothing to index
        return []
    found = indexing.condition() if sys.argv[1:2] == ["check"] else indexing.at_a_glance()
    if found.key == "fine":
        return []
    hint = "The site repairs it when it starts; so does: manage.py rebuild_index"
    return [checks.Warning(f"The search index is {found}.", hint=hint, id=f"rulings.W00{_NUMBERS[found.key]}")]


_NUMBERS = {"missing": 1, "damaged": 2, "other-version": 3, "behind": 4}
