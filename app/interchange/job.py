"""One export on its way: what it reads, where it writes, and what is to be said of it afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import FormatError
from app.interchange.batch_reading import BatchReading
from app.interchange.destination import Destination, storing
from app.interchange.selection import Selection

ROLL_OVER = 1024 * 1024 * 1024
"""Bytes after which an export into a folder goes on in its next file."""

DAMAGED = "It was left out because its record is damaged: {rule}."
NO_BASE = "It was left out because the version it confirms cannot be read."


@dataclass(slots=True)
class InterchangeReport:
    """What an export did.

    `files` are those it wrote, `bytes` their size; `records` the captures in them, of which `visits` found nothing new;
    `left_out` the visits that were not asked for, `skipped` the captures that could not be read, `repaired` those with
    HTTP headers that other programs would misread. `notes` pairs the id of a capture with a sentence.
    """

    files: list[Path] = field(default_factory=list)
    records: int = 0
    visits: int = 0
    bytes: int = 0
    left_out: int = 0
    skipped: int = 0
    repaired: int = 0
    notes: list[tuple[str, str]] = field(default_factory=list)
    cancelled: bool = False


@dataclass(slots=True)
class Job:
    """What the writers of all formats share. `name` is the archive's, `visits` whether those are wanted."""

    reader: ArchiveReader
    selection: Selection
    batches: BatchReading
    destination: Destination
    name: str
    visits: bool
    progress: Callable[[int, str], None] | None
    cancelled: Callable[[], bool] | None
    report: InterchangeReport = field(default_factory=InterchangeReport)
    _done: int = 0

    def goes_on(self, capture: Capture) -> bool:
        """One call for each capture: False when the person wants to stop."""
        if self.cancelled is not None and self.cancelled():
            self.report.cancelled = True
            return False
        if self.progress is not None:
            self.progress(self._done, capture.url)
        self._done += 1
        return True

    def count(self, capture: Capture) -> None:
        """A capture that was written."""
        self.report.records += 1
        self.report.visits += capture.kind == "visit"

    def skip(self, capture: Capture, reason: Exception | str) -> None:
        """A capture that cannot be exported, and why."""
        sentence = DAMAGED.format(rule=reason.rule) if isinstance(reason, FormatError) else str(reason)
        self.report.skipped += 1
        self.report.notes.append((capture.id, sentence))


class RollingFiles:
    """Files of one export, each followed by the next when it is full; only one where the person named a file."""

    def __init__(self, destination: Destination, begin: Callable[[str], bytes] = lambda name: b"") -> None:
        """`begin` makes what a file of a name begins with."""
        self._destination, self._begin = destination, begin
        self._number = 0
        self._start()

    def write(self, data: bytes) -> tuple[str, int]:
        """Append; returns the name of the file and the offset in it. StorageFailed."""
        if self._offset >= ROLL_OVER and not self._destination.whole:
            self._number += 1
            self._start()
        offset = self._offset
        with storing(self._destination.folder / self.name):
            self._file.write(data)
        self._offset += len(data)
        return self.name, offset

    def _start(self) -> None:
        self.name = self._destination.name(self._number)
        self._file = self._destination.open(self.name)
        first = self._begin(self.name)
        with storing(self._destination.folder / self.name):
            self._file.write(first)
        self._offset = len(first)
