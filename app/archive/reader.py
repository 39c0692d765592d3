"""Reading an archive: captures, and the stored bytes behind them; the pages are in page_reader.py."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType

from app.archive import batches, reextracting, rows, selecting, statistics, verifying
from app.archive.by_id import RecordsById
from app.archive.checking import Held, damage_of
from app.archive.facets import About, values_by_id
from app.archive.model import BatchInfo, Capture, CaptureKind, Statistics, StoredLink
from app.archive.page_reader import PageReader
from app.archive.preparing import to_timestamp
from app.archive.reading import Documents
from app.archive.site_titles import SiteTitles
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.tianwang import HttpMessage, Record, RecordReader, split_http
from app.tianwang.rebuilding import ROOM, Rebuilder
from extractors import Document
from extractors.types import Picture

_STREAM = 1000  # rows per query of an iteration that may go over the whole archive


class ArchiveReader(PageReader):
    """A view of the archive for one thread. Readers never block the writer, nor it them."""

    def __init__(self, path: Path, db: sqlite3.Connection, room: int = ROOM) -> None:
        """`room` bytes of rebuilt DATA are kept in memory."""
        super().__init__(db)
        self.path = path
        self._records = RecordsById(path, db, keep_open=False)
        self.rebuilder = Rebuilder(self._records.find, room)
        self._documents = Documents(path)
        self._sites = SiteTitles(db)

    def __enter__(self) -> ArchiveReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._documents.close()
        self._records.close()
        self._db.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """Of this thread, for what else in the engine looks into the index."""
        return self._db

    # ---- captures -----------------------------------------------------------------------------------------------

    def versions(self, url: str, visits: bool = False) -> list[Capture]:
        """Captures of an address, oldest first; those that found nothing new only with `visits`."""
        only = "" if visits else " AND c.kind = 'version'"
        return self._captures(f"p.url = ?{only} ORDER BY c.date, c.seq", (url,))

    def capture(self, id: str) -> Capture:
        key = batches.parse_id(id)
        found = self._captures("c.batch = ? AND c.serial = ?", key) if key else []
        if not found:
            raise CaptureMissing(wanted=id)
        return found[0]

    def latest_version(self, url: str) -> Capture | None:
        found = self._captures("p.url = ? AND c.kind = 'version' ORDER BY c.date DESC, c.seq DESC LIMIT 1", (url,))
        return found[0] if found else None

    def nearest(self, url: str, date: datetime | None) -> Capture | None:
        """The version of an address that was seen nearest to a moment (None: the newest): stored or confirmed by a
        visit then. Under the other of http and https when there is none under its own; the fragment does not count."""
        address = url.partition("#")[0]
        scheme, colon, rest = address.partition("://")
        other = {"http": "https", "https": "http"}.get(scheme.lower())
        for candidate in (address, f"{other}://{rest}" if colon and other else None):
            if candidate is None:
                continue
            if date is None:
                found = self.latest_version(candidate)
            else:
                around = self._captures(
                    "p.url = ? ORDER BY abs(c.date - ?), c.seq LIMIT 1", (candidate, to_timestamp(date))
                )
                found = self._version_of(around[0]) if around else None
            if found:
                return found
        return None

    def captures(
        self,
        *,
        prefix: str = "",
        batch: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        types: Collection[str] | None = None,
        kind: CaptureKind | None = None,
        status: int | Collection[int] | None = None,
    ) -> Iterator[Capture]:
        """All captures, or those with an address that begins with `prefix`, of one batch, `since` <= date < `until`,
        of these media types (“image/” stands for all images), one kind, these status codes: in the order they were
        stored, with a prefix by address and date."""
        codes = (status,) if isinstance(status, int) else None if status is None else tuple(status)
        chosen = None if types is None else tuple(types)
        return selecting.captures(self._db, selecting.Choice(prefix, batch, since, until, chosen, kind, codes))

    def captures_of_crawl(self, crawl: str) -> Iterator[Capture]:
        """Everything a crawl job stored, in order."""
        last = 0
        while found := self._captures("c.crawl = ? AND c.seq > ? ORDER BY c.seq LIMIT ?", (crawl, last, _STREAM)):
            yield from found
            last = found[-1].seq

    def links(self, capture: Capture | str) -> list[StoredLink]:
        """Links of a capture as they were extracted; those of the version it confirms for a visit."""
        version = self._version_of(capture)
        found = self._db.execute("SELECT rows FROM links WHERE capture = ?", (version.seq,)).fetchone()
        if found is not None:
            return rows.unpack_links(found[0])
        return [StoredLink(*link) for link in self._documents.links(self.http(version), version.url)]

    def outdated(self) -> dict[str, int]:
        """How many versions of each format an older extractor has read; see `Archive.reextract`."""
        return reextracting.outdated(self._db)

    def statistics(self) -> Statistics:
        return statistics.gather(self._db, self.path)

    def about(self, capture: Capture | str) -> About:
        """What its extractor found out about a version, or the one that a visit confirms."""
        seq = self._version_of(capture).seq
        facets, published, page, date = self._db.execute(
            "SELECT coalesce(facets, 0), coalesce(published, ''), page_id, date FROM captures WHERE seq = ?", (seq,)
        ).fetchone()
        number = self._db.execute(
            "SELECT count(*) FROM captures WHERE page_id = ? AND base IS NULL AND (date, seq) <= (?, ?)",
            (page, date, seq),
        ).fetchone()
        return About(values_by_id(self._db, facets), published, number[0])

    # ---- stored bytes -------------------------------------------------------------------------------------------

    def record_of(self, id: str) -> Record | None:
        """The record with an id, with its DATA already read; None when the index knows none. FormatError, OSError."""
        return self._records.find(id)

    def data(self, record: Record) -> bytes:
        """DATA of a record of this archive; of an incremental one, what is rebuilt from it. FormatError."""
        return self.rebuilder.data(record)

    def record(self, capture: Capture | str) -> Record:
        """The record of a capture itself as it is stored, with its DATA already read; see `data`."""
        found = self.capture(capture) if isinstance(capture, str) else capture
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
            return record.http()
        except FormatError:
            if record.incremental:
                raise
            return split_http(record.stored)

    def damage(self, capture: Capture | str) -> str | None:
        """What is wrong with what `http`, `body` and `document` give for a capture, or None. Raises as they do."""
        return damage_of(self._content(capture))

    def _content(self, capture: Capture | str) -> Held:
        """The record with the content of a capture: its version's own, or the first undamaged one that restates it."""
        version, readable = self._version_of(capture), None
        for candidate in self._alike(version):
            with suppress(FormatError, StorageUnreadable):
                found = Held(self.record(candidate), self.rebuilder)
                if damage_of(found) is None:
                    return found
                readable = readable or found
        return readable or Held(self.record(version), self.rebuilder)  # which raises what is wrong with it

    def _alike(self, version: Capture) -> Iterator[Capture]:
        yield version
        page = "(SELECT page_id FROM captures WHERE seq = ?1)"
        yield from self._captures(f"c.page_id = {page} AND c.full AND c.base = ?1 ORDER BY c.seq", (version.seq,))

    def body(self, capture: Capture | str) -> bytes:
        """The body of a capture with its codings undone."""
        return self.http(capture).body

    def document(
        self,
        capture: Capture | str,
        *,
        main: bool = False,
        pictures: bool = False,
        cancelled: Callable[[], bool] | None = None,
    ) -> Document:
        """Title, text and structure of a capture; with its main text, its cover and key frames if wanted. Read within
        limits of time and memory, of which its `error` tells, or as it was read the last time. The title of a page is
        without the name of its site, as far as other pages of the site tell that."""
        version = self._version_of(capture)
        read = self._documents.read(self.http(version), version.url, main=main, pictures=pictures, cancelled=cancelled)
        return self._sites.without_site(read, version.url)

    def page_picture(self, capture: Capture | str, number: int = 0, width: int = 800) -> Picture | None:
        """A page of a PDF, `width` pixels wide, `number` counting from 0; None when there is none, or it could not be
        drawn within limits of time and memory."""
        return self._documents.page_picture(self.body(capture), number, width)

    def batches(self) -> list[BatchInfo]:
        """The batches of the archive, oldest first."""
        return statistics.batch_list(self._db, self.path)

    def records(self, batch: str) -> Iterator[Record]:
        """The records of a batch in the order they stand in its files, as far as they are indexed; what is damaged is
        passed over. A record can be read until the next one is asked for. StorageUnreadable."""
        return verifying.records(self._db, self.path, batch)

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
        return verifying.verify(self._db, self.path, progress, cancelled, strict=strict, checked=checked)

    # ---- rows ---------------------------------------------------------------------------------------------------

    def _version_of(self, capture: Capture | str) -> Capture:
        found = self.capture(capture) if isinstance(capture, str) else capture
        return self.capture(found.base) if found.base else found

    def _captures(self, where: str, values: tuple[object, ...]) -> list[Capture]:
        return [rows.capture(row) for row in self._db.execute(f"{rows.CAPTURE} WHERE {where}", values)]
