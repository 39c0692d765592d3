"""Where the rows and columns of a sheet stand: written in short, read back, kept with a document."""

from __future__ import annotations

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from extractors.base.packing import pack, unpack
from extractors.sheet import notation as places
from tests.extractors.sheet.test_xlsx import _read


@pytest.mark.parametrize(
    ("rows", "columns", "meant"),
    [
        ([(1, True), (2, True), (3, True)], [0], "1-3|A"),
        ([(2, True), (3, False), (9, False), (10, False)], [0, 2, 3, 27], "2 3~ 9-10~|A C-D AB"),
        ([(1, True)], [65_535], "1|CRXP"),
        ([], [], "|"),
        ([(7, True), (3, True)], [], "7 3|"),
    ],
)
def test_runs_are_written_in_short_and_read_back(
    rows: list[tuple[int, bool]], columns: list[int], meant: str
) -> None:
    assert places.written(rows, columns) == meant
    found = places.read(meant)
    assert found.rows == rows
    assert len(found.columns) == len(columns)


def test_what_strangers_write_costs_nothing() -> None:
    found = places.read("1-999999999 x -3 4-2 5|A-ZZZZ B ? é")
    assert found.rows == [(5, True)]
    assert found.columns == ["B"]


def test_a_table_says_which_rows_and_columns_it_shows() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        for place in ("B2", "D2", "B3", "B7", "E7"):
            sheet[place] = place
        sheet.row_dimensions[3].hidden = True
        sheet.column_dimensions["E"].hidden = True

    document = _read(write)
    table = document.parts[-1]
    assert (table.rows, table.places) == ((("B2", "D2"), ("B7",)), "2 3~ 7|B D")
    assert table.text == "B2\tD2\nB3\nB7\tE7"
    assert unpack(pack(document)).parts == document.parts
