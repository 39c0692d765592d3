"""Old Excel files: cells of all kinds and versions, what stands beside them, titles, passwords, damage."""

from __future__ import annotations

import struct

import pytest

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.door.sniffing import sniff
from tests.extractors.excel_files import (
    beginning,
    cell,
    enciphered,
    font,
    number_format,
    record,
    shared_strings,
    style,
    wide,
    workbook,
)
from tests.extractors.word_files import container, properties

_LOOKS = (
    (font(11) + font(11, bold=True) + font(20) + number_format(200, '"$"#,##0.00') + style() + style(form=14))
    + style(2, centred=True)
    + style(form=200)
)


def _read(
    *sheets: tuple[str, int, bytes], common: bytes = _LOOKS, active: int = 0, title: str = ""
) -> Document:
    stream = workbook(sheets, common, active=active)
    about = {"\x05SummaryInformation": properties({2: title.encode("cp1252")})} if title else {}
    document = extract(container({"Workbook": stream, **about}), name="a.xls")
    assert (document.format, document.error) == ("xls", "")
    return document


def test_values_are_as_they_are_in_the_text_and_as_they_look_in_the_table() -> None:
    body = (
        cell(0, 0, "日期")
        + cell(0, 1, "金额")
        + cell(1, 0, 45000.0, 1)
        + cell(1, 1, 1337.0, 3)
        + cell(2, 0, True)
    )
    document = _read(("账", 0, body))
    assert [part.role for part in document.parts] == ["sheet", ""]
    assert document.parts[1].rows == (("日期", "金额"), ("03/15/2023", "$1,337.00"), ("TRUE",))
    assert document.text == "账\n日期\t金额\n2023-03-15\t1337\nTRUE"


def test_strings_go_on_behind_a_record_that_is_full() -> None:
    common = _LOOKS + shared_strings(["短", "长" * 30 + "end"], cut=7)
    document = _read(("s", 0, cell(0, 0, 0) + cell(0, 1, 1)), common=common)
    assert document.parts[1].rows == (("短", "长" * 30 + "end"),)


def test_packed_numbers_formulas_and_errors() -> None:
    packed = (
        struct.pack("<HH", 0, 0) + struct.pack("<HI", 0, 5 << 2 | 2) + struct.pack("<HI", 0, 1234 << 2 | 3)
    )
    body = record(0xBD, packed + struct.pack("<H", 1))
    body += record(0x06, struct.pack("<HHHd", 1, 0, 0, 7.5) + bytes(8))
    body += record(0x06, struct.pack("<HHH", 2, 0, 0) + b"\0\0\0\0\0\0\xff\xff" + bytes(8)) + record(
        0x207, wide("结果")
    )
    body += record(0x06, struct.pack("<HHH", 3, 0, 0) + b"\x02\0\x07\0\0\0\xff\xff" + bytes(8))
    document = _read(("s", 0, body))
    assert document.parts[1].rows == (("5", "12.34"), ("7.5",), ("结果",), ("#DIV/0!",))
    assert document.metadata["formulas"] == "3"


def test_hidden_sheets_and_rows_are_in_the_text_but_not_seen() -> None:
    hidden_row = record(0x208, struct.pack("<HHHHHHHH", 1, 0, 1, 255, 0, 0, 0x20, 0))
    first = hidden_row + cell(0, 0, "shown") + cell(1, 0, "folded")
    document = _read(("one", 0, first), ("two", 1, cell(0, 0, "secret")), ("three", 0, cell(0, 0, "open")))
    assert [part.text for part in document.parts if part.role == "sheet"] == ["one", "three", "two"]
    assert document.parts[1].rows == (("shown",),)
    assert "folded" in document.parts[1].text
    assert document.parts[-1].role == "hidden"
    assert document.metadata["hidden-sheets"] == "two"


def test_comments_text_boxes_headers_and_links() -> None:
    def boxed(kind: int, text: str) -> bytes:
        about = record(0x5D, struct.pack("<HHHH", 0x15, 18, kind, 1) + bytes(14))
        head = record(0x1B6, struct.pack("<HHHHHHHI", 0, 0, 0, 0, 0, len(text), 16, 0))
        return about + head + record(0x3C, b"\x01" + text.encode("utf-16-le")) + record(0x3C, bytes(16))

    link = record(0x1B8, bytes(32) + "https://example.org/a#b\0".encode("utf-16-le"))
    body = (
        cell(0, 0, "x")
        + boxed(0x19, "批注")
        + boxed(6, "文本框")
        + record(0x14, wide('&L&"Arial,Bold"年报&RPage &P'))
    )
    document = _read(("s", 0, body + link))
    assert [(part.role, part.text) for part in document.parts[2:]] == [
        ("", "文本框"),
        ("comment", "批注"),
        ("header", "年报"),
    ]
    assert [link.url for link in document.links] == ["https://example.org/a"]


def test_the_title_is_a_cell_that_stands_out_above_a_table_of_the_active_sheet() -> None:
    table = b"".join(cell(row, column, f"w{row}{column}") for row in (2, 3, 4) for column in range(3))
    document = _read(
        ("a", 0, cell(0, 0, "别的表") + table), ("b", 0, cell(0, 0, "销售统计", 2) + table), active=1
    )
    assert (document.title, document.title_source) == ("销售统计", "sheet")
    assert "shown first" in document.candidates[0].reason
    assert _read(("a", 0, table)).title == ""
    assert _read(("a", 0, cell(0, 0, "abc")), title="Budget 2024").title == "Budget 2024"


@pytest.mark.parametrize("page", [0, 1252, 936])
def test_chinese_before_unicode_is_read_whatever_the_code_page_says(page: int) -> None:
    """Excel 95, whose record of the code page is missing, wrong or right."""

    def label(row: int, text: str) -> bytes:
        raw = text.encode("gbk")
        return record(0x204, struct.pack("<HHHH", row, 0, 0, len(raw)) + raw)

    common = record(0x42, struct.pack("<H", page)) if page else b""
    stream = workbook([("统计", 0, label(0, "国民经济") + label(1, "人口"))], common, version=0x0500)
    document = extract(container({"Book": stream}))
    assert document.text == "统计\n国民经济\n人口"


def test_files_of_excel_2_without_a_container() -> None:
    data = record(0x09, struct.pack("<HH", 2, 0x10))
    data += record(0x04, struct.pack("<HHBBB", 0, 0, 0, 0, 0) + b"\x05hello")
    data += record(0x03, struct.pack("<HHBBBd", 0, 1, 0, 0, 0, 2.5)) + record(0x0A)
    assert sniff(data) == "xls"
    assert extract(data).parts[0].rows == (("hello", "2.5"),)


def test_a_password_that_everybody_knows_is_no_secret() -> None:
    stream = workbook(
        [("s", 0, cell(0, 0, "readable") + b"".join(cell(r, 1, float(r)) for r in range(90)))], _LOOKS
    )
    opened = extract(container({"Workbook": enciphered(stream, "VelvetSweatshop")}))
    assert opened.parts[1].rows[0] == ("readable", "0")
    assert len(opened.parts[1].rows) == 90
    locked = extract(container({"Workbook": enciphered(stream, "another")}))
    assert (locked.text, locked.error) == ("", "The file is protected by a password.")


def test_damage_costs_no_more_than_what_is_damaged() -> None:
    stream = workbook([("s", 0, cell(0, 0, "first") + cell(1, 0, "second"))], _LOOKS)
    for cut in range(0, len(stream), 7):
        extract(container({"Workbook": stream[:cut]}), name="a.xls")  # raises nothing
    lost = bytearray(stream)
    at = stream.index(b"\x85\x00")
    lost[at + 4 : at + 8] = b"\xff\xff\xff\x7f"  # where the sheet begins
    assert extract(container({"Workbook": bytes(lost)})).parts[1].rows == (("first",), ("second",))
    assert extract(container({"Workbook": b"nothing"}), name="a.xls").error
    assert extract(container({"Workbook": beginning(0x0600, 5)}), name="a.xls").text == ""


def test_what_xlrd_stumbles_over_beside_the_cells_costs_none_of_them() -> None:
    """A name whose formula is cut off, a link over four thousand million cells, a comment without a text."""
    name = record(0x18, struct.pack("<HBBHHHBBBB", 0, 0, 1, 7, 0, 0, 0, 0, 0, 0) + b"\0A" + b"\x3a\x00")
    link = record(
        0x1B8, struct.pack("<4H", 0, 0xFFFF, 0, 0xFFFF) + bytes(24) + "http://e.org/\0".encode("utf-16-le")
    )
    body = cell(0, 0, "before") + record(0x1C, bytes(3)) + record(0x5D, b"\x15") + link + cell(1, 0, "behind")
    document = _read(("s", 0, body), common=_LOOKS + name)
    assert document.parts[1].rows == (("before",), ("behind",))
    assert [link.url for link in document.links] == ["http://e.org/"]
    assert not document.warnings


def test_a_damaged_sheet_keeps_what_came_before_the_damage_and_the_other_sheets() -> None:
    broken = cell(0, 0, "kept") + record(0x203, b"\0")
    document = _read(("one", 0, broken), ("two", 0, cell(0, 0, "whole")))
    assert [part.text for part in document.parts] == ["one", "kept", "two", "whole"]
    assert document.warnings == ("The file is damaged: a part of it could not be read.",)


def test_xml_of_excel_2003_is_a_workbook() -> None:
    data = """<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
    xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style></Styles>
    <Worksheet ss:Name="收入"><Table><Row><Cell><Data ss:Type="String">年</Data></Cell></Row>
    <Row ss:Index="3"><Cell ss:Index="2" ss:StyleID="p" ss:Formula="=1/8"><Data ss:Type="Number">0.125</Data></Cell>
    <Cell><Data ss:Type="DateTime">2024-02-29T00:00:00.000</Data><Comment><ss:Data>闰年</ss:Data></Comment></Cell></Row>
    </Table></Worksheet></Workbook>""".encode()
    document = extract(data, name="a.xls")
    assert document.format == "xls"
    assert document.parts[1].rows == (("年",), ("", "12.50%", "45351"))
    assert [(part.role, part.text) for part in document.parts[2:]] == [
        ("formulas", "B3: =1/8"),
        ("comment", "闰年"),
    ]
    assert document.metadata["formulas"] == "1"
