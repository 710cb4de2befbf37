"""Stored HTML and plain text as a page shows them: stamps, call-outs, steps, marks, short titles.

What the page adds in words (a gloss, «Ответ», a label) goes into attributes that the stylesheet prints, so that
the HTML without its tags stays the entry's plain text, and a copied answer stays verbatim. Where the page is in
another language than the text, such an element is in the language of the page, and the words in it in their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape, unescape
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe

from rulings.documents import bare
from rulings.drawing import icon
from rulings.kinds import RULING
from rulings.labels import ANSWER, CITATION, ENTRY_KIND_LABELS, VERDICT_LABELS, WIDE_LABELS
from rulings.languages import LANGUAGES
from rulings.markup import localise, scope, verdict

if TYPE_CHECKING:
    from rulings.models import Entry
    from rulings.models.lines import Line

OPENING = 90  # characters of a text that stand for its title
EXCERPT = 180  # characters of a sentence that is shown around a mention

# ── verdicts ───────────────────────────────────────────────────────────────


def verdict_class(key: str) -> str:
    """The class of a verdict's colour: yes, no, yes-if, no-if or plain."""
    return key.replace("_", "-") or "plain"


def verdict_icon(key: str) -> SafeString:
    return icon(key.removesuffix("_if") or "plain")


def dot(key: str) -> SafeString:
    """A verdict as a dot, for lists; what it says is its label."""
    label = escape(str(VERDICT_LABELS[key]))
    shape = f'<span class="dot {verdict_class(key)}" role="img" aria-label="{label}">{verdict_icon(key)}</span>'
    return mark_safe(shape)  # noqa: S308 (made here of escaped parts)


def stamp(word: str, key: str, content: str, interface: str) -> str:
    """The first word of an answer as a stamp. Its full stop stays in the text and is not seen; a comma is."""
    gloss = ""
    lang, text = _apart(re.sub(r"([.!])$", r'<span class="stop">\1</span>', word), content, interface)
    if lang:
        said = LANGUAGES[interface].yes if key.startswith("yes") else LANGUAGES[interface].no
        gloss = f'{lang} data-gloss="{escape(said)}"'
    return f'<b class="stamp {verdict_class(key)}"{gloss}>{verdict_icon(key)}{text}</b>'


def _apart(html: str, content: str, interface: str) -> tuple[str, str]:
    """The ``lang`` of an element that says something of the page's, and what stands in it, in its own language; nothing
    is to be said where both are one."""
    return ("", html) if content == interface else (f' lang="{interface}"', f'<span lang="{content}">{html}</span>')


# ── the body of an entry ───────────────────────────────────────────────────

_PARAGRAPH = re.compile(r"<p([^>]*)>(.*?)</p>", re.DOTALL)
_STORED_CITATION = re.compile(r"<cite>(.*?)</cite>", re.DOTALL)
_STORED_STAMP = re.compile(r'<b class="verdict ([\w-]+)">(.*?)</b>')
_STORED_CALL_OUT = re.compile(r'<p class="(example|exception)" id="([\w-]+)">(?:([^\W\d_]+)((?:\s\d+)?:))?')
_EXAMPLE = re.compile(r'<p class="example".*?</p>', re.DOTALL)
_STORED_NUMBER = re.compile(r'<span class="marker">(\d[^<]*?)([.)])</span>')
_STORED_WIDE = re.compile(r"<(table|pre)\b([^>]*)>")
_STORED_WIDE_END = re.compile(r"</(?:table|pre)>")
_FIRST_SENTENCE = re.compile(r"(</b>)\s*(.+?[.!?…])(?=\s+(?:<a[^>]*>)?[«„“\"]?[A-ZА-ЯЁĄĆĘŁŃÓŚŹŻ]|\s*</p>)", re.DOTALL)


def body(entry: Entry, interface: str, prefix: str = "", here: str = "") -> SafeString:
    """The body of an entry as the page shows it; ``prefix`` makes its ids the page's own. A page does not link to
    itself: ``here`` is its path."""
    html = _dressed(_without_links(entry.html, here), entry.language, interface, prefix)
    if entry.kind == RULING and not entry.verdict:
        html = _PARAGRAPH.sub(lambda match: _labelled(match, entry.language, interface), html, count=1)
    return mark_safe(html)  # noqa: S308 (publishing made it safe)


def answer(entry: Entry, interface: str) -> SafeString:
    """The body of a ruling for the answer panel of its own page: a condition stands out beside its verdict."""
    html = _dressed(entry.html, entry.language, interface, "")
    if entry.verdict.endswith("_if"):
        html = _FIRST_SENTENCE.sub(_lead, html, count=1)
    return mark_safe(html)  # noqa: S308 (publishing made it safe)


def title(entry: Entry, interface: str, here: str = "") -> SafeString:
    html = localise(_without_links(entry.title_html, here), interface)
    return mark_safe(html)  # noqa: S308 (publishing made it safe)


def is_one_word(entry: Entry) -> bool:
    """Whether the verdict is the whole answer."""
    found = verdict(entry.text, entry.language) if entry.verdict else None
    return found is not None and found.end >= len(entry.text.strip())


def examples(stored: str, content: str, interface: str, prefix: str) -> Iterator[tuple[str, SafeString]]:
    """The plain text of each example of a stored text, and the example as the page shows it."""
    for match in _EXAMPLE.finditer(stored):
        html = _dressed(match[0], content, interface, prefix)
        yield unescape(re.sub(r"<[^>]*>", "", match[0])), mark_safe(html)  # noqa: S308 (publishing made it safe)


def _without_links(html: str, path: str) -> str:
    if not path:
        return html
    return re.sub(rf'<a class="ref[^"]*" href="/-/{re.escape(path)}">(.*?)</a>', r"\1", html)


def _dressed(html: str, content: str, interface: str, prefix: str) -> str:
    html = localise(html, interface)
    html = scope(html, prefix) if prefix else html
    html = _STORED_CITATION.sub(lambda match: _citation(match[1], content, interface), html)
    html = _STORED_STAMP.sub(lambda m: stamp(m[2], m[1].replace("-", "_"), content, interface), html)
    html = _STORED_NUMBER.sub(r'<span class="marker number">\1<span class="stop">\2</span></span>', html)
    html = _STORED_CALL_OUT.sub(lambda m: _call_out(m, content), html)
    # What can't be narrowed scrolls by itself, and so that the keyboard can scroll it too it is stopped at.
    html = _STORED_WIDE.sub(lambda match: _wide(match, content, interface), html)
    return _STORED_WIDE_END.sub(r"\g<0></div>", html)


def _wide(match: re.Match[str], content: str, interface: str) -> str:
    """The beginning of a table or of code, in a box of its own."""
    tag, attributes = match.groups()
    box = f'<div class="sideways" role="group" tabindex="0" aria-label="{escape(str(WIDE_LABELS[tag]))}"'
    if content == interface:
        return f"{box}>{match[0]}"
    return f'{box} lang="{interface}"><{tag}{attributes} lang="{content}">'


def _labelled(match: re.Match[str], content: str, interface: str) -> str:
    """The first paragraph of an answer without a verdict, labelled as what it is."""
    lang, html = _apart(match[2], content, interface)
    return f'<p data-label="{escape(str(ANSWER))}"{match[1]}{lang}>{html}</p>'


def _citation(text: str, content: str, interface: str) -> str:
    lang, html = _apart(text, content, interface)
    return f'<cite title="{escape(str(CITATION))}"{lang}>{html}</cite>'


def _call_out(match: re.Match[str], content: str) -> str:
    """The opening of an example or an exception: its first word is the label, or else it gets one."""
    kind, identity, word, rest = match.groups()
    language = LANGUAGES[content]
    if word:
        label = f'<b class="label">{icon(kind)}{word}<span class="stop">{rest}</span></b>'
    else:
        usual = (language.examples if kind == "example" else language.exceptions)[0]
        label = f'<b class="label" data-label="{escape(usual)}">{icon(kind)}</b>'
    return f'<p class="call-out {kind}" id="{identity}">{label}'


def _lead(match: re.Match[str]) -> str:
    sentence = match[2]
    if sentence.count("<a ") != sentence.count("</a>"):
        return match[0]
    return f'{match[1]} <span class="lead">{sentence}</span>'


# ── short titles, for lists and crumbs ─────────────────────────────────────


def short(heading: str) -> str:
    """A heading for a list: without its explanations in brackets, and not in capitals."""
    text = bare(heading) or heading
    if not text.isupper():
        return text
    # The first letter is a capital, and so is that of a name in quotes.
    return re.sub(r"^[\W\d_]*[^\W\d_]|[«„“\"][^\W\d_]", lambda start: start[0].upper(), text.lower())


def short_title(entry: Entry | Line) -> str:
    """What stands for an entry in a list, its number beside it: its title, or the first words of its text."""
    if entry.title:
        return entry.title if entry.kind == RULING else short(entry.title)
    if len(entry.text) <= OPENING:
        return entry.text
    return re.sub(r"[\s,;:—–-]+\S*$", "", entry.text[:OPENING]) + "…"


def called(entry: Entry | Line) -> str:
    """What an entry is called where its text is shown as well: its title, else the heading it stands under, else
    its kind."""
    return heading(entry) or str(ENTRY_KIND_LABELS[entry.kind]).capitalize()


def heading(entry: Entry | Line) -> str:
    """The title of an entry, else the heading it stands under; empty without either."""
    return short_title(entry) if entry.title else short(entry.heading or "")


# ── pieces of plain text ───────────────────────────────────────────────────

_SENTENCE_END = re.compile(r"[.!?…][»”\"]?\s+(?=[«„“\"]?[A-ZА-ЯЁĄĆĘŁŃÓŚŹŻ])|\n")


def sentence(text: str, start: int, end: int) -> SafeString:
    """The sentence of a plain text that holds a place, the place marked; a long one is cut to what is near."""
    borders = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    first = max(border for border in borders if border <= start)
    last = min(border for border in borders if border >= end)
    before, after = "", ""
    if last - first > EXCERPT:
        room = (EXCERPT - (end - start)) // 2
        if start - first > room:
            first, before = text.find(" ", start - room, start) + 1 or start, "…"
        if last - end > room:
            last, after = max(text.rfind(" ", end, end + room), end), "…"
    return mark_safe(  # noqa: S308 (escaped here)
        before
        + escape(text[first:start].lstrip())
        + f"<mark>{escape(text[start:end])}</mark>"
        + escape(text[end:last].rstrip())
        + after
    )


def marked(text: str, places: Iterable[tuple[int, int]]) -> SafeString:
    """A plain text with places (in order, apart) marked."""
    parts, at = [], 0
    for start, end in _run_together(text, places):
        parts += [escape(text[at:start]), f"<mark>{escape(text[start:end])}</mark>"]
        at = end
    return mark_safe("".join([*parts, escape(text[at:])]))  # noqa: S308 (escaped here)


def _run_together(text: str, places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places with nothing but white space between them are one."""
    runs: list[tuple[int, int]] = []
    for start, end in places:
        if runs and not text[runs[-1][1] : start].strip():
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


_TOKEN = re.compile(r"<[^>]*>|&#?\w+;|.", re.DOTALL)


def snippet(entry: Entry, html: str, interface: str) -> SafeString:
    """A result's piece of text, beginning with its verdict's stamp.

    Where the piece begins with the verdict's own words, the stamp takes their place.
    """
    html = re.sub(r"</mark>(\s+)<mark>", r"\1", html)
    found = verdict(entry.text, entry.language) if entry.verdict else None
    if found is None:
        return mark_safe(html)  # noqa: S308 (the search made it safe)
    word = entry.text[: found.end].strip()
    own = stamp(escape(word), found.key, entry.language, interface)
    tokens = _TOKEN.findall(html)
    shown = [token for token in tokens if not token.startswith("<")]
    if "".join(shown[: len(word)]) == word:
        return mark_safe(f"{own} {_without(tokens, len(word))}".strip())  # noqa: S308
    return mark_safe(f"{own} …{html}")  # noqa: S308 (the search made it safe)


def _without(tokens: list[str], count: int) -> str:
    """Tokens of HTML without the first characters of its text, and without marks that are left empty."""
    kept = []
    for token in tokens:
        if count and not token.startswith("<"):
            count -= 1
        else:
            kept.append(token)
    return "".join(kept).replace("<mark></mark>", "").strip()
