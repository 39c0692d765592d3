"""Documents opened in other programs and dragged out: read-only copies, files when somebody asks for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

import resources
from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from widgets.handover import dragging
from widgets.handover.copying import newest_of, one
from widgets.handover.dragging import Files, Handle
from widgets.handover.opening import new_folder, open_outside, remove
from widgets.kit import jobs
from widgets.shell.main_window import MainWindow

PDF = Path(resources.path("sample_site")) / "edition1" / "downloads" / "annual-report.pdf"


@pytest.fixture
def report(archive: Archive, make_capture: Callable[..., NewCapture]) -> Capture:
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/", "<title>A page</title><p>x"))
        stored = writer.store(
            make_capture("http://a.example/report", PDF.read_bytes(), media_type="application/pdf")
        )
        writer.commit()
    return stored


@pytest.fixture
def failures(qapp: object) -> Iterator[list[str]]:
    told: list[str] = []
    hear = lambda error: told.append(getattr(error.message, "code", ""))  # noqa: E731
    jobs.center().failed.connect(hear)
    yield told
    jobs.center().failed.disconnect(hear)


def test_a_document_is_opened_as_a_copy_that_cannot_be_changed(
    qtbot: QtBot, archive: Archive, report: Capture
) -> None:
    owner, opened = QWidget(), list[Path]()
    qtbot.addWidget(owner)
    open_outside(
        archive, one(report), owner, lambda url: bool(opened.append(Path(url.toLocalFile()))) or True
    )
    qtbot.waitUntil(lambda: bool(opened), timeout=20_000)
    path = opened[0]
    assert path.suffix == ".pdf" and path.read_bytes() == PDF.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o400 and path.parent.stat().st_mode & 0o077 == 0


def test_a_page_is_not_opened_and_a_missing_program_is_told(
    qtbot: QtBot, archive: Archive, report: Capture, failures: list[str]
) -> None:
    owner, opened = QWidget(), list[QUrl]()
    qtbot.addWidget(owner)
    with archive.reader() as reader:
        page = reader.latest_version("http://a.example/")
    assert page is not None
    open_outside(archive, one(page), owner, lambda url: bool(opened.append(url)) or True)
    qtbot.waitUntil(lambda: failures == ["outside-page"], timeout=20_000)
    assert not opened
    open_outside(archive, one(report), owner, lambda _: False)
    qtbot.waitUntil(lambda: failures == ["outside-page", "outside-no-program"], timeout=20_000)


def test_nothing_is_written_before_a_drag_begins_and_who_asks_waits_for_all(
    qtbot: QtBot, archive: Archive, report: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    monkeypatch.setattr(dragging, "new_folder", lambda: made.append(new_folder()) or made[-1])
    files = Files(archive, newest_of(lambda reader: reader.all_pages()))
    assert files.hasUrls() and not made
    files.begin()
    names = sorted(Path(url.toLocalFile()).name for url in files.urls())
    assert len(names) == 2 and names[0] == "A page.html" and names[1].endswith(".pdf")
    assert all(path.exists() and path.parent == made[0] for path in files.paths)


def test_the_private_folder_can_be_removed_with_what_cannot_be_written() -> None:
    folder = new_folder()
    (folder / "x").write_bytes(b"x")
    (folder / "x").chmod(0o400)
    folder.chmod(0o500)
    remove(folder)
    assert not os.path.lexists(folder)


def test_a_picture_is_dragged_once_the_pointer_has_moved(qtbot: QtBot) -> None:
    label, begun = QLabel("drag me"), list[int]()
    qtbot.addWidget(label)
    label.resize(200, 100)
    label.show()
    Handle(label, lambda: begun.append(1))
    QTest.mousePress(label, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    QTest.mouseMove(label, QPoint(12, 10))
    assert not begun
    QTest.mouseMove(label, QPoint(90, 40))
    QTest.mouseRelease(label, Qt.MouseButton.LeftButton, pos=QPoint(90, 40))
    assert begun == [1]


def test_rows_of_the_tree_are_dragged_as_their_pages(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def drag_out(archive: Archive, captures: Callable[..., list[Capture]], _source: QWidget) -> None:
        with archive.reader() as reader:
            taken.extend(capture.url for capture in captures(reader))

    monkeypatch.setattr("widgets.tree.panel.drag_out", drag_out)
    assert opened.workspace is not None
    tree = opened.workspace.tree.tree
    tree.setCurrentIndex(opened.workspace.tree.model.index(0, 0))
    assert tree.currentIndex().flags() & Qt.ItemFlag.ItemIsDragEnabled and tree.dragEnabled()
    tree.startDrag(Qt.DropAction.CopyAction)
    assert sorted(taken) == [
        "http://a.example/",
        "http://a.example/news/1.html",
        "http://a.example/news/2.html",
    ]
