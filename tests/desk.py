"""What the tests of the editors' desk share: forms filled in as a browser does, lists and messages read as a person
does. The editor and her browser are fixtures (conftest.py)."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from rulings.models import Entry
from rulings.standing import Standing
from tests.renaming import rename

PASSWORD = "nochnoy-dozhd-7"
IMPOSSIBLE = ("abc", "9" * 23)  # what no row has as its key


def edited(entry: Entry, **facts: object) -> Entry:
    """An entry after an editor changed it by hand."""
    rename(entry, **facts)
    entry.refresh_from_db()
    return entry


def said(message: str, language: str = "ru") -> str:
    """A message as a reader of the language sees it."""
    with translation.override(language):
        return gettext(message)


def filled(response: Any, **changes: Any) -> dict[str, Any]:
    """What a browser would send from the form of a page of the admin, with some fields changed."""
    data: dict[str, Any] = {}
    forms = [response.context["adminform"].form]
    for inline in response.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    for form in forms:
        for field in form:
            value = _sent(field.value())
            if value != "" or field.name != "cards":  # of a choice of several a browser sends only what is chosen
                data[field.html_name] = value
    unknown = set(changes) - set(data) - {name for name in changes if name.startswith(("names-", "_"))}
    assert unknown <= {"cards", "parent"}, unknown
    return {**data, **{name: _sent(value) for name, value in changes.items()}}


def _sent(value: Any) -> Any:
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, list | tuple):
        return [_sent(item) for item in value]
    if value is None or value is False:
        return ""
    return value


def save(client: Client, url: str, **changes: Any) -> HttpResponse:
    """Open a form, change some fields, save; the response to that."""
    response = client.post(url, filled(client.get(url), **changes))
    assert isinstance(response, HttpResponse)
    return response


def errors(response: Any) -> dict[str, list[str]]:
    """The messages at the fields of a form that was refused; those of the form itself at the empty name."""
    assert response.status_code == 200, "nothing was refused"
    fields = response.context["adminform"].form.errors
    found = {name.replace("__all__", ""): list(texts) for name, texts in fields.items()}
    for inline in response.context["inline_admin_formsets"]:
        for form in inline.formset.forms:
            found |= {form.add_prefix(name): list(texts) for name, texts in form.errors.items()}
        if inline.formset.non_form_errors():
            found["names"] = list(inline.formset.non_form_errors())
    return found


def rows(response: Any) -> list[Any]:
    """The rows of a list."""
    return list(response.context["cl"].result_list)


def counts(response: Any, parameter: str) -> dict[str, int]:
    """The values of a filter with the numbers beside them."""
    for spec in response.context["cl"].filter_specs:
        if spec.parameter_name == parameter:
            choices = [choice["display"] for choice in spec.choices(response.context["cl"])]
            pairs = (str(display).rpartition(" (") for display in choices if str(display).endswith(")"))
            return {label: int(number.rstrip(")")) for label, _, number in pairs}
    raise AssertionError(parameter)


def messages(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def links_of(entry: Entry) -> str:
    """The page of an entry's links."""
    return reverse("admin:rulings_entry_links", args=[entry.pk])


def place_of_piece(desk: Client, entry: Entry, piece: str) -> dict[str, str]:
    """The same of the first place where these words stand."""
    context = desk.get(links_of(entry), {"piece": piece}).context
    return fields_of(context["place"], context["standing"])


def fields_of(place: str, standing: Standing) -> dict[str, str]:
    around = {"before": standing.before, "after": standing.after}
    return {"place": place, "words": standing.surface} | {
        name: text.replace("\n", "\r\n") for name, text in around.items()
    }
