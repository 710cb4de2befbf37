"""The only room that knows languages: folding, words, lemmas, and a table with one row a language.

Every other room (links, index, query, suggestions, admin search) asks here, so that a word is the same word
everywhere. To add a language, write the loader of its dictionary (``dictionaries.py``) and its row (``table.py``); a
word's family (``roots.py``) is a gain for search that can follow.
"""

from rulings.languages.agreement import agree
from rulings.languages.dictionaries import Endings, Inflection, Parse
from rulings.languages.folding import alike, code, fold, in_other_letters, slug, unmixed
from rulings.languages.roots import root
from rulings.languages.table import LANGUAGES, Language, language_choices
from rulings.languages.words import (
    Word,
    dictionary_form,
    guessed_forms,
    in_dictionary,
    inflections,
    is_before_numbers,
    is_chatter,
    is_noun_alone,
    lemmas,
    parses,
    part_of_speech,
    spelled,
    words,
    written_in,
)

__all__ = [
    "LANGUAGES",
    "Endings",
    "Inflection",
    "Language",
    "Parse",
    "Word",
    "agree",
    "alike",
    "code",
    "dictionary_form",
    "fold",
    "guessed_forms",
    "in_dictionary",
    "in_other_letters",
    "inflections",
    "is_before_numbers",
    "is_chatter",
    "is_noun_alone",
    "language_choices",
    "lemmas",
    "parses",
    "part_of_speech",
    "root",
    "slug",
    "spelled",
    "unmixed",
    "words",
    "written_in",
]
