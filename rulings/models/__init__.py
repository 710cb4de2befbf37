"""The rows of the knowledge base and their QuerySets. Facts of each model stand at its class."""

from rulings.models.cards import Card
from rulings.models.deleted import DeletedSource
from rulings.models.entries import Entry, Erratum, RulesSection, Ruling
from rulings.models.games import Game, Source
from rulings.models.keywords import Keyword
from rulings.models.log_ins import LogInCount
from rulings.models.mentions import Mention
from rulings.models.names import Name
from rulings.models.names_files import NamesFile
from rulings.models.redirects import Redirect
from rulings.models.synonyms import MissedQuery, Synonym

__all__ = [
    "Card",
    "DeletedSource",
    "Entry",
    "Erratum",
    "Game",
    "Keyword",
    "LogInCount",
    "Mention",
    "MissedQuery",
    "Name",
    "NamesFile",
    "Redirect",
    "RulesSection",
    "Ruling",
    "Source",
    "Synonym",
]
