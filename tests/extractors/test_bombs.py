"""Small files that would unpack to gigabytes are refused with a sentence, and quickly."""

from __future__ import annotations

import time
import tracemalloc
import zlib
from collections.abc import Callable

import pytest

from extractors.door.registry import extract
from extractors.html import tree as html_tree

Make = Callable[..., bytes]


def pdf(content: bytes, filters: bytes) -> bytes:
    return (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font"
        b"/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
        b"4 0 obj<</Filter %b/Length %d>>stream\n%b\nendstream endobj\ntrailer<</Root 1 0 R>>"
        % (filters, len(content), content)
    )


def id3(text: bytes, unsynchronised: bool) -> bytes:
    def synchsafe(number: int) -> bytes:
        return bytes(number >> shift & 127 for shift in (21, 14, 7, 0))

    packed = zlib.compress(text, 9)
    frame = b"TIT2" + synchsafe(len(packed) + 4) + b"\0\x09" + b"\x7f\x7f\x7f\x7f" + packed
    if unsynchronised:
        frame = frame.replace(b"\xff", b"\xff\0")
    return b"ID3\x04\0" + (b"\x80" if unsynchronised else b"\0") + synchsafe(len(frame)) + frame


PAGE = b"BT /F1 12 Tf (x) Tj ET " * 6_000_000


@pytest.mark.parametrize(
    ("content", "filters"),
    [
        (zlib.compress(PAGE, 9), b"/FlateDecode"),
        (zlib.compress(PAGE, 9), b"[/Fl]"),
        (zlib.compress(zlib.compress(PAGE, 9), 9), b"[/FlateDecode/FlateDecode]"),
    ],
)
def test_a_pdf_page_without_end(content: bytes, filters: bytes) -> None:
    start = time.process_time()
    document = extract(pdf(content, filters), declared_type="application/pdf")
    assert "would unpack" in document.error
    assert time.process_time() - start < 5


def test_a_page_of_nothing_but_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    """80 MB of them would take gigabytes, whenever the crawl comes by again."""
    monkeypatch.setattr(html_tree, "MOST_TAGS", 30_000)
    page = b"<title>x</title>" + b"<a href=/a>a" * 29_000 + b"<a href=/b>b" * 30_000
    document = extract(page, declared_type="text/html", base_url="http://h.org/")
    assert [warning for warning in document.warnings if "too many elements" in warning]
    assert document.title == "x" and [link.url for link in document.links] == ["http://h.org/a"]
    whole = extract(page[: len(page) // 3], declared_type="text/html", base_url="http://h.org/")
    assert not whole.warnings and len(whole.parts) > 0


@pytest.mark.parametrize(("unsynchronised", "said"), [(False, "would unpack"), (True, "holds no tags")])
def test_an_id3_tag_without_end(unsynchronised: bool, said: str) -> None:
    """It is never unpacked whole; one that mutagen cannot undo at all is told as no tag."""
    data = id3(b"\x03" + b"a" * 100_000_000, unsynchronised)
    tracemalloc.start()
    document = extract(data, declared_type="audio/mpeg")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said in document.error
    assert peak < 50_000_000


def test_honest_files_pass() -> None:
    page = zlib.compress(b"BT /F1 12 Tf (honest) Tj ET " * 1000)
    assert not extract(pdf(page, b"/FlateDecode"), declared_type="application/pdf").error
    assert extract(id3(b"\x03" + b"a" * 100, False), declared_type="audio/mpeg").title == "a" * 100
