"""Formulas of sheets in A1 notation, whatever they are written in."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.sheet import sheets
from extractors.sheet.notation import Shared, cell_name, from_open, from_r1c1, sheet_prefix
from tests.extractors.sheet.test_ods import _package, _row, _sheet
from tests.extractors.sheet.test_xlsx import _replaced, _saved

_Write = Callable[[openpyxl.Workbook, Worksheet], None]


def formulas(document: Document) -> list[str]:
    """The lines of all formulas of a document."""
    return [line for part in document.parts if part.role == "formulas" for line in part.text.split("\n")]


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("A1+$A1+A$1+$A$1", "C2+$A2+C$1+$A$1"),
        ("SUM(A1:B2,C:C,3:4)", "SUM(C2:D3,E:E,4:5)"),
        ("'A1 of B2'!A1&\"A1\"&LOG10(A1)", "'A1 of B2'!C2&\"A1\"&LOG10(C2)"),
        ("Table1[[#This Row],[A1]]*Rate1.A1", "Table1[[#This Row],[A1]]*Rate1.A1"),
        ("Jan:Mar!A1+1E5+XFD1", "Jan:Mar!C2+1E5+#REF!"),
    ],
)
def test_references_move_with_a_shared_formula(written: str, moved: str) -> None:
    shared = Shared(written, 0, 0)
    assert shared.at(1, 2) == moved
    assert shared.at(0, 0) == written


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("of:=SUM([.A1:.B3];[$'Sheet 2'.$A$1])", "=SUM(A1:B3,'Sheet 2'!$A$1)"),
        ('of:=IF([.A1]="a;b";{1;2|3;4};#N/A)', '=IF(A1="a;b",{1,2;3,4},#N/A)'),
        ("=SUM([.A1])", "=SUM(A1)"),
        ("of:=AREAS([.A1]~[.B2:.C3]![.C1:.C9])", "=AREAS(A1,B2:C3 C1:C9)"),
        ("of:=[$Jan.A1:$Mar.B2]+['file:///x/y.ods'#$S.A1]", "=Jan:Mar!A1:B2+[y.ods]S!A1"),
        ("of:=COM.MICROSOFT.STDEV.S([.$A:.$A])", "=STDEV.S($A:$A)"),
        ("msoxl:=SUM(A1,2)", "=SUM(A1,2)"),
    ],
)
def test_open_formulas_read_like_those_of_excel(written: str, meant: str) -> None:
    assert from_open(written) == meant


def test_distances_of_spreadsheetml_become_places() -> None:
    assert from_r1c1("=SUM(R[-3]C:R[-1]C)*R1C2", 3, 3) == "=SUM(D1:D3)*$B$1"
    assert from_r1c1('=RC[-1]&"RC"&ROUND(Rate,2)', 0, 1) == '=A1&"RC"&ROUND(Rate,2)'
    assert from_r1c1("=SUM(R[1]:R[2],C,C[1]:C5)", 0, 0) == "=SUM(2:3,A:A,B:$E)"
    assert from_r1c1("=R[-1]C", 0, 0) == "=#REF!"


def test_names_of_sheets_are_quoted_where_they_must_be() -> None:
    assert [sheet_prefix(name) for name in ("Sales", "销售", "My sheet", "it's", "Q1", "1")] == [
        "Sales!",
        "销售!",
        "'My sheet'!",
        "'it''s'!",
        "'Q1'!",
        "'1'!",
    ]
    assert cell_name(9, 701) == "ZZ10"


def test_formulas_of_a_workbook_stand_under_their_sheet_and_not_in_the_text() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet.title = "账"
        sheet["A1"], sheet["A2"] = 1, 2
        sheet["B1"] = "=A1*2"
        sheet["B2"] = "=_xlfn.STDEV.S(A1:A2)"
        sheet["C1"] = ArrayFormula("C1:C2", "=A1:A2*2")

    document = extract(_saved(write), name="a.xlsx")
    assert [part.role for part in document.parts] == ["sheet", "", "formulas"]
    assert formulas(document) == ["B1: =A1*2", "C1:C2: {=A1:A2*2}", "B2: =STDEV.S(A1:A2)"]
    assert "=" not in document.text
    assert document.metadata["formulas"] == "3"


def test_shared_formulas_are_those_of_each_cell() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet["B1"], sheet["B2"], sheet["C3"] = "=1", "=2", "=3"

    def share(xml: bytes) -> bytes:
        first = xml.replace(b"<f>1</f>", b'<f t="shared" ref="B1:C3" si="0">A1+$A$1</f>')
        return first.replace(b"<f>2</f>", b'<f t="shared" si="0"/>').replace(
            b"<f>3</f>", b'<f t="shared" si="0"/>'
        )

    document = extract(_replaced(_saved(write), "xl/worksheets/sheet1.xml", share), name="a.xlsx")
    assert formulas(document) == ["B1: =A1+$A$1", "B2: =A2+$A$1", "C3: =B3+$A$1"]


def test_other_files_are_named_and_not_numbered() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        for row, formula in enumerate(
            ("[1]Data!A1", "'[1]My data'!A1", "[1]!Rate+[0]!Own", 'T1[[1]]&"[1]Data!A1"', "[7]Data!A1"), 1
        ):
            sheet.cell(row, 1, f"={formula}")

    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relation = '<Relationship Id="{}" Type="' + kinds + '/{}" Target="{}" TargetMode="{}"/>'
    space = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(_saved(write))) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name).decode()
            if name == "xl/workbook.xml":
                reference = f'<externalReference xmlns:r="{kinds}" r:id="x1"/>'
                content = content.replace(
                    "</workbook>", f"<externalReferences>{reference}</externalReferences></workbook>"
                )
            elif name == "xl/_rels/workbook.xml.rels":
                one = relation.format("x1", "externalLink", "externalLinks/e1.xml", "Internal")
                content = content.replace("</Relationships>", f"{one}</Relationships>")
            new.writestr(name, content)
        other = relation.format("r1", "externalLinkPath", "file:///c:/work/old%20year.xlsx", "External")
        new.writestr("xl/externalLinks/_rels/e1.xml.rels", f"<Relationships {space}>{other}</Relationships>")
    assert formulas(extract(target.getvalue(), name="a.xlsx")) == [
        "A1: ='[old year.xlsx]Data'!A1",
        "A2: ='[old year.xlsx]My data'!A1",
        "A3: ='old year.xlsx'!Rate+Own",
        'A4: =T1[[1]]&"[1]Data!A1"',
        "A5: =[7]Data!A1",
    ]


def test_more_formulas_than_are_kept_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MAX_FORMULAS", 3)

    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        for row in range(1, 6):
            sheet.cell(row, 1, f"={row}+1")

    document = extract(_saved(write), name="a.xlsx")
    assert formulas(document) == ["A1: =1+1", "A2: =2+1", "A3: =3+1"]
    assert document.warnings == ("Only the first 3 formulas of the workbook are kept.",)
    assert document.metadata["formulas"] == "5"


def test_formulas_of_opendocument_and_spreadsheetml() -> None:
    def cell(formula: str, more: str = "") -> str:
        value = 'office:value-type="float" office:value="3"'
        return f'<table:table-cell table:formula="{formula}" {more} {value}><text:p>3</text:p></table:table-cell>'

    area = 'table:number-matrix-rows-spanned="2" table:number-matrix-columns-spanned="1"'
    rows = _row(cell("of:=[.A2]+1"), cell("of:=[.A1:.A2]*2", area)) + _row(cell("of:=[.A1]+1"))
    document = extract(_package("spreadsheet", _sheet(rows)), name="a.ods")
    assert formulas(document) == ["A1: =A2+1", "B1:B2: {=A1:A2*2}", "A2: =A1+1"]
    xml = b"""<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
    xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="s"><Table><Row ss:Index="3">
    <Cell ss:Index="2" ss:Formula="=R[-2]C*2"><Data ss:Type="Number">2</Data></Cell>
    <Cell ss:ArrayRange="RC:R[1]C" ss:Formula="=RC[-1]"><Data ss:Type="Number">2</Data></Cell></Row>
    </Table></Worksheet></Workbook>"""
    assert formulas(extract(xml, name="a.xls")) == ["B3: =B1*2", "C3:C4: {=B3}"]
