"""New and changed answers of a game as an Atom feed."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.contrib.syndication.views import Feed
from django.db.models import Max
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from rulings.characters import showable
from rulings.dressing import short_title
from rulings.interface import interface_language
from rulings.kinds import NOTE
from rulings.models import Entry, Game
from rulings.models.names import give_names
from rulings.sharing import origin, short_path

if TYPE_CHECKING:
    _Feed = Feed[Entry, Game]
else:
    _Feed = Feed

MOST = 50  # entries, the latest first


class _Atom(Atom1Feed):
    """Django's Atom with summaries of plain text, as the entries are, and each in its language."""

    mime_type = "application/atom+xml; charset=utf-8"

    def latest_post_date(self) -> datetime:
        """Of a feed without entries that of the feed itself: Django's is the time of the request."""
        return super().latest_post_date() if self.items else self.feed["since"]()

    def add_root_elements(self, handler: Any) -> None:
        self.feed = _showable(self.feed)
        super().add_root_elements(handler)

    def item_attributes(self, item: dict[str, Any]) -> dict[str, Any]:
        return {**super().item_attributes(item), "xml:lang": item["language"]}

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        item = _showable(item)
        summary, item["description"] = item["description"], None
        super().add_item_elements(handler, item)
        handler.addQuickElement("summary", summary, {"type": "text"})


def _showable(facts: dict[str, Any]) -> dict[str, Any]:
    """Rows may be older than what reads them: one character that XML doesn't have would cost the whole feed."""
    return {name: showable(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}


def _since(game: Game) -> datetime:
    """When the game's texts came last; long ago where it has none."""
    latest: datetime | None = game.sources.aggregate(latest=Max("imported_at"))["latest"]
    return latest or datetime.fromtimestamp(0, UTC)


class AnswersFeed(_Feed):
    """Entries with a text, of the game alone; the address of each is its page in the feed's language."""

    feed_type = _Atom

    def get_object(self, request: HttpRequest, game: str) -> Game:
        row = get_object_or_404(Game, slug=game)
        give_names([row])
        return row

    def title(self, game: Game) -> str:
        return f"{_('Who is right?')} {game.name_in(interface_language())}"

    def subtitle(self, game: Game) -> str:
        return _("New and changed answers")

    def link(self, game: Game) -> str:
        return game.get_absolute_url()

    def feed_url(self, game: Game) -> str:
        return reverse("feed", args=[game.slug])

    def feed_guid(self, game: Game) -> str:
        """The same under every name of the host and after every move, for each language: a feed is in one."""
        return f"tag:who-is-right,2026:/{interface_language()}/games/{game.pk}"

    def author_name(self, game: Game) -> str:
        return _("Who is right?")

    def feed_extra_kwargs(self, game: Game) -> dict[str, Any]:
        return {"since": partial(_since, game)}

    def items(self, game: Game) -> list[Entry]:
        found = (
            Entry.objects.live().texts().exclude(kind=NOTE).of_game(game).filter(changed_at__isnull=False).for_page()
        )
        entries = list(found.order_by("-changed_at", "source", "position")[:MOST])
        for entry in entries:
            entry.source.game = game
        return entries

    def item_title(self, entry: Entry) -> str:
        return f"{entry.number} {short_title(entry)}" if entry.number else short_title(entry)

    def item_description(self, entry: Entry) -> str:
        return f"{entry.text}\n— {origin(entry)}"

    def item_link(self, entry: Entry) -> str:
        return quote(entry.get_absolute_url())

    def item_guid(self, entry: Entry) -> str:
        """The same in every language and after every move."""
        return f"tag:who-is-right,2026:{short_path(entry)}"

    def item_updateddate(self, entry: Entry) -> datetime | None:
        return entry.changed_at

    def item_extra_kwargs(self, entry: Entry) -> dict[str, Any]:
        return {"language": entry.language}
