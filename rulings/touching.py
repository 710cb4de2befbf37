"""Which entries are linked anew when a name, an entry or the code or set of a card changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from rulings.batches import BATCH, batches
from rulings.languages import LANGUAGES
from rulings.linking import ALWAYS, Lexicon, LexiconName, forms
from rulings.mentioning import lexical_codes, lexical_name
from rulings.models import Card, Entry, Game, Mention, Name, Source
from rulings.models.games import whole_texts
from rulings.models.names import home_game
from rulings.references import heading_key, references


def touched_by(named: Iterable[Name | Entry | Card]) -> set[int]:
    """The entries that a new, renamed or deleted name (or entry with its names, or code and set of a card) touches:
    those that mention its thing, those whose own card it is, and those in whose words it could be meant."""
    things = list(named)
    for some in batches([thing.pk for thing in things if isinstance(thing, Entry)]):
        of_entries = Name.objects.filter(entry__in=some).select_related("entry__source__game")
        things += of_entries.defer(*whole_texts("entry__source__"))
    names = [name for name in things if isinstance(name, Name)]
    cards = {name.card_id for name in names if name.card_id} | {card.pk for card in things if isinstance(card, Card)}
    games = {name.game_id for name in names if name.game_id}
    targets = {name.entry_id for name in names if name.entry_id}
    targets |= {entry.pk for entry in things if isinstance(entry, Entry)}
    touched = set(targets)
    for some in batches(sorted(cards)):
        touched.update(Mention.objects.filter(card__in=some).values_list("entry", flat=True))
        touched.update(Entry.objects.filter(cards__in=some).values_list("pk", flat=True))
    touched.update(Mention.objects.filter(game__in=games).values_list("entry", flat=True))
    for some in batches(sorted(targets)):
        touched.update(Mention.objects.filter(to_entry__in=some).values_list("entry", flat=True))
    touched.update(_speaking_of(things))
    touched.update(_counting_on(thing for thing in things if isinstance(thing, Entry)))
    return touched


def _speaking_of(things: Sequence[Name | Entry | Card]) -> Iterator[int]:
    """Entries of the families of these names in whose words one of them could be meant."""
    names: dict[int, list[LexiconName]] = defaultdict(list)  # by the game whose family may mention them
    families: dict[int, list[int]] = {}
    titles = {heading_key(named.title) for named in things if isinstance(named, Entry)}
    for named in things:
        known_by = _known_by(named)
        if not known_by:
            continue
        home = home_game(named.thing if isinstance(named, Name) else named)
        if home.pk not in families:
            families[home.pk] = list(Game.objects.kin(home).values_list("pk", flat=True))
        for game in families[home.pk]:
            names[game] += known_by
    for game, own in names.items():
        lexicons = {language: Lexicon(own, language) for language in LANGUAGES}
        entries = Entry.objects.filter(source__game=game).values_list("pk", "language", "title", "text")
        for key, language, title, text in entries.iterator(BATCH):
            lexicon = lexicons[language]
            told = [own for own in (title, text) if lexicon.may_be_in(own)]
            if any(lexicon.concerns(own) or _refers(own, language, titles) for own in told):
                yield key


def _known_by(named: Name | Entry | Card) -> list[LexiconName]:
    """By what a text may speak of a thing, or of others for its sake."""
    if isinstance(named, Card):
        return [*lexical_codes(named), *_lexical_set(named)]
    if isinstance(named, Entry):
        return [lexical_name(named)] if named.is_referable else []
    # An expansion is the set of those of its cards that have no other.
    game = named.game if named.game and named.game.parent_id else None
    return [lexical_name(named), *(_codes_without_set(game) if game else ())]


def _lexical_set(card: Card) -> Iterator[LexiconName]:
    """What a card's set is called, where no other card of the family is of it: in front of a code it tells that from
    the same code of another set, which it did not before. Where no other card of the game is, cards without a set may
    be of another one than before: of the only one that their game has."""
    others = Card.objects.filter(game__in=Game.objects.family(card.game), set=card.set).exclude(pk=card.pk)
    if card.set and not others.exists():
        for language in LANGUAGES:
            own = forms(card.set, language)
            yield LexiconName(("card", card.pk), card.set, language, own, ALWAYS, is_main=False)
    if card.set and not others.filter(game=card.game).exists():
        yield from _codes_without_set(card.game)


def _codes_without_set(game: Game) -> Iterator[LexiconName]:
    for card in Card.objects.filter(game=game, set="").exclude(code=""):
        yield from lexical_codes(card)


def _refers(text: str, language: str, titles: Collection[str]) -> bool:
    """Whether a text refers to one of the titles (their ``heading_key``)."""
    if not titles:
        return False
    return any(heading_key(title) in titles for one in references(text, language) for title in one.titles())


def _counting_on(entries: Iterable[Entry]) -> Iterator[int]:
    """Entries that refer to one of the numbers: of the same sources, or of other books of the family that say that
    they speak of another one («п. 2.5 базовых правил»)."""
    numbers: dict[Source, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.number:
            numbers[entry.source].add(entry.number)
    for source, own in numbers.items():
        family = Entry.objects.filter(source__game__in=Game.objects.family(source.game))
        for key, of, language, *both in family.values_list("pk", "source", "language", "title", "text").iterator(BATCH):
            told = [text for text in both if any(number in text for number in own)]
            found = (one for text in told for one in references(text, language) if one.kind != "title")
            if any(one.value in own and (one.of or of == source.pk) for one in found):
                yield key
