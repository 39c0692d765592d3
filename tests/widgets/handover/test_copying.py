"""Copy as: what is chosen in the tree, among hits and on screen, on the clipboard."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.exporting.copying import MOST, Copied
from widgets.handover.copying import CopyMenu, Words
from widgets.shell.main_window import MainWindow


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


@pytest.fixture(autouse=True)
def _clear(qapp: object) -> None:
    QGuiApplication.clipboard().setText("as it was")


def test_the_page_on_screen_is_copied_from_the_file_menu(qtbot: QtBot, opened: MainWindow) -> None:
    menu = opened.actions_.copying
    assert not menu.isEnabled()
    assert opened.workspace is not None
    opened.workspace.page.show_page("http://a.example/news/1.html")
    opened.update_actions()
    assert menu.isEnabled()
    menu.copy("citation")
    qtbot.waitUntil(lambda: "First news" in clipboard(), timeout=20_000)
    assert "1 document" in opened.statusBar().currentMessage()


def test_what_is_selected_in_the_tree_is_copied_folders_with_all_below(
    qtbot: QtBot, opened: MainWindow
) -> None:
    assert opened.workspace is not None
    panel = opened.workspace.tree
    panel.tree.setCurrentIndex(panel.model.index(0, 0))
    menu = panel.menu(panel.tree)
    copying = menu.findChild(CopyMenu)
    assert copying is not None and copying.isEnabled()
    copying.copy("bibtex")
    menu.deleteLater()
    qtbot.waitUntil(lambda: clipboard().count("@misc{") == 3, timeout=20_000)
    assert "Home of A" in clipboard() and "Deep page" not in clipboard()


def test_what_cannot_be_read_leaves_the_clipboard_alone_and_is_said(qtbot: QtBot, opened: MainWindow) -> None:
    assert opened.workspace is not None
    opened.workspace.page.show_page("http://a.example/style.css")
    opened.update_actions()
    assert Words().of(Copied("", 0, 1, False)).startswith("Nothing was copied")
    said = Words().of(Copied("x", 3, 1, True))
    assert said.startswith("3 document") and "1 without text" in said and str(MOST) in said
    assert clipboard() == "as it was"
