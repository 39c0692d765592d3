"""Formulas of old Excel files: their tokens as text in A1 notation ([MS-XLS] 2.5.198, and its forerunners).

The tokens are those of a stack machine, with the parentheses a person wrote kept as tokens of their own; so text comes
out by joining what lies on the stack. What is not known ends the formula with “…”; nothing is ever raised.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from extractors.office.numbers import general
from extractors.sheet.biff import ERRORS, Record, Strings
from extractors.sheet.notation import LONGEST, column_name, sheet_prefix, tidy

# The functions of old Excel files by number ([MS-XLS] 2.5.198.17).

# Runs of functions whose numbers follow one another, each behind its first number. Behind a stroke stands how many
# arguments a function takes (at least, where that varies) when it is not one.
_RUNS = """
0 COUNT/0 IF/2 ISNA ISERROR SUM/0 AVERAGE MIN MAX ROW/0 COLUMN/0 NA/0 NPV/2 STDEV DOLLAR FIXED SIN COS TAN ATAN
  PI/0 SQRT EXP LN LOG10 ABS INT SIGN ROUND/2 LOOKUP/2 INDEX/2 REPT/2 MID/3 LEN VALUE TRUE/0 FALSE/0 AND OR NOT
  MOD/2 DCOUNT/3 DSUM/3 DAVERAGE/3 DMIN/3 DMAX/3 DSTDEV/3 VAR DVAR/3 TEXT/2 LINEST TREND LOGEST GROWTH GOTO
  HALT/0 RETURN PV/3 FV/3 NPER/3 PMT/3 RATE/3 MIRR/3 IRR RAND/0 MATCH/2 DATE/3 TIME/3 DAY MONTH YEAR WEEKDAY
  HOUR MINUTE SECOND NOW/0 AREAS ROWS COLUMNS OFFSET/3 ABSREF/2 RELREF/2 ARGUMENT/0 SEARCH/2 TRANSPOSE ERROR/0
  STEP/0 TYPE ECHO/0 SET.NAME CALLER/0 DEREF WINDOWS/0 SERIES/3 DOCUMENTS/0 ACTIVE.CELL/0 SELECTION/0 RESULT/0
  ATAN2/2 ASIN ACOS CHOOSE/2 HLOOKUP/3 VLOOKUP/3 LINKS/0 INPUT ISREF GET.FORMULA GET.NAME SET.VALUE/2 LOG EXEC
  CHAR LOWER UPPER PROPER LEFT RIGHT EXACT/2 TRIM REPLACE/4 SUBSTITUTE/3 CODE NAMES/0 DIRECTORY/0 FIND/2 CELL
  ISERR ISTEXT ISNUMBER ISBLANK T N
140 DATEVALUE TIMEVALUE SLN/3 SYD/4 DDB/4
148 INDIRECT REGISTER CALL
162 CLEAN MDETERM MINVERSE MMULT/2 FILES/0 IPMT/4 PPMT/4 COUNTA/0
183 PRODUCT/0 FACT GET.CELL GET.WORKSPACE GET.WINDOW GET.DOCUMENT DPRODUCT/3 ISNONTEXT
193 STDEVP VARP DSTDEVP/3 DVARP/3 TRUNC ISLOGICAL DCOUNTA/3
204 USDOLLAR FINDB/2 SEARCHB/2 REPLACEB/4 LEFTB RIGHTB MIDB/3 LENB ROUNDUP/2 ROUNDDOWN/2 ASC DBCS RANK/2
219 ADDRESS/2 DAYS360/2 TODAY/0 VDB/5
225 END.IF/0
227 MEDIAN SUMPRODUCT SINH COSH TANH ASINH ACOSH ATANH DGET/3
238 LAST.ERROR/0
244 INFO
247 DB/4
252 FREQUENCY/2
257 EVALUATE
261 ERROR.TYPE APP.TITLE/0 WINDOW.TITLE/0 SAVE.TOOLBAR/0 ENABLE.TOOL/3 PRESS.TOOL/3 REGISTER.ID/2 GET.WORKBOOK
  AVEDEV BETADIST/3 GAMMALN BETAINV/3 BINOMDIST/4 CHIDIST/2 CHIINV/2 COMBIN/2 CONFIDENCE/3 CRITBINOM/3 EVEN
  EXPONDIST/3 FDIST/3 FINV/3 FISHER FISHERINV FLOOR/2 GAMMADIST/4 GAMMAINV/3 CEILING/2 HYPGEOMDIST/4
  LOGNORMDIST/3 LOGINV/3 NEGBINOMDIST/3 NORMDIST/4 NORMSDIST NORMINV/3 NORMSINV STANDARDIZE/3 ODD PERMUT/2
  POISSON/3 TDIST/3 WEIBULL/4 SUMXMY2/2 SUMX2MY2/2 SUMX2PY2/2 CHITEST/2 CORREL/2 COVAR/2 FORECAST/3 FTEST/2
  INTERCEPT/2 PEARSON/2 RSQ/2 STEYX/2 SLOPE/2 TTEST/4 PROB/3 DEVSQ GEOMEAN HARMEAN SUMSQ/0 KURT SKEW ZTEST/2
  LARGE/2 SMALL/2 QUARTILE/2 PERCENTILE/2 PERCENTRANK/2 MODE TRIMMEAN/2 TINV/2
336 CONCATENATE/0 POWER/2
342 RADIANS DEGREES SUBTOTAL/2 SUMIF/2 COUNTIF/2 COUNTBLANK
350 ISPMT/4 DATEDIF/3 DATESTRING NUMBERSTRING/2 ROMAN
358 GETPIVOTDATA/2 HYPERLINK/2 PHONETIC AVERAGEA MAXA MINA STDEVPA VARPA STDEVA VARA
"""


def _table() -> dict[int, tuple[str, int]]:
    table: dict[int, tuple[str, int]] = {}
    number = 0
    for word in _RUNS.split():
        if word.isdecimal():
            number = int(word)
            continue
        name, _, count = word.partition("/")
        table[number] = name, int(count or 1)
        number += 1
    return table


FUNCTIONS = _table()
"""Number → name and how many arguments the token without a count of them takes."""


# Names in an old Excel file, and the sheets and files its formulas refer to ([MS-XLS] 2.4.150, 2.4.105,
# 2.4.271).

NAME, EXTERN_NAME, EXTERN_SHEET, BOOK = (0x18, 0x218), (0x23, 0x223), 0x17, 0x1AE
KINDS = frozenset((*NAME, *EXTERN_NAME, EXTERN_SHEET, BOOK))
LOST = "#REF!"
_MOST = 65_536
_BUILT_IN = (
    "Consolidate_Area",
    "Auto_Open",
    "Auto_Close",
    "Extract",
    "Database",
    "Criteria",
    "Print_Area",
    "Print_Titles",
    "Recorder",
    "Data_Form",
    "Auto_Activate",
    "Auto_Deactivate",
    "Sheet_Title",
    "_FilterDatabase",
)
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
            text = self._strings.decode(body[start : start + size]) or body[start : start + 1].decode(
                "latin-1"
            )
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


# What the tokens of formulas in old Excel files work on: constants, names and references ([MS-XLS]
# 2.5.198).

_MOST_ELEMENTS = 4000


class Unknown(Exception):
    """A token nobody knows, or one that is cut off; so are struct.error and IndexError to be understood."""


class Operands:
    """Reads the tokens of one formula from the front; `extra` is what lies behind them (constants of arrays), `row` and
    `column` are those of its cell."""

    def __init__(
        self, strings: Strings, links: Links, tokens: bytes, extra: bytes, row: int, column: int
    ) -> None:
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
    0x16: lambda _: "",
    0x17: Operands.string,
    0x1C: Operands.error,
    0x1D: Operands.truth,
    0x1E: Operands.integer,
    0x1F: Operands.number,
    0x20: Operands.array,
    0x23: Operands.name,
    0x24: Operands.cell,
    0x25: Operands.area,
    0x2A: Operands.lost_cell,
    0x2B: Operands.lost_area,
    0x2C: Operands.cell_relative,
    0x2D: Operands.area_relative,
    0x39: Operands.extern_name,
    0x3A: Operands.cell_elsewhere,
    0x3B: Operands.area_elsewhere,
    0x3C: Operands.lost_cell_elsewhere,
    0x3D: Operands.lost_area_elsewhere,
}
"""Token → the text of what it stands for."""


_SIGNS = ("+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":")
_BINARY = {0x03 + number: sign for number, sign in enumerate(_SIGNS)}
_AROUND = {0x12: "+{}", 0x13: "-{}", 0x14: "{}%", 0x15: "({})"}
_ATTRIBUTE, _SHEET, _END_OF_SHEET = 0x19, 0x1A, 0x1B
_FUNCTION, _FUNCTION_OF_MANY = 0x21, 0x22
_MEMORY_AREA, _MEMORY, _MEMORY_FUNCTION = 0x26, (0x27, 0x28), (0x29, 0x2E, 0x2F)
_CHOOSE, _SUM = 4, 0x10
_USER_DEFINED = 255


class Formulas:
    """Turns tokens into text; `links` knows names and sheets."""

    def __init__(self, strings: Strings, links: Links) -> None:
        self._strings, self._links = strings, links

    def text(self, tokens: bytes, extra: bytes, row: int, column: int) -> str:
        """The formula of a cell, “=” in front; `extra` is what lies behind the tokens (constants of arrays)."""
        operands = Operands(self._strings, self._links, tokens, extra, row, column)
        return tidy("=" + _Machine(operands).run())


class _Machine:
    def __init__(self, operands: Operands) -> None:
        self._operands, self._version = operands, operands.version
        self._stack: list[str] = []

    def run(self) -> str:
        whole = True
        try:
            while self._operands.more:
                self._step()
                if self._stack and len(self._stack[-1]) > LONGEST:
                    raise Unknown
        except (Unknown, struct.error, IndexError):
            whole = False
        text = " ".join(self._stack)
        return text if whole and len(self._stack) == 1 else f"{text} …".lstrip()

    def _step(self) -> None:
        kind = self._operands.take("B")[0]
        if 0x20 <= kind < 0x80:  # one of three classes, which say what a token leaves behind
            kind = 0x20 | kind & 0x1F
        if kind in _BINARY:
            second, first = self._pop(), self._pop()
            self._stack.append(f"{first}{_BINARY[kind]}{second}")
        elif kind in _AROUND:
            self._stack.append(_AROUND[kind].replace("{}", self._pop()))
        elif kind in OPERANDS:
            self._stack.append(OPERANDS[kind](self._operands))
        elif kind == _FUNCTION:
            self._function()
        elif kind == _FUNCTION_OF_MANY:
            self._function_of_many()
        else:
            self._silent(kind)

    def _silent(self, kind: int) -> None:
        """Tokens that say how a formula is worked out and stored, not what it says."""
        operands, first = self._operands, self._version == 2
        if kind == _ATTRIBUTE:
            flags, data = operands.take("BB" if first else "BH")
            if flags & _CHOOSE:
                operands.skip((data + 1) * (1 if first else 2))
            elif flags & _SUM:
                self._stack.append(f"SUM({self._pop()})")
        elif kind == _MEMORY_AREA and not first:
            operands.skip(6)
            operands.skip_areas()
        elif kind in _MEMORY:
            operands.skip(4 if first else 6)
        elif kind in _MEMORY_FUNCTION:
            operands.skip(1 if first else 2)
        elif kind == _SHEET and self._version < 5:
            operands.skip(7 if first else 10)
        elif kind == _END_OF_SHEET and self._version < 5:
            operands.skip(3 if first else 4)
        else:
            raise Unknown

    def _function(self) -> None:
        number = self._operands.take("B" if self._version < 4 else "H")[0]
        if number not in FUNCTIONS:
            raise Unknown
        self._call(*FUNCTIONS[number])

    def _function_of_many(self) -> None:
        count, number = self._operands.take("BB" if self._version < 4 else "BH")
        count &= 0x7F
        if number & 0x8000:
            raise Unknown  # commands of macros
        if number == _USER_DEFINED and count:
            name, *arguments = self._arguments(count)
            self._stack.append(f"{name}({','.join(arguments)})")
        else:
            self._call(FUNCTIONS[number][0] if number in FUNCTIONS else f"FUNCTION{number}", count)

    def _call(self, name: str, count: int) -> None:
        self._stack.append(f"{name}({','.join(self._arguments(count))})")

    def _arguments(self, count: int) -> list[str]:
        if count > len(self._stack):
            raise Unknown
        first = len(self._stack) - count
        found = self._stack[first:]
        del self._stack[first:]
        return found

    def _pop(self) -> str:
        if not self._stack:
            raise Unknown
        return self._stack.pop()
