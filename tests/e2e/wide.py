"""Texts that are wider than any screen: a table, a drawing in letters, a word without end."""

from __future__ import annotations

import pytest
from django.db.models import CharField, SlugField, TextField, Value
from django.db.models.functions import Cast, Concat
from playwright.sync_api import Page, expect

from rulings.kinds import CHAPTER, RULING
from rulings.markup import Text
from rulings.models import Card, Entry, Game, Mention, Name, Source

WORD = "ы" * 300
QUESTION = f"Что такое {WORD}?"
BODY = (
    f"Да. Смотрите таблицу и {WORD}.\n\n"
    "| Карта | Значение | Предложение | Исключение |\n"
    "| --- | --- | --- | --- |\n"
    "| Корона | Восстанавливающий | Противоположность | Непреодолимость |\n"
    "| Жаба | Обезоруживающий | Последовательность | Неприкосновенность |\n\n"
    f"```\n{'----+' * 80}\n```\n"
)
CLIPPED = """
() => [...document.querySelectorAll(".answer, .text, .prose, .said, .question, h1, .rows span")]
  .filter(node => !node.matches(".clamp, .clamp *, .clamped *, .hidden") && node.scrollWidth > node.clientWidth + 1)
  .filter(node => getComputedStyle(node).display !== "inline")
  .map(node => `${node.tagName}.${node.className}: ${node.scrollWidth} of ${node.clientWidth}`)
"""


@pytest.fixture
def wide(kb: None) -> Entry:
    """A ruling and a rule with such a text, the ruling with such a question too."""
    text = Text(BODY, "ru", answer=True)
    rows = Entry.objects.filter(anchor__in=("korona-poveleniy-v3", "vmesto-obychnogo-dvizheniya"))
    rows.update(html=text.html(), text=text.text)
    rows.filter(kind=RULING).update(title=QUESTION, title_html=QUESTION)
    return rows.get(kind=RULING)


def clipped(page: Page) -> list[str]:
    """What of the page is cut off, or makes it scroll sideways."""
    expect(page.locator("body")).to_have_css("margin", "0px")  # its style is there
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    found: list[str] = page.evaluate(CLIPPED)
    return found + ([f"{width} wide on {screen}"] if width > screen else [])


def fill_free_texts(word: str) -> None:
    """Make every free text of the model, on every row, ``word``: whatever an editor may type is as long on every page.

    A field counts by its type, so that a new one is looked at too; what is chosen from a list, an address, a language
    and the printed document, whose lines the locators count, are none.
    """
    for model in (Game, Source, Card, Name, Entry):
        texts = [
            field
            for field in model._meta.concrete_fields
            if isinstance(field, CharField | TextField) and not isinstance(field, SlugField)
            if field.editable and not field.choices and (model, field.name) not in _NOT_FREE
        ]
        model._default_manager.update(**{field.name: word[: field.max_length] for field in texts})
    Name.objects.update(text=Concat(Value(word), Cast("pk", TextField())))  # no two alike of one thing
    Entry.objects.exclude(kind=CHAPTER).update(text=word, html=f'<p id="p1">{word}</p>')
    Entry.objects.update(title_html=word)
    Mention.objects.update(start=0, end=len(word))


_NOT_FREE = {(Name, "text"), (Source, "language"), (Source, "text"), (Entry, "language"), (Entry, "ref")}
