"""Error pages: clear, in the reader's language, and never a 500."""

from __future__ import annotations

import logging
from io import StringIO
from urllib.parse import quote

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, OperationalError
from django.test import Client, RequestFactory, override_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.logs import AskedInVain
from rulings.characters import showable
from rulings.views import errors
from tests.html import Node, parse

pytestmark = pytest.mark.django_db

HEADINGS = {
    400: {"ru": "Этот адрес не читается", "pl": "Nie da się odczytać tego adresu"},
    403: {"ru": "Сюда можно не всем", "pl": "To nie jest dla wszystkich"},
    404: {"ru": "Здесь ничего нет", "pl": "Tu nic nie ma"},
    405: {"ru": "Так не получится", "pl": "Tak się nie da"},
    500: {"ru": "Здесь что-то сломалось", "pl": "Coś się tu zepsuło"},
    503: {"ru": "Скоро вернёмся", "pl": "Zaraz wracamy"},
}


def check(page: Node, status: int, language: str) -> None:
    assert page.attributes["lang"] == language
    assert page.one("h1").text == HEADINGS[status][language]
    assert page.one("p", class_="status").text == str(status)
    assert page.one("main").one("form").attributes["action"] == f"/{language}/search/"


@pytest.mark.parametrize("language", ["ru", "pl"])
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("nothing/", 404),
        ("talisman/nothing/", 404),
        ("talisman/cards/nothing/", 404),
        ("talisman/faq/nothing/", 404),
        ("talisman/faq/nothing/deeper/", 404),
        ("nothing/terms/", 404),
        ("search/?q=жаба&page=2000", 404),
        ("search/?page=0", 400),
        ("search/?page=-1", 400),
        ("search/?page=1e3", 400),
        ("search/?page=²", 400),
        ("search/?page=99999999999999999999", 400),
        ("search/?page=00000199999999", 400),
        ("search/?page=10001", 400),
        ("search/?game=nothing", 400),
        ("search/?kind=nothing", 400),
        ("search/?language=xx", 400),
        ("search/?authority=mine", 400),
        ("search/?q=" + "а" * 1001, 400),
        ("talisman/faq/?q=" + "а" * 1001, 400),
    ],
)
def test_error_is_said_in_the_readers_language(client: Client, kb: None, path: str, status: int, language: str) -> None:
    response = client.get(f"/{language}/{path}")
    assert response.status_code == status
    check(parse(response.content.decode()).one("html"), status, language)


@pytest.mark.parametrize(("level", "is_written"), [("INFO", True), ("WARNING", False)])
def test_what_is_asked_in_vain_is_one_line_of_information(
    client: Client, kb: None, monkeypatch: pytest.MonkeyPatch, level: str, is_written: bool
) -> None:
    handler = next(one for one in logging.getLogger().handlers if one.name == "stderr")
    assert [type(one) for one in handler.filters] == [AskedInVain]
    log = StringIO()
    monkeypatch.setattr(handler, "stream", log)
    monkeypatch.setattr(handler, "level", logging.getLevelNamesMapping()[level])
    monkeypatch.setattr(handler, "filters", [AskedInVain(level)])
    paths = ("/ru/search/?page=first", "/ru/nothing/", "/ru/talisman/faq/?" + "&".join(f"x{n}" for n in range(2000)))
    assert [client.get(path).status_code for path in paths] == [400, 404, 400]
    said = [" ".join(line.split()[2:4]) for line in log.getvalue().splitlines()]
    assert said == (["INFO django.request:"] * 2 + ["INFO django.security.TooManyFieldsSent:"] if is_written else [])
    logging.getLogger("rulings").error("A failure of ours")
    assert log.getvalue().endswith("ERROR rulings: A failure of ours\n")


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_missing_address_without_a_language_is_said_in_the_readers(client: Client, language: str) -> None:
    response = client.get("/a/b/c/d/", headers={"Accept-Language": language})
    assert response.status_code == 404
    check(parse(response.content.decode()).one("html"), 404, language)


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_unknown_host_is_a_bad_request(client: Client, language: str) -> None:
    response = client.get(f"/{language}/", headers={"Host": "elsewhere.example"})
    assert response.status_code == 400
    check(parse(response.content.decode()).one("html"), 400, language)


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_failure_is_said_without_the_database(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("rulings.views.home.samples", broken)
    response = Client(raise_request_exception=False).get(f"/{language}/")
    assert response.status_code == 500
    check(parse(response.content.decode()).one("html"), 500, language)


NOT_NOW = {
    "ru": "База данных сейчас не отвечает; повторите через полминуты.",
    "pl": "Baza danych teraz nie odpowiada; spróbuj ponownie za pół minuty.",
}


@pytest.mark.parametrize(
    ("language", "error"),
    [("ru", OperationalError("database is locked")), ("pl", DatabaseError("database disk image is malformed"))],
)
def test_database_that_does_not_answer_is_unavailable(
    client: Client, language: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*args: object, **facts: object) -> None:
        raise error

    monkeypatch.setattr("rulings.views.home.samples", busy)
    response = client.get(f"/{language}/")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "30")
    check(parse(response.content.decode()).one("html"), 503, language)
    monkeypatch.setattr("rulings.api.endpoints.search", busy)
    monkeypatch.setattr("rulings.api.health.indexing.condition", busy)
    for path in ("api/search/", "healthz"):  # in an endpoint, and outside of any
        data = client.get(f"/{path}?q=x&lang={language}")
        assert (data.status_code, data.headers["Retry-After"]) == (503, "30")
        assert data.json()["error"] == {"code": "unavailable", "message": NOT_NOW[language], "field": None}


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_forbidden_is_said_in_the_readers_language(language: str) -> None:
    request = RequestFactory().get("/admin/", headers={"Accept-Language": language})
    response = errors.forbidden(request, PermissionDenied())
    assert response.status_code == 403
    check(parse(response.content.decode()).one("html"), 403, language)


def test_form_with_an_old_token_is_forbidden_in_words() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/admin/login/", {"username": "a"}, headers={"Accept-Language": "pl"})
    assert response.status_code == 403
    check(parse(response.content.decode()).one("html"), 403, "pl")


@pytest.mark.parametrize("method", ["trace", "put", "delete"])
def test_desk_knows_no_other_method_than_that_of_forms(method: str) -> None:
    response = getattr(Client(), method)("/admin/rulings/entry/", headers={"Accept-Language": "pl"})
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, POST")
    check(parse(response.content.decode()).one("html"), 405, "pl")


@pytest.mark.parametrize("path", ["nothing/?a=1&b=2", "nothing/deeper/still/x/?a=1", "search/?page=first&a=1"])
def test_other_language_of_an_error_is_the_same_address(client: Client, kb: None, path: str) -> None:
    links = parse(client.get(f"/ru/{path}").content.decode()).one("nav", class_="languages").all("a")
    assert [link.attributes["href"] for link in links] == [f"/ru/{path}", f"/pl/{path}"]


@pytest.mark.parametrize("method", ["post", "put", "delete", "options", "trace"])
def test_page_can_only_be_read(method: str) -> None:
    client = Client(enforce_csrf_checks=True)
    for path in ("/ru/talisman/", "/pl/talisman/feed/", "/robots.txt", "/e/20", "/nothing", "/ru/api/"):
        response = getattr(client, method)(path, headers={"Accept-Language": "ru"})
        assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")
        check(parse(response.content.decode()).one("html"), 405, "pl" if path.startswith("/pl/") else "ru")


@override_settings(DEBUG_PROPAGATE_EXCEPTIONS=True)
@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_query_is_answered_and_escaped(client: Client, kb: None, text: str) -> None:
    for path in (f"/ru/search/?q={quote(text)}", f"/pl/andor/pamyatka/?q={quote(text)}"):
        response = client.get(path)
        assert response.status_code == 200
        shown = parse(response.content.decode())
        assert [script.text for script in shown.all("script")] == [""] * len(shown.all("script"))
        fields = [field.attributes["value"] for field in shown.all("input", name="q") if field.attributes.get("value")]
        assert all(field.split() == showable(text).replace("\x00", "").split() for field in fields)


@override_settings(DEBUG_PROPAGATE_EXCEPTIONS=True)
@settings(max_examples=60)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=5))
def test_any_address_is_answered(client: Client, kb: None, parts: list[str]) -> None:
    path = "/".join(quote(part, safe="") for part in parts)
    for prefix in ("/", "/ru/", "/pl/talisman/", "/e/", "/pl/talisman/cards/"):
        assert client.get(prefix + path).status_code in {200, 301, 302, 400, 404}


@override_settings(DEBUG_PROPAGATE_EXCEPTIONS=True)
@settings(max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from(["q", "page", "game", "kind", "language", "authority", "x"]),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.integers().map(str),
    )
)
def test_any_parameters_are_answered(client: Client, kb: None, parameters: dict[str, str]) -> None:
    assert client.get("/ru/search/", parameters).status_code in {200, 400, 404}
