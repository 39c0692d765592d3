"""Word documents."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

from extractors.door.registry import extract


def test_structure_and_properties(make_docx: Callable[..., bytes]) -> None:
    document = extract(make_docx(title="年度报告"))
    assert (document.format, document.title, document.title_source) == ("docx", "年度报告", "title style")
    assert document.author == "李明"
    assert [(part.kind, part.text) for part in document.parts] == [
        ("heading", "年度报告"),
        ("heading", "第一节"),
        ("paragraph", "正文在这里。"),
        ("item", "an item"),
        ("table", "name\tsize\n北京\t3"),
    ]
    assert document.parts[-1].rows == (("name", "size"), ("北京", "3"))


def test_title_of_the_properties_wins_only_when_the_text_shows_it(make_docx: Callable[..., bytes]) -> None:
    assert extract(make_docx(title="年度报告", core_title="年度报告")).title_source == "metadata"
    assert extract(make_docx(title="年度报告", core_title="draft2.doc")).title == "年度报告"


def test_first_heading_is_the_title_of_an_untitled_document(make_docx: Callable[..., bytes]) -> None:
    assert extract(make_docx()).title == "第一节"


def test_damage_is_an_error_and_no_exception(make_docx: Callable[..., bytes]) -> None:
    whole = make_docx(title="x")
    assert extract(whole[:300], name="x.docx").error == "The file is damaged: its content cannot be read."
    for at in range(100, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[at : at + 20] = b"\xff" * 20
        extract(bytes(broken))


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OTHER = (
    f'xmlns:r="{_R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:v"'
)
_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def packed(body: str, relations: str = "", **parts: str) -> bytes:
    """A DOCX of raw XML; `parts` by their name without "word/" and ".xml"."""
    links = f'<Relationships xmlns="x">{relations}</Relationships>'
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/document.xml", f"<w:document {_W} {_OTHER}><w:body>{body}</w:body></w:document>"
        )
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("word/_rels/document.xml.rels", links)
        for name, content in parts.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {_W} {_OTHER}>{content}</w:{name}>")
    return target.getvalue()


def run(text: str, looks: str = "") -> str:
    return f"<w:r><w:rPr>{looks}</w:rPr><w:t>{text}</w:t></w:r>"


def paragraph(content: str, looks: str = "") -> str:
    return f"<w:p><w:pPr>{looks}</w:pPr>{content}</w:p>"


def test_deleted_and_hidden_text_is_left_out() -> None:
    gone = f"<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>{run('hidden', '<w:vanish/>')}"
    assert (
        extract(packed(paragraph(run("kept ") + gone + f"<w:ins>{run('added')}</w:ins>"))).text
        == "kept added"
    )


def test_a_text_box_that_is_there_twice_is_read_once_behind_its_paragraph() -> None:
    box = f"<w:txbxContent>{paragraph(run('in the box'))}</w:txbxContent>"
    drawing = f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
    anchored = f"<w:r><mc:AlternateContent>{drawing}</mc:AlternateContent></w:r>"
    document = extract(packed(paragraph(run("before ") + anchored + run("after"))))
    assert document.text == "before after\nin the box"


def test_fields_show_their_results_and_hyperlinks_lead_somewhere() -> None:
    field = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    code = '<w:r><w:instrText> HYPERLINK "http://e.org/x#y" </w:instrText></w:r>'
    link = field.format("begin") + code + field.format("separate") + run("here") + field.format("end")
    relation = f'<Relationship Id="r1" Type="{_R}/hyperlink" Target="http://e.com/" TargetMode="External"/>'
    document = extract(
        packed(paragraph(f'see {link}<w:hyperlink r:id="r1">{run("there")}</w:hyperlink>'), relation)
    )
    assert document.text == "herethere"
    assert {(found.url, found.text) for found in document.links} == {
        ("http://e.org/x", "here"),
        ("http://e.com/", "there"),
    }


def test_numbers_of_lists_are_counted() -> None:
    level = '<w:lvl w:ilvl="{}"><w:start w:val="{}"/><w:numFmt w:val="{}"/><w:lvlText w:val="{}"/></w:lvl>'
    levels = level.format(0, 3, "chineseCounting", "第%1条") + level.format(1, 1, "lowerLetter", "%2)")
    kinds = f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
    numbering = kinds + '<w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num>'
    items = [
        paragraph(run(text), f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="7"/></w:numPr>')
        for text, depth in (("甲", 0), ("x", 1), ("y", 1), ("乙", 0), ("z", 1))
    ]
    relation = f'<Relationship Id="r1" Type="{_R}/numbering" Target="numbering.xml"/>'
    document = extract(packed("".join(items), relation, numbering=numbering))
    assert document.text.split("\n") == ["第三条 甲", "a) x", "b) y", "第四条 乙", "a) z"]
    assert [part.level for part in document.parts] == [1, 2, 2, 1, 2]


def test_notes_come_behind_and_headers_are_parts_but_no_text() -> None:
    relations = "".join(
        f'<Relationship Id="{key}" Type="{_R}/{kind}" Target="{kind}.xml"/>'
        for key, kind in (("r1", "footnotes"), ("r2", "header"))
    )
    notes = f'<w:footnote w:id="1" w:type="separator">{paragraph(run("---"))}</w:footnote>'
    notes += f'<w:footnote w:id="2">{paragraph(run("the note"))}</w:footnote>'
    body = paragraph(run("body") + '<w:r><w:footnoteReference w:id="2"/></w:r>')
    body += '<w:sectPr><w:headerReference w:type="default" r:id="r2"/></w:sectPr>'
    document = extract(packed(body, relations, footnotes=notes, header=paragraph(run("Top"))))
    assert [(part.text, part.role) for part in document.parts] == [
        ("body", ""),
        ("the note", "note"),
        ("Top", "header"),
    ]
    assert document.text == "body\nthe note"


def test_what_is_left_of_a_cut_file_is_read() -> None:
    whole = packed("".join(paragraph(run(f"line {index}")) for index in range(500)))
    cut = whole[: whole.index(b"[Content_Types].xml") - 40]
    document = extract(cut, name="x.docx")
    assert document.text.startswith("line 0\nline 1\n")
    assert document.warnings == ("The file is damaged; what could be read of it is shown.",)


def test_word_2003_xml_and_flat_packages() -> None:
    old = 'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"'
    body = f"<w:body>{paragraph(run('old XML'))}</w:body>"
    document = extract(f'<?xml version="1.0"?><w:wordDocument {old}>{body}</w:wordDocument>'.encode())
    assert (document.format, document.text) == ("doc", "old XML")
    parts = {"word/document.xml": f"<w:document {_W}>{body}</w:document>", "[Content_Types].xml": _TYPES}
    relation = f'<Relationships><Relationship Id="r" Type="{_R}/officeDocument" Target="word/document.xml"/></Relationships>'
    parts = {"_rels/.rels": relation, **parts}
    flat = "".join(
        f'<p:part p:name="/{name}"><p:xmlData>{xml}</p:xmlData></p:part>' for name, xml in parts.items()
    )
    document = extract(f'<?xml version="1.0"?><p:package xmlns:p="p">{flat}</p:package>'.encode())
    assert (document.format, document.text, document.error) == ("docx", "old XML", "")


def test_a_bomb_is_refused() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(20 << 20))
        archive.writestr("[Content_Types].xml", _TYPES)
    assert "not opened" in extract(target.getvalue()).error
    entities = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    hostile = f"<?xml version='1.0'?>{entities}<w:document {_W}><w:body>{paragraph(run('x&b;&f;'))}</w:body></w:document>"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", hostile)
        archive.writestr("[Content_Types].xml", _TYPES)
    document = extract(target.getvalue())
    assert "root:" not in document.text
    assert "aaaa" not in document.text
