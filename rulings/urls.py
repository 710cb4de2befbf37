"""Addresses of the pages (each under an interface language, see kb/urls.py) and of what has no language."""

from django.urls import path

from rulings.views import cards, entries, games, home, preview, searching, site, sources

# Under /ru/ and /pl/. The order matters: «terms» and «cards» are no sources.
pages = [
    path("", home.home, name="home"),
    path("search/", searching.search_page, name="search"),
    path("preview/<path:path>", preview.preview, name="preview"),
    path("<slug:game>/", games.game_page, name="game"),
    path("<slug:game>/terms/", games.terms_page, name="terms"),
    path("<slug:game>/cards/<slug:slug>/", cards.card_page, name="card"),
    path("<slug:game>/<slug:source>/", sources.source_page, name="source"),
    path("<slug:game>/<slug:source>/<slug:anchor>/", entries.entry_page, name="entry"),
]

# In no language.
others = [
    path("", site.root),
    path("e/<int:key>", site.short_entry),
    path("c/<int:key>", site.short_card),
    path("favicon.ico", site.favicon),
    path("robots.txt", site.robots),
    path("sitemap.xml", site.sitemap),
]
