"""What an editor's hand does to the knowledge base, in the one way: the admin and every later tool come here.

``Edit`` goes around a change of a game, source, card, name or entry: it keeps old addresses alive, marks an entry
whose words were changed, and re-publishes whatever the change touches. ``remove``, ``restore``, ``set_state`` and
``delete`` are changes of their own. All of them belong inside a transaction; the index follows when it commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db import transaction
from django.db.models import Model, Q

from rulings.addresses import Anchors, moved, old_anchors
from rulings.batches import BATCH, batches
from rulings.documents import Node
from rulings.models import Card, DeletedSource, Entry, Game, Mention, Name, Source, Synonym
from rulings.models.states import PUBLISHED, WITHDRAWN
from rulings.owning import renew
from rulings.placing import below_each, renew_hidden, with_all_below
from rulings.publishing import publish, publish_things, unpublish
from rulings.reading import outline_path
from rulings.touching import touched_by

Thing = Game | Source | Card | Entry | Name

# Facts of an entry that its source says: an import leaves an entry alone once an editor changed one of them.
CONTENT = ("kind", "number", "title", "body", "language", "parent_id", "first_line", "last_line")


class Edit:
    """A change of one thing: begun before anything is written, finished when its row, its cards and its names are.

    ::

        edit = Edit(card)
        card.slug = "gorod"
        card.save()
        edit.finish()
    """

    def __init__(self, thing: Thing) -> None:
        self.thing = thing
        self.before = _row(thing)
        self.names_before = _names(self.before)
        self.cards_before = _own_cards(self.before)

    @transaction.atomic
    def finish(self) -> int:
        """Returns how many entries were published anew."""
        thing = _row(self.thing)
        assert thing is not None, "finished before it was saved"
        if not isinstance(thing, Name):
            assert not isinstance(self.before, Name)
            moved(thing, self.before.path if self.before else None)
        keys = self._touched_by_names(thing)
        self._publish_things(thing)
        if isinstance(thing, Entry):
            assert self.before is None or isinstance(self.before, Entry)
            keys |= self._finish_entry(thing, self.before)
        elif isinstance(thing, Card):
            assert self.before is None or isinstance(self.before, Card)
            keys |= _touched_by_card(thing, self.before)
        elif isinstance(thing, Source):
            assert self.before is None or isinstance(self.before, Source)
            keys |= _touched_by_source(thing, self.before)
        elif isinstance(thing, Game):
            assert self.before is None or isinstance(self.before, Game)
            keys |= _touched_by_game(thing, self.before)
        return publish(Entry.objects.only("pk").with_keys(keys))

    def _touched_by_names(self, thing: Thing) -> set[int]:
        """Entries that a new, changed or deleted name touches: those that could mention it, and those it is of."""
        before = {_facts(name): name for name in self.names_before}
        after = {_facts(name): name for name in _names(thing)}
        changed = [name for facts, name in (before | after).items() if (facts in before) != (facts in after)]
        homes = {card.game for one in (self.before, thing) if (card := _card_of(one))}
        owned = renew(_names(thing) if len(homes) > 1 else changed, homes)
        return touched_by([*changed, *owned])

    def _publish_things(self, thing: Thing) -> None:
        """Cards and synonyms whose row in the index the change may have made stale."""
        if isinstance(thing, Card):
            publish_things([thing])
        elif isinstance(thing, Name):
            publish_things(_indexed([*self.names_before, thing]))
        elif isinstance(thing, Game):
            publish_things([thing])
            if isinstance(self.before, Game) and self.before.slug != thing.slug:
                publish_things([*Card.objects.filter(game=thing), *Synonym.objects.filter(game=thing)])

    def _finish_entry(self, entry: Entry, before: Entry | None) -> set[int]:
        cards = _own_cards(entry)
        by_hand = before is None or cards != self.cards_before
        by_hand = by_hand or any(getattr(before, name) != getattr(entry, name) for name in CONTENT)
        by_hand = by_hand or (before is not None and before.state == WITHDRAWN and entry.is_published)
        if by_hand and not entry.edited:
            Entry.objects.filter(pk=entry.pk).update(edited=True)
        if before is None or before.parent_id != entry.parent_id:
            place_last(entry)
        keys = {entry.pk}
        if entry.is_published and (headings := _withdrawn_above([entry])):
            keys |= {heading.pk for heading in headings} | _touched_by_entries(headings)
            Entry.objects.filter(pk__in=[heading.pk for heading in headings]).update(state=PUBLISHED)
        if before is None or _differ(before, entry, ("state", "parent_id")):
            keys |= _shown_or_hidden([entry])
        known_by = ("title", "number", "kind", "language", "anchor", "state", "removed", "parent_id")
        if before is None or cards != self.cards_before or _differ(before, entry, known_by):
            keys |= _touched_by_entries([*([before] if before else []), entry])
        if before and _differ(before, entry, ("title", "parent_id")):  # the search knows it by the headings above it
            keys |= {below.pk for below in with_all_below([entry])}
        return keys


def _touched_by_card(card: Card, before: Card | None) -> set[int]:
    keys: set[int] = set()
    if before and _differ(before, card, ("slug", "kind", "game_id")):
        keys |= _mentioning(Q(card=card)) | _keys(Entry.objects.filter(cards=card))
    if before and before.game_id != card.game_id:
        keys |= _family(before.game) | _family(card.game)
    if before and before.kind != card.kind:  # by which texts tell it from others of its name or code
        keys |= touched_by([*card.names.all(), card])
    if before is None or _differ(before, card, ("code", "set")):
        keys |= touched_by(one for one in (before, card) if one and (one.code or one.set))
    return keys


def _touched_by_source(source: Source, before: Source | None) -> set[int]:
    keys: set[int] = set()
    if before and _differ(before, source, ("slug", "game_id", "authority")):
        keys |= _keys(Entry.objects.filter(source=source)) | _mentioning(Q(to_entry__source=source))
    if before and before.game_id != source.game_id:
        keys |= _family(before.game) | _family(source.game)
    if before and before.title != source.title:  # by which texts speak of a book: «п. 2.5 правил»
        keys |= touched_by(Entry.objects.placed().filter(source=source))
    return keys


def _touched_by_game(game: Game, before: Game | None) -> set[int]:
    keys: set[int] = set()
    if before and before.slug != game.slug:
        keys |= _keys(Entry.objects.of_game(game)) | _mentioning(_of_game(game))
    if before and before.parent_id != game.parent_id:
        kin = Game.objects.kin(before) | Game.objects.kin(game)
        keys |= _keys(Entry.objects.filter(source__game__in=kin).only("pk"))
    return keys


# ── entries ────────────────────────────────────────────────────────────────


def new_anchor(entry: Entry) -> str:
    """An address for an entry made by hand, in the manner of the import; nobody has it and nobody had it."""
    taken = set(Entry.objects.filter(source=entry.source).values_list("anchor", flat=True))
    node = Node(kind=entry.kind, title=entry.title, number=entry.number)
    return Anchors(taken | old_anchors(entry.source)).make(node, entry.parent)


def place_last(entry: Entry) -> None:
    """Put an entry, with all below it, at the end of its parent (of its source, when it has none)."""
    rows = list(Entry.objects.filter(source=entry.source_id).order_by("position", "pk").only("parent", "position"))
    below = below_each(rows)
    block = {entry.pk, *below(entry.pk)}
    order = [row for row in rows if row.pk not in block]
    at = len(order)
    if entry.parent_id is not None:
        siblings = {entry.parent_id, *below(entry.parent_id)}
        at = max(index for index, row in enumerate(order) if row.pk in siblings) + 1
    order[at:at] = [row for row in rows if row.pk in block]
    _renumber(order)


@transaction.atomic
def move(entry: Entry, step: int) -> bool:
    """Put an entry, with all below it, before the one above it under the same heading (``step`` -1) or behind the next
    one (1); whether there was one."""
    rows = list(Entry.objects.filter(source=entry.source_id).order_by("position", "pk"))
    siblings = [row for row in rows if row.parent_id == entry.parent_id and (row.is_published or row.pk == entry.pk)]
    at = next(index for index, row in enumerate(siblings) if row.pk == entry.pk) + step
    if not 0 <= at < len(siblings):
        return False
    below = below_each(rows)
    block = {entry.pk, *below(entry.pk)}
    other = {siblings[at].pk, *below(siblings[at].pk)}
    order = [row for row in rows if row.pk not in block]
    places = [index for index, row in enumerate(order) if row.pk in other]
    there = places[0] if step < 0 else places[-1] + 1
    order[there:there] = [row for row in rows if row.pk in block]
    _renumber(order)
    return True


def _renumber(order: Sequence[Entry]) -> None:
    shifted = [row for position, row in enumerate(order) if row.position != position]
    for position, row in enumerate(order):
        row.position = position
    Entry.objects.bulk_update(shifted, ["position"], batch_size=BATCH)


@transaction.atomic
def remove(entries: Iterable[Entry]) -> list[Entry]:
    """Take entries, with everything under them, off the site. The rows stay: an import doesn't bring them back,
    and ``restore`` does. Returns those that were taken off."""
    gone = [entry for entry in with_all_below(entries) if not entry.removed]
    return _set(gone, removed=True)


@transaction.atomic
def restore(entries: Iterable[Entry]) -> list[Entry]:
    """Bring removed entries back, with everything under them and the headings they stand under."""
    back = {entry.pk: entry for entry in with_all_below(entries) if entry.removed}
    for entry in list(back.values()):
        above = entry.parent
        while above is not None and above.removed:
            back[above.pk] = above
            above = above.parent
    return _set(list(back.values()), removed=False)


@transaction.atomic
def set_state(entries: Iterable[Entry], state: str) -> list[Entry]:
    """Publish entries or make them drafts; returns those that were not so before. What stands under a draft is out of
    sight like it, and comes back with it.

    What a source no longer says and an editor publishes all the same counts as changed by hand, so that the next
    import leaves it there; the headings above it come back with it.
    """
    changed = [entry for entry in entries if entry.state != state]
    kept = [entry.pk for entry in changed if entry.state == WITHDRAWN and state == PUBLISHED]
    Entry.objects.filter(pk__in=kept).update(edited=True)
    headings = _withdrawn_above(changed) if state == PUBLISHED else []
    return _set([*changed, *headings], state=state)


def _withdrawn_above(entries: Collection[Entry]) -> list[Entry]:
    """Headings above entries that their source no longer has: they come back with what is to stand under them."""
    chosen = {entry.pk for entry in entries}
    back: dict[int, Entry] = {}
    for entry in entries:
        above = entry.parent
        while above is not None:
            if above.state == WITHDRAWN and above.pk not in chosen:
                back[above.pk] = above
            above = above.parent
    return list(back.values())


def _set(entries: Sequence[Entry], **facts: object) -> list[Entry]:
    keys = {entry.pk for entry in entries}
    touched = _touched_by_entries(entries)
    for some in batches(keys):
        Entry.objects.filter(pk__in=some).update(**facts)
    for entry in entries:
        for name, value in facts.items():
            setattr(entry, name, value)
    touched |= _shown_or_hidden(entries)
    publish(Entry.objects.only("pk").with_keys(keys | touched))
    return list(entries)


def _shown_or_hidden(entries: Iterable[Entry]) -> set[int]:
    """Hide what stands under headings that left the site, show what stands under those that came back; these entries
    and others that speak of them are to be published."""
    changed = renew_hidden({entry.source_id for entry in entries})
    return changed | _touched_by_entries(Entry.objects.placed().with_keys(changed))


def _touched_by_entries(entries: Iterable[Entry]) -> set[int]:
    """Others that speak of these entries, or could."""
    chosen = list(entries)
    keys = {entry.pk for entry in chosen}
    return touched_by(chosen) - keys


# ── deleting for good ──────────────────────────────────────────────────────


@transaction.atomic
def delete(thing: Game | Source | Card | Name) -> None:
    """Delete a thing with its names and the mentions of it; a source with its entries. Raises ``ProtectedError``
    for a game that has sources, cards or expansions."""
    names = _names(thing)
    card = _card_of(thing)
    named: list[Name | Entry | Card] = [*names]
    if isinstance(thing, Card):  # a heading without its card is spoken of by its own words
        named += [thing, *Entry.objects.placed().filter(cards=thing)]
    keys = touched_by(named)
    publish_things(_indexed(names))
    if isinstance(thing, Card | Game):
        publish_things([thing])
    if isinstance(thing, Game):
        publish_things(Synonym.objects.filter(game=thing))
        keys |= _mentioning(Q(game=thing))
    elif isinstance(thing, Source):
        entries = list(Entry.objects.filter(source=thing))
        keys |= _touched_by_entries(entries)
        unpublish(entries)
        DeletedSource.objects.get_or_create(path=outline_path(thing))
        Entry.objects.filter(source=thing).update(parent=None)
        Entry.objects.filter(source=thing).delete()
    thing.delete()
    keys |= touched_by(renew(names, [card.game] if card else []))
    publish(Entry.objects.only("pk").with_keys(keys))


# ── rows ───────────────────────────────────────────────────────────────────


def _row(thing: Thing) -> Thing | None:
    """The thing as the database has it; an entry also when it comes as a proxy."""
    if thing.pk is None:
        return None
    if isinstance(thing, Entry):
        return Entry.objects.placed().filter(pk=thing.pk).first()
    rows = {Game: Game.objects, Source: Source.objects, Card: Card.objects, Name: Name.objects}[type(thing)]
    found = rows.filter(pk=thing.pk).first()
    assert found is None or isinstance(found, Game | Source | Card | Name)
    return found


def _names(thing: Thing | None) -> list[Name]:
    if thing is None or isinstance(thing, Source):
        return []
    return [thing] if isinstance(thing, Name) else list(Name.objects.filter(**{_field(thing): thing.pk}))


def _card_of(thing: Thing | None) -> Card | None:
    """The card that a change is of: itself, or the one that a name is of."""
    return thing if isinstance(thing, Card) else thing.card if isinstance(thing, Name) else None


def _indexed(names: Iterable[Name]) -> Iterator[Card | Game]:
    """Whose names the index has beside those of entries, which are published anyway."""
    for name in names:
        if thing := name.card or name.game:
            yield thing


def _field(thing: Game | Card | Entry) -> str:
    return "game" if isinstance(thing, Game) else "card" if isinstance(thing, Card) else "entry"


def _facts(name: Name) -> tuple[object, ...]:
    """What recognising and finding depend on."""
    return (
        *(name.card_id, name.game_id, name.entry_id),
        *(name.language, name.text, name.role, name.confidence, name.recognise),
    )


def _own_cards(thing: Thing | None) -> set[int]:
    return set(thing.cards.values_list("pk", flat=True)) if isinstance(thing, Entry) else set()


def _differ(one: Model, other: Model, fields: Collection[str]) -> bool:
    return any(getattr(one, field) != getattr(other, field) for field in fields)


def _keys(entries: Iterable[Entry]) -> set[int]:
    return {entry.pk for entry in entries}


def _mentioning(condition: Q) -> set[int]:
    return set(Mention.objects.filter(condition).values_list("entry", flat=True))


def _of_game(game: Game) -> Q:
    return Q(game=game) | Q(card__game=game) | Q(to_entry__source__game=game)


def _family(game: Game) -> set[int]:
    return _keys(Entry.objects.filter(source__game__in=Game.objects.family(game)).only("pk"))
