"""Excel workbooks."""

from __future__ import annotations

import datetime
import hashlib
import io
import os
import struct
import zipfile
from base64 import b64encode
from collections.abc import Callable

import openpyxl
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.worksheet import Worksheet

from extractors.base.types import Document
from extractors.door.registry import extract
from tests.extractors.word_files import container

_TABLE = (("年", "元"), (2025, 12.5), (2026, 13.5))


def _saved(write: Callable[[openpyxl.Workbook, Worksheet], None]) -> bytes:
    book = openpyxl.Workbook()
    write(book, book.active)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _read(write: Callable[[openpyxl.Workbook, Worksheet], None]) -> Document:
    document = extract(_saved(write), name="a.xlsx")
    assert (document.format, document.error) == ("xlsx", "")
    return document


def _replaced(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.infolist():
            content = old.read(member)
            new.writestr(member.filename, change(content) if member.filename == name else content)
    return target.getvalue()


def test_sheets_are_tables(make_xlsx: Callable[..., bytes]) -> None:
    document = extract(make_xlsx(title="2025年收入统计"))
    assert (document.format, document.title, document.title_source) == ("xlsx", "2025年收入统计", "sheet")
    assert (document.parts[0].text, document.parts[0].role) == ("收入", "sheet")
    assert document.parts[1].rows == (("2025年收入统计",), ("年", "元"), ("2025", "12.5"))
    assert len(document.parts) == 2  # the blank sheet shows nothing


def test_title_of_the_properties(make_xlsx: Callable[..., bytes]) -> None:
    document = extract(make_xlsx(core_title="Income"))
    assert (document.title, document.title_source) == ("Income", "metadata")
    assert extract(make_xlsx()).title == ""


def test_what_a_workbook_does_not_say_is_not_made_up(make_xlsx: Callable[..., bytes]) -> None:
    bare = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(make_xlsx())) as old, zipfile.ZipFile(bare, "w") as new:
        for member in old.infolist():
            if not member.filename.startswith("docProps/"):
                new.writestr(member, old.read(member))
    document = extract(bare.getvalue())
    assert (document.author, document.date, document.metadata) == (
        "",
        "",
        {"sheets": "2", "language-source": "text"},
    )
    assert extract(make_xlsx()).date


def test_values_as_they_are_and_as_they_look() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet.append([1337, 0.125, datetime.date(2024, 2, 29), True, "a\nb", "=A1*2", 2 / 3])
        for cell, code in zip(
            sheet[1], ('"$"#,##0.00', "0.0%", "yyyy年m月d日", "General", "@", "0", "0.00"), strict=True
        ):
            cell.number_format = code

    document = _read(write)
    assert document.parts[0].rows == (("$1,337.00", "12.5%", "2024年2月29日", "TRUE", "a b", "0.67"),)
    assert document.parts[0].text == "1337\t12.5%\t2024-02-29\tTRUE\ta b\t0.666666666666667"
    assert document.metadata["formulas"] == "1"


def _written(cells: str, strings: str) -> bytes:
    """A workbook without what can be done without: one sheet, one part of strings."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relations = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
    one = f'<Relationship Id="a" Type="{kinds}/{{}}" Target="{{}}"/>'
    parts = {
        "_rels/.rels": relations.format(one.format("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{kinds}"><sheets><sheet name="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations.format(one.format("worksheet", "sheet.xml")),
        "xl/sheet.xml": f"<worksheet {main}><sheetData><row>{cells}</row></sheetData></worksheet>",
        "xl/sharedStrings.xml": strings,
        "[Content_Types].xml": "<Types/>",
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return target.getvalue()


def test_rich_strings_lose_their_readings_and_escapes() -> None:
    strings = "<sst><si><r><t>東京</t></r><r><t>都_x000D_</t></r><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si></sst>"
    document = extract(_written('<c t="s"><v>0</v></c><c t="s"><v>7</v></c><c><v>5</v></c>', strings))
    assert document.parts[1].rows == (("東京都", "5"),)


def test_entities_nobody_declared_are_left_out() -> None:
    document = extract(
        _written('<c t="s"><v>0</v>&what;</c><c><v>5</v></c>', "<sst><si><t>ab</t>&that;</si></sst>")
    )
    assert (document.error, document.parts[1].rows) == ("", (("ab", "5"),))


def test_hidden_sheets_rows_and_columns_are_in_the_text_but_not_seen() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        for row in (("a1", "b1"), ("a2", "b2")):
            sheet.append(row)
        sheet.row_dimensions[2].hidden = True
        sheet.column_dimensions["A"].hidden = True
        other = book.create_sheet("配置")
        other["A1"] = "inner"
        other.sheet_state = "hidden"

    document = _read(write)
    assert document.parts[1].rows == (("b1",),)
    assert document.text == "Sheet\na1\tb1\na2\tb2\n配置\ninner"
    assert [part.role for part in document.parts] == ["sheet", "", "sheet", "hidden"]
    assert document.metadata["hidden-sheets"] == "配置"


def test_comments_headers_and_links() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet["A1"] = "x"
        sheet["A1"].comment = Comment("核对", "somebody")
        sheet["A2"] = "y"
        sheet["A2"].hyperlink = "https://example.org/a#b"
        sheet.oddHeader.left.text = "年度报告"
        sheet.oddFooter.center.text = "Page &P of &N"

    document = _read(write)
    assert [(part.role, part.text) for part in document.parts[1:]] == [
        ("comment", "核对"),
        ("header", "年度报告"),
    ]
    assert [link.url for link in document.links] == ["https://example.org/a"]


def test_the_title_stands_out_on_the_sheet_that_is_shown_first() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        other = book.create_sheet("second")
        for target, title in ((sheet, "First sheet"), (other, "Second sheet")):
            target.append(["compiled by us"])
            target.append([title])
            target.merge_cells("A2:B2")
            target["A2"].font = Font(size=20, bold=True)
            target["A2"].alignment = Alignment(horizontal="center")
            for row in _TABLE:
                target.append(row)
        book.active = 1

    document = _read(write)
    assert document.title == "Second sheet"
    assert [candidate.text for candidate in document.candidates[:3]] == [
        "Second sheet",
        "compiled by us",
        "First sheet",
    ]
    for row in (("name", "size"), ("only a list", None)):
        assert _read(lambda _, sheet, row=row: [sheet.append(line) for line in (row, row, row)]).title == ""


def test_used_ranges_may_be_huge_and_empty() -> None:
    def write(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet["A1"] = "near"
        sheet["XFD1048576"] = "far"
        for index in range(300):
            sheet.cell(1000 + index, 10 + 50 * index, index)

    document = _read(write)
    assert document.parts[0].rows[0] == ("near",)
    assert sum(map(len, document.parts[0].rows)) < 1000
    assert len(document.text) < 10_000


def test_strict_files_and_other_prefixes_are_the_same() -> None:
    data = _saved(lambda _, sheet: [sheet.append(row) for row in _TABLE])
    old = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    new = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
    for name in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"):
        data = _replaced(data, name, lambda content: content.replace(old, new))
    assert extract(data).parts[0].rows == (("年", "元"), ("2025", "12.5"), ("2026", "13.5"))


def test_damage_and_bombs() -> None:
    data = _saved(lambda _, sheet: [sheet.append(row) for row in _TABLE])
    cut = _replaced(data, "xl/worksheets/sheet1.xml", lambda content: content[: content.index(b'r="3"')])
    assert extract(cut).parts[0].rows == (("年", "元"), ("2025", "12.5"))
    entities = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
        f'<!ENTITY a{i} "&a{i - 1 if i else ""};&a{i - 1 if i else ""};">'.encode() for i in range(30)
    )
    bomb = _written(
        '<c t="s"><v>0</v></c><c><v>5</v></c>', entities.decode() + "]><sst><si><t>&a29;</t></si></sst>"
    )
    assert extract(bomb).text == "1\n5"
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><sst><si><t>&a;</t></si></sst>'
    assert extract(_written('<c t="s"><v>0</v></c><c><v>5</v></c>', outside)).text == "1\n5"
    for at in range(0, len(data), 97):
        extract(data[:at], name="a.xlsx")  # raises nothing
    unlisted = extract(_replaced(data, "xl/workbook.xml", lambda _: b""))
    assert unlisted.parts[0].rows == (("年", "元"), ("2025", "12.5"), ("2026", "13.5"))
    assert unlisted.warnings
    assert extract(data[: data.index(b"[Content_Types].xml")], name="a.xlsx").parts[0].rows[0] == ("年", "元")
    assert extract(data[:200], name="a.xlsx").error


@pytest.mark.parametrize(("password", "opens"), [("VelvetSweatshop", True), ("secret", False)])
def test_a_password_that_everybody_knows_is_no_secret(password: str, opens: bool) -> None:
    document = extract(
        _enciphered(_saved(lambda _, sheet: sheet.append(["inside", "x"])), password), name="a.xlsx"
    )
    assert document.error == ("" if opens else "The file is protected by a password.")
    assert document.text == ("inside\tx" if opens else "")


def _enciphered(data: bytes, password: str) -> bytes:
    """A file under agile encryption ([MS-OFFCRYPTO] 2.3.4.10)."""
    salt, secret = os.urandom(16), os.urandom(32)
    hashed = hashlib.sha512(salt + password.encode("utf-16-le")).digest()
    for count in range(1000):
        hashed = hashlib.sha512(struct.pack("<I", count) + hashed).digest()

    def cbc(key: bytes, vector: bytes, plain: bytes) -> bytes:
        padded = plain.ljust(-(-len(plain) // 16) * 16, b"\0")
        return Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor().update(padded)

    def locked(block: str, plain: bytes) -> str:
        return b64encode(
            cbc(hashlib.sha512(hashed + bytes.fromhex(block)).digest()[:32], salt, plain)
        ).decode()

    verifier = os.urandom(16)
    about = 'saltSize="16" blockSize="16" keyBits="256" hashSize="64" hashAlgorithm="SHA512" '
    about += f'saltValue="{b64encode(salt).decode()}"'
    info = (
        struct.pack("<HHI", 4, 4, 0x40)
        + (
            f'<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData {about}/>'
            f'<dataIntegrity encryptedHmacKey="" encryptedHmacValue=""/><keyEncryptors>'
            f'<keyEncryptor><p:encryptedKey xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password" '
            f'spinCount="1000" {about} encryptedVerifierHashInput="{locked("fea7d2763b4b9e79", verifier)}" '
            f'encryptedVerifierHashValue="{locked("d7aa0f6d3061344e", hashlib.sha512(verifier).digest())}" '
            f'encryptedKeyValue="{locked("146e0be7abacd0d6", secret)}"/></keyEncryptor></keyEncryptors></encryption>'
        ).encode()
    )
    package = struct.pack("<Q", len(data))
    for number, start in enumerate(range(0, len(data), 4096)):
        vector = hashlib.sha512(salt + struct.pack("<I", number)).digest()[:16]
        package += cbc(secret, vector, data[start : start + 4096])
    return container({"EncryptionInfo": info.ljust(4096), "EncryptedPackage": package})
