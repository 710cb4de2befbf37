"""The editors' desk: one module a subject. Importing the package registers all of them with the site (kb/admin.py)."""

from rulings.admin import accounts, cards, entries, files, games, mentions, names, proxies, redirects, synonyms

__all__ = ["accounts", "cards", "entries", "files", "games", "mentions", "names", "proxies", "redirects", "synonyms"]
