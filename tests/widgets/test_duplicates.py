"""The same content at several addresses, listed in the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.duplicates import ADDRESSES, CONTENT, REPEATED, SIZE, DuplicatesView
from widgets.duplicates import DuplicatesModel as Model
from widgets.shell.main_window import MainWindow

PICTURE = b"\x89PNG" + b"x" * 5000


@pytest.fixture
def repeated(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    return fill(
        make_capture("http://a.test/", "<title>One</title>"),
        make_capture("http://a.test/index.html", "<title>One</title>"),
        make_capture("http://a.test/more.html", "<title>Another</title>" + "x" * 90),
        *(make_capture(f"http://b.test/{n}.html", "<title>Another</title>" + "x" * 90) for n in range(2)),
        make_capture("http://a.test/a.png", PICTURE, media_type="image/png"),
        make_capture("http://b.test/a.png", PICTURE, media_type="image/png"),
        make_capture("http://c.test/alone", "<title>Alone</title>"),
    )


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, repeated: Archive) -> DuplicatesView:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(repeated.path)
    window.actions_["duplicates"].trigger()
    made = window.archive.duplicates
    qtbot.waitUntil(lambda: made.stack.currentWidget() is made.tree, timeout=10_000)
    return made


def rows(model: Model) -> list[tuple[object, ...]]:
    return [
        tuple(model.index(row, column).data() for column in (CONTENT, ADDRESSES, SIZE, REPEATED))
        for row in range(model.rowCount())
    ]


def test_contents_are_listed_with_their_addresses_what_repeats_most_first(
    qtbot: QtBot, view: DuplicatesView
) -> None:
    assert rows(view.model) == [("Another", "3", "112 B", "224 B"), ("One", "2", "18 B", "18 B")]
    below = view.model.index(0, 0)
    addresses = [view.model.index(row, 0, below).data() for row in range(view.model.rowCount(below))]
    assert addresses == ["http://a.test/more.html", "http://b.test/0.html", "http://b.test/1.html"]
    assert "sha256:" in below.data(Qt.ItemDataRole.ToolTipRole) and view.summary.text().startswith("2 ")
    view.documents.setChecked(False)
    qtbot.waitUntil(lambda: view.model.rowCount() == 3)
    assert rows(view.model)[0][:2] == ("a.png", "2")


def test_each_column_sorts(view: DuplicatesView) -> None:
    for column, way, first in (
        (CONTENT, Qt.SortOrder.DescendingOrder, "One"),
        (ADDRESSES, Qt.SortOrder.AscendingOrder, "One"),
        (SIZE, Qt.SortOrder.DescendingOrder, "Another"),
    ):
        view.tree.sortByColumn(column, way)
        assert view.model.index(0, 0).data() == first


def test_a_double_click_on_an_address_shows_its_page_and_where_it_is_in_the_tree(
    qtbot: QtBot, window: MainWindow, view: DuplicatesView
) -> None:
    view.tree.expand(view.model.index(1, 0))
    place = view.tree.visualRect(view.model.index(1, 0, view.model.index(1, 0))).center()
    QTest.mouseClick(view.tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    QTest.mouseDClick(view.tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert window.workspace.page.url == "http://a.test/index.html"
    assert window.workspace.right.currentWidget() is window.workspace.page
    assert window.workspace.tree.tree.page().url == "http://a.test/index.html"


def test_looking_can_be_cancelled_and_begun_again_and_escape_leads_back(
    qtbot: QtBot, window: MainWindow, view: DuplicatesView
) -> None:
    view.open()
    view.busy.button.click()
    assert view.nothing.heading.text() == "Cancelled" and view.stack.currentWidget() is view.nothing
    view.nothing.button.click()
    qtbot.waitUntil(lambda: view.stack.currentWidget() is view.tree)
    QTest.keyClick(view.tree, Qt.Key.Key_Escape)
    assert window.workspace.right.currentWidget() is window.workspace.page


def test_an_archive_without_duplicates_says_so(qtbot: QtBot, opened: MainWindow) -> None:
    opened.actions_["duplicates"].trigger()
    view = opened.archive.duplicates
    qtbot.waitUntil(lambda: view.nothing.heading.text() == "No duplicates", timeout=10_000)
    opened.leave_archive()
    assert opened.archive.duplicates is None
