"""Whose ruling or rule an entry is: a heading that is the name of a card carries that card.

«Принц/Принцесса» names two cards, «Здоровье, рассудок и порча» three; a ruling belongs to the cards of the
nearest heading that names any. Brackets after a name explain it («Рассвет (стоя здесь, …)»).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulings.batches import BATCH
from rulings.documents import bare
from rulings.kinds import RULING
from rulings.languages import LANGUAGES
from rulings.linking import ALWAYS, Lexicon, LexiconName
from rulings.models import Card, Entry, Game, Name
from rulings.models.names import SHOWN


def renew(names: Iterable[Name], homes: Iterable[Game]) -> list[Entry]:
    """Give entries the own cards that their headings name, where one of these names of cards (new, changed or gone)
    stands in a heading, as the next import of their source would. ``homes``: the games that the cards are of, or were.
    Returns the entries that have other cards now."""
    own = [name for name in names if name.card_id]
    games = {game.pk: game for home in homes for game in Game.objects.family(home)} if own else {}
    lexicons = {language: Lexicon(map(_named, own), language) for language in LANGUAGES}
    changed: dict[int, Entry] = {}
    for game in games.values():
        titled = Entry.objects.filter(source__game=game).exclude(kind=RULING).exclude(title="")
        rows = titled.values_list("pk", "language", "title")
        level = list(
            Entry.objects.placed().with_keys(
                key for key, language, title in rows.iterator(BATCH) if lexicons[language].find(bare(title))
            )
        )
        owners = Owners(game) if level else None
        while owners and level:
            changed |= {entry.pk: entry for entry in level if owners.assign(entry, entry.parent)}
            level = list(Entry.objects.placed().filter(parent__in=level))
    return list(changed.values())


def _named(name: Name, rank: int = 0) -> LexiconName:
    """A name of a card as it is known in a heading: however it is recognised elsewhere."""
    return LexiconName(name.card_id, name.text, name.language, name.forms, ALWAYS, rank)


class Owners:
    """Finds the own cards of a game's entries by their headings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._names = list(
            Name.objects.filter(card__isnull=False, confidence__in=SHOWN)
            .of_games(Game.objects.family(game))
            .select_related("card")
        )
        self._lexicons: dict[str, Lexicon] = {}

    def named_by(self, title: str, language: str) -> list[int]:
        """The cards a heading names, in its order; none when anything else stands in it."""
        heading = bare(title)
        if not heading:
            return []
        spans = self._lexicon(language).find(heading)
        joiners = "|".join(LANGUAGES[language].joiners)
        rest = heading
        for span in reversed(spans):
            rest = rest[: span.start] + "\x00" + rest[span.end :]
        if not re.fullmatch(rf"\x00(?:\s*(?:[,/]|\b(?:{joiners})\b)\s*\x00)*", rest):
            return []
        keys: list[int] = []
        for span in spans:
            if len(span.targets) > 1:
                return []
            key = span.targets[0]
            assert isinstance(key, int)
            keys.append(key)
        return keys

    def assign(self, entry: Entry, parent: Entry | None) -> bool:
        """Set the own cards of an entry that no editor has changed; whether they are others than before."""
        if entry.edited or entry.removed:
            return False
        own = [] if entry.kind == RULING else self.named_by(entry.title, entry.language)
        if entry.kind == RULING and parent is not None:
            own = self._inherited(parent)
        before = {card.pk for card in entry.cards.all()}
        if before == set(own):
            return False
        entry.cards.set(Card.objects.filter(pk__in=own))
        return True

    def _inherited(self, parent: Entry | None) -> list[int]:
        while parent is not None:
            if keys := self.named_by(parent.title, parent.language):
                return keys
            parent = parent.parent
        return []

    def _lexicon(self, language: str) -> Lexicon:
        if language not in self._lexicons:
            ranks = (int(name.card is None or name.card.game_id != self.game.pk) for name in self._names)
            self._lexicons[language] = Lexicon(map(_named, self._names, ranks), language)
        return self._lexicons[language]
