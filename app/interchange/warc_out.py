"""Captures as WARC files with a CDXJ index beside them, or as one WACZ 1.1.1 file: a WARC, its compressed index, the
list of documents, and digests of all."""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO, Any

from app import __version__
from app.archive.addresses import is_rendered
from app.archive.documents.preparing import page_kind
from app.archive.model import Capture
from app.archive.pooling import prepared
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.interchange import cdxj, warc_records, warc_writer
from app.interchange.job import NO_BASE, Job, LineSorter, RollingFiles, check, is_full
from app.interchange.noting import IN_PACKAGE, Marked
from app.interchange.warc_records import Reference, TooLong, WarcRecord
from app.tianwang.record import Record
from app.tianwang.writer import storing

SOFTWARE = f"Tianwang Explorer {__version__}"

_REMEMBERED = 100_000  # versions whose ids and digests are kept for the visits that follow: about 40 MB


def write(job: Job) -> None:
    """The captures of a job as WARC files, gzip members unless the file's name says otherwise. StorageFailed."""
    destination = job.destination
    compress = destination.suffix == ".warc.gz"
    index = destination.open(
        destination.beside(".cdxj")
    )  # now, so that a taken name is known before the work is done
    files = RollingFiles(destination, lambda name: warcinfo(job, name, compress=compress))
    with LineSorter(destination.folder) as lines:
        for capture, record in records(job, compress=compress):
            name, offset = files.write(record.before + record.data + record.after)
            if record.indexed:
                lines.add(cdxj.of_record(record, len(record.data), offset + len(record.before), name))
            job.count(capture)
        if not job.report.cancelled:
            with storing(destination.folder):
                index.writelines(lines.sorted())


def warcinfo(job: Job, filename: str, *, compress: bool) -> bytes:
    """The record that says where a file comes from."""
    fields = (
        ("software", SOFTWARE),
        ("format", "WARC File Format 1.1"),
        ("conformsTo", warc_writer.FORMAT),
        ("isPartOf", job.name),
        (
            "description",
            f"Captures of the Tianwang archive “{job.name}”; attributes that WARC has no header for "
            "stand in Tianwang-Field headers.",
        ),
    )
    return warc_writer.warcinfo(fields, filename, job.made, compress=compress)


def records(job: Job, *, compress: bool) -> Iterator[tuple[Capture, WarcRecord]]:
    """The captures of a job as WARC records, made in several threads; ends early when the person wants to stop."""
    made_of = _Visits(job, compress=compress)
    references: dict[str, bytes] = {}  # what derived records refer to

    def make(item: tuple[Capture, Record | StorageUnreadable | FormatError]) -> _Made:
        capture, record = item
        if not isinstance(record, Record):
            return capture, None, record
        try:
            check(record, capture)
            if not is_full(record):
                return capture, record, None
            of = references.pop(capture.id, None)
            return (
                capture,
                record,
                warc_records.full(capture, record, record.data(), compress=compress, of=of),
            )
        except (FormatError, TooLong) as error:
            return capture, None, error

    for capture, record, made in prepared(_fetched(job, references), make, weigh=_weight):
        if not job.goes_on(capture):
            return
        if record is None:
            job.skip(capture, made if isinstance(made, Exception) else NO_BASE)
            continue
        if isinstance(made, WarcRecord):
            made_of.remember(capture, made.reference)
        else:
            try:
                made = made_of.record(capture, record)
            except TooLong as error:
                job.skip(capture, error)
                continue
            if made is None:
                job.skip(capture, NO_BASE)
                continue
        job.report.repaired += made.repaired
        job.report.notes += [(capture.id, note) for note in made.notes]
        yield capture, made


_Fetched = tuple[Capture, Record | StorageUnreadable | FormatError]
_Made = tuple[Capture, Record | None, WarcRecord | Exception | None]


def _fetched(job: Job, references: dict[str, bytes]) -> Iterator[_Fetched]:
    for capture in job.selection.captures(job.reader):
        try:
            if is_rendered(capture.url):
                page = job.reader.rendered_page(capture.url, capture.date)
                if page is not None:
                    references[capture.id] = warc_records.name_of(page, job.batches.record(page))
            yield capture, job.batches.record(capture)
        except (StorageUnreadable, FormatError) as error:
            yield capture, error


def _weight(item: _Fetched) -> int:
    return item[0].end - item[0].offset


class _Visits:
    """Makes the records of visits: revisits of exported versions, and the whole page of a version outside the export."""

    def __init__(self, job: Job, *, compress: bool) -> None:
        self._job, self._compress = job, compress
        self._known: dict[str, Reference] = {}

    def remember(self, capture: Capture, reference: Reference) -> None:
        """A record with DATA was made; visits may refer to it."""
        if capture.kind == "version":
            self._put(capture.id, reference)

    def record(self, capture: Capture, record: Record) -> WarcRecord | None:
        """The record of a visit, or None when the version it confirms cannot be read. TooLong."""
        base = self._known.get(capture.base or "")
        if base is not None:
            return warc_records.revisit(capture, record, base, compress=self._compress)
        try:
            version = self._job.reader.capture(capture.base or "")
            content = self._job.batches.record(version)
            check(content, version)
            if not self._job.selection.holds(version):
                made = warc_records.full(capture, record, content.data(), compress=self._compress)
                self._put(version.id, made.reference)
                return made
            base = warc_records.reference_of(version, content)
        except (CaptureMissing, FormatError, StorageUnreadable):
            return None
        self._put(version.id, base)
        return warc_records.revisit(capture, record, base, compress=self._compress)

    def _put(self, id: str, reference: Reference) -> None:
        if len(self._known) >= _REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[id] = reference


WACZ_VERSION = "1.1.1"

_WARC = "data.warc.gz"
_INDEX = "index.cdx.gz"
_PIECE = 1 << 20


def write_wacz(job: Job) -> None:
    """The captures of a job as a WACZ file. StorageFailed."""
    destination = job.destination
    name = destination.name()
    file = destination.open(name)
    with storing(destination.folder / name), zipfile.ZipFile(file, "w") as zipped:
        package = _Package(zipped, job.made)
        with (
            LineSorter(destination.folder) as lines,
            tempfile.TemporaryFile(dir=destination.folder) as listed,
        ):
            pages = _Pages(listed, job.marked)
            with package.entry(f"archive/{_WARC}") as warc:
                warc.write(warcinfo(job, _WARC, compress=True))
                for capture, record in records(job, compress=True):
                    warc.write(record.before)
                    if record.indexed:
                        lines.add(cdxj.of_record(record, len(record.data), warc.size, _WARC))
                    warc.write(record.data + record.after)
                    pages.add(capture, record)
                    job.count(capture)
            if job.report.cancelled:
                return
            _write_index(package, lines)
            _copy(package, "pages/pages.jsonl", listed)
            notes = b"".join(job.marked.lines()) if job.marked else b""
            if notes:
                with package.entry(IN_PACKAGE) as target:
                    target.write(notes)
        package.finish(job.name, pages.main)


class _Pages:
    """Lines of pages.jsonl: each version of each document, with what a person wrote on the page. `main` is the first of
    them: what a crawl began with."""

    def __init__(self, file: IO[bytes], marked: Marked | None) -> None:
        self._file, self._marked = file, marked
        self.main: tuple[str, str] | None = None
        self._write({"format": "json-pages-1.0", "id": "pages", "title": "All pages"})

    def add(self, capture: Capture, record: WarcRecord) -> None:
        if (
            capture.kind != "version"
            or page_kind(capture.status, capture.type, "", capture.url) != "document"
        ):
            return
        url, date = record.reference.uri.decode("ascii"), record.reference.date.decode("ascii")
        about = {"id": capture.id, "url": url, "ts": date, "title": capture.title or capture.url}
        self._write({**about, **(self._marked.fields(capture.url) if self._marked else {})})
        if self.main is None:
            self.main = url, date

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line).encode("ascii") + b"\n")


class _Entry:
    """A file in the package, hashed while it is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def digest(self) -> str:
        return "sha256:" + self._hash.hexdigest()


class _Package:
    """The ZIP file and the list of its entries."""

    def __init__(self, zipped: zipfile.ZipFile, made: datetime) -> None:
        self._zip = zipped
        self._made = made.astimezone(UTC)
        self._resources: list[dict[str, str | int]] = []

    @contextmanager
    def entry(self, path: str) -> Iterator[_Entry]:
        """A new file; what is compressed already is stored as it is, so that programs can read parts of it."""
        # with the size of a record not known before, only ZIP64 takes any
        with self._zip.open(self._info(path), "w", force_zip64=True) as file:
            entry = _Entry(file)
            yield entry
        name = path.rpartition("/")[2]
        self._resources.append({"name": name, "path": path, "hash": entry.digest, "bytes": entry.size})

    def finish(self, title: str, main: tuple[str, str] | None) -> None:
        """Write what the package says of itself."""
        about: dict[str, object] = {
            "profile": "data-package",
            "wacz_version": WACZ_VERSION,
            "title": title,
            "created": self._made.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "software": SOFTWARE,
            "resources": self._resources,
        }
        if main is not None:
            about["mainPageUrl"], about["mainPageDate"] = main
        package = json.dumps(about, indent=2).encode("ascii")
        self._zip.writestr(self._info("datapackage.json"), package)
        digest = {"path": "datapackage.json", "hash": "sha256:" + hashlib.sha256(package).hexdigest()}
        self._zip.writestr(
            self._info("datapackage-digest.json"), json.dumps(digest, indent=2).encode("ascii")
        )

    def _info(self, path: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(path, self._made.timetuple()[:6])
        info.compress_type = zipfile.ZIP_STORED if path.endswith(".gz") else zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        # the moment in UTC; and wabac.js takes a file without such a field for one that has none in its own header
        # either, where that says how large it is, and reads from a wrong place
        seconds = min(max(0, int(self._made.timestamp())), 0x7FFFFFFF)
        info.extra = b"UT\x05\x00\x01" + seconds.to_bytes(4, "little")
        return info


def _write_index(package: _Package, lines: LineSorter) -> None:
    found: list[bytes] = []
    with package.entry(f"indexes/{_INDEX}") as index:
        for block in cdxj.blocks(lines.sorted(), _INDEX):
            index.write(block.data)
            found.append(block.line)
    with package.entry("indexes/index.idx") as finder:
        finder.write(b"".join(found))


def _copy(package: _Package, path: str, source: IO[bytes]) -> None:
    source.seek(0)
    with package.entry(path) as target:
        while piece := source.read(_PIECE):
            target.write(piece)
