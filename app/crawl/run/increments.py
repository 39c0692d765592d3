"""What has changed since the last version of a page is found out beside the crawl, before the page is stored.

Threads that prepare pages wait a moment for their turn, not longer: when this lags behind, a page is stored in full
rather than holding back the crawl.
"""

from __future__ import annotations

import sqlite3
from queue import Empty, LifoQueue
from threading import Lock

from app.archive.archive import Archive
from app.archive.increments import Divider, Increments
from app.archive.preparing import Prepared
from app.archive.reader import ArchiveReader
from app.crawl.run.workshop import Workshop
from app.errors import UserError

DESKS = 2
"""Pages that are worked on at once; each desk has a connection and what was rebuilt last."""
PATIENCE = 0.5
"""Seconds that a page waits for a desk."""


class IncrementMaker:
    """For the threads that prepare pages. To be closed."""

    def __init__(self, archive: Archive, workshop: Workshop, divider: Divider | None = None) -> None:
        self._archive, self._workshop, self._divider = archive, workshop, divider
        self._desks: LifoQueue[Increments | None] = LifoQueue()
        self._readers: list[ArchiveReader] = []
        self._lock = Lock()
        self._closed = False
        self._wanted = archive.policy == "incremental"
        for _ in range(DESKS if self._wanted else 0):
            self._desks.put(None)

    def added(self, prepared: Prepared, data: bytes) -> Prepared:
        """A response, whose DATA is `data`, with its increment where it has one."""
        if not self._wanted or prepared.status != 200:
            return prepared
        try:
            desk = self._desks.get(timeout=PATIENCE)
        except Empty:
            return prepared
        try:
            desk = desk or self._open()
            if desk is None:
                return prepared
            whole = prepared if prepared.new.data else prepared._replace(new=prepared.new.with_data(data))
            return prepared._replace(increment=desk.of(whole))
        except sqlite3.Error:  # the writer meets it as well, and says what is wrong
            return prepared
        finally:
            self._desks.put(desk)

    def close(self) -> None:
        """When no thread prepares pages any more."""
        with self._lock:
            self._closed = True
            for reader in self._readers:
                reader.close()
            self._readers.clear()

    def _open(self) -> Increments | None:
        with self._lock:
            if self._closed:
                return None
            try:
                reader = self._archive.reader()
            except UserError:  # pages can be stored in full all the same
                return None
            self._readers.append(reader)
            return Increments(reader, self._divider, self._workshop.sketch)
