"""An archive and its search index as they are at the moment of a query: columns, indexes, notes, each read again when
something was written."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import tantivy

from app.archive import lock
from app.archive.archive import Archive
from app.archive.notes.state import Notes
from app.errors import ArchiveError, StorageFailed
from app.search.changes import runs
from app.search.changes.runs import Runs
from app.search.entries import columns
from app.search.entries.columns import Columns
from app.search.entries.holding import Holding
from app.search.entries.kinding import Kinds
from app.search.entries.noting import Noted, Noting
from app.search.index import store
from app.search.index.snapshot import Snapshot, Stopped, never
from app.search.showing import Showing

_REST = 20  # times as long as reading the columns took, they stay as they are while only visits come
_NEWS = 0.05  # seconds between two looks whether others have written something
_ANEW = 600.0  # seconds after which what was found out anew of old captures is read, too
_STEPS = 10_000  # of SQLite between two looks whether it is to stop
_WRITTEN = "PRAGMA data_version"
_KNOWN = "SELECT count(*), coalesce(sum(upto), 0), (SELECT count(*) FROM renewals) FROM batches"


class Current:
    """For one thread; to be closed. ArchiveError where there is no index that can be used (`store.opened`). What this
    process has written is known at once, what others write a twentieth of a second later at most: looking for it takes as
    long as a search for a rare word. Without `notes` nothing that a person wrote is looked at."""

    def __init__(self, archive: Archive, *, notes: bool) -> None:
        self._base, self._indexes = store.opened(archive.path)
        self._of_links: dict[str, tantivy.Index] = {}
        self.of_blocks: dict[str, tantivy.Index] = {}
        self.texts, self.links = self._seen()
        try:
            self.reader = archive.reader()
        except BaseException:
            self._base.close()
            raise
        self.showing = Showing(self.reader)
        self.stopped: Callable[[], bool] = never
        self._columns: Columns | None = None
        self._runs: tuple[Columns, Runs] | None = None
        self._state: tuple[object, ...] = ()
        self._written: tuple[object, object, tuple[object, ...]] = (None, None, ())
        self._stored: tuple[object, int] = (None, 0)  # the archive's index, and which state of it
        self._looked: tuple[float, int | None, Columns | None, Noted | None] = (0.0, None, None, None)
        self._last = 0  # number of the capture that was stored last
        self._noting = Noting(archive.path) if notes else None
        self._kinds: Kinds | None = None
        self._holding: Holding | None = None
        self._read_at = self._cost = 0.0  # when the columns were read, and how many seconds that took
        self._reading: columns.Reading | None = None
        self._read_from: tuple[sqlite3.Connection, ...] = ()
        self._read_all = 0.0

    def close(self) -> None:
        self.reader.close()
        self._base.close()

    @contextmanager
    def within(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """What is asked inside ends with Stopped once `stopped` says so, within milliseconds. No other limit of `reader`
        holds meanwhile."""
        base = self._base
        base.db.set_progress_handler(lambda: int(stopped()), _STEPS)
        self.stopped = stopped
        try:
            with self.reader.interruptible(stopped):
                yield
        except sqlite3.OperationalError as problem:
            if stopped():
                raise Stopped from problem
            raise
        finally:
            self.stopped = never
            for one in {base, self._base}:
                with suppress(sqlite3.ProgrammingError):  # it was closed meanwhile: another took its place
                    one.db.set_progress_handler(None, 0)

    @property
    def entries(self) -> sqlite3.Connection:
        """The tables of the index."""
        return self._base.db

    @property
    def columns(self) -> Columns:
        """As the index and the archive are at this moment."""
        if self._base.is_replaced():
            with suppress(ArchiveError, StorageFailed):  # until the other one is ready, this one answers
                base, indexes = store.opened(self.reader.path)
                self._base.close()
                self._base, self._indexes, self._columns, self.of_blocks = base, indexes, None, {}
                self._of_links = {}
                self.texts, self.links = self._seen()
        # of what others have written this says in a tenth of the time that there is nothing new
        written = self._base.db.execute(_WRITTEN).fetchone()[0]
        if self._written[0] != written or self._written[1] is not self._base:
            known = self._base.db.execute(_KNOWN).fetchone()
            self._written = written, self._base, known
        self.reader.renew()
        stored = self.reader.connection, self.reader.connection.execute(_WRITTEN).fetchone()[0]
        if stored != self._stored:
            self._stored, self._last = stored, self.reader.last_seq()
            self.showing.forget_captures()
        state, now = (self._last, *self._written[2]), time.monotonic()
        # a crawl stores all the time, and reading the columns of a large archive takes seconds
        due = state[1:] != self._state[1:] or now - self._read_at > _REST * self._cost
        if self._columns is None or (state != self._state and due):
            self._renew(self._indexes, self._base.folders())
            self.texts, self.links = self._seen()
            self._columns = self._read_columns()
            self._holding = None
            self._state, self._read_at = state, time.monotonic()
            self._cost = self._read_at - now
        return self._columns

    def latest(self) -> tuple[Columns, Noted]:
        """The columns and what a person wrote over them, as they were when somebody may have written something last."""
        now, works = time.monotonic(), lock.works()
        at, known, held, noted = self._looked
        if (
            held is None
            or noted is None
            or held is not self._columns
            or works is None
            or works != known
            or now > at + _NEWS
        ):
            held = self.columns
            noted = self.noted
            self._looked = now, works, held, noted
        return held, noted

    def _read_columns(self) -> Columns:
        """What came since; all of it where other databases have taken their place, and now and then."""
        both, now = (self.reader.connection, self._base.db), time.monotonic()
        if self._reading is None or self._read_from != both or now - self._read_all > _ANEW:
            self._reading, self._read_from, self._read_all = columns.Reading(*both), both, now
        return self._reading.columns()

    @property
    def held(self) -> Columns:
        """The columns as they were read last: those of a query that is being answered."""
        return self.columns if self._columns is None else self._columns

    @property
    def runs(self) -> Runs:
        """What each page said in turn, as the columns have it."""
        held = self.held
        if self._runs is None or self._runs[0] is not held:
            self._runs = held, runs.read(self.reader.connection, held)
        return self._runs[1]

    @property
    def kinds(self) -> Kinds:
        """The kinds of pages over the columns."""
        if self._kinds is None or self._kinds.index is not self.reader.connection:
            self._kinds = Kinds(self.reader.path, self.reader.connection)
        return self._kinds

    @property
    def noted(self) -> Noted:
        """What a person wrote, over those columns."""
        if self._noting is None:
            return Noted(Notes({}), self.held)
        return self._noting.over(self.held, self._base.db)

    def holding(self) -> Holding:
        """Which entries hold which blocks, as the columns are."""
        held = self.held
        if self._holding is None:
            self._holding = Holding(self._base.db, self.block_indexes(), held.size)
        return self._holding

    def block_indexes(self) -> dict[str, tantivy.Index]:
        """The indexes of blocks as they are now."""
        self._renew(self.of_blocks, self._base.folders(store.BLOCKS))
        return self.of_blocks

    def _seen(self) -> tuple[list[Snapshot], list[Snapshot]]:
        """The indexes of texts and of texts of links as they are now."""
        self._renew(self._of_links, self._base.folders(store.LINKS))
        links = self._of_links.values()
        return list(map(Snapshot, self._indexes.values())), [Snapshot(one, of_links=True) for one in links]

    def _renew(self, indexes: dict[str, tantivy.Index], names: list[str]) -> None:
        """Take up what was written into indexes, and those that are new."""
        for name in names:
            if name in indexes:
                indexes[name].reload()
            else:
                indexes[name] = self._base.index(name)
