"""The help page of the search: what it understands, with examples that lead to their answers."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rulings.interface import interface_language
from rulings.models import Entry
from rulings.models.lines import Line
from rulings.search.examples import PARTS, Example, Topic, paths

PAGE = "rulings/help.html"


class Shown(NamedTuple):
    """An example with its address and the entries it speaks of, as far as they are here."""

    example: Example
    url: str
    found: list[Line]
    without: Line | None


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, PAGE, context())


def context() -> dict[str, Any]:
    """What the page shows; it depends on nothing else."""
    examples = {topic.key: topic.examples.get(interface_language(), ()) for part in PARTS for topic in part.topics}
    known = Entry.objects.live().at({path for own in examples.values() for one in own for path in paths(one)})
    lines = {line.path: line for line in known.lines()}

    def shown(topic: Topic) -> list[Shown]:
        return [
            Shown(
                one,
                f"{reverse('search')}?{urlencode({'q': one.query})}",
                [lines[path] for path in (one.first, one.also) if path in lines],
                lines.get(one.without),
            )
            for one in examples[topic.key]
        ]

    return {"parts": [(part.title, [(topic, shown(topic)) for topic in part.topics]) for part in PARTS]}
