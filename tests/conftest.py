"""The knowledge base with its five sources, loaded once; every test sees it as it was."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation
from haystack import connections
from hypothesis import HealthCheck, settings
from pytest_django.plugin import DjangoDbBlocker

from rulings.accounts import make_editor
from rulings.models import Card, Entry, Source, content
from rulings.offline import copies, keeping
from rulings.search import state
from rulings.search.backend import Backend, backend
from rulings.search.state import current
from rulings.search.storage import Storage
from tests.desk import PASSWORD
from tests.loaded import load

# The same examples in every run, however slow the machine; `pytest --hypothesis-profile explore` looks for new ones.
_SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("explore", deadline=None, max_examples=1000, suppress_health_check=_SLOW, print_blob=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The database of the tests, loaded. Returns a data folder with the same, to be copied."""
    with django_db_blocker.unblock():
        return load(tmp_path_factory)


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Every test begins in the language of the command line; a page of the test before may have left its own."""
    with translation.override(django_settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def kb(db: None) -> None:
    """The loaded knowledge base."""


@pytest.fixture
def index(kb: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Backend]:
    """The knowledge base with an index of the test's own, in every thread; what it writes is gone afterwards.

    It begins as a copy of the one that all tests read, decoded already: that takes .4 s of each test otherwise.
    """
    here = backend()  # first: the first test of a worker would make it one of the folder below
    decoded = current()
    monkeypatch.setitem(connections.connections_info["default"], "PATH", str(tmp_path / "index"))
    shared = here.folders
    shutil.copytree(shared.root, tmp_path / "index")
    here.folders = Storage(tmp_path / "index")
    here.setup()
    monkeypatch.setattr(state, "_state", replace(decoded, mark=here.mark()))
    yield here
    here.folders, here.setup_complete = shared, False


@pytest.fixture
def own_copy(index: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy for devices with an index of the test's own; what the test makes anew is gone afterwards."""
    mark, key = current().mark, copies.key_of(current())
    made = _COPIES.get(key)
    if made is None:
        made = _COPIES[key] = copies.copy()
    else:  # making it takes longer than all that the test does with it
        keeping.write(mark.folder.parent.with_name("offline"), key, made.version, made.parts)
    monkeypatch.setattr(copies, "_kept", copies.Kept((mark, content.token()), key, made))


_COPIES: dict[str, copies.Copy] = {}


@pytest.fixture
def ruling(kb: None) -> Entry:
    return Entry.objects.get(source__slug="faq", source__game__slug="talisman", anchor="korona-poveleniy-v1")


@pytest.fixture
def editor(kb: None) -> User:
    return make_editor("vera", PASSWORD)


@pytest.fixture
def desk(client: Client, editor: User) -> Client:
    """The browser of an editor who is logged in."""
    client.force_login(editor)
    return client


@pytest.fixture
def crown(kb: None) -> Card:
    return Card.objects.get(slug="korona-poveleniy")


@pytest.fixture
def twin(ruling: Entry) -> Entry:
    """The same question of the same card in the FAQ of another edition, under the same anchor, answered officially and
    otherwise; no search knows it yet."""
    source = Source.objects.create(
        game=ruling.source.game,
        slug="faq5",
        language="ru",
        title="Ответы издателя",
        edition="5-е издание",
        authority="official",
    )
    facts = {name: getattr(ruling, name) for name in ("kind", "number", "title", "title_html", "anchor", "language")}
    text = "Нет. Там собирают только Корону."
    entry = Entry.objects.create(
        source=source, body=text, text=text, html=f'<p id="p1">{text}</p>', position=1, **facts
    )
    entry.cards.set(ruling.cards.all())
    return entry
