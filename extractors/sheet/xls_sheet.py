"""One sheet of an old Excel file: its cells, comments, text boxes, headers and links."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from extractors.base import spacing
from extractors.base.types import Link, Part
from extractors.office.numbers import exact, shown, shown_text
from extractors.sheet import biff
from extractors.sheet.biff import BOF, EOF, ERRORS, KINDS, Record, Strings, Styles, records, rk
from extractors.sheet.notation import cell_name
from extractors.sheet.sheets import MAX_CELLS, MAX_FORMULAS, Book, Cell, Look, Sheet, header_parts, one_line
from extractors.sheet.xls_formulas import KINDS as LINK_KINDS
from extractors.sheet.xls_formulas import Formulas, Links

if TYPE_CHECKING:
    from extractors.office.passwords import Keystream


# The formulas of one sheet of an old Excel file, those that cells share in each of them ([MS-XLS] 2.4.127,
# 2.4.260,
# 2.4.4, 2.4.313).

_XLS_SHEET_FORMULAS_SHARED, _ARRAY, _TABLE = (0x4BC, 0xBC), (0x221, 0x21), (0x236, 0x36, 0x37)
_ELSEWHERE = (0x01, 0x02)  # tokens that say in which cell the formula stands
_TWO_INPUTS, _ROW_INPUT = 8, 4


class _Written(NamedTuple):
    """A formula where it is written: its tokens and the constants behind them, or its text."""

    row: int
    column: int
    tokens: bytes = b""
    extra: bytes = b""
    text: str = ""
    rows: int = 1
    columns: int = 1


class SheetFormulas:
    """Gathers the records, and makes text of them when the sheet is read: what cells share comes behind the first."""

    def __init__(self, strings: Strings, links: Links) -> None:
        self._version = strings.version
        self._formulas = Formulas(strings, links)
        self._found: list[_Written] = []
        self._shared: dict[tuple[int, ...], bytes] = {}
        self._last: tuple[int, ...] = ()

    def readers(self) -> dict[int, Callable[[Record], None]]:
        """What reads the records beside those of formulas; struct.error and IndexError where they are damaged."""
        return {
            **dict.fromkeys(_XLS_SHEET_FORMULAS_SHARED, self._share),
            **dict.fromkeys(_ARRAY, self._array),
            **dict.fromkeys(_TABLE, self._table),
        }

    def cell(self, record: Record) -> None:
        """Take a record of a formula."""
        if len(self._found) > MAX_FORMULAS:
            return
        body = record.whole()
        row, column = struct.unpack_from("<HH", body)
        tokens, extra = self._parted(body, 16 if self._version < 5 else 20)
        self._last = self._elsewhere(tokens) or self._last
        self._found.append(_Written(row, column, tokens, extra))

    def fill(self, book: Book, sheet: Sheet) -> None:
        """Put the formulas into the sheet, row by row."""
        for row, column, tokens, extra, text, rows, columns in sorted(self._found):
            if not book.keeps_formulas:
                break
            place = self._elsewhere(tokens)
            tokens = self._shared.get(place, b"") if place else tokens
            if tokens and not text:
                text = self._formulas.text(tokens, extra, row, column)
            book.formula(sheet, row, column, text, rows, columns)

    def _elsewhere(self, tokens: bytes) -> tuple[int, ...]:
        """Where a formula stands that a cell shares with others; nothing when it stands here."""
        form = "<HB" if self._version == 2 else "<HH"
        if not tokens or tokens[0] not in _ELSEWHERE or len(tokens) <= struct.calcsize(form):
            return ()
        return struct.unpack_from(form, tokens, 1)

    def _parted(self, body: bytes, at: int) -> tuple[bytes, bytes]:
        """Tokens behind their size, and what lies behind them."""
        size, start = (
            (body[at], at + 1) if self._version == 2 else (struct.unpack_from("<H", body, at)[0], at + 2)
        )
        return body[start : start + size], body[start + size :]

    def _share(self, record: Record) -> None:
        body = record.whole()
        tokens, _ = self._parted(body, 8)
        row, _, column = struct.unpack_from("<HHB", body)
        self._shared[row, column] = self._shared[self._last] = tokens

    def _array(self, record: Record) -> None:
        body = record.whole()
        tokens, extra = self._parted(body, {2: 7, 3: 8, 4: 8}.get(self._version, 12))
        row, _, column, _ = struct.unpack_from("<HHBB", body)
        self._area(body, self._formulas.text(tokens, extra, row, column))

    def _table(self, record: Record) -> None:
        """What one or two changing values make of a formula."""
        body = record.body
        flags, row, column, other_row, other_column = struct.unpack_from("<5H", body, 6)
        inputs = [cell_name(row, column), ""]
        if flags & _TWO_INPUTS:
            inputs[1] = cell_name(other_row, other_column)
        elif not flags & _ROW_INPUT:
            inputs.reverse()
        self._area(body, f"=TABLE({','.join(inputs)})")

    def _area(self, body: bytes, text: str) -> None:
        row, last, column, right = struct.unpack_from("<HHBB", body)
        if len(self._found) <= MAX_FORMULAS:
            rows, columns = max(0, last - row) + 1, max(0, right - column) + 1
            self._found.append(_Written(row, column, text=f"{{{text}}}", rows=rows, columns=columns))


_SHARED = struct.Struct("<HHHI")
_CHART, _CHART_TEXT, _SERIES = 0x20, 0x100D, 0x1003
_MOST_EXTRAS = 20_000
_COMMENT = 0x19  # kind of an object
_URL = re.compile("(?:https?|ftp|mailto):[^\\0\\s]+", re.IGNORECASE)


class _Workbook(Protocol):
    data: bytes
    strings: Strings
    styles: Styles
    names: Links
    shared: list[str]
    since_1904: bool
    key: Keystream | None


class SheetReader:
    """Reads the records of a sheet into it."""

    def __init__(self, book: Book, sheet: Sheet, workbook: _Workbook) -> None:
        self._book, self._sheet, self._workbook = book, sheet, workbook
        self._strings = workbook.strings
        self._rows: dict[int, dict[int, Cell]] = {}
        self._hidden: set[int] = set()
        self._waiting: tuple[int, int, Look] | None = None  # a formula whose string follows
        self._object = 0
        self._codes: list[tuple[str, str]] = []
        self._texts: list[Part] = []
        self._comments: list[Part] = []
        self._count = 0
        self._links: dict[Link, None] = {}
        self._formulas = SheetFormulas(self._strings, workbook.names)

    def read(self, start: int) -> dict[Link, None]:
        """Read from the BOF record at `start` to its end; returns the links of the sheet."""
        depth, chart = 0, False
        series = False
        readers = self._readers()
        for record in records(self._workbook.data, start, self._workbook.key):
            kind = record.kind
            if kind in BOF:
                depth += 1
                if depth == 1:
                    chart = len(record.body) >= 4 and record.body[2] == _CHART
            elif kind == EOF:
                depth -= 1
                if depth <= 0:
                    break
            elif depth > 1 or chart:
                if kind == _CHART_TEXT and not series:
                    self._text(self._strings.short(record.body, 2))
                series = kind == _SERIES or (series and kind != 0x1025)
            elif kind in readers:
                try:
                    readers[kind](record)
                except (struct.error, IndexError):
                    self._book.warn("The file is damaged: a part of it could not be read.")
                if self._count > MAX_CELLS:
                    break
        self._finish()
        return self._links

    def _finish(self) -> None:
        for number in sorted(self._rows):
            cells = [cell for _, cell in sorted(self._rows[number].items()) if cell.value]
            if not self._book.row(self._sheet, number + 1, cells, hidden=number in self._hidden):
                break
        self._formulas.fill(self._book, self._sheet)
        self._sheet.extras += [*self._texts, *self._comments, *header_parts(self._codes)]

    def _readers(self) -> dict[int, Callable[[Record], None]]:
        return {
            0xFD: self._shared,
            0x204: self._label,
            0xD6: self._label,
            0x04: self._label_2,
            0x203: self._number,
            0x03: self._number_2,
            0x27E: self._packed,
            0xBD: self._packed_many,
            0x205: self._truth,
            0x05: self._truth_2,
            0x02: self._integer_2,
            0x207: self._result,
            0x07: self._result,
            **dict.fromkeys((0x06, 0x206, 0x406), self._formula),
            **dict.fromkeys((0x208, 0x08), self._row),
            0x7D: self._column,
            0xE5: self._merged,
            0x14: self._header,
            0x15: self._header,
            0x1C: self._note,
            0x5D: self._drawn,
            0x1B6: self._boxed,
            0x1B8: self._link,
            **self._formulas.readers(),
            **dict.fromkeys(LINK_KINDS if self._strings.version < 5 else (), self._workbook.names.add),
            **dict.fromkeys(KINDS if self._strings.version < 5 else (), self._workbook.styles.add),
        }

    def _put(self, row: int, column: int, look: Look, text: str) -> None:
        text = one_line(text)
        if text:
            self._enter(row, Cell(column, shown_text(text, look.format), text, look))

    def _put_number(self, row: int, column: int, look: Look, value: float) -> None:
        since = self._workbook.since_1904
        plain = exact(value, look.format, since_1904=since)
        seen = shown(value, look.format, since_1904=since).strip() if look.format else plain
        self._enter(row, Cell(column, seen, plain, look, False))

    def _put_fixed(self, row: int, column: int, look: Look, text: str) -> None:
        self._enter(row, Cell(column, text, text, look, False))

    def _enter(self, row: int, cell: Cell) -> None:
        self._count += 1
        self._rows.setdefault(row, {})[cell.column] = cell

    def _place(self, record: Record) -> tuple[int, int, Look]:
        row, column, style = struct.unpack_from("<HHH", record.body)
        return row, column, self._workbook.styles.look(style)

    def _place_2(self, record: Record) -> tuple[int, int, Look]:
        """In BIFF 2 three bytes of attributes stand where later a style is named."""
        row, column, style, number = struct.unpack_from("<HHBB", record.body)
        look = self._workbook.styles.look(style & 0x3F)
        return row, column, look if look.size else self._workbook.styles.of_format(number & 0x3F)

    def _shared(self, record: Record) -> None:
        row, column, style, index = _SHARED.unpack_from(record.body)
        if index < len(self._workbook.shared):
            text, look = self._workbook.shared[index], self._workbook.styles.look(style)
            self._enter(row, Cell(column, shown_text(text, look.format), text, look))

    def _label(self, record: Record) -> None:
        self._put(*self._place(record), self._strings.long(record.whole(), 6))

    def _label_2(self, record: Record) -> None:
        self._put(*self._place_2(record), self._strings.short(record.body, 7))

    def _number(self, record: Record) -> None:
        self._put_number(*self._place(record), struct.unpack_from("<d", record.body, 6)[0])

    def _number_2(self, record: Record) -> None:
        self._put_number(*self._place_2(record), struct.unpack_from("<d", record.body, 7)[0])

    def _integer_2(self, record: Record) -> None:
        self._put_number(*self._place_2(record), float(struct.unpack_from("<H", record.body, 7)[0]))

    def _packed(self, record: Record) -> None:
        self._put_number(*self._place(record), rk(struct.unpack_from("<I", record.body, 6)[0]))

    def _packed_many(self, record: Record) -> None:
        row, first = struct.unpack_from("<HH", record.body)
        for index in range((len(record.body) - 6) // 6):
            style, value = struct.unpack_from("<HI", record.body, 4 + 6 * index)
            self._put_number(row, first + index, self._workbook.styles.look(style), rk(value))

    def _truth(self, record: Record) -> None:
        self._put_fixed(*self._place(record), _truth(record.body[6], record.body[7]))

    def _truth_2(self, record: Record) -> None:
        self._put_fixed(*self._place_2(record), _truth(record.body[7], record.body[8]))

    def _formula(self, record: Record) -> None:
        old = self._strings.version == 2
        place = self._place_2(record) if old else self._place(record)
        result = record.body[7:15] if old else record.body[6:14]
        self._book.formulas += 1
        self._formulas.cell(record)
        self._waiting = None
        if result[6:8] != b"\xff\xff":
            self._put_number(*place, struct.unpack("<d", result)[0])
        elif result[0] == 0:
            self._waiting = place
        elif result[0] in (1, 2):
            self._put_fixed(*place, _truth(result[2], result[0] - 1))

    def _result(self, record: Record) -> None:
        if self._waiting is not None:
            body = record.whole()
            text = self._strings.short(body, 0) if self._strings.version == 2 else self._strings.long(body, 0)
            self._put(*self._waiting, text)
            self._waiting = None

    def _row(self, record: Record) -> None:
        if len(record.body) >= 14 and record.kind == 0x208 and record.body[12] & 0x20:
            self._hidden.add(struct.unpack_from("<H", record.body)[0])

    def _column(self, record: Record) -> None:
        first, last, _, _, options = struct.unpack_from("<5H", record.body)
        if options & 1:
            self._sheet.columns.update(range(first, min(last, 255) + 1))

    def _merged(self, record: Record) -> None:
        count = min(struct.unpack_from("<H", record.body)[0], (len(record.body) - 2) // 8)
        for index in range(count):
            row, _, first, last = struct.unpack_from("<4H", record.body, 2 + 8 * index)
            self._sheet.merged[row + 1, first] = last - first + 1

    def _header(self, record: Record) -> None:
        body = record.body
        text = self._strings.long(body, 0) if self._strings.version >= 8 else self._strings.short(body, 0)
        self._codes.append(("header" if record.kind == 0x14 else "footer", text))

    def _note(self, record: Record) -> None:
        if self._strings.version < 8 and len(record.body) > 6:  # later the text lies in a text box
            row, _, size = struct.unpack_from("<3H", record.body)
            text = self._strings.decode(record.body[6 : 6 + size])
            if row == 0xFFFF and self._comments:
                self._comments[-1] = replace(self._comments[-1], text=self._comments[-1].text + text)
            else:
                self._comment(text)

    def _comment(self, text: str) -> None:
        text = spacing.paragraph(text)
        if text and len(self._comments) < _MOST_EXTRAS:
            self._comments.append(Part("paragraph", text, role="comment"))

    def _text(self, text: str) -> None:
        text = spacing.paragraph(text)
        if text and len(self._texts) < _MOST_EXTRAS:
            self._texts.append(Part("paragraph", text))

    def _drawn(self, record: Record) -> None:
        self._object = struct.unpack_from("<H", record.body, 4)[0] if len(record.body) >= 6 else 0

    def _boxed(self, record: Record) -> None:
        if self._strings.version >= 8 and record.more:
            text = biff.continued(record.more, struct.unpack_from("<H", record.body, 10)[0])
            if self._object == _COMMENT:
                self._comment(text)
            else:
                self._text(text)

    def _link(self, record: Record) -> None:
        found = _URL.search(record.whole()[8:].decode("utf-16-le", "ignore"))
        if found and len(self._links) < _MOST_EXTRAS:
            self._links[Link(found[0].partition("#")[0], "a", "", False)] = None


def _truth(value: int, is_error: int) -> str:
    return ERRORS.get(value, "#N/A") if is_error else "TRUE" if value else "FALSE"
