"""The templates of an archive's sites brought up to date: pages that were stored and not looked at yet.

It follows behind the commit, like the search. What is learned is written together with how far was read, so a feed that is
killed goes on where it wrote last and comes to the same.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice

from app.archive.archive import Archive
from app.archive.batches import format_id
from app.archive.reader import ArchiveReader
from app.archive.yielding import Turns
from app.errors import CaptureMissing, FormatError, StorageFailed, StorageUnreadable
from app.templates.known import site_of
from app.templates.learning import Site
from app.templates.page import seen
from app.templates.store import Store

_COMMIT_SECONDS = 10.0
_MOST_SITES = 50  # in memory
_PART = 50_000  # pages that are taken site by site: of thousands of sites in turns each page would have its own read anew
_PAGES = (
    "SELECT c.batch, c.serial, p.url FROM captures c JOIN pages p USING (page_id) WHERE c.base IS NULL "
    "AND c.length > 0 AND c.status = 200 AND c.type IN ('text/html', 'application/xhtml+xml') AND p.kind = 'document' "
)
_OF_BATCH = _PAGES + "AND c.batch = ? AND c.serial > ? ORDER BY c.serial"
_OF_SITE = _PAGES + "AND (p.url >= ? AND p.url < ? OR p.url >= ? AND p.url < ?) ORDER BY c.batch, c.serial"

_Row = tuple[str, int, str]  # batch, serial number, address


@dataclass(slots=True)
class Fed:
    """What a feed did: versions that were new, pages read of them."""

    versions: int = 0
    pages: int = 0


def feed(
    archive: Archive,
    cancelled: Callable[[], bool] | None = None,
    busy: Callable[[], bool] | None = None,
    most: int | None = None,
) -> Fed:
    """Look at the pages that are not known yet, at most so many versions. While others are `busy` (a crawl stores) it gives
    way to them. Cancelled or killed it goes on there the next time. StorageFailed where nothing can be kept."""
    return _fed(archive, None, cancelled, busy, most)


def learn(
    archive: Archive, url: str, cancelled: Callable[[], bool] | None = None, most: int | None = None
) -> Fed:
    """Look at the pages of one site alone, at most so many versions. StorageFailed."""
    return _fed(archive, site_of(url), cancelled, None, most)


def _fed(
    archive: Archive,
    only: str | None,
    cancelled: Callable[[], bool] | None,
    busy: Callable[[], bool] | None,
    most: int | None = None,
) -> Fed:
    try:
        store = Store(archive.path, make=True)
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StorageFailed(path=archive.path, detail=str(error)) from error
    try:
        with archive.reader() as reader:
            feeder, turns = _Feeder(store, reader, whole=only is None), Turns(busy)
            rows = _of_site(reader, only) if only is not None else _of_all(reader, store.read())
            with closing(rows):
                while part := list(
                    islice(rows, _PART if most is None else min(_PART, most - feeder.fed.versions))
                ):
                    if not feeder.take_all(part, cancelled, turns):
                        break
            feeder.flush()
            return feeder.fed
    except (sqlite3.Error, OSError) as error:
        raise StorageFailed(path=archive.path, detail=str(error)) from error
    finally:
        store.close()


def _site_first(row: _Row) -> str:
    return site_of(row[2])


def _of_all(reader: ArchiveReader, read: dict[str, int]) -> Generator[_Row, None, None]:
    db = reader.connection
    for (batch,) in db.execute("SELECT DISTINCT batch FROM files ORDER BY batch").fetchall():
        yield from db.execute(_OF_BATCH, (batch, read.get(batch, -1)))


def _of_site(reader: ArchiveReader, site: str) -> Generator[_Row, None, None]:
    bounds = [f"{scheme}://{site}{end}" for scheme in ("http", "https") for end in ("/", "0")]
    yield from reader.connection.execute(_OF_SITE, bounds)


class _Feeder:
    """Sites that are being learned, written every few seconds."""

    def __init__(self, store: Store, reader: ArchiveReader, *, whole: bool) -> None:
        self.fed = Fed()
        self._store, self._reader, self._whole = store, reader, whole
        self._sites: dict[str, Site] = {}
        self._changed: set[str] = set()
        self._read: dict[str, int] = {}
        self._since = time.monotonic()

    def take_all(self, part: list[_Row], cancelled: Callable[[], bool] | None, turns: Turns) -> bool:
        """A part of the archive in its order; False where it was cancelled before the end."""
        for batch, serial, url in sorted(part, key=_site_first):
            if cancelled is not None and cancelled():
                return False
            self._take(batch, serial, url)
            turns.next()
        if self._whole:
            self._read.update((batch, serial) for batch, serial, _ in part)
        return True

    def _take(self, batch: str, serial: int, url: str) -> None:
        name = site_of(url)
        site = self._site(name)
        if serial <= site.read.get(batch, -1):
            return
        self.fed.versions += 1
        if site.wants():
            with suppress(FormatError, StorageUnreadable, CaptureMissing):
                message = self._reader.shown(format_id(batch, serial))
                page = seen(message.body, message.charset, url)
                if page is not None:
                    site.take(_number(url), page)
                    self.fed.pages += 1
        site.read[batch] = serial
        self._changed.add(name)
        if time.monotonic() - self._since > _COMMIT_SECONDS:
            self.flush()

    def flush(self) -> None:
        changed = {name: self._sites[name] for name in sorted(self._changed)}
        self._store.keep(changed, self._read)
        self._changed.clear()
        self._since = time.monotonic()

    def _site(self, name: str) -> Site:
        known = self._sites.get(name)
        if known is None:
            if len(self._sites) >= _MOST_SITES:
                self.flush()
                self._sites.clear()
            known = self._sites[name] = self._store.site(name) or Site()
        return known


def _number(url: str) -> int:
    return int.from_bytes(blake2b(url.encode("utf-8", "replace"), digest_size=7).digest(), "big")
