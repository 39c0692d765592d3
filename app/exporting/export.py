"""Export of the newest version of pages, as documents, original files or a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

from app.archive.model import Capture, Page
from app.errors import StorageFailed, TianwangError
from app.exporting.folder import ExportFolder
from app.exporting.places import Place, by_address, by_title
from app.exporting.tables import AddRow, Row, csv_rows, json_rows

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from extractors import Document

FORMATS = ("text", "markdown", "html", "original", "csv", "json")

_EXTENSIONS = {"text": ".txt", "markdown": ".md", "html": ".html"}
_MANIFEST = ("url", "id", "date", "digest", "file")
_LIST = (
    *("url", "title", "title_source", "kind", "type", "status", "length", "versions", "visits", "first", "last"),
    *("id", "date", "digest"),
)


@dataclass(slots=True)
class ExportReport:
    """What an export did. `skipped` pairs an address with the sentence that says why; `bytes` counts `files`."""

    manifest: Path
    files: int = 0
    bytes: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)
    cancelled: bool = False


class _Skip(Exception):
    """This page has nothing to write; the message says why."""


def export(
    reader: ArchiveReader,
    pages: Iterable[Page],
    dest: Path,
    format: str,
    *,
    progress: Callable[[int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ExportReport:
    """Write the newest version of each page into the folder `dest`; `progress` gets the number and the address.

    Files that stand in `dest` are kept: new ones get another name. Raises StorageFailed when the disk refuses;
    what was written until then stays and is in the manifest. A page that cannot be read is skipped.
    """
    if format not in FORMATS:
        raise ValueError(f"no such format: {format}")
    folder = ExportFolder(dest)
    if format in ("csv", "json"):
        return _export_list(reader, pages, folder, format, _steps(progress, cancelled))
    failure: StorageFailed | None = None
    with _manifest(folder) as (report, add):
        step = _steps(progress, cancelled)
        for number, page in enumerate(pages):
            if not step(number, page.url):
                report.cancelled = True
                break
            try:
                capture, place, data = _content(reader, page, format)
                name = folder.write(place, data)
            except StorageFailed as error:
                failure = error
                break
            except (_Skip, TianwangError, OSError) as error:
                report.skipped.append((page.url, str(error)))
                continue
            add({**_identity(capture), "url": page.url, "file": name})
            report.files += 1
            report.bytes += len(data)
    if failure is not None:
        raise failure
    return report


def _export_list(
    reader: ArchiveReader, pages: Iterable[Page], folder: ExportFolder, format: str, step: Callable[[int, str], bool]
) -> ExportReport:
    """The metadata of the pages as one file, which is its own manifest."""
    rows = csv_rows if format == "csv" else json_rows
    with folder.open(Place((), "pages", f".{format}")) as (file, name), rows(file, _LIST) as add:
        report = ExportReport(folder.root / name, files=1)
        for number, page in enumerate(pages):
            if not step(number, page.url):
                report.cancelled = True
                break
            try:
                add(_row(page, _newest(reader, page)))
            except (_Skip, TianwangError) as error:
                report.skipped.append((page.url, str(error)))
    report.bytes = report.manifest.stat().st_size
    return report


@contextmanager
def _manifest(folder: ExportFolder) -> Iterator[tuple[ExportReport, AddRow]]:
    """The list of the exported files twice: CSV for spreadsheets (guarded text), JSON with the exact values."""
    with ExitStack() as stack:
        csv_file, name = stack.enter_context(folder.open(Place((), "manifest", ".csv")))
        json_file, _ = stack.enter_context(folder.open(Place((), "manifest", ".json")))
        to_csv = stack.enter_context(csv_rows(csv_file, _MANIFEST))
        to_json = stack.enter_context(json_rows(json_file, _MANIFEST))
        yield ExportReport(folder.root / name), lambda row: (to_csv(row), to_json(row))


def _steps(
    progress: Callable[[int, str], None] | None, cancelled: Callable[[], bool] | None
) -> Callable[[int, str], bool]:
    """One call before each page: False when the person wants to stop."""

    def step(number: int, url: str) -> bool:
        if cancelled is not None and cancelled():
            return False
        if progress is not None:
            progress(number, url)
        return True

    return step


def _newest(reader: ArchiveReader, page: Page) -> Capture:
    """The newest version; of a page that is gone meanwhile, the newest that was still there."""
    capture = reader.latest_version(page.url)
    if capture is None:
        raise _Skip("The archive holds no version of this page.")
    if page.kind in ("document", "resource") and not _answered(capture):
        return next(filter(_answered, reversed(reader.versions(page.url))), capture)
    return capture


def _answered(capture: Capture) -> bool:
    return 200 <= capture.status < 300


def _content(reader: ArchiveReader, page: Page, format: str) -> tuple[Capture, Place, bytes]:
    """What to write for `page` and where."""
    capture = _newest(reader, page)
    damage = reader.damage(capture)
    if damage:
        raise _Skip(f"Its record is damaged: {damage}.")
    if format == "original":
        return capture, by_address(page), reader.body(capture)
    document = reader.document(capture)
    text = _render(document, format)
    if not document.text.strip():
        raise _Skip(document.error or "It holds no text.")
    return capture, by_title(page, _EXTENSIONS[format]), text.encode("utf-8", "replace")


def _render(document: Document, format: str) -> str:
    from extractors.rendering import to_html, to_markdown

    if format == "markdown":
        return to_markdown(document)
    if format == "html":
        return to_html(document)
    return document.text.rstrip() + "\n"


def _identity(capture: Capture) -> Row:
    return {"id": capture.id, "date": capture.date.astimezone(UTC).isoformat(), "digest": capture.digest}


def _row(page: Page, capture: Capture) -> Row:
    return {
        "url": page.url,
        "title": page.title,
        "title_source": page.title_source,
        "kind": page.kind,
        "type": page.type,
        "status": page.status,
        "length": page.length,
        "versions": page.versions,
        "visits": page.visits,
        "first": page.first.astimezone(UTC).isoformat(),
        "last": page.last.astimezone(UTC).isoformat(),
        **_identity(capture),
    }
