"""Reading an archive: the stored bytes behind its captures; what the index has of those is in capture_reader.py."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from app.archive import charsets, rows, schema, statistics, verifying
from app.archive.by_id import RecordsById
from app.archive.capture_reader import CaptureReader
from app.archive.checking import Held, damage_of
from app.archive.damages import Damage, damage_with_neighbours
from app.archive.model import BatchInfo, Capture, Statistics, StoredLink
from app.archive.reading import Documents
from app.archive.settling import Making, is_unfinished, making_of, wait_until_finished
from app.archive.site_titles import SiteTitles
from app.errors import ArchiveError, CaptureMissing, FormatError, StorageUnreadable
from app.tianwang import HttpMessage, Record, RecordReader, split_http
from app.tianwang.rebuilding import ROOM, Rebuilder
from extractors import Document
from extractors.charset import chosen
from extractors.site_names import Affix
from extractors.types import Picture

Found = TypeVar("Found")


class ArchiveReader(CaptureReader):
    """A view of the archive for one thread. Readers never block the writer, nor it them."""

    def __init__(self, path: Path, db: sqlite3.Connection, room: int = ROOM, *, follows: bool = False) -> None:
        """`room` bytes of rebuilt DATA are kept in memory. With `follows` it opens the index again where another
        program has replaced it; nobody can while somebody holds the write lock."""
        super().__init__(db)
        self.path = path
        self._room, self._follows = room, follows
        self._documents = Documents(path)
        self._former: list[sqlite3.Connection] = []  # somebody may still be going through their rows
        self._attach(db, making_of(path))

    def _attach(self, db: sqlite3.Connection, making: Making) -> None:
        self._db, self._making = db, making
        self._records = RecordsById(self.path, db, keep_open=False)
        self.rebuilder = Rebuilder(self._records.find, self._room)
        self._sites = SiteTitles(db)

    def renew(self) -> bool:
        """Open the index again if another program has written all records anew (`Archive.convert`); whether that was
        so. Reading stored bytes and `last_seq` do it by themselves. ArchiveError, StorageFailed, StorageUnreadable."""
        if not self._follows or (making_of(self.path) == self._making and not is_unfinished(self.path)):
            return False
        while True:
            wait_until_finished(self.path)
            making = making_of(self.path)
            with schema.reading_index(self.path):
                db = schema.connect_reader(self.path / "index.sqlite")
            if not is_unfinished(self.path) and making_of(self.path) == making:
                break
            db.close()  # it may be the index that was just replaced
        self._former.append(self._db)
        self._attach(db, making)
        return True

    def __enter__(self) -> ArchiveReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._documents.close()
        self._records.close()
        for db in (*self._former, self._db):
            db.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """Of this thread, for what else in the engine looks into the index."""
        return self._db

    def last_seq(self) -> int:
        """Sequence number of the newest capture, 0 in an empty archive."""
        self.renew()
        return super().last_seq()

    def site_affixes(self, site: str) -> tuple[Affix, ...]:
        """What the titles of a site (host[:port]) share at their ends, for `extractors.site_names.strip`."""
        return self._sites.sampled(site)

    # ---- stored bytes -------------------------------------------------------------------------------------------

    def record_of(self, id: str) -> Record | None:
        """The record with an id, with its DATA already read; None when the index knows none. FormatError, OSError."""
        return self._records.find(id)

    def data(self, record: Record) -> bytes:
        """DATA of a record of this archive; of an incremental one, what is rebuilt from it. FormatError."""
        while True:
            try:
                return self.rebuilder.data(record)
            except FormatError:
                if not self.renew():
                    raise

    def record(self, capture: Capture | str) -> Record:
        """The record of a capture itself as it is stored, with its DATA already read; see `data`. A capture that was
        read from the index before another program wrote the records anew is found where it stands now."""
        found = self.capture(capture) if isinstance(capture, str) else capture
        while True:
            try:
                record = self._at(found)
            except (FormatError, StorageUnreadable):
                moved = self._moved(found)
                if moved is None:
                    raise
            else:
                moved = None if record.get("id") in (None, found.id) else self._moved(found)
                if moved is None:
                    return record
            found = moved

    def _moved(self, capture: Capture) -> Capture | None:
        """The same capture at the place where it stands now; None if it has been there all the time."""
        renewed = self.renew()
        with suppress(CaptureMissing):
            now = self.capture(capture.id)
            if renewed or (now.file, now.offset) != (capture.file, capture.offset):
                return now
        return None

    def _at(self, found: Capture) -> Record:
        path = self.path / found.file
        try:
            with RecordReader(path) as reader:
                return reader.at(found.offset).detached()
        except OSError as error:
            raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error

    def http(self, capture: Capture | str) -> HttpMessage:
        """The response of a capture; that of the version it confirms for a visit. Where the version's own record is
        damaged or gone, from another one with the same body; where all are damaged, what can be read (see `damage`).
        FormatError when not even a header can be read, or a response cannot be rebuilt; StorageUnreadable."""
        record = self._content(capture)
        try:
            message = record.http()
        except FormatError:
            if record.incremental:
                raise
            message = split_http(record.stored)
        url, id = (record.url, capture) if isinstance(capture, str) else (capture.url, capture.base or capture.id)
        message.in_charset = charsets.of_record(self.path, record, url, id)
        return message

    def damage(self, capture: Capture | str, cancelled: Callable[[], bool] | None = None) -> str | None:
        """What is wrong with what `http`, `body` and `document` give for a capture, or None. Raises as they do. When
        `cancelled`, no other record is looked at for the same content, and what comes back is of no use."""
        return damage_of(self._content(capture, cancelled))

    def damaged(self, capture: Capture | str) -> Damage | None:
        """What is wrong with the content of a capture, also where `http` raises, and which versions beside it are
        whole; None when nothing is wrong."""
        return damage_with_neighbours(self, self._version_of(capture))

    def _content(self, capture: Capture | str, cancelled: Callable[[], bool] | None = None) -> Held:
        """The record with the content of a capture: its version's own, or the first undamaged one that restates it."""
        while True:
            making = self._making
            try:
                found, whole = self._best(capture, cancelled)
            except (FormatError, StorageUnreadable):
                if not self.renew() and self._making == making:
                    raise
            else:
                if whole or (not self.renew() and self._making == making):
                    return found

    def _best(self, capture: Capture | str, cancelled: Callable[[], bool] | None) -> tuple[Held, bool]:
        """The record, and whether it is whole."""
        version, readable = self._version_of(capture), None
        for candidate in self._alike(version):
            if cancelled is not None and cancelled():
                break
            with suppress(FormatError, StorageUnreadable):
                found = Held(self.record(candidate), self.rebuilder)
                if damage_of(found) is None:
                    return found, True
                readable = readable or found
        return readable or Held(self.record(version), self.rebuilder), False  # or raises what is wrong with it

    def _alike(self, version: Capture) -> Iterator[Capture]:
        yield version
        page = "(SELECT page_id FROM captures WHERE seq = ?1)"
        yield from self._captures(f"c.page_id = {page} AND c.full AND c.base = ?1 ORDER BY c.seq", (version.seq,))

    def body(self, capture: Capture | str) -> bytes:
        """The body of a capture with its codings undone."""
        return self.http(capture).body

    def shown(self, capture: Capture | str) -> HttpMessage:
        """What a person saw of a capture, as a page: the tree that a browser kept of it, else the response, as where
        somebody chose the charset of that. FormatError and StorageUnreadable as `http` raises them."""
        version = self._version_of(capture)
        tree = None if charsets.choice(self.path, version.url, version.id) else self.rendered(version)
        if tree is not None:
            with suppress(FormatError, StorageUnreadable):
                return self.http(tree)
        return self.http(capture)

    def document(
        self,
        capture: Capture | str,
        *,
        main: bool = False,
        pictures: bool = False,
        charset: str = "",
        cancelled: Callable[[], bool] | None = None,
    ) -> Document:
        """Title, text and structure of a capture; with its main text, its cover and key frames if wanted. Read within
        limits of time and memory, of which its `error` tells, or as it was read the last time; in a certain `charset`,
        whatever it declares. The title of a page is without the name of its site, as far as other pages of the site
        tell that."""
        version = self._version_of(capture)
        message = self.http(version) if charset else self.shown(version)
        if charset:
            message.in_charset = chosen(charset)
        read = self._documents.read(message, version.url, main=main, pictures=pictures, cancelled=cancelled)
        return self._sites.without_site(read, version.url)

    def links(self, capture: Capture | str) -> list[StoredLink]:
        """Links of a capture as they were extracted; those of the version it confirms for a visit."""
        version = self._version_of(capture)
        found = self._db.execute("SELECT rows FROM links WHERE capture = ?", (version.seq,)).fetchone()
        if found is not None:
            return rows.unpack_links(found[0])
        listed = dict.fromkeys(self._documents.links(self.http(version), version.url))
        if self.rendered(version) is not None:
            listed |= dict.fromkeys(self._documents.links(self.shown(version), version.url))
        return [StoredLink(*link) for link in listed]

    def page_picture(self, capture: Capture | str, number: int = 0, width: int = 800) -> Picture | None:
        """A page of a PDF, `width` pixels wide, `number` counting from 0; None when there is none, or it could not be
        drawn within limits of time and memory."""
        return self._documents.page_picture(self.body(capture), number, width)

    def statistics(self) -> Statistics:
        return statistics.gather(self._db, self.path)

    def batches(self) -> list[BatchInfo]:
        """The batches of the archive, oldest first."""
        return statistics.batch_list(self._db, self.path)

    def records(self, batch: str) -> Iterator[Record]:
        """The records of a batch in the order they stand in its files, as far as they are indexed; what is damaged is
        passed over. A record can be read until the next one is asked for. StorageUnreadable."""
        return self._undisturbed(lambda db: verifying.records(db, self.path, batch))

    def verify(
        self,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        *,
        strict: bool = False,
        checked: verifying.Checked | None = None,
    ) -> Iterator[verifying.Problem]:
        """Check every record of every batch, and the index against them; progress in bytes (done, of all). With
        `strict` every departure from the format is a problem; what was gone through is added up in `checked`."""
        return self._undisturbed(
            lambda db: verifying.verify(db, self.path, progress, cancelled, strict=strict, checked=checked)
        )

    def _undisturbed(self, look: Callable[[sqlite3.Connection], Iterator[Found]]) -> Iterator[Found]:
        """What is found as long as the records stay where the index has them; then ArchiveError."""
        self.renew()
        making = self._making

        def moved() -> bool:
            return is_unfinished(self.path) or making_of(self.path) != making

        for one in look(self._db):
            if moved():
                break
            yield one
        if moved():
            raise ArchiveError(
                archive=self.path, detail="another program has written its records anew meanwhile; begin again"
            )
