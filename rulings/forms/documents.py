"""The form of an import: a document, and what its text can't tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rulings.forms.choosing import LANGUAGE_OR_NONE, RowChoice
from rulings.forms.texts import ShowableTexts
from rulings.models import Game, Source
from rulings.parsers import PARSERS, Format

FORMATS = {
    "faq": _("questions and answers under headings"),
    "clarifications": _("numbered clarifications"),
    "rules": _("rules with headings and lists"),
    "markdown": _("Markdown"),
}
MAX_UPLOAD = 1_000_000  # bytes


def format_choices() -> Iterator[tuple[str, Any]]:
    """Every format there is, also one that was added later and brings its own label, or none."""
    yield "", "—"
    for key, parser in PARSERS.items():
        yield key, FORMATS.get(key) or (parser.label if isinstance(parser, Format) else key)


class ImportForm(ShowableTexts, forms.Form):
    """A document, and what its text can't tell: an outline file, or the few facts below it."""

    document = forms.FileField(label=_("Document"), help_text=_("A text in UTF-8, one line a paragraph, or Markdown."))
    outline = forms.FileField(
        label=_("Outline"),
        required=False,
        help_text=_("A TOML file with the title, the game and the levels of the headings. It may be left out."),
    )
    game = RowChoice(label=_("Game"), queryset=Game.objects.prefetch_related("names"), required=False)
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGE_OR_NONE, required=False)
    format = forms.ChoiceField(label=_("What it is"), choices=format_choices, required=False)
    title = forms.CharField(label=_("Title"), max_length=300, required=False)
    slug = forms.SlugField(label=_("Address"), max_length=80, required=False)
    authority = forms.ChoiceField(label=_("Authority"), choices=[("", "—"), *Source.AUTHORITIES], required=False)
    credit = forms.CharField(label=_("Credit"), max_length=300, required=False)
    edition = forms.CharField(label=_("Edition"), max_length=200, required=False)

    FACTS = ("language", "format", "title", "slug", "authority", "credit", "edition")

    def files_asked(self) -> list[forms.BoundField]:
        return [self["document"], self["outline"]]

    def facts_asked(self) -> list[forms.BoundField]:
        return [self[name] for name in ("game", *self.FACTS)]

    def _small(self, name: str) -> Any:
        upload = self.cleaned_data[name]
        if upload and upload.size > MAX_UPLOAD:
            raise ValidationError(_("The file is larger than 1 MB: cut it into documents."))
        return upload

    def clean_document(self) -> Any:
        return self._small("document")

    def clean_outline(self) -> Any:
        return self._small("outline")

    def facts(self) -> dict[str, str]:
        """What was filled in, as an outline has it."""
        facts = {name: self.cleaned_data[name] for name in self.FACTS if self.cleaned_data[name]}
        game: Game | None = self.cleaned_data["game"]
        return {**facts, "game": game.slug} if game else facts
