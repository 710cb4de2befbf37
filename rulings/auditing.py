"""What editors look through: words that may be names, names that stand nowhere, things without a name.

Everything here reads and nothing writes; each list is made of a few passes over the rows, however many there are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q, QuerySet

from rulings.batches import BATCH, batches
from rulings.kinds import RULING
from rulings.languages import Word, fold, in_dictionary, is_chatter, lemmas, words
from rulings.linking import ALWAYS, NEVER, Forms, Lexicon, LexiconName, forms, is_same
from rulings.mentioning import Finder, Place, field_text, lexical_name
from rulings.models import Card, Entry, Game, Mention, Name, Source
from rulings.models.games import whole_texts
from rulings.models.names import SHOWN, give_names, home_game

_LEAST = 2  # entries in which a candidate stands
_MOST_WORDS = 5  # of a quoted phrase that may be a name
_QUOTED = re.compile(r"[«„“]([^«»„“”\n]{2,80})[»”]")
_SENTENCE_END = frozenset('.!?…:;\n—–-•«„“"(')


@dataclass
class Candidate:
    """Words that recur as a name would and have no page: what their forms have in common, how they stand, and where."""

    game: Game
    language: str
    stem: tuple[str, ...]
    surfaces: Counter[str] = field(default_factory=Counter)
    entries: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The form to call it by: the dictionary's where it stands somewhere, else the usual one."""
        usual = [surface for surface, _count in self.surfaces.most_common()]
        return next((surface for surface in usual if fold(surface) == " ".join(self.stem)), usual[0])

    @property
    def count(self) -> int:
        return self.surfaces.total()


@dataclass
class Shared:
    """A name, or a code, that several things of one family have alike: texts can't tell which is meant. ``names`` have
    a form in common, and ``cards`` the code."""

    text: str
    names: list[Name] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)

    def is_of(self, games: Collection[int]) -> bool:
        """Whether several things have it, one of them of these games."""
        things: list[Card | Game | Entry] = [*(name.thing for name in self.names), *self.cards]
        return len({thing.path for thing in things}) > 1 and any(home_game(thing).pk in games for thing in things)


class Open(NamedTuple):
    """A place of an entry that may mean several things alike and that no editor has decided on."""

    entry: Entry
    field: str
    place: Place

    @property
    def surface(self) -> str:
        return field_text(self.entry, self.field)[self.place.start : self.place.end]


# ── candidates ─────────────────────────────────────────────────────────────


def candidates(games: Iterable[Game]) -> list[Candidate]:
    """Capitalised words in the middle of a sentence, and quoted phrases, that stand in several entries of a game and
    are no mention; those that stand most often first."""
    by_pk = {game.pk: game for game in games}
    found: dict[tuple[int, str, tuple[str, ...]], Candidate] = {}
    taken = _taken(Mention.objects.filter(entry__source__game__in=by_pk))
    entries = Entry.objects.live().filter(source__game__in=by_pk).order_by("pk")
    rows = entries.values_list("pk", "source__game", "language", "kind", "title", "text")
    for key, game, language, kind, title, text in rows.iterator(BATCH):
        for name, own in (("title", title if kind == RULING else ""), ("text", text)):
            for start, end in _namelike(own, language, taken.get((key, name), [])):
                surface = own[start:end]
                stem = _stem(surface, language)
                candidate = found.setdefault((game, language, stem), Candidate(by_pk[game], language, stem))
                candidate.surfaces[surface] += 1
                if key not in candidate.entries:
                    candidate.entries.append(key)
    known = _known(by_pk)
    kept = [
        candidate
        for (game, language, _words), candidate in found.items()
        if len(candidate.entries) >= _LEAST and not _is_known(forms(candidate.text, language), known[game])
    ]
    return sorted(kept, key=lambda one: (-len(one.entries), one.text))


def _taken(mentions: QuerySet[Mention]) -> dict[tuple[int, str], list[tuple[int, int]]]:
    """The places that are mentions, refused ones too: somebody looked at those."""
    taken: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    rows = mentions.order_by("entry", "start")
    for entry, name, start, end in rows.values_list("entry", "field", "start", "end").iterator(BATCH):
        taken[(entry, name)].append((start, end))
    return taken


def _known(games: Iterable[int]) -> dict[int, dict[str, list[Forms]]]:
    """The names and headings of each game's family, by the lemmas of their first word: also names that are recognised
    in quotes only, never, or aren't certain."""
    known: dict[int, dict[str, list[Forms]]] = {}
    for game in Game.objects.filter(pk__in=list(games)):
        family = Game.objects.family(game)
        own = list(Name.objects.of_games(family).values_list("forms", flat=True))
        titles = Entry.objects.live().filter(source__game__in=family).exclude(kind=RULING).exclude(title="")
        own += [forms(title, code) for title, code in titles.values_list("title", "language")]
        by_first: dict[str, list[Forms]] = defaultdict(list)
        known[game.pk] = by_first
        for name in own:
            for lemma in name[0] if name else ():
                by_first[lemma].append(name)
    return known


def _is_known(own: Forms, known: dict[str, list[Forms]]) -> bool:
    return any(is_same(own, name) for lemma in own[0] for name in known.get(lemma, ()))


def _stem(text: str, language: str) -> tuple[str, ...]:
    """What the forms of a phrase have in common: the likeliest lemma of each word, where a dictionary has it."""
    own = zip(words(text), forms(text, language), strict=True)
    return tuple(
        lemmas(word.text, language)[0] if in_dictionary(word.text, language) else keys[0] for word, keys in own
    )


def _namelike(text: str, language: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places of a text that look like names and are free."""
    found = [place for match in _QUOTED.finditer(text) if (place := _phrase(match))]
    run: list[Word] = []
    for word in [*words(text), None]:
        if word and run and text[run[-1].end : word.start] == " " and word.text[0].isupper():
            run.append(word)
            continue
        if run:
            found.append((run[0].start, run[-1].end))
        run = [word] if word and _is_name_like(word, text, language) else []
    last = 0
    for start, end in sorted(found, key=lambda place: (place[0], -place[1])):
        if start >= last and not any(start < stop and end > begin for begin, stop in taken):
            last = end
            yield start, end


def _phrase(quoted: re.Match[str]) -> tuple[int, int] | None:
    """A quoted phrase that may be a name, from its first word to its last."""
    inside = list(words(quoted[1]))
    if not 0 < len(inside) <= _MOST_WORDS or not inside[0].text[0].isupper():
        return None
    return quoted.start(1) + inside[0].start, quoted.start(1) + inside[-1].end


def _is_name_like(word: Word, text: str, language: str) -> bool:
    """Capitalised where a sentence doesn't begin; not a word in capitals or of one letter."""
    first, rest = word.text[0], word.text[1:]
    before = text[: word.start].rstrip(" \u00a0")
    return (
        first.isupper()
        and rest.islower()
        and bool(before)
        and before[-1] not in _SENTENCE_END
        and not is_chatter(word.text, language)
    )


# ── names ──────────────────────────────────────────────────────────────────


def never_occurring(games: Iterable[Game]) -> list[Name]:
    """Names of cards that neither text nor heading has in any form, as a link or not, in languages in which their game
    has texts, or the base game of an expansion has."""
    keys = [game.pk for game in games]
    surfaces: dict[int, set[str]] = defaultdict(set)
    mentions = Mention.objects.filter(card__game__in=keys).values_list("card", "surface").order_by().distinct()
    for card, surface in mentions.iterator(BATCH):
        surfaces[card].add(surface)
    spoken: set[tuple[int | None, str]] = set(Source.objects.values_list("game", "language"))
    names = Name.objects.filter(card__game__in=keys, confidence__in=SHOWN).exclude(recognise=NEVER)
    rows = list(names.select_related("card__game").prefetch_related("card__names").order_by("card__game", "text"))
    standing = _standing(rows)
    return [
        name
        for name in rows
        if name.card
        and name.pk not in standing
        and _is_spoken(name.card.game, name.language, spoken)
        and not any(_is_form(surface, name.forms, name.language) for surface in surfaces[name.card.pk])
    ]


def _standing(names: Iterable[Name]) -> set[int]:
    """Those of the names whose words stand in a heading or a text of their game's family, link or no link: also where a
    longer name has them, in small letters, or where several things are called so."""
    known: dict[tuple[int, str], list[LexiconName]] = defaultdict(list)
    for name in names:
        home = home_game(name.thing)
        known[(home.parent_id or home.pk, name.language)].append(
            LexiconName(name.pk, name.text, name.language, name.forms, ALWAYS)
        )
    lexicons = {key: Lexicon(own, key[1]) for key, own in known.items()}
    found: set[int] = set()
    rows = Entry.objects.live().order_by("pk")
    fields = rows.values_list("language", "source__game", "source__game__parent", "title", "text")
    for language, game, parent, *texts in fields.iterator(BATCH):
        lexicon = lexicons.get((parent or game, language))
        if lexicon:
            found.update(key for text in texts for key in lexicon.standing(text) if isinstance(key, int))
    return found


def _is_spoken(game: Game, language: str, spoken: set[tuple[int | None, str]]) -> bool:
    return (game.pk, language) in spoken or (game.parent_id is not None and (game.parent_id, language) in spoken)


def _is_form(surface: str, forms: Forms, language: str) -> bool:
    """Whether a surface is a form of the name; one word of it may be, where the other stands beside it."""
    own = [set(lemmas(word.text, language)) for word in words(surface)]
    if len(own) == 1 < len(forms):
        return any(own[0] & set(keys) for keys in forms)
    return len(own) == len(forms) and all(one & set(keys) for one, keys in zip(own, forms, strict=True))


def unsure() -> QuerySet[Name]:
    """Names that help finding and are not shown as the thing's name."""
    return Name.objects.exclude(confidence__in=SHOWN)


def shared(games: Iterable[Game]) -> list[Shared]:
    """Names with a form in common that several things of one family have in one language, where nothing tells which is
    meant: cards, however they are recognised, other things by names that are recognised alike. And codes that several
    of its cards have; one of the things is of these games."""
    bases = {game.pk: game.parent_id or game.pk for game in games}
    families = set(
        Game.objects.filter(Q(pk__in=bases.values()) | Q(parent__in=bases.values())).values_list("pk", flat=True)
    )
    named: dict[tuple[object, ...], list[Name]] = defaultdict(list)
    names = Name.objects.of_games(families).filter(confidence__in=SHOWN).exclude(recognise=NEVER)
    rows = names.select_related("card__game", "game", "entry__source__game").defer(*whole_texts("entry__source__"))
    for name in rows.prefetch_related("card__names"):
        home = home_game(name.thing)
        named[(home.parent_id or home.pk, name.language)].append(name)
    alike = [_tied(group) for own in named.values() for group in _alike(own)]
    found = [Shared(tied[0].text, names=tied) for tied in alike if tied]
    coded: dict[tuple[int, str], list[Card]] = defaultdict(list)
    for card in Card.objects.named().filter(game__in=families).exclude(code=""):
        coded[(card.game.parent_id or card.game_id, fold(card.code))].append(card)
    found += [Shared(cards[0].code, cards=cards) for cards in coded.values()]
    return [one for one in found if one.is_of(bases)]


def _tied(names: list[Name]) -> list[Name]:
    """Those of names with a form in common that nothing tells from another thing's."""
    lexical = [lexical_name(name) for name in names]
    return [
        name
        for name, own in zip(names, lexical, strict=True)
        if any(own.target != other.target and own.is_tied(other) for other in lexical)
    ]


def _alike(names: Iterable[Name]) -> list[list[Name]]:
    """Names put together that have a form in common, by whichever of them."""
    groups: dict[int, list[Name]] = {}
    by_first: dict[str, set[int]] = defaultdict(set)  # a lemma of a first word → the groups in which it is
    for at, name in enumerate(name for name in names if name.forms):
        near = {group for lemma in name.forms[0] for group in by_first[lemma] if group in groups}
        same = sorted(group for group in near if any(is_same(name.forms, other.forms) for other in groups[group]))
        groups[at] = [*(other for group in same for other in groups.pop(group)), name]
        for other in groups[at]:
            for lemma in other.forms[0]:
                by_first[lemma].add(at)
    return list(groups.values())


def undecided(entries: QuerySet[Entry]) -> Iterator[Open]:
    """The places of entries that are left to an editor, in the order of the entries."""
    finder = Finder()
    for some in batches(entries.values_list("pk", flat=True)):
        rows = {entry.pk: entry for entry in Entry.objects.placed().filter(pk__in=some)}
        finder.learn(rows.values())
        taken = _taken(Mention.objects.filter(entry__in=rows))
        for entry in (rows[key] for key in some if key in rows):
            for name in ("title", "text"):
                own = taken.get((entry.pk, name), [])
                for place in finder.undecided(entry, field_text(entry, name)):
                    if not any(start < place.end and end > place.start for start, end in own):
                        yield Open(entry, name, place)


# ── languages ──────────────────────────────────────────────────────────────────


def nameless(language: str) -> list[Card | Game]:
    """Things without a name that is shown in an interface language: their page there has a foreign one."""
    named = Name.objects.filter(language=language, confidence__in=SHOWN)
    cards = Card.objects.exclude(pk__in=named.filter(card__isnull=False).values("card")).select_related("game")
    games = Game.objects.exclude(pk__in=named.filter(game__isnull=False).values("game"))
    things = [*games, *cards.order_by("game", "slug")]
    give_names(things)
    return things
