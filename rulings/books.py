"""Which book a reference names, and what of the things that are here stands in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from rulings.languages import lemmas, words
from rulings.linking import Span
from rulings.models import Entry
from rulings.references import Reference

_CLOSING = frozenset('»”")')
_NAMED_BEHIND = re.compile(r"[ \u00a0]([«„“\"]?)")


def game_behind(text: str, end: int, spans: Sequence[Span]) -> int | None:
    """The game that is named right behind a place («… на стр. 4 дополнения «Тёмный Лес»»); 0 for one that isn't
    known, ``None`` where none is named."""
    gap = _NAMED_BEHIND.match(text, end + (text[end : end + 1] in _CLOSING))
    if gap is None:
        return None
    at = bisect_left(spans, gap.end(), key=lambda span: span.start)
    is_name = at < len(spans) and spans[at].start == gap.end()
    targets = (*spans[at].targets, *spans[at].others) if is_name else ()
    games = (target[1] for target in targets if isinstance(target, tuple) and target[0] == "game")
    return next(games, 0 if gap[1] else None)


def in_book(entry: Entry, reference: Reference, game: int | None, found: Iterable[Entry]) -> list[Entry]:
    """Those of the entries found by title or number that stand in the book that a reference of an entry names.

    A number is looked for in books of the entry's language: the same number of a translation is the same rule. The
    base game's book is neither an expansion's nor the one that speaks; a paper and the rules are known by the titles
    of their sources, the rules also by a title of theirs alone.
    """
    base = entry.source.game.parent_id or entry.source.game_id
    if reference.kind != "title":
        found = [other for other in found if other.language == entry.language]
    if reference.of == "base":
        return [other for other in found if other.source.game_id == base and other.source_id != entry.source_id]
    if game is not None:
        found = [other for other in found if other.source.game_id == game]
    elif reference.of == "expansion":
        found = [other for other in found if other.source.game_id != base]
    elif reference.of == "rules":
        found = [other for other in found if other.source.game_id in (base, entry.source.game_id)]
    found = list(found)
    if not reference.paper:
        return found
    called = [said for said in (reference.paper, reference.which) if said]
    titled = [one for one in found if all(_is_called(one.source.title, said, entry.language) for said in called)]
    is_told_by_title = reference.kind == "title" and reference.of != "paper" and not reference.which
    return found if is_told_by_title and not titled else titled


def _is_called(title: str, book: str, language: str) -> bool:
    """Whether a source has a word in its title by which a book is called («книги правил»), in any form."""
    called, own = ({lemma for word in words(text) for lemma in lemmas(word.text, language)} for text in (book, title))
    return not called.isdisjoint(own)
