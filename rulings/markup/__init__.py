"""Markdown to safe HTML with the links put in, and the plain text that offsets refer to. No Django.

The promise of this room: the HTML without its tags *is* the plain text, to the character. So list markers are
text («2-6. …»), blocks are divided by one line feed in both, and white space is what a reader sees.

Addresses are stored without the interface language (``/-/talisman/…``) and ids without the page they stand on
(``p3``); ``localise`` and ``scope`` put both in when a page is made.
"""

from rulings.markup.plain import compose, escape
from rulings.markup.rendering import Link, Text, localise, read, render_line, scope
from rulings.markup.verdicts import Verdict, verdict

__all__ = [
    "Link",
    "Text",
    "Verdict",
    "compose",
    "escape",
    "localise",
    "read",
    "render_line",
    "scope",
    "verdict",
]
