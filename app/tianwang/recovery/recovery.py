"""Recovery of damaged Tianwang files: what is whole, what may be, what is lost, and a clean file of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from app.errors import FormatError, StorageFailed, StorageUnreadable
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import Neighbours, all_records, is_incremental
from app.tianwang.recovery import text_mode
from app.tianwang.recovery.judge import Cancelled, Finding, Found, Progress
from app.tianwang.recovery.probe import Source, open_source
from app.tianwang.recovery.scan import Scanner
from app.tianwang.writer import why

# Versions that cannot be rebuilt because their base is lost.


class Unbuilt(NamedTuple):
    """An incremental record that is whole and cannot be rebuilt, and why."""

    offset: int
    id: str
    url: str
    reason: str


def unbuilt(path: Path, cancelled: Callable[[], bool] | None = None) -> Iterator[Unbuilt]:
    """The incremental records of a plain file that cannot be rebuilt from it and its neighbours. OSError."""
    neighbours = Neighbours(path)
    with RecordReader(path) as reader:
        if reader.compression:  # to go back in a stream is to begin anew
            return
        for record in all_records(reader):
            if cancelled is not None and cancelled():
                return
            if is_incremental(record):
                try:
                    neighbours.data(record.detached())
                except FormatError as error:
                    yield Unbuilt(record.offset, record.get("id") or "", record.url, error.rule)


__all__ = ["Finding", "RecoveryReport", "recover", "scan"]

_STEPWISE = b"version: 2.0\n"
_LISTED = 10_000
"""Findings a report keeps; files with more damages than that are read about in the stream of `on_finding`."""


@dataclass(slots=True)
class RecoveryReport:
    """What recovery made of a file: records of each kind, bytes, and the findings that are not simply recovered.

    `lost` counts ranges. `text_mode` says that the line ends of the file were converted, `compression` what is damaged
    about its compression (a sentence, or ""). `left_out` counts findings that `findings` has no room for. `unbuilt` are
    incremental records that were kept, and build on what is not there.
    """

    path: Path
    size: int = 0
    recovered: int = 0
    suspect: int = 0
    repaired: int = 0
    lost: int = 0
    lost_bytes: int = 0
    text_mode: bool = False
    findings: list[Finding] = field(default_factory=list)
    left_out: int = 0
    compression: str = ""
    cancelled: bool = False
    unbuilt: list[Unbuilt] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        """Count a finding."""
        setattr(self, finding.kind, getattr(self, finding.kind) + 1)
        if finding.kind == "lost":
            self.lost_bytes += finding.end - finding.offset
        if finding.kind != "recovered":
            if len(self.findings) < _LISTED:
                self.findings.append(finding)
            else:
                self.left_out += 1


def scan(
    path: Path,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    start: int = 0,
) -> Iterator[Finding]:
    """What each byte of a file is: findings in order, without gap or overlap. Ends early when `cancelled` says so.

    Offsets are those of the content, for compressed files of what they unpack to. A `start` behind the beginning must
    be that of a record; those before it are not read then. StorageUnreadable when the disk refuses.
    """
    source, _ = open_source(path)
    with source, suppress(Cancelled):
        if start:
            yield from (found.finding for found in Scanner(source, progress, cancelled, start).found())
            return
        for found, _ in _findings(source, progress, cancelled, RecoveryReport(path)):
            yield found.finding


def recover(
    path: Path,
    out: Path | None = None,
    rest: Path | None = None,
    *,
    suspects: bool = True,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    on_finding: Callable[[Finding], None] | None = None,
) -> RecoveryReport:
    """Write what is whole to `out` and everything else to `rest`; each may be left out.

    Suspect records go to `out`, or to `rest` without `suspects`. The bytes of records are copied as they are, except
    for repaired ones. Nothing is overwritten: StorageFailed when a file exists, or the disk refuses; then, and when
    cancelled, neither file is left behind.
    """
    report = RecoveryReport(path)
    stepwise = False  # whether there are records that may build on others
    with _Output(out) as clean, _Output(rest) as side:
        source, report.compression = open_source(path, out or rest)
        with source, suppress(Cancelled):
            report.size = source.size
            report.cancelled = True
            for found, written in _findings(source, progress, cancelled, report, out or rest):
                report.add(found.finding)
                kept = found.finding.kind in ("recovered", "repaired") or (
                    suspects and found.finding.kind == "suspect"
                )
                (clean if kept else side).write(found, written)
                stepwise = stepwise or (kept and _begins(found, written).startswith(_STEPWISE))
                if on_finding is not None:
                    on_finding(found.finding)
            report.cancelled = False
        if not report.cancelled:
            clean.finish()
            side.finish()
    if stepwise and not report.cancelled:
        try:
            report.unbuilt = list(islice(unbuilt(out or path, cancelled), _LISTED))
        except OSError as error:
            raise StorageUnreadable(path=out or path, detail=why(error)) from error
    return report


def _begins(found: Found, source: Source) -> bytes:
    """The first bytes that are written for a finding."""
    first = found.parts[0] if found.parts else b""
    return first if isinstance(first, bytes) else source.read(first[0], len(_STEPWISE))


def _findings(
    source: Source,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    report: RecoveryReport,
    beside: Path | None = None,
) -> Iterator[tuple[Found, Source]]:
    """All findings, each with the source that its parts are ranges of."""
    converted = text_mode.detect(source)
    if converted:
        report.text_mode = True
        yield from text_mode.found(source, converted, progress, cancelled, beside)
        return
    for found in Scanner(source, progress, cancelled).found():
        yield found, source


class _Output:
    """A new file, or nothing; removed again unless `finish` was reached."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._finished = False

    def __enter__(self) -> _Output:
        if self._path is not None:
            try:
                self._file = self._path.open("xb", buffering=1 << 20)
            except FileExistsError as error:
                raise StorageFailed(path=self._path, detail=Message("file-name-taken")) from error
            except OSError as error:
                raise StorageFailed(path=self._path, detail=why(error)) from error
        return self

    def write(self, found: Found, source: Source) -> None:
        if self._file is None:
            return
        for part in found.parts:
            for piece in (part,) if isinstance(part, bytes) else source.pieces(*part):
                try:
                    self._file.write(piece)
                except OSError as error:
                    raise self._failed(error) from error

    def finish(self) -> None:
        """The file is complete."""
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                raise self._failed(error) from error
        self._finished = True

    def __exit__(self, kind: object, *_: object) -> None:
        if self._file is None or self._path is None or (self._finished and kind is None):
            return
        with suppress(OSError):  # closing writes what the full disk did not take
            self._file.close()
        with suppress(OSError):
            self._path.unlink()

    def _failed(self, error: OSError) -> StorageFailed:
        return StorageFailed(path=self._path, detail=why(error))
