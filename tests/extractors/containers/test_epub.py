"""EPUB: chapters in reading order, properties, cover, protection."""

from __future__ import annotations

import io
import zipfile

import pytest

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.door.sniffing import sniff

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf"/></rootfiles></container>'
)
PACKAGE = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><metadata>
<dc:title id="s">A subtitle</dc:title><dc:title id="m">红楼梦</dc:title>
<meta refines="#s" property="title-type">subtitle</meta><meta refines="#m" property="title-type">main</meta>
<dc:creator opf:role="aut">曹雪芹</dc:creator><dc:creator opf:role="ill">Someone</dc:creator>
<dc:language>zh-cn</dc:language><dc:date opf:event="modification">2020-01-01</dc:date>
<dc:date opf:event="publication">1791</dc:date><dc:identifier opf:scheme="ISBN">9787020002207</dc:identifier>
<dc:publisher>P</dc:publisher><meta property="dcterms:modified">2021-02-03T04:05:06Z</meta></metadata>
<manifest><item id="c2" href="text/two.xhtml" media-type="application/xhtml+xml"/>
<item id="c1" href="text/one%20x.xhtml" media-type="application/xhtml+xml"/>
<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="pic" href="c.png" media-type="image/png" properties="cover-image"/>
<item id="art" href="art.svg" media-type="image/svg+xml"/></manifest>
<spine toc="toc"><itemref idref="c1"/><itemref idref="c2"/><itemref idref="pic"/><itemref idref="art"/>
<itemref idref="none"/></spine></package>"""
ONE = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "x" "y">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p class="h">第一回</p>
<p>one&nbsp;&eacute;</p><ol start="3"><li><p>third</p></li><li>fourth</li></ol></body></html>"""
TWO = "<html><body><h2>第二回</h2><p>broken & <b>open<p>more"
NCX = """<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>第一回</text></navLabel>
<content src="text/one%20x.xhtml#a"/></navPoint></navMap></ncx>"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>t</title><text>drawn words</text></svg>'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x0a\0\0\0\x14\x08\x02\0\0\0"


def book(**changed: str | bytes | None) -> bytes:
    files: dict[str, str | bytes | None] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OPS/book.opf": PACKAGE,
        "OPS/text/one x.xhtml": ONE,
        "OPS/text/two.xhtml": TWO,
        "OPS/toc.ncx": NCX,
        "OPS/c.png": PNG,
        "OPS/art.svg": SVG,
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in {**files, **changed}.items():
            if data is not None:
                archive.writestr(name, data)
    return target.getvalue()


def test_properties() -> None:
    document = extract(book(), name="x.zip")
    assert (document.format, document.media_type) == ("epub", "application/epub+zip")
    assert (document.title, document.title_source, document.author) == ("红楼梦", "metadata", "曹雪芹")
    assert (document.date, document.language, document.metadata["isbn"]) == ("1791", "zh-CN", "9787020002207")
    assert document.metadata["modified"] == "2021-02-03T04:05:06Z" and document.metadata["chapters"] == "4"
    assert [candidate.text for candidate in document.candidates] == ["红楼梦", "A subtitle", "第一回"]


def test_drawings_in_a_chapter_are_text() -> None:
    drawing = "<svg xmlns='http://www.w3.org/2000/svg'><desc>what</desc><text x='1'>Words</text><style>p{}</style></svg>"
    chapter = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>a</p>{drawing}<p>b</p></body></html>'
    assert "\na\nwhat\nWords\nb" in "\n" + extract(book(**{"OPS/text/two.xhtml": chapter})).text


def test_chapters_in_the_order_of_the_spine() -> None:
    parts = extract(book()).parts
    assert [(part.kind, part.text) for part in parts] == [
        ("heading", "第一回"),
        ("paragraph", "one é"),
        ("item", "3. third"),
        ("item", "4. fourth"),
        ("heading", "第二回"),
        ("paragraph", "broken & open"),
        ("paragraph", "more"),
        ("paragraph", "t"),
        ("paragraph", "drawn words"),
    ]


def test_the_cover_when_pictures_are_wanted() -> None:
    (cover,) = extract(book(), pictures=True).pictures
    assert (cover.data, cover.media_type, cover.width, cover.height) == (PNG, "image/png", 10, 20)
    assert extract(book()).pictures == ()


def test_only_the_properties_for_a_summary() -> None:
    brief: Document = extract(book(), text=False, links=False)
    assert (brief.title, brief.text, brief.parts) == ("红楼梦", "", ())


def test_without_a_title_the_first_heading_is_the_title() -> None:
    package = PACKAGE.replace("A subtitle", "").replace("红楼梦", " ")
    document = extract(book(**{"OPS/book.opf": package}), text=False)
    assert (document.title, document.title_source, document.parts) == ("第一回", "h1", ())


@pytest.mark.parametrize(
    ("algorithm", "sealed"),
    [("http://www.idpf.org/2008/embedding", False), ("http://www.w3.org/2001/04/xmlenc#aes128-cbc", True)],
)
def test_protection_is_told_and_disguised_fonts_are_none(algorithm: str, sealed: bool) -> None:
    encryption = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
        f'<e:EncryptedData><e:EncryptionMethod Algorithm="{algorithm}"/><e:CipherData>'
        '<e:CipherReference URI="OPS/text/two.xhtml"/></e:CipherData></e:EncryptedData></encryption>'
    )
    document = extract(book(**{"META-INF/encryption.xml": encryption}))
    assert bool(document.warnings) == sealed and ("第二回" in document.text) != sealed


def test_what_is_missing_or_leads_outside_is_harmless() -> None:
    outside = PACKAGE.replace("text/two.xhtml", "../../../etc/passwd")
    assert "第一回" in extract(book(**{"OPS/book.opf": outside})).text
    assert "第一回" in extract(book(**{"META-INF/container.xml": None})).text
    assert extract(book(**{"OPS/book.opf": None})).error
    entities = '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><html><body><p>x &b;</p></body></html>'
    assert "aaaa" not in extract(book(**{"OPS/text/two.xhtml": entities})).text


def test_books_are_told_by_what_is_inside() -> None:
    assert sniff(book(mimetype=None)) == "epub"
    assert sniff(book(**{"META-INF/container.xml": None, "mimetype": None})) == "zip"
