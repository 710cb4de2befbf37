"""What helps a query that found nothing: a synonym of its words; and whether it helped."""

from __future__ import annotations

from rulings.languages import fold, words
from rulings.models import Game, MissedQuery, Synonym
from rulings.search.engine import search
from rulings.search.query import Query

_BEGINNING = 3  # letters that the forms of a word share
_TRIED = 100  # queries that are asked again, the most frequent first


def synonym_of(missed: MissedQuery) -> dict[str, str]:
    """How the form of a synonym for the query begins: its words without the signs of the query language (what an OR
    stands between are several sayings), and the one game that its prefix names."""
    query = Query(missed.text)
    either = query.groups[0] if len(query.groups) == 1 else ()
    says = ", ".join(" ".join(part.surfaces) for part in either) or " ".join(query.surfaces)
    known = {"says": says, "language": missed.language}
    game = _game({fold(one.value).strip() for group in query.restrictions for one in group if one.name == "game"})
    return known if game is None else {**known, "game": str(game.pk)}


def _game(called: set[str]) -> Game | None:
    if len(called) != 1:
        return None
    games = Game.objects.prefetch_related("names")
    return next((game for game in games if called & {game.slug, *(fold(name.text) for name in game.names.all())}), None)


def forget_answered(synonym: Synonym) -> None:
    """Forget the queries without a hit that find something now, or are known to be of what isn't here; once the index
    has the synonym."""
    said = _beginnings(synonym.says)
    rows = MissedQuery.objects.order_by("-count", "-last_at")
    alike = [row for row in rows if not said.isdisjoint(_beginnings(row.text))][:_TRIED]
    pages = {row.pk: search(Query(row.text, interface=row.language), is_noted=False) for row in alike}
    settled = [key for key, page in pages.items() if page.total or page.elsewhere]
    MissedQuery.objects.filter(pk__in=settled).delete()


def _beginnings(text: str) -> set[str]:
    return {fold(word.text)[:_BEGINNING] for word in words(text)}
