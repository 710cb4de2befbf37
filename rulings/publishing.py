"""The one door to rendering, mentions and the index: ``publish(entries)``, ``unpublish(entries)``.

Whoever changes or deletes rows calls them; there are no signals. Rendering and mentions are rows of the same
transaction; the index follows when it commits.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from rulings.batches import BATCH, batches
from rulings.kinds import RULING
from rulings.markup import Text, read, render_line
from rulings.mentioning import Finder, field_text, mentions_of
from rulings.models import Card, Entry, Game, Mention, Synonym
from rulings.models.states import WITHDRAWN
from rulings.search import indexing


def publish(entries: Iterable[Entry]) -> int:
    """Render entries, find what they mention, and index them once the transaction commits.

    The entries only say which rows: what is published is what the database has when nobody else can write to them,
    and the objects given are left as they are. Drafts and removed entries are rendered too (an editor looks at them)
    and are not indexed. The date of an entry's last change moves only when its own content did. Returns how many
    entries are still there.
    """
    return sum(len(rows) for rows in publish_step_by_step(entry.pk for entry in entries))


def publish_step_by_step(keys: Iterable[int], size: int = BATCH) -> Iterator[list[Entry]]:
    """``publish``, some rows at a time: each step is a transaction of its own and is handed over when it is done."""
    wanted = dict.fromkeys(keys)
    homeless: list[int] = []
    for some in batches(wanted, size):
        with transaction.atomic():
            rows = _rows(some)
            homeless += Publisher().publish(rows)
            indexing.update_on_commit(entry.pk for entry in rows)
        yield rows
    if homeless:  # an entry where they may belong is perhaps of another step than the one that they left
        with transaction.atomic():
            for some in batches({entry.pk for entry in _carry_over(homeless, wanted)}, size):
                Publisher().publish(_rows(some))
                indexing.update_on_commit(some)


def _rows(keys: Collection[int]) -> list[Entry]:
    return list(Entry.objects.filter(pk__in=keys).select_for_update(of=("self",)).placed())


def unpublish(entries: Iterable[Entry]) -> None:
    """Take entries out of the index once the transaction commits; what readers can see is their ``state``."""
    indexing.update_on_commit(entry.pk for entry in entries)


def new_stamp() -> int:
    """A stamp for a row that is to be indexed anew."""
    return secrets.randbits(31)


def publish_things(things: Iterable[Card | Game | Synonym]) -> None:
    """Index cards and synonyms as they are once the transaction commits; deleted ones are taken out."""
    keys: dict[type[Card | Game | Synonym], list[int]] = {}
    for thing in things:
        keys.setdefault(type(thing), []).append(thing.pk)
    for model, of_model in keys.items():
        model._default_manager.filter(pk__in=of_model).update(stamp=new_stamp())
        indexing.update_on_commit(of_model, model)


class Publisher:
    """One publication; what its entries may mention is read once, in the transaction that writes them."""

    def __init__(self) -> None:
        self._finder = Finder()

    def publish(self, entries: Sequence[Entry]) -> list[int]:
        """Returns the decisions (keys of mentions) that have to look for another place: their words left their entry,
        or their source no longer has it."""
        before: dict[int, list[Mention]] = {}
        for mention in Mention.objects.filter(entry__in=entries):
            before.setdefault(mention.entry_id, []).append(mention)
        fresh: list[Mention] = []
        stale: list[int] = []
        decided: list[Mention] = []
        homeless: list[int] = []
        now = timezone.now()
        texts = [self._read(entry) for entry in entries]
        self._finder.learn(entries)
        for entry, text in zip(entries, texts, strict=True):
            mentions = self._link(entry, text, before.get(entry.pk, []))
            content = _checksum(entry)
            if entry.content != content:
                entry.content, entry.changed_at = content, now
            entry.stamp = new_stamp()
            decided += [mention for mention in mentions if mention.is_decided]
            kept = {id(mention) for mention in mentions}
            fresh += [mention for mention in mentions if mention.pk is None]
            for mention in before.get(entry.pk, []):
                is_kept = id(mention) in kept
                if mention.is_decided and (entry.state == WITHDRAWN or not (is_kept or _is_in(mention, entry))):
                    homeless.append(mention.pk)
                elif not is_kept:
                    stale.append(mention.pk)
        Mention.objects.filter(pk__in=stale).delete()
        Mention.objects.bulk_create(fresh)
        Mention.objects.bulk_update(decided, ["start", "end", "before", "after"])
        Entry.objects.bulk_update(entries, ["html", "title_html", "text", "verdict", "content", "changed_at", "stamp"])
        return homeless

    def render(self, entry: Entry, before: Sequence[Mention] = ()) -> list[Mention]:
        """Set what publishing makes of an entry and save nothing; returns its mentions, those of ``before`` that stay
        among them. Without a source there is no game whose things it could mention."""
        text = self._read(entry)
        if entry.source_id is None:
            return self._dress(entry, text, [])
        self._finder.learn([entry])
        return self._link(entry, text, before)

    @staticmethod
    def _read(entry: Entry) -> Text:
        text = read(entry.body, entry.language, answer=entry.kind == RULING)
        entry.text, entry.verdict = text.text, text.verdict.key if text.verdict else ""
        return text

    def _link(self, entry: Entry, text: Text, before: Sequence[Mention]) -> list[Mention]:
        return self._dress(entry, text, mentions_of(self._finder, entry, before))

    def _dress(self, entry: Entry, text: Text, mentions: list[Mention]) -> list[Mention]:
        entry.title_html = render_line(entry.title, self._finder.links(mentions, "title", entry.title))
        links = self._finder.links(mentions, "text", text.text, text.can_link)
        entry.html = text.html(links)
        return mentions


def _is_in(mention: Mention, entry: Entry) -> bool:
    """Whether the words of a mention, with what stood around them, are in its entry still."""
    return mention.standing.again(field_text(entry, mention.field)) is not None


def _carry_over(homeless: Collection[int], published: Collection[int]) -> Iterator[Entry]:
    """Give decisions (keys of mentions) whose words left their entry, or whose entry its source no longer has, to the
    published entry of the same source where these words stand now, with what stood around them, if that is one place
    alone: a paragraph moved, or an entry was divided. Yields those entries. What has no place any more is deleted."""
    for mention in Mention.objects.filter(pk__in=homeless).select_related("entry"):
        own, field = mention.entry, mention.field
        others = Entry.objects.filter(source=own.source_id, **{f"{field}__contains": mention.surface})
        places = [
            (other, place)
            for other in others.exclude(pk=own.pk).exclude(state=WITHDRAWN)
            if other.pk in published
            for place in mention.standing.everywhere(field_text(other, field))
        ]
        if len(places) == 1 and mention.to_entry_id != places[0][0].pk:
            mention.entry, place = places[0]
            mention.stand_at(place)
            mention.save()
            yield mention.entry
        elif not _is_in(mention, own):
            mention.delete()


def _checksum(entry: Entry) -> str:
    """Of what a reader sees of the entry itself: not of its links, which come and go with the names of things."""
    content = (entry.kind, entry.number, entry.title, entry.body, "live" if entry.is_live else "")
    return hashlib.sha256("\x00".join(content).encode()).hexdigest()
