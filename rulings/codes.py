"""Codes of cards in a text: «(Базовый набор, S9)». A code is of one card within a set alone, so that a set which is
named in front of it chooses the card."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection

from rulings.languages import fold, words
from rulings.linking import Forms, Lexicon, forms, is_same, word_keys
from rulings.models import Card, Game, Name

_AROUND = 100  # characters in front of a code in which its set stands
_CODE = r"[^\W\d_]{1,3}[ \u00a0-]?\d{1,4}"
_SPACED = re.compile(r"\b([^\W\d_]{1,3})[ \u00a0-](\d{1,4})\b")
_PRINTED = re.compile(r"([^\W\d_]+)(\d+)")
# What parts a set from its code; other codes of the set may stand between («Базовый набор, S9 и S25»).
_GAP = r"[^\w()\n.!?]"
_BEFORE = re.compile(rf"(?:{_GAP}+{_CODE}(?=\W)|{_GAP}+(?:и|или|i|oraz|lub)(?={_GAP}))*(?:{_GAP}|\()*$")
_OPEN = re.compile(r"\([^()\n]*$")

UNKNOWN = ""  # a set of which no card is here


def spaced(code: str) -> str:
    """A code with a space between its letters and its number, as it is also written; empty where it has no such two."""
    parts = _PRINTED.fullmatch(code)
    return f"{parts[1]} {parts[2]}" if parts else ""


def joined(text: str) -> set[str]:
    """The codes that stand in a text with a space in them, without it."""
    return {f"{letters}{number}" for letters, number in _SPACED.findall(text) if letters[0].isupper()}


def _key(text: str) -> str:
    return "".join(fold(word.text) for word in words(text))


class Codes:
    """The codes that the texts of some games in one language may have, and the sets that they may name."""

    def __init__(self, games: Collection[int], language: str) -> None:
        self._games = games
        self._language = language
        self._cards: dict[int, Card] = {}
        self._of_game: dict[int, set[str]] = defaultdict(set)  # the sets of a game's cards
        self._sets: list[tuple[Forms, str]] = []  # what a set is called, and which it is; the longest first

    def add(self, card: Card) -> None:
        """A card whose code a text may have."""
        if not self._cards:
            self._read_sets()
        self._cards[card.pk] = card

    def may_mean(self, key: int, text: str, start: int, end: int, lexicon: Lexicon) -> bool:
        """Whether a place of a text may mean this card, if it does so by its code: not when the set in front of it is
        another. With a space in it («S 9») it is a code for the sake of its set alone."""
        card = self._cards.get(key)
        if card is None or _key(text[start:end]) != _key(card.code):
            return True
        named = self._named_before(text, start, lexicon)
        if named is None:
            return fold(text[start:end]) == fold(card.code)
        return named == self._set_of(card)

    def _set_of(self, card: Card) -> str | None:
        """A card of which nobody wrote the set is of the one that its game has, if that is one."""
        if card.set:
            return fold(card.set)
        own = self._of_game[card.game_id]
        return next(iter(own)) if len(own) == 1 else None

    def _read_sets(self) -> None:
        sets = Card.objects.filter(game__in=self._games).exclude(set="").order_by().values_list("game", "set")
        known: dict[str, Forms] = {}
        for game, name in sets.distinct():
            known[fold(name)] = forms(name, self._language)
            self._of_game[game].add(fold(name))
        # An expansion is a set too: it has one, where its cards have no other, and other names for it.
        called: dict[int, list[Name]] = defaultdict(list)
        expansions = Game.objects.filter(pk__in=self._games, parent__isnull=False)
        for one in Name.objects.filter(game__in=expansions):
            called[one.game_id or 0].append(one)
        own = [(name, key) for key, name in known.items()]
        for game, names in called.items():
            key = next((fold(name.text) for name in names if fold(name.text) in known), fold(names[0].text))
            self._of_game[game] = self._of_game[game] or {key}
            own += [(name.forms, key) for name in names]
        self._sets = sorted(own, key=lambda one: -len(one[0]))

    def _named_before(self, text: str, at: int, lexicon: Lexicon) -> str | None:
        """Which set is named in front of a code (folded); ``None`` where none is."""
        window = text[max(0, at - _AROUND) : at].rpartition("\n")[2]
        gap = _BEFORE.search(window)
        head = window[: gap.start()] if gap else window
        before = [sorted(word_keys(word.text, self._language)) for word in words(head)]
        for own, key in self._sets:
            if own and is_same(before[-len(own) :], own):
                return key
        opened = _OPEN.search(head)
        if opened is None:
            return None
        part = re.split("[,;]", opened.group()[1:])[-1].strip()
        inside = list(words(part))
        is_set = bool(inside) and part[inside[0].start].isupper() and self._is_parted(inside, window[len(head) :])
        is_name = any(one.end - one.start >= len(part.strip("«»„“”\"' ")) for one in lexicon.find(part))
        return UNKNOWN if is_set and not is_name else None

    @staticmethod
    def _is_parted(inside: Collection[object], gap: str) -> bool:
        """Whether words in brackets may be a set: one word is when a comma follows it («Смотрите S9»)."""
        return len(inside) > 1 or gap.lstrip().startswith(",")
