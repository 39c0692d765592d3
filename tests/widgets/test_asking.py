"""Questions and dialogs stand over a window in which things go on: what they are about may end underneath."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.rules.settings import CrawlSettings
from app.interchange import importing as interchange
from app.interchange.arrivals import FileReport, ImportReport
from app.recording.model import Hold, Recorded
from app.sampleserver import SampleServer
from widgets.live.recorder import Store
from widgets.shell.main_window import MainWindow

DIALOGS: dict[str, Callable[[MainWindow], object]] = {
    "save the original": lambda window: window.workspace.page.views.header.saving.emit(),
    "import files": lambda window: window.imports.choose_files(),
    "import a folder": lambda window: window.imports.choose_folder(),
    "open an archive": lambda window: window.asks.open(),
    "new archive": lambda window: window.asks.new(),
    "about": lambda window: window.asks.about(),
}


@pytest.fixture
def crawling(qtbot: QtBot, opened: MainWindow):
    """The window with a page shown and a crawl that has stored one."""
    opened.workspace.show_address("http://a.example/")
    qtbot.waitUntil(lambda: opened.workspace.page.capture is not None, timeout=10_000)
    with SampleServer() as server:
        opened.crawls.begin(CrawlSettings(seeds=(server.url,), delay=0.1))
        qtbot.waitUntil(lambda: opened.session.crawl.progress().pages > 0, timeout=10_000)
        yield opened


def meanwhile(act: Callable[[QDialog], object]) -> None:
    """Do something as soon as a dialog stands over the window; whatever happens, it does not stand for ever."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QDialog):
            QTimer.singleShot(20, look)
            return
        try:
            act(dialog)
        finally:
            dialog.reject()

    QTimer.singleShot(0, look)


def first_answer(dialog: QDialog) -> None:
    assert isinstance(dialog, QMessageBox)
    next(b for b in dialog.buttons() if dialog.buttonRole(b) == QMessageBox.ButtonRole.AcceptRole).click()


def test_a_crawl_that_ends_while_the_question_stands_does_not_keep_the_window_open(
    qtbot: QtBot, crawling: MainWindow
) -> None:
    """“Stop the crawl” stopped None, and the window stayed."""

    def ends(dialog: QDialog) -> None:
        crawling.session.crawl.stop()
        qtbot.waitUntil(lambda: not crawling.session.crawling, timeout=20_000)
        first_answer(dialog)

    meanwhile(ends)
    crawling.close()
    qtbot.waitUntil(lambda: not crawling.isVisible(), timeout=10_000)
    assert crawling.session is None


def test_who_keeps_crawling_keeps_the_window_even_if_the_crawl_has_ended(
    qtbot: QtBot, crawling: MainWindow
) -> None:
    def ends(dialog: QDialog) -> None:
        crawling.session.crawl.stop()
        qtbot.waitUntil(lambda: not crawling.session.crawling, timeout=20_000)
        dialog.reject()

    meanwhile(ends)
    crawling.close()
    assert crawling.isVisible() and crawling.session is not None


def test_an_import_that_ends_while_the_question_stands_does_not_keep_the_window_open(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path, filled: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()

    def slow(_writer, paths, progress, cancelled) -> ImportReport:
        stop.wait(30)
        return ImportReport([FileReport(tmp_path / "a.warc", "warc", stored=1)], cancelled=cancelled())

    monkeypatch.setattr(interchange, "import_files", slow)
    opened.imports.bring_in([next(filled.path.rglob("*.tw"))])
    qtbot.waitUntil(lambda: bool(opened.session.importing), timeout=10_000)

    def ends(dialog: QDialog) -> None:
        stop.set()
        qtbot.waitUntil(lambda: not opened.session.importing, timeout=20_000)
        first_answer(dialog)

    meanwhile(ends)
    opened.close()
    qtbot.waitUntil(lambda: not opened.isVisible(), timeout=10_000)


@pytest.mark.parametrize("name", DIALOGS)
def test_an_archive_is_not_put_away_under_a_dialog(qtbot: QtBot, crawling: MainWindow, name: str) -> None:
    """The dialog belongs to a view of the archive: it would be destroyed while it runs, and the program with it."""
    crawling.idle._may_stop = lambda **_: True
    crawling.close_archive()
    seen = []

    def ends(_dialog: QDialog) -> None:
        qtbot.waitUntil(lambda: not crawling.session.crawling, timeout=20_000)
        qtbot.wait(200)
        seen.append(crawling.workspace is not None)

    meanwhile(ends)
    DIALOGS[name](crawling)
    assert seen == [True]
    qtbot.waitUntil(lambda: crawling.session is None, timeout=10_000)


def test_another_archive_does_not_take_the_place_of_one_under_a_dialog(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path
) -> None:
    other = Archive.create(tmp_path / "other.archive", "Other")
    other.close()
    before = opened.session
    opened.open_archive(other.path)
    seen = []

    def waits(_dialog: QDialog) -> None:
        qtbot.wait(500)
        seen.append(opened.session is before)

    meanwhile(waits)
    opened.asks.open()
    assert seen == [True]
    qtbot.waitUntil(lambda: opened.session is not before and opened.session is not None, timeout=10_000)
    assert opened.session.path == other.path


def test_a_window_closes_while_documents_are_read_again(qtbot: QtBot, opened: MainWindow) -> None:
    opened.reextracting._run(None, everything=True)
    assert opened.session.rereading is not None
    opened.close()
    assert not opened.isVisible()


def test_a_page_is_stored_although_the_crawl_ended_meanwhile(qtbot: QtBot, crawling: MainWindow) -> None:
    """The live browser asked for the crawl that holds the lock; by the time of storing it has let go."""
    crawl = crawling.session.crawl
    crawl.stop()
    qtbot.waitUntil(lambda: not crawling.session.crawling, timeout=20_000)
    body = b"<title>Live</title>"
    page = Recorded(
        "http://live.example/",
        datetime.now(UTC),
        None,
        200,
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
        Hold().put([body]),
    )
    Store(crawling.session.archive, lambda: crawl)(page, [], "Live", lambda *_: None)
    with crawling.session.archive.reader() as reader:
        assert reader.page("http://live.example/").title == "Live"


def test_a_tree_that_still_grows_reads_nothing_of_an_archive_that_was_put_away(
    opened: MainWindow, make_capture: Callable[..., NewCapture]
) -> None:
    """The views are deleted a moment after their archive is closed."""
    growth = opened.workspace.tree.growth
    with opened.session.archive.writer() as writer:
        writer.store(make_capture("http://new.example/", "<title>New</title>"))
    growth.to(opened.session.reader.last_seq())
    assert growth.busy
    opened.leave_archive()
    assert not growth.busy
