"""Addresses of the pages (each under an interface language, see kb/urls.py) and of what has no language."""

from django.urls import path

from rulings.api.docs import docs, programs_page
from rulings.feeds import AnswersFeed
from rulings.views import (
    cards,
    entries,
    games,
    helping,
    home,
    offline,
    paper,
    preview,
    qr,
    searching,
    site,
    sources,
    suggesting,
    tonight,
)
from rulings.views.moved import or_moved

# Under /ru/ and /pl/. The order matters: «terms» and «cards» are no sources.
pages = [
    path("", home.home, name="home"),
    path("search/", searching.search_page, name="search"),
    path("help/", helping.help_page, name="help"),
    path("api/", programs_page, name="programs"),
    path("tonight/", tonight.tonight_page, name="tonight"),
    path("tonight/rows/", tonight.tonight_rows, name="tonight_rows"),
    path("search/suggest/", suggesting.suggest_page, name="suggest"),
    path("search/completions/", suggesting.completions, name="completions"),
    path("opensearch.xml", site.opensearch, name="opensearch"),
    path("offline/", offline.offline_page, name="offline"),
    path("site.webmanifest", offline.manifest, name="manifest"),
    path("<slug:game>/offline.html", offline.game_file, name="game_file"),
    path("preview/<path:path>", preview.preview, name="preview"),
    path("<slug:game>/", games.game_page, name="game"),
    path("<slug:game>/terms/", games.terms_page, name="terms"),
    path("<slug:game>/print/", paper.paper_page, name="paper"),
    path("<slug:game>/feed/", or_moved(AnswersFeed()), name="feed"),
    path("<slug:game>/cards/<slug:slug>/", cards.card_page, name="card"),
    path("<slug:game>/<slug:source>/", sources.source_page, name="source"),
    path("<slug:game>/<slug:source>/<slug:anchor>/", entries.entry_page, name="entry"),
]

# In no language.
others = [
    path("", site.root),
    path("e/<int:key>", site.short_entry),
    path("c/<int:key>", site.short_card),
    path("qr.svg", qr.qr_code),
    path("api/docs", docs),
    path("favicon.ico", site.favicon),
    path("sw.js", offline.worker),
    path("offline/contents.json", offline.contents),
    path("offline/<slug:version>/<slug:part>.json", offline.copy_part),
    path("robots.txt", site.robots),
    path("sitemap.xml", site.sitemap),
]
