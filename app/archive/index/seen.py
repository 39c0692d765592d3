"""Addresses that an archive certainly does not hold: a filter that saves most look-ups in the index of a growing
archive.

The filter only makes things faster. It answers “certainly new” or “maybe”, and the index confirms every “maybe”; a
filter that cannot be used (a full disk, a damaged file) answers “maybe” until it is rebuilt from the index. Its state
is stamped in the index itself: with the index gone, replaced or older, the stamp is too.
"""

from __future__ import annotations

import errno
import json
import logging
import math
import mmap
import os
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import md5
from mmap import mmap as bloom_mmap
from mmap import mmap as visited_mmap
from pathlib import Path
from typing import Protocol

from app.archive.model import SeenStatistics

# A large field of bits in a sparse file: written through, read by memory map, cheap to check as a whole.

PAGE = 4096
"""Bytes of a part of the file that is either written or a hole."""

MOST_FRESH = 50_000
"""Words with new bits that wait in memory at most: by then most pages of a bitmap have one, so they are written in few
large pieces."""

_PIECE = 1 << 20
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)  # a link would lead out of the archive
_NOTHING = bytes(PAGE)
_NO_PIECE = bytes(_PIECE)

if sys.platform == "win32":

    def _write_at(handle: int, data: bytes, offset: int) -> int:
        os.lseek(handle, offset, os.SEEK_SET)
        return os.write(handle, data)

    def _read_at(handle: int, size: int, offset: int) -> bytes:
        os.lseek(handle, offset, os.SEEK_SET)
        return os.read(handle, size)
else:
    _write_at, _read_at = os.pwrite, os.pread


class BitFile:
    """`bits` bits (a multiple of 8 pages' worth) behind `start` bytes of header, as 32-bit little-endian words.

    Bits are only ever set. They wait in memory until `sync`, or until there are too many: a write for each costs
    little, but gives away the interpreter, which a thread then has to wait for. Writing goes through `pwrite`, so that
    a full disk is an OSError; storing to a map of a sparse file would end the process instead. For the same reason the
    map is read only where something was written: on a file system in memory even reading a hole takes a page of the
    disk. `marked` counts the bits that are set.
    """

    def __init__(self, path: Path, bits: int, start: int = 0) -> None:
        """Opens a file made by `create`. OSError; ValueError when it has not the right size."""
        self.path, self.bits, self.start = path, bits, start
        self.marked = 0
        self._handle = os.open(path, os.O_RDWR | _FLAGS)
        try:
            size = start + bits // 8
            if os.fstat(self._handle).st_size != size:
                raise ValueError(f"{path} has not {size} bytes")
            self._map = mmap.mmap(self._handle, size, access=mmap.ACCESS_READ)
            self._written = bytearray(-(-size // PAGE))
            self._fresh: dict[int, int] = {}  # words with new bits, by their number
            for number, page in _pages(self._handle, size):
                self._written[number] = 1
                self.marked += _count(number, page, start)
        except BaseException:
            os.close(self._handle)
            raise

    @classmethod
    def create(cls, path: Path, bits: int, fill: Callable[[mmap.mmap], bool], header: bytes = b"") -> BitFile:
        """Makes or replaces a file in one step, with the bits that `fill` sets; that gives whether there are any.
        OSError."""
        # a mapping takes memory only where it is written; nothing is looked for in the empty one of a new archive
        with mmap.mmap(-1, bits // 8) as field:
            return cls._made(path, field, len(field) if fill(field) else 0, header)

    @classmethod
    def _made(cls, path: Path, field: mmap.mmap, end: int, header: bytes) -> BitFile:
        new = path.with_name(path.name + ".new")
        try:
            handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _FLAGS, 0o644)
            try:
                os.ftruncate(handle, len(header) + len(field))
                _write_whole(handle, header, 0)
                for at in range(0, end, _PIECE):
                    piece = field[at : at + _PIECE]
                    if piece == _NO_PIECE:
                        continue
                    for inside in range(0, len(piece), PAGE):
                        page = piece[inside : inside + PAGE]
                        if page != _NOTHING:
                            _write_whole(handle, bytes(page), len(header) + at + inside)
                os.fsync(handle)
            finally:
                os.close(handle)
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise
        return cls(path, len(field) * 8, len(header))

    def header(self) -> bytes:
        """The header of the file, before its bits."""
        return self._map[: self.start]

    def test(self, bit: int) -> bool:
        at = self.start + (bit >> 3)
        if self._written[at >> 12] and self._map[at] >> (bit & 7) & 1:
            return True
        return bool(self._fresh.get(bit >> 5, 0) >> (bit & 31) & 1)

    def set(self, bit: int) -> None:
        """Set a bit, in the file not before `sync`. OSError."""
        number = bit >> 5
        word = self._fresh.get(number)
        if word is None:
            at = self.start + (number << 2)
            word = int.from_bytes(self._map[at : at + 4], "little") if self._written[at >> 12] else 0
        mask = 1 << (bit & 31)
        if not word & mask:
            self._fresh[number] = word | mask
            self.marked += 1
            if len(self._fresh) >= MOST_FRESH:
                self._write()

    def sync(self) -> None:
        """Make all set bits survive a power cut. OSError."""
        self._write()
        os.fsync(self._handle)

    def _write(self) -> None:
        """Write what waits in memory: pages next to each other in one piece."""
        run, begin = bytearray(), 0
        for number in sorted(self._fresh):
            at = self.start + (number << 2)
            page = at // PAGE
            if begin + len(run) <= page * PAGE:
                if begin + len(run) < page * PAGE or len(run) >= _PIECE:
                    _write_whole(self._handle, bytes(run), begin)
                    run, begin = bytearray(), page * PAGE
                run += self._map[page * PAGE : (page + 1) * PAGE] if self._written[page] else _NOTHING
            run[at - begin : at - begin + 4] = self._fresh[number].to_bytes(4, "little")
        _write_whole(self._handle, bytes(run), begin)
        for number in self._fresh:
            self._written[(self.start + (number << 2)) >> 12] = 1
        self._fresh.clear()

    def checksum(self) -> int:
        """CRC-32 over the pages that hold anything, each with its number; holes cost nothing. OSError, also when the
        file no longer has as many bits set as were set in it."""
        self._write()
        value = marked = 0
        for number, page in _pages(self._handle, self.start + self.bits // 8):
            value = zlib.crc32(page, zlib.crc32(number.to_bytes(4, "little"), value))
            marked += _count(number, page, self.start)
        if marked != self.marked:
            raise OSError(errno.EIO, "somebody else changed its bits", str(self.path))
        return value

    def close(self) -> None:
        if self._handle >= 0:
            self._map.close()
            os.close(self._handle)
            self._handle = -1


def _count(number: int, page: bytes, start: int) -> int:
    """Bits set in a page, 0 in one of the header."""
    if number * PAGE < start:
        return 0
    # nearly all of a page is empty, and making a number takes longer than finding that out
    return int.from_bytes(page.strip(b"\0"), "little").bit_count()


def _write_whole(handle: int, data: bytes, offset: int) -> None:
    if _write_at(handle, data, offset) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _pages(handle: int, size: int) -> Iterator[tuple[int, bytes]]:
    """(number, bytes) of every page that is not empty."""
    for start, end in _ranges(handle, size):
        for at in range(start, end, _PIECE):
            piece = _read_at(handle, min(_PIECE, end - at), at)
            for inside in range(0, len(piece), PAGE):
                page = piece[inside : inside + PAGE]
                if page != _NOTHING:
                    yield (at + inside) // PAGE, page


def _ranges(handle: int, size: int) -> Iterator[tuple[int, int]]:
    """Parts of a file that are no holes, in whole pages; all of it where the system has no such call."""
    if not hasattr(os, "SEEK_DATA"):
        yield 0, size
        return
    at = 0
    while at < size:
        try:
            start = os.lseek(handle, at, os.SEEK_DATA) // PAGE * PAGE
            end = min(size, -(-os.lseek(handle, start, os.SEEK_HOLE) // PAGE) * PAGE)
        except OSError as error:
            if error.errno == errno.ENXIO:  # only a hole is left
                return
            yield at, size
            return
        yield max(start, at), end
        at = end


# A Bloom filter of addresses: for archives so large that the bitmap would answer “maybe” too often.
#
# With r bits per item, k = ceil(r ln 2) hash functions are best, and (1 - e^(-k/r))^k of the unseen
# addresses are taken
# for seen.

NAME = "visited.bloom"
BITS_PER_ITEM = 16
"""One unseen address in 2000 is taken for seen when the filter is full."""

SMALLEST = 1 << 20
"""Addresses a new filter has room for; from there it doubles."""


def hashes(bits_per_item: float) -> int:
    """The best number of hash functions."""
    return math.ceil(bits_per_item * math.log(2))


_HASHES = hashes(BITS_PER_ITEM)


class BloomFilter:
    """A filter with room for `capacity` addresses (a power of two)."""

    kind = "bloom"

    def __init__(self, file: BitFile, capacity: int) -> None:
        self.file, self.capacity = file, capacity
        self._mask = file.bits - 1

    @classmethod
    def open(cls, folder: Path, capacity: int) -> BloomFilter:
        """OSError; ValueError when the file is not a filter of this capacity."""
        file = BitFile(folder / NAME, capacity * BITS_PER_ITEM, PAGE)
        if file.header() != _header(capacity):
            file.close()
            raise ValueError(f"{folder / NAME} has another header")
        return cls(file, capacity)

    @classmethod
    def create(cls, folder: Path, urls: Iterable[str], capacity: int) -> BloomFilter:
        """A new filter that knows these addresses. OSError."""
        mask = capacity * BITS_PER_ITEM - 1

        def fill(field: bloom_mmap) -> bool:
            step = 0
            for at, step in map(_start, urls):
                for _ in range(_HASHES):
                    bit = at & mask
                    field[bit >> 3] |= 1 << (bit & 7)
                    at += step
            return step > 0

        file = BitFile.create(folder / NAME, capacity * BITS_PER_ITEM, fill, _header(capacity))
        return cls(file, capacity)

    def maybe(self, url: str | bytes) -> bool:
        at, step = _start(url)
        for _ in range(_HASHES):
            if not self.file.test(at & self._mask):
                return False
            at += step
        return True

    def add(self, url: str | bytes) -> None:
        """OSError."""
        at, step = _start(url)
        for _ in range(_HASHES):
            self.file.set(at & self._mask)
            at += step


def describe(folder: Path, marked: int, capacity: int) -> SeenStatistics:
    """The figures of a filter with this many bits set."""
    bits = capacity * BITS_PER_ITEM
    fill = marked / bits
    added = round(-bits / _HASHES * math.log1p(-fill)) if fill < 1 else capacity
    return SeenStatistics("bloom", capacity, added, fill, fill**_HASHES, folder / NAME)


def room_for(urls: int) -> int:
    """Capacity of a filter that this many addresses leave less than half full, so that it does not grow at once."""
    capacity = SMALLEST
    while capacity < 2 * urls:
        capacity *= 2
    return capacity


def _start(url: str | bytes) -> tuple[int, int]:
    """First bit and step of an address: double hashing with the two halves of one digest. The step is odd, so that it
    walks through all of the filter."""
    key = url if isinstance(url, bytes) else url.encode("utf-8", "surrogatepass")
    digest = md5(key, usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little") | 1


def _header(capacity: int) -> bytes:
    about = {
        "format": "tianwang-bloom",
        "version": 1,
        "capacity": capacity,
        "bits_per_item": BITS_PER_ITEM,
        "hashes": _HASHES,
        "digest": "md5",
    }
    return (json.dumps(about) + "\n").encode().ljust(PAGE, b"\0")


# One bit per address: the URL index of the second seed, 2^28 bits at 28 bits of the address' MD5.
#
# A bit that is not set says that the address is certainly new. A bit that is set says nothing for sure:
# with a million
# addresses one unseen address in 270 finds its bit set.

VISITED_NAME = "visited.bits"
BITS = 1 << 28

CAPACITY = int(-math.log(0.99) * BITS)
"""Addresses (2.7 million) beyond which more than one unseen address in a hundred finds its bit set."""


@lru_cache(maxsize=16)
def slot(url: str | bytes) -> int:
    """Number of an address' bit: the low 28 bits of its MD5's first four bytes, read as little-endian."""
    key = url if isinstance(url, bytes) else url.encode("utf-8", "surrogatepass")
    return int.from_bytes(md5(key, usedforsecurity=False).digest()[:4], "little") & (BITS - 1)


def place(url: str | bytes) -> tuple[int, int, int, int]:
    """(segment, word in the segment, bit in the word, byte of the word in the file), as the seed counts them."""
    bit = slot(url)
    segment, word = bit >> 16, (bit & 0xFFFF) >> 5
    return segment, word, bit & 31, (segment * 2048 + word) * 4


class VisitedBits:
    """The bitmap of an archive: 4096 segments of 2048 words of 32 bits, 32 MiB, sparse."""

    kind = "bits"
    capacity = CAPACITY

    def __init__(self, file: BitFile) -> None:
        self.file = file

    @classmethod
    def open(cls, folder: Path) -> VisitedBits:
        """OSError, ValueError."""
        return cls(BitFile(folder / VISITED_NAME, BITS))

    @classmethod
    def create(cls, folder: Path, urls: Iterable[str]) -> VisitedBits:
        """A new bitmap that knows these addresses. OSError."""

        def fill(field: visited_mmap) -> bool:
            bit = -1
            for bit in map(slot, urls):
                field[bit >> 3] |= 1 << (bit & 7)
            return bit >= 0

        return cls(BitFile.create(folder / VISITED_NAME, BITS, fill))

    def maybe(self, url: str | bytes) -> bool:
        return self.file.test(slot(url))

    def add(self, url: str | bytes) -> None:
        """OSError."""
        self.file.set(slot(url))


def visited_describe(folder: Path, marked: int) -> SeenStatistics:
    """The figures of a bitmap with this many bits set."""
    fill = marked / BITS
    added = round(-BITS * math.log1p(-fill)) if fill < 1 else BITS
    return SeenStatistics("bits", CAPACITY, added, fill, fill, folder / VISITED_NAME)


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
    """The stamp of the filter in the index: every address of a page up to `upto` is in its file, safe on disk; `marked`
    bits were set then. `crc` is the file's checksum when it was closed in order."""

    kind: str
    capacity: int
    marked: int
    upto: int
    crc: int | None


class SeenFilter:
    """The filter of an archive that is open for writing. Nothing here raises for a disk that refuses."""

    def __init__(
        self, folder: Path, db: sqlite3.Connection, filter: UrlFilter | None, stamp: _Stamp | None
    ) -> None:
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
            self._save(
                _Stamp(self._stamp.kind, self._stamp.capacity, self._stamp.marked, self._stamp.upto, None)
            )

    def statistics(self) -> SeenStatistics | None:
        """Present figures; None without a usable filter."""
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
            "%s cannot be used (%s); every address is looked up until it is rebuilt.",
            self._filter.file.path,
            reason,
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
        log.warning(
            "The address filter of %s cannot be used (%s); every address is looked up.", folder, error
        )
    return SeenFilter(folder, db, found, stamp if found else None)


def look(folder: Path, db: sqlite3.Connection) -> SeenStatistics | None:
    """Figures of the filter at its last stamp, for readers; None without one."""
    stamp = _read_stamp(db)
    return _describe(folder, stamp.kind, stamp.marked, stamp.capacity) if stamp else None


def _describe(folder: Path, kind: str, marked: int, capacity: int) -> SeenStatistics:
    if kind == "bloom":
        return describe(folder, marked, capacity)
    return visited_describe(folder, marked)


def _wanted(folder: Path, urls: int) -> str:
    """The kind of filter the archive asks for in archive.json, or the one that suits its size."""
    asked = None
    with suppress(OSError, ValueError, AttributeError):
        asked = json.loads((folder / "archive.json").read_text("utf-8")).get("url_index")
    if asked in ("bits", "bloom"):
        return str(asked)
    return "bits" if urls <= CAPACITY else "bloom"


def _reopen(folder: Path, db: sqlite3.Connection, stamp: _Stamp) -> UrlFilter | None:
    """The filter in the file, with the addresses that the index has since; None when it cannot be trusted. OSError only
    from adding these."""
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
        (folder / VISITED_NAME).unlink(missing_ok=True)
        return BloomFilter.create(folder, _urls(db, 0), room_for(urls))
    (folder / NAME).unlink(missing_ok=True)
    return VisitedBits.create(folder, _urls(db, 0))


def _urls(db: sqlite3.Connection, after: int) -> Iterator[str]:
    return (
        url for (url,) in db.execute("SELECT url FROM pages WHERE page_id > ? ORDER BY page_id", (after,))
    )


def _newest(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(page_id), 0) FROM pages").fetchone()[0])


def _read_stamp(db: sqlite3.Connection) -> _Stamp | None:
    row = db.execute("SELECT kind, capacity, marked, upto, crc FROM seen").fetchone()
    return _Stamp(*row) if row else None
