"""The one door to rendering, mentions and the index: ``publish(entries)``, ``unpublish(entries)``.

Whoever changes or deletes rows calls them; there are no signals. Rendering and mentions are rows of the same
transaction; the index follows when it commits.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import partial

from django.db import transaction
from django.utils import timezone

from rulings.kinds import RULING
from rulings.markup import read, render_line, verdict
from rulings.mentioning import Finder, mentions_of
from rulings.models import Card, Entry, Game, Mention, Synonym
from rulings.search import indexing

_BATCH = 500


def publish(entries: Iterable[Entry]) -> int:
    """Render entries, find what they mention, and index them once the transaction commits.

    The entries only say which rows: what is published is what the database has when nobody else can write to them,
    and the objects given are left as they are. Drafts and removed entries are rendered too (an editor looks at them)
    and are not indexed. Returns how many entries are still there.
    """
    count = 0
    for keys in _batches(dict.fromkeys(entry.pk for entry in entries)):
        with transaction.atomic():
            rows = list(Entry.objects.filter(pk__in=keys).select_for_update(of=("self",)).placed())
            Publisher().publish(rows)
            transaction.on_commit(partial(indexing.update, [entry.pk for entry in rows]))
        count += len(rows)
    return count


def unpublish(entries: Iterable[Entry]) -> None:
    """Take entries out of the index once the transaction commits; what readers can see is their ``state``."""
    keys = [entry.pk for entry in entries]
    transaction.on_commit(partial(indexing.remove, keys))


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
        transaction.on_commit(partial(indexing.update, of_model, model))


def _batches(keys: Iterable[int]) -> Iterable[list[int]]:
    wanted = list(keys)
    for start in range(0, len(wanted), _BATCH):
        yield wanted[start : start + _BATCH]


class Publisher:
    """One publication; what its entries may mention is read once, in the transaction that writes them."""

    def __init__(self) -> None:
        self._finder = Finder()

    def publish(self, entries: Sequence[Entry]) -> None:
        before: dict[int, list[Mention]] = {}
        for mention in Mention.objects.filter(entry__in=entries):
            before.setdefault(mention.entry_id, []).append(mention)
        fresh: list[Mention] = []
        stale: list[int] = []
        now = timezone.now()
        for entry in entries:
            mentions = self.render(entry, before.get(entry.pk, []))
            entry.changed_at = now
            entry.stamp = new_stamp()
            kept = {id(mention) for mention in mentions}
            fresh += [mention for mention in mentions if mention.pk is None]
            stale += [mention.pk for mention in before.get(entry.pk, []) if id(mention) not in kept]
        Mention.objects.filter(pk__in=stale).delete()
        Mention.objects.bulk_create(fresh)
        Entry.objects.bulk_update(entries, ["html", "title_html", "text", "verdict", "changed_at", "stamp"])

    def render(self, entry: Entry, before: Sequence[Mention] = ()) -> list[Mention]:
        """Set what publishing makes of an entry and save nothing; returns its mentions, those of ``before`` that stay
        among them."""
        is_ruling = entry.kind == RULING
        plain = read(entry.body, entry.language)
        found = verdict(plain.text, entry.language) if is_ruling else None
        entry.text, entry.verdict = plain.text, found.key if found else ""
        mentions = mentions_of(self._finder, entry, before)
        entry.title_html = render_line(entry.title, self._finder.links(mentions, "title", entry.title))
        entry.html = plain.html(self._finder.links(mentions, "text", plain.text), answer=is_ruling)
        return mentions
