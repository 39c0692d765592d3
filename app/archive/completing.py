"""Records as indexing reads them, and incremental ones among them read whole."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from app.archive import batches
from app.archive.by_id import RecordsById
from app.archive.model import NewCapture
from app.archive.preparing import Prepared, prepare
from app.errors import FormatError
from app.tianwang.rebuilding import ROOM_FOR_ALL, Rebuilder


class Read(NamedTuple):
    """A record as it was read: where it stands, its attributes `id` and `base` ("" without), and as `new`, without its
    DATA, what else the index wants to know of its header (None when it has no usable address or date); `ready` is None
    for a visit without DATA. `damage` says what is wrong with it, and `altered` that this concerns its header. Of an
    `incremental` record `recipe` is its DATA, and `ready` comes from `Rebuilding`."""

    offset: int
    end: int
    id: str
    base: str
    new: NewCapture | None
    ready: Prepared | None = None
    damage: str = ""
    altered: bool = False
    incremental: bool = False
    recipe: bytes = b""


class Rebuilding:
    """Reads incremental records whole, out of the records that are indexed already. To be closed."""

    def __init__(self, archive: Path, db: sqlite3.Connection) -> None:
        self._archive = archive
        self._records = RecordsById(archive, db)
        self._rebuilder = Rebuilder(self._records.find, ROOM_FOR_ALL)

    def close(self) -> None:
        self._records.close()

    def complete(self, read: Read, batch: str, file: int) -> Read:
        """With `ready`; one that cannot be rebuilt keeps its place and id, and stands for an empty answer."""
        if not read.incremental or read.new is None:
            return read
        damage, data, new = read.damage, b"", read.new
        try:
            if not damage:
                record = self._records.at(batches.file_path(self._archive, batch, file), read.offset)
                data = self._rebuilder.data(record)
        except FormatError as error:
            damage = f"it cannot be rebuilt ({error.rule})"
        whole = NewCapture(new.url, new.date, new.ip, data, new.origin, new.crawl)
        return read._replace(ready=prepare(whole, links=False, pack=False)._replace(new=new), damage=damage)
