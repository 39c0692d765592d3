"""OpenDocument texts: headings, lists, tables, notes, frames, what is deleted or hidden; the flat form; titles."""

from __future__ import annotations

import io
import zipfile

from extractors.door.registry import extract

_SPACES = (
    " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name if uri is None else uri}:1.0"'
        for name, uri in (
            ("office", None),
            ("text", None),
            ("table", None),
            ("style", None),
            ("draw", "drawing"),
            ("fo", "xsl-fo-compatible"),
            ("meta", None),
        )
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
)
_MEDIA_TYPE = "application/vnd.oasis.opendocument.text"


def packed(body: str, styles: str = "", common: str = "", title: str = "") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", _MEDIA_TYPE)
        content = (
            f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}"
        )
        archive.writestr(
            "content.xml",
            f"<office:document-content {_SPACES}>{content}</office:text></office:body></office:document-content>",
        )
        archive.writestr("styles.xml", f"<office:document-styles {_SPACES}>{common}</office:document-styles>")
        about = f"<office:meta><dc:title>{title}</dc:title><dc:creator>李明</dc:creator></office:meta>"
        archive.writestr("meta.xml", f"<office:document-meta {_SPACES}>{about}</office:document-meta>")
    return target.getvalue()


def test_structure() -> None:
    cells = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = "".join(
        f"<table:table-row>{cells.format(a)}{cells.format(b)}</table:table-row>" for a, b in ("ab", "cd")
    )
    document = extract(
        packed(
            '<text:h text:outline-level="2">Part</text:h><text:p>a<text:s text:c="2"/>b<text:tab/>'
            '<text:a xlink:href="http://e.org/#x">link</text:a></text:p>'
            f"<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list><table:table>{rows}</table:table>"
        )
    )
    assert (document.format, document.author) == ("odt", "李明")
    assert [(part.kind, part.level, part.text) for part in document.parts] == [
        ("heading", 2, "Part"),
        ("paragraph", 0, "a b link"),
        ("item", 1, "item"),
        ("table", 0, "a\tb\nc\td"),
    ]
    assert [link.url for link in document.links] == ["http://e.org/"]


def test_numbers_of_lists_go_on_only_when_asked_to() -> None:
    level = '<text:list-level-style-number text:level="{}" style:num-format="{}" style:num-suffix="." {}/>'
    style = f'<text:list-style style:name="L">{level.format(1, "1", "")}'
    style += level.format(2, "a", 'text:display-levels="2"') + "</text:list-style>"
    item = "<text:list-item><text:p>{}</text:p></text:list-item>"
    inner = f"<text:list>{item.format('x')}</text:list>"
    second = f"<text:list-item><text:p>q</text:p>{inner}</text:list-item>"
    first = f'<text:list text:style-name="L">{item.format("p")}{second}</text:list>'
    other = '<text:list text:style-name="L"{}>' + item.format("r") + "</text:list>"
    document = extract(
        packed(first + other.format(' text:continue-numbering="true"') + other.format(""), style)
    )
    assert document.text.split("\n") == ["1. p", "2. q", "2.a. x", "3. r", "1. r"]


def test_notes_comments_boxes_deletions_hidden_text_and_headers() -> None:
    styles = '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>'
    note = "<text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body>"
    note = f"<text:note>{note}</text:note>"
    comment = "<office:annotation><dc:creator>someone</dc:creator><text:p>remark</text:p></office:annotation>"
    box = "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"
    changes = "<text:tracked-changes><text:changed-region><text:p>gone</text:p></text:changed-region></text:tracked-changes>"
    hidden = '<text:span text:style-name="H">hidden</text:span>'
    page = "<office:master-styles><style:master-page><style:header><text:p>Top</text:p></style:header></style:master-page>"
    document = extract(packed(f"{changes}<text:p>one{note}{comment}{hidden}{box}</text:p>", styles, page))
    assert [(part.text, part.role) for part in document.parts] == [
        ("one", ""),
        ("box", ""),
        ("note", "note"),
        ("remark", "comment"),
        ("Top", "header"),
    ]
    assert document.text == "one\nbox\nnote\nremark"


def test_the_largest_paragraph_is_the_title() -> None:
    styles = (
        '<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/>'
        '<style:text-properties fo:font-size="12pt" style:font-size-asian="22pt"/></style:style>'
        '<style:style style:name="P2" style:family="paragraph"><style:text-properties fo:font-size="12pt" '
        'style:font-size-asian="12pt"/></style:style>'
    )
    body = f'<text:p text:style-name="P1">年度工作报告</text:p><text:p text:style-name="P2">{"正文在这里。" * 20}</text:p>'
    document = extract(packed(body, styles, title="untitled"))
    assert (document.title, document.title_source) == ("年度工作报告", "largest text")
    assert [(candidate.source, candidate.score > 0) for candidate in document.candidates] == [
        ("largest text", True),
        ("metadata", False),
    ]


def test_flat_files_and_damage() -> None:
    flat = f'<?xml version="1.0"?><office:document {_SPACES} office:mimetype="{_MEDIA_TYPE}"><office:body><office:text>'
    flat += "<text:p>flat</text:p></office:text></office:body></office:document>"
    assert (extract(flat.encode()).format, extract(flat.encode()).text) == ("odt", "flat")
    whole = packed("<text:p>text</text:p>" * 50)
    for at in range(50, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[at : at + 15] = b"\xff" * 15
        extract(bytes(broken), name="x.odt")
        extract(whole[:at], name="x.odt")
    cut = extract(packed("".join(f"<text:p>line {at}</text:p>" for at in range(99)))[:2500], name="x.odt")
    assert cut.text.startswith("line 0\nline 1\n")
    assert cut.warnings == ("The file is damaged; what could be read of it is shown.",)
    nested = "<text:list><text:list-item>" * 3000
    assert extract(packed(nested)).error == ""
