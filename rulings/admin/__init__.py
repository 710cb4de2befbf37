"""The editors' desk: one module a subject. Importing the package registers all of them with the site (kb/admin.py)."""

from rulings.admin import cards, entries, files, games, mentions, names, proxies, redirects, synonyms

__all__ = ["cards", "entries", "files", "games", "mentions", "names", "proxies", "redirects", "synonyms"]
