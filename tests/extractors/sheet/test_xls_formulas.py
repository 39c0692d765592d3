"""Formulas of old Excel files: tokens of all kinds, names, other sheets, shared and array formulas, damage."""

from __future__ import annotations

import struct

import pytest

from extractors.door.registry import extract
from extractors.sheet.biff import Record, Strings
from extractors.sheet.xls_formulas import Formulas, Links
from tests.extractors.excel_files import record, wide, workbook
from tests.extractors.sheet.test_formulas import formulas
from tests.extractors.word_files import container

_RELATIVE, _DOWN = 0xC000, 0x8000


def _ref(row: int, column: int, flags: int = _RELATIVE, token: int = 0x44) -> bytes:
    return struct.pack("<BHH", token, row, column | flags)


def _area(
    rows: tuple[int, int], columns: tuple[int, int], flags: int = _RELATIVE, token: int = 0x25
) -> bytes:
    return struct.pack("<BHHHH", token, *rows, columns[0] | flags, columns[1] | flags)


def _int(number: int) -> bytes:
    return struct.pack("<BH", 0x1E, number)


def _text(text: str) -> bytes:
    return bytes((0x17, len(text), 1)) + text.encode("utf-16-le")


def _call(number: int, count: int) -> bytes:
    return struct.pack("<BBH", 0x42, count, number)


def _read(
    tokens: bytes, extra: bytes = b"", version: int = 8, links: Links | None = None, row: int = 0
) -> str:
    strings = Strings(version, 1252)
    return Formulas(strings, links or Links(strings)).text(tokens, extra, row, 0)


@pytest.mark.parametrize(
    ("tokens", "meant"),
    [
        (_ref(0, 0) + _int(2) + b"\x05", "=A1*2"),
        (_ref(0, 0) + _int(1) + b"\x03\x15" + _int(3) + b"\x04", "=(A1+1)-3"),
        (_ref(4, 27, 0) + b"\x13\x14", "=-$AB$5%"),
        (_text('a"b') + _ref(1, 1, 0x4000) + b"\x08", '="a""b"&B$2'),
        (_area((0, 9), (0, 1)) + b"\x19\x10\0\0", "=SUM(A1:B10)"),
        (_area((0, 65_535), (2, 3)) + _area((4, 5), (0, 255), 0) + b"\x0f", "=C:D $5:$6"),
        (_ref(0, 0) + b"\x1d\x01" + b"\x16" + _call(1, 3), "=IF(A1,TRUE,)"),
        (struct.pack("<Bd", 0x1F, 0.125) + b"\x1c\x07" + b"\x41\x1b\0", "=ROUND(0.125,#DIV/0!)"),
        (b"\x19\x40\x00\x02" + _int(7), "=7"),  # blanks in front
        (_int(1) + b"\x19\x04\x01\0\0\0\0\0" + _int(5) + _int(6) + _call(100, 3), "=CHOOSE(1,5,6)"),
        (b"\x4a" + bytes(4) + b"\x4b" + bytes(8) + b"\x10", "=#REF!,#REF!"),
        (_call(255, 0) + _int(1), "=FUNCTION255() 1 …"),
    ],
)
def test_tokens_become_text(tokens: bytes, meant: str) -> None:
    assert _read(tokens) == meant


def test_constants_of_arrays_lie_behind_the_tokens() -> None:
    extra = (
        struct.pack("<BH", 1, 1)
        + b"\x01"
        + struct.pack("<d", 1.5)
        + b"\x02"
        + wide("x")
        + b"\x04\x01"
        + bytes(7)
    )
    extra += b"\x10\x2a" + bytes(7)
    assert _read(b"\x60" + bytes(7) + b"\x14", extra) == '={1.5,"x";TRUE,#N/A}%'
    assert _read(b"\x60" + bytes(7), extra[:9]) == "=…"


def test_distances_of_shared_formulas_wrap_around() -> None:
    assert _read(_ref(0xFFFF, 0xFF, token=0x4C), row=5) == "=IV5"
    assert _read(_area((0, 1), (0, 0), token=0x2D), row=5) == "=A6:A7"


@pytest.mark.parametrize("cut", [1, 3, 4])
def test_what_is_cut_or_unknown_is_marked(cut: int) -> None:
    tokens = _int(3) + b"\x18\x01\0\0\0\0"
    assert _read(_int(3) + _ref(1, 1)[:cut]) == "=3 …"
    assert _read(tokens) == "=3 …"
    assert _read(b"\x03") == "=…"
    assert _read(_call(4, 9)) == "=…"


def test_tokens_before_excel_97_are_shorter() -> None:
    cell = struct.pack("<BHB", 0x44, 2 | _RELATIVE, 1)
    area = struct.pack("<BHHBB", 0x25, 0 | _DOWN, 3 | _DOWN, 0, 0)
    text = b"\x17\x02" + b"\xe9a"
    assert _read(cell + area + text + _call(4, 3), version=5) == '=SUM(B3,$A1:$A4,"éa")'
    assert (
        _read(cell + b"\x41\x18" + b"\x42\x02\x04", version=3) == "=ABS(B3) …"
    )  # a sum of two, where one is
    assert _read(cell + b"\x41\x18", version=3) == "=ABS(B3)"


def test_names_and_other_sheets_and_files() -> None:
    strings = Strings(8, 1252)
    links = Links(strings)
    links.sheets += ["Sales", "My sheet"]

    def name(text: str, flags: int = 0) -> bytes:
        return (
            struct.pack("<HBBHHHBBBB", flags, 0, len(text), 0, 0, 0, 0, 0, 0, 0)
            + b"\0"
            + text.encode("latin-1")
        )

    for kind, body in (
        (0x18, name("Rate")),
        (0x18, name("\x06", 0x20)),
        (0x1AE, struct.pack("<HH", 2, 0x0401)),
        (0x1AE, struct.pack("<H", 1) + wide("\1\1Cwork\3other.xls") + wide("表")),
        (0x23, bytes(6) + bytes((3, 0)) + b"Sum"),
        (0x1AE, struct.pack("<HH", 1, 0x3A01)),
        (0x23, bytes(6) + bytes((5, 0)) + b"EDATE"),
        (0x17, struct.pack("<H", 4) + struct.pack("<12h", 0, 0, 0, 0, 0, 1, 1, 0, 0, 2, -2, -2)),
    ):
        links.add(Record(kind, body, 0))

    def elsewhere(place: int) -> bytes:
        return struct.pack("<BHHH", 0x3A, place, 2, _RELATIVE)

    def extern(place: int) -> bytes:
        return struct.pack("<BHHH", 0x39, place, 1, 0)

    def own(number: int) -> bytes:
        return struct.pack("<BHH", 0x23, number, 0)

    assert _read(elsewhere(0), links=links) == "=Sales!A3"
    assert _read(elsewhere(1), links=links) == "='Sales:My sheet'!A3"
    assert _read(elsewhere(2), links=links) == "=[other.xls]表!A3"
    assert _read(elsewhere(9), links=links) == "=#REF!"
    assert _read(own(1) + own(2) + b"\x03", links=links) == "=Rate+Print_Area"
    assert _read(own(3), links=links) == "=#NAME?"
    assert _read(extern(2), links=links) == "=other.xls!Sum"
    assert _read(extern(3) + _ref(0, 0) + _int(1) + _call(255, 3), links=links) == "=EDATE(A1,1)"


def test_excel_95_names_its_sheets_itself() -> None:
    strings = Strings(5, 1252)
    links = Links(strings)
    links.sheets += ["One", "Two"]
    links.add(Record(0x17, b"\x0d\x01[b.xls]Sheet9"[:15], 0))

    def elsewhere(place: int, first: int, last: int) -> bytes:
        return struct.pack("<Bh8xhhHB", 0x3A, place, first, last, 0 | _RELATIVE, 0)

    assert _read(elsewhere(-1, 0, 1), version=5, links=links) == "=One:Two!A1"
    assert _read(elsewhere(1, 0, 0), version=5, links=links) == "=[b.xls]Sheet9!A1"
    assert _read(elsewhere(-1, 5, 5), version=5, links=links) == "=#REF!"


def _formula(row: int, column: int, tokens: bytes, extra: bytes = b"") -> bytes:
    head = struct.pack("<HHHdHIH", row, column, 0, 1.0, 0, 0, len(tokens))
    return record(0x06, head + tokens + extra)


def test_shared_and_array_formulas_and_tables_of_a_sheet() -> None:
    there = struct.pack("<BHH", 0x01, 0, 1)
    shared = _ref(0, 0xFF, token=0x4C) + _int(2) + b"\x05"
    area = _area((0, 1), (0, 0))
    body = _formula(0, 1, there)
    body += record(0x4BC, struct.pack("<HHBBBBH", 0, 2, 1, 1, 0, 3, len(shared)) + shared)
    body += _formula(1, 1, there) + _formula(2, 1, there)
    body += _formula(0, 3, struct.pack("<BHH", 0x01, 0, 3))
    body += record(0x221, struct.pack("<HHBBHIH", 0, 1, 3, 3, 0, 0, len(area)) + area)
    body += _formula(4, 4, struct.pack("<BHH", 0x02, 4, 4))
    body += record(0x236, struct.pack("<HHBBHHHHH", 4, 6, 4, 5, 0, 0, 8, 0, 0))
    document = extract(container({"Workbook": workbook([("s", 0, body)])}), name="a.xls")
    assert formulas(document) == [
        "B1: =A1*2",
        "D1:D2: {=A1:A2}",
        "B2: =A2*2",
        "B3: =A3*2",
        "E5:F7: {=TABLE(,I1)}",
    ]
    assert "=" not in document.text
