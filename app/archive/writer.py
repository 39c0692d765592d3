"""The one writer of an archive: append the record, index it, commit, and only then let it be announced."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from types import TracebackType

from app.archive import batches
from app.archive.documents import charsets, rendered
from app.archive.documents.preparing import Prepared, prepare
from app.archive.increments import Answer, Content, Divider, Increments, anchor, builds_on, reread
from app.archive.index import schema
from app.archive.index.indexing import Indexer, Version
from app.archive.index.seen import open_filter
from app.archive.lock import WriteLock
from app.archive.model import Capture, NewCapture, NewVisit
from app.archive.reader import ArchiveReader
from app.archive.serials import Deal, Serials
from app.archive.settling import settle
from app.archive.upkeep.recovering import catch_up
from app.errors import CaptureMissing, FormatError, IndexDamaged, StorageFailed, StorageUnreadable
from app.messages import Message
from app.tianwang.rebuilding import BLOCKS, REBUILT
from app.tianwang.sources import inflate
from app.tianwang.writer import encode, pack
from extractors.base.charset import GUESSED, NEIGHBOURS, codec, decode, usual

Extra = tuple[tuple[str, bytes], ...]
Attributes = list[tuple[str, str | bytes]]

_OWN = frozenset({"id", "crawl", "digest", "base", "status", "header-check", REBUILT, BLOCKS, rendered.NAMES})

_NEIGHBOURS = 20
"""Pages of a site that are looked at for its usual charset."""
_LOOKED_AT, _TRIED = 20_000, 20
_IN_FULL = """
SELECT batch, serial, type, before FROM (
    SELECT c.batch, c.serial, c.type, (
        SELECT max(b.serial) FROM captures b
        WHERE b.page_id = c.page_id AND b.base IS NULL AND b.full AND +b.batch = c.batch AND +b.serial < c.serial
    ) AS before
    FROM (SELECT * FROM captures WHERE seq > ? ORDER BY seq DESC LIMIT ?) c
    WHERE c.full = 1 AND c.base IS NULL AND c.status = 200
) WHERE before IS NOT NULL LIMIT ?
"""
"""Versions in full, and the version of their page before them in the same batch. The "+" keep SQLite from going through
the whole batch for each of them."""


class ArchiveWriter:
    """Appends captures. For one thread; holds the write lock until closed.

    A capture that `store` returned is safe only after `commit`: the batch files are on disk then, and the index holds
    it. A crash in between loses nothing that was committed; complete records that were not yet indexed are indexed when
    the archive is next opened for writing, a cut last record is moved to a side file.
    """

    def __init__(
        self,
        path: Path,
        *,
        incremental: bool = True,
        divider: Divider | None = None,
        progress: Callable[[int], None] | None = None,
        deal: Deal | None = None,
    ) -> None:
        """With `incremental`, a version may be written as its changes alone; `divider` cuts pages for that. `deal` gives
        the blocks of serial numbers of an archive that shares its batches with others."""
        self.path = path
        self.trimmed: list[Path] = []
        self._lock = WriteLock(path)
        try:
            settle(path)
            self._db = schema.connect_writer(path / "index.sqlite")
        except sqlite3.Error as error:
            self._lock.close()
            raise schema.refused(path, error) from error
        except OSError as error:
            self._lock.close()
            raise StorageFailed(path=error.filename or path, detail=error.strerror or str(error)) from error
        if schema.version_of(self._db) != schema.VERSION:
            self._db.close()
            self._lock.close()
            raise IndexDamaged(archive=path, detail=Message("index-other-version"))
        self._files = batches.BatchFiles(path)
        self._behind = False
        self.reader = ArchiveReader(path, self._db)
        self._incremental = incremental
        self._neighbours = charsets.Neighbours()
        self._increments = Increments(self.reader, divider)
        self._seen = None
        try:
            self._serials = Serials(path, deal)
            self._seen = open_filter(path, self._db)
            self._indexer = Indexer(self._db, self._seen)
            self.trimmed += catch_up(path, self._db, self._indexer, progress)
            self._gone = batches.shortened(path, self._indexer.all_ends())
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.Error):
                raise schema.refused(path, error) from error
            raise

    def __enter__(self) -> ArchiveWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            self.close()

    def store(
        self,
        new: NewCapture | Prepared | NewVisit,
        *,
        extra: Extra = (),
        linked_from: str | None = None,
        of_visit: Callable[[], Extra] = tuple,
    ) -> Capture:
        """Append a capture and index it. A response that equals the version before it becomes a visit.

        `extra` are attributes of a foreign record to keep, `of_visit` makes those of one that becomes a visit without
        DATA of its own, `linked_from` is the page that leads here. StorageFailed when the disk refuses; the captures
        stored since the last `commit` are then in the batches only, and indexed again before anything else is written.
        """
        try:
            self._begin()
            if isinstance(new, NewVisit):
                return self._store_visit(new, None, extra)
            ready = prepare(new, pack=False) if isinstance(new, NewCapture) else new
            told, ready, extra = extra, *self._in_its_charset(ready, extra, linked_from)
            base = self._indexer.version_before(ready.new.url, ready.new.date)
            if base is not None and base.is_like(ready) and not self._shows_other(base, ready, extra):
                return self._store_visit(_as_visit(ready, base.id), ready, told, of_visit)
            if base is not None and self._incremental and isinstance(new, NewCapture):
                ready = ready._replace(packed=pack(new.data) or b"")
                ready = ready._replace(increment=self._increments.of(ready))
            return self._store_version(ready, base, extra)
        except BaseException as error:
            self._fall_behind()
            if isinstance(error, sqlite3.Error):
                raise schema.refused(self.path, error) from error
            raise

    def store_rendered(self, page: Prepared, tree: rendered.Rendered) -> Capture:
        """Store a capture by a browser, then the derived record with the tree of the page. A page with the same bytes
        and another tree has a new version."""
        capture = self.store(page, extra=((rendered.TEXT, tree.text.encode()),))
        if tree.record is not None:
            version = self.reader.capture(capture.base) if capture.base else capture
            if capture.kind == "version" or self.reader.rendered(version) is None:  # a crash has lost it
                self.store(tree.record._replace(new=replace(tree.record.new, date=version.date)))
        return capture

    def _in_its_charset(
        self, ready: Prepared, extra: Extra, linked_from: str | None
    ) -> tuple[Prepared, Extra]:
        """The response read in the charset that a person chose for the page; a short one without a declared charset in
        the one that is usual around it, with an attribute for that."""
        if not ready.read.charset:
            return ready, extra
        url, label = ready.new.url, ""
        if rendered.is_rendered(url):
            overruled = charsets.choice(self.path, rendered.page_of(url))
            return (ready.untitled() if overruled else ready), extra
        charset = charsets.choice(self.path, url)
        if not charset and not ready.read.sure:
            known = dict(extra).get(charsets.USUAL, b"").decode("ascii", "replace")
            label = known if codec(known) else self._around(url, linked_from)
            charset = usual(label) if label and codec(label) != ready.read.charset else ""
        if charset:
            data = ready.new.data or inflate(ready.packed or b"", ready.size)
            if data is not None:
                new = replace(ready.new, data=data, charset=charset)
                again = prepare(new, links=ready.read.link_rows is not None, packed=ready.packed, pack=False)
                if label and again.read.charset_source != NEIGHBOURS:
                    again = ready
                elif label:
                    extra = (
                        *(one for one in extra if one[0] != charsets.USUAL),
                        (charsets.USUAL, label.encode()),
                    )
                more = ready.read.links[len(again.read.links) :]  # those of the page in a browser
                if more:
                    again = again._replace(read=again.read.with_links((*again.read.links, *more)))
                ready = again._replace(increment=ready.increment)
        self._neighbours.note(url, ready.read.charset, ready.read.sure)
        return ready, extra

    def _around(self, url: str, linked_from: str | None) -> str:
        """The charset that is usual around a page; of a site that nothing was stored of yet, as the archive has it."""
        site = charsets.site_of(url)
        if not self._neighbours.knows(site):
            for scheme in ("http", "https"):
                pages = self.reader.captures(
                    prefix=f"{scheme}://{site}/", types=("text/html",), kind="version", status=200
                )
                for capture in islice(pages, _NEIGHBOURS):
                    with suppress(FormatError, StorageUnreadable):
                        message = self.reader.http(capture)
                        _, found, decided = decode(message.body, message.charset)
                        self._neighbours.note(capture.url, found, decided not in GUESSED)
        return self._neighbours.around(url, linked_from)

    def may_hold(self, url: str) -> bool:
        """Whether there may be a page with this address; in a fraction of the time of asking the index."""
        return self._seen is None or self._seen.maybe(url)

    def known(self, url: str, date: datetime, digest: str) -> list[str]:
        """The ids of the captures of this address, of this second, with a body of this digest."""
        try:
            return self._indexer.holding(url, date, digest)
        except sqlite3.Error as error:
            raise schema.refused(self.path, error) from error

    def could_shrink(self, after: int) -> bool:
        """Whether versions behind that sequence number were stored in full that would be smaller as changes
        (`Archive.convert`): tried with some of the last ones."""
        if not self._incremental:
            return False
        try:
            found = self._db.execute(_IN_FULL, (after, _LOOKED_AT, _TRIED)).fetchall()
        except sqlite3.Error as error:
            raise schema.refused(self.path, error) from error
        return any(self._is_smaller(*row) for row in found)

    def _is_smaller(self, batch: str, serial: int, type: str, before: int) -> bool:
        try:
            record = self.reader.record_of(batches.format_id(batch, serial))
            if record is None:
                return False
            answer = Answer(record.data(), type, False, record.length)
            return self._increments.on(batches.format_id(batch, before), answer) is not None
        except (FormatError, OSError):
            return False

    def commit(self) -> int:
        """Make everything stored so far safe; returns the newest sequence number, which may now be announced."""
        try:
            self._catch_up()
            self._files.sync()
            if self._db.in_transaction:
                self._indexer.flush()
                self._db.execute("COMMIT")
            return self.reader.last_seq()
        except BaseException as error:
            self._fall_behind()
            if isinstance(error, sqlite3.Error):
                raise schema.refused(self.path, error) from error
            raise

    def close(self) -> None:
        """Give up the captures not committed to the index (their records are found again), and release the lock."""
        try:
            if self._db.in_transaction:
                with suppress(sqlite3.Error):  # closing the connection rolls back, too
                    self._db.execute("ROLLBACK")
            if self._seen is not None:
                self._seen.close()
        finally:
            self._files.close()
            self.reader.close()
            self._lock.close()

    def _begin(self) -> None:
        self._catch_up()
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def _fall_behind(self) -> None:
        """After a failure no row of the index is sure to have its record: the batches alone are right."""
        self._behind = True
        self._files.close()
        self._indexer.forget()
        if self._db.in_transaction:
            with suppress(sqlite3.Error):  # tried again before the connection is used
                self._db.execute("ROLLBACK")

    def _catch_up(self) -> None:
        if self._behind:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            self._indexer.forget()
            self.trimmed += catch_up(self.path, self._db, self._indexer, failed=True)
            self._behind = False

    def _store_version(self, ready: Prepared, before: Version | None, extra: Extra) -> Capture:
        new = ready.new
        batch = batches.batch_of(new.date)
        serial = self._serials.next(batch, self._indexer.next_serial(batch))
        named = self._names(new)
        if named:
            extra = tuple(one for one in extra if one[0] != "warc-type")
        step = ready.increment
        if step is not None and before is not None and self._incremental:
            # made ahead of time: others of its page may have been stored since
            last = builds_on(self._indexer, before, batch, self._gone)
            if last is not None and batches.format_id(batch, last.serial) == step.base:
                attributes = [("base", step.base), *named, *step.attributes, *_foreign(extra)]
                record = _record(
                    new,
                    batch,
                    serial,
                    attributes,
                    version="2.0",
                    data=step.data,
                    packed=step.packed,
                    size=len(step.data),
                )
                place = self._append(batch, record)
                return self._indexer.add_version(
                    ready, batch, serial, *place, builds=last.seq, recipe=step.data
                )
        blocks = dict(step.attributes).get(BLOCKS, "") if step is not None else ""
        level = [(BLOCKS, blocks.partition(" ")[0])] if blocks else []
        attributes = [*named, *level, *_foreign(extra)]
        record = _record(new, batch, serial, attributes, data=new.data, packed=ready.packed, size=ready.size)
        return self._indexer.add_version(ready, batch, serial, *self._append(batch, record))

    def _shows_other(self, base: Version, ready: Prepared, extra: Extra) -> bool:
        """Whether a browser saw something else than at the version with the same bytes. Each derived record is one of
        its own version."""
        if rendered.is_rendered(ready.new.url):
            return True
        text = dict(extra).get(rendered.TEXT)
        if text is None:
            return False
        try:
            record = self.reader.record_of(base.id)
        except (FormatError, OSError):
            record = None
        before = record.raw(rendered.TEXT) if record is not None else None
        if text == rendered.PLAIN.encode():
            return before not in (None, text)
        return before != text

    def _names(self, new: NewCapture) -> Attributes:
        """The attributes of a derived record: its capture, and its kind for other programs."""
        if not rendered.is_rendered(new.url):
            return []
        of = self.reader.rendered_page(new.url, new.date)
        return [(rendered.NAMES, of.id if of is not None else "unknown"), ("warc-type", "conversion")]

    def _store_visit(
        self, visit: NewVisit, ready: Prepared | None, extra: Extra, of_visit: Callable[[], Extra] = tuple
    ) -> Capture:
        """Write a visit record that names a record of its batch with the same content; where there is none near enough,
        that content once more. So a batch stays whole when it is handed on alone, and one damage costs few visits."""
        base = self._indexer.confirmed(visit.base, visit.url)
        if base is None:
            raise CaptureMissing(wanted=visit.base)
        # where the clock was set back: a record never stands in a batch before that of its base
        batch = max(batches.batch_of(visit.date), base.batch)
        serial = self._serials.next(batch, self._indexer.next_serial(batch))
        holder = anchor(self._indexer, base, batch, self._gone)
        content = None
        if holder is None:
            content = (
                Content(ready.new.data, ready.packed, ready.size, self._usual(base))
                if ready
                else self._reread(base)
            )
        if content is not None:
            attributes: Attributes = [("base", base.id), *_foreign(extra)]
            if content.usual and not any(name == charsets.USUAL for name, _ in attributes):
                attributes.append((charsets.USUAL, content.usual))
            if visit.status == 304:
                attributes.insert(1, ("status", "304"))
            record = _record(
                visit, batch, serial, attributes, data=content.data, packed=content.packed, size=content.size
            )
        else:
            attributes = [
                ("base", holder or base.id),
                ("status", str(visit.status)),
                *_foreign(extra + of_visit()),
            ]
            record = _record(visit, batch, serial, attributes, version="2.0")
        return self._indexer.add_visit(
            visit, base, batch, serial, *self._append(batch, record), full=content is not None
        )

    def _usual(self, base: Version) -> str:
        with suppress(FormatError, OSError):
            record = self.reader.record_of(base.id)
            return (record.get(charsets.USUAL) if record is not None else None) or ""
        return ""

    def _reread(self, base: Version) -> Content | None:
        return reread(self.path, self._indexer, base, self.reader.rebuilder)

    def _append(self, batch: str, record: bytes) -> tuple[int, int, int]:
        """(number of the file, offset, end)"""
        file, writer = self._files.writer(batch, self._indexer.ends_of(batch))
        return file, *writer.write(record)


def _record(
    new: NewCapture | NewVisit,
    batch: str,
    serial: int,
    attributes: Attributes,
    *,
    version: str = "1.0",
    data: bytes = b"",
    packed: bytes | None = None,
    size: int | None = None,
) -> bytes:
    own: Attributes = [("id", batches.format_id(batch, serial))]
    if new.crawl:
        own.append(("crawl", new.crawl))
    return encode(
        url=new.url,
        date=new.date,
        data=data,
        ip=new.ip,
        origin=new.origin,
        extra=own + attributes,
        version=version,
        digest=True,
        packed=packed or None,
        size=size if packed else None,
        **({"level": 0} if packed == b"" else {}),
    )


def _as_visit(ready: Prepared, base: str) -> NewVisit:
    new = ready.new
    return NewVisit(new.url, new.date, new.ip, base, ready.status, new.origin, new.crawl)


def _foreign(extra: Extra) -> Attributes:
    """Attributes of a foreign record under names that cannot be mistaken for our own, each name once."""
    kept: dict[str, bytes] = {}
    for name, value in extra:
        wanted = free = f"original-{name}" if name in _OWN else name
        number = 2
        while free in kept:
            free = f"{wanted}-{number}"
            number += 1
        kept[free] = value
    return list(kept.items())
