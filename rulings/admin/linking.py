"""The links of one entry, in place: refused, confirmed, led elsewhere; a marked piece becomes a link or a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings import deciding
from rulings.admin.history import stored, worded
from rulings.admin.mentions import maker_label, target_label
from rulings.deciding import Piece
from rulings.forms import OtherNameForm, TargetForm, choice_label, entry_label, row_key
from rulings.languages import dictionary_form, words
from rulings.mentioning import field_text
from rulings.models import Card, Entry, Game, Mention
from rulings.models.states import CONFIRMED, FOUND, REFUSED
from rulings.standing import Standing

_NAME_IDS = "id_name_%s"  # two forms on one page have a field of cards
_POINTING = ("place", "mention")  # what a form says of the place that it is about
_DECISIONS = {"confirm": CONFIRMED, "refuse": REFUSED, "forget": FOUND}


class Shown(NamedTuple):
    """A mention, or a piece that may mean several things, as a row of the page. ``place`` is its address here,
    ``standing`` by what the piece is known again when the text changes meanwhile."""

    piece: Piece
    place: str
    state: str
    target: str
    mention: Mention | None
    choices: list[tuple[str, str]]
    standing: Standing


class Segment(NamedTuple):
    """A part of a line of text; a row's own one has its place and state."""

    text: str
    place: str = ""
    state: str = ""


class Line(NamedTuple):
    field: str
    start: int
    segments: list[Segment]


def links_view(request: HttpRequest, entry_id: int) -> HttpResponse:
    if request.method != "POST":
        return _links(request, Entry.objects.placed(), entry_id)
    with transaction.atomic():  # the place that is decided on is where it stands when nobody else can write
        return _links(request, Entry.objects.placed().select_for_update(of=("self",)), entry_id)


def _links(request: HttpRequest, entries: QuerySet[Entry], entry_id: int) -> HttpResponse:
    entry = get_object_or_404(entries, pk=entry_id)
    if not request.user.has_perms(["rulings.view_entry", "rulings.change_mention"]):
        raise PermissionDenied
    chosen = _chosen(request, entry)
    target, name = TargetForm(), _name_form(entry, chosen)
    if request.method == "POST":
        done = _do(request, entry, chosen)
        if isinstance(done, HttpResponse):
            return done
        target, name = done
    rows = _rows(entry)
    context = {
        **admin.site.each_context(request),
        "title": _("Links of “%(entry)s”") % {"entry": entry_label(entry)},
        "opts": Entry._meta,
        "entry": entry,
        "lines": _lines(entry, rows),
        "rows": rows,
        "chosen": chosen,
        "place": _place(chosen) if chosen else "",
        "standing": _standing(entry, chosen) if chosen else None,
        "is_gone": chosen is None and any(request.POST.get(name) or request.GET.get(name) for name in _POINTING),
        "asked": request.GET.get("piece", ""),
        "target_form": target,
        "name_form": name,
        "media": target.media,
    }
    return TemplateResponse(request, "admin/rulings/entry/links.html", context)


# ── what is shown ──


def _rows(entry: Entry) -> list[Shown]:
    mentions = Mention.objects.filter(entry=entry).select_related("card__game", "game", "to_entry__parent")
    rows = []
    for mention in mentions.prefetch_related("card__names", "game__names", "to_entry__names"):
        piece = Piece(mention.field, mention.start, mention.end, mention.surface)
        state = "citation" if mention.thing is None and not mention.is_decided else mention.made_by
        rows.append(Shown(piece, _place(piece), state, target_label(mention), mention, [], _standing(entry, piece)))
    for piece, things in deciding.undecided(entry):
        said = _("it may be one of several")
        rows.append(Shown(piece, _place(piece), "open", said, None, _choices(things), _standing(entry, piece)))
    return sorted(rows, key=lambda row: (row.piece.field != "title", row.piece.start))


def _choices(things: list[Card | Entry | Game]) -> list[tuple[str, str]]:
    """The things that a piece may mean, as buttons; where two are called alike, headings say of which source."""
    labels = [choice_label(thing) for thing in things]
    of_source = [
        f"{label} · {thing.source.title}" if isinstance(thing, Entry) else label
        for label, thing in zip(labels, things, strict=True)
    ]
    told = labels if len(set(labels)) == len(labels) else of_source
    return [(f"{_key(thing)}:{thing.pk}", label) for thing, label in zip(things, told, strict=True)]


def _lines(entry: Entry, rows: list[Shown]) -> list[Line]:
    lines = []
    for field in ("title", "text"):
        start = 0
        for line in field_text(entry, field).split("\n"):
            end = start + len(line)
            inside = [row for row in rows if row.piece.field == field and start <= row.piece.start < end]
            segments, at = [], start
            for row in (row for row in inside if not _waits(row, inside)):
                segments.append(Segment(line[at - start : row.piece.start - start]))
                segments.append(Segment(row.piece.text, row.place, row.state))
                at = row.piece.end
            segments.append(Segment(line[at - start :]))
            if line:
                lines.append(Line(field, start, segments))
            start = end + 1
    return lines


def _waits(row: Shown, rows: list[Shown]) -> bool:
    """Whether a refusal lies under a wider choice: the text shows the choice."""
    piece = row.piece
    over = (other.piece for other in rows if other.state != REFUSED)
    return row.state == REFUSED and any(one.start < piece.end and one.end > piece.start for one in over)


def _place(piece: Piece) -> str:
    return f"{piece.field}-{piece.start}-{piece.end}"


def _standing(entry: Entry, piece: Piece) -> Standing:
    return Standing.at(piece.start, piece.end, field_text(entry, piece.field))


def _key(thing: Card | Entry | Game) -> str:
    return "card" if isinstance(thing, Card) else "game" if isinstance(thing, Game) else "to_entry"


def _chosen(request: HttpRequest, entry: Entry) -> Piece | None:
    """The piece that the address or the form speaks of, by its place or by its words. The text may have changed since
    the page was made: a form finds its words again by what stood around them, and an address has to be right."""
    given = request.POST.get("place") or request.GET.get("place", "")
    field, _dash, ends = given.partition("-")
    start, end = (row_key(part) for part in (ends.partition("-")[0], ends.partition("-")[2]))
    if field in ("title", "text") and start is not None and end is not None:
        text = field_text(entry, field)
        if request.method == "POST":
            # Forms are sent with the line ends of the network.
            around = [request.POST.get(name, "").replace("\r\n", "\n") for name in ("words", "before", "after")]
            place = Standing(start, *around).again(text)
            return deciding.piece(entry, field, place.start, place.end) if place else None
        is_right = request.GET.get("words", text[start:end]) == text[start:end]
        return deciding.piece(entry, field, start, end) if is_right else None
    return deciding.piece_with(entry, request.GET.get("piece", ""))


# ── what is done ──


def _do(request: HttpRequest, entry: Entry, chosen: Piece | None) -> HttpResponse | tuple[TargetForm, OtherNameForm]:
    """Carry out a decision and go back to the page; or the forms with what is wrong in them."""
    action = request.POST.get("action", "")
    target, name = TargetForm(), _name_form(entry, chosen)
    if action in _DECISIONS:
        mention = Mention.objects.filter(entry=entry, pk=row_key(request.POST.get("mention", "")) or 0).first()
        if mention is None:
            return target, name
        deciding.decide([mention], _DECISIONS[action])
        said = gettext_lazy("“%(piece)s”: %(decision)s.")
        return _done(request, entry, stored(said, piece=mention.surface, decision=maker_label(mention)))
    if chosen and action == "choose":
        target = TargetForm(_picked(request))
        if target.is_valid() and _leads_on(target, entry):
            deciding.choose(entry, chosen, target.thing)
            said = gettext_lazy("“%(piece)s” leads to “%(thing)s”.")
            return _done(request, entry, stored(said, piece=chosen.text, thing=str(target.thing)))
    elif chosen and action == "name":
        name = OtherNameForm(request.POST, auto_id=_NAME_IDS)
        if not request.user.has_perm("rulings.add_name"):
            raise PermissionDenied
        if name.is_valid() and _tried(name, lambda: _make_name(entry, name)):
            card = name.cleaned_data["card"]
            facts = {"name": name.cleaned_data["text"], "card": str(card)}
            if deciding.leads_to(card, entry, chosen):
                said = gettext_lazy("“%(name)s” is another name of “%(card)s”.")
                return _done(request, entry, stored(said, **facts))
            said = gettext_lazy(
                "“%(name)s” is another name of “%(card)s”, but the marked place is no link to it: in small letters one "
                "word is no name of a card, and a longer name that stands there goes before."
            )
            return _done(request, entry, stored(said, **facts), messages.WARNING)
    return target, name


def _leads_on(target: TargetForm, entry: Entry) -> bool:
    if target.thing == entry:
        target.add_error("to_entry" if not target.data.get("choice") else None, _("An entry can’t lead to itself."))
        return False
    return True


def _name_form(entry: Entry, chosen: Piece | None) -> OtherNameForm:
    text = chosen.text if chosen else ""
    if sum(1 for _word in words(text)) == 1:  # how the words of a longer one go together, no dictionary has
        text = dictionary_form(text, entry.language)
    return OtherNameForm(initial={"text": text}, auto_id=_NAME_IDS)


def _make_name(entry: Entry, form: OtherNameForm) -> None:
    deciding.make_name(entry, form.cleaned_data["card"], form.cleaned_data["text"])


def _picked(request: HttpRequest) -> dict[str, Any]:
    """What the target form was filled with: also by one of the offered things («card:12»)."""
    kind, _colon, key = request.POST.get("choice", "").partition(":")
    return {kind: key} if kind in TargetForm.THINGS else request.POST.dict()


def _tried(form: OtherNameForm, change: Callable[[], None]) -> bool:
    try:
        change()
    except ValidationError as error:
        for message in error.messages:
            form.add_error(None, message)
        return False
    return True


def _done(request: HttpRequest, entry: Entry, message: str, level: int = messages.SUCCESS) -> HttpResponse:
    """Write a message (``history.stored``) into the history of the entry, and say it."""
    entry_admin = admin.site.get_model_admin(Entry)
    entry_admin.log_change(request, entry, message)
    entry_admin.message_user(request, worded(message), level)
    return HttpResponseRedirect(reverse("admin:rulings_entry_links", args=[entry.pk]))
