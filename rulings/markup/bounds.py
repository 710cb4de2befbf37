"""What keeps a text of nothing but «[», «[a](», «<a» or «# x» from taking minutes, and a link from taking more than
its brackets hold.

The Markdown library looks for the end of each such beginning up to the end of the text. Here all looking in vain in
one text has a bound that no text of a person comes near; after that a bracket is a bracket and no link. And it looks
at all lines that follow without a blank one again for each heading or rule between them: here such a block ends there.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import markdown
from markdown.extensions import Extension
from markdown.htmlparser import HTMLExtractor
from markdown.inlinepatterns import (
    IMAGE_LINK_RE,
    IMAGE_REFERENCE_RE,
    LINK_RE,
    REFERENCE_RE,
    ImageInlineProcessor,
    ImageReferenceInlineProcessor,
    LinkInlineProcessor,
    ReferenceInlineProcessor,
    ShortImageReferenceInlineProcessor,
    ShortReferenceInlineProcessor,
)
from markdown.preprocessors import Preprocessor

_STEPS = 300_000  # characters looked at in vain, in one text
_LONG = 200  # lines of a block
# What begins or ends a block wherever it stands: a heading, the address of a link; a rule or what underlines a heading.
_BEGINS = re.compile(r"[ \t>]*(?:#|\[[^\[\]]*\]:)")
_ENDS = re.compile(r"[ \t>]*(?:=+|[-_*][-_* ]*)$")
_TITLE = re.compile(r"""\s+("[^"]*"|'[^']*')\s*\)""")

_Found = tuple[Element | str | None, int | None, int | None]


class Bounds(Extension):
    """``left``: the characters that may still be looked at in vain."""

    left = _STEPS

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.registerExtension(self)
        for kind, pattern, name, priority in (
            (_Reference, REFERENCE_RE, "reference", 170),
            (_Link, LINK_RE, "link", 160),
            (_Image, IMAGE_LINK_RE, "image_link", 150),
            (_ImageReference, IMAGE_REFERENCE_RE, "image_reference", 140),
            (_ShortReference, REFERENCE_RE, "short_reference", 130),
            (_ShortImageReference, IMAGE_REFERENCE_RE, "short_image_ref", 125),
        ):
            processor = kind(pattern, md)
            processor.bounds = self
            md.inlinePatterns.register(processor, name, priority)
        md.preprocessors.register(_HtmlBlocks(md), "html_block", 20)
        md.preprocessors.register(_LongBlocks(md), "long_blocks", 5)

    def reset(self) -> None:
        self.left = _STEPS


class _Bounded(LinkInlineProcessor):
    """Counts what it looks at in vain."""

    bounds: Bounds

    def handleMatch(self, m: re.Match[str], data: str) -> _Found:  # type: ignore[override]  # noqa: N802
        if self.bounds.left < 0:
            return None, None, None
        self.seen = 0
        found: _Found = super().handleMatch(m, data)
        if found[2] is None:
            self.bounds.left -= self.seen
        return found

    def getText(self, data: str, index: int) -> tuple[str, int, bool]:  # noqa: N802
        text, end, handled = super().getText(data, index)
        self.seen += end - index
        return text, end, handled

    def getLink(self, data: str, index: int) -> tuple[str, str | None, int, bool]:  # noqa: N802
        begin = self.RE_LINK.match(data, index)
        if begin and not begin[1]:  # no «<» around the address
            href, title, end, handled = self._in_brackets(data, begin.end())
        else:
            href, title, end, handled = super().getLink(data, index)
        self.seen += end - index
        return href, title, end, handled

    def _in_brackets(self, data: str, start: int) -> tuple[str, str | None, int, bool]:
        """An address ends at the bracket that closes it, or at a title behind white space. The library takes any
        quotation mark for the beginning of a title, and then the words up to the next link for its rest."""
        depth, may_be_titled = 1, True
        for at in range(start, len(data)):
            char = data[at]
            if char in "()":
                depth += 1 if char == "(" else -1
                if not depth:
                    return self.unescape(data[start:at]).strip(), None, at + 1, True
            elif char in "\"'" and may_be_titled and data[at - 1].isspace():
                may_be_titled = False  # one look: it may go as far as the end of the text
                address = data[start:at].rstrip()
                if depth == 1 and (found := _TITLE.match(data, start + len(address))):
                    title = self.RE_TITLE_CLEAN.sub(" ", self.unescape(found[1][1:-1].strip()))
                    return self.unescape(address).strip(), title, found.end(), True
        return "", None, len(data), False


class _Link(_Bounded):
    pass


class _Image(_Bounded, ImageInlineProcessor):
    pass


class _Reference(_Bounded, ReferenceInlineProcessor):
    pass


class _ImageReference(_Bounded, ImageReferenceInlineProcessor):
    pass


class _ShortReference(_Bounded, ShortReferenceInlineProcessor):
    pass


class _ShortImageReference(_Bounded, ShortImageReferenceInlineProcessor):
    pass


class _LongBlocks(Preprocessor):
    """Ends a block of very many lines at a line that ends it anyway; not one of code, whose lines are verbatim."""

    def run(self, lines: list[str]) -> list[str]:
        result: list[str] = []
        length, is_code = 0, False
        for line in lines:
            blank = not line.strip()
            is_code = line.startswith(("    ", "\t")) if not length else is_code
            length = 0 if blank else length + 1
            is_long = length > _LONG and not is_code
            if is_long and _BEGINS.match(line):
                result += ["", line]
                length = 1
            elif is_long and _ENDS.match(line):
                result += [line, ""]
                length = 1
            else:
                result.append(line)
        return result


class _HtmlBlocks(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        extractor = _Extractor(self.md)
        extractor.feed("\n".join(lines))
        extractor.close()
        return "".join(extractor.cleandoc).split("\n")


class _Extractor(HTMLExtractor):
    """Knows where the last tag ends: what begins after it is none."""

    def feed(self, data: str) -> None:
        self.last_end = data.rfind(">")
        super().feed(data)

    def parse_starttag(self, i: int) -> int:
        return super().parse_starttag(i) if i < self.last_end else -1
