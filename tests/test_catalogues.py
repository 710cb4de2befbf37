"""Both interface languages are complete: every text that the code and the templates ask for, in every plural."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.template.base import FilterExpression, Node, Template, Variable
from django.template.engine import Engine
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import gettext, ngettext, override

from rulings.labels import counted
from rulings.management.commands.compile_catalogues import catalogues, compiled

ROOT = Path(settings.BASE_DIR)
CODE = [*(ROOT / "rulings").rglob("*.py"), *(ROOT / "kb").rglob("*.py")]
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
DESK = [ROOT / "rulings" / room for room in ("admin", "forms", "models")] + [ROOT / "templates" / "admin"]
CATALOGUES = {path.parent.parent.name: path for path in catalogues()}
SINGLE = {"_", "_g", "gettext", "gettext_lazy", "pgettext", "pgettext_lazy"}
PLURAL = {"ngettext", "ngettext_lazy"}


# ── what is asked for ──


def texts_of_code(paths: Iterable[Path]) -> Iterator[str]:
    """The msgids of Python files."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in SINGLE | PLURAL:
                    text = node.args[1 if name.startswith("p") else 0]
                    assert isinstance(text, ast.Constant), f"{path.name}:{node.lineno}: not a plain text"
                    yield str(text.value)


def texts_of_templates(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        template = Template(path.read_text(encoding="utf-8"), engine=Engine.get_default())
        for node in template.nodelist.get_nodes_by_type(Node):
            if isinstance(node, TranslateNode):
                yield from _texts_of(node.filter_expression)
            elif isinstance(node, BlockTranslateNode):
                yield node.render_token_list(node.singular)[0]


def _texts_of(expression: FilterExpression) -> Iterator[str]:
    if isinstance(expression.var, Variable):
        yield str(expression.var.literal or "")
    else:
        yield str(expression.var)


def of_desk(paths: Iterable[Path]) -> list[Path]:
    return [path for path in paths if any(room in path.parents for room in DESK)]


WANTED = {*texts_of_code(CODE), *texts_of_templates(TEMPLATES)} - {""}
AT_DESK = {*texts_of_code(of_desk(CODE)), *texts_of_templates(of_desk(TEMPLATES))}


# ── the catalogues ──


def test_both_languages_have_a_catalogue() -> None:
    assert sorted(CATALOGUES) == sorted(code for code, _name in settings.LANGUAGES)


@pytest.mark.parametrize("language", CATALOGUES)
def test_compiled_catalogue_is_fresh(language: str) -> None:
    path = CATALOGUES[language]
    assert path.with_suffix(".mo").read_bytes() == compiled(path), "run manage.py compile_catalogues"


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_text_is_translated(language: str) -> None:
    known = {entry.msgid: entry for entry in polib.pofile(str(CATALOGUES[language]))}
    assert sorted(WANTED - set(known)) == []
    assert sorted(set(known) - WANTED) == [], "no longer used"
    for entry in known.values():
        assert not entry.fuzzy, entry.msgid
        forms = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        assert len(forms) == (3 if entry.msgid_plural else 1), entry.msgid
        assert all(forms), entry.msgid


@pytest.mark.parametrize("language", CATALOGUES)
def test_translation_keeps_the_places_of_its_values(language: str) -> None:
    for entry in polib.pofile(str(CATALOGUES[language])):
        wanted = sorted(re.findall(r"%s|%\(\w+\)[sd]|\{\w+\}|</?\w+>", entry.msgid))
        for form in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            assert sorted(re.findall(r"%s|%\(\w+\)[sd]|\{\w+\}|</?\w+>", form)) == wanted, entry.msgid


@pytest.mark.parametrize("language", CATALOGUES)
def test_translation_is_in_its_script_and_typography(language: str) -> None:
    for entry in polib.pofile(str(CATALOGUES[language])):
        for form in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            bare = re.sub(
                r"%s|%\(\w+\)[sd]|\{\w+\}|</?\w+>|/?\w+/[\w/]*|[A-Z]+_[A-Z_]+|UTF-8|TOML|HTML|JSON|GET|OpenAPI|http|QR|Markdown|official|community",
                "",
                form,
            )
            if language == "ru":
                assert not re.search(r"[A-Za-z]", bare), form
                assert not re.search(r"[\"“”„]", form), form
            else:
                assert not re.search(r"[А-Яа-яЁё]", bare), form
                assert not re.search(r"[\"“«»]", form), form
            assert "..." not in form, form


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ru", ["0 ответов", "1 ответ", "2 ответа", "5 ответов", "11 ответов", "21 ответ", "22 ответа", "112 ответов"]),
        (
            "pl",
            [
                *("0 odpowiedzi", "1 odpowiedź", "2 odpowiedzi", "5 odpowiedzi"),
                *("11 odpowiedzi", "21 odpowiedzi", "22 odpowiedzi", "112 odpowiedzi"),
            ],
        ),
    ],
)
def test_plurals_are_right(language: str, expected: list[str]) -> None:
    with override(language):
        assert [counted("answer", count) for count in (0, 1, 2, 5, 11, 21, 22, 112)] == expected


def test_polish_plurals_part_few_from_many() -> None:
    with override("pl"):
        assert [counted("ruling", count) for count in (1, 2, 5, 12, 22, 25)] == [
            *("1 pytanie", "2 pytania", "5 pytań"),
            *("12 pytań", "22 pytania", "25 pytań"),
        ]
        assert ngettext("%(count)d card", "%(count)d cards", 4) == "%(count)d karty"


# ── the templates ──

_TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_NOT_SAID = re.compile(
    r"\{% blocktranslate.*?endblocktranslate %\}"
    r"|\{% comment %\}.*?\{% endcomment %\}"
    r"|\{% block (?:body_class|kept) %\}.*?\{% endblock %\}",
    re.DOTALL,
)
# Said to readers of both languages at once, or no words at all.
_ALLOWED = {"Язык / Język", "Enter"}
_SAID = {"aria-label", "title", "placeholder", "alt", "content"}


class _Words(HTMLParser):
    """The words that stand in a template itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {"width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"}
        for name, value in attrs:
            is_name = (tag == "meta" and ("name", "robots") in attrs) or value in {"light dark", *known}
            if name in _SAID and value and not is_name:
                self.found.append(value)

    def handle_data(self, data: str) -> None:
        self.found.append(data)


@pytest.mark.parametrize("path", [p for p in TEMPLATES if p.suffix == ".html"], ids=lambda path: path.stem)
def test_template_has_no_words_of_its_own(path: Path) -> None:
    parser = _Words()
    parser.feed(_TAGS.sub(" ", _NOT_SAID.sub(" ", path.read_text(encoding="utf-8"))))
    words = [text.strip() for text in parser.found if re.search(r"[^\W\d_]", text)]
    assert [text for text in words if text not in _ALLOWED] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_template_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize(("language", "said"), [("ru", "Сохранено: {name}"), ("pl", "Zapisano: {name}")])
def test_the_desk_speaks_of_things_of_any_gender(language: str, said: str) -> None:
    with override(language):
        assert gettext("The {name} “{obj}” was changed successfully.").startswith(said)


@pytest.mark.parametrize(("language", "word"), [("ru", "описани"), ("pl", "opis")])
def test_an_outline_has_one_name(language: str, word: str) -> None:
    entries = [entry for entry in polib.pofile(str(CATALOGUES[language])) if "outline" in entry.msgid.lower()]
    assert len(entries) > 10
    assert not [entry.msgstr for entry in entries if word not in entry.msgstr.lower()]


# What texts of the desk speak of in English, and the one name it has in each language.
_NAMES = [
    (r"redirects?", {"ru": "перенаправлени", "pl": "przekierowani"}),
    (r"names?", {"ru": r"\bим(?:я|ён|ен[иае])", "pl": "nazw"}),
    (r"title", {"ru": "названи|заголов", "pl": "tytuł"}),
    (r"base game", {"ru": "базов", "pl": "podstawow"}),
    (r"removed", {"ru": "удал", "pl": "usun"}),
    (r"restored?", {"ru": "восстанов", "pl": "przywró"}),
    (r"import(?:s|ed)?", {"ru": "загру", "pl": "import"}),
    (r"changed by an editor|edited", {"ru": "изменен", "pl": "zmienion"}),
    (r"references to books|citation", {"ru": "ссылк", "pl": "odesłani"}),
    (r"links?", {"ru": "ссыл", "pl": "odnośnik"}),
    (r"sites?", {"ru": "сайт", "pl": "serwis"}),
]
# What some of it was called as well.
_OTHER_NAMES = {"ru": "переадрес|заглави|импорт|убран|основн(?:ая|ой) игр", "pl": r"\blink|odsyłacz|na stronie"}


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_thing_of_the_desk_has_one_name(language: str) -> None:
    entries = [entry for entry in polib.pofile(str(CATALOGUES[language])) if entry.msgid in AT_DESK]
    said = {entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()]).lower() for entry in entries}
    for asked, names in _NAMES:
        spoken = re.compile(rf"(?<![\w{{(])(?:{asked})(?![\w}})])", re.IGNORECASE)
        about = {msgid: text for msgid, text in said.items() if spoken.search(msgid)}
        assert len(about) > 1, asked
        assert {msgid: text for msgid, text in about.items() if not re.search(names[language], text)} == {}
    assert [text for text in said.values() if re.search(_OTHER_NAMES[language], text)] == []
