"""What several models share: names of a thing in languages, and addresses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulings.characters import is_visible
from rulings.interface import address, interface_language
from rulings.labels import LANGUAGE_NAMES
from rulings.languages import LANGUAGES, words

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager
    from django.utils.functional import _StrPromise

    from rulings.models.names import KnownName, Name


def language_name(code: str) -> str | _StrPromise:
    """What a language of contents is called by the reader; one that nobody has translated the name of, by its own."""
    return LANGUAGE_NAMES.get(code) or (LANGUAGES[code].name if code in LANGUAGES else code)


def language_labels() -> list[tuple[str, str | _StrPromise]]:
    """The languages as a form offers them; a function, so that another one needs no migration."""
    return [(code, language_name(code)) for code in LANGUAGES]


def validate_visible(text: str) -> None:
    """What a thing is called by has to be seen."""
    if not is_visible(text):
        raise ValidationError(_("Nothing of this can be seen."))


def validate_word(text: str) -> None:
    """A name is recognised by its words: without a letter or a digit it is none."""
    if is_visible(text) and not any(words(text)):  # else that is what is wrong with it
        raise ValidationError(_("A name has to have a letter or a digit."))


class Indexed(models.Model):
    """A row that the index has. ``stamp`` is another whenever the row is to be indexed anew, so that an index which
    missed it can be found out by comparing sums."""

    stamp = models.BigIntegerField(default=0, editable=False)

    class Meta:
        abstract = True


class Addressed(models.Model):
    """A thing with a page. ``path`` is its address without the interface language: ``talisman/faq/gorod-v/``."""

    class Meta:
        abstract = True

    @property
    def path(self) -> str:
        raise NotImplementedError

    def url(self, language: str) -> str:
        """The page in an interface language."""
        return address(language, self.path)

    def get_absolute_url(self) -> str:
        return self.url(interface_language())


class Named(Addressed):
    """A thing that has names. The first printed main name is its own, in its own language. A name that nobody is sure
    of helps finding it and is never what it is called."""

    names: RelatedManager[Name]
    slug: str
    _given: Sequence[KnownName] | None = None

    class Meta:
        abstract = True

    @property
    def known_names(self) -> Iterable[Name | KnownName]:
        """Its names: those it was given (``give_names``), which cost no manager and no QuerySet, or else its rows."""
        return self.names.all() if self._given is None else self._given

    def give(self, names: Sequence[KnownName]) -> None:
        """Put its names at hand."""
        self._given = names

    def main_name(self, language: str | None = None) -> Name | KnownName | None:
        """The name to show: the main one in the language, if it was printed or is usual; else the thing's own, or
        another one that is sure."""
        own = other = None
        for name in self.known_names:  # in one go, for a page asks it of each of its cards
            if not name.is_shown:
                continue
            if name.role == "main":
                if name.language == language:
                    return name
                own = own or name
            other = other or name
        return own or other

    def name_in(self, language: str | None = None) -> str:
        """Its name; a thing without one that is sure is called by its address."""
        name = self.main_name(language)
        return name.text if name else self.slug

    def called_in(self, language: str) -> tuple[str, str]:
        """``name_in`` and the language that name is of."""
        name = self.main_name(language)
        return self.name_in(language), name.language if name else language

    @property
    def own_language(self) -> str:
        name = self.main_name()
        return name.language if name else ""

    def shown_names(self) -> dict[str, list[Name | KnownName]]:
        """Names a reader may see, by language, main ones first."""
        result: dict[str, list[Name | KnownName]] = {}
        order = {"main": 0, "alias": 1, "abbreviation": 2}
        for name in sorted(self.known_names, key=lambda name: order[name.role]):
            if name.is_shown:
                result.setdefault(name.language, []).append(name)
        return result
