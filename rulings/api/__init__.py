"""The JSON twin of the pages (described by ``docs.py``). Shapes: ``schemas.py``."""

from rulings.api.endpoints import api

__all__ = ["api"]
