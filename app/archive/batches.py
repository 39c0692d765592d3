"""Batch files: `batches/YYYYMM/NNNN.tw`, appended to, rolled over by size; their cut tails moved aside."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from app.errors import StorageFailed
from app.tianwang import RecordWriter

ROLL_OVER = 1024 * 1024 * 1024
"""Bytes after which a batch goes on in its next file."""

_ID = re.compile(r"(\d{6})-(\d{7,10})")
_MAX_OPEN = 8


def format_id(batch: str, serial: int) -> str:
    """Global id of a record, `YYYYMM-NNNNNNN`."""
    return f"{batch}-{serial:07d}"


def parse_id(text: str) -> tuple[str, int] | None:
    """(batch, serial number) of an id, or None when it is none."""
    found = _ID.fullmatch(text.strip())
    return (found.group(1), int(found.group(2))) if found else None


def batch_of(when: datetime) -> str:
    """Token of the batch a moment belongs to."""
    return when.astimezone(UTC).strftime("%Y%m").rjust(6, "0")


def file_path(archive: Path, batch: str, file: int) -> Path:
    return archive / "batches" / batch / f"{file:04d}.tw"


def relative_path(batch: str, file: int) -> str:
    """Path of a batch file inside the archive, as shown to people."""
    return f"batches/{batch}/{file:04d}.tw"


def existing_files(archive: Path) -> Iterator[tuple[str, int, Path]]:
    """(batch, file number, path) of every batch file, in order."""
    for folder in sorted((archive / "batches").glob("[0-9]" * 6)):
        for path in sorted(folder.glob("[0-9]" * 4 + ".tw")):
            yield folder.name, int(path.stem), path


def trim(path: Path, offset: int) -> Path:
    """Move everything from `offset` on to a side file next to `path` and cut it off; returns the side file.

    The side file is safe on disk before the batch file is touched.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    side = path.with_name(f"{path.name}.cut-{stamp}")
    try:
        with path.open("rb") as source, side.open("xb") as rest:
            source.seek(offset)
            while piece := source.read(1 << 20):
                rest.write(piece)
            rest.flush()
            os.fsync(rest.fileno())
        with path.open("r+b") as source:
            source.truncate(offset)
            os.fsync(source.fileno())
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
    return side


class BatchFiles:
    """The batch files that are being appended to."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._open: dict[str, tuple[int, RecordWriter]] = {}
        self._unsynced: set[str] = set()

    def writer(self, batch: str, indexed: dict[int, int]) -> tuple[int, RecordWriter]:
        """(file number, writer) for a batch. `indexed` maps the batch's known files to their indexed ends: a file
        that is now shorter than that has lost bytes and is left alone."""
        entry = self._open.get(batch)
        if entry is None:
            number = max(indexed, default=0)
            entry = self._start(batch, number)
            if entry[1].end < indexed.get(number, 0):
                entry[1].close()
                entry = self._start(batch, number + 1)
        while entry[1].end >= ROLL_OVER:
            entry[1].sync()
            entry[1].close()
            entry = self._start(batch, entry[0] + 1)
        self._open[batch] = entry
        self._unsynced.add(batch)
        return entry

    def _start(self, batch: str, number: int) -> tuple[int, RecordWriter]:
        if len(self._open) >= _MAX_OPEN:  # an import of old files touches many months
            for _, writer in self._open.values():
                writer.sync()
                writer.close()
            self._open.clear()
            self._unsynced.clear()
        path = file_path(self._archive, batch, number)
        fresh = not path.exists()
        try:
            path.parent.mkdir(exist_ok=True)
            writer = RecordWriter(path)
            if fresh:
                _sync_folder(path.parent)
                _sync_folder(path.parent.parent)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
        return number, writer

    def sync(self) -> None:
        """Make everything appended so far survive a power cut."""
        for batch in self._unsynced:
            self._open[batch][1].sync()
        self._unsynced.clear()

    def close(self) -> None:
        for _, writer in self._open.values():
            writer.close()
        self._open.clear()


def _sync_folder(path: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there, and NTFS journals their entries
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
