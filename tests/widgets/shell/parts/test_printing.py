"""Printing and saving as PDF: pages, texts and documents, with address and date where that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrinter
from pytestqt.qtbot import QtBot

import resources
from app.archive.archive import Archive
from app.archive.model import NewCapture
from extractors.base.types import Document, Member
from extractors.door.registry import extract
from widgets.page.documents.paper import line_of, typeset
from widgets.shell.main_window import MainWindow

HOME = "http://paper.example/"
PDF = Path(resources.path("sample_site")) / "edition1" / "downloads" / "annual-report.pdf"


@pytest.fixture
def pages(
    qtbot: QtBot, window: MainWindow, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> MainWindow:
    archive = fill(
        make_capture(
            HOME,
            '<!DOCTYPE html><meta charset="utf-8"><title>荷塘 / paper</title><nav>menu</nav><h1>荷塘</h1>'
            f"<article><p>{'Words of the page. ' * 30}</p></article>"
            "<style>@media print { nav { display: none } }</style>",
        ),
        make_capture(HOME + "report.pdf", PDF.read_bytes(), media_type="application/pdf"),
        make_capture(
            HOME + "notes.rtf", r"{\rtf1 Plain words in a document\par}", media_type="application/rtf"
        ),
    )
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(archive.path)
    return window


def saved(qtbot: QtBot, window: MainWindow, path: Path) -> str:
    """The text of what was saved."""
    window.printing.save_to(path)
    qtbot.waitUntil(lambda: "Saved as" in window.messages.text, timeout=30_000)
    assert path.read_bytes().startswith(b"%PDF")
    window.messages.info("")
    return " ".join(extract(path.read_bytes()).text.split())


def show(qtbot: QtBot, window: MainWindow, url: str) -> None:
    assert window.workspace is not None
    page = window.workspace.page
    page.show_page(url)
    if url == HOME:
        qtbot.waitUntil(lambda: page.views.page.replay is not None, timeout=20_000)
        qtbot.waitUntil(lambda: page.views.page.make_replay().ready, timeout=20_000)
    elif url.endswith(".pdf"):
        qtbot.waitUntil(page.views.page.pdf.isVisible, timeout=20_000)
    else:
        qtbot.waitUntil(page.views.page.card.isVisible, timeout=20_000)


def test_a_page_is_saved_as_it_prints_with_address_and_date(
    qtbot: QtBot, pages: MainWindow, tmp_path: Path
) -> None:
    show(qtbot, pages, HOME)
    text = saved(qtbot, pages, tmp_path / "a.pdf")
    assert "荷塘" in text and "Words of the page." in text and "menu" not in text
    assert "http://paper.example/ 2026-11-21 08:00 UTC" in text


def test_a_document_without_a_text_says_what_it_is(qapp: object) -> None:
    sound = Document("wav", "audio/wav", metadata={"duration": "83", "channels": "2"})
    text = extract(typeset(sound, main=False, name="bell.wav")).text
    assert "bell.wav" in text and "Channels" in text and "1:23" in text
    packed = Document("zip", "application/zip", members=(Member("钥匙/key.doc", 0, "", ""),))
    assert "钥匙/key.doc" in extract(typeset(packed, main=False, name="a.zip")).text


def test_without_the_choice_there_is_no_line(qtbot: QtBot, pages: MainWindow, tmp_path: Path) -> None:
    pages.actions_["print_line"].setChecked(False)
    assert not pages.printing.line
    show(qtbot, pages, HOME)
    assert "UTC" not in saved(qtbot, pages, tmp_path / "a.pdf")


def test_a_pdf_keeps_its_pages_and_a_text_is_set_in_type(
    qtbot: QtBot, pages: MainWindow, tmp_path: Path
) -> None:
    show(qtbot, pages, HOME + "report.pdf")
    assert "Annual report 2025" in saved(qtbot, pages, tmp_path / "a.pdf")
    show(qtbot, pages, HOME + "notes.rtf")
    text = saved(qtbot, pages, tmp_path / "b.pdf")
    assert "Plain words in a document" in text and "notes.rtf" in text
    assert pages.workspace is not None
    show(qtbot, pages, HOME)
    pages.workspace.page.views.tabs.setCurrentWidget(pages.workspace.page.views.text)
    assert "Words of the page." in saved(qtbot, pages, tmp_path / "c.pdf")


def test_pages_go_to_the_printer_in_their_number(qtbot: QtBot, pages: MainWindow, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "out.pdf"))
    pages.printing.send(PDF.read_bytes(), printer)
    qtbot.waitUntil(lambda: "2 page" in pages.statusBar().currentMessage(), timeout=30_000)
    assert extract((tmp_path / "out.pdf").read_bytes()).metadata["pages"] == "2"


def test_a_file_that_cannot_be_written_is_told(qtbot: QtBot, pages: MainWindow, tmp_path: Path) -> None:
    show(qtbot, pages, HOME + "notes.rtf")
    pages.printing.save_to(tmp_path / "no such folder" / "a.pdf")
    qtbot.waitUntil(lambda: "could not be written" in pages.messages.text, timeout=30_000)


def test_the_line_has_only_letters_that_every_printer_has(
    archive: Archive, make_capture: Callable[..., NewCapture]
) -> None:
    with archive.writer() as writer:
        stored = writer.store(make_capture("http://a.example/荷塘?q=1&b=%20", "x"))
        writer.commit()
    assert line_of(stored) == "http://a.example/%E8%8D%B7%E5%A1%98?q=1&b=%20   2026-11-21 08:00 UTC"
