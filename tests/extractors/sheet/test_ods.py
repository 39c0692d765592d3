"""OpenDocument spreadsheets and presentations, zipped and flat."""

from __future__ import annotations

import io
import zipfile

import pytest

from extractors.base.types import Document
from extractors.door.registry import extract

_SPACES = (
    " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (
            *(
                ("office", "office"),
                ("text", "text"),
                ("table", "table"),
                ("style", "style"),
                ("meta", "meta"),
            ),
            *(
                ("draw", "drawing"),
                ("presentation", "presentation"),
                ("fo", "xsl-fo-compatible"),
                ("svg", "svg-compatible"),
            ),
            ("chart", "chart"),
        )
    )
    + ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
)
_TYPE = "application/vnd.oasis.opendocument."


def _root(name: str, inner: str, attributes: str = "") -> str:
    return f'<?xml version="1.0"?><office:{name} {_SPACES} {attributes}>{inner}</office:{name}>'


def _package(
    kind: str,
    body: str,
    *,
    styles: str = "",
    master: str = "",
    meta: str = "",
    more: dict[str, str] | None = None,
) -> bytes:
    content = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    content += f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
    parts = {
        "content.xml": _root("document-content", content),
        "styles.xml": _root("document-styles", f"<office:master-styles>{master}</office:master-styles>"),
        "meta.xml": _root("document-meta", f"<office:meta>{meta}</office:meta>"),
        **(more or {}),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        package.writestr("mimetype", _TYPE + kind)
        for name, text in parts.items():
            package.writestr(name, text)
    return target.getvalue()


def _sheet(rows: str, name: str = "表", more: str = "") -> str:
    return f'<table:table table:name="{name}" {more}>{rows}</table:table>'


def _row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def _cell(words: str, attributes: str = "") -> str:
    return f"<table:table-cell office:value-type='string' {attributes}><text:p>{words}</text:p></table:table-cell>"


def _number(attributes: str, words: str) -> str:
    return f"<table:table-cell {attributes}><text:p>{words}</text:p></table:table-cell>"


def _box(words: str) -> str:
    return f"<draw:frame><draw:text-box><text:p>{words}</text:p></draw:text-box></draw:frame>"


def _ods(*sheets: str, **more: str) -> Document:
    document = extract(_package("spreadsheet", "".join(sheets), **more))  # type: ignore[arg-type]
    assert (document.format, document.error) == ("ods", "")
    return document


def test_values_as_they_are_and_as_they_look() -> None:
    cells = (
        _number('office:value-type="currency" office:value="1337" table:formula="of:=1"', "1.337,00 €"),
        _number('office:value-type="percentage" office:value="0.125"', "13%"),
        _number('office:value-type="date" office:date-value="2024-02-29T06:00:00"', "29. Feb"),
        _number('office:value-type="time" office:time-value="PT26H05M00S"', "2:05"),
        _cell("a<text:s text:c='2'/>b<text:line-break/>c"),
    )
    document = _ods(_sheet(_row(*cells)))
    assert document.parts[1].rows == (("1.337,00 €", "13%", "29. Feb", "2:05", "a b c"),)
    assert document.parts[1].text == "1337\t12.5%\t2024-02-29 06:00:00\t26:05:00\ta b c"
    assert document.metadata["formulas"] == "1"


def test_repeated_cells_and_rows_are_bounded() -> None:
    rows = _row(_cell("x", 'table:number-columns-repeated="3"'), more='table:number-rows-repeated="2"')
    rows += _row(
        "<table:table-cell table:number-columns-repeated='16384'/>",
        more='table:number-rows-repeated="1048000"',
    )
    rows += _row(_cell("end"))
    assert _ods(_sheet(rows)).parts[1].rows == (("x", "x", "x"), ("x", "x", "x"), ("end",))
    bomb = _row(
        _cell("x" * 40, 'table:number-columns-repeated="99999"'),
        more='table:number-rows-repeated="999999999"',
    )
    document = _ods(_sheet(bomb * 5))
    assert len(document.text) < 50_000_000
    assert "Only the first" in document.warnings[0]


def test_comments_hidden_sheets_and_headers() -> None:
    note = "<office:annotation><dc:creator>me</dc:creator><text:p>核对</text:p></office:annotation>"
    hidden = '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    master = "<style:master-page style:name='d'><style:header><text:p>年报</text:p></style:header>"
    master += "<style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page>"
    document = _ods(
        _sheet(_row(_cell("secret")), "inner", 'table:style-name="h"'),
        _sheet(_row(f"<table:table-cell>{note}<text:p>x</text:p></table:table-cell>"), "outer"),
        styles=hidden,
        master=master,
    )
    assert [(part.role, part.text) for part in document.parts] == [
        ("sheet", "outer"),
        ("", "x"),
        ("comment", "核对"),
        ("header", "年报"),
        ("sheet", "inner"),
        ("hidden", "secret"),
    ]


def test_the_title_is_a_large_cell_above_the_table() -> None:
    style = '<style:style style:name="t" style:family="table-cell">'
    style += '<style:text-properties fo:font-size="18pt"/></style:style>'
    rows = _row(_cell("销售统计", 'table:style-name="t" table:number-columns-spanned="2"'))
    rows += _row(_cell("年"), _cell("元")) + _row(_cell("a"), _cell("b"))
    document = _ods(
        _sheet(rows),
        styles=style,
        meta="<dc:title>Untitled</dc:title><meta:initial-creator>李</meta:initial-creator>",
    )
    assert (document.title, document.title_source, document.author) == ("销售统计", "sheet", "李")


def test_a_password_is_noticed_and_damage_bearable() -> None:
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry '
        'manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    )
    locked = _package("spreadsheet", "", more={"META-INF/manifest.xml": manifest})
    assert extract(locked).error == "The file is protected by a password."
    whole = _package("spreadsheet", _sheet(_row(_cell("kept")) + _row(_cell("lost"))))
    for at in range(0, len(whole), 41):
        extract(whole[:at], name="a.ods")  # raises nothing
    cut = _root("document-content", "x").replace(
        "x</office:document-content>", "<office:body><office:spreadsheet>"
    )
    cut += _sheet(_row(_cell("kept")) + _row(_cell("also"))).partition("also")[0]
    assert extract(_package("spreadsheet", "", more={"content.xml": cut})).parts[1].rows[0] == ("kept",)


@pytest.mark.parametrize("flat", [False, True])
def test_slides(flat: bool) -> None:
    frame = '<draw:frame presentation:class="{}" svg:y="{}cm" svg:x="1cm"><draw:text-box>{}</draw:text-box></draw:frame>'
    page = frame.format(
        "outline", 5, "<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>"
    )
    page += "<draw:g><draw:custom-shape svg:y='9cm'><text:p>in a group</text:p></draw:custom-shape></draw:g>"
    page += frame.format("title", 1, "<text:p>项目<text:line-break/>介绍</text:p>")
    page += (
        "<presentation:notes>"
        + frame.format("notes", 9, "<text:p>say hello</text:p>")
        + "</presentation:notes>"
    )
    body = f'<draw:page draw:name="p1" draw:master-page-name="m">{page}</draw:page>'
    body += f'<draw:page draw:style-name="gone">{_box("secret")}</draw:page>'
    styles = (
        '<style:style style:name="gone" style:family="drawing-page">'
        '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    )
    master = f'<style:master-page style:name="m">{_box("某某公司")}</style:master-page>'
    if flat:
        inner = f"<office:automatic-styles>{styles}</office:automatic-styles>"
        inner += f"<office:master-styles>{master}</office:master-styles>"
        inner += f"<office:body><office:presentation>{body}</office:presentation></office:body>"
        data = _root("document", inner, f'office:mimetype="{_TYPE}presentation"').encode()
    else:
        data = _package("presentation", body, styles=styles, master=master)
    document = extract(data)
    assert (document.format, document.error) == ("odp", "")
    assert [(part.kind, part.role, part.text) for part in document.parts] == [
        ("heading", "slide", "项目介绍"),
        ("item", "", "one"),
        ("paragraph", "", "in a group"),
        ("paragraph", "note", "say hello"),
        ("paragraph", "footer", "某某公司"),
    ]
    assert document.title == "项目介绍"
    assert document.metadata["hidden-slides"] == "1"
