"""The site's pages: each a plain GET that is complete without scripts."""
