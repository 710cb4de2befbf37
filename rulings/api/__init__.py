"""The JSON twin of the pages (docs at /api/docs). Shapes: ``schemas.py``."""

from rulings.api.endpoints import api

__all__ = ["api"]
