"""Files of others come in by drop or menu, in the background, and a report says what became of them."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog

from app.archive.archive import Archive
from app.archive.lock import WriteLock
from app.interchange import importing as interchange
from app.interchange.arrivals import FileReport, ImportReport
from widgets.exchange import importing
from widgets.shell.main_window import MainWindow

WARC = (
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://w.example/\r\nWARC-Date: 2020-02-02T02:02:02Z\r\n"
    "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
)
BLOCK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>From a WARC</title>"


@pytest.fixture
def incoming(tmp_path: Path) -> Path:
    """A folder with a WARC, a Tianwang file with a record that cannot be taken, and a text."""
    folder = tmp_path / "incoming"
    folder.mkdir()
    (folder / "a.warc").write_bytes(WARC.format(length=len(BLOCK), block=BLOCK).encode())
    good = "version: 1.0\nurl: http://t.example/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 5\n\nhello\n"
    (folder / "b.tw").write_bytes((good + good.replace("http://t.example/", "/relative")).encode())
    (folder / "notes.txt").write_text("nothing to import")
    return folder


def imported(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.imports.last is not None, timeout=20_000)


def test_a_folder_dropped_on_the_start_page_becomes_an_archive_with_a_report(qtbot, window, incoming) -> None:
    window.start.import_requested.emit([incoming])
    imported(qtbot, window)
    assert window.session.path.name == "incoming.archive"
    assert window.imports.sheet.isVisible()
    seen = window.imports.last
    assert seen.figures["stored"] == 2 and seen.figures["skipped"] >= 1
    rows = {row.cells[0]: row for row in seen.rows}
    assert rows["a.warc"].cells[1] == "WARC" and rows["b.tw"].lines
    qtbot.waitUntil(lambda: window.workspace.tree.model.rowCount() == 2)


def test_enter_presses_the_button_that_has_the_keyboard(qtbot, window, incoming) -> None:
    window.imports.bring_in([incoming])
    imported(qtbot, window)
    qtbot.waitUntil(window.imports.sheet.isVisible)
    assert window.focusWidget() is window.imports.sheet.show_button
    qtbot.keyClick(window.imports.sheet.show_button, Qt.Key.Key_Return)
    assert not window.imports.sheet.isVisible()


def test_what_came_in_is_shown_in_the_tree(qtbot, window, incoming, filled: Archive) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    window.imports.bring_in([incoming / "a.warc"])
    imported(qtbot, window)
    qtbot.waitUntil(lambda: window.workspace.tree.model.rowCount() == 3)
    window.imports.sheet.show_button.click()
    assert not window.imports.sheet.isVisible()
    assert window.workspace.page.url == "http://w.example/"
    assert window.workspace.tree.tree.page().url == "http://w.example/"


def test_files_chosen_in_the_menu_come_in(qtbot, window, incoming, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(incoming / "a.warc")], ""))
    window.actions_["import"].trigger()
    imported(qtbot, window)
    assert window.session.reader.page("http://w.example/").title == "From a WARC"


def test_a_folder_chosen_in_the_menu_comes_in(qtbot, window, incoming, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(incoming))
    window.actions_["import_folder"].trigger()
    imported(qtbot, window)
    assert window.imports.last.figures["stored"] == 2


def test_nothing_is_made_when_there_is_nothing_to_import(qtbot, window, incoming, tmp_path) -> None:
    window.start.import_requested.emit([incoming / "notes.txt"])
    qtbot.waitUntil(lambda: window.messages.kind == "warning")
    assert "notes.txt" in window.messages.text and "WARC" in window.messages.text
    assert window.session is None and not (tmp_path / "archives").exists()


def test_the_report_can_be_saved_and_opened_again(qtbot, window, incoming, tmp_path, monkeypatch) -> None:
    window.imports.bring_in([incoming])
    imported(qtbot, window)
    for name in ("report.txt", "report.json"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        with qtbot.waitSignal(window.imports.sheet.told, timeout=5000):
            window.imports.sheet.save_report()
    assert "b.tw" in (tmp_path / "report.txt").read_text("utf-8")
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["stored"] == 2
    window.imports.sheet.cancel()
    window.actions_["import_report"].trigger()
    assert window.imports.sheet.isVisible()


def test_an_archive_that_somebody_else_writes_to_is_a_sentence(
    qtbot, window, incoming, filled: Archive
) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    lock = WriteLock(filled.path)
    try:
        window.imports.bring_in([incoming])
        qtbot.waitUntil(lambda: window.messages.kind == "error", timeout=10_000)
        assert "is writing to the archive" in window.messages.text
        assert window.session.importing is None and window.actions_["import"].isEnabled()
    finally:
        lock.close()


def test_only_one_thing_writes_at_a_time(qtbot, window, incoming, filled: Archive) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    window.session.importing = object()
    window.update_actions()
    assert not window.actions_["import"].isEnabled() and not window.actions_["reindex"].isEnabled()
    window.crawls.ask("http://a.example/")
    assert not window.crawls.sheet.isVisible() and "import is running" in window.messages.text
    window.messages.hide()
    window.imports.bring_in([incoming])
    assert "import is running" in window.messages.text
    window.session.importing = None


def test_a_stopped_import_tells_what_it_has_done(
    qtbot, qapp, archive: Archive, incoming, monkeypatch
) -> None:
    told: list = []
    began = threading.Event()
    stop = threading.Event()

    def slow(writer, paths, progress, cancelled) -> ImportReport:
        began.set()
        stop.wait(10)
        return ImportReport([FileReport(incoming / "a.warc", "warc", stored=1)], cancelled=cancelled())

    monkeypatch.setattr(interchange, "import_files", slow)
    owner = QObject()
    task = importing.bring_in(owner, archive, [incoming], told.append, lambda error: None)
    assert began.wait(10)
    task.cancel()
    stop.set()
    qtbot.waitUntil(lambda: bool(told), timeout=10_000)
    assert told[0].report.cancelled and "is kept" in told[0].summary


def test_a_report_does_not_cover_a_sheet_that_is_open(qtbot, window, incoming, filled: Archive) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    window.show_preferences()
    window.imports.bring_in([incoming])
    imported(qtbot, window)
    assert window.preferences.isVisible() and not window.imports.sheet.isVisible()
    assert "came in" in window.messages.text
    window.messages._button.click()
    assert window.imports.sheet.isVisible() and not window.preferences.isVisible()


def test_closing_while_an_import_runs_asks_once_and_waits_for_its_end(
    qtbot, window, incoming, filled: Archive, monkeypatch
) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    began, stop = threading.Event(), threading.Event()

    def slow(writer, paths, progress, cancelled) -> ImportReport:
        began.set()
        stop.wait(10)
        return ImportReport([FileReport(incoming / "a.warc", "warc", stored=1)], cancelled=cancelled())

    monkeypatch.setattr(interchange, "import_files", slow)
    answers = [False, True]
    monkeypatch.setattr(window.idle, "_may_stop", lambda importing=False: answers.pop(0))
    window.imports.bring_in([incoming])
    qtbot.waitUntil(began.is_set, timeout=10_000)
    window.close_archive()
    assert window.session is not None and not window.session.importing.cancelled
    window.close_archive()
    assert window.session is not None and window.session.importing.cancelled
    stop.set()
    qtbot.waitUntil(lambda: window.session is None, timeout=10_000)
    assert answers == [] and not window.imports.sheet.isVisible()
