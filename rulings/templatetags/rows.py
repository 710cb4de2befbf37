"""Rows of lists. Pages have hundreds of them, and a template takes ten times as long for one as this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Protocol

from django import template
from django.utils.safestring import SafeString, mark_safe

from rulings.drawing import icon
from rulings.dressing import dot, short, short_title
from rulings.interface import interface_language
from rulings.kinds import ENTRY_KINDS, RULING
from rulings.labels import AUTHORITY_LABELS
from rulings.models import Card, Entry
from rulings.models.lines import Line
from rulings.templatetags.kb import badge, called_here, lang_of

register = template.Library()

_SEPARATOR = " · "


class Item(Protocol):
    """A line of a game's tree (``views.outline``)."""

    entry: Line
    card: Card | None
    rulings: int

    @property
    def children(self) -> Sequence[Item]: ...


class Apart(Protocol):
    """What tells an entry from others beside it (``views.telling``)."""

    @property
    def edition(self) -> str: ...
    @property
    def authority(self) -> str: ...
    @property
    def language(self) -> str: ...


class Listed(Protocol):
    """A card of an alphabetical list (``views.games``) under the name shown and the language of that."""

    @property
    def letter(self) -> str: ...
    @property
    def card(self) -> Card: ...
    @property
    def name(self) -> str: ...
    @property
    def language(self) -> str: ...


class Printed(Protocol):
    """A line of a source (``views.sources``)."""

    @property
    def number(self) -> int: ...
    @property
    def html(self) -> SafeString: ...
    @property
    def is_found(self) -> bool: ...
    @property
    def starts(self) -> Sequence[Line]: ...
    @property
    def level(self) -> int: ...


@register.simple_tag
def row(
    entry: Entry | Line,
    here: Entry | None = None,
    place: bool = False,
    flagged: bool = False,
    told: Apart | None = None,
) -> SafeString:
    """An entry in a list; ``here`` is the one whose page it stands on. ``flagged``: with its language, in a list that
    shows the beginnings of long ones (``.clamped``). ``place``: with that and the heading above it, where the list is
    of entries from everywhere. ``told``: what tells it from others there."""
    language = lang_of(entry.language)
    current = ' aria-current="page"' if here is not None and here.pk == entry.pk else ""
    words = f"<span{language}>{escape(short_title(entry))}</span>"
    flag = badge(entry.language)
    if flagged and flag:  # before it: the end of a long one is cut off
        words = f"{flag} {words}"
    if place and flag:
        words += f" {flag}"
    about: list[str] = [whose(told)] if told else []
    if place and entry.heading:
        about.append(f"<span{language}>{escape(short(entry.heading))}</span>")
    if flagged:
        words = f'<span class="cut">{words}</span>'
    if any(about):
        words += f"<small>{_SEPARATOR.join(filter(None, about))}</small>"
    number = f'<span class="number">{escape(entry.number)}</span>' if entry.number else ""
    return _safe(f'<a href="{entry.get_absolute_url()}"{current}>{_sign(entry)}<span>{words}</span>{number}</a>')


@register.simple_tag
def whose(told: Apart) -> SafeString:
    """Whose word an entry is, and of which edition, as far as it has to be said."""
    parts = []
    if told.authority:
        is_official = told.authority == "official"
        sign = icon("official" if is_official else "author")
        label = escape(str(AUTHORITY_LABELS[told.authority]))
        parts.append(f'<span class="whose{" official" if is_official else ""}">{sign}{label}</span>')
    if told.edition:
        parts.append(f"<span{lang_of(told.language)}>{escape(told.edition)}</span>")
    return _safe(_SEPARATOR.join(parts))


@register.simple_tag
def mention(entry: Line, html: SafeString, in_title: bool, with_badge: bool = False) -> SafeString:
    """An entry that mentions something, with the sentence in which it does: its title, where that does."""
    language = lang_of(entry.language)
    flag = f" {badge(entry.language)}" if with_badge else ""
    number = escape(entry.number)
    if in_title:
        words = f"<span{language}>{html}</span>{flag}"
    else:
        shown = f" {number}" if number and entry.kind != RULING else ""
        words = f"<span{language}>{called_here(entry)}{shown}</span>{flag}<small{language}>{html}</small>"
    last = f'<span class="number">{number}</span>' if entry.kind == RULING else ""
    return _safe(f'<a href="{entry.get_absolute_url()}">{_sign(entry)}<span>{words}</span>{last}</a>')


@register.simple_tag
def tree(items: Iterable[Item]) -> SafeString:
    """The texts of a group, and below each what stands under it."""
    return _safe("".join(map(_item, items)))


def _item(item: Item) -> str:
    entry = item.entry
    sign = dot(entry.verdict) if entry.kind == RULING else ""
    number = f'<span class="number">{escape(entry.number)}</span>' if entry.number else ""
    rulings = f"<i>{item.rulings}</i>" if item.rulings else ""
    below = f"<ul>{tree(item.children)}</ul>" if item.children else ""
    address = (item.card or entry).get_absolute_url()
    title = f"<span{lang_of(entry.language)}>{escape(short_title(entry))}</span>"
    return f'<li><a href="{address}">{sign}{number}{title}{rulings}</a>{below}</li>'


@register.simple_tag
def card_rows(cards: Sequence[Listed], of_group: str = "") -> SafeString:
    """An alphabetical list: each card with its numbers of answers and mentions. ``of_group``: the language that the
    heading of the list says already."""
    here = interface_language()
    flags = {language: f" {badge(language)}" for language in {row.language for row in cards} - {here, of_group}}
    return _safe("".join(_card(row, here, flags.get(row.language, "")) for row in cards))


def _card(row: Listed, here: str, flag: str) -> str:
    card, name = row.card, escape(row.name)
    words = name if row.language == here else f'<span lang="{escape(row.language)}">{name}</span>'
    none = "" if card.rulings_count else ' class="none"'
    return (
        f'<li><a href="{card.url(here)}"><u aria-hidden="true">{escape(row.letter)}</u>{words}{flag}'
        f"<span{none}><b>{card.rulings_count}</b> · {card.mentions_count}</span></a></li>"
    )


@register.simple_tag
def printed(lines: Iterable[Printed]) -> SafeString:
    """A source as it was printed: each line an anchor, with the anchors and links of the entries that begin there."""
    sign = icon("next")
    return _safe("\n".join(_line(line, sign) for line in lines))


def _line(line: Printed, sign: str) -> str:
    number = line.number
    anchors = "".join(f'<span id="e-{entry.anchor}"></span>' for entry in line.starts)
    tag = f"h{line.level}" if line.level else "p"
    links = "".join(
        f'<a class="to-page" href="{entry.get_absolute_url()}">'
        f'<span class="hidden">{escape(short_title(entry))}</span>{sign}</a>'
        for entry in line.starts
    )
    return (
        f'<div class="line{" found" if line.is_found else ""}" id="l{number}">{anchors}'
        f'<a class="place" href="#l{number}">{number}</a> <{tag}>{line.html}</{tag}> {links}</div>'
    )


def _sign(entry: Entry | Line) -> SafeString:
    return dot(entry.verdict) if entry.kind == RULING else icon(ENTRY_KINDS[entry.kind].icon)


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 (made here of escaped parts)
