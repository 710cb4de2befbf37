"""Forms of the editors' desk: what is asked, and what is wrong with an answer, in the reader's language."""

from rulings.forms.choosing import RowChoice, RowsChoice, choice_label, entry_label, row_key
from rulings.forms.documents import ImportForm
from rulings.forms.entries import EntryForm, OneLine, PrintedText
from rulings.forms.log_in import LogInForm
from rulings.forms.things import CardForm, GameForm, NameForm, NameFormSet, RedirectForm, SourceForm

__all__ = [
    "CardForm",
    "EntryForm",
    "GameForm",
    "ImportForm",
    "LogInForm",
    "NameForm",
    "NameFormSet",
    "OneLine",
    "PrintedText",
    "RedirectForm",
    "RowChoice",
    "RowsChoice",
    "SourceForm",
    "choice_label",
    "entry_label",
    "row_key",
]
