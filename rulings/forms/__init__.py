"""Forms of the editors' desk: what is asked, and what is wrong with an answer, in the reader's language."""

from rulings.forms.choosing import RowChoice, RowsChoice, choice_label, entry_label, row_key
from rulings.forms.documents import ImportForm
from rulings.forms.entries import EntryForm, OneLine, PrintedText
from rulings.forms.log_in import LogInForm
from rulings.forms.mentions import OtherNameForm, TargetForm
from rulings.forms.things import CardForm, GameForm, NameForm, NameFormSet, OwnNameForm, RedirectForm, SourceForm
from rulings.forms.watching import WatchedForm

__all__ = [
    "CardForm",
    "EntryForm",
    "GameForm",
    "ImportForm",
    "LogInForm",
    "NameForm",
    "NameFormSet",
    "OneLine",
    "OtherNameForm",
    "OwnNameForm",
    "PrintedText",
    "RedirectForm",
    "RowChoice",
    "RowsChoice",
    "SourceForm",
    "TargetForm",
    "WatchedForm",
    "choice_label",
    "entry_label",
    "row_key",
]
