"""The Whoosh engine behind Haystack: the stock backend with this site's analysis and a patient writer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from haystack.backends import BaseEngine
from haystack.backends.whoosh_backend import WhooshSearchBackend, WhooshSearchQuery
from haystack.constants import DJANGO_CT, DJANGO_ID, ID
from haystack.exceptions import SkipDocument
from haystack.utils import get_identifier
from whoosh import fields
from whoosh.analysis import DelimitedAttributeFilter, RegexTokenizer
from whoosh.writing import AsyncWriter

from rulings.search.analysis import LemmaAnalyzer


class Backend(WhooshSearchBackend):  # type: ignore[misc]
    """Fields by the declarations of ``search_indexes``: keys are matched whole, everything else is analysed."""

    index: Any  # the open Whoosh index, set by setup()

    def build_schema(self, search_fields: dict[str, Any]) -> tuple[str, fields.Schema]:
        schema: dict[str, fields.FieldType] = {
            ID: fields.ID(stored=True, unique=True),
            DJANGO_CT: fields.ID(stored=True),
            DJANGO_ID: fields.ID(stored=True),
        }
        content = ""
        for field in search_fields.values():
            name = field.index_fieldname
            schema[name] = _field(field.field_type)
            if field.document:
                content = name
        return content, fields.Schema(**schema)

    def update(self, index: Any, iterable: Iterable[Any], commit: bool = True) -> None:
        """Index objects. A busy index is waited for in a thread: the caller goes on, the commit follows."""
        if not self.setup_complete:
            self.setup()
        self.index = self.index.refresh()
        writer = AsyncWriter(self.index)
        for item in iterable:
            try:
                document = index.full_prepare(item)
            except SkipDocument:
                continue
            writer.update_document(**{key: self._from_python(value) for key, value in document.items()})
        writer.commit()

    def remove(self, obj_or_string: Any, commit: bool = True) -> None:
        self.remove_all([get_identifier(obj_or_string)])

    def remove_all(self, identifiers: Iterable[str]) -> None:
        """Take documents out, by Haystack's identifiers («rulings.entry.7»)."""
        if not self.setup_complete:
            self.setup()
        self.index = self.index.refresh()
        writer = AsyncWriter(self.index)
        for identifier in identifiers:
            writer.delete_by_term(ID, identifier)
        writer.commit()

    def generation(self) -> tuple[str, int]:
        """Which state the index is in: its folder and the number of its last commit."""
        if not self.setup_complete:
            self.setup()
        return (self.path, self.index.latest_generation())

    def reader(self) -> Any:
        """A reader of the newest state of the index; the caller closes it."""
        if not self.setup_complete:
            self.setup()
        self.index = self.index.refresh()
        return self.index.reader()


def _field(kind: str) -> fields.FieldType:
    if kind == "key":
        return fields.ID(stored=True)
    if kind == "keys":
        return fields.KEYWORD(scorable=True)
    if kind == "bag":
        return fields.KEYWORD(analyzer=RegexTokenizer(r"\S+") | DelimitedAttributeFilter("^", "boost", 1.0, float))
    if kind == "data":
        return fields.STORED()
    return fields.TEXT(analyzer=LemmaAnalyzer())


class Engine(BaseEngine):  # type: ignore[misc]
    backend = Backend
    query = WhooshSearchQuery
