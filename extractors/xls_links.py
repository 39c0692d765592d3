"""Names in an old Excel file, and the sheets and files its formulas refer to ([MS-XLS] 2.4.150, 2.4.105, 2.4.271)."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from extractors.biff import Record, Strings
from extractors.formulas import sheet_prefix

NAME, EXTERN_NAME, EXTERN_SHEET, BOOK = (0x18, 0x218), (0x23, 0x223), 0x17, 0x1AE
KINDS = frozenset((*NAME, *EXTERN_NAME, EXTERN_SHEET, BOOK))
LOST = "#REF!"
_MOST = 65_536
_BUILT_IN = (
    "Consolidate_Area", "Auto_Open", "Auto_Close", "Extract", "Database", "Criteria", "Print_Area", "Print_Titles",
    "Recorder", "Data_Form", "Auto_Activate", "Auto_Deactivate", "Sheet_Title", "_FilterDatabase",
)  # fmt: skip
_SELF, _ADD_IN = 0x0401, 0x3A01


@dataclass(slots=True)
class _Book:
    """A file that formulas refer to: "" for the own one; names of its sheets and of what else is in it."""

    name: str = ""
    own: bool = False
    sheets: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


class Links:
    """Gathers what the records say; `sheets` are the names of the sheets of the file itself, in its order."""

    def __init__(self, strings: Strings) -> None:
        self.sheets: list[str] = []
        self._strings = strings
        self._names: list[str] = []
        self._books: list[_Book] = []
        self._places: list[tuple[int, int, int]] = []

    def add(self, record: Record) -> None:
        """Take one record of `KINDS`; struct.error and IndexError where it is damaged."""
        if len(self._names) + len(self._books) + len(self._places) > _MOST:
            return
        if record.kind in NAME:
            self._names.append("?")  # whatever comes of it, the next has the next number
            self._names[-1] = self._name(record.body)
        elif record.kind in EXTERN_NAME:
            if self._books:
                self._books[-1].names.append(self._extern_name(record.body))
        elif record.kind == BOOK:
            self._books.append(_Book())
            self._books[-1] = self._book(record.whole())
        elif self._strings.version >= 8:
            body = record.whole()
            count = min(struct.unpack_from("<H", body)[0], (len(body) - 2) // 6)
            self._places += [struct.unpack_from("<Hhh", body, 2 + 6 * index) for index in range(count)]
        else:
            self._books.append(_Book())
            self._books[-1] = self._old_sheet(record.body)

    def name(self, number: int) -> str:
        """A name of the file, numbered from 1."""
        return self._names[number - 1] if 0 < number <= len(self._names) else "#NAME?"

    def prefix(self, place: int) -> str:
        """What stands before a reference through this entry of EXTERNSHEET (BIFF 8)."""
        if place >= len(self._places):
            return LOST
        number, first, last = self._places[place]
        book = self._books[number] if number < len(self._books) else _Book(own=True, sheets=self.sheets)
        return self._between(book, first, last)

    def extern_name(self, place: int, number: int) -> str:
        """A name behind an entry of EXTERNSHEET (BIFF 8)."""
        if place >= len(self._places) or self._places[place][0] >= len(self._books):
            return "#NAME?"
        return self._in_book(self._books[self._places[place][0]], number)

    def old_prefix(self, place: int, first: int, last: int) -> str:
        """What stands before a reference into other sheets (BIFF 5): a negative place is the file itself."""
        if place < 0:
            return self._between(_Book(own=True, sheets=self.sheets), first, last)
        book = self._books[place - 1] if 0 < place <= len(self._books) else _Book()
        sheet = book.sheets[0] if book.sheets else ""
        return sheet_prefix(sheet, book=book.name) or LOST

    def old_extern_name(self, place: int, number: int) -> str:
        if place < 0:
            return self.name(number)
        return self._in_book(self._books[place - 1], number) if 0 < place <= len(self._books) else "#NAME?"

    def _in_book(self, book: _Book, number: int) -> str:
        if book.own:
            return self.name(number)
        name = book.names[number - 1] if 0 < number <= len(book.names) else "#NAME?"
        if "|" in book.name:
            return f"{book.name}!{name}"
        return sheet_prefix(book.name) + name if book.name else name

    def _between(self, book: _Book, first: int, last: int) -> str:
        sheets = self.sheets if book.own else book.sheets
        if 0 <= first < len(sheets) and 0 <= last < len(sheets):
            return sheet_prefix(sheets[first], sheets[last], book.name)
        return sheet_prefix(book.name) if first == -2 and book.name else LOST

    def _name(self, body: bytes) -> str:
        version = self._strings.version
        if version == 2:
            return self._strings.decode(body[5 : 5 + body[3]])
        flags, _, size = struct.unpack_from("<HBB", body)
        if version >= 8:
            text = body[15 : 15 + 2 * size].decode("utf-16-le", "replace") if body[14] & 1 else ""
            text = text or body[15 : 15 + size].decode("latin-1")
        else:
            start = 14 if version >= 5 else 6
            text = self._strings.decode(body[start : start + size]) or body[start : start + 1].decode("latin-1")
        if flags & 0x20 and text:
            return _BUILT_IN[ord(text[0])] if ord(text[0]) < len(_BUILT_IN) else "?"
        return text

    def _extern_name(self, body: bytes) -> str:
        start = {2: 0, 3: 2, 4: 2}.get(self._strings.version, 6)
        return self._strings.short(body, start)

    def _book(self, body: bytes) -> _Book:
        count, size = struct.unpack_from("<HH", body)
        if size == _SELF:
            return _Book(own=True)
        if size == _ADD_IN:
            return _Book()
        name, at = _wide(body, 2)
        sheets = []
        for _ in range(count):
            if at >= len(body):
                break
            sheet, at = _wide(body, at)
            sheets.append(sheet)
        return _Book(_file(name), sheets=sheets)

    def _old_sheet(self, body: bytes) -> _Book:
        """EXTERNSHEET up to BIFF 5: a file, one sheet of it, or one of the own file."""
        text = self._strings.decode(body[2 : 2 + body[0]])
        kind = body[1]
        if kind == 3:
            return _Book(sheets=[text])
        if kind == 2 or not text:
            return _Book(own=True)
        file, _, sheet = _decoded(text).rpartition("]")
        return _Book(file.rpartition("[")[2], sheets=[sheet]) if file else _Book(_base(sheet))


def _wide(body: bytes, at: int) -> tuple[str, int]:
    """A string behind a length of two bytes, and where it ends."""
    size, flags = struct.unpack_from("<HB", body, at)
    end = at + 3 + (size * 2 if flags & 1 else size)
    raw = body[at + 3 : end]
    return (raw.decode("utf-16-le", "replace") if flags & 1 else raw.decode("latin-1")), end


def _decoded(text: str) -> str:
    """An address as [MS-XLS] 2.5.277 writes it: signs below the blank stand for separators."""
    return "".join("/" if sign in "\3\4" else "" if sign < " " else sign for sign in text)


def _base(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _file(text: str) -> str:
    """The name of a file without its folders, or “program|topic” of what another program tells (DDE)."""
    if "\3" in text and not text.startswith("\1"):
        return "|".join(text.split("\3"))
    return _base(_decoded(text))
