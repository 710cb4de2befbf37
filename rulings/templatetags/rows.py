"""Rows of lists. Pages have hundreds of them, and a template takes ten times as long for one as this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Protocol

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from rulings.drawing import icon
from rulings.dressing import dot, short, short_title
from rulings.kinds import ENTRY_KINDS, RULING
from rulings.models import Card, Entry
from rulings.models.lines import Line
from rulings.templatetags.kb import badge, called_here, lang_of, said

register = template.Library()


class Item(Protocol):
    """A line of a game's tree (``views.outline``)."""

    entry: Line
    card: Card | None
    rulings: int

    @property
    def children(self) -> Sequence[Item]: ...


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
def row(entry: Entry | Line, here: Entry | None = None, place: bool = False, flagged: bool = False) -> SafeString:
    """An entry in a list; ``here`` is the one whose page it stands on. ``flagged``: with its language. ``place``: with
    that and the heading above it, where the list is of entries from everywhere."""
    language = lang_of(entry.language)
    current = ' aria-current="page"' if here is not None and here.pk == entry.pk else ""
    words = f"<span{language}>{escape(short_title(entry))}</span>"
    flag = badge(entry.language)
    if flagged and flag:  # before it: the end of a long one is cut off
        words = f"{flag} {words}"
    if place and flag:
        words += f" {flag}"
    if place and entry.heading:
        words += f"<small{language}>{escape(short(entry.heading))}</small>"
    number = f'<span class="number">{escape(entry.number)}</span>' if entry.number else ""
    return _safe(f'<a href="{entry.get_absolute_url()}"{current}>{_sign(entry)}<span>{words}</span>{number}</a>')


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
    title = escape(short_title(entry))
    return f'<li><a href="{address}">{sign}{number}<span>{title}</span>{rulings}</a>{below}</li>'


@register.simple_tag
def card_row(letter: str, card: Card, name: str, language: str, of_group: str = "") -> SafeString:
    """A card of an alphabetical list with its numbers of answers and mentions. ``of_group``: the language that the
    heading of the list says already."""
    none = "" if card.rulings_count else ' class="none"'
    counts = f"<span{none}><b>{card.rulings_count}</b> · {card.mentions_count}</span>"
    words: str = conditional_escape(said(name, language))
    if language != of_group and (flag := badge(language)):
        words += f" {flag}"
    return _safe(f'<a href="{card.get_absolute_url()}"><u aria-hidden="true">{escape(letter)}</u>{words}{counts}</a>')


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
