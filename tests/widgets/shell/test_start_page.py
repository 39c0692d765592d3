"""The start page: at most three actions to a running crawl, recent archives, dropping."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from app.archive.archive import Archive
from widgets.kit import files as places
from widgets.shell import start_page as recent
from widgets.shell.start_page import RecentRow, StartPage


@pytest.fixture
def page(qtbot, light, settings) -> StartPage:
    made = StartPage(settings)
    qtbot.addWidget(made)
    return made


def test_paste_and_enter_ask_for_a_crawl_in_an_archive_of_its_own(qtbot, page, settings) -> None:
    page.address.setText("www.example.org/a")
    with qtbot.waitSignal(page.crawl_requested) as asked:
        qtbot.keyClick(page.address, Qt.Key.Key_Return)
    assert asked.args == [
        "https://www.example.org/a",
        places.archive_folder(settings) / "example.org.archive",
    ]
    assert "example.org.archive" in page.where.text()


def test_what_is_no_address_is_told(qtbot, page) -> None:
    page.address.setText("nonsense")
    with qtbot.waitSignal(page.refused) as told, qtbot.assertNotEmitted(page.crawl_requested):
        page.go.click()
    assert "nonsense" in told.args[0]


def test_an_archive_that_exists_is_added_to(page, settings) -> None:
    Archive.create(places.archive_folder(settings) / "example.org.archive")
    page.address.setText("example.org")
    assert page.where.text().startswith("Adds to")


def test_another_folder_can_be_chosen(page, settings, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    page.address.setText("example.org")
    page.keep_in(empty)
    assert page.target() == empty
    page.keep_in(tmp_path)
    assert page.target() == tmp_path / "example.org.archive"


def test_recent_archives_are_listed_opened_and_forgotten(qtbot, page, settings, tmp_path: Path) -> None:
    recent.remember(settings, tmp_path / "one.archive", "One", 12)
    recent.remember(settings, tmp_path / "two.archive", "Two", 3)
    recent.remember(settings, tmp_path / "one.archive", "One", 15)
    page.refresh()
    assert [(entry.name, entry.pages) for entry in recent.load(settings)] == [("One", 15), ("Two", 3)]
    first = page.rows.itemAt(0).widget()
    assert isinstance(first, RecentRow)
    with qtbot.waitSignal(page.archive_chosen) as chosen:
        first.click()
    assert chosen.args == [tmp_path / "one.archive"]
    first.forgotten.emit(str(tmp_path / "one.archive"))
    assert [entry.name for entry in recent.load(settings)] == ["Two"]


def test_a_broken_recent_list_is_an_empty_one(settings) -> None:
    settings.setValue("recent", '[{"path": 1}]')
    assert recent.load(settings) == []
    settings.setValue("recent", "{")
    assert recent.load(settings) == []


def drop(page: StartPage, *paths: Path) -> bool:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, left, none)
    enter.ignore()
    page.dragEnterEvent(enter)
    if enter.isAccepted():
        page.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none))
    return enter.isAccepted()


def test_an_archive_folder_or_its_json_can_be_dropped(qtbot, page, archive: Archive) -> None:
    for path in (archive.path, archive.path / "archive.json"):
        with qtbot.waitSignal(page.archive_chosen) as chosen:
            assert drop(page, path)
        assert chosen.args == [archive.path]


def test_files_and_folders_can_be_dropped_whatever_they_are_called(qtbot, page, tmp_path: Path) -> None:
    (tmp_path / "a.tw").write_bytes(b"x")
    (tmp_path / "TW.20030415").write_bytes(b"x")  # what a file holds, its content tells, when it is imported
    (tmp_path / "folder").mkdir()
    dropped = [tmp_path / "a.tw", tmp_path / "TW.20030415", tmp_path / "folder"]
    with qtbot.waitSignal(page.import_requested) as asked:
        assert drop(page, *dropped)
    assert asked.args == [dropped]
    assert not drop(page, tmp_path / "gone.tw")


def test_the_buttons_say_what_is_wanted(qtbot, page) -> None:
    for button in page.findChildren(type(page.go)):
        if button.property("card"):
            button.click()
    buttons = {b.accessibleName(): b for b in page.findChildren(type(page.go)) if b.property("card")}
    for name, signal in (
        ("New archive…", page.new_requested),
        ("Open archive…", page.open_requested),
        ("Try the sample site", page.sample_requested),
    ):
        with qtbot.waitSignal(signal):
            buttons[name].click()
    bring = next(button for button in page.findChildren(type(page.go)) if button.text() == "Import…")
    with qtbot.waitSignal(page.import_wanted):
        bring.click()
