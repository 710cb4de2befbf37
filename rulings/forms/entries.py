"""The form of an entry, and what is wrong with what was filled in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _

from rulings.addresses import is_a_paragraphs
from rulings.characters import is_visible
from rulings.documents import BODY_LENGTH, LONGEST_TITLE, lines_of
from rulings.forms.choosing import LANGUAGE_OR_NONE
from rulings.forms.watching import WatchedForm
from rulings.kinds import CHAPTER, RULING
from rulings.models import Entry, Source
from rulings.models.states import WITHDRAWN


class PrintedText(forms.CharField):
    """A text of many lines as it is, whatever line ends the browser sends."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return text.replace("\r\n", "\n").replace("\r", "\n")


class OneLine(forms.CharField):
    """A text that may be long and is one line."""

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return " ".join(line.strip() for line in text.splitlines())


class EntryForm(WatchedForm):
    WATCHED = ("removed", "hidden")

    title = OneLine(
        label=_("Title or question"),
        required=False,
        validators=[MaxLengthValidator(LONGEST_TITLE)],
        widget=forms.Textarea(attrs={"rows": 2, "class": "kb-title"}),
    )
    body = PrintedText(
        label=_("Text or answer"),
        required=False,
        validators=[MaxLengthValidator(BODY_LENGTH)],  # «max_length» would let a browser cut what is pasted
        widget=forms.Textarea(attrs={"rows": 14, "class": "kb-body"}),
        help_text=_(
            "A blank line begins a new paragraph. **bold**, *slanted*, “- ” or “1. ” at the beginning of a line "
            "for lists. Links to cards and rules are put in by themselves."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=LANGUAGE_OR_NONE, required=False, help_text=_("Empty: that of its source.")
    )
    anchor = forms.SlugField(
        label=_("Address"),
        max_length=120,
        required=False,
        help_text=_("Empty: made from the title or the number. The old address will lead to the new one."),
    )

    class Meta:
        model = Entry
        fields = (
            *("source", "kind", "number", "title", "body", "parent", "cards", "state"),
            *("language", "anchor", "ref", "first_line", "last_line"),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.state != WITHDRAWN and "state" in self.fields:  # that is for an import to say
            state = self.fields["state"]
            assert isinstance(state, forms.ChoiceField)
            state.choices = [choice for choice in Entry.STATES if choice[0] != WITHDRAWN]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        source = data.get("source") or (self.instance.source if self.instance.source_id else None)
        if source is None:
            return data
        data["language"] = data.get("language") or source.language
        self._check_content(data)
        self._check_parent(data.get("parent"), source)
        anchor = data.get("anchor")
        if anchor and Entry.objects.filter(source=source, anchor=anchor).exclude(pk=self.instance.pk).exists():
            self.add_error("anchor", _("Another entry of this source has this address."))
        elif anchor and anchor != self.instance.anchor and is_a_paragraphs(anchor):
            self.add_error("anchor", _("Paragraphs are called so: this address needs another ending."))
        first, last = data.get("first_line"), data.get("last_line")
        if (first is None) != (last is None) or (first is not None and last is not None and first > last):
            self.add_error("last_line", _("The lines in the source are a first and a last one, in this order."))
        self._check_lines(source)
        return data

    def told_meanwhile(self) -> str:
        if self.instance.removed:
            return _g("The entry is removed. Save again to keep your words: it stays removed until it is restored.")
        if self.instance.hidden:
            return _g("A heading above this entry isn’t published. Readers see the entry once the heading is.")
        return ""

    def clean_anchor(self) -> str:
        """Nobody empties the address of an entry that has one."""
        return str(self.cleaned_data.get("anchor") or self.instance.anchor)

    def _check_content(self, data: dict[str, Any]) -> None:
        if not {"title", "body"}.isdisjoint(self.errors):
            return  # what is refused is not missing
        kind = data.get("kind")
        if kind in (RULING, CHAPTER) and not data.get("title"):
            self.add_error("title", _("A question has its question here, and a chapter its heading."))
        elif kind == CHAPTER and (data.get("body") or "").strip():
            self.add_error("kind", _("A chapter has no text of its own; what has one is a rule."))
        elif not data.get("title") and not is_visible(data.get("body") or ""):
            self.add_error("body", _("An entry without a title and without a text says nothing."))

    def _check_lines(self, source: Source) -> None:
        """A link to the source leads to its lines: they have to be on its page, which has those with a text."""
        given = {
            name: line for name in ("first_line", "last_line") if (line := self.cleaned_data.get(name)) is not None
        }
        lines = lines_of(source.text) if given else []
        for name, line in given.items():
            if not (0 < line <= len(lines) and lines[line - 1].strip()):
                said = _("Line %(line)d of the source is empty, or there is none.")
                self.add_error(name, ValidationError(said, params={"line": line}))

    def _check_parent(self, parent: Entry | None, source: Source) -> None:
        if parent is None:
            return
        if parent.source_id != source.pk:
            self.add_error("parent", _("This heading stands in another source."))
            return
        above: Entry | None = parent
        while above is not None:
            if above.pk == self.instance.pk:
                self.add_error("parent", _("An entry can't stand under itself or under what stands under it."))
                return
            above = above.parent
