"""Other engines over the same entries, given tokens that are analysed already."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rulings.languages import lemmas, words
from rulings.models import Entry

Words = Sequence[Sequence[str]]  # for each word of a query the tokens that may stand for it
_FIELDS = ("title", "headings", "names", "text")
Fields = tuple[int, str, str, str, str]  # the key, and the tokens of each of them


def tokens(text: str) -> str:
    """Every lemma of every word, in one line."""
    return " ".join(lemma for word in words(text) for lemma in lemmas(word.text))


def fields(entry: Entry) -> Fields:
    """What the site's own index has of an entry."""
    names = [name.text for card in entry.cards.all() for name in card.names.all()]
    texts = (entry.title, "\n".join(entry.headings()), "\n".join(names), entry.text)
    title, headings, of_cards, text = map(tokens, texts)
    return entry.pk, title, headings, of_cards, text


class Fts5:
    """SQLite's: the ids and scores of the first ten, and the count. Every word is required."""

    def __init__(self, entries: Iterable[Fields], path: Path) -> None:
        self._db = sqlite3.connect(path)
        self._db.execute(f"CREATE VIRTUAL TABLE t USING fts5({', '.join(_FIELDS)}, tokenize='unicode61')")
        self._db.executemany("INSERT INTO t(rowid, title, headings, names, text) VALUES (?, ?, ?, ?, ?)", entries)
        self._db.execute("INSERT INTO t(t) VALUES ('optimize')")
        self._db.commit()

    def search(self, query: Words) -> tuple[list[Any], int]:
        text = " AND ".join("(" + " OR ".join(f'"{token}"' for token in word) + ")" for word in query)
        ask = "SELECT rowid, bm25(t) AS score FROM t WHERE t MATCH ? ORDER BY score LIMIT 10"
        best = self._db.execute(ask, (text,)).fetchall()
        (count,) = self._db.execute("SELECT count(*) FROM t WHERE t MATCH ?", (text,)).fetchone()
        return best, int(count)


class Tantivy:
    """Tantivy: the same."""

    def __init__(self, entries: Iterable[Fields], folder: Path) -> None:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_integer_field("key", stored=True)
        for name in _FIELDS:
            builder.add_text_field(name, tokenizer_name="whitespace")
        self._index = tantivy.Index(builder.build(), path=str(folder))
        writer = self._index.writer()
        for key, *texts in entries:
            writer.add_document(tantivy.Document(key=key, **dict(zip(_FIELDS, texts, strict=True))))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: Words) -> tuple[list[Any], int]:
        text = " AND ".join("(" + " OR ".join(f'"{token}"' for token in word) + ")" for word in query)
        found = self._searcher.search(self._index.parse_query(text, list(_FIELDS)), 10, count=True)
        return [(address, score) for score, address in found.hits], int(found.count or 0)  # type: ignore[attr-defined]


def stock(text: str) -> tuple[list[Any], int]:
    """Haystack's stock Whoosh backend: the first page of a SearchQuerySet."""
    from haystack.query import SearchQuerySet

    found = SearchQuerySet().using("stock").auto_query(text)
    return list(found[:10]), len(found)
