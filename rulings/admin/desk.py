"""The first page: what waits for an editor, what can be begun, the sources and when they were imported."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from rulings import auditing
from rulings.admin.games import number_of
from rulings.admin.imports import may_import
from rulings.admin.review import REVIEWS, review_url
from rulings.kinds import RULING
from rulings.models import Entry, Mention, MissedQuery, Source
from rulings.models.games import whole_texts
from rulings.models.states import DRAFT, WITHDRAWN


class Waiting(NamedTuple):
    """Something that waits: how much of it, and the list of it."""

    label: str
    number: int
    url: str


def desk(request: HttpRequest) -> dict[str, Any]:
    """Nothing for an account that may not see entries."""
    if not request.user.has_perm("rulings.view_entry"):
        return {}
    entries = Entry.objects.filter(removed=False)
    ownless = entries.filter(kind=RULING, cards=None)
    cited = Mention.objects.filter(citation__isnull=False)
    waiting = [
        _waiting(_("drafts"), entries.filter(state=DRAFT), "entry", "state=draft"),
        _waiting(_("questions without their own card"), ownless, "ruling", "lacking=card"),
        _waiting(_("entries no longer in their source"), entries.filter(state=WITHDRAWN), "entry", "state=withdrawn"),
        _waiting(_("entries without a place in a source"), entries.filter(first_line=None), "entry", "lacking=source"),
        _waiting(_("names that readers don’t see"), auditing.unsure(), "name", "shown=no"),
        _waiting(_("references to books that are not here"), cited, "mention", "target=citation"),
        _waiting(_("queries without a hit"), MissedQuery.objects.all(), "missedquery", ""),
        _waiting(_("removed entries"), Entry.objects.filter(removed=True), "entry", "removed=yes"),
    ]
    sources = Source.objects.select_related("game").prefetch_related("game__names").defer(*whole_texts())
    sources = sources.annotate(entries_number=number_of(entries, "source")).order_by("game__position", "pk")
    reviews = [(review_url(name), review.title) for name, review in REVIEWS.items()]
    return {"waiting": waiting, "sources": sources, "reviews": reviews, "may_import": may_import(request)}


def _waiting(label: str, rows: Any, model: str, query: str) -> Waiting:
    return Waiting(label, rows.count(), f"{reverse(f'admin:rulings_{model}_changelist')}?{query}")
