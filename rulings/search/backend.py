"""The Whoosh engine behind Haystack: an ordinary Whoosh index in a folder that is swapped as a whole.

The stock backend with this site's analysis, one writer at a time over all processes, and a rebuild that nobody
notices. Haystack's own query interface works on it at Whoosh's speed; ``search()`` of this site reads the same files
its own way (``segments.py``).
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.db import DatabaseError
from haystack import connections
from haystack.backends import BaseEngine
from haystack.backends.whoosh_backend import WhooshHtmlFormatter, WhooshSearchBackend, WhooshSearchQuery
from haystack.constants import ID
from haystack.exceptions import SearchBackendError, SkipDocument
from haystack.inputs import Clean, Exact, Not
from haystack.utils import get_identifier
from whoosh import fields
from whoosh.filedb.filestore import FileStorage
from whoosh.highlight import ContextFragmenter
from whoosh.highlight import highlight as whoosh_highlight
from whoosh.index import EmptyIndexError, FileIndex
from whoosh.qparser import FuzzyTermPlugin
from whoosh.query import And
from whoosh.writing import CLEAR, OPTIMIZE, SegmentWriter

from rulings.batches import batches
from rulings.models.base import Indexed
from rulings.search.analysis import AnalysisError, LemmaAnalyzer, signature
from rulings.search.merging import FEW, MANY, SCATTERED, merging, small
from rulings.search.schema import OWN_FIELDS, Parser, text
from rulings.search.storage import Mark, Storage, UnusableError, guarded

log = logging.getLogger(__name__)
WAIT = 10.0  # seconds for another writer to finish
_MEMORY = 256  # megabytes for a rebuild's postings before they are sorted on disk

Documents = Iterable[dict[str, Any]]


class Backend(WhooshSearchBackend):  # type: ignore[misc]
    """Fields by the declarations of ``search_indexes``; everything that Haystack's own fields can be stays possible."""

    index: FileIndex

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.folders = Storage(Path(self.path or ""))
        self.folder = Path()

    # ── opening ──

    def setup(self) -> None:
        """Open the folder in use; make one where there is none."""
        if not self.use_file_storage:
            super().setup()
            return
        self._describe()
        folder = self.folders.current()
        if folder is None:
            with self.folders.writing(WAIT):
                folder = self.folders.current()  # another process may just have made it
                if folder is None:
                    folder = self.create()
                    self.folders.use(folder)
        self._open(folder)
        self.setup_complete = True

    def _describe(self) -> None:
        """What the fields are, whatever lies on disk."""
        self.content_field_name, self.schema = self.build_schema(self._fields())
        self.parser = Parser(self.content_field_name, schema=self.schema)
        self.parser.add_plugins([FuzzyTermPlugin])

    def _open(self, folder: Path) -> None:
        self.storage = FileStorage(str(folder))
        try:
            self.index = self.storage.open_index(schema=self.schema)
        except EmptyIndexError:
            self.index = self.storage.create_index(self.schema)
        self.folder = folder

    def follow(self) -> None:
        """Be at the newest state of the folder in use."""
        if not self.setup_complete:
            self.setup()
        folder = self.folders.current() if self.use_file_storage else self.folder
        if folder is None or folder != self.folder:
            self.setup()
        else:
            self.index = self.index.refresh()

    def create(self) -> Path:
        """A new, empty folder that is not in use."""
        folder = self.folders.create(self.signature())
        FileStorage(str(folder)).create_index(self.schema)
        return folder

    def _fields(self) -> dict[str, Any]:
        found: dict[str, Any] = connections[self.connection_alias].get_unified_index().all_searchfields()
        return found

    def signature(self) -> str:
        """What an index was made by: its fields, what they are made by, and the analysis. An index of another signature
        is rebuilt. It is known before the index is opened: of one that can't be, too."""
        made_by = {name: getattr(field, "made_by", "") for name, field in self._fields().items()}
        _, schema = self.build_schema(self._fields())
        described = sorted((name, type(field).__name__, made_by.get(name, "")) for name, field in schema.items())
        return hashlib.sha256(f"{described}{signature()}".encode()).hexdigest()[:16]

    def build_schema(self, search_fields: dict[str, Any]) -> tuple[str, fields.Schema]:
        content, schema = super().build_schema(search_fields)
        for field in search_fields.values():
            own = OWN_FIELDS.get(field.field_type)
            if own is None and isinstance(schema[field.index_fieldname], fields.TEXT) and not field.analyzer:
                own = text
            if own:
                schema.remove(field.index_fieldname)
                schema.add(field.index_fieldname, own())
        return content, schema

    # ── reading ──

    def times(self) -> tuple[int, ...]:
        """The times of the files that every change of the index touches, in nanoseconds."""
        if not self.setup_complete:
            with guarded():
                self.setup()
        return self.folders.times(self.folder)

    def mark(self) -> Mark:
        """Which state the index is in."""
        with guarded():
            self.follow()
        return Mark(self.folder, self.index.latest_generation())

    def reader(self) -> Any:
        """A reader of the newest state."""
        with guarded():
            self.follow()
            return self.index.reader()

    def reader_of(self, folder: Path) -> Any:
        """A reader of a folder that isn't in use."""
        with guarded():
            return FileStorage(str(folder)).open_index(schema=self.schema).reader()

    def search(
        self,
        query_string: str,
        *,
        start_offset: int = 0,
        end_offset: int | None = None,
        narrow_queries: Iterable[str] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Haystack's, but any slice is itself, also one of nothing: it knows whole pages only; and what narrows to
        nothing finds nothing."""
        self.follow()
        for name in kwargs.get("sort_by") or ():
            if name.lstrip("-") not in (known := self._sortable()):
                raise SearchBackendError(f"nothing is in the order of {name}; of these it may be: {', '.join(known)}")
        narrow = {_everything(query) for query in narrow_queries or ()}
        if self._is_nothing([*narrow, *self._of_models(kwargs.get("models"))]):
            return {"results": [], "hits": 0}
        if end_offset is not None and end_offset <= start_offset > 0:
            counted = self.search(query_string, end_offset=1, narrow_queries=narrow_queries, **kwargs)
            return {**counted, "results": []}
        is_page = not end_offset or start_offset % (end_offset - start_offset) == 0  # to Haystack (0, 0) is a row
        begin = start_offset if is_page else 0
        found = super().search(
            _everything(query_string),
            start_offset=begin,
            end_offset=end_offset,
            narrow_queries=narrow or None,
            **kwargs,
        )
        return found if is_page else {**found, "results": found["results"][start_offset:]}

    def _sortable(self) -> list[str]:
        """The fields that results may be in the order of: a text of lemmas without a column has none."""
        return [
            name
            for name, field in self.schema.items()
            if field.indexed and (field.column_type or not isinstance(field, fields.TEXT))
        ]

    def _of_models(self, models: Iterable[Any] | None) -> list[str]:
        return [" OR ".join(f"django_ct:{model._meta.label_lower}" for model in models)] if models else []

    def _is_nothing(self, queries: Sequence[str]) -> bool:
        """Whether no document meets all of these; Whoosh takes an empty filter for none at all."""
        if len(queries) < 2:
            return False
        with self.index.searcher() as searcher:
            return not len(searcher.search(And([self.parser.parse(query) for query in queries]), limit=1))

    def more_like_this(
        self,
        model_instance: Any,
        additional_query_string: str | None = None,
        *,
        start_offset: int = 0,
        end_offset: int | None = None,
        narrow_queries: Iterable[str] = (),
        **kwargs: Any,
    ) -> Any:
        """Haystack's, but each row once, as many as it says, and of those that it is narrowed to."""
        self.follow()
        demands = [query for query in (additional_query_string, *narrow_queries) if query and query != "*"]
        demand = " AND ".join(f"({query})" for query in demands)
        # All of them: Haystack narrows only what was found first.
        every = max(1, self.index.doc_count())
        found = super().more_like_this(model_instance, demand, start_offset=0, end_offset=every, **kwargs)
        rows = list({result.id: result for result in found["results"]}.values())
        return {**found, "results": rows[start_offset:end_offset], "hits": len(rows)}

    def _process_results(self, raw_page: Any, highlight: bool = False, query_string: str = "", **kwargs: Any) -> Any:
        """Haystack's, but what is marked is every form of a word: its own highlighter knows English stems only."""
        found = super()._process_results(raw_page, query_string=query_string, **kwargs)
        if highlight:
            analyser = LemmaAnalyzer()
            terms = frozenset(token.text for token in analyser(query_string))
            for result in found["results"]:
                text = getattr(result, self.content_field_name) or ""
                marked = whoosh_highlight(text, terms, analyser, ContextFragmenter(), WhooshHtmlFormatter("em"))
                result.highlighted = {self.content_field_name: [marked]}
        return found

    # ── writing ──

    @contextmanager
    def writer(self, folder: Path | None = None, *, small_at_most: int = MANY) -> Iterator[SegmentWriter]:
        """The only writer of the folder in use (or of one that isn't yet); commits at the end, cancels on an error.
        Where there are more small segments, some are merged.

        Raises ``BusyError`` when another process writes for longer than ``WAIT``, ``UnusableError`` when the index
        can't be written.
        """
        if folder is not None:
            with guarded():
                writer = FileStorage(str(folder)).open_index(schema=self.schema).writer(compound=False, limitmb=_MEMORY)
            with _committing(writer, small_at_most):
                yield writer
            return
        with self.folders.writing(WAIT) if self.use_file_storage else nullcontext():
            with guarded():
                self.follow()
                writer = self.index.writer(compound=False)
            with _committing(writer, small_at_most):
                yield writer

    def is_untidy(self) -> bool:
        """Whether it has more small segments than a few, or too many of any size."""
        return self.is_scattered() or len(small(self._segments())) > FEW

    def is_scattered(self) -> bool:
        """Whether the folder in use has more segments than it should have at most."""
        return len(self._segments()) > SCATTERED

    def tidy(self) -> bool:
        """Merge some of the segments of the folder in use, where small ones are more than a few; returns whether they
        were."""
        if len(small(self._segments())) <= FEW:
            return False
        with self.writer(small_at_most=FEW):
            return True

    def _segments(self) -> list[Any]:
        with guarded():
            self.follow()
            return list(self.index._segments())

    def documents(self, index: Any, rows: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """Rows as Whoosh's documents. One that can't be made a document is told of and left out: all others are
        searched as before."""
        for row in rows:
            try:
                prepared = index.full_prepare(row)
            except SkipDocument:
                continue
            except (DatabaseError, MemoryError):
                raise  # says nothing about the row
            except Exception:
                log.exception("%s can't be indexed", get_identifier(row))
                continue
            prepared.pop("boost", None)  # Whoosh has no boost of documents
            yield {name: self._from_python(value) for name, value in prepared.items()}

    def update(self, index: Any, iterable: Iterable[Any], commit: bool = True) -> None:
        rows = list(iterable)
        if not rows:
            return
        with self.writer() as writer:
            if isinstance(rows[0], Indexed):
                self.bring_up(writer, index, [row.pk for row in rows])
            else:
                self.replace(writer, list(self.documents(index, rows)), [])

    def bring_up(self, writer: SegmentWriter, index: Any, keys: Sequence[int]) -> None:
        """Write rows as the database has them now, and take out those that the index is not to have. Read while nobody
        else writes, an older state of a row never takes the place of a newer one."""
        for some in batches(keys):
            documents = list(self.documents(index, index.index_queryset().filter(pk__in=some)))
            label = index.get_model()._meta.label_lower
            gone = {f"{label}.{key}" for key in some} - {document[ID] for document in documents}
            self.replace(writer, documents, sorted(gone))

    def remove(self, obj_or_string: Any, commit: bool = True) -> None:
        with self.writer() as writer:
            self.replace(writer, [], [get_identifier(obj_or_string)])

    @staticmethod
    def replace(writer: SegmentWriter, documents: Sequence[dict[str, Any]], gone: Sequence[str]) -> None:
        """Write documents in the place of those of the same rows, and take out ``gone``, by Haystack's identifiers
        («rulings.entry.7»), with one look at the index for all of them."""
        with guarded(), closing(writer.reader()) as reader:
            for identifier in (*gone, *(document[ID] for document in documents)):
                if (ID, identifier) in reader:
                    for number in reader.postings(ID, identifier).all_ids():
                        writer.delete_document(number)
        for document in documents:
            add(writer, document)

    def clear(self, models: Sequence[Any] | None = None, commit: bool = True) -> None:
        if models is None:
            self.delete_index()
            return
        with self.writer() as writer:
            for model in models:
                writer.delete_by_term("django_ct", model._meta.label_lower)

    def delete_index(self) -> None:
        """Empty the index in use, with one commit; where it can't be opened an empty one takes its place."""
        if not self.use_file_storage:
            super().delete_index()
            return
        self._describe()
        with self.folders.writing(WAIT):
            folder = self.folders.current() or self.create()
            self.folders.set_whole(folder, whole=False)
            try:
                with guarded():
                    self._open(folder)
                    self.index.writer().commit(mergetype=CLEAR)
            except UnusableError:
                folder = self.create()
            self.folders.use(folder)
        self.follow()

    def optimize(self) -> None:
        with self.writer() as writer:
            writer.optimize = True

    def rebuild(self, documents: Callable[[], Documents], catch_up: Callable[[Path], object]) -> None:
        """Make a new index beside the one in use and put it in use.

        ``catch_up`` brings a folder up to what changed while it was written; the second time it runs nobody writes,
        so that nothing is missed.
        """
        self._describe()  # the folder in use may be past opening
        folder = self.create()
        try:
            with self.writer(folder) as writer:
                for document in documents():
                    add(writer, document)
            catch_up(folder)
            with self.folders.writing(WAIT):
                catch_up(folder)
                before = self.folders.current()
                self.folders.set_whole(folder)
                self.folders.use(folder)
                # While nobody else can put a folder in use. The one before stays for those that still read it.
                self.folders.sweep(folder, before)
        except BaseException:
            if self.folders.current() != folder:
                self.folders.discard(folder)
            raise
        with guarded():
            self.follow()


def _everything(query: str) -> str:
    # To Whoosh «*» is every document with a word in the text; to Haystack it is every document.
    return "*:*" if query == "*" else query


def backend() -> Backend:
    """The backend of this thread."""
    found = connections["default"].get_backend()
    assert isinstance(found, Backend)
    return found


def add(writer: SegmentWriter, document: dict[str, Any]) -> None:
    """Write a document. One whose text our own analysis fails at is told of and left out, as one that a commit deleted:
    what Whoosh has of it by then can't be taken back."""
    try:
        with guarded():
            writer.add_document(**document)
    except AnalysisError:
        log.exception("%s can't be indexed", document[ID])
        writer.perdocwriter.finish_doc()
        writer.newsegment.delete_document(writer.docnum)
        writer.docnum += 1


@contextmanager
def _committing(writer: SegmentWriter, small_at_most: int) -> Iterator[SegmentWriter]:
    try:
        yield writer
    except BaseException:
        writer.cancel()
        raise
    with guarded():
        writer.commit(mergetype=OPTIMIZE if writer.optimize else merging(small_at_most))


def _unquoted(value: str) -> str:
    """A value without what would end the quotes that it stands in, and begin a query of its own."""
    return value.replace('"', "")


class SearchQuery(WhooshSearchQuery):  # type: ignore[misc]
    """Haystack's, but what is like a row is sliced and narrowed as all else: it asked for all whatever was said; and
    ``Not`` is one of whatever fragment its value is: it put «AND» between «NOT» and the value. An exact value is one
    whatever signs it has."""

    def run_mlt(self, **kwargs: Any) -> None:
        narrowed = {"narrow_queries": self.narrow_queries}
        super().run_mlt(start_offset=self.start_offset, end_offset=self.end_offset, **narrowed, **kwargs)

    def build_query_fragment(self, field: str, filter_type: str, value: Any) -> str:
        if isinstance(value, Not):
            return f"NOT {super().build_query_fragment(field, filter_type, Clean(value.query_string))}"
        if filter_type == "exact" and isinstance(value, str):
            value = Exact(_unquoted(value))  # else «agot-lcg» would be put in two kinds of quotes
        if filter_type == "in":
            value = [_unquoted(one) if isinstance(one, str) else one for one in value]
            if not value:
                return f"{ID}:none"  # no row is called so; Whoosh drops what is empty, and a «not» before it as well
        return str(super().build_query_fragment(field, filter_type, value))


class Engine(BaseEngine):  # type: ignore[misc]
    backend = Backend
    query = SearchQuery
