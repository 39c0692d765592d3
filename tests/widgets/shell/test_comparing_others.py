"""Pages of two addresses are compared: found by what is typed, or picked in the tree."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from widgets.shell.main_window import MainWindow
from widgets.shell.parts.comparing import OtherPageSheet

HOME, NEWS, SECOND = (
    "http://a.example/",
    "http://a.example/news/1.html",
    "http://a.example/news/2.html",
)


@pytest.fixture
def sheet(qtbot: QtBot, opened: MainWindow) -> OtherPageSheet:
    opened.workspace.show_address(NEWS)
    opened.actions_["compare_other"].trigger()
    made = opened.comparing.sheet
    qtbot.waitUntil(lambda: made.results.rowCount() > 0)
    return made


def compared(window: MainWindow) -> list[str]:
    return [capture.url for capture in window.workspace.comparison._pair]


def test_what_is_typed_finds_the_other_page_and_enter_compares(
    qtbot: QtBot, opened: MainWindow, sheet: OtherPageSheet
) -> None:
    assert "First news" in sheet.left.text()
    QTest.keyClicks(sheet.field, "second")
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)  # before it was found
    qtbot.waitUntil(lambda: opened.workspace.comparison is not None)
    assert compared(opened) == [NEWS, SECOND] and not sheet.isVisible()
    qtbot.waitUntil(lambda: opened.workspace.comparison.outcome is not None, timeout=20_000)


def test_an_address_or_a_row_is_the_other_page_too(
    qtbot: QtBot, opened: MainWindow, sheet: OtherPageSheet
) -> None:
    sheet.field.setText("a.example/news/2.html")
    sheet.compare()
    assert compared(opened) == [NEWS, SECOND]
    opened.workspace.back_to_page()
    opened.actions_["compare_other"].trigger()
    sheet.field.setText("home")
    qtbot.waitUntil(lambda: [page.url for page in sheet.results.pages] == [HOME])
    QTest.keyClick(sheet.field, Qt.Key.Key_Down)
    QTest.keyClick(sheet.list, Qt.Key.Key_Return)
    assert compared(opened) == [NEWS, HOME]


def test_the_version_on_screen_is_not_compared_with_itself_and_nothing_found_is_told(
    qtbot: QtBot, opened: MainWindow, sheet: OtherPageSheet
) -> None:
    sheet.field.setText(NEWS)
    sheet.compare()
    assert "itself" in sheet.note.text() and opened.workspace.comparison is None
    sheet.field.setText("no such page")
    qtbot.waitUntil(lambda: sheet.results.rowCount() == 0)
    sheet.compare()
    assert "Choose a page" in sheet.note.text() and sheet.isVisible()


def test_two_pages_picked_in_the_tree_are_compared(qtbot: QtBot, opened: MainWindow) -> None:
    tree = opened.workspace.tree
    chooser, rows = tree.tree.selectionModel(), QItemSelectionModel.SelectionFlag.Rows
    for url in (SECOND, HOME):
        index = tree.model.index_of_page(opened.session.reader.page(url))
        chooser.select(index, QItemSelectionModel.SelectionFlag.Select | rows)
    action = next(each for each in tree.menu(tree.tree).actions() if "two pages" in each.text())
    action.trigger()
    assert sorted(compared(opened)) == [HOME, SECOND]


def test_a_page_of_one_version_is_compared_with_its_last_visit(qtbot, window, fill, make_capture) -> None:
    """Its frame is another; “There is only one version of this page” was all that was said."""
    page = "http://a.example/frames.html"
    archive = fill(
        make_capture(page, "<iframe src=in.html></iframe>"),
        make_capture("http://a.example/in.html", "<p>alpha"),
        make_capture(page, "<iframe src=in.html></iframe>", minutes=5),
        make_capture(page, "<iframe src=in.html></iframe>", minutes=9),
        make_capture("http://a.example/in.html", "<p>omega", minutes=9),
    )
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(archive.path)
    window.workspace.show_address(page)
    window.actions_["compare"].trigger()
    captures = window.session.reader.versions(page, visits=True)
    assert [one.kind for one in captures] == ["version", "visit", "visit"]
    assert [one.id for one in window.workspace.comparison._pair] == [captures[0].id, captures[2].id]
