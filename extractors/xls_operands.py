"""What the tokens of formulas in old Excel files work on: constants, names and references ([MS-XLS] 2.5.198)."""

from __future__ import annotations

import struct
from collections.abc import Callable

from extractors.biff import ERRORS, Strings
from extractors.formulas import column_name
from extractors.number_formats import general
from extractors.xls_links import LOST, Links

_MOST_ELEMENTS = 4000


class Unknown(Exception):
    """A token nobody knows, or one that is cut off; so are struct.error and IndexError to be understood."""


class Operands:
    """Reads the tokens of one formula from the front; `extra` is what lies behind them (constants of arrays), `row` and
    `column` are those of its cell."""

    def __init__(self, strings: Strings, links: Links, tokens: bytes, extra: bytes, row: int, column: int) -> None:
        self.version = strings.version
        self._strings, self._links = strings, links
        self._old = self.version < 8
        self._rows, self._columns = (16_384 if self._old else 65_536), 256
        self._tokens, self._at = tokens, 0
        self._extra, self._extra_at = extra, 0
        self._row, self._column = row, column

    @property
    def more(self) -> bool:
        return self._at < len(self._tokens)

    def take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + form, self._tokens, self._at)
        self._at += struct.calcsize("<" + form)
        return values

    def skip(self, size: int) -> None:
        self._at += size

    def skip_areas(self) -> None:
        """The areas of a union that was worked out beforehand."""
        count = struct.unpack_from("<H", self._extra, self._extra_at)[0]
        self._extra_at += 2 + count * (6 if self._old else 8)

    # constants

    def string(self) -> str:
        size = self.take("B")[0]
        if self._old:
            raw = self._tokens[self._at : self._at + size]
            text = self._strings.decode(raw)
            self.skip(size)
        else:
            wide = self.take("B")[0] & 1
            raw = self._tokens[self._at : self._at + size * (1 + wide)]
            text = raw.decode("utf-16-le", "replace") if wide else raw.decode("latin-1")
            self.skip(size * (1 + wide))
        if len(raw) < size:
            raise Unknown
        return _quoted(text)

    def error(self) -> str:
        return ERRORS.get(self.take("B")[0], "#N/A")

    def truth(self) -> str:
        return "TRUE" if self.take("B")[0] else "FALSE"

    def integer(self) -> str:
        return str(self.take("H")[0])

    def number(self) -> str:
        return general(float(self.take("d")[0]))

    def array(self) -> str:
        self.skip(6 if self.version == 2 else 7)
        columns, rows = struct.unpack_from("<BH", self._extra, self._extra_at)
        self._extra_at += 3
        if self._old:
            columns = columns or 256
        else:
            columns, rows = columns + 1, rows + 1
        if columns * rows > _MOST_ELEMENTS:
            raise Unknown
        lines = (",".join(self._element() for _ in range(columns)) for _ in range(rows))
        return "{" + ";".join(lines) + "}"

    def _element(self) -> str:
        """A constant of an array."""
        kind = self._extra[self._extra_at]
        at = self._extra_at + 1
        self._extra_at = at + 8
        if kind == 1:
            return general(float(struct.unpack_from("<d", self._extra, at)[0]))
        if kind == 2:
            if self._old:
                text, size = self._strings.short(self._extra, at), 1 + self._extra[at]
            else:
                text = self._strings.long(self._extra, at)
                count, wide = struct.unpack_from("<HB", self._extra, at)
                size = 3 + count * (1 + (wide & 1))
            self._extra_at = at + size
            return _quoted(text)
        if kind == 4:
            return "TRUE" if self._extra[at] else "FALSE"
        if kind == 16:
            return ERRORS.get(self._extra[at], "#N/A")
        if kind == 0:
            return ""
        raise Unknown

    def name(self) -> str:
        number = self.take("H")[0]
        self.skip(2 if not self._old else {2: 5, 3: 8, 4: 8}.get(self.version, 12))
        return self._links.name(number)

    def extern_name(self) -> str:
        if self._old:
            place, number = self.take("h8xH12x")
            return self._links.old_extern_name(place, number)
        place, number = self.take("HH2x")
        return self._links.extern_name(place, number)

    def cell(self) -> str:
        return self._reference(relative=False)

    def cell_relative(self) -> str:
        return self._reference(relative=True)

    def area(self) -> str:
        return self._range(relative=False)

    def area_relative(self) -> str:
        return self._range(relative=True)

    def lost_cell(self) -> str:
        self.skip(3 if self._old else 4)
        return LOST

    def lost_area(self) -> str:
        self.skip(6 if self._old else 8)
        return LOST

    def cell_elsewhere(self) -> str:
        return _joined(self._prefix(), self._reference(relative=False))

    def area_elsewhere(self) -> str:
        return _joined(self._prefix(), self._range(relative=False))

    def lost_cell_elsewhere(self) -> str:
        return _joined(self._prefix(), self.lost_cell())

    def lost_area_elsewhere(self) -> str:
        return _joined(self._prefix(), self.lost_area())

    def _prefix(self) -> str:
        if self._old:
            return self._links.old_prefix(*self.take("h8xhh"))
        return self._links.prefix(self.take("H")[0])

    def _reference(self, *, relative: bool) -> str:
        if self._old:
            flagged, column = self.take("HB")
            row, flags = flagged & 0x3FFF, flagged
        else:
            row, column = self.take("HH")
            flags, column = column, column & 0xFF
        return self._letters(column, flags, relative) + self._digits(row, flags, relative)

    def _range(self, *, relative: bool) -> str:
        if self._old:
            first_flags, last_flags, left, right = self.take("HHBB")
            first, last = first_flags & 0x3FFF, last_flags & 0x3FFF
        else:
            first, last, left, right = self.take("HHHH")
            first_flags, last_flags, left, right = left, right, left & 0xFF, right & 0xFF
        columns = (self._letters(left, first_flags, relative), self._letters(right, last_flags, relative))
        rows = (self._digits(first, first_flags, relative), self._digits(last, last_flags, relative))
        if (first, last) == (0, self._rows - 1):
            return ":".join(columns)
        if (left, right) == (0, self._columns - 1):
            return ":".join(rows)
        return f"{columns[0]}{rows[0]}:{columns[1]}{rows[1]}"

    def _letters(self, column: int, flags: int, relative: bool) -> str:
        """Bit 14 says that a column moves with the formula; in shared formulas it is a distance then."""
        if not flags & 0x4000:
            return "$" + column_name(column)
        return column_name((self._column + column) % self._columns if relative else column)

    def _digits(self, row: int, flags: int, relative: bool) -> str:
        if not flags & 0x8000:
            return f"${row + 1}"
        return str(((self._row + row) % self._rows if relative else row) + 1)


def _joined(prefix: str, reference: str) -> str:
    return LOST if prefix == LOST else prefix + reference


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


OPERANDS: dict[int, Callable[[Operands], str]] = {
    0x16: lambda _: "", 0x17: Operands.string, 0x1C: Operands.error, 0x1D: Operands.truth, 0x1E: Operands.integer,
    0x1F: Operands.number, 0x20: Operands.array, 0x23: Operands.name, 0x24: Operands.cell, 0x25: Operands.area,
    0x2A: Operands.lost_cell, 0x2B: Operands.lost_area, 0x2C: Operands.cell_relative, 0x2D: Operands.area_relative,
    0x39: Operands.extern_name, 0x3A: Operands.cell_elsewhere, 0x3B: Operands.area_elsewhere,
    0x3C: Operands.lost_cell_elsewhere, 0x3D: Operands.lost_area_elsewhere,
}  # fmt: skip
"""Token → the text of what it stands for."""
