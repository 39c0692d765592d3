"""The index of a joined archive, made of the indexes of its shards and brought up to date as these grow.

Rows are taken over, not records read: a page is as its shard shows it, and 10 000 captures take a second. What a shard
has not committed is not seen; nothing is written into a shard. Where a shard wrote its records or its index anew,
or read them again, all is taken over again.

Shards have blocks of serial numbers, so a shard that grows may bring numbers below those of another one. What is found out
of an archive remembers up to which number it has read, and would not look back: it is deleted then, and made anew.
"""

from __future__ import annotations

import heapq
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from app.archive import batches
from app.archive.documents.preparing import Prepared, Reading
from app.archive.index import schema
from app.archive.index.indexing import Indexer
from app.archive.index.rows import digest_text, moment
from app.archive.lock import WriteLock
from app.archive.model import NewCapture, NewVisit
from app.archive.settling import making_of, replace_index
from app.archive.shards import number_of, shards_of
from app.archive.upkeep.reindexing import ReindexReport
from app.errors import ArchiveError, ArchiveMissing, StorageFailed
from app.messages import Message

_AT_ONCE = 1000  # rows of a shard that are read with one query
_CHECKPOINT = 5000  # captures of a transaction

READ_BY_NUMBER = (
    "search",
    "graph",
    "templates.sqlite",
    "likeness.sqlite",
    "page_types.sqlite",
    "fields.sqlite",
)
"""What remembers up to which serial number of each batch it has read; all of it can be deleted."""

_TABLE = """
CREATE TABLE IF NOT EXISTS shards (
    place INTEGER PRIMARY KEY,
    making TEXT NOT NULL,
    identity INTEGER NOT NULL,
    upto INTEGER NOT NULL
)
"""
_ROWS = (
    "SELECT c.date, c.seq, c.batch, c.serial, p.url, c.origin, c.ip, c.status, c.type, c.length, c.digest, c.location, "
    "b.batch, b.serial, c.full, coalesce(n.batch, ''), coalesce(n.serial, 0), c.title, c.title_source, "
    "coalesce(c.language, ''), coalesce(c.published, ''), coalesce(c.extracted, 0), f.kind, f.format, f.author, f.issuer, "
    "c.file, c.offset, c.end, c.crawl, l.rows FROM captures c JOIN pages p USING (page_id) "
    "LEFT JOIN captures b ON b.seq = c.base LEFT JOIN captures n ON n.seq = c.builds "
    "LEFT JOIN facets f ON f.facet_id = c.facets LEFT JOIN links l ON l.capture = c.seq "
    "WHERE c.seq > ? AND c.seq <= ? ORDER BY c.seq LIMIT ?"
)


class Shard(NamedTuple):
    """A shard as it is at this moment: `identity` is that of its index, with how often its records were read again, `upto`
    its newest sequence number, `ends` those of its batch files."""

    place: int
    path: Path
    making: str
    identity: int
    upto: int
    ends: tuple[tuple[str, int, int], ...]


def look(place: int, path: Path) -> Shard | None:
    """The state of a shard; None where it is not there, or its index cannot be read."""
    if not (path / "index.sqlite").is_file():
        return None
    making = str(making_of(path))
    try:
        with closing(schema.connect_reader(path / "index.sqlite")) as db:
            if schema.version_of(db) != schema.VERSION:
                return None
            db.execute("BEGIN")  # the ends of the files are those of the newest capture
            upto = db.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()[0]
            ends = tuple(db.execute("SELECT batch, file, end FROM files ORDER BY batch, file").fetchall())
            identity = schema.identity_of(db) + (schema.rereads_of(db) << 31)
            return Shard(place, path, making, identity, upto, ends)
    except sqlite3.Error:
        return None


def is_behind(archive: Path) -> bool:
    """Whether a shard has something that the index of a joined archive has not. Shards that are not there have not."""
    try:
        with closing(schema.connect_reader(archive / "index.sqlite")) as db:
            if schema.version_of(db) != schema.VERSION:
                return True
            known = _known(db)
    except sqlite3.Error:
        return True
    shards = (look(place, path) for place, path in enumerate(shards_of(archive)))
    return any(shard is not None and known.get(shard.place) != _state(shard) for shard in shards)


def gather(
    archive: Path,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    anew: bool = False,
) -> ReindexReport:
    """Take over what the shards of a joined archive have and its index has not; `anew`, and where a shard was written
    anew, all of it. Progress in captures (done, of all). A cancelled or failed run leaves a new index undone, and keeps
    what it added to the old one. ArchiveLocked; ArchiveMissing for a shard that is not there where all is taken over;
    ArchiveError where two shards have captures of the same id; StorageFailed."""
    lock = WriteLock(archive)
    try:
        return _Gathering(archive, progress, cancelled or (lambda: False)).run(anew)
    except sqlite3.Error as error:
        raise StorageFailed(path=archive / "index.sqlite", detail=str(error)) from error
    except OSError as error:
        raise StorageFailed(path=error.filename or archive, detail=error.strerror or str(error)) from error
    finally:
        lock.close()


class _Gathering:
    def __init__(
        self, archive: Path, progress: Callable[[int, int], None] | None, cancelled: Callable[[], bool]
    ) -> None:
        self._archive, self._progress, self._cancelled = archive, progress, cancelled
        self._report = ReindexReport()
        self._shards = [look(place, path) for place, path in enumerate(shards_of(archive))]
        self._highest: dict[str, int] = {}
        """Of each batch, of what was there before."""
        self._late = False

    def run(self, anew: bool) -> ReindexReport:
        index = self._archive / "index.sqlite"
        known: dict[int, tuple[str, int, int]] = {}
        if not anew and index.exists():
            with suppress(sqlite3.Error), closing(schema.connect_reader(index)) as db:
                if schema.version_of(db) == schema.VERSION:
                    known = _known(db)
        fits = bool(known) and all(
            shard is None or shard.place not in known or known[shard.place][:2] == _state(shard)[:2]
            for shard in self._shards
        )
        if fits:
            with closing(schema.connect_writer(index)) as db:
                self._fill(db, known)
        else:
            self._make(index)
        return self._report

    def _make(self, index: Path) -> None:
        """A new index beside the old one, which stays until the new one is complete."""
        paths = shards_of(self._archive)
        missing = next((paths[place] for place, shard in enumerate(self._shards) if shard is None), None)
        if missing is not None:
            raise ArchiveMissing(archive=missing)
        fresh = index.with_name("index.sqlite.new")
        _remove(fresh)
        try:
            db = schema.connect_builder(fresh)
            try:
                self._fill(db, {})
                if not self._report.cancelled:
                    schema.finish_builder(db)
            finally:
                db.close()
            if not self._report.cancelled:
                replace_index(index, fresh)
        finally:
            _remove(fresh)

    def _fill(self, db: sqlite3.Connection, known: dict[int, tuple[str, int, int]]) -> None:
        shards = [shard for shard in self._shards if shard is not None]
        starts = {shard.place: known[shard.place][2] if shard.place in known else 0 for shard in shards}
        total = sum(shard.upto - starts[shard.place] for shard in shards)
        indexer, upto = Indexer(db), dict(starts)
        db.execute("BEGIN IMMEDIATE")
        try:
            db.execute(_TABLE)
            self._highest = dict(db.execute("SELECT batch, max(serial) FROM captures GROUP BY batch"))
            # each shard in its own order, and all together about as they came
            streams = [_rows(shard, starts[shard.place]) for shard in shards]
            for row in heapq.merge(*streams, key=itemgetter(0)):
                if self._cancelled():
                    self._report.cancelled = True
                    break
                self._add(indexer, row)
                upto[row[-1]] = row[1]
                if self._report.records % _CHECKPOINT == 0:
                    self._note(db, indexer, shards, upto)
                    db.execute("COMMIT")
                    db.execute("BEGIN IMMEDIATE")
                    if self._progress:
                        self._progress(self._report.records, total)
            if not self._report.cancelled:
                for shard in shards:
                    upto[shard.place] = shard.upto
                    for batch, file, end in shard.ends:  # behind the last capture there may be what is none
                        indexer.skip(batch, number_of(shard.place, file), end)
            self._note(db, indexer, shards, upto)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        if self._progress and not self._report.cancelled:
            self._progress(total, total)

    def _note(
        self, db: sqlite3.Connection, indexer: Indexer, shards: Sequence[Shard], upto: dict[int, int]
    ) -> None:
        indexer.flush()
        if self._late:
            for name in READ_BY_NUMBER:
                _forget(self._archive / name)
        db.executemany(
            "INSERT OR REPLACE INTO shards VALUES (?, ?, ?, ?)",
            [(shard.place, shard.making, shard.identity, upto[shard.place]) for shard in shards],
        )

    def _add(self, indexer: Indexer, row: tuple[Any, ...]) -> None:
        (date, _, batch, serial, url, origin, ip, status, type, length, digest, location, *rest) = row
        (base_batch, base_serial, full, built_batch, built_serial, title, source, language, *rest) = rest
        (published, extracted, kind, format, author, issuer, file, offset, end, crawl, links, place) = rest
        at = batch, serial, number_of(place, file), offset, end
        when = moment(date)
        self._report.records += 1
        try:
            if base_batch is not None:
                base = indexer.confirmed(batches.format_id(base_batch, base_serial), url)
                if base is None:  # it confirms what its own shard does not have
                    self._report.skipped += 1
                    return
                visit = NewVisit(url, when, ip, base.id, status, origin, crawl)
                indexer.add_visit(visit, base, *at, full=full > 0)
                self._report.visits += 1
                return
            read = Reading(
                format=format or "",
                title=title,
                title_source=source,
                author=author or "",
                date=published,
                issuer=issuer or "",
                language=language,
                found_language="",
                warnings=(),
                links=(),
                link_rows=links,
                directives=(),
                extracted=extracted,
                charset="",
                charset_source="",
                sure=False,
            )
            new = NewCapture(url, when, ip, b"", origin, crawl)
            ready = Prepared(
                new, status, type, kind or "document", length, 0, digest_text(digest), location, read
            )
            self._late = self._late or serial < self._highest.get(batch, -1)
            built = indexer.seq_of(batches.format_id(built_batch, built_serial)) if built_batch else None
            indexer.add_version(ready, *at, builds=(built or 0) if full == 2 else None)
            self._report.versions += 1
        except sqlite3.IntegrityError as error:
            id = batches.format_id(batch, serial)
            raise ArchiveError(archive=self._archive, detail=Message("shards-share-id", id=id)) from error


def _rows(shard: Shard, after: int) -> Iterator[tuple[Any, ...]]:
    """The captures of a shard behind a sequence number, with its place at the end. No connection stays open in between:
    there may be hundreds of shards."""
    while after < shard.upto:
        with closing(schema.connect_reader(shard.path / "index.sqlite")) as db:
            found = db.execute(_ROWS, (after, shard.upto, _AT_ONCE)).fetchall()
        if not found:
            return
        for row in found:
            yield (*row, shard.place)
        after = found[-1][1]


def _known(db: sqlite3.Connection) -> dict[int, tuple[str, int, int]]:
    """How far the index of a joined archive knows each shard."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'shards'").fetchone():
        return {}
    found = db.execute("SELECT place, making, identity, upto FROM shards")
    return {place: (making, identity, upto) for place, making, identity, upto in found}


def _state(shard: Shard) -> tuple[str, int, int]:
    return shard.making, shard.identity, shard.upto


def _remove(path: Path) -> None:
    for one in path.parent.glob(f"{path.name}*"):
        one.unlink(missing_ok=True)


def _forget(cache: Path) -> None:
    """Delete a folder, or a database with what it has beside it."""
    if cache.is_dir() and not cache.is_symlink():
        shutil.rmtree(cache, ignore_errors=True)
        return
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            cache.with_name(cache.name + end).unlink(missing_ok=True)
