"""PDF: text, properties, and a title even when the properties hold none worth having."""

from __future__ import annotations

import io
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from pdfminer.high_level import extract_text

from extractors.door.registry import extract

LINES = [
    (24, 700, "A Study of Web Archives"),
    (11, 650, "Body text comes here, see http://e.org/x."),
    (11, 630, "More body text."),
]


def test_title_from_the_largest_text_when_metadata_is_a_file_name(make_pdf: Callable[..., bytes]) -> None:
    document = extract(make_pdf(LINES, "Microsoft Word - draft3.doc"))
    assert (document.title, document.title_source) == ("A Study of Web Archives", "largest text")
    assert (document.author, document.date) == ("A. Writer", "2024-02-29T10:11:12+08:00")
    assert "More body text." in document.text
    assert [link.url for link in document.links] == ["http://e.org/x"]
    assert document.metadata["pages"] == "1"


def test_title_from_metadata_when_the_page_shows_it(make_pdf: Callable[..., bytes]) -> None:
    document = extract(make_pdf(LINES, "A study of web archives"))
    assert (document.title, document.title_source) == ("A study of web archives", "metadata")


def test_text_of_one_size_has_no_title_of_its_own(make_pdf: Callable[..., bytes]) -> None:
    document = extract(make_pdf([(11, 700 - 20 * n, f"Line number {n} of many words") for n in range(12)]))
    assert document.title == ""


def test_damaged_files_are_reported(make_pdf: Callable[..., bytes]) -> None:
    whole = make_pdf(LINES)
    for cut in range(0, len(whole), 97):
        document = extract(whole[:cut], declared_type="application/pdf")
        assert document.format in ("pdf", "text")
    assert extract(b"%PDF-1.4").error == "The PDF is damaged and cannot be opened."
    assert extract(b"", declared_type="application/pdf").error


def test_threads_may_read_at_the_same_time(make_pdf: Callable[..., bytes]) -> None:
    data, titles = make_pdf(LINES), []
    threads = [threading.Thread(target=lambda: titles.append(extract(data).title)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert titles == ["A Study of Web Archives"] * 8


@pytest.mark.parametrize("name", ["annual-report.pdf", "leaflet.pdf", "nianbao-2025.pdf"])
def test_a_second_reader_finds_the_same_words(name: str) -> None:
    """pdfminer.six reads PDF independently of PDFium; both must see the same characters of our documents."""
    data = (
        Path(__file__).parents[3] / "resources" / "sample_site" / "edition1" / "downloads" / name
    ).read_bytes()
    ours = Counter("".join(extract(data).text.split()))
    theirs = Counter("".join(extract_text(io.BytesIO(data)).split()))
    assert ours.total() > 70 and (ours - theirs).total() <= 0.02 * ours.total()
