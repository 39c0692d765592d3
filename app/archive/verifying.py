"""Checking an archive: every record against its own digest, and the index against the records."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.archive import batches
from app.errors import FormatError
from app.tianwang import Record, RecordReader, Tail


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be; `id` is "" when no capture is concerned."""

    file: str
    offset: int
    id: str
    sentence: str


def verify_file(path: Path, progress: Callable[[int], None] | None = None) -> Iterator[Problem]:
    """Check the records of one Tianwang file; progress in bytes read."""
    with RecordReader(path) as reader:
        for record in reader:
            yield from _check(record, str(path), record.get("id") or "")
            if progress:
                progress(record.end)
        if reader.tail:
            yield Problem(
                str(path),
                reader.tail.offset,
                "",
                f"{reader.tail.size} bytes are no record: {reader.tail.reason}.",
            )


def verify(
    db: sqlite3.Connection,
    archive: Path,
    progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> Iterator[Problem]:
    """Check all batch files, and that index and files tell the same."""
    ends = {(batch, file): end for batch, file, end in db.execute("SELECT batch, file, end FROM files")}
    present = list(batches.existing_files(archive))
    total, done = sum(path.stat().st_size for _, _, path in present), 0
    for batch, file in sorted(set(ends) - {(batch, file) for batch, file, _ in present}):
        name = batches.relative_path(batch, file)
        yield Problem(name, 0, "", "The file is missing, but the index knows captures in it.")
    for batch, file, path in present:
        name, indexed = batches.relative_path(batch, file), ends.get((batch, file), 0)
        expected: dict[int, tuple[int, int]] = {
            offset: (serial, end)
            for offset, serial, end in db.execute(
                "SELECT offset, serial, end FROM captures WHERE batch = ? AND file = ? AND offset < ?",
                (batch, file, indexed),
            )
        }
        try:
            with RecordReader(path) as reader:
                for record in _walk(reader, indexed, expected):
                    if cancelled and cancelled():
                        return
                    if isinstance(record, Tail):
                        yield Problem(
                            name,
                            record.offset,
                            "",
                            f"{record.size} bytes are no record: {record.reason}.",
                        )
                        continue
                    yield from _check_indexed(record, name, batch, expected.pop(record.offset, None))
                    if progress:
                        progress(done + record.end, total)
                done += reader.size
        except OSError as error:
            yield Problem(name, 0, "", f"The file cannot be read: {error.strerror or error}.")
            continue
        for offset, (serial, _) in sorted(expected.items()):
            yield Problem(
                name,
                offset,
                batches.format_id(batch, serial),
                "The index names a record here that is not there.",
            )


def _walk(reader: RecordReader, indexed: int, expected: Collection[int]) -> Iterator[Record | Tail]:
    """The records of a file as far as it is indexed, and the damage between them: behind it, the index knows where
    the next record begins. What lies beyond is being written right now, or was left by a crash."""
    at = 0
    while at < indexed:
        for record in reader.from_offset(at):
            if record.offset >= indexed:
                return
            yield record
        damage = reader.tail
        if damage is None or damage.offset >= indexed:
            return
        at = min((offset for offset in expected if offset > damage.offset), default=indexed)
        yield Tail(damage.offset, min(at, reader.size) - damage.offset, damage.reason)


def _check_indexed(record: Record, name: str, batch: str, row: tuple[int, int] | None) -> Iterator[Problem]:
    if row is None:
        yield Problem(name, record.offset, "", "The record cannot be indexed: it has no usable address or date.")
        return
    serial, end = row
    id = batches.format_id(batch, serial)
    if end != record.end:
        yield Problem(name, record.offset, id, f"The index says the record ends at {end}, it ends at {record.end}.")
    yield from _check(record, name, id)


def _check(record: Record, name: str, id: str) -> Iterator[Problem]:
    digest = record.get("digest") or ""
    if digest.startswith("sha256:") and digest != "sha256:" + hashlib.sha256(record.stored).hexdigest():
        yield Problem(name, record.offset, id, "The record is damaged: DATA does not have the digest stored with it.")
        return
    try:
        record.data()
    except FormatError as error:
        yield Problem(name, record.offset, id, f"The record is damaged: {error.rule}.")
