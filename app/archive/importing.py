"""Taking over Tianwang files that others wrote, record by record, with everything their headers say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit, urlunsplit

from app.archive.model import NewCapture
from app.archive.preparing import Prepared, prepare
from app.archive.writer import ArchiveWriter
from app.errors import FormatError
from app.tianwang import Record, RecordReader, Tail

COMMIT_EVERY = 200
"""Records between two commits: what a crash may make a person import again."""

_OWN = frozenset({"version", "url", "origin", "date", "time", "ip", "unzip-length", "length"})
_NO_NAME = re.compile(r"[^a-z0-9-]+")


@dataclass(slots=True)
class FileReport:
    """What became of the records of one file.

    `visits` had the content of the version before them, `known` were in the archive already (same address, second
    and content); `skipped` pairs an offset with a sentence; `error` is set when the file could not be read.
    """

    path: Path
    stored: int = 0
    visits: int = 0
    known: int = 0
    skipped: list[tuple[int, str]] = field(default_factory=list)
    tail: Tail | None = None
    error: str = ""


@dataclass(slots=True)
class ImportReport:
    """One entry a file, in the order given; files not reached when the person cancelled are missing."""

    files: list[FileReport] = field(default_factory=list)
    cancelled: bool = False

    @property
    def stored(self) -> int:
        return sum(file.stored for file in self.files)

    @property
    def visits(self) -> int:
        return sum(file.visits for file in self.files)


class _Skip(Exception):
    """This record cannot be taken; the message says why."""


def import_files(
    writer: ArchiveWriter,
    paths: Iterable[Path],
    progress: Callable[[Path, int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ImportReport:
    """Store every 1.0 record of the files; `progress` gets the file, the offset reached and its size.

    Everything reported as stored is committed. Importing a file a second time changes nothing. StorageFailed when
    the disk refuses; what was committed before stays.
    """
    report = ImportReport()
    for path in paths:
        file = FileReport(path)
        report.files.append(file)
        try:
            with RecordReader(path) as reader:
                report.cancelled = not _import_file(writer, reader, file, progress, cancelled)
        except OSError as error:
            file.error = f"{path} cannot be read: {error.strerror or error}."
        writer.commit()
        if report.cancelled:
            break
    return report


def _import_file(
    writer: ArchiveWriter,
    reader: RecordReader,
    report: FileReport,
    progress: Callable[[Path, int, int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> bool:
    """False when the person cancelled."""
    for number, record in enumerate(reader):
        if cancelled is not None and cancelled():
            return False
        if progress is not None:
            progress(report.path, record.offset, reader.size)
        try:
            _import_record(writer, record, report)
        except (_Skip, FormatError) as error:
            report.skipped.append((record.offset, error.rule if isinstance(error, FormatError) else str(error)))
        if number % COMMIT_EVERY == COMMIT_EVERY - 1:
            writer.commit()
    report.tail = reader.tail
    return True


def _import_record(writer: ArchiveWriter, record: Record, report: FileReport) -> None:
    if not record.version.startswith("1."):
        raise _Skip(
            f"Version {record.version} records hold only what changed since another record; open their archive instead."
        )
    if record.raw("outdegree") is not None:
        raise _Skip("The record holds the list of a page's links (a “link4SE” file), not the page.")
    if record.date is None:
        raise _Skip("The record has no date that can be read.")
    url = _address(record)
    new = NewCapture(url=url, date=record.date, ip=_one_line(record.ip), data=record.data(), origin=_origin(record))
    ready = prepare(new)
    if _is_known(writer, ready):
        report.known += 1
        return
    capture = writer.store(ready, extra=_extra(record, url))
    if capture.kind == "version":
        report.stored += 1
    else:
        report.visits += 1


def _address(record: Record) -> str:
    """The absolute address of a record: scheme and host in lower case, no fragment, resolved against its origin."""
    if not record.url:
        raise _Skip("The record has no url.")
    try:
        parts = urlsplit(urljoin(_origin(record) or "", record.url))
        if not parts.netloc:
            raise _Skip(f"The url “{record.url}” is relative, and no origin says to what.")
        host = parts.netloc.rpartition("@")[2]
        account = parts.netloc[: len(parts.netloc) - len(host)]
        return urlunsplit(parts._replace(netloc=account + host.lower(), path=parts.path or "/", fragment="")).strip()
    except ValueError as error:
        raise _Skip(f"“{record.url}” is not an address ({error}).") from error


def _origin(record: Record) -> str | None:
    return _one_line(record.origin)


def _one_line(value: str | None) -> str | None:
    """A header value without the line break that CRLF copies left at its end."""
    return " ".join(value.split()) or None if value is not None else None


def _is_known(writer: ArchiveWriter, ready: Prepared) -> bool:
    return any(
        capture.date == ready.new.date and capture.digest == ready.digest
        for capture in writer.reader.versions(ready.new.url, visits=True)
    )


def _extra(record: Record, url: str) -> tuple[tuple[str, bytes], ...]:
    """The attributes our format has no place for, and the address as it was written when that differs."""
    kept: list[tuple[str, bytes]] = []
    raw = record.raw("url") or b""
    if raw != url.encode():
        kept.append(("original-url", b" ".join(raw.split(b"\r")).strip()))
    for name, value in record.fields:
        safe = _NO_NAME.sub("-", name).strip("-")
        if name not in _OWN and safe:
            # an attribute must begin with a letter, and not become one of ours by the signs it lost
            safe = safe if safe[0].isalpha() and safe not in _OWN else f"x-{safe}"
            kept.append((safe, value.replace(b"\r", b" ").strip()))
    return tuple(kept)
