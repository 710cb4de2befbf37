"""What the pages show without a network: games, sources, entries and cards, in no interface language.

Addresses in the HTML begin with ``/-/`` and what pages add in words is left to the reader's page, so that one copy
serves every interface language.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone, translation

from rulings import drawing, dressing, sharing
from rulings.interface import interface_for, interface_languages
from rulings.kinds import CHAPTER, NOTE, RULING
from rulings.labels import counted
from rulings.models import Card, Entry, Game, Redirect, Source
from rulings.models.base import Named


def texts(
    entries: Sequence[Entry], cards: Iterable[Card], games: Sequence[Game], redirects: Iterable[Redirect] = ()
) -> dict[str, Any]:
    """``entries`` in the order of the index, with sources, headings, cards; ``cards`` and ``games`` with names;
    ``redirects`` with things."""
    sources = {entry.source_id: entry.source for entry in entries}
    places = {entry.pk: at for at, entry in enumerate(entries)}
    numbers = {key: at for at, key in enumerate(sorted(sources))}
    counts = Counter((entry.source.game.slug, entry.kind) for entry in entries)
    return {
        "games": [_game(game, counts) for game in games],
        "sources": [_source(sources[key]) for key in sorted(sources)],
        "entries": [_entry(entry, numbers[entry.source_id], places.get(entry.parent_id or 0, -1)) for entry in entries],
        "cards": [_card(card) for card in cards],
        # Where it leads today; what the copy has no text of is not told.
        "moved": {one.path: one.thing.path for one in redirects if one.entry_id is None or one.entry_id in places},
    }


def to_json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _game(game: Game, counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    drawings = [name for one in game.lineage for name in one.drawings]
    return {
        "slug": game.slug,
        "hue": game.hue,
        "parent": game.parent.slug if game.parent else "",
        "edition": game.edition,
        "language": game.own_language,
        "emblem": drawing.emblem(*drawings),
        "cover": drawing.cover(*drawings),
        "has": {language: _has(game, counts, language) for language in interface_languages()},
        **_named(game),
    }


def _has(game: Game, counts: Counter[tuple[str, str]], language: str) -> str:
    with translation.override(language):
        kinds = [kind for slug, kind in counts if slug == game.slug and kind not in (CHAPTER, NOTE)]
        return ", ".join(counted(kind, counts[game.slug, kind]) for kind in sorted(kinds, key=_telling))


def _telling(kind: str) -> bool:
    return kind != RULING


def _source(source: Source) -> dict[str, Any]:
    facts = (source.credit, source.edition, source.version, source.date)
    return {
        "game": source.game.slug,
        "slug": source.slug,
        "title": source.title,
        "language": source.language,
        "authority": source.authority,
        "edition": source.edition,
        "facts": ", ".join(fact for fact in facts if fact),
    }


def _entry(entry: Entry, source: int, parent: int) -> dict[str, Any]:
    # In its own language, where the page adds nothing for readers of another.
    language = interface_for(entry.language)
    with translation.override(language):
        body = dressing.answer(entry, language) if entry.kind == RULING else dressing.body(entry, language)
        title = dressing.title(entry, language)
    return {
        "key": entry.pk,
        "kind": entry.kind,
        "number": entry.number,
        "title": entry.title,
        "text": entry.text,
        "titleHtml": _neutral(title, language),
        "html": _neutral(body, language),
        "short": dressing.short_title(entry),
        "called": dressing.heading(entry),  # empty: the page says its kind
        "verdict": entry.verdict,
        "oneWord": dressing.is_one_word(entry),
        "quote": sharing.quote(entry),
        "origin": sharing.origin(entry),
        "lines": entry.locator,
        "changed": timezone.localtime(entry.changed_at).date().isoformat() if entry.changed_at else "",
        "language": entry.language,
        "ref": entry.ref,
        "game": entry.source.game.slug,
        "source": source,
        "parent": parent,
        "anchor": entry.anchor,
        "position": entry.position,
        "cards": [card.pk for card in entry.cards.all()],
    }


def _neutral(html: str, language: str) -> str:
    return html.replace(f'href="/{language}/', 'href="/-/')


def _card(card: Card) -> dict[str, Any]:
    return {
        "key": card.pk,
        "game": card.game.slug,
        "slug": card.slug,
        "kind": card.kind,
        "set": card.set,
        "code": card.code,
        **_named(card),
    }


def _named(thing: Named) -> dict[str, Any]:
    """``titles``: the name to show and its language, by interface language; ``names``: what readers may see, by
    language."""
    titles = {}
    for language in interface_languages():
        name = thing.main_name(language)
        titles[language] = [name.text, name.language] if name else ["", language]
    names = {
        language: " / ".join(item.text for item in items if item.role == "main") or items[0].text
        for language, items in thing.shown_names().items()
    }
    return {"titles": titles, "names": names}
