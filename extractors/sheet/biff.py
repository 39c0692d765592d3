"""Fonts, number formats and cell styles of old Excel files, whose records differ from version to version."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from extractors.office import properties as ole_properties
from extractors.office.numbers import BUILT_IN
from extractors.sheet.sheets import PLAIN, Look

if TYPE_CHECKING:
    from extractors.office.passwords import Keystream


# The records of old Excel files (BIFF 2 to 8, [MS-XLS]) and the strings in them.

CONTINUE = 0x3C
BOF = {0x0009: 2, 0x0209: 3, 0x0409: 4, 0x0809: 8}
"""Records that begin a sheet or the globals → version; 8 may be 5, which the record itself tells."""
EOF = 0x0A
ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}
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


_FONTS = (0x31, 0x231)
_FORMATS = (0x1E, 0x41E)
_STYLES = (0xE0, 0x43, 0x243, 0x443)
KINDS = frozenset((*_FONTS, *_FORMATS, *_STYLES))
_CENTRED = (2, 6)


class _Style(NamedTuple):
    font: int
    format: int
    centred: bool


class Styles:
    """Collects the records that say how cells look."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._fonts: list[tuple[float, bool]] = []
        self._formats: dict[int, str] = {}
        self._styles: list[_Style] = []
        self._looks: list[Look] | None = None

    def add(self, record: Record) -> None:
        body, version = record.body, self._strings.version
        if record.kind in _FONTS and len(body) >= 4:
            height, options = struct.unpack_from("<HH", body)
            weight = struct.unpack_from("<H", body, 6)[0] if version >= 5 and len(body) >= 8 else 0
            self._fonts.append((height / 20, weight >= 600 or (version < 5 and bool(options & 1))))
        elif record.kind in _FORMATS and body:
            self._format(body, version)
        elif record.kind in _STYLES:
            style = _style(body, record.kind)
            if style is not None:
                self._styles.append(style)
        self._looks = None

    def look(self, index: int) -> Look:
        """How the cells of a style look."""
        if self._looks is None:
            self._looks = [self._resolved(style) for style in self._styles]
        return self._looks[index] if index < len(self._looks) else PLAIN

    def of_format(self, number: int) -> Look:
        """How cells look that name a number format and nothing else (BIFF 2)."""
        return Look(self._code(number))

    def _format(self, body: bytes, version: int) -> None:
        if version >= 5 and len(body) > 4:
            number = struct.unpack_from("<H", body)[0]
            self._formats[number] = (
                self._strings.long(body, 2) if version >= 8 else self._strings.short(body, 2)
            )
        elif version < 5:
            self._formats[len(self._formats)] = self._strings.short(body, 2 if version == 4 else 0)

    def _resolved(self, style: _Style) -> Look:
        font = style.font - 1 if style.font > 4 else style.font  # there is no font 4
        size, bold = self._fonts[font] if font < len(self._fonts) else (0.0, False)
        return Look(self._code(style.format), size, bold, style.centred)

    def _code(self, number: int) -> str:
        code = self._formats.get(number)
        if code is None:
            code = BUILT_IN.get(number, "") if self._strings.version >= 5 else ""
        return "" if code.lower() in ("general", "standard", "g/通用格式") else code


def _style(body: bytes, kind: int) -> _Style | None:
    if kind == 0xE0 and len(body) >= 7:
        font, number = struct.unpack_from("<HH", body)
        return _Style(font, number, body[6] & 7 in _CENTRED)
    if kind == 0x43 and len(body) >= 4:
        return _Style(body[0], body[2] & 0x3F, body[3] & 7 in _CENTRED)
    if kind in (0x243, 0x443) and len(body) >= 5:
        return _Style(body[0], body[1], body[4] & 7 in _CENTRED)
    return None
