"""Where the rows and columns of a sheet's table stand, in short: “1-3 5~ 7|A C-E”.

In front the numbers of the rows that the text of the table holds, line by line; those with “~” behind them are not
among its rows, for nothing of them is seen. Behind the bar the columns of its rows; nothing where cells that are empty
were left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

# Formulas of sheets as a person writes them: in A1 notation, with commas between arguments.
#
# What other notations mean is put into it: formulas that several cells share (ECMA-376 part 1, 18.3.1.40),
# OpenFormula (OASIS OpenDocument 1.3 part 4) and the R1C1 notation of SpreadsheetML.

COLUMNS, ROWS = 16_384, 1_048_576
LONGEST = 8192
"""Characters of a formula that are kept: what Excel takes at most."""
_STRING = r'"(?:[^"]|"")*"'
_QUOTED = r"'(?:[^']|'')*'"
_BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_ERROR = r"#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A|GETTING_DATA)"
_WORD = r"[\w.\\]+"
_ALONE = r"(?![\w(.!])"  # neither the beginning of a longer name, nor a function, nor a sheet
_MOVABLE = re.compile(
    rf"{_STRING}|{_QUOTED}|{_BRACKETS}|{_ERROR}"
    rf"|(?P<cc>\$?)(?P<column>[A-Za-z]{{1,3}})(?P<cr>\$?)(?P<row>[1-9]\d{{0,6}}){_ALONE}"
    rf"|(?P<c1>\$?)(?P<from>[A-Za-z]{{1,3}}):(?P<c2>\$?)(?P<to>[A-Za-z]{{1,3}}){_ALONE}"
    rf"|(?P<r1>\$?)(?P<first>[1-9]\d{{0,6}}):(?P<r2>\$?)(?P<last>[1-9]\d{{0,6}}){_ALONE}"
    rf"|{_WORD}"
)
_PLACE = r"(?:\d+|\[-?\d+\])?"
_R1C1 = re.compile(
    rf"{_STRING}|{_QUOTED}|{_ERROR}|(?P<cell>[Rr](?P<row>{_PLACE})[Cc](?P<column>{_PLACE})){_ALONE}"
    rf"|(?P<rows>[Rr](?P<first>{_PLACE})(?::[Rr](?P<last>{_PLACE}))?){_ALONE}"
    rf"|(?P<columns>[Cc](?P<from>{_PLACE})(?::[Cc](?P<to>{_PLACE}))?){_ALONE}|{_WORD}|{_BRACKETS}"
)
_OPEN = re.compile(
    rf"{_STRING}|(?P<reference>\[(?:{_QUOTED}|[^\]'])*\])|(?P<braces>\{{(?:{_STRING}|[^}}\"])*\}})|{_ERROR}"
    r"|(?P<sign>[;~!])|(?P<prefix>COM\.MICROSOFT\.|ORG\.(?:LIBREOFFICE|OPENOFFICE)\.|LEGACY\.)"
)
_IN_BRACES = re.compile(rf"{_STRING}|[;|]")
_SHEET = re.compile(rf"(?:(?P<file>{_QUOTED})#)?(?P<sheet>\$?(?:{_QUOTED}|[^.'\s]+))?\.")
_CELL = re.compile(r"([A-Za-z]{1,3})([1-9]\d{0,6})")
_SPACE = re.compile(r"\s+")
_SIGNS = {";": ",", "~": ",", "!": " ", "|": ";"}
_PREFIXED = re.compile(r"_xl(?:fn|ws|pm|udf)\.")
_DIALECT = re.compile(r"(?:of|oooc|msoxl):(?==)")
_SIMPLE = re.compile(r"[^\W\d][\w.]*")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d{1,7}|[Rr]\d*(?:[Cc]\d*)?|[Cc]\d*|TRUE|FALSE", re.IGNORECASE)


@lru_cache(maxsize=1000)
def column_name(number: int) -> str:
    """The letters of a column, counted from 0."""
    letters = ""
    number += 1
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@lru_cache(maxsize=1000)
def column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def cell_name(row: int, column: int) -> str:
    """“B3” for the row 2 and the column 1, both counted from 0."""
    return f"{column_name(column)}{row + 1}"


def cell_place(name: str) -> tuple[int, int]:
    """Row and column, counted from 0, of “B3”; (-1, -1) for what names no cell."""
    found = _CELL.fullmatch(name)
    return (int(found[2]) - 1, column_number(found[1])) if found else (-1, -1)


def area_name(row: int, column: int, rows: int, columns: int) -> str:
    """“B3:C4”; “B3” alone where the area is one cell."""
    first = cell_name(row, column)
    return first if rows * columns <= 1 else f"{first}:{cell_name(row + rows - 1, column + columns - 1)}"


def sheet_prefix(first: str, last: str = "", book: str = "") -> str:
    """What stands before a reference into another sheet, quoted where it has to be: “'Sheet 2'!”."""
    names = first if last in ("", first) else f"{first}:{last}"
    plain = all(_SIMPLE.fullmatch(name) and not _LIKE_A_CELL.fullmatch(name) for name in names.split(":"))
    text = f"[{book}]{names}" if book else names
    if not text:
        return ""
    return (
        f"{text}!"
        if plain and (not book or _SIMPLE.fullmatch(book))
        else "'" + text.replace("'", "''") + "'!"
    )


def tidy(formula: str) -> str:
    """On one line, without prefixes that only say which edition of a program knows a function."""
    return _SPACE.sub(" ", _PREFIXED.sub("", formula)).strip()[:LONGEST]


class Shared:
    """A formula that several cells share, as it reads in each of them; `row` and `column` are where it is written."""

    def __init__(self, formula: str, row: int, column: int) -> None:
        self._row, self._column = row, column
        self._pieces: list[str | tuple[str, ...]] = []
        last = 0
        for found in _MOVABLE.finditer(formula):
            movable = tuple(
                found[name] or ""
                for kind in (
                    ("cc", "column", "cr", "row"),
                    ("c1", "from", "c2", "to"),
                    ("r1", "first", "r2", "last"),
                )
                if found[kind[1]]
                for name in kind
            )
            if movable:
                self._pieces += [formula[last : found.start()], movable]
                last = found.end()
        self._pieces.append(formula[last:])

    def at(self, row: int, column: int) -> str:
        """The formula in another cell."""
        down, right = row - self._row, column - self._column
        out = []
        for piece in self._pieces:
            if isinstance(piece, str):
                out.append(piece)
                continue
            one, first, two, second = piece
            if second.isdecimal() and not first.isdecimal():
                moved = _column(one, first, right), _row(two, second, down)
            elif second.isdecimal():
                moved = _row(one, first, down), _row(two, second, down)
            else:
                moved = _column(one, first, right), _column(two, second, right)
            joint = "" if second.isdecimal() and not first.isdecimal() else ":"
            out.append(joint.join(moved) if all(moved) else "#REF!")
        return "".join(out)


def _column(fixed: str, letters: str, right: int) -> str:
    number = column_number(letters) + (0 if fixed else right)
    return fixed + column_name(number) if 0 <= number < COLUMNS else ""


def _row(fixed: str, digits: str, down: int) -> str:
    number = int(digits) + (0 if fixed else down)
    return f"{fixed}{number}" if 0 < number <= ROWS else ""


def from_r1c1(formula: str, row: int, column: int) -> str:
    """A formula in R1C1 notation as it reads in a cell, counted from 0."""

    def moved(found: re.Match[str]) -> str:
        if found["cell"]:
            ends = [_letters(found["column"], column) + _digits(found["row"], row)]
        elif found["rows"]:
            ends = [_digits(found["first"], row), _digits(found["last"] or found["first"], row)]
        elif found["columns"]:
            ends = [_letters(found["from"], column), _letters(found["to"] or found["from"], column)]
        else:
            return found[0]
        return "#REF!" if any("?" in end for end in ends) else ":".join(ends)

    return tidy(_R1C1.sub(moved, formula))


def _digits(said: str, row: int) -> str:
    """A row in R1C1 notation; “?” outside the sheet."""
    number = _relative(said, row)
    return f"{'$' * _fixed(said)}{number}" if 0 < number <= ROWS else "?"


def _letters(said: str, column: int) -> str:
    number = _relative(said, column)
    return f"{'$' * _fixed(said)}{column_name(number - 1)}" if 0 < number <= COLUMNS else "?"


def _fixed(said: str) -> bool:
    return said[:1] not in ("", "[")


def _relative(said: str, here: int) -> int:
    """A row or column in R1C1 notation, from 1."""
    if _fixed(said):
        return int(said[:8])
    return here + 1 + int(said[1:-1][:9] or 0)


def from_open(formula: str) -> str:
    """A formula of OpenDocument, with the “=” in front."""
    formula, dialect = _DIALECT.subn("", formula, count=1)[0], formula.partition(":")[0]
    if dialect == "msoxl":
        return tidy(formula)

    def place(found: re.Match[str]) -> str:
        if found["reference"]:
            return _reference(found["reference"][1:-1])
        if found["braces"]:
            return _IN_BRACES.sub(lambda sign: _SIGNS.get(sign[0], sign[0]), found["braces"])
        if found["sign"]:
            return _SIGNS[found["sign"]]
        return "" if found["prefix"] else found[0]

    return tidy(_OPEN.sub(place, formula))


def _reference(inside: str) -> str:
    """“$Sheet2.A1:.B3” as “Sheet2!A1:B3”."""
    first, second = _parted(inside)
    book, sheet, cell = _located(first)
    if second is None:
        return sheet_prefix(sheet, book=book) + cell
    _, last, end = _located(second)
    return f"{sheet_prefix(sheet, last, book)}{cell}:{end}"


def _parted(inside: str) -> tuple[str, str | None]:
    """Both ends of a range; the second is None where there is one cell only."""
    quoted = False
    for at, sign in enumerate(inside):
        if sign == "'":
            quoted = not quoted
        elif sign == ":" and not quoted:
            return inside[:at], inside[at + 1 :]
    return inside, None


def _located(text: str) -> tuple[str, str, str]:
    """Book, sheet and cell of a reference."""
    found = _SHEET.match(text)
    if found is None:
        return "", "", text
    book = _unquoted(found["file"] or "").rpartition("/")[2]
    return book, _unquoted((found["sheet"] or "").removeprefix("$")), text[found.end() :]


def _unquoted(name: str) -> str:
    return name[1:-1].replace("''", "'") if name[:1] == "'" and len(name) > 1 else name


_RUN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?(~?)")
_COLUMNS = re.compile(
    r"([A-Z]{1,4})(?:-([A-Z]{1,4}))?"
)  # four letters: damaged files know columns up to CRXP
_MOST = 2_000_000
_MOST_COLUMNS = 70_000


class Places(NamedTuple):
    """Rows as (number from 1, is seen), columns as their letters."""

    rows: list[tuple[int, bool]]
    columns: list[str]


def written(rows: Iterable[tuple[int, bool]], columns: Sequence[int]) -> str:
    """Rows as (number, is seen) and columns from 0, in short."""
    across = " ".join(
        column_name(first) if first == last else f"{column_name(first)}-{column_name(last)}"
        for first, last, _ in _runs((column, True) for column in columns)
    )
    down = " ".join(
        (f"{first}" if first == last else f"{first}-{last}") + ("" if seen else "~")
        for first, last, seen in _runs(rows)
    )
    return f"{down}|{across}"


def read(places: str) -> Places:
    """What `written` has written; what is not understood is left out."""
    down, _, across = places.partition("|")
    rows: list[tuple[int, bool]] = []
    for found in map(_RUN.fullmatch, down.split()):
        if found:
            first, last = int(found[1]), int(found[2] or found[1])
            if last - first + len(rows) < _MOST:
                rows += [(number, not found[3]) for number in range(first, last + 1)]
    columns: list[str] = []
    for found in map(_COLUMNS.fullmatch, across.split()):
        if found:
            first, last = column_number(found[1]), column_number(found[2] or found[1])
            if last - first + len(columns) < _MOST_COLUMNS:
                columns += map(column_name, range(first, last + 1))
    return Places(rows, columns)


def _runs(numbers: Iterable[tuple[int, bool]]) -> Iterator[tuple[int, int, bool]]:
    """Numbers that follow one another and are seen alike."""
    first = last = -1
    seen = True
    for number, shown in numbers:
        if first >= 0 and number == last + 1 and shown == seen:
            last = number
            continue
        if first >= 0:
            yield first, last, seen
        first = last = number
        seen = shown
    if first >= 0:
        yield first, last, seen
