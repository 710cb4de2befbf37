"""Tags and filters of the site's templates. The interface language is the active one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulings import drawing, dressing, labels, sharing
from rulings.interface import address, interface_for, interface_language, interface_languages
from rulings.kinds import CARD_KINDS, ENTRY_KINDS
from rulings.languages import LANGUAGES, written_in
from rulings.models import Card, Entry, Game, Source
from rulings.models.base import Addressed, Named, language_name
from rulings.models.lines import Line

register = template.Library()

# ── drawing ──


@register.simple_tag
def icon(name: str) -> SafeString:
    return drawing.icon(name)


@register.simple_tag
def kind_icon(thing: Card | Entry | Line) -> SafeString:
    kinds = CARD_KINDS if isinstance(thing, Card) else ENTRY_KINDS
    return drawing.icon(kinds[thing.kind].icon)


@register.simple_tag
def cover(game: Game) -> SafeString:
    return drawing.cover(*_lineage(game))


@register.simple_tag
def emblem(game: Game) -> SafeString:
    """A game's emblem in its own colour; decoration beside the game's name."""
    return format_html(
        '<span class="emblem" data-hue="{}" aria-hidden="true">{}</span>', game.hue, drawing.emblem(*_lineage(game))
    )


def _lineage(game: Game) -> list[str]:
    """What a drawing of the game or its base game, where that is at hand, may be called: an expansion may have none of
    its own."""
    has_parent = game.parent_id is not None and "parent" in game._state.fields_cache
    return [*game.drawings, *game.parent.drawings] if has_parent and game.parent else game.drawings


# ── names ──


@register.filter
def plain_name(thing: Named) -> str:
    """Its name in the interface language, else in its own."""
    return thing.name_in(interface_language())


@register.filter
def name_in(thing: Named, language: str) -> str:
    return thing.name_in(language)


@register.filter
def name(thing: Named) -> SafeString | str:
    """``plain_name``, marked with its language where that is not the interface's."""
    shown = thing.main_name(interface_language())
    return said(shown.text, shown.language) if shown else thing.name_in()


@register.filter
def said(text: str, language: str) -> SafeString | str:
    """A piece of text in a language, marked so where it is not the interface's."""
    return text if language == interface_language() else format_html('<span lang="{}">{}</span>', language, text)


@register.filter
def badged(thing: Named) -> SafeString | str:
    """``name``, with the badge of its language where that is not the interface's: for chips and rows."""
    shown = thing.main_name(interface_language())
    return format_html("{} {}", name(thing), badge(shown.language)) if shown else thing.name_in()


@register.filter
def other_names(thing: Named) -> list[tuple[str, str]]:
    """(language, names) of the languages other than the one its name is shown in, Polish before English; a name that
    is the same there is said once."""
    shown = thing.main_name(interface_language())
    return [
        (language, text)
        for language, text in _names(thing)
        if not shown or (language != shown.language and text != shown.text)
    ]


@register.filter
def original_name(game: Game) -> tuple[str, str] | None:
    """(language, name) that a game came with, where another one is shown."""
    names = _names(game)
    if not names:
        return None
    language, text = names[-1]
    shown = game.main_name(interface_language())
    return None if shown and shown.text == text else (language, text)


def _names(thing: Named) -> list[tuple[str, str]]:
    order = {code: place for place, code in enumerate(LANGUAGES)}
    names = sorted(thing.shown_names().items(), key=lambda item: order[item[0]])
    return [
        (language, " / ".join(item.text for item in items if item.role == "main") or items[0].text)
        for language, items in names
    ]


register.filter(language_name)


@register.simple_tag
def badge(language: str, always: bool = False) -> SafeString | str:
    """The language of a content, shown only where it is not the interface's."""
    if not always and language == interface_language():
        return ""
    return format_html(
        '<span class="lang" lang="{}" title="{}">{}</span>',
        interface_language(),  # it may stand in an element of the language that it names
        language_name(language),
        language.upper(),
    )


@register.simple_tag
def lang_of(language: str, name: str = "") -> SafeString | str:
    """The ``lang`` attribute of a content that is not in the interface language. Of the ``name`` of a company only
    where it has letters of the language: «Nomad Games» is as little Russian as Polish."""
    is_other = language != interface_language() and (not name or written_in(name, language))
    return format_html(' lang="{}"', language) if is_other else ""


@register.simple_tag
def here_lang(content: str) -> SafeString | str:
    """The ``lang`` attribute of words of the interface inside an element of a content's language: what ``lang_of``
    says of that element is taken back."""
    here = interface_language()
    return "" if content == here else format_html(' lang="{}"', here)


@register.filter
def as_named(thing: Named, text: str) -> SafeString | str:
    """One of its names, as a search found it, with the mark and the badge of the language it is in."""
    language = next((name.language for name in thing.known_names if name.text == text), interface_language())
    return format_html("{} {}", said(text, language), badge(language))


# ── entries ──


@register.simple_tag
def dot(key: str) -> SafeString:
    return dressing.dot(key)


@register.simple_tag
def body(entry: Entry, prefix: str = "", here: str = "") -> SafeString:
    return dressing.body(entry, interface_language(), prefix, here)


@register.simple_tag
def answer(entry: Entry) -> SafeString:
    return dressing.answer(entry, interface_language())


@register.simple_tag
def title(entry: Entry, here: str = "") -> SafeString:
    return dressing.title(entry, interface_language(), here)


@register.simple_tag
def snippet(entry: Entry, html: str) -> SafeString:
    return dressing.snippet(entry, html, interface_language())


@register.filter
def verdict_class(entry: Entry) -> str:
    one_word = " one-word" if dressing.is_one_word(entry) else ""
    return dressing.verdict_class(entry.verdict) + one_word


@register.filter
def short(entry: Entry | Line | str) -> str:
    return dressing.short(entry) if isinstance(entry, str) else dressing.short_title(entry)


@register.filter
def called(entry: Entry | Line) -> str:
    return dressing.called(entry)


@register.simple_tag(name="called")
def called_here(entry: Entry | Line) -> SafeString:
    """What an entry is called, inside an element of the entry's language: its kind is a word of the interface."""
    here = interface_language()
    text = escape(dressing.called(entry))
    is_kind = entry.language != here and not (entry.title or entry.heading)
    return format_html('<span lang="{}">{}</span>', here, text) if is_kind else text


# ── words ──


@register.filter
def counted(count: int, kind: str) -> str:
    return labels.counted(kind, count)


@register.filter
def kind_label(thing: Card | Entry | Line) -> str:
    table = labels.CARD_KIND_LABELS if isinstance(thing, Card) else labels.ENTRY_KIND_LABELS
    return str(table[thing.kind])


@register.simple_tag
def both(card: Card | None, word: str, language: str) -> SafeString:
    """Why a text stands beside another: a card of both, or a word of their language."""
    label, what = (
        (labels.BOTH_SAY, said(word, language)) if card is None else (labels.BOTH_ABOUT[card.kind], name(card))
    )
    text = escape(str(label)) % {"word": conditional_escape(what), "name": conditional_escape(what)}
    return mark_safe(text)  # noqa: S308 (made here of escaped parts)


@register.filter
def authority_label(authority: str) -> str:
    return str(labels.AUTHORITY_LABELS[authority])


@register.simple_tag
def unknown_value(name: str, value: str) -> str:
    """What is said of a prefix of a query with a value that nothing is called."""
    return str(labels.UNKNOWN_VALUES[name]) % {"text": value}


@register.simple_tag
def missing_words(words: Iterable[str], has_answers: bool) -> str:
    """What is said of words of a query that nothing here has, while the others may have answers."""
    missing = str(labels.MISSING_WORDS) % {"text": ", ".join(words)}
    return f"{missing} {labels.ANSWERS_TO_THE_REST}" if has_answers else missing


# ── addresses ──


@register.simple_tag(takes_context=True)
def here_in(context: dict[str, Any], language: str, with_query: bool = True) -> str:
    """This page in another interface language: the same path, and the same query and filters where they are wanted."""
    request: HttpRequest | None = context.get("request")
    if request is None:
        return address(language, "")
    parts = (request.get_full_path() if with_query else request.path).split("/", 2)
    rest = parts[2] if len(parts) > 2 and parts[1] in interface_languages() else ""
    return address(language, rest)


@register.simple_tag(takes_context=True)
def absolute(context: dict[str, Any], path: str) -> str:
    request: HttpRequest = context["request"]
    return request.build_absolute_uri(path)


@register.filter
def in_language(thing: Addressed, language: str) -> str:
    return thing.url(language)


@register.simple_tag
def joined(items: list[str], separator: str = ", ") -> str:
    return separator.join(str(item) for item in items if item)


@register.simple_tag
def hue(game: Game | None) -> SafeString | str:
    """The attribute that gives a page or a part of it the colour of a game."""
    return format_html(' data-hue="{}"', game.hue) if game else mark_safe("")


@register.simple_tag(takes_context=True)
def canonical(context: dict[str, Any], thing: Addressed, rest: str = "") -> str:
    """The page in the content's own language, where the site speaks it; ``rest`` is a page beneath the thing's."""
    own = thing.own_language if isinstance(thing, Card | Game) else getattr(thing, "language", "")
    return absolute(context, thing.url(interface_for(own)) + rest)


@register.simple_tag(takes_context=True)
def open_graph(
    context: dict[str, Any], title: str, description: str = "", thing: Addressed | None = None, rest: str = ""
) -> SafeString:
    """What a chat or a search engine shows of a shared page: its title, a few words, its address, a picture.
    ``thing`` and ``rest`` make the address, as in ``canonical``."""
    thing = thing or context.get("thing")
    language = interface_language()
    # What a template put together (``blocktranslate asvar``) is escaped already, and says so only while it is whole.
    about = mark_safe(" ".join(conditional_escape(description).split()))  # noqa: S308 (escaped just now)
    facts = [
        ("og:site_name", gettext("Who is right?")),
        ("og:type", "article" if isinstance(thing, Entry) else "website"),
        ("og:title", title),
        ("og:url", canonical(context, thing, rest) if thing else absolute(context, context["request"].path)),
        ("og:locale", f"{language}_{language.upper()}"),
        ("og:image", absolute(context, static("pictures/share.png"))),
        ("og:image:width", "1200"),  # known before it is fetched: a chat shows it with the first link already
        ("og:image:height", "630"),
        ("og:image:alt", gettext("Who is right?")),
        ("twitter:card", "summary_large_image"),
    ]
    tags = format_html_join("", '<meta property="{}" content="{}">', facts)
    if not about:
        return tags
    return format_html('<meta name="description" property="og:description" content="{}">{}', about, tags)


@register.filter
def source_facts(source: Source) -> str:
    """Who made it, of which edition, when: as its outline says."""
    return ", ".join(fact for fact in (source.credit, source.edition, source.version, source.date) if fact)


@register.filter
def short_path(thing: Card | Entry) -> str:
    """The short link, for sharing."""
    return sharing.short_path(thing)


@register.simple_tag(takes_context=True)
def shared_path(context: dict[str, Any]) -> str:
    """The path that is passed on of this page: the short link where it has one."""
    thing = context.get("thing")
    if isinstance(thing, Card | Entry):
        return sharing.short_path(thing)
    path: str = context.get("shared_path") or context["request"].get_full_path()
    return path


@register.simple_tag(takes_context=True)
def shared_address(context: dict[str, Any]) -> str:
    """The address that is passed on of this page, as other devices reach it."""
    return sharing.address(context["request"], shared_path(context))


@register.filter
def is_here_only(request: HttpRequest) -> bool:
    return sharing.is_here_only(request)


@register.filter
def shared_title(thing: Card | Entry | Game | Source) -> str:
    return sharing.shared_title(thing)


@register.filter
def origin(entry: Entry) -> str:
    return sharing.origin(entry)


@register.simple_tag(takes_context=True)
def printed_address(context: dict[str, Any], path: str) -> str:
    """The address of a path as other devices reach it, to be read from paper and typed."""
    return without_scheme(sharing.address(context["request"], path))


@register.simple_tag(takes_context=True)
def short_address(context: dict[str, Any], thing: Card | Entry) -> str:
    """The short link in full, for paper."""
    return printed_address(context, sharing.short_path(thing))


@register.filter
def quote(entry: Entry) -> str:
    return sharing.quote(entry)


@register.filter
def without_scheme(address: str) -> str:
    return address.partition("://")[2]


@register.filter
def shown_language(thing: Named) -> str:
    """The language of the name that the page shows."""
    name = thing.main_name(interface_language())
    return name.language if name else interface_language()
