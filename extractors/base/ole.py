"""OLE2 containers ([MS-CFB]): the file system inside old Office files, read from untrusted bytes.

Nothing is read twice and no chain is followed for longer than the file is: damage costs neither time nor memory.
Of a file whose allocation table is cut off, what lies one sector after the other is still read.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from extractors.base.types import Unreadable

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PROTECTED = "The file is protected by a password."
_LAST = 0xFFFFFFFA  # the numbers from here on are marks and no sectors
_END, _UNKNOWN = 0xFFFFFFFE, 0xFFFFFFFB
_MAX_ENTRIES = 50_000
_LONGEST_PATH = 500
_STORAGE, _STREAM, _ROOT = 1, 2, 5


class Entry(NamedTuple):
    """A stream: where it begins (a sector, or a mini sector when it is small) and how many bytes it says it has."""

    name: str
    start: int
    size: int


class Container:
    """The streams of an OLE2 file by their paths ("WordDocument", "ObjectPool/_123/\\x01CompObj").

    Raises Unreadable when there is no directory in it.
    """

    def __init__(self, data: bytes) -> None:
        if len(data) < 512 or not data.startswith(SIGNATURE):
            raise Unreadable("The file is damaged: its beginning is not that of an Office file.")
        self._data = data
        shift, mini_shift = struct.unpack_from("<HH", data, 30)
        self._size = 1 << (shift if shift in (9, 12) else 9)
        self._mini_size = 1 << (mini_shift if 4 <= mini_shift <= 8 else 6)
        self._cutoff = 4096
        self._count = max(0, (len(data) - 1) // self._size)  # the first one is the header
        self.damaged = False
        self._table = self._allocation()
        first, _, _, mini_first = struct.unpack_from("<IIII", data, 48)
        self._mini_table = _numbers(self._chain(mini_first))
        self._mini = b""
        self.class_id = bytes(16)
        self._streams: dict[str, Entry] = {}
        self._storages: list[str] = []
        self._walk(self._chain(first))

    @property
    def names(self) -> list[str]:
        """The paths of all streams."""
        return [entry.name for entry in self._streams.values()]

    @property
    def storages(self) -> list[str]:
        """The paths of all storages (folders)."""
        return self._storages

    def __contains__(self, name: str) -> bool:
        return name.upper() in self._streams

    def size(self, name: str) -> int:
        """How many bytes a stream says it has; 0 when there is none of this name."""
        entry = self._streams.get(name.upper())
        return entry.size if entry else 0

    def read(self, name: str, limit: int = 256 << 20) -> bytes:
        """The bytes of a stream (of a damaged one, those still there), at most `limit`; b"" when there is none."""
        entry = self._streams.get(name.upper())
        if entry is None or not entry.size:
            return b""
        wanted = min(entry.size, limit)
        if entry.size < self._cutoff and self._mini:
            found = _follow(self._mini, entry.start, wanted, self._mini_size, 0, self._mini_table)
        else:
            found = self._chain(entry.start, wanted)
        if len(found) < wanted:
            self.damaged = True
        return found

    def _chain(self, start: int, limit: int | None = None) -> bytes:
        whole = len(self._data)
        return _follow(
            self._data, start, whole if limit is None else limit, self._size, self._size, self._table
        )

    def _allocation(self) -> array[int]:
        """Which sector follows which, for all sectors the file can have."""
        data, per = self._data, self._size // 4
        places = list(struct.unpack_from("<109I", data, 76))
        more, seen = struct.unpack_from("<I", data, 68)[0], 0
        while more < _LAST and seen <= self._count and (more + 2) * self._size <= len(data):
            found = struct.unpack_from(f"<{per}I", data, (more + 1) * self._size)
            places += found[:-1]
            more, seen = found[-1], seen + 1
        table = array("I")
        for place in places:
            if len(table) >= self._count:
                break
            offset = (place + 1) * self._size
            if place >= _LAST:
                break
            if offset + self._size <= len(data):
                table.frombytes(data[offset : offset + self._size])
            else:
                table.extend([_UNKNOWN] * per)
        if sys.byteorder == "big":
            table.byteswap()
        return table

    def _walk(self, directory: bytes) -> None:
        count = min(len(directory) // 128, _MAX_ENTRIES)
        if not count:
            raise Unreadable("The file is damaged: its table of contents cannot be read.")
        root = directory[:128]
        self.class_id = root[80:96]
        self._mini = self._chain(*_extent(root, self._size))
        pending, visited = [(_child(root), "")], {0}
        while pending:
            number, folder = pending.pop()
            if number in visited or number >= count:
                continue
            visited.add(number)
            raw = directory[number * 128 : number * 128 + 128]
            pending += [(side, folder) for side in struct.unpack_from("<II", raw, 68)]
            path = self._enter(raw, folder)
            if raw[66] == _STORAGE and len(path) < _LONGEST_PATH:
                pending.append((_child(raw), path + "/"))
        for number in range(1, count):  # what a broken tree does not reach any more
            if number not in visited and directory[number * 128 + 66] == _STREAM:
                self._enter(directory[number * 128 : number * 128 + 128], "")
                self.damaged = True

    def _enter(self, raw: bytes, folder: str) -> str:
        length = min(struct.unpack_from("<H", raw, 64)[0], 64)
        name = folder + raw[: max(0, length - 2)].decode("utf-16-le", "replace")
        if raw[66] == _STREAM:
            start, size = _extent(raw, self._size)
            self._streams.setdefault(name.upper(), Entry(name, start, size))
        elif raw[66] == _STORAGE:
            self._storages.append(name)
        return name


def kind(data: bytes) -> str:
    """What an OLE2 file holds: "doc", "xls", "ppt", "msg", "encrypted" (an OOXML file under a password), or ""."""
    try:
        container = Container(data)
    except Unreadable:
        return ""
    if "EncryptedPackage" in container:
        return "encrypted"
    for stream, found in _KINDS:
        if stream in container:
            return found
    return ""


_KINDS = (
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("PowerPoint Document", "ppt"),
    ("PP97_DUALSTORAGE/PowerPoint Document", "ppt"),
    ("PP40", "ppt"),
    ("__properties_version1.0", "msg"),
)


def _child(raw: bytes) -> int:
    return int(struct.unpack_from("<I", raw, 76)[0])


def _extent(raw: bytes, sector: int) -> tuple[int, int]:
    start, low, high = struct.unpack_from("<III", raw, 116)
    return (
        start,
        low if sector == 512 else low | high << 32,
    )  # the upper half means nothing in files of version 3


def _numbers(raw: bytes) -> array[int]:
    table = array("I")
    table.frombytes(raw[: len(raw) // 4 * 4])
    if sys.byteorder == "big":
        table.byteswap()
    return table


def _follow(data: bytes, start: int, limit: int, size: int, shift: int, table: array[int]) -> bytes:
    """The sectors from `start` on, in the order of the table; at most `limit` bytes and never more than there are."""
    limit = min(limit, len(data))
    pieces, length = [], 0
    for number in _sectors(start, table):
        offset = number * size + shift
        piece = data[offset : offset + size]
        pieces.append(piece)
        length += len(piece)
        if length >= limit or len(piece) < size:
            break
    return b"".join(pieces)[:limit]


def _sectors(start: int, table: array[int]) -> Iterator[int]:
    number = start
    while number < _LAST:
        yield number
        following = table[number] if number < len(table) else _UNKNOWN
        number = number + 1 if following == _UNKNOWN else following
