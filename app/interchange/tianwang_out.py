"""Captures as Tianwang 1.0 files for other readers.

Records are copied as they stand in the batches, bytes and all. The 2.0 records of visits would stop a reader that
knows only 1.0: they are left out, or on wish written out with the whole page that they confirm.
"""

from __future__ import annotations

from app.archive.model import Capture
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.interchange.batch_reading import check, is_full
from app.interchange.job import NO_BASE, Job, RollingFiles
from app.tianwang import Record, copy, encode

NO_VALUE = "It was left out because a Tianwang 1.0 record cannot hold its attributes."

_OWN = frozenset({"version", "url", "origin", "date", "ip", "digest", "header-check", "unzip-length", "length"})


def write(job: Job) -> None:
    """The captures of a job as Tianwang files. StorageFailed."""
    files = RollingFiles(job.destination)
    for capture in job.selection.captures(job.reader):
        if not job.goes_on(capture):
            return
        try:
            record = job.batches.record(capture)
            check(record, capture)
        except (FormatError, StorageUnreadable) as error:
            job.skip(capture, error)
            continue
        if is_full(record):
            files.write(copy(record))
        elif not job.visits:
            job.report.left_out += 1
            continue
        else:
            try:
                files.write(_whole(job, capture, record))
            except (CaptureMissing, FormatError, StorageUnreadable):
                job.skip(capture, NO_BASE)
                continue
            except ValueError:
                job.skip(capture, NO_VALUE)
                continue
        job.count(capture)


def _whole(job: Job, capture: Capture, visit: Record) -> bytes:
    """A visit with the page it confirms as DATA. ValueError for attributes that a strict reader would refuse."""
    version = job.reader.capture(capture.base or "")
    content = job.batches.record(version)
    check(content, version)
    return encode(
        url=visit.raw("url") or b"",
        origin=visit.raw("origin"),
        date=visit.date or capture.date,
        ip=visit.ip,
        extra=[(name, value) for name, value in visit.fields if name not in _OWN],
        data=content.data(),
        packed=None if content.raw("unzip-length") is None else content.stored,
        level=0,
        digest=True,
    )
