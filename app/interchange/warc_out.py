"""Captures as WARC files with a CDXJ index beside them."""

from __future__ import annotations

from collections.abc import Iterator

from app import __version__
from app.archive.addresses import is_rendered
from app.archive.model import Capture
from app.archive.pooling import prepared
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.interchange import cdxj, warc_records, warc_writer
from app.interchange.destination import LineSorter, storing
from app.interchange.job import NO_BASE, Job, RollingFiles, check, is_full
from app.interchange.warc_records import Reference, TooLong, WarcRecord
from app.tianwang.record import Record

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
    return warc_writer.warcinfo(fields, filename, compress=compress)


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
    """Makes the records of visits: revisits of what was or will be exported, and the whole page where that is not."""

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
