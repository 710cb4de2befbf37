"""Corpora of any size for measuring: entries in a Zipf-like vocabulary of the real texts and the dictionaries.

The words of the five sources come first, in order of their frequency; the dictionaries fill up the tail. A word's
rank decides how often it is drawn (1 / rank), so that small and large corpora have the same shape. Everything is
seeded: the same size gives the same corpus.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import accumulate
from pathlib import Path

from rulings.languages import words
from rulings.models import Card, Entry, Game, Keyword, Name, Source

SIZES = (300, 5_000, 50_000)
_SEED = 20_26
_VOCABULARY = 120_000
_KINDS = ("section", "ruling", "ruling", "clarification", "erratum")
SOURCES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "sources"


def vocabulary() -> list[str]:
    """Words, the most frequent first: those of the sources, then dictionary words in a fixed shuffled order."""
    counts: Counter[str] = Counter()
    for path in sorted(SOURCES.rglob("*.txt")):
        counts.update(word.text.lower() for word in words(path.read_text(encoding="utf-8")) if word.text.isalpha())
    known = [word for word, _ in counts.most_common()]
    more = sorted(_dictionary() - set(known))
    random.Random(_SEED).shuffle(more)
    return (known + more)[:_VOCABULARY]


def _dictionary() -> set[str]:
    """Forms of Russian dictionary words: lexemes of the sources' own and of other words of the same analyser."""
    import pymorphy3

    analyser = pymorphy3.MorphAnalyzer(lang="ru")
    found: set[str] = set()
    for number, (word, *_) in enumerate(analyser.dictionary.words.iteritems()):
        if number % 25 == 0 and word.isalpha() and len(word) > 3:
            found.add(word)
        if len(found) >= _VOCABULARY:
            break
    return found


class Corpus:
    """``size`` entries; ``queries``: what is asked of them, words in any form."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.random = random.Random(_SEED + size)
        self.words = vocabulary()
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))

    def sentence(self, length: int) -> str:
        drawn = self.random.choices(self.words, cum_weights=self.weights, k=length)
        return " ".join([drawn[0].capitalize(), *drawn[1:]]) + "."

    def text(self) -> str:
        return "\n".join(
            " ".join(self.sentence(self.random.randint(5, 18)) for _ in range(self.random.randint(1, 4)))
            for _ in range(self.random.randint(1, 3))
        )

    def queries(self, count: int, seed: int = 0) -> list[str]:
        """Queries of one to four words of the vocabulary, rarer words as likely as frequent ones."""
        chosen = random.Random(_SEED + seed)
        frequent = self.words[: min(len(self.words), 400 + self.size)]
        return [
            " ".join(chosen.choice(frequent) for _ in range(chosen.choice((1, 2, 2, 3, 3, 4)))) for _ in range(count)
        ]

    def questions(self, count: int, seed: int = 0) -> list[str]:
        """Queries of one to four different words that an entry has, as frequent as they are in the texts."""
        chosen = random.Random(_SEED + seed)
        found = []
        for text in chosen.choices(Entry.objects.order_by("pk").values_list("text", flat=True), k=count):
            own = sorted({word.text.lower() for word in words(text)})
            found.append(" ".join(chosen.sample(own, min(len(own), chosen.choice((1, 2, 2, 3, 3, 4))))))
        return found

    def load(self) -> None:
        """Write the corpus to the database of this process: a few games and sources, entries, cards with names."""
        games = Game.objects.bulk_create(Game(slug=f"game-{at}", position=at) for at in range(5))
        Name.objects.prepared(Name(game=game, language="ru", text=f"Игра {game.slug}") for game in games)
        sources = Source.objects.bulk_create(
            Source(
                game=game,
                slug=f"source-{at}",
                language="ru",
                title=f"Source {at}",
                authority=("official", "community")[at % 2],
            )
            for game in games
            for at in range(2)
        )
        cards = Card.objects.bulk_create(
            Card(game=self.random.choice(games), slug=f"card-{at}", kind="card")
            for at in range(max(20, self.size // 20))
        )
        Name.objects.prepared(
            Name(card=card, language="ru", text=" ".join(self.random.sample(self.words[300:8000], 2)).capitalize())
            for card in cards
        )
        entries = [self._entry(at, self.random.choice(sources)) for at in range(self.size)]
        Entry.objects.bulk_create(entries, batch_size=2000)
        Keyword.objects.renew("entry", {entry.pk: entry.title_forms() for entry in entries}, are_new=True)
        Entry.cards.through.objects.bulk_create(
            (
                Entry.cards.through(entry_id=entry.pk, card_id=self.random.choice(cards).pk)
                for entry in entries
                if entry.kind == "ruling"
            ),
            batch_size=2000,
        )

    def _entry(self, at: int, source: Source) -> Entry:
        kind, text = self.random.choice(_KINDS), self.text()
        return Entry(
            source=source,
            kind=kind,
            number=str(at) if kind == "erratum" else "",
            title="" if kind == "erratum" else self.sentence(self.random.randint(3, 14)),
            body=text,
            text=text,
            html=f'<p id="p1">{text}</p>',
            anchor=f"entry-{at}",
            position=at,
            language="ru",
            stamp=at + 1,
        )
