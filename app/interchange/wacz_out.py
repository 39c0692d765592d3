"""Captures as one WACZ 1.1.1 file: a WARC, its compressed CDXJ index, the list of documents, and digests of all."""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO

from app.archive.model import Capture
from app.archive.preparing import page_kind
from app.interchange import cdxj
from app.interchange.destination import LineSorter, storing
from app.interchange.job import Job
from app.interchange.warc_out import SOFTWARE, records, warcinfo
from app.interchange.warc_records import WarcRecord

WACZ_VERSION = "1.1.1"

_WARC = "data.warc.gz"
_INDEX = "index.cdx.gz"
_PIECE = 1 << 20


def write(job: Job) -> None:
    """The captures of a job as a WACZ file. StorageFailed."""
    destination = job.destination
    name = destination.name()
    file = destination.open(name)
    with storing(destination.folder / name), zipfile.ZipFile(file, "w") as zipped:
        package = _Package(zipped)
        with (
            LineSorter(destination.folder) as lines,
            tempfile.TemporaryFile(dir=destination.folder) as listed,
        ):
            pages = _Pages(listed)
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
        package.finish(job.name, pages.main)


class _Pages:
    """Lines of pages.jsonl: each version of each document. `main` is the first of them: what a crawl began with."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.main: tuple[str, str] | None = None
        self._write({"format": "json-pages-1.0", "id": "pages", "title": "All pages"})

    def add(self, capture: Capture, record: WarcRecord) -> None:
        if (
            capture.kind != "version"
            or page_kind(capture.status, capture.type, "", capture.url) != "document"
        ):
            return
        url, date = record.reference.uri.decode("ascii"), record.reference.date.decode("ascii")
        self._write({"id": capture.id, "url": url, "ts": date, "title": capture.title or capture.url})
        if self.main is None:
            self.main = url, date

    def _write(self, line: dict[str, str]) -> None:
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
    """The ZIP file and the list of what is in it."""

    def __init__(self, zipped: zipfile.ZipFile) -> None:
        self._zip = zipped
        self._now = datetime.now(UTC)
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
            "created": self._now.strftime("%Y-%m-%dT%H:%M:%SZ"),
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
        info = zipfile.ZipInfo(path, self._now.timetuple()[:6])
        info.compress_type = zipfile.ZIP_STORED if path.endswith(".gz") else zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
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
