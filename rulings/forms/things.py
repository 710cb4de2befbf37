"""Forms of names, cards, games, sources and redirects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.formsets import DELETION_FIELD_NAME, INITIAL_FORM_COUNT, TOTAL_FORM_COUNT
from django.utils.translation import gettext_lazy as _

from rulings.addresses import free_slug, standing_at
from rulings.forms.choosing import LANGUAGE_OR_NONE, row_key
from rulings.forms.texts import ShowableTexts
from rulings.forms.watching import WatchedForm
from rulings.interface import interface_languages
from rulings.languages import slug
from rulings.models import Card, Entry, Game, Name, Redirect, Source
from rulings.models.games import validate_game_slug, validate_source_slug

if TYPE_CHECKING:
    NameModelForm = forms.ModelForm[Name]
    RedirectModelForm = forms.ModelForm[Redirect]
    NameFormSetBase = forms.BaseInlineFormSet[Name, Any, Any]
else:
    NameModelForm = RedirectModelForm = forms.ModelForm
    NameFormSetBase = forms.BaseInlineFormSet


class NameForm(ShowableTexts, NameModelForm):
    class Meta:
        model = Name
        fields = ("language", "text", "role", "confidence", "recognise", "evidence", "card", "game", "entry")


class OwnNameForm(WatchedForm, NameForm):
    """The form of a name by itself; among the names of a thing the thing's form watches over it."""

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        before = self.instance
        owner = "card" if before.card_id else "game"
        leaves = owner in data and data[owner] != getattr(before, owner)
        loses = before.role == "main" and data.get("role", "main") != "main"
        if (leaves or loses) and Name.objects.nameless_without([before]):
            said = _("“%(thing)s” would be left without a main name: give it another one first.")
            self.add_error(owner if leaves else "role", ValidationError(said, params={"thing": before.thing}))
        return data


class NameFormSet(NameFormSetBase):
    """The names of one thing; a card and a game can't do without one.

    Names that are gone since the page was opened, deleted or given to another thing, come as new ones behind those
    that are left: the first save is refused with a word beside each, the next adds them anew.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gone: range = range(0)
        if self.is_bound and self.management_form.is_valid():
            self._put_gone_last()

    def _put_gone_last(self) -> None:
        total, initial = self.total_form_count(), self.initial_form_count()
        sent = [self._sent(at) for at in range(total)]
        here = {row.pk: at for at, row in enumerate(self.get_queryset())}
        places = [here.get(row_key(row.get("id", "")) or 0) for row in sent[:initial]]
        if None not in places:
            return
        placed = list(zip(places, sent, strict=False))
        staying = sorted(((at, row) for at, row in placed if at is not None), key=lambda one: one[0])
        gone = [row | {"id": ""} for at, row in placed if at is None and not row.get(DELETION_FIELD_NAME)]
        rows = [*(row for _at, row in staying), *gone, *sent[initial:]]
        self._gone = range(len(staying), len(staying) + len(gone))
        self.data = {name: value for name, value in self.data.items() if not name.startswith(f"{self.prefix}-")}
        counts = {TOTAL_FORM_COUNT: len(rows), INITIAL_FORM_COUNT: len(staying)}
        self.data |= {f"{self.prefix}-{name}": str(value) for name, value in counts.items()}
        for at, row in enumerate(rows):
            self.data |= {f"{self.add_prefix(at)}-{name}": value for name, value in row.items()}
        del self.management_form

    def _sent(self, at: int) -> dict[str, str]:
        """What is filled in of a name, by field."""
        start = f"{self.add_prefix(at)}-"
        return {name.removeprefix(start): value for name, value in self.data.items() if name.startswith(start)}

    def clean(self) -> None:
        super().clean()
        for at in self._gone:
            said = _("Somebody took this name away after you had opened the page. Save again to add it anew.")
            self.forms[at].add_error(None, said)
        if any(self.errors) or isinstance(self.instance, Entry):
            return
        names = [form.cleaned_data for form in self.forms if form.cleaned_data.get("text")]
        staying = [name for name in names if not name.get("DELETE")]
        if not any(name["role"] == "main" for name in staying):
            raise ValidationError(_("At least one name has to be its main name."))


class _SlugFromNames:
    """A form whose address may stay empty: it is then made from the first name given below."""

    data: Any
    instance: Any

    def made_slug(self, given: str, limit: int) -> str:
        if given or self.instance.slug:
            return given or str(self.instance.slug)
        count = row_key(str(self.data.get("names-TOTAL_FORMS", ""))) or 0
        texts = (self.data.get(f"names-{at}-text", "") for at in range(min(count, 50)))
        made = next((made for text in texts if (made := slug(text, limit))), "")
        if not made:
            raise ValidationError(_("Give it a name, or an address of Latin letters."))
        return made


class CardForm(_SlugFromNames, WatchedForm):
    slug = forms.SlugField(
        label=_("Address"),
        max_length=80,
        required=False,
        help_text=_("Empty: made from the name. The old address will lead to the new one."),
    )

    class Meta:
        model = Card
        fields = ("game", "kind", "slug", "set", "code", "note")

    def clean_slug(self) -> str:
        given = self.cleaned_data["slug"]
        made = self.made_slug(given, 60)
        game = self.cleaned_data.get("game")
        if given or self.instance.pk or game is None:
            return made
        return free_slug(made, set(Card.objects.filter(game=game).values_list("slug", flat=True)))


class GameForm(_SlugFromNames, WatchedForm):
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        help_text=_(
            "Empty: made from the name. A new address moves all pages of the game; the old ones will lead there."
        ),
    )

    class Meta:
        model = Game
        fields = ("slug", "parent", "edition", "publisher", "hue", "position")

    def clean_slug(self) -> str:
        return self.made_slug(self.cleaned_data["slug"], 50)


class SourceForm(WatchedForm):
    slug = forms.SlugField(
        label=_("Address"),
        max_length=80,
        required=False,
        help_text=_("Empty: made from the title. The old address will lead to the new one."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGE_OR_NONE)

    class Meta:
        model = Source
        fields = (
            *("game", "title", "language", "authority", "slug"),
            *("edition", "version", "date", "credit", "rights"),
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("slug") and "slug" not in self.errors and data.get("game"):
            taken = set(Source.objects.filter(game=data["game"]).values_list("slug", flat=True))
            made = slug(data.get("title", ""), 60)
            data["slug"] = self.instance.slug or (free_slug(made, taken) if made else "")
            if not data["slug"]:
                self.add_error("slug", _("Give it a title, or an address of Latin letters."))
        return data


class RedirectForm(RedirectModelForm):
    THINGS = ("game", "source", "entry", "card")

    class Meta:
        model = Redirect
        fields = ("path", "game", "source", "entry", "card")

    def clean_path(self) -> str:
        """An address without its site and its interface language, as the site keeps it."""
        parts = [part for part in self.cleaned_data["path"].split("/") if part]
        if parts and parts[0] in interface_languages():
            parts = parts[1:]
        if not 1 <= len(parts) <= 3 or not all(re.fullmatch(r"[-\w]+", part, re.ASCII) for part in parts):
            raise ValidationError(_("An old address looks like this: talisman/cards/gorod/"))
        validate_game_slug(parts[0])
        is_of_card = len(parts) == 3 and parts[1] == "cards"
        if len(parts) > 1 and not is_of_card:
            validate_source_slug(parts[1])
        path = "/".join(parts) + "/"
        thing = standing_at(path)
        if thing is not None:
            raise ValidationError(_("A page stands at this address today: %(thing)s."), params={"thing": thing})
        return path
