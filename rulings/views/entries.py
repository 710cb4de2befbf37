"""An entry's page, its permalink: a ruling with its verdict, or a text to read with what stands below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from rulings.dressing import examples, short, short_title
from rulings.interface import interface_language
from rulings.kinds import CHAPTER, ENTRY_KINDS, NOTE, RULING
from rulings.markup.reader import call_out
from rulings.models import Card, Entry, Mention
from rulings.models.entries import official_first
from rulings.models.lines import Line, Voiced, line_fields, voiced, voiced_fields
from rulings.models.names import give_names
from rulings.models.states import live
from rulings.search.related import Near, near
from rulings.views.asking import page_asked, reads
from rulings.views.moved import or_moved
from rulings.views.referring import referring_page
from rulings.views.telling import OFFICIAL, InShort, Told, in_short, told, voice_of

# How many are shown; a card's page and the source have the rest.
RULINGS_OF_A_CARD, RELATED, BELOW = 12, 4, 80
LAST_LEVEL = 4  # of headings below an entry
EXAMPLES = 40  # places in examples that are looked at
NEAR = 12  # places before and after it among which its neighbours are looked for


class Crumb(NamedTuple):
    text: str
    url: str


class CardPanel(NamedTuple):
    """A card of the entry and the rulings on it; ``more``: how many of them are left out."""

    card: Card
    rulings: list[InShort]
    more: int


class OfficialAnswer(NamedTuple):
    """What an official source says to the question of an entry, and what tells it from that."""

    entry: Line
    told: Told


class Related(NamedTuple):
    """A text near the entry, what tells it from that, and what both speak of: a card, or else a word."""

    entry: Line
    told: Told
    card: Card | None
    word: str


class Example(NamedTuple):
    """An example in another text that speaks of the entry's card."""

    entry: Line
    html: SafeString


class Below(NamedTuple):
    """A piece of a page to read: a text under its heading, or rulings in a row (then ``entry`` is ``None``)."""

    level: int
    entry: Entry | None
    rulings: list[Entry]


class Around(NamedTuple):
    """What an entry's page leads on to."""

    before: Line | None
    after: Line | None
    related: list[Related]


class Part(NamedTuple):
    """What a page has for entries of its kind, and the entries (by key) that this shows."""

    context: dict[str, Any]
    shown: set[int]


@require_safe
@or_moved
@reads("page")
def entry_page(request: HttpRequest, game: str, source: str, anchor: str) -> HttpResponse:
    cards_of = Prefetch("cards", Card.objects.select_related("game").order_by("pk"))
    rows = Entry.objects.live().for_page().prefetch_related(cards_of)
    entry = get_object_or_404(rows, source__game__slug=game, source__slug=source, anchor=anchor)
    if entry.chapter_card:
        return redirect(entry.chapter_card)
    cards = list(entry.cards.all())
    referring = referring_page(Q(to_entry=entry.pk) & ~Q(entry=entry.pk), page_asked(request))
    others = translations(entry)
    part = ruling(entry, cards, others) if entry.kind == RULING else reading(entry)
    mentioned = (
        Card.objects.spoken_of_in(entry).select_related("game").only("kind", "game__slug")
        if entry.kind != CHAPTER
        else []
    )
    surroundings = around(entry, [*cards, *mentioned], part.shown | {entry.pk})
    give_names([*entry.source.game.lineage, *cards, *(item.card for item in surroundings.related if item.card)])
    context = {
        "game": entry.source.game,
        "thing": entry,
        "entry": entry,
        "source": entry.source,
        "cards": cards,
        "crumbs": crumbs(entry, cards),
        "before": surroundings.before,
        "after": surroundings.after,
        "translations": in_short([one for one in others if one[0].language != entry.language], voice_of(entry)),
        "related": surroundings.related,
        "referring": referring,
        **part.context,
    }
    return render(request, [f"rulings/kinds/{entry.kind}.html", "rulings/kinds/reading.html"], context)


def around(entry: Entry, cards: Sequence[Card], shown: set[int]) -> Around:
    """The texts before and after it in its source, and the texts near it, by the cards it is about, without those
    ``shown`` already; more headings than ``NEAR`` in a row part texts."""
    found = nearest(entry, cards, shown)
    wanted = Q(source=entry.source_id, position__range=(entry.position - NEAR, entry.position + NEAR))
    wanted |= Q(pk__in=[item.entry for item in found])
    rows = {line.pk: (line, voice) for line, voice in map(voiced, _texts().filter(wanted))}
    here = [
        line
        for line, _voice in rows.values()
        if line.source_id == entry.source_id and abs(line.position - entry.position) <= NEAR
    ]
    before = [line for line in here if line.position < entry.position]
    after = [line for line in here if line.position > entry.position]
    by_key = {card.pk: card for card in cards}
    known = [item for item in found if item.entry in rows]
    near_it = in_short([rows[item.entry] for item in known], voice_of(entry))
    return Around(
        before[-1] if before else None,
        after[0] if after else None,
        [
            Related(*line, by_key[item.card] if item.card else None, item.word)
            for item, line in zip(known, near_it, strict=True)
        ],
    )


def translations(entry: Entry) -> list[Voiced]:
    """What other sources have of the same entry: what shares its ``ref``."""
    same = Entry.objects.live().texts().filter(ref=entry.ref).exclude(source=entry.source_id)
    return list(same.in_order().voiced()) if entry.ref else []


# To put a question to the database together takes Django longer than the answer does: what is the same of it for every
# page is done once, in each process.


@cache
def _texts() -> QuerySet[Entry, tuple[Any, ...]]:
    """All texts, in the order of their places, with whose word they are."""
    return Entry.objects.live().texts().order_by("position").values_list(*voiced_fields())


@cache
def _rulings() -> QuerySet[Any, tuple[Any, ...]]:
    """All rulings on cards, the official ones first: card, and a ruling with whose word it is."""
    pairs = Entry.cards.through.objects.filter(live("entry__"), entry__kind=RULING)
    return pairs.order_by(*official_first("entry__")).values_list("card", *voiced_fields("entry__"))


@cache
def _examples() -> QuerySet[Mention, tuple[Any, ...]]:
    """All mentions in texts with examples: the text's HTML, the place, and a line."""
    there = Mention.objects.live().filter(field="text", entry__html__contains='class="example"')
    there = there.exclude(entry__kind=RULING).in_order()
    return there.values_list("entry__html", "start", *line_fields("entry__"))


def nearest(entry: Entry, cards: Sequence[Card], shown: set[int]) -> list[Near]:
    """The texts nearest to an entry about these cards, to a ruling other rulings; a heading without a text of its own
    has none."""
    if entry.kind == CHAPTER:
        return []
    games = {game.slug for game in (*entry.source.game.lineage, *(card.game for card in cards))}
    text = f"{entry.title}\n{entry.text}"
    own = [card.pk for card in cards if not card.is_term]
    terms = [card.pk for card in cards if card.is_term]
    kinds = {RULING} if entry.kind == RULING else ENTRY_KINDS.keys() - {CHAPTER, NOTE}
    return near(text, entry.language, own, terms=terms, games=games, kinds=kinds, without=shown)[:RELATED]


def crumbs(entry: Entry, cards: Sequence[Card]) -> list[Crumb]:
    """The two headings above it that are nearest; a heading that is its card's name leads to the card. A text
    under no heading stands under its source."""
    source_url = entry.source.get_absolute_url()
    if entry.parent is None:
        return [Crumb(entry.source.title, source_url)]
    above = [entry.parent.parent, entry.parent] if entry.parent.parent else [entry.parent]
    found = [Crumb(short(heading.title), f"{source_url}{heading.anchor}/") for heading in above]
    if entry.kind == RULING and len(cards) == 1:
        found[-1] = Crumb(found[-1].text, cards[0].get_absolute_url())
    return found


# ── a ruling ──


def ruling(entry: Entry, cards: list[Card], others: Iterable[Voiced]) -> Part:
    rulings = rulings_on(cards)
    panels = card_panels(cards, rulings)
    context = {
        "panels": panels,
        "official": official_answer(entry, chain(*rulings.values(), others)),
        "example": find_example(entry, cards),
    }
    return Part(context, {other.entry.pk for panel in panels for other in panel.rulings})


def rulings_on(cards: Iterable[Card]) -> dict[int, list[Voiced]]:
    """The rulings on each card, the official ones first, and whose word they are."""
    found: dict[int, list[Voiced]] = {}
    for card_id, *row in _rulings().filter(card__in=list(cards)):
        found.setdefault(card_id, []).append(voiced(row))
    return found


def card_panels(cards: Iterable[Card], rulings: dict[int, list[Voiced]]) -> list[CardPanel]:
    panels = []
    for card in cards:
        own = rulings.get(card.pk, [])
        shown = in_short(own[:RULINGS_OF_A_CARD])
        panels.append(CardPanel(card, shown, max(0, len(own) - RULINGS_OF_A_CARD)))
    return panels


def official_answer(entry: Entry, rulings: Iterable[Voiced]) -> OfficialAnswer | None:
    """What an official source says to the very question of an entry that isn't official itself."""
    own = voice_of(entry)
    official = {line.pk: (line, voice) for line, voice in rulings if voice.authority == OFFICIAL}
    if own.authority == OFFICIAL or not official:
        return None
    asked = Entry.objects.questions([entry.pk, *official])
    same = (one for key, one in official.items() if asked[key].is_same_as(asked[entry.pk]))
    return next((OfficialAnswer(line, told([voice, own])[0]) for line, voice in same), None)


def find_example(entry: Entry, cards: Iterable[Card]) -> Example | None:
    """The first example in another text of the game that mentions one of the cards."""
    there = _examples().filter(card__in=list(cards), entry__source__game=entry.source.game_id)
    for html, start, *rest in there.exclude(entry=entry.pk)[:EXAMPLES]:
        other = Line._make(rest)
        paragraph = paragraph_at(other.text, start)
        if call_out(paragraph, other.language) == "example":
            found = examples(html, other.language, interface_language(), f"e-{other.anchor}")
            return next((Example(other, shown) for text, shown in found if text == paragraph), None)
    return None


def paragraph_at(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]


# ── a text to read ──


def reading(entry: Entry) -> Part:
    below = list(Entry.objects.live().under(entry).defer("body")[: BELOW + 1])
    for child in below:
        child.source = entry.source
    siblings = list(Entry.objects.live().beside(entry).lines())
    context = {
        "siblings": siblings if len(siblings) > 1 else [],
        "place": next((number for number, other in enumerate(siblings, 1) if other.pk == entry.pk), 0),
        "below": pieces(entry, below[:BELOW]),
        "has_more": len(below) > BELOW,
        "about": entry.text or ", ".join(short_title(child) for child in below),
    }
    return Part(context, {child.pk for child in below[:BELOW]})


def pieces(entry: Entry, below: Iterable[Entry]) -> list[Below]:
    levels = {entry.pk: 1}
    result: list[Below] = []
    for child in below:
        levels[child.pk] = level = levels.get(child.parent_id or 0, 1) + 1
        if child.kind != RULING:
            result.append(Below(min(level, LAST_LEVEL), child, []))
        elif result and result[-1].entry is None:
            result[-1].rulings.append(child)
        else:
            result.append(Below(min(level, LAST_LEVEL), None, [child]))
    return result
