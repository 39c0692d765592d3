"""Export of the newest version of pages, as documents, original files or a list."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from app.archive.archive import Archive
from app.archive.model import Capture, Page
from app.archive.pooling import prepared
from app.archive.reader import ArchiveReader
from app.errors import StorageFailed, TianwangError
from app.exporting.formats import EXTENSIONS, AddRow, Row, bibtex_rows, csv_rows, json_rows, main_part, render
from app.exporting.naming import ExportFolder, Named, Place, by_address, by_title, check_template, place
from app.likeness.known import Known
from app.messages import Message
from app.templates.feeding import learn
from app.templates.known import Templates, site_of

_LISTS = {"csv": (csv_rows, ".csv"), "json": (json_rows, ".json"), "bibtex": (bibtex_rows, ".bib")}
FORMATS = (*EXTENSIONS, "original", *_LISTS)

_MANIFEST = (
    "url",
    "id",
    "date",
    "digest",
    "file",
    "sha256",
    "bytes",
    "title",
    "record_file",
    "record_offset",
    "note",
)
_LIST = (
    "url",
    "title",
    "title_source",
    "kind",
    "type",
    "status",
    "length",
    "versions",
    "visits",
    "first",
    "last",
    "id",
    "date",
    "digest",
    "format",
    "author",
    "published",
    "language",
    "issuer",
)
COLUMNS = (*_MANIFEST, *_LIST)
"""Names of columns that lists and manifests have themselves."""
_OF_PAGE = _LIST[: _LIST.index("first")]

_LEARNED = 300  # versions of a site that are looked at where its template is not known yet
Step = Callable[[int, str], bool]
Pick = Callable[[ArchiveReader, Page], Capture]
"""Which version of a page is meant."""


class Beside(NamedTuple):
    """Further columns of lists and manifests (values of fields): their names, and what stands in them of a version, by its
    id. Names that lists have themselves are left to these."""

    columns: tuple[str, ...] = ()
    of: Callable[[str], Mapping[str, str]] = lambda _: {}

    def row(self, id: str) -> Row:
        """What stands in all of them."""
        return {**dict.fromkeys(self.columns, ""), **self.of(id)}


@dataclass(slots=True)
class ExportReport:
    """What an export did. `skipped` pairs an address with the sentence that says why; `bytes` counts `files`;
    `duplicates` are pages that got no file, because one with the same content was there."""

    manifest: Path
    files: int = 0
    bytes: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)
    cancelled: bool = False
    duplicates: int = 0


class Skip(Exception):
    """This page has nothing to write; the message says why."""


def export(
    reader: ArchiveReader,
    pages: Iterable[Page],
    dest: Path,
    format: str,
    *,
    names: str = "",
    once: bool = False,
    alike: bool = False,
    main: bool = True,
    version: Pick | None = None,
    readers: Callable[[], ArchiveReader] | None = None,
    progress: Callable[[int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    beside: Beside | None = None,
) -> ExportReport:
    """Write the newest version of each page, or the one that `version` gives, into the folder `dest`; `progress` gets
    the number and the address.

    `names` is a pattern for the names of the files (naming.py). With `once`, pages with the same content share a file,
    with `alike` those whose main text is nearly the same, as far as that is known (`app.likeness`);
    without `main`, pages keep what is not their main text; else what their site repeats is left
    out, too. Files that stand in `dest` are kept: new ones get another
    name. `readers` gives further threads readers like `reader`: without, of the archive as it is now. Raises
    StorageFailed when the disk refuses, TemplateInvalid; what was written until then stays and is in
    the manifest, with the columns of `beside`. A page that cannot be read is skipped.
    """
    if format not in FORMATS:
        raise ValueError(f"no such format: {format}")
    if names:
        check_template(names)
    folder = ExportFolder(dest)
    step = _steps(progress, cancelled)
    if format in _LISTS:
        return _export_list(reader, pages, folder, format, step, version or newest, beside or Beside())
    opened = readers or Archive(reader.path, "").reader
    files = _Files(
        opened,
        folder,
        format,
        names,
        once=once,
        alike=Known(reader.path) if alike else None,
        main=main,
        version=version or newest,
        beside=beside or Beside(),
    )
    return files.write(pages, step, cancelled)


class _Made(NamedTuple):
    """What is to be written of a page, and what is known about it."""

    capture: Capture
    place: Place
    data: bytes


class _Files:
    """A file for each page, and the list of them. Pages are read and rendered by several threads ahead of the writing,
    each with a reader of its own."""

    def __init__(
        self,
        opened: Callable[[], ArchiveReader],
        folder: ExportFolder,
        format: str,
        names: str,
        *,
        once: bool,
        alike: Known | None,
        main: bool,
        version: Pick,
        beside: Beside,
    ) -> None:
        self._version, self._beside = version, beside
        self._open, self._folder, self._format, self._names = opened, folder, format, names
        self._main = main
        self._alike = alike
        self._written: dict[str, tuple[str, str, str]] | None = {} if once or alike else None
        self._sites: set[str] = set()
        """Whose template is known, or could not be learned."""
        self._turn = threading.Lock()
        self._readers = threading.local()
        self._opened: list[ArchiveReader | Templates] = []

    def write(self, pages: Iterable[Page], step: Step, cancelled: Callable[[], bool] | None) -> ExportReport:
        failure: StorageFailed | None = None
        make = partial(self._made, cancelled)
        try:
            with (
                _manifest(self._folder, self._beside.columns) as (report, add),
                closing(prepared(pages, make, at_once=1)) as ahead,
            ):
                for number, (page, made) in enumerate(ahead):
                    if not step(number, page.url):
                        report.cancelled = True
                        break
                    if not isinstance(made, _Made):
                        report.skipped.append((page.url, made))
                        continue
                    try:
                        add(self._write(page, made, report))
                    except StorageFailed as error:  # what was written until then is in the manifest
                        failure = error
                        break
        finally:
            for reader in self._opened:
                reader.close()
        if failure is not None:
            raise failure
        return report

    def _write(self, page: Page, made: _Made, report: ExportReport) -> Row:
        capture = made.capture
        row: Row = {
            **self._beside.row(capture.id),
            **_identity(capture),
            "url": page.url,
            "title": page.title,
            "record_file": capture.file,
            "record_offset": capture.offset,
            "note": "",
        }
        content = self._content_of(capture)
        known = self._written.get(content) if self._written is not None else None
        if known is not None:
            name, digest, id = known
            report.duplicates += 1
            nearly = "nearly " if content != capture.digest else ""
            note = f"{nearly}the same content as {id}"
            return {**row, "file": name, "sha256": digest, "bytes": 0, "note": note}
        name, digest = self._folder.write(made.place, made.data), sha256(made.data).hexdigest()
        if self._written is not None:
            self._written[content] = name, digest, capture.id
        report.files += 1
        report.bytes += len(made.data)
        return {**row, "file": name, "sha256": digest, "bytes": len(made.data)}

    def _content_of(self, capture: Capture) -> str:
        """What pages have in common that share a file."""
        place = self._alike.place(capture.base or capture.id) if self._alike is not None else -1
        if self._alike is None or place < 0:
            return capture.digest
        return f"alike {self._alike.groups()[place]}"

    def _made(self, cancelled: Callable[[], bool] | None, page: Page) -> tuple[Page, _Made | str]:
        """A page and what is to be written of it, or why nothing is. For any thread."""
        try:
            reader = self._reader()
            capture = self._version(reader, page)
            return page, _Made(capture, *self._content(reader, page, capture, cancelled))
        except (Skip, TianwangError, OSError) as error:
            return page, str(error)

    def _reader(self) -> ArchiveReader:
        found: ArchiveReader | None = getattr(self._readers, "reader", None)
        if found is None:
            found = self._readers.reader = self._open()
            self._opened.append(found)
        return found

    def _content(
        self, reader: ArchiveReader, page: Page, capture: Capture, cancelled: Callable[[], bool] | None
    ) -> tuple[Place, bytes]:
        """Where a page goes, and what is to be written."""
        damage = reader.damage(capture)
        if damage:
            raise Skip(Message("export-damaged", reason=damage))
        if self._format == "original":
            return self._place(reader, by_address(page), page, capture), reader.body(capture)
        template = self._template(reader, page.url, cancelled) if self._main else frozenset()
        document = reader.document(capture, main=self._main, template=template, cancelled=cancelled)
        if self._main:
            document = main_part(document)
        if not document.text.strip():
            raise Skip(document.error or Message("no-text"))
        data = render(document, self._format, page.url, capture.date.astimezone(UTC))
        return self._place(reader, by_title(page, EXTENSIONS[self._format]), page, capture), data

    def _template(
        self, reader: ArchiveReader, url: str, cancelled: Callable[[], bool] | None
    ) -> frozenset[int]:
        """What the site of a page repeats; learned from its first pages where nothing is known of it."""
        with self._turn:
            site = site_of(url)
            if site not in self._sites:
                self._sites.add(site)
                with Templates(reader.path) as templates:
                    known = templates.knows(url)
                if not known:
                    with suppress(TianwangError):
                        learn(Archive(reader.path, ""), url, cancelled, most=_LEARNED)
        found: Templates | None = getattr(self._readers, "templates", None)
        if found is None or site not in self._readers.sites:
            if found is not None:
                found.close()
            found = self._readers.templates = Templates(reader.path)
            self._readers.sites = {*self._sites}
            self._opened.append(found)
        return found.of(url)

    def _place(self, reader: ArchiveReader, usual: Place, page: Page, capture: Capture) -> Place:
        if not self._names:
            return usual
        about = reader.about(capture)
        return place(self._names, Named(page, capture, about.values, about.number), usual.ext)


def _export_list(
    reader: ArchiveReader,
    pages: Iterable[Page],
    folder: ExportFolder,
    format: str,
    step: Step,
    version: Pick,
    beside: Beside,
) -> ExportReport:
    """The metadata of the pages as one file, which is its own manifest."""
    rows, ext = _LISTS[format]
    with folder.open(Place((), "pages", ext)) as (file, name), rows(file, (*_LIST, *beside.columns)) as add:
        report = ExportReport(folder.root / name, files=1)
        for number, page in enumerate(pages):
            if not step(number, page.url):
                report.cancelled = True
                break
            try:
                capture = version(reader, page)
                add({**beside.row(capture.id), **_row(reader, page, capture)})
            except (Skip, TianwangError) as error:
                report.skipped.append((page.url, str(error)))
    report.bytes = report.manifest.stat().st_size
    return report


@contextmanager
def _manifest(folder: ExportFolder, more: tuple[str, ...]) -> Iterator[tuple[ExportReport, AddRow]]:
    """The list of the exported files twice: CSV for spreadsheets (guarded text), JSON with the exact values."""
    with ExitStack() as stack:
        csv_file, name = stack.enter_context(folder.open(Place((), "manifest", ".csv")))
        json_file, _ = stack.enter_context(folder.open(Place((), "manifest", ".json")))
        to_csv = stack.enter_context(csv_rows(csv_file, (*_MANIFEST, *more)))
        to_json = stack.enter_context(json_rows(json_file, (*_MANIFEST, *more)))
        yield ExportReport(folder.root / name), lambda row: (to_csv(row), to_json(row))


def _steps(progress: Callable[[int, str], None] | None, cancelled: Callable[[], bool] | None) -> Step:
    """One call before each page: False when the person wants to stop."""

    def step(number: int, url: str) -> bool:
        if cancelled is not None and cancelled():
            return False
        if progress is not None:
            progress(number, url)
        return True

    return step


def newest(reader: ArchiveReader, page: Page) -> Capture:
    """The newest version; of a page that is gone meanwhile, the newest that was still there."""
    capture = reader.latest_version(page.url)
    if capture is None:
        raise Skip(Message("page-without-version"))
    if page.kind in ("document", "resource") and not _answered(capture):
        return next(filter(_answered, reversed(reader.versions(page.url))), capture)
    return capture


def _answered(capture: Capture) -> bool:
    return 200 <= capture.status < 300


def _identity(capture: Capture) -> Row:
    return {"id": capture.id, "date": capture.date.astimezone(UTC).isoformat(), "digest": capture.digest}


def _row(reader: ArchiveReader, page: Page, capture: Capture) -> Row:
    about = reader.about(capture)
    return {
        **{name: getattr(page, name) for name in _OF_PAGE},
        "first": page.first.astimezone(UTC).isoformat(),
        "last": page.last.astimezone(UTC).isoformat(),
        **_identity(capture),
        "format": about.values.format,
        "author": about.values.author,
        "published": about.published,
        "language": about.values.language,
        "issuer": about.values.issuer,
    }
