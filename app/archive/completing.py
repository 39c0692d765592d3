"""Records as indexing reads them, and incremental ones among them read whole."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from app.archive import batches, charsets
from app.archive.addresses import is_rendered, page_of
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
        """With `ready`, read in the charset that a person chose; one that cannot be rebuilt keeps its place and id, and
        stands for an empty answer."""
        if read.new is None:
            return read
        if not read.incremental:
            return self._as_chosen(read, read.new, batch, file)
        damage, data, new, charset = read.damage, b"", read.new, ""
        try:
            if not damage:
                record = self._records.at(batches.file_path(self._archive, batch, file), read.offset)
                data = self._rebuilder.data(record)
                charset = charsets.of_record(self._archive, record, new.url, read.id)
        except FormatError as error:
            damage = f"it cannot be rebuilt ({error.rule})"
        whole = NewCapture(new.url, new.date, new.ip, data, new.origin, new.crawl, charset)
        return read._replace(ready=prepare(whole, links=False, pack=False)._replace(new=new), damage=damage)

    def _as_chosen(self, read: Read, new: NewCapture, batch: str, file: int) -> Read:
        if read.ready is None or read.damage:
            return read
        if is_rendered(new.url):  # it tells the title of its page, unless somebody chose how that is read
            overruled = charsets.choice(self._archive, page_of(new.url))
            return read._replace(ready=read.ready._replace(title="", title_source="")) if overruled else read
        charset = charsets.choice(self._archive, new.url, read.id)
        if not charset:
            return read
        data = self._records.at(batches.file_path(self._archive, batch, file), read.offset).data()
        whole = NewCapture(new.url, new.date, new.ip, data, new.origin, new.crawl, charset)
        return read._replace(ready=prepare(whole, links=False, pack=False)._replace(new=new))
