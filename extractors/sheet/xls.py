"""Excel workbooks of old (XLS: Excel 2 to 2003; [MS-XLS] and the records of its forerunners)."""

from __future__ import annotations

import struct
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from extractors.base import ole
from extractors.base.types import Document, Link, Source, Unreadable
from extractors.office import properties as ole_properties
from extractors.sheet import biff, spreadsheetml
from extractors.sheet import sheets as sheet_titles
from extractors.sheet.biff import BOF, KINDS, Record, Strings, Styles, records
from extractors.sheet.sheets import MAX_CELLS, MAX_CHARACTERS, Book, one_line
from extractors.sheet.xls_formulas import KINDS as LINK_KINDS
from extractors.sheet.xls_formulas import Links
from extractors.sheet.xls_sheet import SheetReader

if TYPE_CHECKING:
    from extractors.office.passwords import Keystream

_CODE_PAGE, _DATE_MODE, _BOUND_SHEET, _SST, _FILE_PASS, _WINDOW, _BUNDLE = (
    0x42,
    0x22,
    0x85,
    0xFC,
    0x2F,
    0x3D,
    0x8F,
)
_GLOBALS, _MACROS, _WORKSPACE = 0x05, 0x06, 0x100
_MOST_SHEETS = 4000
_HEAD = (
    100  # records among which that about a password stands, and that about dates where there are no globals
)
_APPLE = {32768: 10000, 32769: 1252}


class _Bound(NamedTuple):
    """Where a sheet begins, its name, whether it is hidden."""

    start: int
    name: str
    hidden: bool


def extract(source: Source) -> Document:
    document = source.document()
    data, titled = source.data, ""
    if data.startswith(ole.SIGNATURE):
        container = ole.Container(data)
        data = container.read("Workbook") or container.read("Book")
        if not data:
            raise Unreadable("The file is damaged: its sheets cannot be found.")
        titled = ole_properties.fill(document, container)
        if container.damaged:
            document.warnings = ("The file is damaged: a part of it could not be read.",)
    elif spreadsheetml.is_spreadsheetml(data):
        book = Book()
        titled = spreadsheetml.read(data, document, book)
        book.fill(document)
        sheet_titles.choose(document, book.sheets, titled, source.name)
        return document
    elif not biff.is_biff(data):
        raise Unreadable("The file is not an Excel workbook.")
    reader = _Reader(data)
    reader.read()
    reader.book.fill(document)
    document.links = tuple(reader.links)
    sheet_titles.choose(document, reader.book.sheets, titled, source.name)
    return document


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.book = Book()
        self.links: dict[Link, None] = {}
        version, content = _beginning(data)
        self.strings = Strings(version, 1252)
        self.styles = Styles(self.strings)
        self.names = Links(self.strings)
        self.shared: list[str] = []
        self.since_1904 = False
        self.key: Keystream | None = None
        self._bounds: list[_Bound] = []
        self._active = 0
        self._globals = content in (_GLOBALS, _WORKSPACE)

    def read(self) -> None:
        """Read all sheets into the book."""
        start = self._head()
        bounds = [bound for bound in self._bounds if self._begins(bound.start)]
        if not bounds:  # before BIFF 5, or what it says is damaged: one sheet follows another
            bounds = self._found(start)
        for index, bound in enumerate(bounds[:_MOST_SHEETS]):
            if self.book.full:
                break
            if self._content(bound.start) == _MACROS:
                continue
            sheet = self.book.add(bound.name, active=index == self._active, hidden=bound.hidden)
            self.links.update(SheetReader(self.book, sheet, self).read(bound.start))

    def _head(self) -> int:
        """Read what stands before the sheets; returns where they begin."""
        before = self._page()
        if before:
            self.strings.page = before
        for record in islice(records(self.data), _HEAD):
            if record.kind == _FILE_PASS:
                from extractors.office.passwords import Keystream  # loads a library that few files need

                self.key = Keystream(record.body)
            if record.kind in (_FILE_PASS, biff.EOF):
                break
        for count, record in enumerate(records(self.data, 0, self.key)):
            kind, body = record.kind, record.body
            if kind == biff.EOF or (not self._globals and count > _HEAD):
                return record.start + 4
            if kind in KINDS and self._globals:
                self.styles.add(record)
            elif kind in LINK_KINDS and self._globals:
                self._link(record)
            elif kind == _DATE_MODE and body:
                self.since_1904 = bool(body[0] & 1)
            elif kind == _BOUND_SHEET and len(body) > 7:
                place, state = struct.unpack_from("<IB", body)
                self._bounds.append(_Bound(place, self.strings.short(body, 6), bool(state & 3)))
                self.names.sheets.append(self._bounds[-1].name)
            elif kind == _WINDOW and len(body) >= 12:
                self._active = struct.unpack_from("<H", body, 10)[0]
            elif kind == _SST:
                self.shared = list(map(one_line, biff.shared_strings(record, MAX_CELLS, MAX_CHARACTERS)))
        return len(self.data)

    def _link(self, record: Record) -> None:
        try:
            self.names.add(record)
        except (struct.error, IndexError):
            self.book.warn("The file is damaged: a part of it could not be read.")

    def _page(self) -> int:
        """The code page of strings before BIFF 8: what the file says, unless its bytes say otherwise."""
        if self.strings.version >= 8:
            return 0
        page = 0
        for record in records(self.data):
            if record.kind == _CODE_PAGE and len(record.body) >= 2:
                page = struct.unpack_from("<H", record.body)[0]
                break
        page = _APPLE.get(page, page)
        if page in (0, 367, 1252):
            return _guess(self.data) or page
        return page

    def _begins(self, start: int) -> bool:
        return start + 4 <= len(self.data) and struct.unpack_from("<H", self.data, start)[0] in BOF

    def _content(self, start: int) -> int:
        return int(struct.unpack_from("<H", self.data, start + 6)[0]) if start + 8 <= len(self.data) else 0

    def _found(self, start: int) -> list[_Bound]:
        """The sheets in the order of the file."""
        found: list[_Bound] = []
        if not self._globals:
            return [_Bound(0, "", False)]
        depth, name = 0, ""
        for record in records(self.data, start, self.key):
            if record.kind in BOF:
                if depth == 0 and self._content(record.start) not in (_GLOBALS, _WORKSPACE):
                    known = self._bounds[len(found)].name if len(found) < len(self._bounds) else name
                    found.append(_Bound(record.start, known, False))
                    name = ""
                depth += 1
            elif record.kind == biff.EOF:
                depth = max(0, depth - 1)
            elif record.kind == _BUNDLE and len(record.body) > 4:
                name = self.strings.short(record.body, 4)
        return found


def _beginning(data: bytes) -> tuple[int, int]:
    """Version and kind of content of the first BOF."""
    first: Record | None = next(records(data), None)
    if first is None or first.kind not in BOF or len(first.body) < 4:
        raise Unreadable("The file is damaged: its beginning is not that of a workbook.")
    version, content = struct.unpack_from("<HH", first.body)
    known = BOF[first.kind]
    if known == 8 and version < 0x0600:
        known = 5
    return known, content


def _guess(data: bytes) -> int:
    """The code page that strings under the name of the Western one, or none, are in; 0 when nothing speaks for another.

    A cell is too short to tell; all cells together are not.
    """
    votes: Counter[int] = Counter()
    for record in records(data):
        if record.kind in (0x204, 0xD6, 0x04, 0x85) and not record.body.isascii():
            raw = record.body[8:] if record.kind != 0x85 else record.body[7:]
            if not raw.isascii():
                votes[936 if ole_properties.is_gbk(raw) else 1252] += 1
        if votes.total() > 500:
            break
    return 936 if votes[936] > votes[1252] else 0
