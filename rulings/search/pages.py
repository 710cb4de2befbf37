"""A page of a result, whatever it was found with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulings.models import Entry, Mention
from rulings.search.cards import FoundCard
from rulings.search.query import Query, Restriction
from rulings.search.snippets import Sought, Span, Thing, best_paragraph, mark, pointing, standing, within

LIMIT, MAX_LIMIT = 10, 100


@dataclass(frozen=True)
class Found:
    """An entry of the result, with its title and the piece of its text that matched, the words of the query marked,
    the paragraph to open it at, and the text directives that mark them there, or else in the title; ``matched``: a
    name of it that the query has and its title has not; ``under``: the heading above it that has the words of the
    query, marked, where it has none of them itself."""

    entry: Entry
    title: str
    snippet: str
    fragment: str
    pointing: str
    matched: str = ""
    under: str = ""

    @property
    def is_marked(self) -> bool:
        return "<mark>" in f"{self.title}{self.snippet}"

    @classmethod
    def by(cls, entry: Entry, sought: Sought) -> Found:
        """Where the query names a thing in another language the text has none of its words: what counts then is where
        the entry mentions the thing, or what it is called in the entry's language."""
        tokens = sought.tokens
        spans: dict[str, list[Span]] = {
            "title": [*standing(entry.title, sought.phrases)],
            "text": [*standing(entry.text, sought.phrases)],
        }
        for thing in sought.foreign_to(entry.language):
            own = [mention for mention in entry.mentions.all() if _is_of(mention, thing)]
            for mention in own:
                spans[mention.field].append((mention.start, mention.end))
            if not own:
                tokens |= thing.names.get(entry.language, frozenset())
        paragraph = best_paragraph(entry.text, tokens, spans["text"], sought.own)
        here = within(spans["text"], paragraph.start, len(paragraph.text))
        return cls(
            entry,
            mark(entry.title, tokens, len(entry.title), spans["title"]),
            mark(paragraph.text, tokens, spans=here, own=sought.own),
            paragraph.fragment,
            pointing(paragraph.text, tokens, here) or pointing(entry.title, tokens, spans["title"]),
        )


def _is_of(mention: Mention, thing: Thing) -> bool:
    key = mention.card_id if thing.model == "rulings.card" else mention.to_entry_id
    return mention.is_shown and key == thing.key


@dataclass(frozen=True)
class Interpretation:
    """What was searched instead of what was typed. ``why``: layout, translit or spelling."""

    query: str
    why: str


@dataclass(frozen=True)
class SearchPage:
    """``facets``: filter → (value, count) pairs over the whole result, each counted without its own filter.
    ``suggestions``: queries that have hits, only when this one has none. ``is_makeshift``: it was found without the
    index, word by word as they stand. ``unknown``: prefixes with a value that nothing is called, searched for as
    words. ``elsewhere``: what was asked about and isn't here as editors know, only when there is no result.
    ``is_missed``: it is in vain and was counted; ``is_here``: something answers it, whatever the filters beside it
    leave of that. ``missing``: words that tell what is asked and that nothing here has, beside others."""

    query: Query
    total: int = 0
    interpreted: Interpretation | None = None
    results: tuple[Found, ...] = ()
    cards: tuple[FoundCard, ...] = ()
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    is_makeshift: bool = False
    unknown: tuple[Restriction, ...] = ()
    elsewhere: tuple[str, ...] = ()
    is_missed: bool = False
    is_here: bool = False
    missing: tuple[str, ...] = ()


def rows(keys: Iterable[int]) -> dict[int, Entry]:
    """The entries of a page with what is shown of them; those that are gone are left out."""
    return Entry.objects.live().for_page().prefetch_related("source__game__names", "names").in_bulk(list(keys))
