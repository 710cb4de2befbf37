"""What the index knows of entries, cards and synonyms (Haystack looks for this module's name).

Everything that a search needs before it fetches its ten rows is here, so that the index and what is made of it
are of one moment.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from django.db.models import QuerySet
from haystack import indexes

from rulings.interface import interface_languages
from rulings.languages import code, fold, lemmas, spelled, words
from rulings.linking import forms
from rulings.models import Card, Entry, Game, Mention, Name, Synonym
from rulings.models.entries import EntryQuerySet
from rulings.models.questions import Question, question_in


class KeyField(indexes.CharField):  # type: ignore[misc]
    """A value that is matched whole: an address, a kind, a language."""

    field_type = "key"


class KeysField(indexes.CharField):  # type: ignore[misc]
    """Values that are matched whole, separated by spaces."""

    field_type = "keys"


class WordsField(indexes.CharField):  # type: ignore[misc]
    """A text whose words are searched, with their places; the text itself is in the database."""

    field_type = "words"


class DocumentField(indexes.CharField):  # type: ignore[misc]
    """The text itself, searched and kept: Haystack marks words in it and looks for more that is like it."""

    field_type = "document"


class FieldWeight(NamedTuple):
    """How much a field counts, and how many words it usually has: a longer one counts less a word."""

    weight: float
    length: float


WEIGHTS = {
    "title": FieldWeight(2.2, 12),
    "text": FieldWeight(1.0, 60),
    "number": FieldWeight(3.0, 1),
    "headings": FieldWeight(1.2, 6),
    "names": FieldWeight(1.6, 6),
    "mentioned": FieldWeight(0.5, 12),
}
_K, _B = 1.2, 0.45  # BM25: how soon repetition stops counting, how much a long field is held against it


class BagField(indexes.CharField):  # type: ignore[misc]
    """Lemmas with their weight, «жаба^2.31 повеление^1.04»: what ranking reads instead of field after field.
    ``made_by``: an index whose weights were others is made anew."""

    field_type = "bag"
    made_by = f"{WEIGHTS} {_K} {_B}"


class DataField(indexes.CharField):  # type: ignore[misc]
    """What is kept beside a document and never searched, as JSON."""

    field_type = "data"
    made_by = f"{Question._fields}"


def bag(**texts: str) -> str:
    """BM25 without rarity, field by field, summed for every lemma; the fields are those of ``WEIGHTS``."""
    weights: dict[str, float] = defaultdict(float)
    for field, text in texts.items():
        found = [lemmas(word.text) for word in words(text)]
        counts = Counter(lemma for word in found for lemma in word)
        usual = 1 - _B + _B * len(found) / WEIGHTS[field].length
        for lemma, count in counts.items():
            weights[lemma] += WEIGHTS[field].weight * count * (_K + 1) / (count + _K * usual)
    return " ".join(f"{lemma}^{weight:.3f}" for lemma, weight in weights.items())


def to_data(**facts: object) -> str:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def names_data(names: Iterable[Name]) -> list[list[object]]:
    """Names as the query needs them: [text, language, role, form table], those a reader may see first."""
    return [
        [name.text, name.language, name.role, name.forms] for name in sorted(names, key=lambda name: not name.is_shown)
    ]


class EntryIndex(indexes.SearchIndex, indexes.Indexable):  # type: ignore[misc]
    text = DocumentField(document=True, model_attr="text")
    title = WordsField()
    bag = BagField()
    things = KeysField()
    forms = KeysField()
    game = KeyField(model_attr="source__game__slug")
    kind = KeyField(model_attr="kind")
    language = KeyField(model_attr="language")
    authority = KeyField(model_attr="source__authority")
    stamp = KeyField(model_attr="stamp")
    data = DataField()

    def get_model(self) -> type[Entry]:
        return Entry

    def index_queryset(self, using: str | None = None) -> EntryQuerySet:
        return (
            Entry.objects.live()
            .placed()
            .prefetch_related("cards__names", "names", "mentions__card__names", "source__game__names")
        )

    def prepare_title(self, entry: Entry) -> str:
        return entry.title

    def prepare_bag(self, entry: Entry) -> str:
        own = [name.text for card in entry.cards.all() for name in card.names.all()]
        own_cards = {card.pk for card in entry.cards.all()}
        others = {m.card_id: m.card for m in _shown(entry) if m.card and m.card_id not in own_cards}
        return bag(
            title=entry.title,
            text=entry.text,
            number="" if entry.number.isdecimal() else entry.number,  # «3» of a list says nothing, «2.4» does
            headings="\n".join(entry.headings()),
            names="\n".join([*own, *(name.text for name in entry.names.all())]),
            mentioned="\n".join(name.text for card in others.values() for name in card.names.all()),
        )

    def prepare_things(self, entry: Entry) -> str:
        """``o7``: its own card, ``m7``: it mentions the card, ``d7``: it says what the card's abbreviation means."""
        keys = [f"o{card.pk}" for card in entry.cards.all()]
        mentions = sorted(_shown(entry), key=lambda mention: (mention.field, mention.start))
        keys += [f"m{mention.card_id}" for mention in mentions if mention.card_id]
        keys += [
            f"d{card.pk}"
            for card in entry.cards.all()
            for name in card.names.all()
            if name.role == "abbreviation" and f"({name.text})" in entry.title
        ]
        for first, second in pairwise(mentions):
            gap = entry.text[first.end : second.start] if first.field == second.field == "text" else ""
            if first.card_id and first.card_id == second.card_id and gap.strip() == "(":
                keys.append(f"d{first.card_id}")
        return " ".join(keys)

    def prepare_forms(self, entry: Entry) -> str:
        """The form table of its words: for spelling, and for words typed without accents."""
        texts = (entry.title, entry.text, *(name.text for card in entry.cards.all() for name in card.names.all()))
        rows = [_form(word.text, entry.language) for text in texts for word in words(text)]
        if entry.number:
            rows.append(f"{fold(entry.number)}={code(entry.number) or fold(entry.number)}")
        return _form_table(rows)

    def prepare_data(self, entry: Entry) -> str:
        game, cards = entry.source.game, tuple(sorted(card.pk for card in entry.cards.all()))
        return to_data(
            names=names_data(entry.names.all()),
            path=entry.path,
            title=entry.heading,
            verdict=entry.verdict,
            asks=Question(question_in(entry.title), entry.ref, game.parent_id or game.pk, cards),
        )


@lru_cache(maxsize=50_000)
def _form(word: str, language: str) -> str:
    """A row of the form table: «surface=lemma,lemma», and «=spelled» where the dictionary has it with accents."""
    surface, printed = fold(word), spelled(word)
    row = f"{surface}={','.join(lemmas(word, language))}"
    return row if printed == surface else f"{row}={printed}"


def _form_table(rows: Iterable[str]) -> str:
    """The rows, each once; but for what is no word («P. S.»)."""
    return " ".join(row for row in dict.fromkeys(rows) if " " not in row)


def _shown(entry: Entry) -> list[Mention]:
    return [mention for mention in entry.mentions.all() if mention.is_shown]


class CardIndex(indexes.SearchIndex, indexes.Indexable):  # type: ignore[misc]
    text = DocumentField(document=True)
    game = KeyField(model_attr="game__slug")
    kind = KeyField(model_attr="kind")
    forms = KeysField()
    stamp = KeyField(model_attr="stamp")
    data = DataField()

    def get_model(self) -> type[Card]:
        return Card

    def index_queryset(self, using: str | None = None) -> QuerySet[Card]:
        return Card.objects.named()

    def prepare_text(self, card: Card) -> str:
        return "\n".join([*(name.text for name in card.names.all()), card.code])

    def prepare_forms(self, card: Card) -> str:
        return _form_table(_form(word.text, name.language) for name in card.names.all() for word in words(name.text))

    def prepare_data(self, card: Card) -> str:
        titles = {language: card.name_in(language) for language in interface_languages()}
        return to_data(names=names_data(card.names.all()), code=card.code, path=card.path, titles=titles)


class GameIndex(indexes.SearchIndex, indexes.Indexable):  # type: ignore[misc]
    text = DocumentField(document=True)
    game = KeyField(model_attr="slug")
    stamp = KeyField(model_attr="stamp")
    data = DataField()

    def get_model(self) -> type[Game]:
        return Game

    def index_queryset(self, using: str | None = None) -> QuerySet[Game]:
        return Game.objects.prefetch_related("names")

    def prepare_text(self, game: Game) -> str:
        return "\n".join(name.text for name in game.names.all())

    def prepare_data(self, game: Game) -> str:
        return to_data(names=names_data(game.names.all()))


class SynonymIndex(indexes.SearchIndex, indexes.Indexable):  # type: ignore[misc]
    text = DocumentField(document=True, model_attr="says")
    game = KeyField()
    stamp = KeyField(model_attr="stamp")
    data = DataField()

    def get_model(self) -> type[Synonym]:
        return Synonym

    def index_queryset(self, using: str | None = None) -> QuerySet[Synonym]:
        return Synonym.objects.select_related("game")

    def prepare_game(self, synonym: Synonym) -> str:
        return synonym.game.slug if synonym.game else ""

    def prepare_data(self, synonym: Synonym) -> str:
        """What is said and each thing it means, as form tables; what it means may be of any language. ``spelled``: the
        words of what is said, with their accents."""
        return to_data(
            said=[forms(saying, synonym.language) for saying in synonym.sayings],
            spelled=sorted({spelled(word.text) for saying in synonym.sayings for word in words(saying)}),
            means=[[lemmas(word.text) for word in words(means)] for means in synonym.meanings],
        )
