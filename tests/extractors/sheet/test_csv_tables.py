"""Tables in text."""

from __future__ import annotations

import pytest

from extractors.door.registry import extract


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        ("年,元\n2025,12.5\n", (("年", "元"), ("2025", "12.5"))),
        ('a;b\n"x;y";"he said ""no"""\n', (("a", "b"), ("x;y", 'he said "no"'))),
        ("a\tb\r\n1,5\t2,5\r\n", (("a", "b"), ("1,5", "2,5"))),
        ("sep=|\na|b\n", (("a", "b"),)),
        ('a,b\n"two\nlines",x\n', (("a", "b"), ("two lines", "x"))),
        ("a,b\n\n,\n1,2\n", (("a", "b"), ("1", "2"))),
        ('a,"b\n' + "1,2\n" * 600, (("a", '"b'), ("1", "2"))),
    ],
)
def test_rows(data: str, rows: tuple[tuple[str, ...], ...]) -> None:
    document = extract(data.encode(), name="a.csv")
    assert (document.format, document.title) == ("csv", "")
    assert document.parts[0].rows[: len(rows)] == rows


def test_charsets_and_the_first_line() -> None:
    document = extract("姓名,城市\n李明,北京\n王芳,上海\n".encode("gb18030"), declared_type="text/csv")
    assert document.parts[0].rows[1] == ("李明", "北京")
    assert (document.title, document.text.splitlines()[0]) == ("", "姓名\t城市")
    titled = extract(b"Sales 2024,,\n,,\nname,size,sum\na,1,2\nb,2,3\n", name="a.csv")
    assert (titled.title, titled.title_source) == ("Sales 2024", "sheet")


def test_what_is_called_a_workbook_may_be_text_or_a_page() -> None:
    assert extract(b"a\tb\n1\t2\n", name="report.xls").parts[0].rows == (("a", "b"), ("1", "2"))
    assert (
        extract(b"<html><table><tr><td>1</table>", declared_type="application/vnd.ms-excel").format == "html"
    )


def test_long_and_strange_lines_are_borne() -> None:
    for data in (b"", b"\0\0", b'"', b'"' * 1000, b"," * 200_000, b"x" * 500_000, b'a,"' + b"\n" * 100_000):
        assert extract(data, name="a.csv").error == ""
