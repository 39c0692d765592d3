"""What keeps each batch whole: when a visit names a record of its batch, and when it is written in full again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from app.archive import batches
from app.archive.charsets import USUAL
from app.archive.index.indexing import Indexer, Recent, Version
from app.archive.preparing import Prepared
from app.errors import FormatError
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import Rebuilder, is_incremental
from app.tianwang.sealing import verify_data

FULL_EVERY = 20
"""At the latest so many captures of an address in a batch after the last one with DATA comes another one with DATA."""


@dataclass(frozen=True, slots=True)
class Content:
    """DATA to be written once more; `packed` and `size` as in `Prepared`, `usual` the charset that was usual around."""

    data: bytes
    packed: bytes | None
    size: int
    usual: str = ""


def anchor(indexer: Indexer, base: Version, batch: str, gone: Collection[tuple[str, int]]) -> str | None:
    """Id of a record of `batch` with the DATA of a version, which the next visit may name; None when it has to be
    written in full. Records in the files `gone` do not count."""
    recent = indexer.recent(base, batch, FULL_EVERY)
    if len(recent) == FULL_EVERY and not any(capture.whole for capture in recent[:-1]):
        return None
    harmed = any(where == batch for where, _ in gone)
    for capture in recent:
        if (
            capture.full
            and capture.same
            and (batch, capture.file) not in gone
            and (capture.whole or not harmed)
        ):
            return batches.format_id(batch, capture.serial)
    return None


def builds_on(
    indexer: Indexer, before: Version, batch: str, gone: Collection[tuple[str, int]]
) -> Recent | None:
    """The capture whose record the next one of a page in `batch` may build on, the last that has DATA; None when the
    next one has to be written in full. `before` is any version of the page."""
    recent = indexer.recent(before, batch, FULL_EVERY)
    if not any(capture.whole for capture in recent[: FULL_EVERY - 1]) or any(
        where == batch for where, _ in gone
    ):
        return None
    return next(capture for capture in recent if capture.full)


def content(ready: Prepared, usual: str = "") -> Content:
    return Content(ready.new.data, ready.packed, ready.size, usual)


def reread(archive: Path, indexer: Indexer, base: Version, rebuilder: Rebuilder) -> Content | None:
    """The DATA of a version from the first record that still has it unharmed; None when none has."""
    for batch, file, offset in indexer.places_of(base):
        try:
            with RecordReader(batches.file_path(archive, batch, file)) as reader:
                record = reader.at(offset)
                if verify_data(record) is None:
                    usual = record.get(USUAL) or ""
                    if is_incremental(record):
                        data = rebuilder.data(record.detached())
                        return Content(data, None, len(data), usual)
                    stored = record.stored
                    data = record.data()
                    return Content(
                        data, b"" if record.raw("unzip-length") is None else stored, len(data), usual
                    )
        except (OSError, FormatError):
            continue
    return None
