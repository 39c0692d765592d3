"""The records of old Excel files (BIFF 2 to 8, [MS-XLS]) and the strings in them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from extractors import ole_properties

if TYPE_CHECKING:
    from extractors.office_passwords import Keystream

CONTINUE = 0x3C
BOF = {0x0009: 2, 0x0209: 3, 0x0409: 4, 0x0809: 8}
"""Records that begin a sheet or the globals → version; 8 may be 5, which the record itself tells."""
EOF = 0x0A
ERRORS = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}
_CLEAR = frozenset((*BOF, 0x2F, 0xE1))  # BOF, FILEPASS, INTERFACEHDR are never enciphered
_BOUND_SHEET = 0x85
_HEADER = struct.Struct("<HH")
_LONGEST = 32_768


class Record:
    """One record: its kind and its bytes, those of the CONTINUE records behind it apart in `more`."""

    __slots__ = ("body", "kind", "more", "start")

    def __init__(self, kind: int, body: bytes, start: int) -> None:
        self.kind, self.body, self.start = kind, body, start
        self.more: list[bytes] = []

    def whole(self) -> bytes:
        return b"".join((self.body, *self.more))


def records(data: bytes, start: int = 0, key: Keystream | None = None) -> Iterator[Record]:
    """The records from a position on, to the end of what can be read."""
    at, end = start, len(data)
    pending: Record | None = None
    while at + 4 <= end:
        kind, size = _HEADER.unpack_from(data, at)
        body = data[at + 4 : at + 4 + size]
        if key is not None and kind not in _CLEAR:
            plain = key.decrypt(at + 4, body)
            # Where sheets begin is told in the clear.
            body = body[:4] + plain[4:] if kind == _BOUND_SHEET else plain
        if kind == CONTINUE:
            if pending is not None:
                pending.more.append(body)
        else:
            if pending is not None:
                yield pending
            if not kind and not size:
                return  # only padding follows
            pending = Record(kind, body, at)
        at += 4 + size
    if pending is not None:
        yield pending


class Strings:
    """How a file writes strings: UTF-16 (BIFF 8) or bytes in a code page."""

    def __init__(self, version: int, page: int) -> None:
        self.version, self.page = version, page

    def short(self, body: bytes, at: int) -> str:
        """A string behind a length of one byte."""
        if self.version >= 8:
            return _unicode(body, at + 1, body[at] if at < len(body) else 0)
        return self.decode(body[at + 1 : at + 1 + body[at]]) if at < len(body) else ""

    def long(self, body: bytes, at: int) -> str:
        """A string behind a length of two bytes."""
        if at + 2 > len(body):
            return ""
        count = body[at] | body[at + 1] << 8
        if self.version >= 8:
            return _unicode(body, at + 2, count)
        return self.decode(body[at + 2 : at + 2 + count])

    def decode(self, raw: bytes) -> str:
        return ole_properties.text(raw, self.page).replace("\0", "")


def _unicode(body: bytes, at: int, count: int) -> str:
    """A string of BIFF 8 from its flags on."""
    if at >= len(body):
        return ""
    flags = body[at]
    at += 1 + (2 if flags & 8 else 0) + (4 if flags & 4 else 0)
    if flags & 1:
        return body[at : at + 2 * count].decode("utf-16-le", "replace")
    return body[at : at + count].decode("latin-1")


def continued(pieces: Sequence[bytes], count: int) -> str:
    """Characters that lie in CONTINUE records of their own, each with flags in front (the text of a text box)."""
    out: list[str] = []
    for piece in pieces:
        if count <= 0:
            break
        text = _unicode(piece[:1] and bytes((piece[0] & 1,)) + piece[1:], 0, count)
        out.append(text)
        count -= len(text)
    return "".join(out)


def shared_strings(record: Record, most: int, characters: int) -> list[str]:
    """The strings of an SST record; its strings go on in CONTINUE records, in the middle of a word if need be."""
    return list(_Table([record.body, *record.more]).strings(most, characters))


class _Table:
    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces
        self._index = 0
        self._body = pieces[0]
        self._at = 8

    def strings(self, most: int, characters: int) -> Iterator[str]:
        if len(self._body) < 8:
            return
        count = min(struct.unpack_from("<I", self._body, 4)[0], most)
        for _ in range(count):
            if not self._ready(3):
                return
            length, flags = struct.unpack_from("<HB", self._body, self._at)
            self._at += 3
            runs = self._number("<H") if flags & 8 else 0
            extra = self._number("<I") if flags & 4 else 0
            text = self._characters(length, flags & 1)
            self._skip(4 * runs + extra)
            characters -= len(text)
            yield text
            if characters < 0:
                return

    def _ready(self, size: int) -> bool:
        """Are that many bytes here, or at the beginning of the next piece?"""
        if self._at >= len(self._body) and not self._next():
            return False
        return self._at + size <= len(self._body)

    def _next(self) -> bool:
        if self._index + 1 >= len(self._pieces):
            return False
        self._index += 1
        self._body, self._at = self._pieces[self._index], 0
        return True

    def _number(self, form: str) -> int:
        size = struct.calcsize(form)
        if not self._ready(size):
            return 0
        value = int(struct.unpack_from(form, self._body, self._at)[0])
        self._at += size
        return value

    def _characters(self, count: int, wide: int) -> str:
        out: list[str] = []
        while count > 0:
            if self._at >= len(self._body):
                if not self._next():
                    break
                wide = self._body[0] & 1 if self._body else 0
                self._at = 1
            raw = self._body[self._at : self._at + (count * 2 if wide else count)]
            if wide:
                raw = raw[: len(raw) // 2 * 2]
            self._at += len(raw)
            if not raw:
                self._at = len(self._body)
                continue
            text = raw.decode("utf-16-le", "surrogatepass") if wide else raw.decode("latin-1")
            count -= len(raw) // 2 if wide else len(raw)
            out.append(text)
        return "".join(out).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if out else ""

    def _skip(self, size: int) -> None:
        while size > 0:
            step = min(size, len(self._body) - self._at)
            self._at += step
            size -= step
            if size > 0 and not self._next():
                return


def rk(value: int) -> float:
    """A number packed into 30 bits ([MS-XLS] 2.5.217)."""
    if value & 2:
        number = float((value >> 2) - (0x40000000 if value & 0x80000000 else 0))
    else:
        number = struct.unpack("<d", struct.pack("<Q", (value & 0xFFFFFFFC) << 32))[0]
    return number / 100 if value & 1 else number


def is_biff(data: bytes) -> bool:
    """Does a workbook without a container around it begin here (Excel 2 to 4 wrote such)?"""
    if len(data) < 8:
        return False
    kind, size, _, content = struct.unpack_from("<4H", data)
    return kind in BOF and 4 <= size <= 16 and content in (0x05, 0x10, 0x20, 0x40, 0x100)
