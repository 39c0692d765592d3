"""Scans in an archive: a crawl leaves them as they are, reading again recognises them, the search then finds them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.documents import recognising
from app.archive.model import NewCapture
from app.search.index.feeding import feed
from app.search.index.renewal import manner, outdated
from app.search.searching import Searcher
from extractors.base.types import Document
from extractors.base.versions import RECOGNISED, version_of
from extractors.door import guarded
from extractors.door.workers import Workers
from extractors.ocr import tesseract
from tests.extractors.ocr.programs import asked, hocr, picture, program, scan

TITLE = "On the Tides of Inland Seas"
URL = "http://tides.de/scan.pdf"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    page = hocr(
        (TITLE, 60, 100),
        *((f"The water rises by the width of a hand {n}", 28, 300 + 40 * n) for n in range(6)),
    )
    made = program(tmp_path / "ocr", {"eng": page, "deu": page})
    monkeypatch.setenv(tesseract.VARIABLE, str(made))
    with Workers(1) as workers:  # those of this process may have been started before
        monkeypatch.setattr(guarded, "shared", lambda: workers)
        yield made
    recognising.switch(True)


@pytest.fixture
def scanned(found: Path, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    return fill(make_capture(URL, scan(picture()), media_type="application/pdf"))


def test_a_crawl_recognises_nothing_and_leaves_it_to_reading_again(scanned: Archive, found: Path) -> None:
    assert asked(found) == []
    with scanned.reader() as reader:
        assert reader.versions(URL)[0].title == ""
        assert reader.outdated() == {"pdf": 1}
    report = Archive.reextract(scanned.path)
    assert (report.read, report.changed) == (1, 1)
    assert "-l deu+eng" in asked(found)[0]  # the address is in Germany
    with scanned.reader() as reader:
        assert reader.versions(URL)[0].title == TITLE
        assert reader.outdated() == {}
    assert Archive.reextract(scanned.path).read == 0


def test_what_was_recognised_is_read_so_by_all_others(scanned: Archive, found: Path) -> None:
    with scanned.reader() as reader:
        before = manner(reader)
        assert reader.document(reader.versions(URL)[0]).text == ""
        assert outdated(reader, before) == []
    Archive.reextract(scanned.path)
    with scanned.reader() as reader:
        assert len(outdated(reader, before)) == 1
        assert "width of a hand" in reader.document(reader.versions(URL)[0]).text


def test_the_search_finds_what_was_recognised(scanned: Archive) -> None:
    feed(scanned)
    Archive.reextract(scanned.path)
    assert feed(scanned).versions == 1
    with Searcher(scanned) as search:
        assert [hit.url for hit in search.search("tides hand").hits] == [URL]


def test_a_document_that_is_looked_at_is_recognised_once(scanned: Archive, found: Path) -> None:
    for main in (True, False):
        with scanned.reader() as reader:
            assert reader.document(reader.versions(URL)[0], main=main, ocr=True).title == TITLE
    assert len(asked(found)) == 1


def test_nothing_is_recognised_where_that_is_switched_off(scanned: Archive, found: Path) -> None:
    recognising.switch(False)
    assert recognising.expected(URL) is None
    with scanned.reader() as reader:
        assert reader.document(reader.versions(URL)[0], ocr=True).title == ""
    assert Archive.reextract(scanned.path).changed == 0
    assert asked(found) == []
    with scanned.reader() as reader:
        assert reader.outdated() == {}


def test_the_languages_of_site_and_country_are_expected(
    found: Path, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    assert recognising.expected("http://a.tw/x", ("ja", "en"))[:3] == ("ja", "en", "zh-Hant")  # type: ignore[index]
    words = "<html lang=ja><title>x</title>"
    filled = fill(
        make_capture("http://a.test/1", words),
        make_capture("http://a.test/2", "<html lang=en><title>y</title>"),
        make_capture("http://a.test/3", words),
    )
    with filled.reader() as reader:
        assert reader._sites.languages("http://a.test/scan.pdf") == ["ja", "en"]


def test_an_edition_tells_what_was_recognised_and_what_waits(found: Path) -> None:
    def of(code: str) -> Document:
        from extractors.base.sentences import Message

        arguments = {"page": 1, "languages": "eng"} if code == "page-recognised" else {}
        return Document("pdf", "", warnings=(Message(code, **arguments),))

    usual = version_of("pdf")
    assert recognising.edition(of("page-recognised"), ()) == usual + RECOGNISED
    assert recognising.edition(of("pdf-pictures"), None) == usual - 1
    assert recognising.edition(of("pdf-pictures"), ()) == usual
    assert recognising.edition(Document("pdf", ""), None) == usual


def test_without_the_program_a_scan_waits_for_nothing(monkeypatch: pytest.MonkeyPatch, found: Path) -> None:
    from extractors.base.sentences import Message

    monkeypatch.setenv(tesseract.VARIABLE, "")
    scanned = Document("pdf", "", warnings=(Message("pdf-pictures"),))
    assert recognising.edition(scanned, None) == version_of("pdf")
