"""What a query may be narrowed to: the filters beside it, and the prefixes inside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from django.utils import translation

from rulings.interface import interface_languages
from rulings.kinds import CARD_KINDS, ENTRY_KINDS
from rulings.labels import (
    CARD_KIND_LABELS,
    CARD_KIND_PLURALS,
    ENTRY_KIND_LABELS,
    ENTRY_KIND_NAMES,
    ENTRY_KIND_PLURALS,
    LANGUAGE_NAMES,
)
from rulings.languages import LANGUAGES, fold, inflections, lemmas, part_of_speech, words
from rulings.search.names import Keys, Named
from rulings.search.query import Query, Restriction
from rulings.search.readings import Reader, Reading
from rulings.search.segments import CARD, COLUMNS
from rulings.search.snapshot import Snapshot
from rulings.search.tables import Mask


class Meant(NamedTuple):
    """What a prefix and its value are read as. ``mask``: the documents of it; ``games``: the games that it is of, if it
    is of games; ``cards``: names of the cards that it is of; ``why``: empty, or why ``restriction`` has another value
    than was typed."""

    restriction: Restriction
    mask: Mask
    games: frozenset[str] = frozenset()
    cards: tuple[Named, ...] = ()
    why: str = ""


def meant(restriction: Restriction, snapshot: Snapshot, reader: Reader, *, is_literal: bool) -> Meant | None:
    """What is called by the value of a prefix, read as words of a query are; ``None`` when nothing is."""
    for reading in _readings(restriction.value, reader, is_literal=is_literal):
        read = restriction._replace(value=reading.text) if reading.why else restriction
        tokens = [reader.tokens(word.text) for word in words(read.value)]
        found = _called(read, tokens, snapshot, reader)
        if found:
            return found._replace(why=reading.why)
    return None


def _readings(value: str, reader: Reader, *, is_literal: bool) -> Iterator[Reading]:
    typed = reader.as_typed([word.text for word in words(value)])
    yield typed
    if not is_literal:
        yield from reader.others(value, typed)


def _called(restriction: Restriction, tokens: Sequence[Keys], snapshot: Snapshot, reader: Reader) -> Meant | None:
    name, value = restriction.name, fold(restriction.value).strip()
    if name == "card":
        coded = reader.names.coded(" ".join(reader.with_codes([word.text for word in words(value)])))
        # Of no language: its words are no part of the query, so they are looked for in none.
        cards = (*(card._replace(language="") for card in reader.names.cards_called(tokens)), *coded)
        mask = about({card.key for card in cards}, "om", snapshot)
        return Meant(restriction, mask, cards=cards) if cards else None
    if name == "kind":
        kinds = kinds_called(restriction.value, tokens)
        mask = with_value(snapshot, "kind", kinds) | about(cards_of(kinds, snapshot), "o", snapshot)
        return Meant(restriction, mask) if kinds else None
    if name == "language":
        codes = language_names().get(value, [])
        return Meant(restriction, with_value(snapshot, "language", codes)) if codes else None
    games = {value} & {*snapshot.column("game")[0]} - {""} or reader.names.games_called(tokens)
    return Meant(restriction, of_games(games, snapshot), games=frozenset(games)) if games else None


def of_games(games: Iterable[str], snapshot: Snapshot) -> Mask:
    """The documents of some games, by their addresses."""
    return with_value(snapshot, "game", games)


def about(cards: Iterable[int], ways: str, snapshot: Snapshot) -> Mask:
    """The documents that are the cards' own (``o`` among the ways) or mention them (``m``)."""
    found = np.zeros(snapshot.size, bool)
    for card in cards:
        for way in ways:
            found[snapshot.postings("things", f"{way}{card}").docs] = True
    return found


def cards_of(kinds: Iterable[str], snapshot: Snapshot) -> Iterator[int]:
    """Keys of the cards of some kinds."""
    wanted = {*kinds} & {*CARD_KINDS}
    if wanted:
        found = snapshot.live & (snapshot.models == CARD) & with_value(snapshot, "kind", wanted)
        yield from snapshot.keys[found].tolist()


def chosen(query: Query, snapshot: Snapshot) -> dict[str, Mask]:
    """The documents that each filter beside the query leaves, by its name."""
    masks = {}
    for name in COLUMNS:
        value = getattr(query, name)
        if value:
            masks[name] = with_value(snapshot, name, [value])
    return masks


def with_value(snapshot: Snapshot, column: str, wanted: Iterable[str]) -> Mask:
    """The documents that have one of these values of a filter."""
    values, codes = snapshot.column(column)
    return np.isin(codes, [values.index(value) for value in wanted if value in values])


def kinds_called(value: str, tokens: Sequence[Keys]) -> list[str]:
    """The kinds of entries and of cards that are called so; ``tokens``: by what each word may be a word of a label."""
    if (key := fold(value).strip()) in kind_names():
        return [key]
    said = [keys | {fold(word.text)} for keys, word in zip(tokens, words(value), strict=True)]
    return [kind for kind, names in kind_names().items() if said and not any(names.isdisjoint(keys) for keys in said)]


@cache
def kind_names() -> dict[str, frozenset[str]]:
    """The words that each kind of entries and of cards is called by: those of its labels for one and for many, in
    every form, in each interface language and in English."""
    labels = {kind: [ENTRY_KIND_LABELS[kind], ENTRY_KIND_PLURALS[kind]] for kind in ENTRY_KINDS}
    for kind, names in ENTRY_KIND_NAMES.items():
        labels[kind].append(names)
    labels |= {kind: [CARD_KIND_LABELS[kind], CARD_KIND_PLURALS[kind]] for kind in CARD_KINDS}
    found: dict[str, set[str]] = {kind: set() for kind in labels}
    for code in (*interface_languages(), "en"):  # the labels are English where nothing translates them
        with translation.override(code):
            for kind, called in labels.items():
                for word in (word.text for label in called for word in words(str(label))):
                    if part_of_speech(word, code) != "function":
                        found[kind] |= {fold(word), *lemmas(word, code)}
                        found[kind].update(form for one in inflections(word, code) for form in one.surfaces)
    return {kind: frozenset(names) for kind, names in found.items()}


@cache
def language_names() -> dict[str, list[str]]:
    """What a language may be called: its code, and in any form its own name and its name in each interface language
    and in English."""
    found: dict[str, list[str]] = {}

    def call(name: str, language: str, code: str) -> None:
        forms = [form for one in inflections(name, language) for form in one.surfaces]
        found.update({form: [code] for form in (fold(name), *forms)})

    for code, language in LANGUAGES.items():
        call(language.name, code, code)
    for interface in (*interface_languages(), "en"):
        with translation.override(interface):
            for code, called in LANGUAGE_NAMES.items():
                call(str(called), interface, code)
    return found | {code: [code] for code in LANGUAGES}
