"""Which addresses an archive has for certain not: what saves most look-ups in the index of a growing archive.

The filter only makes things faster. It answers “certainly new” or “maybe”, and the index confirms every “maybe”; a
filter that cannot be used (a full disk, a damaged file) answers “maybe” until it is rebuilt from the index.

What it knows is stamped in the index itself: with the index gone, replaced or older, the stamp is too.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.archive import bloom, visited
from app.archive.bitfile import BitFile
from app.archive.bloom import BloomFilter
from app.archive.model import SeenStatistics
from app.archive.visited import VisitedBits

SYNC_EVERY = 50_000
"""New addresses after which the bits are forced to disk. The seed forces each one; but a bit lost in a power cut is
put in again at opening, because the stamp tells up to which page the bits are safe. Forcing all pages of a
random pattern at each commit would write up to 32 MiB for a few addresses."""

_PROBES = 256

log = logging.getLogger(__name__)


class UrlFilter(Protocol):
    """A set of addresses that may take an unknown one for known, but never a known one for unknown."""

    kind: str
    capacity: int
    file: BitFile

    def maybe(self, url: str | bytes) -> bool: ...
    def add(self, url: str | bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class _Stamp:
    """What the index says of the filter: every address of a page up to `upto` is in its file, safe on disk; `marked`
    bits were set then. `crc` is the file's checksum when it was closed in order."""

    kind: str
    capacity: int
    marked: int
    upto: int
    crc: int | None


class SeenFilter:
    """The filter of an archive that is open for writing. Nothing here raises for a disk that refuses."""

    def __init__(self, folder: Path, db: sqlite3.Connection, filter: UrlFilter | None, stamp: _Stamp | None) -> None:
        self._folder, self._db, self._filter, self._stamp = folder, db, filter, stamp

    def maybe(self, url: str | bytes) -> bool:
        """False: the archive has certainly no page with this address. True: the index has to be asked."""
        return self._filter is None or self._filter.maybe(url)

    def add(self, url: str | bytes) -> None:
        """Note an address for which a page is made. It may turn out that it is not: that costs one look-up."""
        if self._filter is not None:
            try:
                self._filter.add(url)
            except OSError as error:
                self._give_up(str(error))

    def distrust(self) -> None:
        """The filter called an address new that is known. It is not asked again, and rebuilt when next opened."""
        if self._filter is not None:
            self._give_up("it called a known address new")

    def flush(self) -> None:
        """To be called inside the transaction, before it is committed. sqlite3.Error."""
        if self._filter is None:
            self._forget()
            return
        newest = _newest(self._db)
        if self._stamp is None or newest - self._stamp.upto >= SYNC_EVERY:
            self._write_stamp(newest)
        elif newest > self._stamp.upto and self._stamp.crc is not None:
            self._save(_Stamp(self._stamp.kind, self._stamp.capacity, self._stamp.marked, self._stamp.upto, None))

    def statistics(self) -> SeenStatistics | None:
        """Figures of now; None without a usable filter."""
        found = self._filter
        return _describe(self._folder, found.kind, found.file.marked, found.capacity) if found else None

    def close(self) -> None:
        """Leave the filter so that the next one to open it can trust all of it. After the transaction is over."""
        if self._filter is None:
            return
        stamp = self._stamp
        with suppress(sqlite3.Error):  # without a stamp it is rebuilt
            if stamp is None or stamp.crc is None or stamp.marked != self._filter.file.marked:
                self._write_stamp(_newest(self._db), closing=True)
        if self._filter is not None:
            self._filter.file.close()
            self._filter = None

    def _write_stamp(self, newest: int, closing: bool = False) -> None:
        assert self._filter is not None
        try:
            if newest > self._filter.capacity and self._filter.kind == "bloom":
                self._filter.file.close()
                self._filter = _build(self._folder, self._db, "bloom", newest)
            self._filter.file.sync()
            crc = self._filter.file.checksum() if closing else None
        except OSError as error:
            self._give_up(str(error))
            self._forget()
            return
        self._save(_Stamp(self._filter.kind, self._filter.capacity, self._filter.file.marked, newest, crc))

    def _save(self, stamp: _Stamp) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO seen (one, kind, capacity, marked, upto, crc) VALUES (1, ?, ?, ?, ?, ?)",
            (stamp.kind, stamp.capacity, stamp.marked, stamp.upto, stamp.crc),
        )
        self._stamp = stamp

    def _forget(self) -> None:
        self._db.execute("DELETE FROM seen")

    def _give_up(self, reason: str) -> None:
        assert self._filter is not None
        log.warning(
            "%s cannot be used (%s); every address is looked up until it is rebuilt.", self._filter.file.path, reason
        )
        with suppress(OSError):
            self._filter.file.close()
        self._filter = None


def open_filter(folder: Path, db: sqlite3.Connection) -> SeenFilter:
    """The filter of the archive that `db`, its writer's connection, belongs to. Rebuilt from the index (about a second
    per million addresses) when it is missing, damaged, or of another kind than wanted."""
    newest, stamp = _newest(db), _read_stamp(db)
    kind = _wanted(folder, newest)
    found: UrlFilter | None = None
    try:
        if stamp and stamp.kind == kind:
            found = _reopen(folder, db, stamp)
        if found is None:
            stamp = None
            found = _build(folder, db, kind, newest)
    except OSError as error:
        log.warning("The address filter of %s cannot be used (%s); every address is looked up.", folder, error)
    return SeenFilter(folder, db, found, stamp if found else None)


def look(folder: Path, db: sqlite3.Connection) -> SeenStatistics | None:
    """Figures of the filter as it was last stamped, for readers; None when there is none."""
    stamp = _read_stamp(db)
    return _describe(folder, stamp.kind, stamp.marked, stamp.capacity) if stamp else None


def _describe(folder: Path, kind: str, marked: int, capacity: int) -> SeenStatistics:
    if kind == "bloom":
        return bloom.describe(folder, marked, capacity)
    return visited.describe(folder, marked)


def _wanted(folder: Path, urls: int) -> str:
    """The kind of filter the archive asks for in archive.json, or the one that suits its size."""
    asked = None
    with suppress(OSError, ValueError, AttributeError):
        asked = json.loads((folder / "archive.json").read_text("utf-8")).get("url_index")
    if asked in ("bits", "bloom"):
        return str(asked)
    return "bits" if urls <= visited.CAPACITY else "bloom"


def _reopen(folder: Path, db: sqlite3.Connection, stamp: _Stamp) -> UrlFilter | None:
    """The filter as it stands there, with what the index has since; None when it cannot be trusted. OSError only from
    putting something in."""
    try:
        found: UrlFilter = (
            BloomFilter.open(folder, stamp.capacity) if stamp.kind == "bloom" else VisitedBits.open(folder)
        )
    except (OSError, ValueError):
        return None
    try:
        if _trusted(found, db, stamp):
            for url in _urls(db, stamp.upto):
                found.add(url)
            return found
    except OSError:
        found.file.close()
        raise
    found.file.close()
    return None


def _trusted(found: UrlFilter, db: sqlite3.Connection, stamp: _Stamp) -> bool:
    if stamp.upto > _newest(db):
        return False
    if stamp.crc is not None:
        return found.file.checksum() == stamp.crc
    # After a crash more bits may be set than were stamped, never fewer; and a file that belongs to another index, or
    # an older copy of it, does not know all of a sample.
    step = max(1, stamp.upto // _PROBES)
    sample = [*range(stamp.upto, 0, -step)]
    marks = ", ".join("?" * len(sample))
    probes = db.execute(f"SELECT url FROM pages WHERE page_id IN ({marks})", sample)
    return found.file.marked >= stamp.marked and all(found.maybe(url) for (url,) in probes)


def _build(folder: Path, db: sqlite3.Connection, kind: str, urls: int) -> UrlFilter:
    if kind == "bloom":
        (folder / visited.NAME).unlink(missing_ok=True)
        return BloomFilter.create(folder, _urls(db, 0), bloom.room_for(urls))
    (folder / bloom.NAME).unlink(missing_ok=True)
    return VisitedBits.create(folder, _urls(db, 0))


def _urls(db: sqlite3.Connection, after: int) -> Iterator[str]:
    return (url for (url,) in db.execute("SELECT url FROM pages WHERE page_id > ? ORDER BY page_id", (after,)))


def _newest(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(page_id), 0) FROM pages").fetchone()[0])


def _read_stamp(db: sqlite3.Connection) -> _Stamp | None:
    row = db.execute("SELECT kind, capacity, marked, upto, crc FROM seen").fetchone()
    return _Stamp(*row) if row else None
