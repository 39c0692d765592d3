"""Batch files: `batches/YYYYMM/NNNN.tw`, appended to, rolled over by size; their cut tails moved aside; their records
by id."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from io import FileIO
from pathlib import Path

from app.archive import batches
from app.archive.shards import STEP, home_of, number_of, shards_of
from app.errors import FormatError, StorageFailed
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import Rebuilder, is_incremental
from app.tianwang.record import Record
from app.tianwang.sealing import verify_data, verify_header
from app.tianwang.writer import RecordWriter

ROLL_OVER = 1024 * 1024 * 1024
"""Bytes after which a batch goes on in its next file."""

_ID = re.compile(r"([0-9]{6})-([0-9]{7,10})")
_NUMBER = re.compile(r"[0-9]{4}|[1-9][0-9]{4,8}")
_MAX_OPEN = 8


def format_id(batch: str, serial: int) -> str:
    """Global id of a record, `YYYYMM-NNNNNNN`; with up to ten digits where the number asks for them."""
    return f"{batch}-{serial:07d}"


def parse_id(text: str) -> tuple[str, int] | None:
    """(batch, serial number) of an id, by which ids are ordered; None for another text. Serial numbers have 32 bits."""
    found = _ID.fullmatch(text.strip())
    return (found[1], int(found[2])) if found and int(found[2]) < 1 << 32 else None


def batch_of(when: datetime) -> str:
    """Token of the batch a moment belongs to."""
    moment = when.astimezone(UTC)
    return f"{moment.year:04d}{moment.month:02d}"


def file_path(archive: Path, batch: str, file: int) -> Path:
    """Where a batch file lies: in the folder of the archive, or of one of its shards."""
    home, number = home_of(archive, file)
    return home / "batches" / batch / f"{number:04d}.tw"


def relative_path(batch: str, file: int) -> str:
    """Path of a batch file inside the archive, as shown to people; that of a file of a shard begins with the place of
    the shard, `shards/2/batches/202611/0000.tw`."""
    if file >= STEP:
        return f"shards/{file // STEP}/batches/{batch}/{file % STEP:04d}.tw"
    return f"batches/{batch}/{file:04d}.tw"


def located(archive: Path, relative: str) -> Path:
    """The file that `relative_path` named."""
    shard, _, inside = relative.removeprefix("shards/").partition("/")
    if relative.startswith("shards/") and shard.isdecimal():
        return home_of(archive, int(shard) * STEP)[0] / inside
    return _joined(archive, relative)


@lru_cache(maxsize=1024)
def _joined(archive: Path, relative: str) -> Path:
    """Asked for with each record that is read, where joining paths takes longer than finding it."""
    return archive / relative


def existing_files(archive: Path) -> Iterator[tuple[str, int, Path]]:
    """(batch, file number, path) of every batch file, in order."""
    shards = shards_of(archive)
    if shards:
        yield from sorted(
            (batch, number_of(place, file), path)
            for place, shard in enumerate(shards)
            for batch, file, path in _own_files(shard)
        )
    else:
        yield from _own_files(archive)


def _own_files(archive: Path) -> Iterator[tuple[str, int, Path]]:
    for folder in sorted((archive / "batches").glob("[0-9]" * 6)):
        numbers = [
            int(path.stem) for path in folder.glob("*.tw") if _NUMBER.fullmatch(path.stem) and path.is_file()
        ]
        yield from ((folder.name, number, folder / f"{number:04d}.tw") for number in sorted(numbers))


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
    """Make the writes of a dead process survive a power cut. A file that may not be written has none.

    After a sync that failed, the system takes the unwritten pages for clean, and the next sync succeeds without them.
    So all from `rewritten_from` on is written once more then, the same bytes in the same place.
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
        """Close all files. Unsynced bytes may still be lost in a power cut."""
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


_OPEN = 4


class RecordsById:
    """Records by id. With `keep_open` the batch files asked for last stay open, and it has to be closed. For one
    thread, whose connection `db` is."""

    def __init__(self, archive: Path, db: sqlite3.Connection, *, keep_open: bool = True) -> None:
        self._most = _OPEN if keep_open else 0
        self._archive, self._db = archive, db
        self._readers: dict[Path, RecordReader] = {}

    def find(self, id: str) -> Record | None:
        """The record with an id, with its DATA in memory; None when the index has none. FormatError, OSError."""
        key = batches.parse_id(id)
        row = (
            key
            and self._db.execute(
                "SELECT file, offset FROM captures WHERE batch = ? AND serial = ?", key
            ).fetchone()
        )
        if not key or not row:
            return None
        return self.at(batches.file_path(self._archive, key[0], row[0]), row[1])

    def at(self, path: Path, offset: int) -> Record:
        """The record at an offset of a batch file, with its DATA in memory. FormatError, OSError."""
        if not self._most:
            with RecordReader(path) as once:
                return once.at(offset).detached()
        reader = self._readers.pop(path, None)
        if (
            reader is not None and offset >= reader.size
        ):  # an open reader does not see the bytes appended since
            reader.close()
            reader = None
        if reader is None:
            if len(self._readers) >= self._most:
                self._readers.pop(next(iter(self._readers))).close()
            reader = RecordReader(path)
        self._readers[path] = reader
        return reader.at(offset).detached()

    def close(self) -> None:
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()


class Held(Record):
    """A record with its DATA in memory, read once, and inflated once when it is asked for; the reader may be closed
    then. `damage_of`, `data`, `http` and the header work; `head` is for records that are not held."""

    __slots__ = ("_data", "_failure", "_rebuilder", "_stored", "incremental")

    def __init__(self, record: Record, rebuilder: Rebuilder | None = None) -> None:
        """With a `rebuilder`, DATA of an incremental record is rebuilt from it."""
        super().__init__(
            record._source, record.offset, record.header, record.length, record.closed, record._fields
        )
        self._stored = record.stored
        self._rebuilder = rebuilder
        self.incremental = is_incremental(record)
        self._data: bytes | None = None
        self._failure: FormatError | None = None

    @property
    def stored(self) -> bytes:
        return self._stored

    def data(self) -> bytes:
        if self._failure is not None:
            raise self._failure
        if self._data is None:
            try:
                if self.incremental and self._rebuilder is not None:
                    self._data = self._rebuilder.data(self.detached())
                else:
                    self._data = super().data()
            except FormatError as error:
                self._failure = error
                raise
        return self._data


def damage_of(held: Held) -> str | None:
    """The difference between a record and its checks; None when it is whole."""
    return verify_header(held) or verify_data(held)
