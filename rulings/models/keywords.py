"""By which words names are looked up when a text is read: one row a lemma of a name's keyword (``rulings.linking``).

Names, titles of entries and codes of cards have them, made whenever one of those is saved. So a text is matched
against the names whose keyword stands in it, and not against all names of its game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import models
from django.db.models import Q

from rulings.batches import batches
from rulings.linking import Forms, keyword

LENGTH = 60  # characters of a lemma that are kept


class KeywordQuerySet(models.QuerySet["Keyword"]):
    def of(self, lemmas: Collection[str]) -> KeywordQuerySet:
        """Those of these lemmas."""
        return self.filter(lemma__in={lemma[:LENGTH] for lemma in lemmas})

    def renew(self, field: str, forms: Mapping[int, Forms], *, are_new: bool = False) -> None:
        """Keep the keywords of some rows (``field`` says of which model), given as key → form table."""
        fresh = {key: set(_lemmas(own)) for key, own in forms.items()}
        if not are_new:
            before: dict[int, set[str]] = {}
            for some in batches(fresh):
                for key, lemma in self.filter(**{f"{field}__in": some}).values_list(field, "lemma"):
                    before.setdefault(key, set()).add(lemma)
            fresh = {key: own for key, own in fresh.items() if own != before.get(key, set())}
            stale = [key for key in fresh if key in before]
            for some in batches(stale):
                self.filter(**{f"{field}__in": some}).delete()
        rows = (Keyword(lemma=lemma, **{f"{field}_id": key}) for key, own in fresh.items() for lemma in sorted(own))
        self.bulk_create(rows, batch_size=2000)


class Keyword(models.Model):
    lemma = models.CharField(max_length=LENGTH, db_index=True)
    name = models.ForeignKey("rulings.Name", models.CASCADE, related_name="keywords", null=True)
    entry = models.ForeignKey("rulings.Entry", models.CASCADE, related_name="keywords", null=True)
    card = models.ForeignKey("rulings.Card", models.CASCADE, related_name="keywords", null=True)

    objects = KeywordQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(name__isnull=False, entry__isnull=True, card__isnull=True)
                | Q(name__isnull=True, entry__isnull=False, card__isnull=True)
                | Q(name__isnull=True, entry__isnull=True, card__isnull=False),
                name="keyword_of_one_thing",
            )
        ]

    def __str__(self) -> str:
        return self.lemma


def _lemmas(forms: Forms) -> list[str]:
    return [lemma[:LENGTH] for lemma in forms[keyword(forms)]] if forms else []
