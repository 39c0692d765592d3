"""Documents as Word files, read again by the library of others and by our own extractor."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import docx
from hypothesis import given, settings
from hypothesis import strategies as st

from app.exporting.word import to_docx
from extractors.base.types import Document, Part
from extractors.door.registry import extract

PAGE = """<html lang=zh><title>年度报告</title><body><h1>年度报告</h1><h2>Results</h2><p>See the
<a href="http://e.org/data?x=1&y=2">whole data</a> and <a href="http://e.org/b">more</a>, not the moreover.</p>
<ul><li>one<ul><li>two</ul></ul><ol start=7><li>seven</ol>
<blockquote>Said so.</blockquote><pre>x = 1
    y = 2</pre>"""


def test_a_page_keeps_its_structure() -> None:
    page = extract(PAGE.encode(), base_url="http://a.test/")
    page.parts = (*page.parts, Part("table", "", rows=(("Name", "Count"), ("甲", "12"))))
    made = to_docx(page, "http://a.test/", datetime(2026, 11, 21, 8, 0, tzinfo=UTC))
    file = docx.Document(io.BytesIO(made))
    shown = [(one.style.name, one.text) for one in file.paragraphs if one.style and one.text]
    assert shown[0] == ("Normal", "http://a.test/, 2026-11-21 08:00:00 UTC")
    assert ("Heading 1", "年度报告") in shown
    assert ("Heading 2", "Results") in shown
    assert ("List Bullet", "one") in shown
    assert ("List Bullet 2", "two") in shown
    assert ("List", "7. seven") in shown
    assert ("Quote", "Said so.") in shown
    assert ("Normal", "x = 1\n    y = 2") in shown
    assert [[cell.text for cell in row.cells] for row in file.tables[0].rows] == [
        ["Name", "Count"],
        ["甲", "12"],
    ]
    links = [(link.text, link.address) for one in file.paragraphs for link in one.hyperlinks]
    assert links == [
        ("http://a.test/", "http://a.test/"),
        ("whole data", "http://e.org/data?x=1&y=2"),
        ("more", "http://e.org/b"),
    ]
    assert (file.core_properties.title, file.core_properties.comments) == ("年度报告", "http://a.test/")
    again = extract(made)
    assert again.format == "docx"
    assert again.title == "年度报告"


def test_a_title_that_the_text_does_not_begin_with_is_written_above() -> None:
    made = to_docx(Document("text", "text/plain", title="Title", text="Words\nand more", parts=()))
    assert [one.text for one in docx.Document(io.BytesIO(made)).paragraphs] == ["Title", "Words\nand more"]


def test_a_wide_table_is_written_line_by_line() -> None:
    rows = tuple(tuple(f"{row}.{column}" for column in range(100)) for row in range(3))
    made = to_docx(Document("xlsx", "", parts=(Part("table", "", rows=rows),)))
    file = docx.Document(io.BytesIO(made))
    assert not file.tables
    assert file.paragraphs[0].text == "\t".join(rows[0])


def test_large_documents_are_written_whole_and_quickly() -> None:
    parts = tuple(
        Part("table", "", rows=(("a", "b"), ("c", "d"))) if n % 5 == 0 else Part("paragraph", f"Line {n}")
        for n in range(20_000)
    )
    with zipfile.ZipFile(io.BytesIO(to_docx(Document("text", "", parts=parts)))) as file:
        assert file.read("word/document.xml").count(b"Line ") == 16_000


TEXT = st.text(st.characters(), max_size=20)
PARTS = st.builds(
    Part,
    st.sampled_from(["heading", "paragraph", "item", "table", "quote", "code", "image"]),
    TEXT,
    st.integers(-1, 20),
    st.lists(st.lists(TEXT, max_size=4).map(tuple), max_size=3).map(tuple),
    TEXT,
)


def fits_xml(char: str) -> bool:
    """The production Char of XML 1.0."""
    return char in "\t\n\r" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char > "\uffff"


@settings(max_examples=15)
@given(st.lists(PARTS, max_size=6), st.text(st.characters(), max_size=300))
def test_any_text_makes_a_file_that_opens(parts: list[Part], title: str) -> None:
    made = to_docx(
        Document("text", "", title=title, author=title, language=title[:5], parts=tuple(parts)), "http://a/"
    )
    file = docx.Document(io.BytesIO(made))
    fit = "".join(char if fits_xml(char) else " " for char in title)
    assert file.core_properties.title == " ".join(fit.split())[:255]
    assert "http://a/" in [paragraph.text for paragraph in file.paragraphs]
