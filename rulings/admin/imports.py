"""A document becomes entries: uploaded, looked at in a report, and written once an editor says so.

Between the report and the answer the document travels in the page, packed and signed: nothing waits on a disk, and
what is written is what the report was about.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.contrib import admin, messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulings.admin.history import stored
from rulings.documents import Outline
from rulings.forms import ImportForm, row_key
from rulings.importing import ImportReport, import_text
from rulings.labels import problem_text
from rulings.models import Source
from rulings.reading import ImportFailure, Told, complete_outline, decode, find_source, read_outline

_SALT = "rulings.admin.imports"
_AGE = 12 * 3600  # seconds that a report waits for its answer
_RIGHTS = ("rulings.add_source", "rulings.change_source", "rulings.add_entry", "rulings.change_entry")


@dataclass(frozen=True)
class Upload:
    """A document that was read: its file's name, its text, and all that is known of it."""

    name: str
    text: str
    outline: Outline

    def packed(self) -> str:
        return signing.dumps([self.name, self.text, asdict(self.outline)], salt=_SALT, compress=True)

    @classmethod
    def unpacked(cls, packed: str) -> Upload:
        """Raises ``signing.BadSignature`` for what is too old or was not packed here."""
        name, text, outline = signing.loads(packed, salt=_SALT, max_age=_AGE)
        return cls(name, text, Outline.from_dict(outline))

    def run(self, *, dry_run: bool) -> ImportReport:
        return import_text(Path(self.name), self.text, self.outline, dry_run=dry_run)


def may_import(request: HttpRequest) -> bool:
    """Whether a document is offered to be imported, and taken: it adds sources and entries and changes them."""
    return request.user.has_perms(_RIGHTS)


def import_view(request: HttpRequest) -> HttpResponse:
    if not may_import(request):
        raise PermissionDenied
    if "packed" in request.POST:
        return _write(request)
    known = _known_source(request)
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form, "known": known}
    if request.method == "POST" and form.is_valid():
        try:
            upload = _read(form, known)
            context |= _report(upload.run(dry_run=True)) | {
                "packed": upload.packed(),
                "outline": upload.outline,
                "renews": find_source(upload.outline, upload.name, upload.text),
            }
        except ImportFailure as failure:
            context["failure"] = _worded(failure)
    return _page(request, context)


def _write(request: HttpRequest) -> HttpResponse:
    """The answer to a report: the same document, written."""
    try:
        upload = Upload.unpacked(request.POST["packed"])
        report = upload.run(dry_run=False)
    except signing.BadSignature:
        return _page(
            request, {"form": ImportForm(), "failure": _("This report is too old. Upload the document again.")}
        )
    except ImportFailure as failure:
        return _page(request, {"form": ImportForm(), "failure": _worded(failure)})
    source = find_source(upload.outline)
    assert source is not None, "it was written just now"
    source_admin = admin.site.get_model_admin(Source)
    message = stored(gettext_lazy("Imported from the file “%(file)s”."), file=upload.name)
    source_admin.log_change(request, source, message)
    written = len(report.created) + len(report.updated) + len(report.removed)
    text = ngettext(
        "“%(source)s” is imported: %(n)d entry changed.", "“%(source)s” is imported: %(n)d entries changed.", written
    )
    source_admin.message_user(request, text % {"source": source, "n": written}, messages.SUCCESS)
    return HttpResponseRedirect(f"{reverse('admin:rulings_entry_changelist')}?source={source.pk}")


def _read(form: ImportForm, known: Source | None) -> Upload:
    """The uploaded files as a text and an outline. A new version of a known source may do with its last outline."""
    document, beside = form.cleaned_data["document"], form.cleaned_data["outline"]
    path = Path(document.name)
    text = decode(path, document.read())
    outline: Outline | None = None
    told: Told | None = None
    if beside:
        told = Told(Path(beside.name), decode(Path(beside.name), beside.read()))
        outline = read_outline(*told)
    elif known and known.outline:
        outline = Outline.from_dict(known.outline)
    return Upload(path.name, text, complete_outline(path, text, outline, form.facts(), told))


def _known_source(request: HttpRequest) -> Source | None:
    key = row_key(request.GET.get("source", ""))
    return None if key is None else Source.objects.select_related("game").filter(pk=key).first()


def _worded(failure: ImportFailure) -> str:
    """«file, line 12: what is wrong»."""
    text = problem_text(failure.problem.key, failure.problem.detail)
    if failure.problem.line:
        return _("%(file)s, line %(line)d: %(text)s") % {
            "file": failure.path.name,
            "line": failure.problem.line,
            "text": text,
        }
    return f"{failure.path.name}: {text}"


def _report(report: ImportReport) -> dict[str, Any]:
    parts = (
        (_("new"), report.created),
        (_("changed"), report.updated),
        (_("no longer in the document: they leave the site"), report.removed),
        (_("left alone: an editor changed or removed them"), report.kept),
        (_("as before"), report.unchanged),
    )
    return {
        "report": report,
        "parts": parts,
        "oddities": [(problem.line, problem_text(problem.key, problem.detail)) for problem in report.warnings],
    }


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    opts = Source._meta
    context = {**admin.site.each_context(request), "title": _("Import a document"), "opts": opts, **context}
    return TemplateResponse(request, "admin/rulings/source/import.html", context)
