"""The formulas of one sheet of an old Excel file, those that cells share in each of them ([MS-XLS] 2.4.127, 2.4.260,
2.4.4, 2.4.313)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

from extractors.biff import Record, Strings
from extractors.formulas import cell_name
from extractors.sheets import MAX_FORMULAS, Book, Sheet
from extractors.xls_formulas import Formulas
from extractors.xls_links import Links

_SHARED, _ARRAY, _TABLE = (0x4BC, 0xBC), (0x221, 0x21), (0x236, 0x36, 0x37)
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
            **dict.fromkeys(_SHARED, self._share),
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
        size, start = (body[at], at + 1) if self._version == 2 else (struct.unpack_from("<H", body, at)[0], at + 2)
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
