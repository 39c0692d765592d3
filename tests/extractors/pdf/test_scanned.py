"""PDFs whose first page is a picture: its text is recognised where that is wanted and can be done."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.door.workers import Workers
from extractors.ocr import tesseract
from tests.extractors.ocr.programs import asked, hocr, picture, program, scan
from tests.extractors.pdf_files import paged, paragraph, text

TITLE = "On the Tides of Inland Seas"
PAGE = hocr(
    (TITLE, 60, 100),
    *((f"The water rises by the width of a hand and falls again {n}", 28, 300 + 40 * n) for n in range(6)),
)
REAL = shutil.which("tesseract") if sys.platform != "win32" else None


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    if sys.platform == "win32":
        pytest.skip("scripts are no programs there")
    made = program(tmp_path / "ocr", {"eng": PAGE})
    monkeypatch.setenv(tesseract.VARIABLE, str(made))
    return made


def codes(document: Document) -> list[str]:
    return [one.code for one in document.warnings]  # type: ignore[attr-defined]


def test_a_scan_has_the_title_and_the_text_of_its_first_page(found: Path) -> None:
    document = extract(scan(picture(), picture(), picture()), ocr=())
    assert document.title == TITLE
    assert document.text.startswith(f"{TITLE}\nThe water rises")
    assert codes(document) == ["page-recognised", "pages-pictures-without"]
    assert document.warnings[1].startswith("2 of 3 pages")
    assert document.parts[1].text == TITLE
    assert document.parts[1].kind == "heading"


def test_it_is_not_done_unless_it_is_asked_for(found: Path) -> None:
    document = extract(scan(picture()))
    assert (document.title, codes(document), asked(found)) == ("", ["pdf-pictures"], [])


def test_pages_with_letters_are_left_alone(found: Path) -> None:
    document = extract(paged([[text(72, 700, "A Report", 24), *paragraph(600)]]), ocr=())
    assert (document.title, codes(document), asked(found)) == ("A Report", [], [])


def test_an_empty_first_page_gives_way_to_the_second(found: Path) -> None:
    document = extract(scan(Image.new("L", (1240, 1754), 255), picture()), ocr=())
    assert document.title == TITLE
    assert document.warnings[0].startswith("The text of page 2 was recognised")
    assert [part.role for part in document.parts[:2]] == ["page", "page"]


def test_the_mark_of_a_scanning_app_is_no_text(found: Path) -> None:
    document = extract(
        paged([[text(72, 30, "Scanned by CamScanner", 8), "0 0 0 rg 100 400 200 50 re f"]]), ocr=()
    )
    assert document.title == TITLE


def test_without_the_program_it_is_said_what_to_install() -> None:
    document = extract(scan(picture()), ocr=())
    assert codes(document) == ["pdf-pictures", "ocr-missing"]
    assert "tesseract-ocr" in document.warnings[1]


def test_a_program_that_fails_costs_no_more_than_the_text(found: Path) -> None:
    (found.parent / "eng").unlink()
    document = extract(scan(picture()), ocr=())
    assert codes(document) == ["pdf-pictures", "ocr-failed"]
    assert document.warnings[1].endswith("no such language")


def test_it_runs_inside_the_process_with_limits(found: Path) -> None:
    with Workers(1) as workers:
        assert workers.extract(scan(picture()), ocr=["en"]).title == TITLE


def test_nothing_is_left_behind_of_a_reading_that_is_called_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The program ends with the process that reads, also when that is killed."""
    if sys.platform != "linux":
        pytest.skip("processes are looked for in /proc")
    made = program(
        tmp_path / "ocr", {"eng": PAGE}, more=f"open({str(tmp_path / 'began')!r}, 'w'); time.sleep(50)"
    )
    monkeypatch.setenv(tesseract.VARIABLE, str(made))
    with Workers(1) as workers:
        workers.extract(scan(picture()), ocr=[], cancelled=(tmp_path / "began").exists)
    until = time.monotonic() + 20  # what was killed may take a moment to be gone
    while mine := [one for one in Path("/proc").iterdir() if one.name.isdigit() and _runs(one, str(made))]:
        assert time.monotonic() < until, mine


def _runs(entry: Path, program: str) -> bool:
    try:
        return program.encode() in (entry / "cmdline").read_bytes() and int(entry.name) != os.getpid()
    except OSError:
        return False


@pytest.mark.skipif(not REAL, reason="Tesseract is not installed")
def test_tesseract_itself_reads_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tesseract.VARIABLE, REAL or "")
    page = picture([(TITLE, 60), *[("The water rises by the width of a hand.", 28)] * 4])
    document = extract(scan(page), ocr=["en"])
    assert document.title == TITLE
    assert "the width of a hand" in document.text
