"""Batch files: `batches/YYYYMM/NNNN.tw`, appended to, rolled over by size; their cut tails moved aside."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

from app.errors import StorageFailed
from app.messages import Message
from app.tianwang.writer import RecordWriter

ROLL_OVER = 1024 * 1024 * 1024
"""Bytes after which a batch goes on in its next file."""

_ID = re.compile(r"([0-9]{6})-([0-9]{7,10})")
_NUMBER = re.compile(r"[0-9]{4}|[1-9][0-9]{4,8}")
_MAX_OPEN = 8


def format_id(batch: str, serial: int) -> str:
    """Global id of a record, `YYYYMM-NNNNNNN`."""
    return f"{batch}-{serial:07d}"


def parse_id(text: str) -> tuple[str, int] | None:
    """(batch, serial number) of an id, or None when it is none. Serial numbers have 32 bits."""
    found = _ID.fullmatch(text.strip())
    return (found[1], int(found[2])) if found and int(found[2]) < 1 << 32 else None


def batch_of(when: datetime) -> str:
    """Token of the batch a moment belongs to."""
    moment = when.astimezone(UTC)
    return f"{moment.year:04d}{moment.month:02d}"


def file_path(archive: Path, batch: str, file: int) -> Path:
    return archive / "batches" / batch / f"{file:04d}.tw"


def relative_path(batch: str, file: int) -> str:
    """Path of a batch file inside the archive, as shown to people."""
    return f"batches/{batch}/{file:04d}.tw"


def existing_files(archive: Path) -> Iterator[tuple[str, int, Path]]:
    """(batch, file number, path) of every batch file, in order."""
    for folder in sorted((archive / "batches").glob("[0-9]" * 6)):
        numbers = [
            int(path.stem) for path in folder.glob("*.tw") if _NUMBER.fullmatch(path.stem) and path.is_file()
        ]
        yield from (
            (folder.name, number, file_path(archive, folder.name, number)) for number in sorted(numbers)
        )


def shortened(archive: Path, ends: dict[tuple[str, int], int]) -> set[tuple[str, int]]:
    """The files that are gone, or no longer as long as they were when they were indexed."""
    return {
        (batch, file) for (batch, file), end in ends.items() if _size(file_path(archive, batch, file)) < end
    }


def trim(path: Path, offset: int) -> Path:
    """Move everything from `offset` on to a side file next to `path` and cut it off; returns the side file.

    The side file is safe on disk before the batch file is touched.
    """
    if path.is_symlink():
        raise StorageFailed(path=path, detail=Message("batch-is-link"))
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    side = path.with_name(f"{path.name}.cut-{stamp}")
    try:
        try:
            with path.open("rb") as source, side.open("xb") as rest:
                source.seek(offset)
                while piece := source.read(1 << 20):
                    rest.write(piece)
                rest.flush()
                os.fsync(rest.fileno())
            sync_folder(side.parent)
        except OSError:
            side.unlink(missing_ok=True)  # half a copy would only fill the disk further
            raise
        with path.open("r+b") as source:
            source.truncate(offset)
            os.fsync(source.fileno())
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
    return side


def sync_file(path: Path, rewritten_from: int | None = None) -> None:
    """Make what a dead process wrote survive a power cut. A file that may not be written was not written by one.

    After a sync that failed the system takes for clean what it could not write, and the next sync succeeds without it.
    So everything from `rewritten_from` on is then written once more, the same bytes in the same place.
    """
    with suppress(PermissionError), path.open("r+b", buffering=0) as file:
        if rewritten_from is not None:
            at = rewritten_from
            while piece := _read_at(file, at):
                file.seek(at)
                at += file.write(piece)
        os.fsync(file.fileno())


def _read_at(file: FileIO, at: int) -> bytes:
    file.seek(at)
    return file.read(1 << 20)


class BatchFiles:
    """The batch files that are being appended to."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._open: dict[str, tuple[int, RecordWriter]] = {}
        self._unsynced: set[str] = set()

    def writer(self, batch: str, indexed: dict[int, int]) -> tuple[int, RecordWriter]:
        """(file number, writer) for a batch. `indexed` maps the batch's known files to their indexed ends: a file
        that is now shorter than that has lost bytes and is left alone."""
        if batch not in self._open:
            if len(self._open) >= _MAX_OPEN:  # an import of old files touches many months
                self.sync()
                self.close()
            number = max(indexed, default=0)
            if _size(file_path(self._archive, batch, number)) < indexed.get(number, 0):
                number += 1
            while file_path(self._archive, batch, number).is_symlink():  # that would be writing elsewhere
                number += 1
            self._open[batch] = number, self._start(batch, number)
        number, writer = self._open[batch]
        while writer.end >= ROLL_OVER:
            writer.sync()
            following = self._start(batch, number + 1)
            writer.close()
            number, writer = number + 1, following
            self._open[batch] = number, writer
        self._unsynced.add(batch)
        return number, writer

    def _start(self, batch: str, number: int) -> RecordWriter:
        path = file_path(self._archive, batch, number)
        fresh = not path.exists()
        try:
            path.parent.mkdir(exist_ok=True)
            writer = RecordWriter(path)
            if fresh:
                sync_folder(path.parent)
                sync_folder(path.parent.parent)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
        return writer

    def sync(self) -> None:
        """Make everything appended so far survive a power cut."""
        for batch in self._unsynced:
            self._open[batch][1].sync()
        self._unsynced.clear()

    def close(self) -> None:
        """Close all files. What was not synced may still be lost in a power cut."""
        for _, writer in self._open.values():
            writer.close()
        self._open.clear()
        self._unsynced.clear()


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def sync_folder(path: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there, and NTFS journals their entries
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
